import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import type pg from 'pg'
import { cloneDatabase, type TestDatabase } from '../../test/support/database.ts'
import { LAST, type OpenDatabase, openDatabase, PREPARED } from './open.ts'
import type { Db } from './schema.ts'

let database: TestDatabase
let opened: OpenDatabase
let db: Db
before(async () => {
  database = await cloneDatabase()
  opened = openDatabase(database.url, { max: 1 })
  db = opened.db
  await sql`create table marks (n int primary key)`.execute(db)
  // The first transaction of a connection prepares BEGIN and COMMIT.
  await write(0)
})
after(async () => {
  await opened[Symbol.asyncDispose]()
  await database[Symbol.asyncDispose]()
})

const insert = (n: number, marker = PREPARED) => sql`insert into marks values (${n}) ${marker}`
const write = (n: number, marker = PREPARED) => db.transaction().execute(tx => insert(n, marker).execute(tx))
const marks = async () => (await sql<{ n: number }>`select n from marks order by n`.execute(db)).rows.map(({ n }) => n)

/** How often the server reported that it was ready for the next message. */
async function messagesOf(work: () => Promise<unknown>): Promise<number> {
  const client = (await opened.pool.connect()) as unknown as pg.PoolClient & { connection: NodeJS.EventEmitter }
  client.release()
  let count = 0
  const add = () => void count++
  client.connection.on('readyForQuery', add)
  await work()
  client.connection.off('readyForQuery', add)
  return count
}

test('the first statement takes BEGIN along, and the last one COMMIT', async () => {
  assert.equal(await messagesOf(() => write(1)), 2)
  assert.equal(await messagesOf(() => write(2, LAST)), 1)
  const two = () =>
    db.transaction().execute(async tx => {
      await insert(3).execute(tx)
      return insert(4, LAST).execute(tx)
    })
  assert.equal(await messagesOf(two), 2)
  assert.deepEqual(await marks(), [0, 1, 2, 3, 4])
})

test('a statement that fails is not committed, and neither is the one before it', async () => {
  const failing = (marker = PREPARED) =>
    db.transaction().execute(async tx => {
      await insert(5).execute(tx)
      await insert(5, marker).execute(tx)
    })
  await assert.rejects(failing(), { code: '23505' })
  await assert.rejects(failing(LAST), { code: '23505' })
  await assert.rejects(write(4, LAST), { code: '23505' })
  assert.deepEqual(await marks(), [0, 1, 2, 3, 4])
})

test('a work that throws takes back all of its statements, also one that PostgreSQL had not prepared', async () => {
  for (const statement of [insert(6), insert(6, sql.raw('')), sql`insert into marks values (6)`]) {
    const thrown = db.transaction().execute(async tx => {
      await statement.execute(tx)
      throw new Error('thrown')
    })
    await assert.rejects(thrown, /thrown/)
  }
  assert.deepEqual(await marks(), [0, 1, 2, 3, 4])
})

test('a transaction without statements costs no message and leaves none open', async () => {
  assert.equal(await messagesOf(() => db.transaction().execute(async () => {})), 0)
  const thrown = () => assert.rejects(db.transaction().execute(() => Promise.reject(new Error('thrown'))))
  assert.equal(await messagesOf(thrown), 0)
  await insert(7).execute(db)
  assert.ok((await marks()).includes(7))
})

test('the last statement outside of a transaction needs none', async () => {
  await insert(8, LAST).execute(db)
  assert.equal(await messagesOf(() => write(9)), 2)
  assert.deepEqual((await marks()).slice(-2), [8, 9])
})
