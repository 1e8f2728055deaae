import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import { SECOND } from '../time.ts'
import { openDatabase } from './open.ts'

test('a connection proves good, its caller gave up → the next gets it', async t => {
  const [begun, found] = [Promise.withResolvers<void>(), Promise.withResolvers<boolean>()]
  let checks = 0
  const verify = async () => {
    if (++checks === 1) return true
    begun.resolve()
    return found.promise
  }
  await using database = openDatabase(process.env.TEST_DATABASE_URL!, { max: 1, verify })
  await sql`select 1`.execute(database.db)
  const held = await database.pool.connect()
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const waiting = database.pool.connect()
  await setImmediate()
  assert.equal(database.pool.waitingCount, 1)
  // The pool opens another connection, for the caller who waits.
  held.release(new Error('It broke.'))
  await begun.promise
  t.mock.timers.tick(5 * SECOND)
  await assert.rejects(waiting, /timeout exceeded/)
  found.resolve(true)
  await setImmediate()
  assert.deepEqual({ open: database.pool.totalCount, idle: database.pool.idleCount }, { open: 1, idle: 1 })
})
