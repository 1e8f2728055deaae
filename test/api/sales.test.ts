import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { readSales } from '../../src/console/shop/sales.ts'
import { DAY, HOUR, after as later, MINUTE } from '../../src/time.ts'
import { person } from '../support/people.ts'
import { type Semel, startSemel } from '../support/semel.ts'

let semel: Semel
before(async () => {
  semel = await startSemel({}, { worker: false })
})
after(() => semel[Symbol.asyncDispose]())

const NOW = new Date('2026-03-04T12:30:00Z')

test('an order that was cancelled before, while or after its hour was added up is no sale, in each currency', async () => {
  const { id } = await person(semel)
  const euros = await place(id, later(NOW, -2 * DAY), 'EUR', 100)
  const before = await place(id, later(NOW, -2 * DAY), 'EUR', 10)
  const pounds = await place(id, later(NOW, -2 * DAY), 'GBP', 1000)
  const present = await place(id, later(NOW, -MINUTE), 'EUR', 5)
  await cancel(before, later(NOW, -DAY))
  assert.deepEqual(await totals(NOW), { EUR: [2, 105], GBP: [1, 1000] })
  assert.deepEqual(await totals(NOW), { EUR: [2, 105], GBP: [1, 1000] }, 'hours are read')

  await cancel(pounds, later(NOW, MINUTE))
  await cancel(present, later(NOW, MINUTE))
  assert.deepEqual(await totals(later(NOW, 2 * MINUTE)), { EUR: [1, 100], GBP: [0, 0] }, 'each reader subtracts it')
  assert.deepEqual(await totals(later(NOW, HOUR)), { EUR: [1, 100], GBP: [0, 0] }, 'it was subtracted once')
  await cancel(euros, later(NOW, HOUR))
  assert.deepEqual(await totals(later(NOW, 3 * HOUR)), { EUR: [0, 0], GBP: [0, 0] })
})

async function place(owner: string, at: Date, currency: string, total: number): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into orders (owner_id, total, currency, placed_at) values (${owner}, ${total}, ${currency}, ${at}) returning id
  `.execute(semel.db)
  return rows[0]!.id
}

async function cancel(id: number, at: Date): Promise<void> {
  await sql`
    with step as (insert into order_steps (order_id, status, by_user, at) select id, 'cancelled', owner_id, ${at} from orders where id = ${id})
    update orders set status = 'cancelled' where id = ${id}
  `.execute(semel.db)
}

/** Orders and total of the last week, by currency. */
async function totals(now: Date): Promise<Record<string, [orders: number, total: number]>> {
  const { now: sales } = await readSales(semel.db, 'week', now)
  return Object.fromEntries([...sales].sort().map(([currency, { orders, total }]) => [currency, [orders, total]]))
}
