/**
 * Sale prices: `price` is what a product costs now, and a sale begins and ends by itself at midnight of the shop. What holds on a day is
 * decided by `price_on`, and what a change makes of a price by `sale_values`, both in migration 201.
 *
 * A reduction is announced only beside the lowest price of the 30 days before it, and its percentage is one of that price: Directive
 * 98/6/EC, Article 6a(1) and (2), as the Court of Justice reads it (26 September 2024, C-330/23, Aldi Süd). So a higher regular price is
 * never struck through. A further reduction counts as a new one, because Article 6a(5) is left to each member state.
 */
import { sql } from 'kysely'
import { Type } from 'typebox'
import { deleteInBatches } from '../../database/delete-in-batches.ts'
import { type Db, PRICE_MAX, type Tx } from '../../database/schema.ts'
import { Day, orNull } from '../../http/schemas.ts'
import { type FieldError, invalidInput } from '../../problems.ts'

const amount = (description: string) => Type.Integer({ minimum: 0, maximum: PRICE_MAX, description })

/** The fields of a sale that a client may set. null takes one away. */
export const SALE_FIELDS = {
  regular_price: amount(
    'The price outside of the sale. Without it, `price` sets it; a `price` that equals the present one changes nothing.',
  ),
  sale_price: orNull(amount('The price during the sale. It must be below the regular price.')),
  sale_from: orNull(Day, { description: 'The first day of the sale, in the time zone of the shop. null: at once.' }),
  sale_until: orNull(Day, { description: 'Its last day. null: until somebody ends it.' }),
}

/** The fields of a sale as clients read them. Only a product with a sale price has them, so that lists stay as small as they were. */
export const SHOWN_SALE = {
  regular_price: Type.Optional(
    Type.Integer({
      description: 'The price outside of the sale. This field and the next four: only of a product with a sale price.',
    }),
  ),
  sale_price: Type.Optional(
    Type.Integer({ description: 'The price during the sale, also before it begins and after it ended.' }),
  ),
  sale_from: Type.Optional(
    orNull(Day, { description: 'The first day of the sale, in the time zone of the shop. null: it has none.' }),
  ),
  sale_until: Type.Optional(orNull(Day, { description: 'The last day of the sale. null: it has none.' })),
  lowest_price_30_days: Type.Optional(
    orNull(Type.Integer(), {
      description:
        'The lowest price of the 30 days before the present reduction (Directive 98/6/EC, Article 6a). Announce a reduction only if ' +
        'it is above `price`, beside it, and as a percentage of it. null: no sale runs, or the product had no price before.',
    }),
  ),
}

/** The columns about a price that follow from each other. */
export const PRICE_COLUMNS = ['price', ...(Object.keys(SHOWN_SALE) as (keyof typeof SHOWN_SALE)[])] as const
type PriceValues = { price: number } & Record<'sale_from' | 'sale_until', string | null> &
  Record<'regular_price' | 'sale_price' | 'lowest_price_30_days', number | null>

/** A change of a product, as far as it is about its price. */
type PriceChange = { [Name in keyof Omit<PriceValues, 'lowest_price_30_days'>]?: PriceValues[Name] | undefined } & {
  currency?: string
}

export function changesPrice(change: PriceChange): boolean {
  return [...PRICE_COLUMNS, 'currency'].some(name => Object.hasOwn(change, name))
}

/** Keeps the prices that this transaction ends as of this moment. */
export async function endPricesAt(tx: Tx, at: Date): Promise<void> {
  await sql`select set_config('semel.price_time', ${at.toISOString()}, true)`.execute(tx)
}

/**
 * Computes the columns of a price after a change of a locked product.
 * @throws Problem 422 for a sale that is none
 */
export async function priceAfter(tx: Tx, id: number, change: PriceChange, at: Date): Promise<Partial<PriceValues>> {
  await endPricesAt(tx, at)
  const { rows } = await sql<{ row: PriceValues }>`
    select sale_values(p, ${JSON.stringify(change)}::jsonb, ${at}, shop_day(${at})) as row from products p where id = ${id}
  `.execute(tx)
  if (!rows[0]) return {}
  const mistake = saleMistake({ ...rows[0].row, sale_price: change.sale_price })
  if (mistake) throw invalidInput(mistake)
  return rows[0].row
}

/** A reduction looks back 30 days from when it begins, and then keeps what it has found. */
export async function deleteOldPrices(db: Db): Promise<void> {
  await deleteInBatches(db, 'product_prices', ['product_id', 'until', 'id'], sql`until < now() - interval '60 days'`)
}

/** A price with its sale, as a client sends it. */
export type Sale = Omit<PriceChange, 'currency'>

/** A sale that a client sends must be one. */
export function saleMistake({ price, regular_price, sale_price, sale_from, sale_until }: Sale): FieldError | undefined {
  if ((sale_price ?? -1) >= (regular_price ?? price ?? Infinity)) return TOO_DEAR
  return sale_from && sale_until && sale_from > sale_until ? ENDS_BEFORE : undefined
}

export const TOO_DEAR: FieldError = {
  field: 'sale_price',
  reason: 'must be below the regular price',
  code: 'too_large',
}
export const ENDS_BEFORE: FieldError = {
  field: 'sale_until',
  reason: 'must not be before sale_from',
  code: 'too_small',
}

/** The columns of a sale. */
export type SaleRow = Pick<
  PriceValues,
  'regular_price' | 'sale_price' | 'sale_from' | 'sale_until' | 'lowest_price_30_days'
>

/** The fields of a product with a sale price; else none. */
export function shownSale({ sale_price, regular_price, ...others }: SaleRow, price: number) {
  return sale_price === null ? {} : { regular_price: regular_price ?? price, sale_price, ...others }
}

export type Reducible = { price: number; lowest_price_30_days?: number | null | undefined }

/** The prior price of a reduction that may be announced, and its percentage, rounded down; undefined if there is none. */
export function reductionOf({ price, lowest_price_30_days: before = null }: Reducible) {
  if (before === null || before <= price) return undefined
  return { before, percent: Math.floor((100 * (before - price)) / before) }
}
