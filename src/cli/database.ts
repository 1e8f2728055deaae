/** Commands about the database itself: its schema, its demo data, and the key that it is locked with. */
import { createInterface } from 'node:readline'
import type { Command } from 'commander'
import { countLostWithKey, replaceLostKey } from '../accounts/lost-key.ts'
import { tooShort } from '../config/key.ts'
import { StartError } from '../config.ts'
import { migrate } from '../database/migrations/migrate.ts'
import { type PlannedMigration, planMigrations } from '../database/migrations/plan.ts'
import { changeSecretKey } from '../database/service-key.ts'
import { loadSecretKey } from '../secrets/secret-key.ts'
import { type Foundation, openContext, openFoundation, readConfig } from './open.ts'

export function databaseCommands(program: Command): void {
  program
    .command('migrate')
    .description('update the database to the current schema')
    .option('--contract', 'also remove what only processes of the release before need; they must have ended')
    .option('--dry-run', 'say what is pending, who waits for it and roughly how long, and change nothing')
    .action(async ({ dryRun, contract = false }: { contract?: boolean; dryRun?: boolean }) => {
      await using foundation = await openFoundation(readConfig(), {
        name: 'migrate',
        join: true,
        creates: !dryRun,
      })
      if (dryRun) return printPlan(await planMigrations(foundation.databaseUrl, { contract }))
      const applied = await migrate(foundation.databaseUrl, undefined, undefined, { contract })
      console.log(applied.length === 0 ? 'The database is up to date.' : `Applied: ${applied.join(', ')}`)
    })

  program
    .command('seed')
    .description('fill an empty database with demo accounts and products')
    .action(async () => {
      await using context = await openContext(readConfig(), { name: 'seed', join: true })
      if (!context.development) throw new StartError('There is no demo data in production.')
      const seeded = await context.development.seed(context)
      console.log(seeded ? 'Demo data created.' : 'The database already has data, so nothing was changed.')
    })

  program
    .command('change-secret-key')
    .description('encrypt the service key with NEW_SECRET_KEY instead of SECRET_KEY, or of the key in DATA_DIR')
    .addHelpText(
      'after',
      '\nRunning processes are not affected. The next time you start one, set SECRET_KEY to the new key.',
    )
    .option('--old-key-is-lost', 'begin anew with NEW_SECRET_KEY; says what that costs, and asks')
    .option('--yes', 'with --old-key-is-lost: do not ask')
    .action(async ({ oldKeyIsLost, yes }: { oldKeyIsLost?: boolean; yes?: boolean }) => {
      const config = readConfig(oldKeyIsLost ? withNewKeyAlone(process.env) : process.env)
      if (!config.newSecretKey) throw new StartError(`NEW_SECRET_KEY ${tooShort('')}.`)
      await using foundation = await openFoundation(config, { name: 'change-secret-key', join: true })
      if (oldKeyIsLost) return await giveUpOldKey(foundation, config.newSecretKey, yes === true)
      await changeSecretKey(foundation.db, { from: await loadSecretKey(config), to: config.newSecretKey })
      console.log('Done. From now on, start Semel with SECRET_KEY set to the new key.')
    })
}

/** Makes up a SECRET_KEY, which production requires and nobody has here. */
function withNewKeyAlone(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const { SECRET_KEY: _, SECRET_KEY_FILE: __, ...rest } = env
  const { NEW_SECRET_KEY, NEW_SECRET_KEY_FILE } = rest
  return {
    ...rest,
    ...(NEW_SECRET_KEY && { SECRET_KEY: NEW_SECRET_KEY }),
    ...(NEW_SECRET_KEY_FILE && { SECRET_KEY_FILE: NEW_SECRET_KEY_FILE }),
  }
}

async function giveUpOldKey({ db, clock }: Foundation, to: Buffer, isAnswered: boolean): Promise<void> {
  const { authenticators, accounts, tokens, webhooks } = await countLostWithKey(db)
  console.log(`This cannot be undone. Without the old key these are lost:
  ${authenticators} authenticator apps and hardware tokens, and all recovery codes. Text messages and passkeys go on working.
  ${accounts} accounts have nothing else. Each needs a recovery code from you: semel user reset-factors EMAIL
  ${tokens} imported hardware tokens that nobody uses yet: import them again.
  ${webhooks} webhooks get nothing until each has a new secret: semel webhooks rotate ID
  Links in emails that were sent, carts of visitors, registrations that are not confirmed, and known devices.
  Requests of the last day that are repeated with their Idempotency-Key are refused, not made twice.
Orders, products, accounts, passwords, sessions and API keys stay.
`)
  if (!isAnswered && !(await saysLost()))
    throw new StartError('Nothing was changed. Type "lost", or use --yes, if the old key is lost.')
  await replaceLostKey(db, to, clock.now())
  console.log('Done. Start Semel with SECRET_KEY set to the new key, and tell your customers.')
}

async function saysLost(): Promise<boolean> {
  console.log('Type "lost" to go on:')
  const lines = createInterface({ input: process.stdin })
  for await (const line of lines) return line.trim().toLowerCase() === 'lost'
  return false
}

const WORK_TEXTS = {
  definition: 'its definition changes',
  check: 'each row is checked',
  index: 'an index is built',
  rows: 'rows are read and changed',
  rewrite: 'all rows are written anew',
}

function printPlan(plans: PlannedMigration[]): void {
  if (plans.length === 0) console.log('The database is up to date.')
  for (const { name, effects } of plans) {
    console.log(name)
    if (effects.length === 0) console.log('  Nothing that exists is touched.')
    for (const { table, work, waiting, bytes, rows, seconds } of effects) {
      const size = `${megabytes(bytes)}, about ${rows.toLocaleString('en')} rows`
      const wait = waiting === 'nobody' ? 'nobody waits' : `${waiting} of it wait`
      console.log(`  ${table} (${size}): ${WORK_TEXTS[work]}, ${wait}, ${duration(seconds)}`)
    }
  }
  if (plans.length > 0) console.log('\nNothing was changed. Times are for a server that does little else.')
}

function megabytes(bytes: number): string {
  return bytes < 1e6 ? 'below 1 MB' : `${Math.round(bytes / 1e6).toLocaleString('en')} MB`
}

function duration(seconds: number): string {
  if (seconds < 1) return 'less than a second'
  return seconds < 100 ? `about ${Math.ceil(seconds)} s` : `about ${Math.ceil(seconds / 60)} min`
}
