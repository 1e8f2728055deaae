import assert from 'node:assert/strict'
import { randomUUIDv7 } from 'node:crypto'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { deleteExpiredAccountData } from '../../src/accounts/delete-expired.ts'
import { type OpenDatabase, openDatabase } from '../../src/database/open.ts'
import { StatementRecorder } from '../support/buffers.ts'
import { cloneDatabase, type TestDatabase } from '../support/database.ts'
import { person } from '../support/people.ts'

let database: TestDatabase
let open: OpenDatabase
let userId: string
before(async () => {
  database = await cloneDatabase()
  open = openDatabase(database.url)
  userId = (await person({ db: open.db, clock: { now: () => new Date() } })).id
})
after(async () => {
  await open[Symbol.asyncDispose]()
  await database[Symbol.asyncDispose]()
})

test('expired rows are deleted in batches, by one process at a time', async () => {
  const statements: string[] = []
  const log = ({ query }: { query: { sql: string } }) => void statements.push(query.sql)
  await using logged = openDatabase(database.url, { log })
  await addCodes(12_000, '2 days')
  await addCodes(10, '1 hour')
  await Promise.all([deleteExpiredAccountData(logged.db), deleteExpiredAccountData(open.db)])
  await deleteExpiredAccountData(logged.db)
  assert.equal(await countCodes(), 10)
  const batches = statements.filter(statement => statement.includes('delete from "used_codes"'))
  assert.ok(batches.every(statement => /limit \$\d+ for update skip locked/.test(statement)))

  // While another process cleans up, this one leaves it alone.
  await addCodes(1, '2 days')
  await open.db.transaction().execute(async tx => {
    await sql`select pg_advisory_xact_lock(${0x636c65616e})`.execute(tx)
    await deleteExpiredAccountData(logged.db)
  })
  assert.equal(await countCodes(), 11)
  await deleteExpiredAccountData(logged.db)
  assert.equal(await countCodes(), 10)
})

test('a cleanup that finds nothing reads an index, not the tables', async () => {
  await addCodes(20_000, '1 hour')
  await sql`vacuum analyze used_codes`.execute(open.db)
  const recorder = new StatementRecorder()
  await using recorded = openDatabase(database.url, { log: recorder.log })
  const { buffers } = await recorder.costOf(database.url, () => deleteExpiredAccountData(recorded.db))
  assert.ok(buffers < 60, `${buffers} buffers`)
})

let step = 0

async function addCodes(count: number, age: string): Promise<void> {
  await sql`
    insert into used_codes (user_id, step, code, used_at)
    select ${userId}, n, ${randomUUIDv7()}, now() - ${age}::interval from generate_series(${++step}::int, ${step + count - 1}) n
  `.execute(open.db)
}

async function countCodes(): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from used_codes`.execute(open.db)
  return rows[0]!.count
}
