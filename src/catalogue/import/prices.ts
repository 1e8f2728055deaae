/**
 * Reads the price of each row. `amount` is a price tag, `price_minor` a number of the smallest unit. A column `price` says neither:
 * it is taken for price tags where the caller says so, or as soon as one has decimals. Whole numbers alone could be
 * euros or cents, and a wrong guess sells goods for a hundredth of their price.
 */
import { StartError } from '../../config.ts'
import { PRICE_MAX } from '../../database/schema.ts'
import { amountReason, decimalsOf, readAmount } from '../../pages/assets/form-rules.js'
import type { Field } from './reading/fields.ts'

/** The file does not say what its prices mean. */
export class PriceQuestion extends StartError {}

export type Cells = Partial<Record<Field, string>>
export type PriceMeaning = 'amount' | 'price_minor'

/**
 * `isInCents`: read with two decimals, because the row names no currency. `isUnsure`: nothing in the file so far says that
 * its prices are amounts.
 */
type Price = { price?: number | string; isInCents?: boolean; isUnsure?: boolean } | { mistake: string }

export function priceReader(means: PriceMeaning | undefined, decimalSign: string) {
  let doubt: { line: number; price: string; currency: string } | undefined
  let isSure = means !== undefined

  // biome-ignore lint/complexity/noExcessiveCognitiveComplexity: one line for each column that can hold the price, in their order
  function priceOf(line: number, { amount, price_minor, price, ...cells }: Cells): Price {
    const inMinor = price_minor ?? (means === 'price_minor' ? price : undefined)
    if (inMinor !== undefined) return minorPrice(inMinor, price_minor === undefined ? 'price' : 'price_minor')
    const tag = amount ?? price
    if (tag === undefined) return {}
    // The check of the row tells that it is not UTF-8.
    if (tag.includes('\ufffd')) return { price: tag }
    const currency = cells.currency ?? 'EUR'
    const minor = readAmount(tag, currency, decimalSign)
    const reason = typeof minor === 'string' ? amountReason(minor, tag, currency) : outOfBounds(minor, currency)
    if (typeof minor === 'string' || reason)
      return { mistake: `${amount === undefined ? 'price' : 'amount'} ${reason}` }
    if (amount === undefined) notice(line, tag.trim(), minor, currency)
    return cells.currency === undefined ? { price: minor, isInCents: true } : { price: minor }
  }

  function notice(line: number, price: string, minor: number, currency: string): void {
    const isWhole = Math.abs(minor) === digitsOf(price) * 10 ** decimalsOf(currency)
    if (!isWhole) isSure = true
    // Yen have no cents, and nothing costs nothing in both.
    else if (decimalsOf(currency) > 0 && minor !== 0) doubt ??= { line, price, currency }
  }

  return {
    read(line: number, cells: Cells): Price {
      const price = priceOf(line, cells)
      return doubt && !isSure ? { ...price, isUnsure: true } : price
    },
    /** @throws PriceQuestion at the end of a file that does not say what its prices mean */
    requireMeaning(): void {
      if (doubt && !isSure) throw new PriceQuestion(questionOf(doubt))
    },
  }
}

/** Compares in the unit of the file: the check of the row knows minor units only. */
function outOfBounds(minor: number, currency: string): string | undefined {
  if (minor < 0) return 'must be at least 0'
  const decimals = decimalsOf(currency)
  const limit = String(PRICE_MAX)
  const highest = decimals === 0 ? limit : `${limit.slice(0, -decimals)}.${limit.slice(-decimals)}`
  return minor > PRICE_MAX ? `must be at most ${highest}` : undefined
}

function minorPrice(cell: string, column: string): Price {
  if (/^\s*-?\d{1,16}\s*$/.test(cell)) return { price: Number(cell) }
  return { mistake: `${column} must be a whole number of the smallest unit, like 1999 for 19.99` }
}

function questionOf({ line, price, currency }: { line: number; price: string; currency: string }): string {
  const decimals = decimalsOf(currency)
  const units = digitsOf(price).toFixed(decimals)
  const cents = (digitsOf(price) / 10 ** decimals).toFixed(decimals)
  return (
    `Does the price ${price} in line ${line} mean ${units} or ${cents} ${currency}? Name the column amount for ` +
    'prices as on a price tag, or price_minor for prices in the smallest unit of the currency.'
  )
}

function digitsOf(price: string): number {
  return Number(price.replaceAll(/\D/g, ''))
}
