import assert from 'node:assert/strict'
import { cp, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { sql } from 'kysely'
import { MIGRATIONS } from '../../src/database/migrations/files.ts'
import { migrate } from '../../src/database/migrations/migrate.ts'
import { openDatabase } from '../../src/database/open.ts'
import { countRefunds } from '../../src/payments/ledger/refunds.ts'
import { settleOrder } from '../../src/payments/order-status.ts'
import { cloneDatabase, type TestDatabase } from '../support/database.ts'

/* Chargebacks were refunds of the source `chargeback` once. A database with such rows is migrated. */

type Back = { source: string; state: 'pending' | 'done' | 'failed'; amount: number; noted?: boolean }
type Case = { status?: string; before: string; backs: Back[]; surplus?: Back[]; wanted: Wanted }
type Wanted = { payment: string; money: string; disputes: string[]; refunds: string[] }

const PRICE = 4800
const back = (state: Back['state'], amount = PRICE, more: Partial<Back> = {}) =>
  ({ source: 'chargeback', state, amount, ...more }) satisfies Back
const OWN: Back = { source: 'shop', state: 'done', amount: 1000 }

/** Money: refunded, charged back, disputed. */
const CASES: Record<string, Case> = {
  'lost → charged back, and nobody has decided': {
    before: 'refunded',
    backs: [back('done')],
    wanted: { payment: 'charged_back', money: '0 4800 0', disputes: ['lost true -'], refunds: [] },
  },
  'lost, with a credit note → credited, and its refund stays': {
    before: 'refunded',
    backs: [back('done', PRICE, { noted: true })],
    wanted: { payment: 'refunded', money: '4800 0 0', disputes: ['lost true credited'], refunds: ['chargeback done'] },
  },
  'open → disputed': {
    before: 'refund_due',
    backs: [back('pending')],
    wanted: { payment: 'disputed', money: '0 0 4800', disputes: ['open true -'], refunds: [] },
  },
  'won → paid': {
    before: 'paid',
    backs: [back('failed')],
    wanted: { payment: 'paid', money: '0 0 0', disputes: ['won false -'], refunds: [] },
  },
  'lost after a refund in part → the rest is charged back': {
    before: 'refunded',
    backs: [OWN, back('done', 3800)],
    wanted: { payment: 'charged_back', money: '1000 3800 0', disputes: ['lost true -'], refunds: ['shop done'] },
  },
  'open after a refund in part → the rest is disputed': {
    before: 'refund_due',
    backs: [OWN, back('pending', 3800)],
    wanted: { payment: 'disputed', money: '1000 0 3800', disputes: ['open true -'], refunds: ['shop done'] },
  },
  'won after a refund in part → partly refunded': {
    before: 'partly_refunded',
    backs: [OWN, back('failed', 3800)],
    wanted: { payment: 'partly_refunded', money: '1000 0 0', disputes: ['won false -'], refunds: ['shop done'] },
  },
  'lost of a cancelled order → charged back, and nothing is owed': {
    status: 'cancelled',
    before: 'refunded',
    backs: [back('done')],
    wanted: { payment: 'charged_back', money: '0 4800 0', disputes: ['lost true -'], refunds: [] },
  },
  'one lost and credited, another one open → both are there': {
    before: 'refund_due',
    backs: [back('done', 1000, { noted: true }), back('pending', 3800)],
    wanted: {
      payment: 'disputed',
      money: '1000 0 3800',
      disputes: ['lost true credited', 'open true -'],
      refunds: ['chargeback done'],
    },
  },
  'lost of a payment too many → the order stays paid': {
    before: 'paid',
    backs: [],
    surplus: [back('done')],
    wanted: { payment: 'paid', money: '0 0 0', disputes: ['lost true -'], refunds: [] },
  },
  'no chargeback → nothing changes': {
    before: 'partly_refunded',
    backs: [OWN],
    wanted: { payment: 'partly_refunded', money: '1000 0 0', disputes: [], refunds: ['shop done'] },
  },
}

let database: TestDatabase
let opened: ReturnType<typeof openDatabase>
const ids = new Map<string, number>()

before(async () => {
  database = await cloneDatabase('template0')
  const directory = await mkdtemp(join(tmpdir(), 'semel-migrations-'))
  for (const name of await readdir(MIGRATIONS))
    if (name < '120_') await cp(new URL(name, MIGRATIONS), join(directory, name))
  await migrate(database.url, pathToFileURL(`${directory}/`))
  await rm(directory, { recursive: true })
  opened = openDatabase(database.url)
  for (const [name, one] of Object.entries(CASES)) ids.set(name, await seed(one))
  await migrate(database.url)
})
test('shop that sells since before → its delivery stays on', async () => {
  const methods = await opened.db.selectFrom('delivery_methods').select('active').execute()
  assert.deepEqual(methods, [{ active: true }])
})

after(async () => {
  await opened[Symbol.asyncDispose]()
  await database[Symbol.asyncDispose]()
})

async function seed({ status = 'shipped', before, backs, surplus }: Case): Promise<number> {
  const { db } = opened
  const owner = crypto.randomUUID()
  await sql`
    insert into users (id, email, user_name, password_hash, created_at)
    values (${owner}, ${`${owner}@example.test`}, 'Buyer', '', now())
  `.execute(db)
  const { rows } = await sql<{ id: number }>`
    insert into orders (owner_id, status, total, currency, placed_at, payment_status)
    values (${owner}, ${status}, ${PRICE}, 'EUR', now(), ${before}) returning id
  `.execute(db)
  const { id } = rows[0]!
  await pay(id, backs, false)
  if (surplus) await pay(id, surplus, true)
  return id
}

async function pay(orderId: number, backs: Back[], isSurplus: boolean): Promise<void> {
  const { db } = opened
  const id = crypto.randomUUID()
  const sum = (of: Back[]) => of.reduce((sum, { amount }) => sum + amount, 0)
  const done = sum(backs.filter(({ state }) => state === 'done'))
  const reserved = sum(backs.filter(({ state }) => state !== 'failed'))
  await sql`
    insert into payments (
      id, order_id, provider, amount, currency, state, provider_id, transaction_id, captured, refund_reserved, refunded, is_surplus, expires_at
    ) values (
      ${id}, ${orderId}, 'stripe', ${PRICE}, 'EUR', 'captured', ${`cs_${id}`}, ${`pi_${id}`}, ${PRICE}, ${reserved}, ${done}, ${isSurplus}, now()
    )
  `.execute(db)
  for (const { source, state, amount, noted } of backs) {
    const refund = crypto.randomUUID()
    await sql`
      insert into refunds (id, payment_id, amount, source, state, provider_id, by_user, ended_at)
      values (${refund}, ${id}, ${amount}, ${source}, ${state}, ${`du_${refund}`}, ${id}, now())
    `.execute(db)
    if (noted) await writeNote(orderId, refund)
  }
}

async function writeNote(orderId: number, refund: string): Promise<void> {
  await sql`
    with series as (insert into invoice_series (name, next) values (${`C-${orderId}`}, ${orderId + 1}) on conflict (name) do update set next = excluded.next returning name)
    insert into documents (id, kind, series, number, label, order_id, refund_id, issued_at, content, sha256)
    select ${crypto.randomUUID()}, 'credit_note', name, ${orderId}, ${`C-${orderId}`}, ${orderId}, ${refund}, now(), '{}', ''
    from series
  `.execute(opened.db)
}

async function stateOf(orderId: number): Promise<Wanted> {
  const { rows } = await sql<Wanted>`
    select payment_status as payment,
      (select concat_ws(' ', refunded, charged_back, disputed) from payments p where p.order_id = o.id and not is_surplus) as money,
      array(select concat_ws(' ', d.state, d.takes_money::text, coalesce(decision, '-')) from disputes d join payments p on p.id = payment_id
        where p.order_id = o.id order by 1) as disputes,
      array(select concat_ws(' ', r.source, r.state) from refunds r join payments p on p.id = payment_id where p.order_id = o.id) as refunds
    from orders o where id = ${orderId}
  `.execute(opened.db)
  return rows[0]!
}

for (const [name, { wanted }] of Object.entries(CASES)) {
  test(`a chargeback of before: ${name}`, async () => {
    const id = ids.get(name)!
    assert.deepEqual(await stateOf(id), wanted)
    // The rules of today count the same from the rows.
    await opened.db.transaction().execute(async tx => {
      const payments = await tx.selectFrom('payments').select('id').where('order_id', '=', id).execute()
      for (const payment of payments) await countRefunds(tx, payment.id)
      await settleOrder(tx, id, new Date())
    })
    assert.deepEqual(await stateOf(id), wanted)
  })
}
