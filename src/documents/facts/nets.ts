/**
 * Spreads the net amount of each rate of a document over its lines, its discount and its delivery (EN 16931: BR-CO-10 to 15, BR-S-08).
 *
 * Customers pay prices with VAT, so the total is first and the tax of each rate is rounded once. Each part has the share of the net that
 * it has of the gross; the parts are rounded down, and what the net has more goes to the largest remainders. So for each rate
 *
 *     lines − discount + delivery = net of the rate
 *
 * to the unit, whatever the prices. Where a discount leaves little of a rate, the rounding of its tax would grow with the parts: there
 * each part is gross ÷ (100 % + rate). So a part is at most two units away from that. Amounts are integers of minor units.
 */
export type Gross = { lines: readonly Line[]; taxes: readonly Tax[]; total: number }
type Line = { total: number; discount: number; rate: number | null }
type Tax = { rate: number; net: number; gross: number }

/** The net of each line, in their order, and of the discount and the delivery by rate, in the order of the lines and taxes. */
export type Nets = { lines: number[]; discounts: Part[]; charges: Part[] }
type Part = { rate: number | null; gross: number; net: number }

export function spreadNets({ lines, taxes, total }: Gross): Nets {
  const nets: Nets = { lines: lines.map(line => line.total), discounts: [], charges: [] }
  const rates = new Set([...taxes.map(({ rate }) => rate), ...lines.map(({ rate }) => rate)])
  const untaxed = total - taxes.reduce((sum, { gross }) => sum + gross, 0)
  if (untaxed !== 0) rates.add(null)
  for (const rate of rates) {
    const own = lines.flatMap((line, index) => (line.rate === rate ? [index] : []))
    const discount = own.reduce((sum, index) => sum + lines[index]!.discount, 0)
    const goods = own.reduce((sum, index) => sum + lines[index]!.total, 0)
    const whole = rate === null ? { gross: untaxed, net: untaxed } : taxes.find(tax => tax.rate === rate)
    const { gross, net } = whole ?? { gross: 0, net: 0 }
    const charge = gross - goods + discount
    const amounts = [...own.map(index => lines[index]!.total), -discount, charge]
    const parts = spread(net, amounts, shareOf(amounts, { gross, net, rate: rate ?? 0 }))
    for (const [n, index] of own.entries()) nets.lines[index] = parts[n]!
    if (discount !== 0) nets.discounts.push({ rate, gross: discount, net: unsigned(-parts.at(-2)!) })
    if (charge !== 0) nets.charges.push({ rate, gross: charge, net: parts.at(-1)! })
  }
  return nets
}

type Share = { of: bigint; by: bigint }

function shareOf(parts: readonly number[], { gross, net, rate }: Tax): Share {
  const isSmall = parts.some(part => Math.abs(part) > 2 * Math.abs(gross))
  return isSmall || gross === 0
    ? { of: 10_000n, by: BigInt(10_000 + rate) }
    : { of: BigInt(Math.abs(net)), by: BigInt(Math.abs(gross)) }
}

/** A reversal has the parts of what it takes back, below zero. */
function spread(net: number, parts: readonly number[], { of, by }: Share): number[] {
  const sign = Math.sign(net) || Math.sign(parts.find(part => part !== 0) ?? 1)
  const shares = parts.map((part, index) => {
    const product = BigInt(sign * part) * of
    const below = product / by - (product % by < 0n ? 1n : 0n)
    return { index, size: Math.abs(part), net: Number(below), remainder: product - below * by }
  })
  const missing = sign * net - shares.reduce((sum, share) => sum + share.net, 0)
  const uneven = shares.filter(({ remainder }) => remainder > 0n)
  const ranked = uneven.toSorted((a, b) => Number(b.remainder > a.remainder) - Number(b.remainder < a.remainder))
  for (const share of ranked.slice(0, Math.max(0, missing))) share.net++
  // Taxes from before they were rounded once can be further away. The largest part bears it.
  const rest = missing - Math.min(Math.max(0, missing), ranked.length)
  const largest = shares.reduce((best, share) => (share.size > best.size ? share : best))
  largest.net += rest
  return shares.map(share => unsigned(sign * share.net))
}

/** JSON has no -0. */
function unsigned(amount: number): number {
  return amount === 0 ? 0 : amount
}
