/**
 * Adds lines to an order. Their stock is taken in the transaction of the edit: the products are locked in the order of their ids, as
 * placing an order does, and what is not there is refused.
 *
 * A new line costs what the product costs today, unless staff say another price, and carries the VAT that the whole order carries: by
 * its place, its class and the rule of the order. A discount code of the order is not for it.
 */
import { sql } from 'kysely'
import { productsInWords } from '../../catalogue/groups/in-words.ts'
import { optionsText, titleOf } from '../../catalogue/groups/options.ts'
import type { Product } from '../../catalogue/product.ts'
import { findProducts } from '../../catalogue/queries.ts'
import { recordsetSql } from '../../database/rows.ts'
import { INT_MAX, type Tx } from '../../database/schema.ts'
import { type PricedLine, priceLines } from '../../pricing/price.ts'
import type { PriceRow } from '../../pricing/price-sql.ts'
import { pieceOf } from '../../pricing/reverse-charge/amounts-sql.ts'
import type { Seller } from '../../pricing/seller.ts'
import { invalidInput, Problem } from '../../problems.ts'
import { isLanguage } from '../../words/languages.ts'
import { inLanguage } from '../../words/words.ts'
import { MAX_LINES } from '../order.ts'
import { explainUnavailable } from '../order-problems.ts'
import { isCollected } from '../states.ts'
import { type Line, requirePossible } from './lines.ts'
import { type LockedOrder, notChanged } from './locked.ts'
import type { ChangedLine } from './tables.ts'

export type WantedAddition = {
  productId?: number | undefined
  sku?: string | undefined
  quantity: number
  unitPrice?: number | undefined
}

/** The largest number of a line (PostgreSQL's smallint). */
const LAST_LINE = 32_767

type Adding = { order: LockedOrder; lines: readonly Line[]; seller: Seller; now: Date }

/** @throws Problem when something of it is unknown, not for sale or sold out, or would carry another VAT than the order */
export async function addLines(tx: Tx, added: readonly WantedAddition[], adding: Adding): Promise<ChangedLine[]> {
  if (added.length === 0) return []
  const { order, lines, seller, now } = adding
  if (lines.length + added.length > MAX_LINES)
    throw invalidInput({ field: 'added', reason: `would make more than ${MAX_LINES} lines`, code: 'too_many' })
  const found = await lockProducts(tx, order, added)
  const wanted = added.map((one, index) => ({ ...one, product: found[index]! }))
  refuseForeign(order, wanted)
  requirePossible(
    [
      ...lines.map(line => ({ price: line.unit_price, quantity: line.quantity })),
      ...wanted.map(({ product, quantity, unitPrice }) => ({ price: unitPrice ?? product.price, quantity })),
    ],
    'added',
  )
  const price = await priceOf(tx, wanted, { order, seller, now })
  await takeStock(tx, wanted)
  const first = await nextLine(tx, order.id)
  if (first + added.length > LAST_LINE)
    throw notChanged(order, 'This order was changed too often. Cancel it, and place it anew.')
  const rows = wanted.map(({ product, quantity, unitPrice }, n) => ({
    line: first + n,
    product_id: product.id,
    sku: product.sku,
    name: titleOf(product),
    options: optionsText(product.options),
    unit_price: unitPrice ?? pieceOf(price.vat_rule, product.price, { total: price.line_totals[n]!, quantity }),
    line_total: unitPrice === undefined && price.vat_rule === 'reverse_charge' ? price.line_totals[n]! : null,
    quantity,
    rate: price.rates[n]!,
  }))
  await sql`
    insert into order_items (order_id, line, product_id, sku, name, options, unit_price, line_total, quantity, discount, tax_rate_bp,
      content_amount, content_unit, stock_counted)
    select ${order.id}, line, product_id, r.sku, r.name, r.options, r.unit_price, r.line_total, r.quantity, 0, rate,
      (attributes ->> 'content_amount')::float8, attributes ->> 'content_unit', stock_counted
    from ${recordsetSql(rows)} as r (line smallint, product_id bigint, sku text, name text, options text, unit_price bigint,
      line_total bigint, quantity int, rate int)
    join products p on p.id = product_id
  `.execute(tx)
  return rows.map(({ line, name, quantity }): ChangedLine => ({ line, name, before: 0, after: quantity }))
}

/** @returns the product of each wanted line, in the words of the order's language */
async function lockProducts(tx: Tx, order: LockedOrder, added: readonly WantedAddition[]): Promise<Product[]> {
  const { rows } = await sql<{ id: number; sku: string }>`
    select id, sku from products
    where (id = any(${added.flatMap(({ productId }) => productId ?? [])}::bigint[])
      or sku = any(${added.flatMap(({ sku }) => sku ?? [])}::text[])) and removed_at is null
    order by id for no key update
  `.execute(tx)
  const ids = added.map(({ productId, sku }, index) => {
    const row = rows.find(one => (productId === undefined ? one.sku === sku : one.id === productId))
    const field = `added.${index}.${productId === undefined ? 'sku' : 'productId'}`
    if (!row) throw invalidInput({ field, reason: 'names no product of this shop', code: 'unknown_product' })
    return row.id
  })
  const products = await findProducts(tx, ids)
  const worded = await inLanguage(isLanguage(order.locale) ? order.locale : 'en', () => productsInWords(tx, products))
  return ids.map(id => worded.find(one => one.id === id)!)
}

type Wanted = WantedAddition & { product: Product }

function refuseForeign(order: LockedOrder, wanted: readonly Wanted[]): void {
  const index = wanted.findIndex(({ product }) => product.currency !== order.currency)
  if (index < 0) return
  const reason = `is sold in ${wanted[index]!.product.currency}, and the order is in ${order.currency}`
  throw invalidInput({ field: `added.${index}.productId`, reason, code: 'other_currency' })
}

/** Computes VAT and net prices of the new lines, as an order of them alone would have them. */
async function priceOf(
  tx: Tx,
  wanted: readonly Wanted[],
  { order, seller, now }: Omit<Adding, 'lines'>,
): Promise<PriceRow> {
  const { rule, vatId } = await tx
    .selectFrom('orders')
    .select(['vat_rule as rule', 'vat_id as vatId'])
    .where('id', '=', order.id)
    .executeTakeFirstOrThrow()
  const priced = wanted.map(({ product, quantity, unitPrice }): PricedLine => {
    return { product: unitPrice === undefined ? product : { ...product, price: unitPrice }, quantity }
  })
  const sale = {
    now,
    seller,
    country: order.deliveryAddress?.country,
    postcode: order.deliveryAddress?.postcode,
    vatId: rule === 'reverse_charge' ? vatId : null,
  }
  const asOrdered = await priceLines(tx, priced, { ...sale, delivery: order.delivery?.method })
  // The shop may have given up the method since. Where an order is collected decides about its VAT, so that stays.
  const isGone = asOrdered.refusal === 'unknown_method' && !isCollected(order)
  const price = isGone ? await priceLines(tx, priced, sale) : asOrdered
  if (price.refusal === 'no_rate') throw new Problem('tax_rate_missing')
  if (price.refusal !== null)
    throw invalidInput({ field: 'added', reason: 'cannot be delivered in the way of this order', code: 'no_delivery' })
  if (price.vat_rule !== rule || (order.taxCountry !== null && price.tax_country !== order.taxCountry))
    throw notChanged(order, 'New goods would carry another VAT than this order. Place another order for them.')
  return price
}

/** The conditional update decides about the last piece. The rows are locked already, so nobody is between. */
async function takeStock(tx: Tx, wanted: readonly Wanted[]): Promise<void> {
  const asked = new Map<number, number>()
  for (const { product, quantity } of wanted) asked.set(product.id, (asked.get(product.id) ?? 0) + quantity)
  const rows = [...asked].map(([id, pieces]) => ({ id, pieces: Math.min(pieces, INT_MAX) }))
  const taken = await sql<{ id: number }>`
    update products p set stock = stock - case when stock_counted then pieces else 0 end, updated_at = now()
    from ${recordsetSql(rows)} as a (id bigint, pieces int)
    where p.id = a.id and status = 'active' and removed_at is null and (not stock_counted or stock >= pieces)
    returning p.id
  `.execute(tx)
  if (taken.rows.length === rows.length) return
  const products = [...new Map(wanted.map(({ product }) => [product.id, product])).values()]
  const refusal = explainUnavailable(
    products.map(product => ({ ...product, name: titleOf(product), asked: asked.get(product.id)! })),
  )
  throw refusal ?? new Problem('product_unavailable')
}

/** The number of a line is never used again: an old page could name the new line by it. */
async function nextLine(tx: Tx, orderId: number): Promise<number> {
  const { rows } = await sql<{ last: number }>`
    select greatest(
      (select max(line) from order_items where order_id = ${orderId}),
      (select max((item ->> 'line')::int) from order_edits, jsonb_array_elements(items) as item where order_id = ${orderId})
    ) as last
  `.execute(tx)
  return (rows[0]?.last ?? 0) + 1
}
