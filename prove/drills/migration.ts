import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { sql } from 'kysely'
import { migrate } from '../../src/database/migrations/migrate.ts'
import { SECOND } from '../../src/time.ts'
import { cloneDatabase } from '../../test/support/database.ts'
import { hold } from '../../test/support/locks.ts'
import { spawnServe } from '../../test/support/process.ts'
import { type Drill, isGood, percentile, underLoad } from './load.ts'

/*
 * A process of this release serves under load. Somebody has read and changed the tables in a transaction that stays open,
 * such as a report or a backup. Meanwhile the next release changes the same tables.
 */
const OPEN = 25 * SECOND
const P99 = 1 * SECOND
const USUAL = 3 * SECOND

const NEXT_RELEASE = {
  '998_columns.sql': 'alter table orders add column drill int;\nalter table products add column drill int;\n',
  '999_index.sql':
    '-- no transaction\ndrop index concurrently if exists drill;\ncreate index concurrently drill on orders (placed_at, total);\n',
}

export async function migrateUnderLoad(): Promise<Drill> {
  await using stack = new AsyncDisposableStack()
  const { url } = stack.use(await cloneDatabase())
  const directory = await mkdtemp(join(tmpdir(), 'semel-migrations-'))
  stack.defer(() => rm(directory, { recursive: true }))
  await cp(new URL('../../migrations', import.meta.url), directory, { recursive: true })
  for (const [name, text] of Object.entries(NEXT_RELEASE)) await writeFile(join(directory, name), text)
  const server = stack.use(await spawnServe(url, { LOG_LEVEL: 'error' }))

  let [tries, took] = [0, 0]
  const answers = await underLoad(server.origin, url, async () => {
    await sleep(USUAL)
    const somebody = await hold(url, async tx => {
      await sql`select count(*) from orders, products`.execute(tx)
    })
    const started = performance.now()
    const leaving = sleep(OPEN).then(() => somebody[Symbol.asyncDispose]())
    await migrate(url, pathToFileURL(`${directory}/`), () => void tries++)
    took = performance.now() - started
    await leaving
    await sleep(USUAL)
  })
  const failed = answers.filter(answer => !isGood(answer))
  const p99 = percentile(answers, 0.99)
  return {
    figures: {
      requests: answers.length,
      failed: failed.length,
      'p99 in ms': p99,
      'slowest in ms': percentile(answers, 1),
      'tries of the migration': tries + 1,
      'it took in ms': Math.round(took),
    },
    violations: [
      ...failed.map(({ status }) => `answered ${status}`),
      ...(p99 > P99 ? [`the 99th percentile is ${p99} ms`] : []),
      ...(took < OPEN ? ['the migration did not wait for the transaction'] : []),
    ],
  }
}
