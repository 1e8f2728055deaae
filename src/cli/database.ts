import type { Command } from 'commander'
import { tooShort } from '../config/key.ts'
import { loadConfig, StartError } from '../config.ts'
import { migrate } from '../database/migrate.ts'
import { loadSecretKey } from '../secrets/secret-key.ts'
import { changeSecretKey } from '../secrets/service-key.ts'
import { openContext, openFoundation } from './open.ts'

export function databaseCommands(program: Command): void {
  program
    .command('migrate')
    .description('update the database to the current schema')
    .option('--contract', 'also remove what only processes of the release before need; they must have ended')
    .action(async (options: { contract?: boolean }) => {
      await using foundation = await openFoundation(loadConfig(process.env), {
        name: 'migrate',
        join: true,
        creates: true,
      })
      const applied = await migrate(foundation.databaseUrl, undefined, undefined, options)
      console.log(applied.length === 0 ? 'The database is up to date.' : `Applied: ${applied.join(', ')}`)
    })

  program
    .command('seed')
    .description('fill an empty database with demo accounts and products')
    .action(async () => {
      await using context = await openContext(loadConfig(process.env), { name: 'seed', join: true })
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
    .action(async () => {
      const config = loadConfig(process.env)
      if (!config.newSecretKey) throw new StartError(`NEW_SECRET_KEY ${tooShort('')}.`)
      await using foundation = await openFoundation(config, { name: 'change-secret-key', join: true })
      await changeSecretKey(foundation.db, { from: await loadSecretKey(config), to: config.newSecretKey })
      console.log('Done. From now on, start Semel with SECRET_KEY set to the new key.')
    })
}
