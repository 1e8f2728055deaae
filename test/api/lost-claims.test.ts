import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type KyselyPlugin, sql } from 'kysely'
import { announce } from '../../src/events/announce.ts'
import { claim } from '../../src/notifications/claim.ts'
import { startWorker } from '../../src/worker.ts'
import { person } from '../support/people.ts'
import { type Semel, startSemel } from '../support/semel.ts'

/* A claim that PostgreSQL has made and of which its worker does not know. */

let semel: Semel
before(async () => {
  semel = await startSemel({}, { worker: false })
})
after(() => semel[Symbol.asyncDispose]())

test('claim of bulk deliveries fails → urgent deliveries that are claimed are sent', async () => {
  const { db } = semel
  await sql`insert into workers (number, name, lease_until) values (0, 'test', now() + interval '1 hour')`.execute(db)
  const urgent = await tell()
  const bulk = await tell({ bulk: true })
  await sql`alter table deliveries add constraint no_bulk check (not bulk or state <> 'claimed')`.execute(db)
  const claims = await claim(db, 0, 10)
  assert.deepEqual(
    claims.map(({ userId }) => userId),
    [urgent.id],
  )
  await assert.rejects(claim(db, 0, 10), /no_bulk/)
  await sql`alter table deliveries drop constraint no_bulk`.execute(db)
  assert.equal((await claim(db, 0, 10))[0]?.userId, bulk.id)
  await db.deleteFrom('workers').execute()
})

test('claim gets no answer → worker takes another number, and emails are sent', async () => {
  const reader = await tell()
  const { plugin, cut } = cutFirstClaim()
  await using _ = startWorker({ ...semel, db: semel.db.withPlugin(plugin) }, { databaseUrl: semel.databaseUrl })
  await cut
  assert.equal((await semel.mailTo(reader.email)).length, 1)
  const { attempts } = await semel.db
    .selectFrom('deliveries')
    .select('attempts')
    .where('user_id', '=', reader.id)
    .executeTakeFirstOrThrow()
  assert.equal(attempts, 2)
})

async function tell({ bulk = false } = {}) {
  const reader = await person(semel)
  const [payload, to] = [{ userId: reader.id }, [{ userId: reader.id }]]
  await semel.db
    .transaction()
    .execute(tx => announce(tx, { type: 'user.factors_reset', payload, to, at: new Date(), bulk }))
  return reader
}

/** The first claim takes effect, and its answer does not arrive. */
function cutFirstClaim() {
  const { promise: cut, resolve } = Promise.withResolvers<void>()
  let isCut = false
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      if (isCut || !result.rows.some(row => 'claimedFrom' in row)) return result
      isCut = true
      resolve()
      throw new Error('The connection was cut.')
    },
  }
  return { plugin, cut }
}
