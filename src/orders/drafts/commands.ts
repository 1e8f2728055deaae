/**
 * Commands of staff about a draft order. The row of the draft is locked first, so a change, a withdrawal and the customer's
 * confirmation come one after the other. A guest's row is locked before it, as the deletion of a guest does.
 */
import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import { createGuest } from '../../accounts/guests/guest.ts'
import { isActiveUser } from '../../accounts/users/user.ts'
import type { Tx } from '../../database/schema.ts'
import { announce } from '../../events/announce.ts'
import { publishToFeed } from '../../events/publish.ts'
import { invalidInput, Problem } from '../../problems.ts'
import { after, DAY } from '../../time.ts'
import { type DeliveryAddress, tidyAddress } from '../delivery-address.ts'
import type { DraftOrder, DraftOrderChange, NewDraftOrder } from './draft.ts'
import { newToken } from './link.ts'
import { type DraftMaker, priceDraft, readItems } from './price.ts'
import { requireDraft, showDraft } from './queries.ts'

export const VALID_DAYS = 14

type Changing = DraftMaker & { check?: ((draft: DraftOrder) => void) | undefined }

/** @returns the id @throws Problem */
export async function createDraft(tx: Tx, body: NewDraftOrder, maker: DraftMaker): Promise<string> {
  const { now, by } = maker
  const terms = await readTerms(tx, body, NOTHING, maker)
  const id = randomUUIDv7()
  const userId = await customerFor(tx, body, now)
  await tx
    .insertInto('draft_orders')
    .values({
      id,
      state: 'draft',
      version: 1,
      user_id: userId,
      ...terms,
      valid_days: body.validDays ?? VALID_DAYS,
      by_user: by,
      created_at: now,
      updated_at: now,
    })
    .execute()
  return id
}

async function customerFor(tx: Tx, { userId, email, ...body }: NewDraftOrder, now: Date): Promise<string> {
  if (userId === undefined) {
    if (email === undefined) throw invalidInput({ field: 'email', reason: 'is required', code: 'required' })
    const userName = body.userName || body.deliveryAddress?.name || ''
    return createGuest(tx, { email, userName, locale: null, now })
  }
  if (email !== undefined)
    throw invalidInput({ field: 'email', reason: 'is for customers without an account', code: 'not_allowed' })
  const id = userId.toLowerCase()
  if (await isActiveUser(tx, id)) return id
  throw invalidInput({ field: 'userId', reason: 'must be the id of a user who can sign in', code: 'unknown_user' })
}

const NOTHING = {
  lines: [],
  currency: '',
  discount: 0,
  delivery: null,
  delivery_address: null,
  billing_address: null,
  message: '',
} satisfies Partial<Awaited<ReturnType<typeof requireDraft>>>

/** The columns of what the draft says now, with what it costs. */
async function readTerms(
  tx: Tx,
  body: Omit<DraftOrderChange, 'email'>,
  before: Pick<Awaited<ReturnType<typeof requireDraft>>, keyof typeof NOTHING>,
  maker: DraftMaker,
) {
  const { discount = before.discount, delivery = before.delivery, message = before.message } = body
  if (discount > 0 && discount !== before.discount) maker.requireMoney()
  const { lines, currency } = body.items ? await readItems(tx, body.items, before.lines, maker) : before
  if (body.currency !== undefined && body.currency !== currency)
    throw invalidInput({ field: 'currency', reason: `must be ${currency}, as the products are`, code: 'invalid' })
  const deliveryAddress = addressOf(body.deliveryAddress, before.delivery_address)
  const terms = { lines, currency, discount, deliveryTotal: null, delivery, deliveryAddress }
  const price = await priceDraft(tx, terms, maker)
  return {
    lines: JSON.stringify(lines),
    currency,
    discount,
    delivery_total: price.delivery_total,
    total: price.total,
    delivery,
    delivery_address: deliveryAddress && JSON.stringify(deliveryAddress),
    billing_address: jsonOf(addressOf(body.billingAddress, before.billing_address)),
    message,
  }
}

function addressOf(wanted: DraftOrderChange['deliveryAddress'], before: DeliveryAddress | null) {
  if (wanted === undefined) return before
  return wanted && tidyAddress(wanted)
}

function jsonOf(value: object | null): string | null {
  return value && JSON.stringify(value)
}

/**
 * Changes what a draft says. A customer who reads it at this moment has to read it again. Another address of the customer ends the link,
 * which somebody else may have got.
 * @throws Problem
 */
export async function changeDraft(tx: Tx, id: string, body: DraftOrderChange, maker: Changing): Promise<DraftOrder> {
  const { email, validDays, ...change } = body
  const { user_id: userId, isGuest } = await requireDraft(tx, id)
  if (email !== undefined) {
    if (!isGuest)
      throw invalidInput({ field: 'email', reason: 'is for customers without an account', code: 'not_allowed' })
    await tx.updateTable('users').set({ email }).where('id', '=', userId).where('is_guest', '=', true).execute()
  }
  const before = await lockOpenDraft(tx, id, maker)
  const terms = await readTerms(tx, change, before, maker)
  await tx
    .updateTable('draft_orders')
    .set({ ...terms, valid_days: validDays ?? before.valid_days, version: before.version + 1, updated_at: maker.now })
    .$if(email !== undefined, query => query.set({ state: 'draft', token_hash: null, link_id: null, expires_at: null }))
    .where('id', '=', id)
    .execute()
  return showDraft(tx, id, maker.now)
}

/** Sends the link, or a new one in place of the one before. @throws Problem */
export async function sendDraft(tx: Tx, id: string, key: Buffer, maker: Changing): Promise<DraftOrder> {
  const { now } = maker
  const draft = await lockOpenDraft(tx, id, maker)
  const { delivery_address: deliveryAddress, delivery_total: deliveryTotal } = draft
  const price = await priceDraft(tx, { ...draft, deliveryAddress, deliveryTotal }, maker)
  if (!deliveryAddress && price.delivery?.kind !== 'collection')
    throw invalidInput({ field: 'deliveryAddress', reason: 'is required before the draft is sent', code: 'required' })
  const link = newToken(key)
  await tx
    .updateTable('draft_orders')
    .set({
      state: 'sent',
      link_id: link.id,
      token_hash: link.hash,
      sent_at: now,
      expires_at: after(now, draft.valid_days * DAY),
      updated_at: now,
    })
    .where('id', '=', id)
    .execute()
  await announce(tx, {
    type: 'draft_order.sent',
    payload: { draftOrderId: id },
    to: [{ userId: draft.user_id }],
    at: now,
  })
  await publishToFeed(tx, now, { type: 'draft_order.sent', data: { draftOrderId: id } })
  return showDraft(tx, id, now)
}

/** Its link says so from now on. @throws Problem */
export async function withdrawDraft(tx: Tx, id: string, maker: Pick<Changing, 'now' | 'check'>): Promise<DraftOrder> {
  const { now } = maker
  await lockOpenDraft(tx, id, maker)
  await tx
    .updateTable('draft_orders')
    .set(eb => ({ state: 'withdrawn', version: eb('version', '+', 1), updated_at: now }))
    .where('id', '=', id)
    .execute()
  await publishToFeed(tx, now, { type: 'draft_order.withdrawn', data: { draftOrderId: id } })
  return showDraft(tx, id, now)
}

/** @throws Problem for a draft that is an order now, or was withdrawn */
async function lockOpenDraft(tx: Tx, id: string, { check, now }: Pick<Changing, 'check' | 'now'>) {
  await sql`select from draft_orders where id = ${id} for no key update`.execute(tx)
  const draft = await requireDraft(tx, id)
  check?.(await showDraft(tx, id, now))
  if (draft.state === 'draft' || draft.state === 'sent') return draft
  throw closed(draft.state, draft.order_id)
}

/** Says why a draft can no longer be changed, sent or confirmed. */
export function closed(state: DraftOrder['state'], orderId: number | null): Problem {
  return new Problem('draft_order_closed', WHY[state](orderId), { members: { state, ...(orderId && { orderId }) } })
}

const WHY: Record<DraftOrder['state'], (orderId: number | null) => string> = {
  confirmed: orderId => `This draft was confirmed already, and is order #${orderId} now.`,
  withdrawn: () => 'The shop has withdrawn this draft order. Ask the shop for another one.',
  expired: () => 'The time to confirm this draft order is over. Ask the shop to send it again.',
  draft: () => 'This draft order was not sent yet.',
  sent: () => 'This draft order has been sent.',
}
