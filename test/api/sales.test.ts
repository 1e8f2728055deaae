import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import { periodOf, readSales, type Sales } from '../../src/console/overview/sales.ts'
import { DAY, HOUR, after as later, MINUTE } from '../../src/time.ts'
import { person } from '../support/people.ts'
import { type Semel, startSemel } from '../support/semel.ts'

let semel: Semel
before(async () => {
  semel = await startSemel({}, { worker: false })
})
after(() => semel[Symbol.asyncDispose]())

/** Each test has orders in the past, where all quarters of an hour may have been counted. */
beforeEach(async () => {
  await sql`delete from sales_quarters`.execute(semel.db)
  await sql`update sales_cancelled set until = '-infinity'`.execute(semel.db)
})

const NOW = new Date('2026-03-04T12:30:00Z')

test('order cancelled before, during or after adding up → sale in no currency', async () => {
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

/** Orders a second before and at each midnight: those of the day are the second and the third. */
for (const [zone, day, midnights, hours] of [
  ['Europe/Berlin', '2026-10-25', ['2026-10-24T22:00:00Z', '2026-10-25T23:00:00Z'], 25],
  ['Pacific/Auckland', '2026-09-27', ['2026-09-26T12:00:00Z', '2026-09-27T11:00:00Z'], 23],
  ['America/Sao_Paulo', '2018-11-04', ['2018-11-04T03:00:00Z', '2018-11-05T02:00:00Z'], 23],
  ['Asia/Kathmandu', '2026-06-01', ['2026-05-31T18:15:00Z', '2026-06-01T18:15:00Z'], 24],
] as const) {
  test(`sales of ${day} in ${zone} → between midnights, in ${hours} hours, week, month`, async () => {
    const { id } = await person(semel)
    const [begin, end] = midnights.map(text => new Date(text)) as [Date, Date]
    for (const [midnight, early, late] of [
      [begin, 1, 2],
      [end, 4, 8],
    ] as const) {
      await place(id, later(midnight, -1), zone.slice(-3).toUpperCase(), early)
      await place(id, midnight, zone.slice(-3).toUpperCase(), late)
    }
    const currency = zone.slice(-3).toUpperCase()
    for (const now of [later(end, MINUTE), later(end, 2 * HOUR), later(end, 40 * DAY)]) {
      const period = periodOf('day', day, now, zone)
      const { now: sales, before, slots } = await readSales(semel.db, period, now)
      assert.deepEqual(byCurrency(sales)[currency], [2, 6], now.toISOString())
      assert.equal(before.get(currency)?.total, 1)
      assert.equal(slots.length, hours)
      assert.equal(slots[0]!.sales.get(currency)?.total, 2)
      assert.equal(slots.at(-1)!.sales.get(currency)?.total, 4)
      const month = await readSales(semel.db, periodOf('month', day, now, zone), now)
      const own = month.slots.find(({ at }) => at.getTime() === begin.getTime())
      assert.equal(own?.sales.get(currency)?.total, 6)
    }
  })
}

test('unfinished week → compared with as much of the week before', async () => {
  const { id } = await person(semel)
  const now = new Date('2026-10-28T12:00:00Z')
  for (const [days, total] of [
    [0, 1],
    [7, 2],
    [6, 4],
  ] as const)
    await place(id, later(now, -days * DAY - 2 * HOUR), 'CHF', total)
  const read = async (at: Date) => readSales(semel.db, periodOf('week', '2026-10-28', at, 'Europe/Berlin'), at)
  const present = await read(now)
  assert.deepEqual([present.now.get('CHF')?.total, present.before.get('CHF')?.total], [1, 2])
  const over = await read(later(now, 30 * DAY))
  assert.deepEqual([over.now.get('CHF')?.total, over.before.get('CHF')?.total], [1, 6])
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
  const { now: sales } = await readSales(semel.db, periodOf('week', '2026-03-04', now, 'UTC'), now)
  return byCurrency(sales)
}

function byCurrency(sales: Sales): Record<string, [orders: number, total: number]> {
  return Object.fromEntries([...sales].sort().map(([currency, { orders, total }]) => [currency, [orders, total]]))
}
