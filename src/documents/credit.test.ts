import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { type Basis, type Credited, credit, type Paper } from './credit.ts'

const WORDS = { more: 'Price reduction', less: 'Deduction' }
const MONEY: Basis = { lines: [], delivery: 0 }
const line = (name: string, price: number, rate: number, quantity = 1, discount = 0) => {
  return { sku: name, name, quantity, unitPrice: price, discount, total: price * quantity, rate }
}

/** A lamp of 99.90 at 19 %, books of 10.00 at 7 %, and a delivery of 5.00 that is spread over both. */
const INVOICE: Paper = {
  lines: [line('lamp', 9990, 1900), line('book', 250, 700, 4)],
  total: 11_490,
  taxes: [
    { rate: 1900, net: 8777, tax: 1668, gross: 10_445 },
    { rate: 700, net: 977, tax: 68, gross: 1045 },
  ],
}

function of(basis: Basis, amount: number, earlier: Paper[] = []): Credited {
  return credit({ invoice: INVOICE, earlier }, amount, basis, WORDS)!
}
const byRate = ({ taxes }: Paper) => Object.fromEntries(taxes.map(({ rate, gross }) => [rate, gross]))

test('goods of one rate → that rate alone, and their lines', () => {
  const books = { lines: [line('book', 250, 700, 3)], delivery: 0 }
  const note = of(books, 750)
  assert.deepEqual(byRate(note), { 700: 750 })
  assert.deepEqual(note.lines, books.lines)
})

test('all of it → the figures of the invoice, delivery with its rates', () => {
  const { delivery, ...note } = of({ lines: INVOICE.lines, delivery: 500 }, 11_490)
  assert.deepEqual([note, delivery], [INVOICE, 500])
})

test('nothing is left → no credit note', () => {
  assert.equal(credit({ invoice: INVOICE, earlier: [INVOICE] }, 5, MONEY, WORDS), undefined)
})

test('less or more than the lines are worth → another line says so', () => {
  const book = { lines: [line('book', 250, 700)], delivery: 0 }
  const less = of(book, 200)
  assert.deepEqual([byRate(less), less.lines.at(-1)!.name, less.lines.at(-1)!.total], [{ 700: 200 }, 'Deduction', -50])
  const more = of(book, 350)
  assert.deepEqual(more.total, 350)
  assert.equal(byRate(more)[700]! > 250, true)
  assert.deepEqual(
    more.lines.slice(1).map(({ name }) => name),
    ['Price reduction', 'Price reduction'],
  )
})

test('money alone → spread over rates by the rest, a line for each', () => {
  const note = of(MONEY, 1149)
  assert.deepEqual(byRate(note), { 1900: 1045, 700: 104 })
  assert.deepEqual(
    note.lines.map(({ rate, total }) => [rate, total]),
    [
      [1900, 1045],
      [700, 104],
    ],
  )
})

test('an edit → delivery moves to the remaining goods, the other rate rises', () => {
  const note = of(
    {
      lines: [line('book', 250, 700, 4)],
      delivery: 0,
      taxes: [
        { rate: 1900, gross: -45 },
        { rate: 700, gross: 1045 },
      ],
    },
    1000,
  )
  assert.deepEqual([note.total, byRate(note)], [1000, { 1900: -45, 700: 1045 }])
})

test('more than a rate has left → the rest is credited at others', () => {
  const earlier = [of(MONEY, 6000)]
  const note = of({ lines: [line('book', 250, 700, 4)], delivery: 0 }, 1000, earlier)
  assert.equal(note.total, 1000)
  assert.ok(byRate(note)[700]! <= 1045 - byRate(earlier[0]!)[700]!)
})

test('an order without VAT → the total alone', () => {
  const invoice = { lines: [{ ...line('old', 500, 0, 2), rate: null }], total: 1000, taxes: [] }
  const note = credit({ invoice, earlier: [] }, 300, MONEY, WORDS)!
  assert.deepEqual([note.total, note.taxes, note.lines[0]!.rate], [300, [], null])
})

const amounts = fc.array(fc.integer({ min: 1, max: 4000 }), { maxLength: 12 })
const bases = fc.array(
  fc.record({
    lamps: fc.integer({ min: 0, max: 1 }),
    books: fc.integer({ min: 0, max: 4 }),
    delivery: fc.integer({ min: 0, max: 500 }),
  }),
  { minLength: 1 },
)

test('any series of notes → each adds up, all together are the invoice', () => {
  fc.assert(
    fc.property(amounts, bases, (wanted, kinds) => {
      const earlier: Credited[] = []
      for (const [n, amount] of [...wanted, 11_490].entries()) {
        const { lamps, books, delivery } = kinds[n % kinds.length]!
        const lines = [line('lamp', 9990, 1900, lamps), line('book', 250, 700, books)].filter(one => one.quantity > 0)
        const note = credit({ invoice: INVOICE, earlier }, amount, { lines, delivery }, WORDS)
        if (!note) continue
        judge(note)
        earlier.push(note)
        for (const { rate, tax, gross } of INVOICE.taxes) {
          const before = earlier.flatMap(({ taxes }) => taxes.filter(one => one.rate === rate))
          const [left, taxLeft] = before.reduce(([g, x], one) => [g - one.gross, x - one.tax], [gross, tax] as [
            number,
            number,
          ])
          assert.ok(left >= 0)
          assert.equal(taxLeft, Math.round((left * rate) / (10_000 + rate)), `${left} at ${rate}`)
        }
      }
      assert.equal(
        earlier.reduce((sum, { total }) => sum + total, 0),
        11_490,
      )
    }),
  )
})

function judge({ lines, delivery, total, taxes }: Credited): void {
  const goods = lines.reduce((sum, one) => sum + one.total - one.discount, 0)
  assert.equal(goods + delivery, total)
  assert.equal(
    taxes.reduce((sum, { gross }) => sum + gross, 0),
    total,
  )
  for (const { net, tax, gross } of taxes) assert.equal(net + tax, gross)
}
