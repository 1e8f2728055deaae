import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { startWorker } from '../../src/worker.ts'
import { hold, lockedOut } from '../support/locks.ts'
import { startSemel } from '../support/semel.ts'

test('stopping worker waits for the recovery under way, which needs the database', async () => {
  await using semel = await startSemel({}, { worker: false })
  await sql`insert into workers (number, name, lease_until) values (0, 'lost', now() - interval '1 hour')`.execute(
    semel.db,
  )
  await using lock = await hold(semel.databaseUrl, tx =>
    sql`select from workers where number = 0 for update`.execute(tx),
  )
  const worker = startWorker(semel, { databaseUrl: semel.databaseUrl })
  await lockedOut(semel.db)
  const ended = worker[Symbol.asyncDispose]()
  assert.equal(await Promise.race([ended.then(() => 'ended'), sleep(500, 'waits', { ref: false })]), 'waits')
  await lock.release()
  await ended
  assert.equal(await semel.db.selectFrom('workers').select('number').executeTakeFirst(), undefined)
})
