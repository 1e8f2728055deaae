/** Reads the lines of an order, and what a request wants of them. */
import type { Selectable } from 'kysely'
import { PRICE_MAX, type Tables, type Tx } from '../../database/schema.ts'
import { type FieldError, invalidInput } from '../../problems.ts'

const PIECES = ['line', 'sku', 'name', 'quantity', 'shipped'] as const
const LINE = [...PIECES, 'product_id', 'unit_price', 'line_total', 'discount', 'tax_rate_bp'] as const
export type Line = Pick<Selectable<Tables['order_items']>, (typeof LINE)[number]>
/** A line of which pieces go. */
export type GoneFrom = Line & { before: number; after: number; gone: number }
/** A line whose pieces get another price. */
export type Repriced = Line & { price: number }

/**
 * Number of pieces of a line that stay; 0 takes it out. The others are in stock again, unless they are kept out. Lines that are not
 * named stay as they are.
 */
export type WantedLine = {
  line: number
  quantity?: number | undefined
  unitPrice?: number | undefined
  keepOut?: boolean | undefined
}

export async function readLines(tx: Tx, orderId: number): Promise<Line[]> {
  return tx
    .selectFrom('order_items')
    .select([...LINE])
    .where('order_id', '=', orderId)
    .orderBy('line')
    .execute()
}

/** Price of all pieces before the discount. */
export function amountOf({ line_total, unit_price, quantity }: Line): number {
  return line_total ?? unit_price * quantity
}

/** @throws Problem 422 for lines that the order lacks, and for more or fewer pieces than a line can have */
export function changesIn(lines: readonly Line[], wanted: readonly WantedLine[]): GoneFrom[] {
  const wrong = wanted.flatMap(({ line, quantity }, index): FieldError[] => {
    const found = lines.find(one => one.line === line)
    if (!found) return [{ field: `items.${index}.line`, reason: 'names no line of this order', code: 'unknown_line' }]
    if (quantity === undefined) return []
    const field = `items.${index}.quantity`
    const least = `must be at least ${found.shipped}: so many have left`
    if (quantity < found.shipped) return [{ field, reason: least, code: 'minimum' }]
    const reason = `must be at most ${found.quantity}. Add a line for more pieces`
    return quantity <= found.quantity ? [] : [{ field, reason, code: 'maximum' }]
  })
  if (wrong.length > 0) throw invalidInput(...wrong)
  return lines.flatMap(line => {
    const after = wanted.findLast(one => one.line === line.line && one.quantity !== undefined)?.quantity
    return after !== undefined && after < line.quantity
      ? [{ ...line, before: line.quantity, after, gone: line.quantity - after }]
      : []
  })
}

/** The lines with another price than they had, of those that stay. */
export function repricedIn(
  lines: readonly Line[],
  wanted: readonly WantedLine[],
  gone: readonly GoneFrom[],
): Repriced[] {
  return lines.flatMap(line => {
    const price = wanted.findLast(one => one.line === line.line && one.unitPrice !== undefined)?.unitPrice
    const isOut = gone.some(change => change.line === line.line && change.after === 0)
    return price === undefined || price === line.unit_price || isOut ? [] : [{ ...line, price }]
  })
}

/** @throws Problem 422 for what no order can cost */
export function requirePossible(parts: readonly { price: number; quantity: number }[], field: string): void {
  const sum = parts.reduce((all, { price, quantity }) => all + BigInt(price) * BigInt(quantity), 0n)
  if (sum > BigInt(PRICE_MAX))
    throw invalidInput({ field, reason: 'would make the order cost more than an order can', code: 'maximum' })
}
