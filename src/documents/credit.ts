/** What a credit note says of the VAT, when only the amount that went back is known. */
import type { DocumentTax } from './content.ts'

/**
 * Spreads an amount over the rates of an invoice, by what earlier credit notes have left of each. VAT is rounded for all credit
 * notes together, so when everything has gone back, their VAT is that of the invoice.
 * @returns no rates when nothing is left to credit
 */
export function creditTaxes(
  invoice: readonly DocumentTax[],
  earlier: readonly DocumentTax[],
  amount: number,
): DocumentTax[] {
  const left = invoice.map(({ rate, gross }) => gross - sumOf(earlier, rate, 'gross'))
  const parts = spread(
    Math.min(
      amount,
      left.reduce((sum, gross) => sum + gross, 0),
    ),
    left,
  )
  return invoice.flatMap(({ rate, ...whole }, index) => {
    const gross = parts[index]!
    if (gross === 0) return []
    const credited = sumOf(earlier, rate, 'gross') + gross
    const all = credited === whole.gross ? whole.tax : taxIn(credited, rate)
    const tax = all - sumOf(earlier, rate, 'tax')
    return [{ rate, net: gross - tax, tax, gross }]
  })
}

function sumOf(taxes: readonly DocumentTax[], rate: number, part: 'gross' | 'tax'): number {
  return taxes.filter(tax => tax.rate === rate).reduce((sum, tax) => sum + tax[part], 0)
}

/** As orders are priced: rounded once, half a unit up. */
function taxIn(gross: number, rate: number): number {
  const whole = BigInt(10_000 + rate)
  return Number((2n * BigInt(gross) * BigInt(rate) + whole) / (2n * whole))
}

/** In whole units, by the largest remainder; equal remainders favor the first. No part is larger than its weight. */
function spread(amount: number, weights: readonly number[]): number[] {
  const total = weights.reduce((sum, weight) => sum + BigInt(weight), 0n)
  if (total === 0n) return weights.map(() => 0)
  const shares = weights.map((weight, index) => {
    const product = BigInt(amount) * BigInt(weight)
    return { index, whole: product / total, remainder: product % total }
  })
  const missing = BigInt(amount) - shares.reduce((sum, { whole }) => sum + whole, 0n)
  const ranked = shares.toSorted((a, b) => Number(b.remainder > a.remainder) - Number(b.remainder < a.remainder))
  const lucky = new Set(ranked.slice(0, Number(missing)).map(({ index }) => index))
  return shares.map(({ index, whole }) => Number(whole) + Number(lucky.has(index)))
}
