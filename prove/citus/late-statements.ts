import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import { tellWaiting } from '../../src/catalogue/stock-alerts/alerts.ts'
import { openDatabase } from '../../src/database/open.ts'
import type { Db } from '../../src/database/schema.ts'
import { announce } from '../../src/events/announce.ts'
import { type Claim, claim } from '../../src/notifications/claim.ts'
import { commitToSend, requeueOrphans } from '../../src/notifications/ledger.ts'
import { createShop } from '../../test/support/citus.ts'
import { stockProduct } from '../../test/support/products.ts'
import type { Drill } from '../drills/load.ts'
import { newRecipient, type Recipient } from '../testbed.ts'
import { cleanUp, type Machine, machineOf, move, otherMachine } from './moving.ts'

/*
 * The moment in which a shop moves to another machine, held open. Citus has planned a statement before the move. So the
 * statement reads and locks rows at the machine that the shop has left, and changes those at the new one, where another
 * worker has done the same work meanwhile.
 */

const NAME = 'late statements'
const TRIES = 5

type Shop = { url: string; schema: string; db: Db; reader: Recipient }

export async function finishLate(url: string): Promise<Drill> {
  await using shop = await createShop(url)
  await using opened = openDatabase(shop.url, { name: NAME })
  const { db } = opened
  await sql`
    insert into workers (number, name, lease_until)
    select n, 'play', now() + interval '1 hour' from generate_series(1, 2) as n
  `.execute(db)
  const violations: string[] = []
  let plays = 0
  for (const [name, play] of Object.entries(PLAYS)) {
    let played: string[] | undefined
    for (let n = 0; n < TRIES && !played; n++) {
      await sql`update deliveries set state = 'skipped'`.execute(db)
      const reader = await newRecipient({ db })
      played = await play({ url, schema: shop.schema, db, reader }).catch(unlessNotHeld)
    }
    violations.push(...(played ?? ['it could not be held']).map(violation => `${name}: ${violation}`))
    plays++
  }
  return { figures: { 'late statements': plays }, violations }
}

const PLAYS: Record<string, (shop: Shop) => Promise<string[]>> = {
  async 'a claim'(shop) {
    const { db } = shop
    const id = await announceTo(shop)
    const [late, released] = await acrossMove(
      shop,
      'deliveries',
      () => claim(db, 1, 10),
      async () => {
        return commit(db, shop.reader.email, await claim(db, 2, 10))
      },
    )
    return [
      ...(released.has(id) ? [] : ['the early worker could not send the email']),
      ...(late.some(claimed => claimed.id === id) ? ['the late worker claims an email that is being sent'] : []),
    ]
  },
  async 'the return of a lost worker'(shop) {
    const { db } = shop
    await sql`insert into workers (number, name, lease_until) values (3, 'lost', now() + interval '1 hour')`.execute(db)
    const id = await announceTo(shop)
    const claims = await claim(db, 3, 10)
    await db.deleteFrom('workers').where('number', '=', 3).execute()
    const [, released] = await acrossMove(
      shop,
      'deliveries',
      () => requeueOrphans(db),
      () => {
        return commit(db, shop.reader.email, claims)
      },
    )
    const { state } = await db.selectFrom('deliveries').select('state').where('id', '=', id).executeTakeFirstOrThrow()
    return released.has(id) && state === 'pending' ? ['an email whose dot was released is due again'] : []
  },
  async 'people who wait for a product'(shop) {
    const { db, reader } = shop
    const product_id = await stockProduct(db)
    await db.insertInto('stock_alerts').values({ product_id, user_id: reader.id, asked_at: new Date() }).execute()
    await sql`insert into restocked_products (product_id) values (${product_id}) on conflict do nothing`.execute(db)
    // The late one may fail, because it is repeated.
    const late = () => tellWaiting(db).catch(() => {})
    await acrossMove(shop, 'stock_alerts', late, () => tellWaiting(db))
    const told = await db.selectFrom('deliveries').select('id').where('user_id', '=', reader.id).execute()
    return told.length === 1 ? [] : [`${told.length} emails say that the product is back`]
  },
}

async function announceTo({ db, reader }: Shop): Promise<string> {
  const to = [{ userId: reader.id }]
  const payload = { userId: reader.id }
  const eventId = await db
    .transaction()
    .execute(tx => announce(tx, { type: 'user.factors_reset', payload, to, at: new Date() }))
  return (await db.selectFrom('deliveries').select('id').where('event_id', '=', eventId).executeTakeFirstOrThrow()).id
}

function commit(db: Db, address: string, claims: Claim[]): Promise<Set<string>> {
  return commitToSend(
    db,
    claims.map(({ id, attempt }) => ({ id, attempt, address, messageId: '<1@example.test>', relay: 'inbox' })),
  )
}

/**
 * Begins `late` before the shop moves, and lets it look at the rows of `table` only after the move and after `meanwhile`.
 * @returns the results of both
 */
async function acrossMove<A, B>(
  { url, schema }: Shop,
  table: string,
  late: () => Promise<A>,
  meanwhile: () => Promise<B>,
): Promise<[A, B]> {
  const former = await machineOf(url, schema)
  await using mover = await connect(url)
  await using blocker = await connect(urlOf(url, former))
  await cleanUp(mover.client)
  await mover.client.query('begin')
  await move(mover.client, schema, await otherMachine(url, former), 'block_writes')
  const { rows } = await mover.client.query<{ shard: string }>(
    `select shard_name as shard from citus_shards where table_name = ($1 || '.' || $2)::regclass`,
    [schema, table],
  )
  const { rows: own } = await blocker.client.query<{ pid: number }>('select pg_backend_pid() as pid')
  await blocker.client.query('begin')
  await blocker.client.query('set local citus.enable_manual_changes_to_shards = on')
  const shard = rows[0]!.shard
  const blocked = blocker.client.query(`lock table ${shard} in access exclusive mode`)
  await using onlooker = await connect(urlOf(url, former))
  // Not the mover: a transaction sees `pg_stat_activity` as it was when it looked first.
  await using coordinator = await connect(url)
  // From the moment when the lock is asked for, later statements queue behind it.
  while (!(await has(onlooker.client, `pid = ${own[0]!.pid} and relation = '${shard}'::regclass`))) await sleep(10)
  const running = late()
  const isWaiting = async () =>
    (await has(
      coordinator.client,
      `not granted and pid in (select pid from pg_stat_activity where application_name = '${NAME}')`,
    )) || (await has(onlooker.client, `not granted and relation = '${shard}'::regclass and pid <> ${own[0]!.pid}`))
  while (!(await isWaiting())) await sleep(10)
  await mover.client.query('commit')
  await blocked
  const done = await meanwhile()
  const wasHeld = await Promise.race([running.then(() => false), sleep(100, true)])
  await blocker.client.query('commit')
  const result = await running
  if (!wasHeld) throw new NotHeld()
  return [result, done]
}

/** The statement was planned after the move, so the play has shown nothing. */
class NotHeld extends Error {}

async function has(client: pg.Client, lock: string): Promise<boolean> {
  return (await client.query(`select from pg_locks where ${lock}`)).rowCount! > 0
}

function unlessNotHeld(error: unknown): undefined {
  if (!(error instanceof NotHeld)) throw error
}

async function connect(url: string) {
  const client = new pg.Client(url)
  await client.connect()
  return { client, [Symbol.asyncDispose]: () => client.end() }
}

/** The same role and database at another machine. */
function urlOf(coordinator: string, { name, port }: Machine): string {
  const url = new URL(coordinator)
  url.hostname = name
  url.port = String(port)
  return url.href
}
