/**
 * The rules of EN 16931 about amounts and categories of VAT, with the names that they have there, as the official rules for CII judge
 * them (ConnectingEurope/eInvoicing-EN16931, validation-1.3.16, cii/schematron/CII/EN16931-CII-model.sch), and those of Peppol BIS Billing
 * about lines (OpenPEPPOL/peppol-bis-invoice-3, 3.0.19, rules/sch/PEPPOL-EN16931-UBL.sch). They were read there and written anew,
 * over exact numbers: where the official ones forgive less than 1.00 (BR-Z-08, BR-E-08 and their kind), these forgive nothing.
 */
import type { Facts, Line, Vat } from './en16931-facts.ts'

type Rule = (facts: Facts) => boolean

/** The names of the rules that it breaks. */
export function brokenRules(facts: Facts): string[] {
  return Object.entries(RULES).flatMap(([name, holds]) => (holds(facts) ? [] : [name]))
}

/** Amounts in hundredths. */
const big = (amount: string | undefined): bigint => {
  const [, sign = '', whole = '', fraction = ''] = /^(-?)(\d+)(?:\.(\d*))?$/.exec(amount ?? '0') ?? []
  const value = BigInt(whole) * 100n + BigInt(fraction.padEnd(2, '0').slice(0, 2))
  return sign === '-' ? -value : value
}
const sum = (amounts: readonly (string | undefined)[]) => amounts.reduce((all, amount) => all + big(amount), 0n)
const abs = (amount: bigint) => (amount < 0n ? -amount : amount)
const hasDecimals = (amount: string | undefined) => (amount?.split('.')[1] ?? '').length <= 2
const sameVat = (a: Vat, b: Vat) =>
  a.category === b.category && (a.category === 'O' || Number(a.rate) === Number(b.rate))

const CATEGORIES = { S: 'S', Z: 'Z', E: 'E', AE: 'AE', IC: 'K', G: 'G', O: 'O' } as const
const NEEDS_REASON = ['E', 'AE', 'K', 'G', 'O']

const RULES: Record<string, Rule> = {
  'BR-16': ({ lines }) => lines.length > 0,
  'BR-21': ({ lines }) => lines.every(({ id }) => id !== ''),
  'BR-25': ({ lines }) => lines.every(({ name }) => name.trim() !== ''),
  'BR-27': ({ lines }) => lines.every(({ price }) => big(price) >= 0n),
  'BR-33': ({ allowances }) => allowances.every(({ reason, code }) => Boolean(reason ?? code)),
  'BR-38': ({ charges }) => charges.every(({ reason, code }) => Boolean(reason ?? code)),
  'BR-55': ({ preceding }) => preceding !== '',
  'BR-CO-10': ({ lines, lineTotal }) => big(lineTotal) === sum(lines.map(({ net }) => net)),
  'BR-CO-11': ({ allowances, allowanceTotal }) =>
    allowances.length === 0
      ? allowanceTotal === undefined
      : big(allowanceTotal) === sum(allowances.map(({ amount }) => amount)),
  'BR-CO-12': ({ charges, chargeTotal }) =>
    charges.length === 0 ? chargeTotal === undefined : big(chargeTotal) === sum(charges.map(({ amount }) => amount)),
  'BR-CO-13': ({ taxBasis, lineTotal, allowanceTotal, chargeTotal }) =>
    big(taxBasis) === big(lineTotal) - big(allowanceTotal) + big(chargeTotal),
  'BR-CO-14': ({ taxTotals, breakdowns }) => big(taxTotals[0]) === sum(breakdowns.map(({ tax }) => tax)),
  'BR-CO-15': ({ grandTotal, taxBasis, taxTotals }) =>
    taxTotals.length === 1 && big(grandTotal) === big(taxBasis) + big(taxTotals[0]),
  'BR-CO-16': ({ due, grandTotal, prepaid }) => big(due) === big(grandTotal) - big(prepaid),
  'BR-CO-17': ({ breakdowns }) =>
    breakdowns.every(({ base, tax, rate }) => {
      if (Number(rate ?? 0) === 0) return big(tax) === 0n
      return abs(abs(big(tax)) * 10_000n - abs(big(base)) * BigInt(Math.round(Number(rate) * 100))) <= 100n * 10_000n
    }),
  'BR-CO-18': ({ breakdowns }) => breakdowns.length > 0,
  'BR-CO-26': ({ sellerIds }) => sellerIds.length > 0,
  'BR-DEC': facts =>
    [
      ...[facts.lineTotal, facts.allowanceTotal, facts.chargeTotal, facts.taxBasis, facts.grandTotal],
      ...[facts.prepaid, facts.due, ...facts.taxTotals],
      ...[...facts.allowances, ...facts.charges].map(({ amount }) => amount),
      ...facts.breakdowns.flatMap(({ base, tax }) => [base, tax]),
      ...facts.lines.map(({ net }) => net),
    ].every(hasDecimals),
  ...Object.fromEntries(Object.entries(CATEGORIES).flatMap(([name, code]) => rulesOf(name, code))),
  'BR-IC-11': ({ breakdowns, deliveredOn }) => deliveredOn !== undefined || !breakdowns.some(of('K')),
  'BR-IC-12': ({ breakdowns, deliverTo }) => deliverTo !== undefined || !breakdowns.some(of('K')),
  'BR-O-11': ({ breakdowns, lines }) => {
    const found = [...breakdowns, ...lines].map(of('O'))
    return found.every(isO => isO === found[0])
  },
  'PEPPOL-EN16931-R120': ({ lines }) => lines.every(isPriceTimesQuantity),
  'PEPPOL-EN16931-R121': ({ lines }) => lines.every(({ baseQuantity }) => Number(baseQuantity) > 0),
  'PEPPOL-EN16931-R130': ({ lines }) => lines.every(({ unit, baseUnit }) => unit === baseUnit),
}

function of(code: string) {
  return ({ category }: Vat) => category === code
}

/** The rules that each category has, by the number behind its name. */
function rulesOf(name: string, code: string): [string, Rule][] {
  const is = of(code)
  const parts = ({ lines, allowances, charges }: Facts): Vat[] => [...lines, ...allowances, ...charges].filter(is)
  const has = (facts: Facts) => facts.breakdowns.some(is)
  return [
    [
      `BR-${name}-01`,
      facts => {
        const found = facts.breakdowns.filter(is)
        if (code !== 'S' && found.length > 1) return false
        const isUnique = found.every((one, index) => found.findIndex(each => sameVat(each, one)) === index)
        const all = parts(facts)
        return (
          isUnique && all.every(part => found.some(one => sameVat(one, part))) && (all.length > 0 || found.length === 0)
        )
      },
    ],
    [`BR-${name}-02`, facts => !has(facts) || knowsParties(code, facts)],
    [
      `BR-${name}-05`,
      facts => [...parts(facts), ...facts.breakdowns.filter(is)].every(({ rate }) => fitsRate(code, rate)),
    ],
    [
      `BR-${name}-08`,
      ({ breakdowns, lines, allowances, charges }) =>
        breakdowns.filter(is).every(one => {
          const own = <T extends Vat>(each: readonly T[]) => each.filter(part => sameVat(part, one))
          const nets = sum(own(lines).map(({ net }) => net))
          const taken = sum(own(allowances).map(({ amount }) => amount))
          const added = sum(own(charges).map(({ amount }) => amount))
          return big(one.base) === nets - taken + added
        }),
    ],
    [
      `BR-${name}-09`,
      ({ breakdowns }) =>
        breakdowns.filter(is).every(({ tax, base, rate }) => {
          if (code !== 'S') return big(tax) === 0n
          const exact = abs(big(base)) * BigInt(Math.round(Number(rate) * 100))
          return abs(abs(big(tax)) * 10_000n - exact) < 100n * 10_000n
        }),
    ],
    [
      `BR-${name}-10`,
      ({ breakdowns }) =>
        breakdowns.filter(is).every(({ reason, code: why }) => Boolean(reason ?? why) === NEEDS_REASON.includes(code)),
    ],
  ]
}

function knowsParties(code: string, { sellerVatId, sellerTaxNumber, buyerVatId }: Facts): boolean {
  if (code === 'O') return sellerVatId === undefined && buyerVatId === undefined
  if (code === 'K') return sellerVatId !== undefined && buyerVatId !== undefined
  if (code === 'G') return sellerVatId !== undefined
  const isSellerKnown = (sellerVatId ?? sellerTaxNumber) !== undefined
  return isSellerKnown && (code !== 'AE' || buyerVatId !== undefined)
}

function fitsRate(code: string, rate: string | undefined): boolean {
  if (code === 'O') return rate === undefined
  return code === 'S' ? Number(rate) > 0 : Number(rate) === 0
}

/** The slack of Peppol is 0.02. A price of the whole quantity needs none. */
function isPriceTimesQuantity({ net, price, quantity, baseQuantity }: Line): boolean {
  return abs(big(net) * BigInt(baseQuantity) - big(price) * BigInt(quantity)) <= 2n * BigInt(baseQuantity)
}
