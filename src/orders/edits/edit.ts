/*
 * Staff put an order right before it is shipped: fewer pieces, a line out, another price of a line, a line added, a discount.
 *
 * The row of the order is locked first, so an edit, a step and a payment of one order come one after the other, and each sees what the
 * other has left. What the customer has paid too much goes back in the transaction of the edit, and what is added is due from its commit.
 *
 * The prices of other lines stay those of the day of the order. The discount of a line is split between the pieces that stay and those
 * that go, by the largest remainder, and VAT is computed anew (price-anew.ts). The delivery costs what it cost. An invoice never changes:
 * a credit note corrects it downwards, and nothing makes an order dearer once its invoice is written.
 */
import { sql } from 'kysely'
import { changesStockBecause } from '../../catalogue/stock/cause.ts'
import type { Tx } from '../../database/schema.ts'
import { askForMore, requireAskable } from '../../payments/ask-more.ts'
import { notePaid } from '../../payments/order-status.ts'
import { findLivePayment, findPaymentsToRefund } from '../../payments/queries.ts'
import { refundLess } from '../../payments/refund.ts'
import type { Seller } from '../../pricing/seller.ts'
import { invalidInput, Problem } from '../../problems.ts'
import { type Order, showOrder } from '../order.ts'
import { findOrder } from '../queries.ts'
import { correctInvoice, takeOrderStep } from '../transition.ts'
import { addLines, type WantedAddition } from './added.ts'
import {
  changesIn,
  type GoneFrom,
  type Line,
  type Repriced,
  readLines,
  repricedIn,
  requirePossible,
  type WantedLine,
} from './lines.ts'
import { type Actor, findInvoice, type LockedOrder, lockOpen } from './locked.ts'
import { linesOut, takePieces } from './pieces.ts'
import { lessOf, lowerSales, priceAnew, readTaxes } from './price-anew.ts'
import { changePrices, cutsOf, giveDiscount } from './prices.ts'
import { recordEdit } from './record.ts'
import type { ChangedLine, TakenOut } from './tables.ts'

export type ItemsChange = {
  items?: readonly WantedLine[] | undefined
  added?: readonly WantedAddition[] | undefined
  discount?: number | undefined
  currency?: string | undefined
}

/** `requireMoney` refuses those who may not decide about money. */
type EditActor = Actor & { seller: Seller; requireMoney: () => void }

/** @throws Problem */
export async function changeItems(tx: Tx, orderId: number, wish: ItemsChange, actor: EditActor): Promise<Order> {
  const { order, total, owner } = await lockOpen(tx, orderId, actor)
  const { by, now } = actor
  const { items = [], added = [], discount = 0 } = wish
  if (wish.currency !== undefined && wish.currency !== order.currency)
    throw invalidInput({ field: 'currency', reason: `must be ${order.currency}, as the order is`, code: 'invalid' })
  const lines = await readLines(tx, orderId)
  const gone = changesIn(lines, items)
  const repriced = repricedIn(lines, items, gone)
  if (gone.length + repriced.length + added.length + discount === 0) return showOrder((await findOrder(tx, orderId))!)
  if (repriced.length > 0 || discount > 0 || added.some(one => one.unitPrice !== undefined)) actor.requireMoney()
  const keepOut = items.flatMap(({ line, keepOut }) => (keepOut ? [line] : []))
  if (added.length === 0 && nothingStays(lines, gone))
    return takeOrderStep(tx, orderId, 'cancel', { by: { id: by, staff: true }, now, keepOut })
  const captured = await refuseWhilePaying(tx, orderId)
  const invoice = await findInvoice(tx, orderId)
  const isDearer = added.length > 0 || repriced.some(({ price, unit_price }) => price > unit_price)
  if (isDearer) await requireFree(tx, orderId, invoice)
  await changesStockBecause(tx, { reason: 'order_changed', orderId, by, at: now })
  const before = await readTaxes(tx, orderId)
  await takePieces(tx, orderId, gone, keepOut)
  const out = await linesOut(tx, orderId, gone)
  const stayed = await readLines(tx, orderId)
  requirePossible(
    stayed.map(line => ({ price: priceOf(line, repriced), quantity: line.quantity })),
    'items',
  )
  await changePrices(tx, orderId, repriced)
  const more = await addLines(tx, added, { order, lines: await readLines(tx, orderId), seller: actor.seller, now })
  if (discount > 0) await giveDiscount(tx, orderId, discount, order.currency)
  const cuts = cutsOf(stayed, await readLines(tx, orderId))
  const after = await priceAnew(tx, orderId, invoice === undefined)
  const takenOut: TakenOut = { lines: [...out, ...cuts], taxes: lessOf(before, await readTaxes(tx, orderId)) }
  await lowerSales(tx, orderId, total - after)
  const refundId = await settle(tx, order, { after, captured, by, now })
  await recordEdit(tx, {
    orderId,
    owner,
    kind: 'items',
    total,
    after,
    items: [...changedLines(lines, gone, repriced), ...more],
    discount: discount || null,
    afterInvoice: invoice !== undefined,
    takenOut,
    refundId,
    by,
    now,
  })
  return showOrder((await findOrder(tx, orderId))!)
}

function nothingStays(lines: readonly Line[], gone: readonly GoneFrom[]): boolean {
  const pieces = lines.reduce((sum, { quantity }) => sum + quantity, 0)
  return gone.reduce((sum, change) => sum + change.gone, 0) === pieces
}

function priceOf({ line, unit_price }: Line, repriced: readonly Repriced[]): number {
  return repriced.find(one => one.line === line)?.price ?? unit_price
}

/** @throws Problem when nothing can be added to the order */
async function requireFree(tx: Tx, orderId: number, invoice: string | undefined): Promise<void> {
  if (invoice !== undefined) {
    const detail =
      `Invoice ${invoice} is written, and an invoice never changes. Take pieces out or lower prices, which a credit note corrects, ` +
      'and place another order for what is added.'
    throw new Problem('invoice_written', detail, { members: { invoice } })
  }
  await requireAskable(tx, orderId)
}

/** The lines that differ, for the history and the email. */
function changedLines(lines: readonly Line[], gone: readonly GoneFrom[], repriced: readonly Repriced[]): ChangedLine[] {
  return lines.flatMap(({ line, name, quantity, unit_price }): ChangedLine[] => {
    const change = gone.find(one => one.line === line)
    const price = repriced.find(one => one.line === line)?.price
    if (!change && price === undefined) return []
    const prices = price === undefined ? {} : { prices: { before: unit_price, after: price } }
    return [{ line, name, before: quantity, after: change?.after ?? quantity, ...prices }]
  })
}

/** While the customer is at the provider's page, the amount there is the old one. @returns whether money came */
async function refuseWhilePaying(tx: Tx, orderId: number): Promise<boolean> {
  const payment = await findLivePayment(tx, orderId)
  if (payment?.state === 'captured') return true
  if (!payment) return (await findPaymentsToRefund(tx, orderId)).some(one => one.is_complete)
  const detail = 'The customer is paying for this order at this moment. Wait until that has ended.'
  throw new Problem('wrong_payment_state', detail, { members: { from: 'pending', to: 'changed' } })
}

type Settled = { after: number; captured: boolean; by: string; now: Date }

/** Money and papers follow the new total. @returns the refund, if something goes back */
async function settle(tx: Tx, { id: orderId, total }: LockedOrder, { after, captured, by, now }: Settled) {
  if (after > total) {
    await askForMore(tx, { orderId, amount: after - total, by, now })
    return null
  }
  await correctInvoice(tx, orderId)
  if (after === 0 && !captured) await payNothing(tx, orderId, now)
  if (!captured || after === total) return null
  return refundLess(tx, { orderId, amount: total - after, reason: 'The order costs less.', by, now })
}

/** Marks the order as paid, because what is left of it costs nothing. */
async function payNothing(tx: Tx, orderId: number, now: Date): Promise<void> {
  const { rows } = await sql`
    update orders set payment_status = 'paid' where id = ${orderId} and payment_status = 'open' returning id
  `.execute(tx)
  if (rows.length > 0) await notePaid(tx, orderId, now)
}
