/** Makes orders at random and documents of them, without a database: their amounts follow from prices as those of orders do. */
import fc from 'fast-check'
import { composeCreditNote, composeInvoice } from '../../src/documents/compose.ts'
import type { CompleteContent, DocumentContent, DocumentLine, DocumentTax } from '../../src/documents/content.ts'
import type { Invoiceable } from '../../src/documents/facts/invoiceable.ts'
import { composeReversal } from '../../src/documents/reversal.ts'
import { type Shop, UNSET } from '../../src/shop/settings.ts'

const WHEN = new Date('2026-11-02T10:00:00Z')

const SHOP: Shop = {
  ...UNSET,
  version: 1,
  name: 'Lamps & more',
  legalName: 'Lamps and more GmbH',
  seat: 'Lindenstr. 12\n10969 Berlin',
  country: 'DE',
  vatId: 'DE123456788',
  taxNumber: '30/123/45678',
  contactPhone: '+49 30 1234567',
  contactEmail: 'shop@example.com',
  iban: 'DE89 3704 0044 0532 0130 00',
}

const ADDRESS = { name: 'Ada Example', line1: 'Main Street 1', postcode: '10115', city: 'Berlin', country: 'DE' }

export type Drawn = {
  lines: { price: number; quantity: number; rate: number }[]
  /** Percent of the goods. */
  discount: number
  delivery: number
  /** Part of the delivery that goes back, and that moves between rates. */
  credits: { kind: 'money' | 'lines' | 'rest' | 'moved'; part: number; isReversed: boolean }[]
  place: string
  vatRule: Invoiceable['vatRule']
  currency: string
  isPaid: boolean
}

/** Rates of the Union, in hundredths of a percent: France has 2.1 and 5.5 %, Finland 25.5 %. */
const RATES = [1900, 700, 0, 210, 550, 2550, 2000, 2700]

export const drawn: fc.Arbitrary<Drawn> = fc.record({
  lines: fc.array(
    fc.record({
      price: fc.oneof(fc.integer({ min: 1, max: 150 }), fc.integer({ min: 0, max: 5_000_000 })),
      quantity: fc.oneof({ arbitrary: fc.integer({ min: 1, max: 4 }), weight: 3 }, fc.integer({ min: 1, max: 999 })),
      rate: fc.constantFrom(...RATES),
    }),
    { minLength: 1, maxLength: 7 },
  ),
  discount: fc.oneof({ arbitrary: fc.constant(0), weight: 2 }, fc.integer({ min: 1, max: 100 })),
  delivery: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 9999 })),
  credits: fc.array(
    fc.record({
      kind: fc.constantFrom('money', 'lines', 'rest', 'moved'),
      part: fc.double({ min: 0, max: 1, noNaN: true }),
      isReversed: fc.boolean(),
    }),
    { maxLength: 3 },
  ),
  place: fc.constantFrom('DE', 'DE', 'FR', 'CH', 'ES-CN'),
  vatRule: fc.constantFrom(null, null, null, 'none', 'home', 'reverse_charge'),
  currency: fc.constantFrom('EUR', 'EUR', 'JPY'),
  isPaid: fc.boolean(),
})

/** The invoice of an order that costs something, its credit notes, and the documents that take those back. */
export function documentsOf(draw: Drawn): DocumentContent[] {
  const order = orderOf(draw)
  if (order.total === 0) return []
  let number = 0
  const next = () => ({ label: `R-${++number}`, number, year: 2026, issuedAt: WHEN }) as never
  const invoice = composeInvoice(order, SHOP, next())
  const documents: DocumentContent[] = [invoice]
  const earlier: DocumentContent[] = []
  for (const credit of draw.credits) {
    const note = creditNote(invoice, earlier, order, credit, next())
    if (!note) continue
    documents.push(note)
    earlier.push(note)
    if (!credit.isReversed) continue
    const reversal = composeReversal({ content: note, reason: 'refund_failed' }, order, SHOP, next())
    documents.push(reversal)
    earlier.push(reversal)
  }
  return documents
}

function creditNote(
  invoice: CompleteContent,
  earlier: DocumentContent[],
  order: Invoiceable,
  { kind, part }: Drawn['credits'][number],
  number: never,
): CompleteContent | undefined {
  const lines = kind === 'lines' || kind === 'moved' ? invoice.lines.filter((_, index) => index % 2 === 0) : []
  const all = kind === 'rest' ? invoice.lines : lines
  const delivery = kind === 'lines' || kind === 'rest' ? Math.round(order.deliveryTotal * part) : 0
  const worth = all.reduce((sum, { total, discount }) => sum + total - discount, delivery)
  const amount = kind === 'money' ? Math.ceil(invoice.total * part) : Math.round(worth * (part > 0.5 ? 1 : 0.5 + part))
  if (amount === 0) return undefined
  const basis = {
    lines: all.map(plainLine),
    delivery,
    ...(kind === 'moved' && { taxes: moved(all, invoice.taxes, part) }),
  }
  const reason = kind === 'lines' ? 'returned' : 'changed'
  return composeCreditNote(
    { invoice, earlier, order, sent: { moved: [], isOwed: kind === 'money' } },
    { amount, basis, reason },
    SHOP,
    number,
  )
}

function plainLine({ sku, name, quantity, unitPrice, discount, total, rate }: DocumentLine): DocumentLine {
  return { sku, name, quantity, unitPrice, discount, total, rate }
}

/** The delivery that stays follows the goods that stay, so the rates change by more or less than the lines. */
function moved(lines: readonly DocumentLine[], taxes: readonly DocumentTax[], part: number) {
  const sums = taxes.map(({ rate }) => {
    const own = lines.filter(line => line.rate === rate)
    return { rate, gross: own.reduce((sum, { total, discount }) => sum + total - discount, 0) }
  })
  const [from, to] = [sums[0]!, sums.at(-1)!]
  const move = Math.min(from.gross, Math.round(part * 300))
  from.gross -= move
  to.gross += move
  return sums.filter(({ gross }) => gross !== 0)
}

function orderOf(draw: Drawn): Invoiceable {
  if (draw.vatRule !== 'reverse_charge') return taxedOrder(draw)
  const taxed = taxedOrder({ ...draw, vatRule: null })
  return draw.place === 'FR' ? withoutVat(taxed) : taxed
}

/** Takes the VAT off as the price does (src/pricing/reverse-charge/amounts-sql.ts), in arithmetic of its own. */
function withoutVat(order: Invoiceable): Invoiceable {
  const lines = order.lines.map(line => ({ ...line }))
  let deliveryTotal = 0
  for (const rate of new Set(order.lines.map(line => line.rate!))) {
    const own = lines.filter(line => line.rate === rate)
    const paid = own.map(({ total, discount }) => total - discount)
    const { gross, net } = order.taxes.find(tax => tax.rate === rate) ?? { gross: 0, net: 0 }
    const parts = spread(net, [...paid, gross - paid.reduce((sum, one) => sum + one, 0)])
    deliveryTotal += gross === 0 ? 0 : parts.at(-1)!
    for (const [n, line] of own.entries()) {
      line.discount -= taxIn(line.discount, rate)
      line.total = (gross === 0 ? 0 : parts[n]!) + line.discount
    }
  }
  const total = order.taxes.reduce((sum, { net }) => sum + net, 0)
  return {
    ...order,
    ...{ total, deliveryTotal, vatRule: 'reverse_charge', vatId: 'FR40303265045' },
    discountTotal: lines.reduce((sum, { discount }) => sum + discount, 0),
    kept: order.kept === 0 ? 0 : total,
    received: order.received.map(one => ({ ...one, amount: total })),
    lines: lines.map(line => ({ ...line, rate: 0, unitPrice: Math.round(line.total / line.quantity) })),
    taxes: total === 0 ? [] : [{ rate: 0, net: total, tax: 0, gross: total }],
  }
}

function taxedOrder(draw: Drawn): Invoiceable {
  const isFree = draw.vatRule === 'none' || !['DE', 'FR'].includes(draw.place)
  const prices = draw.lines.map(line => ({ ...line, rate: isFree ? 0 : line.rate, total: line.price * line.quantity }))
  const goods = prices.reduce((sum, { total }) => sum + total, 0)
  const discountTotal = Math.floor((goods * draw.discount) / 100)
  const discounts = spread(
    discountTotal,
    prices.map(({ total }) => total),
  )
  const lines = prices.map(({ price, quantity, rate, total }, index) => {
    return {
      sku: `SKU-${index}`,
      name: `Product ${index}`,
      quantity,
      unitPrice: price,
      discount: discounts[index]!,
      total,
      rate,
    }
  })
  const rates = [...new Set(prices.map(({ rate }) => rate))]
  const sums = rates.map(rate =>
    lines.reduce((sum, line) => (line.rate === rate ? sum + line.unitPrice * line.quantity - line.discount : sum), 0),
  )
  const deliveries = spread(draw.delivery, sums)
  const taxes = rates.map((rate, index): DocumentTax => {
    const gross = sums[index]! + deliveries[index]!
    const tax = taxIn(gross, rate)
    return { rate, net: gross - tax, tax, gross }
  })
  const total = goods - discountTotal + draw.delivery
  return {
    ...{
      id: 8,
      ownerId: 'ada',
      ownerName: 'Ada Example',
      ownerEmail: 'ada@example.com',
      locale: 'en',
      currency: draw.currency,
    },
    ...{ total, discountTotal, discountCode: 'TEN', deliveryTotal: draw.delivery },
    delivery: draw.delivery > 0 ? ({ names: { en: 'Parcel' } } as unknown as Invoiceable['delivery']) : null,
    ...{
      deliveryAddress: { ...ADDRESS, country: draw.place.slice(0, 2) },
      billingAddress: null,
      taxCountry: draw.place,
    },
    ...{ vatRule: draw.vatRule, termsVersion: 1, placedAt: WHEN, shippedAt: WHEN },
    paymentMethod: 'invoice',
    kept: draw.isPaid ? total : 0,
    received: draw.isPaid ? [{ at: WHEN.toISOString(), day: '2026-11-02', amount: total, provider: 'transfer' }] : [],
    lines,
    taxes: taxes.filter(({ gross }) => gross !== 0),
  } as Invoiceable
}

function taxIn(gross: number, rate: number): number {
  return Math.floor((2 * gross * rate + 10_000 + rate) / (2 * (10_000 + rate)))
}

/** Spreads it by the largest remainder. All of it goes to the first if there is nothing to go by. */
function spread(amount: number, weights: readonly number[]): number[] {
  const whole = weights.reduce((sum, weight) => sum + weight, 0)
  if (whole === 0) return weights.map((_, index) => (index === 0 ? amount : 0))
  const exact = weights.map(weight => (amount * weight) / whole)
  const parts = exact.map(Math.floor)
  const order = exact.map((share, index) => [share - parts[index]!, index] as const).sort(([a], [b]) => b - a)
  const missing = amount - parts.reduce((sum, part) => sum + part, 0)
  for (const [, index] of order.slice(0, missing)) parts[index]!++
  return parts
}
