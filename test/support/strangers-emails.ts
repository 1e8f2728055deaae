/** An event for each kind of email that a free account on the address of somebody else can cause. */
import { sql } from 'kysely'
import { createApiKey } from '../../src/accounts/sessions/api-keys.ts'
import type { EventPayloads, EventType } from '../../src/events/announce.ts'
import { newPerson, type Person } from './accounts.ts'
import { sellAs } from './documents.ts'
import { person } from './people.ts'
import { stockProduct } from './products.ts'
import type { Semel } from './semel.ts'

/** The text that the stranger enters wherever the API takes one. */
export const STRANGERS_TEXT = 'URGENT: confirm your card at http://evil.example/pay'

const VERIFIED_ALONE = 'Only an account with a verified address can ask for a new second factor.'

/** Emails that no account can cause, or whose words are others', and why they are not among them. */
export const NOT_BY_STRANGERS: Partial<Record<EventType, string>> = {
  'shop.order_placed': 'It goes to the shop.',
  'shop.orders_of_day': 'It goes to the shop.',
  'shop.dispute_opened': 'It goes to the shop.',
  'shop.dispute_ended': 'It goes to the shop.',
  'shop.refund_failed': 'It goes to the shop.',
  'contact.message_received': 'It goes to the shop.',
  'webhook.disabled': 'It goes to the shop.',
  'announcement.tested': 'Staff send it to themselves.',
  'email_text.tested': 'Staff send it to themselves.',
  'staff.invited': 'An admin causes it, and it has the words of an admin.',
  'draft_order.sent': 'Staff cause it, and it has the words of staff alone.',
  'setting.address_entered': 'Staff cause it, and it has the name of the shop alone.',
  'user.recovery_asked': VERIFIED_ALONE,
  'user.recovery_linked': VERIFIED_ALONE,
  'user.recovery_ended': VERIFIED_ALONE,
  'contact.message_answered': 'A person answers and quotes the question, which docs/security.md says.',
}

type Payloads = { [T in EventType]?: EventPayloads[T] }

/**
 * Lets a stranger cause whatever an account can cause, with such text wherever the API takes it, and then puts the text into every column
 * that a program or a bank fills.
 * @returns the payloads of all other kinds of emails, about those rows
 */
export async function strangersEvents(semel: Semel): Promise<{ stranger: Person; events: Payloads }> {
  await sellAs(semel)
  const [stranger, staff] = [await newPerson(semel), await person(semel, 'admin')]
  const orders = await placeOrders(semel, stranger, staff)
  const money = await moveMoney(semel, orders, staff)
  const { id: returnId } = await ask(semel, stranger, 'POST', `/api/orders/${orders.delivered}/returns`, {
    items: [{ line: 1, quantity: 1 }],
    reason: STRANGERS_TEXT,
  })
  const message = { kind: 'service', subject: 'Closed', message: 'We are closed on Monday.' }
  const { id: announcementId } = await ask(semel, staff, 'POST', '/api/admin/announcements', message)
  const statement = {
    name: STRANGERS_TEXT,
    email: stranger.email,
    order: String(orders.delivered),
    items: STRANGERS_TEXT,
  }
  await ask(semel, stranger, 'POST', '/api/withdrawals', statement)
  const { key } = await createApiKey(semel, { name: 'form', scopes: ['auth:reset'] })
  await semel.client().post('/api/auth/forgot-password', { email: stranger.email }, { token: key })
  const productId = await stockProduct(semel.db, { stock: 0 })
  await ask(semel, stranger, 'PUT', `/api/products/${productId}/stock-alert`, {})
  await putIntoColumns(semel, stranger, orders)
  await ask(semel, staff, 'PATCH', `/api/products/${productId}`, { stock: 5 })
  return {
    stranger,
    events: {
      ...ofOrders(orders, money, { orderId: orders.delivered, returnId }),
      'withdrawal.received': {
        withdrawalId: await idOf(semel, 'withdrawals', 'order_id', orders.delivered),
        at: semel.clock.now().toISOString(),
      },
      ...ofAccount(stranger.id, await idOf(semel, 'password_resets', 'user_id', stranger.id), semel.clock.now()),
      'announcement.published': { announcementId },
      'product.back_in_stock': { productId },
    },
  }
}

async function ask(semel: Semel, { token }: Pick<Person, 'token'>, method: string, path: string, body: object = {}) {
  const { status, text, body: answer } = await semel.client().request(method, path, { body, token })
  if (status >= 300) throw new Error(`${method} ${path}: ${text}`)
  return answer
}

async function idOf(
  semel: Semel,
  table: 'withdrawals' | 'password_resets' | 'payments',
  column: string,
  value: unknown,
) {
  const { rows } = await sql<{ id: string }>`
    select id from ${sql.table(table)} where ${sql.ref(column)} = ${value}
  `.execute(semel.db)
  return rows[0]!.id
}

type Orders = { paid: number; delivered: number }

async function placeOrders(semel: Semel, stranger: Person, staff: Pick<Person, 'token'>): Promise<Orders> {
  const note = STRANGERS_TEXT
  const items = [{ productId: await stockProduct(semel.db, { price: 1000, stock: 100 }), quantity: 3 }]
  const deliveryAddress = { name: note, line1: note, postcode: '10115', city: 'Berlin', country: 'DE' }
  const place = async () => (await ask(semel, stranger, 'POST', '/api/orders', { items, note, deliveryAddress })).id
  const orders = { paid: await place(), delivered: await place() }
  for (const step of ['process', 'ship', 'deliver'])
    await ask(semel, staff, 'POST', `/api/orders/${orders.delivered}/${step}`)
  return orders
}

/** A part of the money came by bank transfer, and a piece was taken out. */
async function moveMoney(semel: Semel, { paid }: Orders, staff: Pick<Person, 'token'>) {
  await ask(semel, staff, 'POST', `/api/orders/${paid}/mark-paid`, { amount: 1000 })
  await ask(semel, staff, 'PATCH', `/api/orders/${paid}/items`, { items: [{ line: 1, quantity: 2 }] })
  const { id: refundId } = await ask(semel, staff, 'POST', `/api/orders/${paid}/refunds`, { amount: 100 })
  const { id: documentId } = await ask(semel, staff, 'POST', `/api/orders/${paid}/documents`, { kind: 'invoice' })
  const { rows } = await sql<{ editId: string; transferId: string }>`
    select e.id as "editId", t.transfer_id as "transferId"
    from order_edits e join incoming_transfer_parts t using (order_id)
    where order_id = ${paid}
  `.execute(semel.db)
  return { refundId, documentId, paymentId: await idOf(semel, 'payments', 'order_id', paid), ...rows[0]! }
}

function ofOrders(
  { paid: orderId }: Orders,
  { refundId, documentId, paymentId, editId, transferId }: Awaited<ReturnType<typeof moveMoney>>,
  ofReturn: EventPayloads['return.requested'],
) {
  return {
    'order.placed': { orderId },
    'order.confirmation_requested': { orderId },
    'order.shipped': { orderId },
    'order.ready_to_collect': { orderId },
    'order.parcel_shipped': { orderId: ofReturn.orderId, parcel: 1 },
    'order.cancelled': { orderId },
    'order.tracking_number_changed': { orderId },
    'order.changed': { orderId, editId },
    'transfer.received': { orderId, transferId },
    'payment.received': { orderId, paymentId },
    'payment.failed': { orderId, paymentId },
    'refund.sent': { orderId, refundId },
    'refund.failed': { orderId, refundId },
    'refund.account_needed': { orderId, refundId },
    'document.issued': { orderId, documentId },
    'return.requested': ofReturn,
    'return.approved': ofReturn,
    'return.received': ofReturn,
    'return.closed': ofReturn,
    'return.declined': ofReturn,
  } satisfies Payloads
}

function ofAccount(userId: string, resetId: string, now: Date) {
  const at = now.toISOString()
  return {
    'user.registered': { userId },
    'user.password_reset_requested': { userId, resetId },
    'user.email_changed': { userId },
    'user.factors_reset': { userId },
    'user.credentials_changed': { userId, change: 'password_changed', at },
    'user.signed_in_on_new_device': { userId, at },
    'user.codes_refused': { userId, at },
    'user.factors_disabled': { userId, kinds: ['totp'] },
    'user.deleted': { userId },
    'user.verification_requested': { userId },
    'user.account_requested': { userId },
  } satisfies Payloads
}

async function putIntoColumns({ db }: Semel, { id }: Person, { paid, delivered }: Orders): Promise<void> {
  await db.updateTable('users').set({ user_name: STRANGERS_TEXT }).where('id', '=', id).execute()
  await sql`
    update incoming_transfers set payer = ${STRANGERS_TEXT}, reference = ${STRANGERS_TEXT}, note = ${STRANGERS_TEXT}
    where id in (select transfer_id from incoming_transfer_parts where order_id in (${paid}, ${delivered}))
  `.execute(db)
}
