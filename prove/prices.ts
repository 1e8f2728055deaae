/** The proof of reductions: a price that is announced as reduced is so from the lowest price of the 30 days before. */
import { sql } from 'kysely'
import { changeProduct } from '../src/catalogue/edit-product.ts'
import { turnPrices } from '../src/catalogue/sales/turn.ts'
import { openDatabase } from '../src/database/open.ts'
import type { Db } from '../src/database/schema.ts'
import { Problem } from '../src/problems.ts'
import { addDays, dayOf, startOfDay } from '../src/shop/days.ts'
import { changeShop, forgetShop } from '../src/shop/settings.ts'
import { after, DAY, HOUR, MINUTE } from '../src/time.ts'
import { cloneDatabase } from '../test/support/database.ts'
import { type Random, randomFrom } from '../test/support/listings.ts'
import { stockProduct } from '../test/support/products.ts'
import { type PriceChange, PriceModel } from './price-model.ts'
import type { Proof } from './proof.ts'

/** Two of them have midnights that do not exist, and three are a day apart from others. */
const ZONES = [
  'UTC',
  'Europe/Berlin',
  'Africa/Cairo',
  'America/St_Johns',
  'Pacific/Auckland',
  'Pacific/Kiritimati',
  'Pacific/Pago_Pago',
]
/** Prices are few, so that they repeat. */
const FEW_PRICES = [900, 1000, 1200, 1500, 2000, 3000]
const STEPS_OF_LIFE = 40
/** Later than each day on which the proof runs, because a new product has the time of its database. */
const BEGIN = new Date('2040-02-20T10:00:00Z')

/**
 * Lives of products: prices and sales change, are put back and pass midnights in zones of the whole world, some of them unseen. After each
 * step the product is compared with a model that knows nothing but the directive. A run is one life.
 */
export const proof: Proof = {
  rule: 'PRICES',
  promise:
    'A reduction is announced beside the lowest price of the 30 days before it, and sales begin and end at midnight',
  defaultRuns: 60,
  async run({ runs, plays }) {
    await using database = await cloneDatabase()
    await using opened = openDatabase(database.url)
    const { db } = opened
    let steps = 0
    for (let seed = 1; seed <= runs; seed++) {
      await plays.run(`life ${seed} of a price`, async () => {
        const violations = await live(db, randomFrom(seed))
        steps += STEPS_OF_LIFE
        return violations
      })
    }
    await plays.run('midnight comes to three processes at once', () => raceAtMidnight(db))
    return { cases: runs, faults: steps }
  },
}

async function live(db: Db, random: Random): Promise<string[]> {
  const pick = <Value>(values: readonly Value[]): Value => values[random(values.length)]!
  const first = pick(FEW_PRICES)
  const id = await stockProduct(db, { price: first })
  const model = new PriceModel(first)
  let now = BEGIN
  let zone = await useZone(db, pick(ZONES))
  let former: PriceChange = { price: first }
  for (let step = 0; step < STEPS_OF_LIFE; step++) {
    const day = dayOf(now, zone)
    const kind = random(10)
    let did = ''
    if (kind < 4) {
      const wait = pick([MINUTE, 3 * HOUR, DAY, DAY, 9 * DAY, 22 * DAY, 26 * DAY, 32 * DAY, 45 * DAY])
      now = after(now, wait + random(50) * MINUTE)
      did = `waits until ${now.toISOString()}`
    } else if (kind === 4) {
      zone = await useZone(db, pick(ZONES))
      did = `moves to ${zone}`
    } else {
      const change = kind === 9 ? former : anyChange(random, day)
      const put = { regular_price: model.regular, ...model.sale }
      const wasTaken = await tryChange(db, id, change, now)
      const isTaken = model.change(change, { at: now, day })
      did = `${JSON.stringify(change)} on ${day}`
      if (wasTaken !== isTaken) return [`${did}: taken ${wasTaken} instead of ${isTaken}`]
      if (isTaken) former = put
      now = after(now, MINUTE)
    }
    // A zone or a midnight can have passed. Nobody has seen a price until the turn, which two processes may do.
    const today = dayOf(now, zone)
    await Promise.all([turnPrices(db, now), turnPrices(db, now)])
    model.turn({ at: startOfDay(today, zone), day: today })
    const { rows } = await sql<{ price: number; regular: number | null; lowest: number | null }>`
      select price, regular_price as regular, lowest_price_30_days as lowest from products where id = ${id}
    `.execute(db)
    const wrong = model.compare(rows[0]!)
    if (wrong) return [`step ${step}, ${did}, ${zone}: ${wrong}`]
  }
  return []
}

function anyChange(random: Random, day: string): PriceChange {
  const price = FEW_PRICES[random(FEW_PRICES.length)]!
  const days = {
    sale_from: [null, addDays(day, random(4) - 1)][random(2)]!,
    sale_until: [null, addDays(day, random(5))][random(2)]!,
  }
  const kind = random(6)
  if (kind < 2) return { price }
  if (kind === 2) return { sale_price: null }
  return kind === 3 ? { price, sale_price: FEW_PRICES[random(3)]!, ...days } : { sale_price: price, ...days }
}

/** @returns whether it was taken */
async function tryChange(db: Db, id: number, change: PriceChange, now: Date): Promise<boolean> {
  try {
    await changeProduct(db, id, change as Parameters<typeof changeProduct>[2], now)
    return true
  } catch (error) {
    if (error instanceof Problem && error.status === 422) return false
    throw error
  }
}

async function useZone(db: Db, timeZone: string): Promise<string> {
  await changeShop(db, { timeZone })
  await forgetShop(db)
  return timeZone
}

async function raceAtMidnight(db: Db): Promise<string[]> {
  const zone = await useZone(db, 'Europe/Berlin')
  const day = addDays(dayOf(BEGIN, zone), 1)
  const ids = await Promise.all(Array.from({ length: 8 }, () => stockProduct(db, { price: 2000 })))
  for (const id of ids) await changeProduct(db, id, { sale_price: 1500, sale_from: day }, BEGIN)
  const midnight = after(startOfDay(day, zone), MINUTE)
  await Promise.all([
    ...Array.from({ length: 3 }, () => turnPrices(db, midnight)),
    ...ids.map(id => changeProduct(db, id, { name: 'Renamed' }, midnight)),
  ])
  const { rows } = await sql<{ wrong: string }>`
    select format('%s: %s, lowest %s, %s ended', p.id, price, lowest_price_30_days, ended) as wrong
    from products p, lateral (select count(*) as ended from product_prices where product_id = p.id) as h
    where p.id = any(${ids}::bigint[]) and (price, lowest_price_30_days, ended) is distinct from (1500, 2000, 1)
  `.execute(db)
  return rows.map(({ wrong }) => wrong)
}
