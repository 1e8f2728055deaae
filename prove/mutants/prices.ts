/** The mutants of sale prices: each forgets a price that held, or the day on which a sale begins or ends. */
import type { Mutant } from './mutate.ts'

const SALES_SQL = 'migrations/201_sale_prices.sql'
const TURN_OF_PRICES = 'src/catalogue/sales/turn.ts'
const rule = 'PRICES'
const plays = 'life'
const runs = 30

export const PRICE_MUTANTS: Mutant[] = [
  {
    name: 'PRICES: prices count for twenty days',
    rule,
    plays,
    runs,
    edits: [{ file: SALES_SQL, from: "interval '30 days 1 hour'", to: "interval '20 days'" }],
  },
  {
    name: 'PRICES: prices count for ever',
    rule,
    plays,
    runs,
    edits: [{ file: SALES_SQL, from: "interval '30 days 1 hour'", to: "interval '60 days'" }],
  },
  {
    name: 'PRICES: the price that held until now does not count',
    rule,
    plays,
    runs,
    edits: [
      { file: SALES_SQL, from: 'select p.price where p.removed_at is null and', to: 'select p.price where false and' },
    ],
  },
  {
    name: 'PRICES: a reduction that lasts is computed anew',
    rule,
    plays,
    runs,
    edits: [{ file: SALES_SQL, from: 'and (p.price, p.currency) = (price, unit) then', to: 'and false then' }],
  },
  {
    name: 'PRICES: a further reduction keeps the price from before the first',
    rule,
    plays,
    runs,
    edits: [{ file: SALES_SQL, from: 'and (p.price, p.currency) = (price, unit) then', to: 'then' }],
  },
  {
    name: 'PRICES: the last day of a sale is no part of it',
    rule,
    plays,
    runs,
    edits: [{ file: SALES_SQL, from: 'coalesce(day <= sale_until, true)', to: 'coalesce(day < sale_until, true)' }],
  },
  {
    name: 'PRICES: ended prices have the time of the database',
    rule,
    plays,
    runs,
    edits: [
      {
        file: SALES_SQL,
        from: "coalesce(nullif(current_setting('semel.price_time', true), '')::timestamptz, clock_timestamp())",
        to: 'clock_timestamp()',
      },
    ],
  },
  {
    name: 'PRICES: midnight is that of UTC',
    rule,
    plays,
    runs,
    edits: [{ file: TURN_OF_PRICES, from: 'const day = dayOf(now, timeZone)', to: "const day = dayOf(now, 'UTC')" }],
  },
]
