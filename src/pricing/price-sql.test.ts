/** Prices generated carts, and compares the statement with a second implementation that shares nothing with it. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import fc from 'fast-check'
import { sql } from 'kysely'
import { cloneDatabase, type TestDatabase } from '../../test/support/database.ts'
import { times } from '../../test/support/times.ts'
import { type OpenDatabase, openDatabase } from '../database/open.ts'
import { type PriceRow, priceSql } from './price-sql.ts'
import { withoutVatSql } from './reverse-charge/amounts-sql.ts'

let database: TestDatabase
let opened: OpenDatabase
before(async () => {
  database = await cloneDatabase()
  opened = openDatabase(database.url)
  for (const [country, klass, rate] of RATES) {
    await sql`insert into tax_rates (country, class, rate_bp, valid_from, confirmed)
    values (${country}, ${klass}, ${rate}, '2001-01-01', true)`.execute(opened.db)
  }
  await sql`insert into categories (name, parent, position)
    values ('tea', null, 0), ('green tea', 'tea', 0), ('sencha', 'green tea', 0)`.execute(opened.db)
  await sql`delete from delivery_methods`.execute(opened.db)
  for (const { id, kind, price, bands, free_from, max_weight } of METHODS) {
    await sql`
      insert into delivery_methods (id, kind, names, price, bands, currency, free_from, max_weight, days_least, days_most)
      values (${id}, ${kind}, '{"en": "Parcel"}', ${price}, ${JSON.stringify(bands)}, 'EUR', ${free_from}, ${max_weight}, 1, 2)
    `.execute(opened.db)
  }
})
after(async () => {
  await opened[Symbol.asyncDispose]()
  await database[Symbol.asyncDispose]()
})

const RATES = [
  ['DE', 'reduced', 700],
  ['DE', 'zero', 0],
  ['FR', 'intermediate', 1000],
  ['FR', 'reduced', 550],
  ['FR', 'super_reduced', 210],
] as const
const RATE_OF: Record<string, Record<string, number>> = {
  DE: { standard: 1900, reduced: 700, zero: 0 },
  FR: { standard: 2000, intermediate: 1000, reduced: 550, super_reduced: 210 },
  FI: { standard: 2550 },
  GB: { standard: 0, intermediate: 0, reduced: 0, super_reduced: 0, zero: 0 },
}
/** The meaning of the names in codes. */
const BRANCHES: Record<string, string[]> = {
  books: ['books'],
  tea: ['tea', 'green tea', 'sencha'],
  'green tea': ['green tea', 'sencha'],
}
/** Grams of each product. Nobody has weighed the others. */
const WEIGHTS: Record<number, number> = { 1: 100, 2: 900, 3: 5000, 4: 1_000_000 }
/** The second is reached by heavy orders only, and the last one by valuable ones, whatever they weigh. */
const BANDS = [
  { value: 20, weight: 0, price: 700 },
  { value: 20, weight: 2000, price: 1100 },
  { value: 0, weight: 10_000, price: 2300 },
  { value: 4000, weight: 0, price: 90 },
]
const METHODS = [0, 1, 499, 2_147_483_647].flatMap((price, n) => {
  const kind = price > 0 ? 'delivery' : 'collection'
  return [
    { id: `00000000-0000-7000-8000-00000000000${n}`, kind, price, bands: [], free_from: null, max_weight: null },
    { id: `00000000-0000-7000-8000-00000000001${n}`, kind, price, bands: [], free_from: 5000, max_weight: null },
    {
      id: `00000000-0000-7000-8000-00000000002${n}`,
      kind,
      price,
      bands: BANDS,
      free_from: 9000,
      max_weight: price > 0 ? 30_000 : null,
    },
  ]
})

const line = fc.record({
  product_id: fc.integer({ min: 1, max: 5 }),
  category: fc.constantFrom('books', 'tea', 'green tea', 'sencha'),
  kind: fc.nat(4),
  price: fc.oneof(fc.integer({ min: 0, max: 20 }), fc.integer({ min: 0, max: 9999 }), fc.constant(2_147_483_647)),
  quantity: fc.oneof({ weight: 5, arbitrary: fc.integer({ min: 1, max: 5 }) }, fc.integer({ min: 100, max: 10_000 })),
})
const terms = fc.record({
  kind: fc.constantFrom('percent', 'amount', 'free_delivery'),
  /** Percent in hundredths. */
  percent: fc.oneof(
    fc.integer({ min: 1, max: 100 }).map(whole => whole * 100),
    fc.integer({ min: 100, max: 10_000 }),
  ),
  amount: fc.integer({ min: 0, max: 20_000 }),
  product_ids: fc.option(fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 1, maxLength: 3 })),
  categories: fc.option(fc.constantFrom(['books'], ['tea'], ['green tea'], ['books', 'tea'])),
})
const cart = fc.record({
  lines: fc.oneof(
    { weight: 20, arbitrary: fc.array(line, { minLength: 1, maxLength: 7 }) },
    fc.array(line, { minLength: 100, maxLength: 100 }),
  ),
  country: fc.constantFrom(...Object.keys(RATE_OF)),
  method: fc.constantFrom(...METHODS),
  terms: fc.option(terms),
})
type Cart = typeof cart extends fc.Arbitrary<infer T> ? T : never

test('10,000 generated carts → the statement and a second implementation agree', async () => {
  const seed = Math.floor(Math.random() * 2 ** 31)
  const carts = fc.sample(cart, { seed, numRuns: times(10_000) }).map(rowsOf)
  for (let from = 0; from < carts.length; from += 1000) {
    const some = carts.slice(from, from + 1000)
    const priced = await price(some, CODE)
    const plain = some.filter(({ terms }) => terms === null)
    assert.deepEqual(
      await price(plain, null),
      priced.filter((_, n) => some[n]!.terms === null),
      `seed ${seed}`,
    )
    for (const [n, found] of priced.entries()) {
      const asked = some[n]!
      const context = `seed ${seed}, cart ${from + n}: ${JSON.stringify(asked)}`
      assert.deepEqual(found, expected(asked), context)
      holdsPromises(asked, found, context)
    }
  }
})

test('generated carts without VAT → net total, spread to the unit', async () => {
  const seed = Math.floor(Math.random() * 2 ** 31)
  const carts = fc.sample(cart, { seed, numRuns: times(2000) }).map(rowsOf)
  const taxed = await price(carts, CODE)
  const freed = await price(carts, CODE, priced => withoutVatSql(priced, 'FR'))
  for (const [n, net] of freed.entries()) {
    const context = `seed ${seed}, cart ${n}: ${JSON.stringify(carts[n])}`
    const gross = taxed[n]!
    if (gross.refusal !== null || carts[n]!.method.price === 0) assert.deepEqual(net, gross, context)
    else holdsWithoutVat(gross, net, context)
  }
})

function holdsWithoutVat(gross: PriceRow, net: PriceRow, context: string): void {
  const sum = (numbers: number[]) => numbers.reduce((all, one) => all + one, 0)
  const { total } = net
  assert.equal(total, sum(gross.taxes.map(tax => tax.net)), context)
  assert.deepEqual(net.taxes, [{ rate_bp: 0, net: total, tax: 0, gross: total }], context)
  assert.deepEqual([net.vat_rule, net.tax_country], ['reverse_charge', 'FR'], context)
  assert.equal(sum(net.line_totals), net.items_total, context)
  assert.equal(sum(net.discounts), net.discount_total, context)
  assert.equal(net.items_total - net.discount_total + net.delivery_total, total, context)
  assert.ok(net.delivery_total >= 0 && net.delivery_total <= gross.delivery_total, context)
  for (const [n, amount] of gross.line_totals.entries()) {
    const exact = (amount * 10_000) / (10_000 + gross.rates[n]!)
    assert.ok(Math.abs(net.line_totals[n]! - exact) <= 2, `line ${n}: ${context}`)
    assert.ok(net.discounts[n]! >= 0 && net.discounts[n]! <= net.line_totals[n]!, context)
    assert.equal(net.rates[n], 0)
  }
}

/** Checks what has to hold whatever the arithmetic is. */
function holdsPromises({ lines }: ReturnType<typeof rowsOf>, row: PriceRow, context: string): void {
  const sum = (numbers: number[]) => numbers.reduce((all, one) => all + one, 0)
  assert.equal(row.total, sum(lines.map(l => l.price * l.quantity)) + row.delivery_total - row.discount_total, context)
  assert.equal(sum(row.discounts), row.discount_total, context)
  for (const [n, off] of row.discounts.entries()) {
    assert.ok(off >= 0 && off <= lines[n]!.price * lines[n]!.quantity, context)
  }
  if (row.rates.includes(null)) return
  assert.equal(sum(row.taxes.map(({ gross }) => gross)), row.total, context)
  for (const { net, tax, gross } of row.taxes) assert.ok(net + tax === gross && tax >= 0 && net >= 0, context)
}

/** A collection has the VAT of the place of the shop. */
function placeOf({ kind }: (typeof METHODS)[number], country: string): string {
  return kind === 'collection' ? 'DE' : country
}

function rowsOf({ lines, country, method, terms }: Cart) {
  const classes = Object.keys(RATE_OF[placeOf(method, country)]!)
  return {
    country,
    method,
    lines: lines.map(({ kind, ...rest }, n) => {
      const weight = WEIGHTS[rest.product_id] ?? null
      return { ...rest, line: n + 1, weight, tax_class: classes[kind % classes.length]! }
    }),
    terms: terms && {
      code: 'CODE',
      used: 0,
      kind: terms.kind,
      value: terms.kind === 'percent' ? terms.percent / 100 : terms.amount,
      product_ids: terms.product_ids,
      categories: terms.categories,
    },
  }
}

const CODE = { code: sql`c.cart -> 'terms' ->> 'code'`, terms: sql`nullif(c.cart -> 'terms', 'null')` }

type Carts = ReturnType<typeof rowsOf>[]
type Change = (price: ReturnType<typeof priceSql>) => ReturnType<typeof priceSql>

/** @param discount null: the statement for baskets without a code */
async function price(carts: Carts, discount: typeof CODE | null, change: Change = one => one): Promise<PriceRow[]> {
  const { rows } = await sql<{ row: PriceRow }>`
    select to_jsonb(p) as row
    from jsonb_array_elements(${JSON.stringify(carts)}::jsonb) with ordinality as c (cart, n), lateral (${change(
      priceSql({
        lines: sql`
        select * from jsonb_to_recordset(c.cart -> 'lines') as l (
          line int, product_id bigint, category text, tax_class text, price bigint, weight int, quantity bigint
        )`,
        currency: sql`'EUR'`,
        country: sql`c.cart ->> 'country'`,
        place: sql`c.cart ->> 'country'`,
        vatRule: sql`null`,
        shop: { place: 'DE', ratesFrom: ['DE', '*'], rule: null, seat: 'Shop' },
        ratesFrom: sql`array[c.cart ->> 'country', '*']`,
        method: sql`c.cart -> 'method' ->> 'id'`,
        discount,
        deliveryTotal: null,
        seller: {
          country: 'DE',
          countries: [],
          today: '2026-11-25',
          languages: ['en'],
          vatRule: 'destination',
          reverseCharge: false,
          seat: '',
          postcode: '',
        },
      }),
    )}) as p
    order by n
  `.execute(opened.db)
  return rows.map(({ row }) => row)
}

/** The second implementation, with exact fractions. */
function expected({ lines, country, method, terms }: ReturnType<typeof rowsOf>): PriceRow {
  const amounts = lines.map(({ price, quantity }) => BigInt(price) * BigInt(quantity))
  const isFor = lines.map(
    ({ product_id, category }) =>
      terms !== null &&
      ((!terms.product_ids && !terms.categories) ||
        (terms.product_ids?.includes(product_id) ?? false) ||
        ((terms.categories as string[] | null)?.some(one => BRANCHES[one]!.includes(category)) ?? false)),
  )
  const weights = amounts.map((amount, n) => (isFor[n] ? amount : 0n))
  const items = add(amounts)
  const discount = discountOf(terms, add(weights))
  const discounts = divide(discount, weights)
  const weight = lines.reduce((sum, line) => sum + (line.weight ?? 0) * line.quantity, 0)
  const costOf = ({ price, bands, free_from }: (typeof METHODS)[number]) => {
    if (terms?.kind === 'free_delivery' || (free_from !== null && items - discount >= free_from)) return 0
    return bands.findLast(band => items - discount >= band.value && weight >= band.weight)?.price ?? price
  }
  const carries = ({ max_weight }: (typeof METHODS)[number]) => max_weight === null || weight <= max_weight
  const isCarried = carries(method)
  const place = placeOf(method, country)
  const delivery = isCarried ? BigInt(costOf(method)) : 0n
  const rates = lines.map(({ tax_class }) => RATE_OF[place]![tax_class]!)
  const kinds = [...new Set(rates)].sort((a, b) => a - b)
  const by = (values: bigint[]) => kinds.map(kind => add(values.filter((_, n) => rates[n] === kind)))
  const left = amounts.map((amount, n) => amount - discounts[n]!)
  const shares = [left, amounts, amounts.map(() => 1n)].map(by).find(parts => add(parts) > 0n)!
  const isEqual = add(left) === 0n && items === 0n
  const parts = divide(delivery, isEqual ? kinds.map(() => 1n) : shares)
  const taxes = kinds.map((kind, n) => {
    const gross = by(left)[n]! + parts[n]!
    const tax = roundHalfUp(gross * BigInt(kind), 10_000n + BigInt(kind))
    return { rate_bp: kind, net: Number(gross - tax), tax: Number(tax), gross: Number(gross) }
  })
  const refusal = !isCarried ? 'too_heavy' : terms && !isFor.includes(true) ? 'code_products' : null
  return {
    refusal,
    country: place,
    place,
    tax_country: place,
    vat_rule: null,
    items_total: Number(items),
    discount_total: Number(discount),
    delivery_total: Number(delivery),
    total: Number(items - discount + delivery),
    line_totals: amounts.map(Number),
    discounts: discounts.map(Number),
    rates,
    taxes: taxes.reverse(),
    delivery: isCarried ? storedAs(method) : null,
    min_total: null,
    least_delivery: Math.min(...METHODS.filter(one => one.kind === 'delivery' && carries(one)).map(costOf)),
    weight,
    is_free: terms?.kind === 'free_delivery',
  }
}

function storedAs({ id, kind }: (typeof METHODS)[number]): PriceRow['delivery'] {
  const stored = { method: id, names: { en: 'Parcel' }, days: { least: 1, most: 2 } }
  return kind === 'collection' ? { ...stored, kind, address: 'Shop', hours: {} } : { ...stored, kind: 'delivery' }
}

function discountOf(terms: { kind: string; value: number } | null, base: bigint): bigint {
  if (terms?.kind === 'percent') return roundHalfUp(base * BigInt(Math.round(terms.value * 100)), 10_000n)
  if (terms?.kind === 'amount') return BigInt(terms.value) < base ? BigInt(terms.value) : base
  return 0n
}

/** Largest remainder, one unit at a time. */
function divide(amount: bigint, weights: bigint[]): bigint[] {
  const all = add(weights)
  if (all === 0n) return weights.map(() => 0n)
  const parts = weights.map(weight => (amount * weight) / all)
  const order = weights
    .map((weight, n) => ({ n, rest: (amount * weight) % all }))
    .sort((a, b) => (a.rest === b.rest ? a.n - b.n : a.rest > b.rest ? -1 : 1))
  for (let n = 0; add(parts) < amount; n++) parts[order[n]!.n]! += 1n
  return parts
}

function roundHalfUp(above: bigint, below: bigint): bigint {
  const [whole, rest] = [above / below, above % below]
  return rest * 2n >= below ? whole + 1n : whole
}

function add(numbers: bigint[]): bigint {
  return numbers.reduce((sum, one) => sum + one, 0n)
}
