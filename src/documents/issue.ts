/*
 * Issues invoices and credit notes. Each is one transaction:
 *
 *   lock the order → is the document there? → take the number (numbers.ts) → freeze the content → announce it
 *
 * A worker does it after the step that the shop has chosen (issuer.ts), and staff can ask for it. The second one to come
 * waits for the lock of the order, and finds the document. A worker that dies has written nothing, and used up no number.
 */
import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import type { Tx } from '../database/schema.ts'
import { announce } from '../events/announce.ts'
import { publishToFeed } from '../events/publish.ts'
import { FORMER_OWNER } from '../orders/queries.ts'
import { FIRST_OF } from '../payments/refund-parts.ts'
import { missingFacts } from '../shop/missing.ts'
import type { Shop } from '../shop/settings.ts'
import { composeCreditNote, composeInvoice } from './compose.ts'
import { type DocumentContent, hashOf } from './content.ts'
import { type CreditCause, readCredit } from './credited.ts'
import { readInvoiceable, readSent } from './facts/invoiceable.ts'
import { type TakenNumber, takeNumber } from './numbers.ts'
import { composeReversal, findNoteToTakeBack, IS_CREDITED } from './reversal.ts'
import './tables.ts'

/** Reasons why no document was written. */
export type Refusal =
  /** There is no such order or refund. */
  | 'unknown'
  /** Nobody has entered who sells. */
  | 'no_seller'
  /** The numbers wait after a database that was set back. */
  | 'numbers_wait'
  /** The order costs nothing, or was cancelled before an invoice was written. */
  | 'not_billable'
  /** A credit note corrects an invoice, and there is none. */
  | 'no_invoice'
  /** Nothing went back, or nothing of the invoice is left to credit. */
  | 'nothing_to_credit'

export type Issued = { id: string; isNew: boolean }

export async function issueInvoice(tx: Tx, orderId: number, shop: Shop, now: Date): Promise<Issued | Refusal> {
  const order = await lockOrder(tx, orderId)
  if (!order) return 'unknown'
  const known = await findInvoiceOf(tx, orderId)
  if (known) {
    await settleOrderInvoice(tx, orderId)
    return { id: known.id, isNew: false }
  }
  if (order.total === 0 || order.status === 'cancelled') return 'not_billable'
  if (missingFacts(shop).length > 0) return 'no_seller'
  const taken = await takeNumber(tx, 'invoice', shop)
  if (!taken) return 'numbers_wait'
  const content = composeInvoice((await readInvoiceable(tx, orderId))!, shop, taken)
  const id = await keep(tx, { taken, content })
  await settleOrderInvoice(tx, orderId)
  await tell(tx, { id, orderId, ownerId: order.ownerId, now })
  return { id, isNew: true }
}

/** @param cause `orderId`: where it has to belong, if somebody says so */
export async function issueCreditNote(
  tx: Tx,
  cause: CreditCause & { orderId?: number },
  shop: Shop,
  now: Date,
): Promise<Issued | Refusal> {
  const credit = await lockCredit(tx, cause)
  if (!credit || (cause.orderId !== undefined && cause.orderId !== credit.orderId)) return 'unknown'
  const { orderId, ownerId } = credit
  const known = await findCreditNoteOf(tx, cause)
  if (known) {
    await settleCredit(tx, cause)
    return { id: known.id, isNew: false }
  }
  const invoice = await findInvoiceOf(tx, orderId)
  if (!invoice) return 'no_invoice'
  if (!credit.isDone || !(await isOnInvoice(tx, cause, credit, invoice))) return 'nothing_to_credit'
  const earlier = await findCreditNotes(tx, orderId)
  const sum = earlier.reduce((all, { total }) => all + total, 0)
  const amount = 'unpaidOrderId' in cause ? invoice.content.total - sum - credit.amount : credit.amount
  if (amount <= 0 || sum >= invoice.content.total) return 'nothing_to_credit'
  if (missingFacts(shop).length > 0) return 'no_seller'
  const taken = await takeNumber(tx, 'credit_note', shop)
  if (!taken) return 'numbers_wait'
  const about = { orderId, amount, invoice: invoice.content, isFirst: earlier.length === 0 }
  const { editIds, ...credited } = await readCredit(tx, cause, about)
  const [order, sent] = [(await readInvoiceable(tx, orderId))!, await readSent(tx, cause)]
  const content = composeCreditNote({ invoice: invoice.content, earlier, order, sent }, credited, shop, taken)
  const id = await keep(tx, { taken, content: content!, cause })
  await sql`update order_edits set document_id = ${id} where id = any(${editIds}::uuid[])`.execute(tx)
  await settleCredit(tx, cause)
  await tell(tx, { id, orderId, ownerId, now })
  return { id, isNew: true }
}

/** @param refundId a refund that has failed since */
export async function takeCreditNoteBack(tx: Tx, refundId: string, shop: Shop, now: Date): Promise<Issued | Refusal> {
  const note = await findNoteToTakeBack(tx, refundId)
  if (!note) return 'nothing_to_credit'
  if (missingFacts(shop).length > 0) return 'no_seller'
  const taken = await takeNumber(tx, 'credit_note', shop)
  if (!taken) return 'numbers_wait'
  const { id: reverses, orderId, ownerId } = note
  const order = (await readInvoiceable(tx, orderId))!
  const id = await keep(tx, {
    taken,
    content: composeReversal(note, order, shop, taken),
    cause: { refundId },
    reverses,
  })
  await tell(tx, { id, orderId, ownerId, now })
  return { id, isNew: true }
}

async function lockOrder(tx: Tx, orderId: number) {
  return tx
    .selectFrom('orders')
    .select(['owner_id as ownerId', 'status', 'total'])
    .where('id', '=', orderId)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

type Credit = {
  orderId: number
  ownerId: string
  /** The credited amount; for an unpaid order, the rest that still has to be paid. */
  amount: number
  isDone: boolean
  isSurplus: boolean
}

/** The order first, as everywhere. */
async function lockCredit(tx: Tx, cause: CreditCause): Promise<Credit | undefined> {
  if ('unpaidOrderId' in cause) {
    const { rows } = await sql<Credit>`
      select id as "orderId", owner_id as "ownerId", case status when 'cancelled' then 0 else total - credited end as amount,
        true as "isDone", false as "isSurplus"
      from orders where id = ${cause.unpaidOrderId} and needs_credit_note for no key update
    `.execute(tx)
    return rows[0]
  }
  if ('returnId' in cause) {
    const { rows } = await sql<Credit>`
      select o.id as "orderId", owner_id as "ownerId", r.credited as amount, true as "isDone", false as "isSurplus"
      from returns r join orders o on o.id = r.order_id
      where r.id = ${cause.returnId} and r.credited > 0
      for no key update of o
    `.execute(tx)
    return rows[0]
  }
  const { refundId } = cause
  await sql`
    select from orders where id = (select order_id from payments p join refunds r on r.payment_id = p.id where r.id = ${refundId})
    for no key update
  `.execute(tx)
  const { rows } = await sql<Credit>`
    select p.order_id as "orderId", o.owner_id as "ownerId", r.amount, ${IS_CREDITED} as "isDone",
      is_surplus or r.source = 'surplus' as "isSurplus"
    from refunds r join payments p on p.id = r.payment_id join orders o on o.id = p.order_id
    where r.id = ${refundId}
  `.execute(tx)
  return rows[0]
}

type Invoice = { id: string; content: DocumentContent }

/**
 * Money that was paid by mistake was never on an invoice, and neither was what went back before because the order became smaller: the
 * invoice is of what stayed.
 */
async function isOnInvoice(tx: Tx, cause: CreditCause, credit: Credit, { content }: Invoice): Promise<boolean> {
  if (credit.isSurplus) return false
  if (!('refundId' in cause)) return true
  const edit = await tx
    .selectFrom('order_edits')
    .select(['total_after', 'after_invoice'])
    .where('order_id', '=', credit.orderId)
    .where('refund_id', '=', sql<string>`(select ${FIRST_OF(sql`r`)} from refunds r where r.id = ${cause.refundId})`)
    .executeTakeFirst()
  return edit === undefined || (edit.after_invoice ?? edit.total_after < content.total)
}

async function findInvoiceOf(tx: Tx, orderId: number): Promise<Invoice | undefined> {
  return tx
    .selectFrom('documents')
    .select(['id', 'content'])
    .where('order_id', '=', orderId)
    .where('kind', '=', 'invoice')
    .executeTakeFirst()
}

async function findCreditNoteOf(tx: Tx, cause: CreditCause) {
  // Existing notes count as earlier ones: the same order can become smaller again.
  if ('unpaidOrderId' in cause) return undefined
  const notes = tx.selectFrom('documents').select('id')
  return 'returnId' in cause
    ? notes.where('return_id', '=', cause.returnId).executeTakeFirst()
    : notes.where('refund_id', '=', cause.refundId).executeTakeFirst()
}

/** The credit notes of an order, without those that were taken back. */
async function findCreditNotes(tx: Tx, orderId: number): Promise<DocumentContent[]> {
  const notes = await tx
    .selectFrom('documents')
    .select('content')
    .where('order_id', '=', orderId)
    .where('kind', '=', 'credit_note')
    .where('reverses', 'is', null)
    .where(sql<boolean>`not exists (select from documents x where x.reverses = documents.id)`)
    .execute()
  return notes.map(({ content }) => content)
}

type NewDocument = { taken: TakenNumber; content: DocumentContent; cause?: CreditCause; reverses?: string }

/** A conflict is an error, which rolls the number back. */
async function keep(tx: Tx, { taken, content, cause, reverses }: NewDocument): Promise<string> {
  const id = randomUUIDv7()
  await tx
    .insertInto('documents')
    .values({
      id,
      kind: content.kind,
      series: taken.series,
      number: taken.number,
      label: taken.label,
      order_id: content.order.id,
      refund_id: cause && 'refundId' in cause ? cause.refundId : null,
      return_id: cause && 'returnId' in cause ? cause.returnId : null,
      reverses: reverses ?? null,
      issued_at: taken.issuedAt,
      content: JSON.stringify(content),
      sha256: hashOf(content),
    })
    .execute()
  return id
}

type News = { id: string; orderId: number; ownerId: string; now: Date }

async function tell(tx: Tx, { id, orderId, ownerId, now }: News): Promise<void> {
  const data = { orderId, documentId: id }
  if (ownerId !== FORMER_OWNER)
    await announce(tx, { type: 'document.issued', payload: data, to: [{ userId: ownerId }], at: now })
  await publishToFeed(tx, now, { type: 'document.issued', data })
}

async function settleOrderInvoice(tx: Tx, orderId: number): Promise<void> {
  await tx.updateTable('orders').set({ needs_invoice: false }).where('id', '=', orderId).execute()
}

export async function settleCredit(tx: Tx, cause: CreditCause): Promise<void> {
  if ('unpaidOrderId' in cause)
    await tx.updateTable('orders').set({ needs_credit_note: false }).where('id', '=', cause.unpaidOrderId).execute()
  else if ('returnId' in cause)
    await tx.updateTable('returns').set({ needs_credit_note: false }).where('id', '=', cause.returnId).execute()
  else await tx.updateTable('refunds').set({ needs_credit_note: false }).where('id', '=', cause.refundId).execute()
}
