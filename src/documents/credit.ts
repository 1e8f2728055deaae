/**
 * Computes the lines and the VAT of a credit note.
 *
 * It credits what is known: lines at the rates that they have on the invoice, and the part of the delivery that goes
 * back. Only money without lines is spread over the rates, by what the papers have left of each. If more or less goes
 * back than the lines are worth, one more line for each rate says so. No rate is credited more than the papers have
 * left of it.
 *
 * VAT is rounded for what is left, so invoice − credit notes is the VAT of what is left of the order, to the cent.
 */
import type { CreditReason, DocumentContent, DocumentLine, DocumentTax } from './content.ts'

/** A document, as far as it says what is left. */
export type Paper = Pick<DocumentContent, 'lines' | 'total' | 'taxes'>

/** The known parts of a credit. Without lines: money alone. */
export type Basis = {
  lines: readonly DocumentLine[]
  /** Part of the delivery that goes back. */
  delivery: number
  /** Amount by which each rate goes down, when that is known: the delivery that stays follows the goods that stay. */
  taxes?: readonly { rate: number; gross: number }[]
}

/** A credit note to compose: how much, of what, and why. */
export type Credit = { amount: number; basis: Basis; reason: CreditReason; note?: string }

/** The names of the lines for what differs from the basis, in the language of the document. */
type Words = { more: string; less: string }

export type Credited = Paper & { delivery: number }

/** Orders from before Semel knew VAT have amounts without a rate. */
type Rate = number | null
type Parts = Map<Rate, number>

/** @returns undefined when nothing is left to credit */
export function credit(
  { invoice, earlier }: { invoice: Paper; earlier: readonly Paper[] },
  amount: number,
  basis: Basis,
  words: Words,
): Credited | undefined {
  const left = leftOf(invoice, earlier, grossOf)
  const total = Math.min(amount, sum(left))
  if (total <= 0) return undefined
  const delivery = spread(basis.delivery, leftOf(invoice, earlier, deliveryOf))
  const known = knownParts(basis, delivery)
  const parts = fit(total, known, left)
  // Rates without lines have one each.
  const shown = basis.lines.length === 0 ? delivery : known
  const differs = [...parts].flatMap(([rate, part]): DocumentLine[] => {
    const difference = part - (shown.get(rate) ?? 0)
    return difference === 0 ? [] : [lineFor(rate, difference, difference > 0 ? words.more : words.less)]
  })
  const lines = [...basis.lines, ...differs]
  return { lines, delivery: sum(delivery), total, taxes: taxesOf({ invoice, earlier }, left, parts) }
}

/** Everything of these papers that is not credited yet, by rate. */
function leftOf(invoice: Paper, earlier: readonly Paper[], read: (paper: Paper) => Parts): Parts {
  const left = read(invoice)
  for (const note of earlier) for (const [rate, part] of read(note)) add(left, rate, -part)
  return left
}

function grossOf({ taxes, total }: Paper): Parts {
  const parts: Parts = new Map(taxes.map(({ rate, gross }) => [rate, gross]))
  const untaxed = total - sum(parts)
  return untaxed === 0 ? parts : parts.set(null, untaxed)
}

/** Subtracts the lines from the rates. A credit note from before they had lines said nothing of its delivery. */
function deliveryOf(paper: Paper): Parts {
  if (paper.lines.length === 0) return new Map()
  const parts = grossOf(paper)
  for (const { rate, total, discount } of paper.lines) add(parts, rate, discount - total)
  return parts
}

function knownParts({ lines, taxes }: Basis, delivery: Parts): Parts {
  const parts: Parts = new Map(taxes?.map(({ rate, gross }) => [rate, gross]))
  if (!taxes || taxes.length === 0) for (const { rate, total, discount } of lines) add(parts, rate, total - discount)
  for (const [rate, part] of delivery) add(parts, rate, part)
  return parts
}

/** The parts that are known, made larger or smaller to be the total, and nowhere more than is left. */
function fit(total: number, known: Parts, left: Parts): Parts {
  const rates = new Set([...left.keys(), ...known.keys()])
  const parts: Parts = new Map([...rates].map(rate => [rate, known.get(rate) ?? 0]))
  const missing = total - sum(parts)
  if (missing < 0) for (const [rate, part] of spread(-missing, parts)) add(parts, rate, -part)
  for (const [rate, part] of parts) parts.set(rate, Math.min(part, left.get(rate) ?? 0))
  const room: Parts = new Map([...left].map(([rate, whole]) => [rate, whole - parts.get(rate)!]))
  for (const [rate, part] of spread(total - sum(parts), room)) add(parts, rate, part)
  return parts
}

function taxesOf({ invoice, earlier }: { invoice: Paper; earlier: readonly Paper[] }, left: Parts, parts: Parts) {
  return invoice.taxes.flatMap(({ rate, tax: whole }): DocumentTax[] => {
    const gross = parts.get(rate) ?? 0
    if (gross === 0) return []
    const before = earlier.flatMap(({ taxes }) => taxes.filter(one => one.rate === rate))
    const tax = whole - before.reduce((all, one) => all + one.tax, 0) - taxIn(left.get(rate)! - gross, rate)
    return [{ rate, net: gross - tax, tax, gross }]
  })
}

function lineFor(rate: Rate, amount: number, name: string): DocumentLine {
  const quantity = Math.sign(amount)
  return { sku: '', name, quantity, unitPrice: Math.abs(amount), discount: 0, total: amount, rate }
}

/** Rounds once, half a unit up, as the price of an order does. */
function taxIn(gross: number, rate: number): number {
  const whole = BigInt(10_000 + rate)
  return Number((2n * BigInt(gross) * BigInt(rate) + whole) / (2n * whole))
}

function sum(parts: Parts): number {
  return [...parts.values()].reduce((all, part) => all + part, 0)
}

function add(parts: Parts, rate: Rate, amount: number): void {
  parts.set(rate, (parts.get(rate) ?? 0) + amount)
}

/**
 * Spreads it in whole units, by the largest remainder; equal remainders favor the first. No part is larger than its
 * weight, if the amount is not.
 */
function spread(amount: number, weights: Parts): Parts {
  const shares = [...weights].map(([rate, weight]) => ({ rate, weight: BigInt(Math.max(0, weight)) }))
  const total = shares.reduce((all, { weight }) => all + weight, 0n)
  if (total === 0n || amount === 0) return new Map()
  const parts = shares.map(({ rate, weight }) => {
    const product = BigInt(amount) * weight
    return { rate, whole: product / total, remainder: product % total }
  })
  const missing = BigInt(amount) - parts.reduce((all, { whole }) => all + whole, 0n)
  const ranked = parts.toSorted((a, b) => Number(b.remainder > a.remainder) - Number(b.remainder < a.remainder))
  const lucky = new Set(ranked.slice(0, Number(missing)).map(({ rate }) => rate))
  return new Map(parts.map(({ rate, whole }) => [rate, Number(whole) + Number(lucky.has(rate))]))
}
