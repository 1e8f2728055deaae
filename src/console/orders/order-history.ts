/** The history of an order in sentences: who did what, and when. */
import type { Db } from '../../database/schema.ts'
import { type Html, html, type Renderable } from '../../html/html.ts'
import { findEdits } from '../../orders/edits/queries.ts'
import { findParcelHistory } from '../../orders/parcels/queries.ts'
import type { findOrder } from '../../orders/queries.ts'
import type { OrderStatus, PaymentRecord } from '../../orders/states.ts'
import { findUndoneSteps } from '../../orders/undo/queries.ts'
import { money, time } from '../../pages/format.ts'
import type { Visitor } from '../../pages/visitor.ts'
import { type Dispute, findDisputesOfOrder, SHOP_ITSELF } from '../../payments/queries.ts'
import type { PlainText } from '../../words/text.ts'
import { t } from '../../words/words.ts'
import { linkFor } from '../layout.ts'
import { editText } from '../returns/order-edits.ts'

type Order = NonNullable<Awaited<ReturnType<typeof findOrder>>>

/** `what` follows the name of who did it. */
export type Entry = { what: Renderable; at: Date; by: Renderable }
type Raw = { what: string; at: Date; by: string }

const STEP_WORDS: Record<OrderStatus, PlainText> = {
  placed: 'placed the order.',
  processing: 'started to prepare it.',
  shipped: 'shipped it.',
  delivered: 'marked it as delivered.',
  cancelled: 'cancelled it.',
}

const UNDO_WORDS: Partial<Record<OrderStatus, PlainText>> = {
  shipped: 'took the shipment back.',
  delivered: 'took the delivery back.',
}

function wordsOfUndo(status: OrderStatus): string {
  const words = UNDO_WORDS[status]
  return words ? t(words) : ''
}

/** Records in words. Disputes are not among them, because their own rows say more. */
const RECORD_WORDS: Record<PaymentRecord | 'pending' | 'partly_paid' | 'partly_refunded', PlainText> = {
  paid: 'recorded the payment.',
  pending: 'noted a change of the online payment.',
  partly_paid: 'noted that a part came.',
  partly_refunded: 'paid a part back.',
  unpaid: 'took the recorded payment back.',
  refunded: 'paid the money back.',
}

/** Everything that happened to an order, from the first to the last. */
export async function findHistory(db: Db, visitor: Visitor, { id, steps, owner, currency }: Order): Promise<Entry[]> {
  const recordsOf = (table: 'order_payments' | 'order_tracking_numbers') =>
    db.selectFrom(table).where('order_id', '=', id).select(['at', 'by_user as by'])
  const [refunds, disputes, edits, undone, parcels, payments, numbers] = await Promise.all([
    findRefunds(db, id),
    findDisputesOfOrder(db, id),
    findEdits(db, id),
    findUndoneSteps(db, id),
    findParcelHistory(db, id),
    recordsOf('order_payments').select('status').execute(),
    recordsOf('order_tracking_numbers').select('tracking_number').orderBy('id').execute(),
  ])
  const entries = [
    ...steps.map(({ status, at, by }) => ({ what: t(STEP_WORDS[status]), at: new Date(at), by })),
    ...undone.flatMap(({ status, at, by_user: by, undone_at: undoneAt, undone_by: undoneBy }) => [
      { what: t(STEP_WORDS[status]), at, by },
      { what: wordsOfUndo(status), at: undoneAt, by: undoneBy },
    ]),
    ...parcels.flatMap(parcelEntries),
    ...edits.map(edit => ({ what: editText(edit, currency), at: edit.at, by: edit.by_user })),
    ...payments
      .filter(({ status }) => refunds.length === 0 || !status.endsWith('refunded'))
      .flatMap(({ status, at, by }) =>
        status in RECORD_WORDS ? [{ what: t(RECORD_WORDS[status as PaymentRecord]), at, by }] : [],
      ),
    ...disputes.flatMap(disputeEntries),
    ...refunds.flatMap(refund => refundEntries(refund, currency)),
    ...numbers.map(({ tracking_number: number, at, by }) => ({
      what: t('entered the tracking number {number}.', { number }),
      at,
      by,
    })),
  ]
  const actors = await findActors(
    db,
    visitor,
    entries.map(({ by }) => by),
  )
  return entries
    .toSorted((a, b) => a.at.getTime() - b.at.getTime())
    .map(entry => ({ ...entry, by: entry.by === owner.id ? t('The customer') : (actors.get(entry.by) ?? 'Semel') }))
}

/** Each parcel that left before the last one, and those that were taken back. */
function parcelEntries({ number, at, by_user: by, undone_at: undoneAt, undone_by: undoneBy }: ParcelMade): Raw[] {
  return [
    { what: `sent parcel ${number}.`, at, by },
    ...(undoneAt ? [{ what: `took parcel ${number} back.`, at: undoneAt, by: undoneBy ?? SHOP_ITSELF }] : []),
  ]
}

type ParcelMade = Awaited<ReturnType<typeof findParcelHistory>>[number]

/** A bank transfer is owed at first, and then somebody sends it. */
function refundEntries(refund: Refund, currency: string): { what: string; at: Date; by: string }[] {
  const {
    state,
    amount,
    reason,
    created_at: at,
    by_user: by,
    reference,
    ended_at: sentAt,
    sent_by: sentBy,
    dropped,
    waived_by: waivedBy,
    waived_because: why,
  } = refund
  const sum = `${money(amount, currency)}${reason ? ` (${reason})` : ''}`
  const plain = money(amount, currency)
  if (reference === null)
    return [
      { what: state === 'failed' ? t('could not refund {sum}.', { sum }) : t('refunded {sum}.', { sum }), at, by },
    ]
  return [
    {
      what: reason
        ? t('decided to send back {sum} by bank transfer ({reason}).', { sum: plain, reason })
        : t('decided to send back {sum} by bank transfer.', { sum: plain }),
      at,
      by,
    },
    ...(dropped === 'waived' && sentAt && waivedBy
      ? [
          {
            what: t('noted that the customer does not want the {sum}.', { sum: why ? `${plain} (${why})` : plain }),
            at: sentAt,
            by: waivedBy,
          },
        ]
      : []),
    ...(sentAt && sentBy ? [{ what: t('sent the transfer of {sum}.', { sum: plain }), at: sentAt, by: sentBy }] : []),
  ]
}

type Refund = Awaited<ReturnType<typeof findRefunds>>[number]

function disputeEntries({ amount, currency, state, takesMoney, openedAt, closedAt }: Dispute): Raw[] {
  const sum = money(amount, currency)
  return [
    { what: t('noted that the bank of the customer asked for {sum}.', { sum }), at: openedAt, by: SHOP_ITSELF },
    ...(closedAt ? [{ what: wordsOfEnd({ state, takesMoney, sum }), at: closedAt, by: SHOP_ITSELF }] : []),
  ]
}

function wordsOfEnd({ state, takesMoney, sum }: Pick<Dispute, 'state' | 'takesMoney'> & { sum: string }): string {
  if (state === 'won') return t('noted that the bank decided for the shop.')
  return takesMoney ? t('noted that the bank took {sum} back.', { sum }) : t('noted that the bank asked no more.')
}

/** Each with its amount: of the status of the payment only the last time is known. */
async function findRefunds(db: Db, orderId: number) {
  return db
    .selectFrom('refunds')
    .innerJoin('payments', 'payments.id', 'refunds.payment_id')
    .leftJoin('refund_transfers', 'refund_transfers.refund_id', 'refunds.id')
    .select(['refunds.state', 'refunds.amount', 'refunds.reason', 'refunds.created_at', 'refunds.by_user'])
    .select(['refunds.ended_at', 'refund_transfers.reference', 'refund_transfers.sent_by', 'refunds.dropped'])
    .select(['refund_transfers.waived_by', 'refund_transfers.waived_because'])
    .where('payments.order_id', '=', orderId)
    .execute()
}

/** Staff and API keys by their ids. */
async function findActors(db: Db, visitor: Visitor, ids: string[]): Promise<Map<string, Renderable>> {
  const [users, keys] = await Promise.all([
    db.selectFrom('users').select(['id', 'user_name']).where('id', 'in', ids).execute(),
    db.selectFrom('api_keys').select(['id', 'name']).where('id', 'in', ids).execute(),
  ])
  return new Map([
    ...users.map(
      ({ id, user_name }) => [id, linkFor(visitor, `/admin/users/${id}`, html`<bdi>${user_name}</bdi>`)] as const,
    ),
    ...keys.map(({ id, name }) => [id, t('The API key {name}', { name })] as const),
  ])
}

export function historyList(entries: Entry[]): Html {
  return html`<ol class="steps">${entries.map(
    ({ what, at, by }) => html`<li class="done">${by} ${what} <span class="soft">${time(at)}</span></li>`,
  )}</ol>`
}
