import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import sharp from 'sharp'
import { accountLinkPath } from '../../src/accounts/guests/account-link.ts'
import { resetToken } from '../../src/accounts/passwords/reset.ts'
import { objectionToken, recoveryToken } from '../../src/accounts/recovery/links.ts'
import { codeOf, fromBase32, stepAt } from '../../src/accounts/second-factors/totp.ts'
import { invitationToken } from '../../src/accounts/staff/invitations.ts'
import { addressToken } from '../../src/accounts/staff/shop-addresses.ts'
import { mailboxToken } from '../../src/accounts/users/verify-email.ts'
import { messageIdOf } from '../../src/mail/message-id.ts'
import { LEGAL_SLUGS } from '../../src/shop/legal-pages.ts'
import { LANGUAGES } from '../../src/words/languages.ts'
import { enterPassword, newPerson, PASSWORD } from './accounts.ts'
import type { RequestOptions } from './client.ts'
import { placeForInvoice, sellAs } from './documents.ts'
import { PREPARED_DRAFTS } from './drafts.ts'
import { orderOnline } from './payments.ts'
import { PREPARED_INCOMING } from './prepared-incoming.ts'
import { PREPARED_SITE } from './prepared-site.ts'
import { PREPARED_TRANSFERS } from './prepared-transfers.ts'
import { stockProduct } from './products.ts'
import type { Semel } from './semel.ts'

type Prepared = { path: string; status: number } & RequestOptions
type World = { apiKey: string; delivered: { id: string; position: number } }

/** An order without an account, and the token of its link. */
export async function orderedByGuest(semel: Semel): Promise<{ id: number; token: string }> {
  const items = [{ productId: await stockProduct(semel.db), quantity: 1 }]
  const { body } = await semel.client().post('/api/guest-orders', { email: `${randomUUIDv7()}@example.com`, items })
  return { id: body.id, token: new URL(body.link).searchParams.get('token')! }
}

/** The token of the link with which the guest of an order creates an account. */
export async function accountLinkOf({ db, serviceKey, clock }: Semel, orderId: number): Promise<string> {
  const guest = await db
    .selectFrom('orders')
    .innerJoin('users', 'users.id', 'owner_id')
    .select(['users.id', 'users.email'])
    .where('orders.id', '=', orderId)
    .executeTakeFirstOrThrow()
  return accountLinkPath(serviceKey, guest, clock.now()).split('token=')[1]!
}

let number = 2_000_000
const withTelephone = (semel: Semel) => newPerson(semel, { phone: `+4917${number++}` })
const factors = '/users/me/second-factors'

/**
 * Requests that a document cannot provide, because they need a value from an email, a text message or an earlier response.
 * Each is made for a person of its own.
 */
export const PREPARED: Record<string, (semel: Semel, world: World) => Promise<Prepared>> = {
  resetPassword: async (semel, { apiKey }) => {
    const { id, email } = await newPerson(semel)
    await semel.client().post('/api/auth/forgot-password', { email }, { headers: { 'x-api-key': apiKey } })
    const reset = await semel.db
      .selectFrom('password_resets')
      .select('id')
      .where('user_id', '=', id)
      .executeTakeFirstOrThrow()
    const body = { token: resetToken(semel.serviceKey, reset.id), password: 'another good passphrase' }
    return { path: '/auth/reset-password', status: 200, body }
  },
  verifyEmail: async semel => {
    const body = { token: mailboxToken(semel.serviceKey, 'verify-email', await newPerson(semel), semel.clock.now()) }
    return { path: '/auth/verify-email', status: 200, body }
  },
  releaseEmail: async semel => {
    const body = { token: mailboxToken(semel.serviceKey, 'release-email', await newPerson(semel), semel.clock.now()) }
    return { path: '/auth/release-email', status: 200, body }
  },
  askForRecovery: async semel => {
    const { token } = await recovering(semel, { isAsked: false })
    return { path: '/auth/mfa/recovery-request', status: 202, token }
  },
  objectToRecovery: async semel => {
    const { id } = await recovering(semel)
    return { path: '/auth/recovery/objection', status: 204, body: { token: objectionToken(semel.serviceKey, id) } }
  },
  endOwnRecovery: async semel => {
    const { session } = await recovering(semel)
    return { path: '/users/me/recovery-request', status: 204, token: session }
  },
  recoverAccount: async semel => {
    const { id } = await recovering(semel)
    const times = { waits_until: semel.clock.now(), linked_at: semel.clock.now(), needs_approval: false }
    await semel.db.updateTable('recovery_requests').set(times).where('id', '=', id).execute()
    const body = { token: recoveryToken(semel.serviceKey, id), password: 'another good passphrase' }
    return { path: '/auth/recovery', status: 200, body }
  },
  approveRecovery: async semel => {
    const { id } = await recovering(semel)
    const { token } = await newPerson(semel, { role: 'staff' })
    return { path: `/admin/recovery-requests/${id}/approve`, status: 200, token }
  },
  declineRecovery: async semel => {
    const { id } = await recovering(semel)
    const { token } = await newPerson(semel, { role: 'staff' })
    return { path: `/admin/recovery-requests/${id}/decline`, status: 200, token }
  },
  inviteStaff: async semel => {
    const { token } = await newPerson(semel, { role: 'admin' })
    return { path: '/admin/invitations', status: 201, body: { email: `${randomUUIDv7()}@example.com` }, token }
  },
  resendInvitation: async semel => {
    const { id, admin } = await invited(semel)
    return { path: `/admin/invitations/${id}/resend`, status: 200, token: admin.token }
  },
  withdrawInvitation: async semel => {
    const { id, admin } = await invited(semel)
    return { path: `/admin/invitations/${id}`, status: 204, token: admin.token }
  },
  renewSettingAddress: async semel => {
    const { id, admin } = await enteredAddress(semel)
    return { path: `/admin/settings/addresses/${id}/renew`, status: 200, token: admin.token }
  },
  withdrawSettingAddress: async semel => {
    const { id, admin } = await enteredAddress(semel)
    return { path: `/admin/settings/addresses/${id}`, status: 204, token: admin.token }
  },
  confirmSettingAddress: async semel => {
    const { id } = await enteredAddress(semel)
    return { path: '/setting-addresses/confirm', status: 200, body: { token: addressToken(semel.serviceKey, id) } }
  },
  acceptInvitation: async semel => {
    const colleague = await newPerson(semel)
    const { id } = await invited(semel, colleague.email)
    const body = { invitation: invitationToken(semel.serviceKey, id) }
    return { path: '/users/me/invitation', status: 204, body, token: colleague.token }
  },
  changePermissions: async semel => {
    const [admin, staff] = [await newPerson(semel, { role: 'admin' }), await newPerson(semel, { role: 'staff' })]
    const body = { permissions: ['orders'] }
    const headers = { 'if-match': '*' }
    return { path: `/admin/users/${staff.id}/permissions`, status: 200, body, headers, token: admin.token }
  },
  correctGuestEmail: async semel => {
    const { id, token } = await orderedByGuest(semel)
    const body = { email: `${randomUUIDv7()}@example.com` }
    return { path: `/guest-orders/${id}/email`, status: 200, body, token }
  },
  placeGuestOrder: async semel => {
    const items = [{ productId: await stockProduct(semel.db), quantity: 1 }]
    return { path: '/guest-orders', status: 201, body: { email: `${randomUUIDv7()}@example.com`, items } }
  },
  exportGuest: async semel => {
    const { id, token } = await orderedByGuest(semel)
    return { path: `/guest-orders/${id}/export`, status: 200, token }
  },
  deleteGuest: async semel => {
    const { id, token } = await orderedByGuest(semel)
    await semel.client().post(`/api/orders/${id}/cancel`, {}, { token })
    return { path: `/guest-orders/${id}`, status: 204, token }
  },
  requestGuestAccount: async semel => {
    const { id, token } = await orderedByGuest(semel)
    return { path: `/guest-orders/${id}/account`, status: 202, body: {}, token }
  },
  startRegistrationByLink: async semel => {
    const body = { token: await accountLinkOf(semel, (await orderedByGuest(semel)).id) }
    return { path: '/auth/register/link/options', status: 200, body }
  },
  endOrderLink: async semel => {
    const { id, token } = await orderedByGuest(semel)
    return { path: `/guest-orders/${id}/link`, status: 204, token }
  },
  payOrder: async semel => {
    const buyer = await newPerson(semel)
    const { id } = await orderOnline(semel, buyer)
    return { path: `/orders/${id}/payment`, status: 201, body: {}, token: buyer.token }
  },
  refundOrder: async semel => {
    const [buyer, staff] = [await newPerson(semel), await newPerson(semel, { role: 'staff' })]
    const items = [{ productId: await stockProduct(semel.db), quantity: 1 }]
    const { body } = await semel.client().post('/api/orders', { items }, { token: buyer.token })
    await semel.client().post(`/api/orders/${body.id}/mark-paid`, {}, { token: staff.token })
    return { path: `/orders/${body.id}/refunds`, status: 201, body: { amount: 1 }, token: staff.token }
  },
  decideDispute: async semel => {
    const { token } = await newPerson(semel, { role: 'staff' })
    const items = [{ productId: await stockProduct(semel.db), quantity: 1 }]
    const order = (await semel.client().post('/api/orders', { items }, { token })).body
    await semel.client().post(`/api/orders/${order.id}/mark-paid`, {}, { token })
    const id = randomUUIDv7()
    await sql`
      insert into disputes (id, payment_id, provider_id, amount, currency, state, provider_state, takes_money, opened_at, closed_at)
      select ${id}::uuid, p.id, ${`du_${id}`}, p.amount, p.currency, 'lost', 'lost', true, now(), now()
      from payments p where p.order_id = ${order.id}
    `.execute(semel.db)
    return { path: `/admin/disputes/${id}/decision`, status: 200, body: { decision: 'claimed' }, token }
  },
  getAddress: async semel => ({ ...(await keptAddress(semel)), status: 200 }),
  changeAddress: async semel => ({ ...(await keptAddress(semel)), status: 200, body: { label: 'Work' } }),
  removeAddress: async semel => ({ ...(await keptAddress(semel)), status: 204 }),
  ...PREPARED_DRAFTS,
  ...PREPARED_TRANSFERS,
  ...PREPARED_INCOMING,
  ...PREPARED_SITE,
  // A body of all documented members is mostly refused: a stock beside its change, a value that does not fit the kind of a code.
  changeProduct: async (semel, { apiKey }) => {
    const path = `/products/${await stockProduct(semel.db, { stock: 1 })}`
    return { path, status: 200, body: { stockChange: 2 }, headers: { 'x-api-key': apiKey } }
  },
  createCategory: async (_, { apiKey }) => {
    const body = { name: `Category ${number++}`, parent: null }
    return { path: '/categories', status: 201, body, headers: { 'x-api-key': apiKey } }
  },
  changeCategory: async (semel, { apiKey }) => {
    const path = await newCategory(semel, apiKey)
    return { path, status: 200, body: { position: 0 }, headers: { 'x-api-key': apiKey } }
  },
  mergeCategory: async (semel, { apiKey }) => {
    const [path, into] = [await newCategory(semel, apiKey), `Category ${number}`]
    await newCategory(semel, apiKey)
    return { path: `${path}/merge`, status: 200, body: { into }, headers: { 'x-api-key': apiKey } }
  },
  deleteCategory: async (semel, { apiKey }) => {
    return { path: await newCategory(semel, apiKey), status: 204, headers: { 'x-api-key': apiKey } }
  },
  createProductGroup: async semel => {
    const { token, group } = await newGroup(semel)
    return { path: '/product-groups', status: 201, body: { ...group, name: `${group.name} too`, products: [] }, token }
  },
  getProductGroup: async semel => {
    const { path, token } = await newGroup(semel)
    return { path, status: 200, token }
  },
  changeProductGroup: async semel => {
    const { path, token } = await newGroup(semel)
    return { path, status: 200, body: { texts: { de: { name: 'Hemd' } } }, token }
  },
  deleteProductGroup: async semel => {
    const { path, token, product } = await newGroup(semel)
    await semel.client().delete(`/api${path}/products/${product}`, { token })
    return { path, status: 204, token }
  },
  putProductInGroup: async semel => {
    const { path, token, group } = await newGroup(semel)
    const { options } = group.products[0]!
    return { path: `${path}/products/${group.products[0]!.id}`, status: 200, body: { options, listed: true }, token }
  },
  takeProductOutOfGroup: async semel => {
    const { path, token, product } = await newGroup(semel)
    return { path: `${path}/products/${product}`, status: 204, token }
  },
  placeOrder: async semel => {
    const { token } = await newPerson(semel)
    const items = [{ productId: await stockProduct(semel.db), quantity: 1 }]
    return { path: '/orders', status: 201, body: { items }, token }
  },
  setLowStockMark: async (semel, { apiKey }) => {
    const path = `/products/${await stockProduct(semel.db)}/low-stock-mark`
    return { path, status: 200, body: { mark: 3 }, headers: { 'x-api-key': apiKey } }
  },
  changeProducts: async (semel, { apiKey }) => {
    const body = { productIds: [await stockProduct(semel.db)], stockChange: 1 }
    return { path: '/products/changes', status: 200, body, headers: { 'x-api-key': apiKey } }
  },
  changeStock: async (semel, { apiKey }) => {
    const path = `/products/${await stockProduct(semel.db)}/stock-changes`
    return { path, status: 201, body: { change: 2, reason: 'received' }, headers: { 'x-api-key': apiKey } }
  },
  listStockChanges: async (semel, { apiKey }) => {
    const path = `/products/${await stockProduct(semel.db)}/stock-changes`
    return { path, status: 200, headers: { 'x-api-key': apiKey } }
  },
  getProductInAnyState: async semel => {
    const { token } = await newPerson(semel, { role: 'staff' })
    return { path: `/admin/products/${await stockProduct(semel.db)}`, status: 200, token }
  },
  setProductState: async semel => {
    const { token } = await newPerson(semel, { role: 'staff' })
    const path = `/products/${await stockProduct(semel.db)}/state`
    return { path, status: 200, body: { state: 'draft' }, token }
  },
  changeDiscountCode: async semel => {
    const { token } = await newPerson(semel, { role: 'staff' })
    return { path: '/admin/discount-codes/STAYS', status: 200, body: { maxUses: null }, token }
  },
  changeOrderItems: async semel => {
    const { path, token } = await openOrder(semel)
    return { path: `${path}/items`, status: 200, body: { items: [{ line: 1, quantity: 1 }] }, token }
  },
  changeDeliveryAddress: async semel => {
    const deliveryAddress = { name: 'Ada', line1: 'Weg 1', postcode: '10969', city: 'Berlin', country: 'DE' }
    // The country of the shop may have changed meanwhile, and that of the order has to stay.
    const { path, token } = await openOrder(semel, { deliveryAddress })
    return { path: `${path}/delivery-address`, status: 200, body: { deliveryAddress }, token }
  },
  changeBillingAddress: async semel => {
    const { path, token } = await openOrder(semel)
    const billingAddress = { name: 'Ada', line1: 'Weg 1', postcode: '10969', city: 'Berlin', country: 'DE' }
    return { path: `${path}/billing-address`, status: 200, body: { billingAddress }, token }
  },
  removeBillingAddress: async semel => {
    const { path, token } = await openOrder(semel)
    return { path: `${path}/billing-address`, status: 200, token }
  },
  removeOrderNote: async semel => {
    const { path, token } = await openOrder(semel)
    const { body } = await semel.client().post(`/api${path}/notes`, { text: 'Rang.' }, { token })
    return { path: `${path}/notes/${body.id}`, status: 200, token }
  },
  removeUserNote: async semel => {
    const { id, token } = await newPerson(semel, { role: 'staff' })
    const { body } = await semel.client().post(`/api/users/${id}/notes`, { text: 'Rang.' }, { token })
    return { path: `/users/${id}/notes/${body.id}`, status: 200, token }
  },
  requestReturn: async semel => {
    const { orderId, token } = await shippedOrder(semel)
    const body = { items: [{ line: 1, quantity: 1 }], reason: 'Too small.' }
    return { path: `/orders/${orderId}/returns`, status: 201, body, token }
  },
  getReturn: async semel => ({ ...(await returned(semel, '')), status: 200 }),
  approveReturn: async semel => ({ ...(await returned(semel, 'approve')), status: 200, body: {} }),
  declineReturn: async semel => ({ ...(await returned(semel, 'decline')), status: 200, body: {} }),
  receiveReturn: async semel => ({ ...(await returned(semel, 'receive', 'approve')), status: 200, body: {} }),
  closeReturn: async semel => ({ ...(await returned(semel, 'close', 'approve', 'receive')), status: 200 }),
  creditReturn: async semel => ({ ...(await returned(semel, 'credit', 'approve', 'receive')), status: 200, body: {} }),
  refundReturn: async semel => ({ ...(await returned(semel, 'refund', 'approve', 'receive')), status: 201, body: {} }),
  getContactMessage: async semel => ({ ...(await contacted(semel)), status: 200 }),
  answerContactMessage: async semel => {
    const { path, token } = await contacted(semel)
    return { path: `${path}/replies`, token, status: 201, body: { message: 'We look into it.' } }
  },
  undoContactReply: async semel => {
    const { path, token } = await contacted(semel)
    const { body } = await semel.client().post(`/api${path}/replies`, { message: 'Yes.', undoable: true }, { token })
    return { path: `${path}/replies/${body.id}/undo`, token, status: 200 }
  },
  undoOrderStep: async semel => {
    const { orderId, token } = await shippedOrder(semel)
    return { path: `/orders/${orderId}/undo`, status: 200, body: { step: 'ship' }, token }
  },
  createProduct: async semel => {
    const { token } = await newPerson(semel, { role: 'staff' })
    const body = { sku: `MADE-${number++}`, name: 'Lamp', category: 'Lamps', price: 1900 }
    return { path: '/products', status: 201, body, token }
  },
  changeTrackingNumber: async semel => {
    const { orderId, token } = await shippedOrder(semel)
    return { path: `/orders/${orderId}/tracking-number`, status: 200, body: { trackingNumber: 'RR 9' }, token }
  },
  sendParcel: async semel => {
    const { path, token } = await partOf(semel)
    return { path, status: 200, body: { items: [{ line: 1, quantity: 1 }] }, token }
  },
  undoParcel: async semel => {
    const { path, token } = await partOf(semel)
    await semel.client().post(`/api${path}`, { items: [{ line: 1, quantity: 1 }] }, { token })
    return { path: `${path}/1/undo`, status: 200, token }
  },
  createOrderBatch: async semel => newBatch(semel),
  getOrderBatch: async semel => keptBatch(semel, '', 200),
  undoOrderBatch: async semel => keptBatch(semel, '/undo', 200, {}),
  uploadParcelNumbers: async semel => numberFile(semel),
  applyOrderBatch: async semel => {
    const { path, body, token } = await numberFile(semel)
    const kept = await semel.client().post(`/api${path}`, body, { token: token! })
    return { path: `/order-batches/${kept.body.id}/apply`, status: 200, body: {}, token: token! }
  },
  undoOrderSteps: async semel => {
    const { orderId, token } = await shippedOrder(semel)
    return { path: '/orders/steps/undo', status: 200, body: { step: 'ship', orderIds: [orderId] }, token }
  },
  issueDocument: async semel => {
    const { orderId, token } = await billable(semel)
    return { path: `/orders/${orderId}/documents`, token, status: 200, body: { kind: 'invoice' } }
  },
  getDocument: async semel => ({ ...(await issued(semel)), status: 200 }),
  getDocumentPdf: async semel => {
    const { path, token } = await issued(semel)
    return { path: `${path}.pdf`, token, status: 200 }
  },
  getDocumentXml: async semel => {
    const { path, token } = await issued(semel)
    return { path: `${path}.xml`, token, status: 200 }
  },
  confirmInvoiceNumber: async semel => {
    const { token } = await newPerson(semel, { role: 'admin' })
    const name = `invoice/${number++}`
    await sql`insert into invoice_series (name, next) values (${name}, 1)`.execute(semel.db)
    await sql`update database_history set numbers_doubted_at = now()`.execute(semel.db)
    return { path: '/admin/invoice-series', token, status: 200, body: { series: name, lastNumber: 3 } }
  },
  withdraw: async () => {
    const body = { name: 'Ada', email: `withdrawn-${number++}@example.com`, order: '1' }
    return { path: '/withdrawals', status: 201, body }
  },
  checkWithdrawal: async () => {
    const body = { name: 'Ada', email: 'ada@example.com', order: '1', items: 'A lamp' }
    return { path: '/withdrawals/check', status: 200, body }
  },
  decideWithdrawal: async semel => {
    const { token } = await newPerson(semel, { role: 'staff' })
    const email = `decided-${number++}@example.com`
    await semel.client().post('/api/withdrawals', { name: 'Ada', email, order: '1' })
    const { id } = await semel.db
      .selectFrom('withdrawals')
      .select('id')
      .where('email', '=', email)
      .executeTakeFirstOrThrow()
    return { path: `/admin/withdrawals/${id}/decide`, status: 200, body: { accepted: false }, token }
  },
  settlePaymentCall: async semel => {
    const [buyer, staff] = [await newPerson(semel), await newPerson(semel, { role: 'staff' })]
    const { id } = await orderOnline(semel, buyer)
    const { rows } = await sql<{ id: string }>`
      update payment_calls set state = 'in_doubt' where payment_id in (select id from payments where order_id = ${id})
      returning id
    `.execute(semel.db)
    return { path: `/admin/payment-calls/${rows[0]!.id}/settle`, status: 200, body: { done: true }, token: staff.token }
  },
  endPaymentFinding: async semel => {
    const [buyer, staff] = [await newPerson(semel), await newPerson(semel, { role: 'staff' })]
    const { id } = await orderOnline(semel, buyer)
    const { rows } = await sql<{ id: string }>`
      update payments set finding = 'Somebody else paid.' where order_id = ${id} returning id
    `.execute(semel.db)
    const path = `/admin/payments/${rows[0]!.id}/end-finding`
    return { path, status: 200, body: { as: 'known' }, token: staff.token }
  },
  knowLostPaymentEvents: async semel => {
    const { token } = await newPerson(semel, { role: 'staff' })
    return { path: '/admin/payment-events/known', status: 200, token }
  },
  changeDeliveryMethod: async semel => {
    const { path, token } = await newMethod(semel)
    return { path, status: 200, body: { active: false }, token }
  },
  deleteDeliveryMethod: async semel => ({ ...(await newMethod(semel)), status: 204 }),
  deleteDiscountCode: async semel => {
    const { token } = await newPerson(semel, { role: 'staff' })
    const code = `SPARE${number++}`
    await semel.client().post('/api/admin/discount-codes', { code, kind: 'percent', value: 10 }, { token })
    return { path: `/admin/discount-codes/${code}`, status: 204, token }
  },
  askForStockAlert: async semel => {
    const { token } = await newPerson(semel)
    const product = await stockProduct(semel.db, { stock: 0, status: 'out_of_stock' })
    return { path: `/products/${product}/stock-alert`, status: 200, body: {}, token }
  },
  orderAgain: async semel => {
    const { token } = await newPerson(semel)
    const items = [{ productId: await stockProduct(semel.db), quantity: 1 }]
    const { body } = await semel.client().post('/api/orders', { items }, { token })
    return { path: `/cart/orders/${body.id}`, status: 200, body: {}, token }
  },
  changePassword: async semel => {
    const { token } = await newPerson(semel)
    const body = { currentPassword: PASSWORD, password: 'another good passphrase' }
    return { path: '/users/me/password', status: 204, body, token }
  },
  reauthenticate: async semel => {
    const person = await newPerson(semel)
    return { path: '/auth/reauthenticate', status: 200, body: { code: person.code() }, token: person.token }
  },
  enterRecoveryCode: async semel => {
    const { email, recoveryCodes } = await newPerson(semel)
    const token = await enterPassword(semel.client(), email)
    return { path: '/auth/mfa/recovery', status: 200, body: { recoveryCode: recoveryCodes[0] }, token }
  },
  sendSignInSms: async semel => {
    const { email } = await withTelephone(semel)
    return { path: '/auth/mfa/sms', status: 202, token: await enterPassword(semel.client(), email) }
  },
  sendReauthenticationSms: async semel => {
    const { token } = await withTelephone(semel)
    return { path: '/auth/reauthenticate/sms', status: 202, token }
  },
  confirmSecondFactor: async semel => {
    const { token } = await newPerson(semel)
    const { body } = await semel.client().post(`/api${factors}`, { kind: 'totp', name: 'Tablet' }, { token })
    const code = codeOf(fromBase32(body.totp.secret)!, stepAt(semel.clock.now()))
    return { path: `${factors}/${body.id}/confirm`, status: 204, body: { code }, token }
  },
  removeSecondFactor: async semel => {
    const { token } = await withTelephone(semel)
    const { body } = await semel.client().get(`/api${factors}`, { token })
    return { path: `${factors}/${body.items[0].id}`, status: 204, token }
  },
  endSession: async semel => {
    const { token } = await newPerson(semel)
    const { body } = await semel.client().get('/api/auth/sessions', { token })
    return { path: `/auth/sessions/${body.items[0].id}`, status: 204, token }
  },
  emptyCache: async semel => {
    const { token } = await newPerson(semel, { role: 'staff' })
    // There is none before the first list.
    await semel.client().get('/api/products', { token })
    const { body } = await semel.client().get('/api/admin/caches', { token })
    return { path: `/admin/caches/${body.items[0].name}`, status: 204, token }
  },
  changeRole: async semel => {
    // Only a user with a verified address gets such a role.
    const [{ token }, { id }] = [await newPerson(semel, { role: 'admin' }), await newPerson(semel, { role: 'staff' })]
    return { path: `/admin/users/${id}`, status: 200, body: { role: 'admin' }, token }
  },
  createApiKey: async semel => {
    const { token } = await newPerson(semel, { role: 'admin' })
    return { path: '/admin/api-keys', status: 201, body: { name: 'Warehouse', scopes: ['orders:read'] }, token }
  },
  changeContactMessage: async semel => {
    const sent = await semel.client().post('/api/contact-messages', { email: 'ada@example.com', message: 'Hello?' })
    const { token } = await newPerson(semel, { role: 'staff' })
    return { path: `/admin/contact-messages/${sent.body.id}`, status: 200, body: { answered: true }, token }
  },
  importProducts: async semel => {
    const { token } = await newPerson(semel, { role: 'staff' })
    const data = Buffer.from('sku,name,category,price_minor\nIMPORTED,Lamp,Lamps,1999\n').toString('base64')
    return { path: '/products/import', status: 200, body: { data }, token }
  },
  previewProductImport: async semel => {
    const { path, body, token } = await newImport(semel)
    return { path, status: 201, body: body!, token: token! }
  },
  getProductImport: keptImport('', 200),
  changeProductImport: keptImport('', 200, { columns: { sku: 1, name: 2, category: 3, price_minor: 4 } }),
  applyProductImport: keptImport('/apply', 200, {}),
  undoProductImport: keptImport('/undo', 200, {}),
  addProductImage: newImage,
  addProductGroupImage: newGroupImage,
  removeProductGroupImage: async semel => {
    const { path, status, body, token } = await newGroupImage(semel)
    const added = await semel.client().post(`/api${path}`, body, { token: token! })
    return { path: `${path}/${added.body.images[0].url.split('/')[3]}`, status, token: token! }
  },
  moveProductGroupImage: async semel => {
    const { path, status, body, token } = await newGroupImage(semel)
    const added = await semel.client().post(`/api${path}`, body, { token: token! })
    return { path: `${path}/${added.body.images[0].url.split('/')[3]}`, status, body: { place: 1 }, token: token! }
  },
  removeProductImage: async semel => {
    const { path, status, body, token } = await newImage(semel)
    const added = await semel.client().post(`/api${path}`, body, { token: token! })
    return { path: `${path}/${added.body.images[0].url.split('/')[3]}`, status, token: token! }
  },
  moveProductImage: async semel => {
    const { path, status, body, token } = await newImage(semel)
    const added = await semel.client().post(`/api${path}`, body, { token: token! })
    return { path: `${path}/${added.body.images[0].url.split('/')[3]}`, status, body: { place: 1 }, token: token! }
  },
  getSettings: async semel => {
    const { token } = await newPerson(semel, { role: 'admin' })
    return { path: '/admin/settings', status: 304, headers: { 'if-none-match': '*' }, token }
  },
  changeSettings: async semel => {
    const { token } = await newPerson(semel, { role: 'admin' })
    return { path: '/admin/settings', status: 200, body: { name: 'Tea', timeZone: 'Europe/Paris' }, token }
  },
  setLogo: async semel => shopPicture(semel, '/admin/settings/logo'),
  setHomePicture: async semel => shopPicture(semel, '/admin/settings/picture'),
  getLegalPage: async semel => {
    const { token } = await withPage(semel)
    // The generated requests read any of them.
    for (const slug of LEGAL_SLUGS) {
      for (const locale of LANGUAGES) {
        await semel.client().put(`/api/admin/pages/${slug}/${locale}`, { title: slug, body: locale }, { token })
      }
    }
    return { path: '/admin/pages/terms/en', status: 200, token }
  },
  listLegalPageVersions: async semel => {
    const { token } = await withPage(semel)
    return { path: '/admin/pages/terms/versions', status: 200, token }
  },
  writeLegalPage: async semel => {
    const { token } = await withPage(semel)
    return { path: '/admin/pages/terms/en', status: 200, body: { title: 'Terms', body: 'Some.' }, token }
  },
  publishLegalPage: async semel => {
    const { token } = await withPage(semel)
    return { path: '/admin/pages/terms/en/publish', status: 200, body: {}, token }
  },
  withdrawLegalPage: async semel => {
    const { token } = await withPage(semel)
    return { path: '/admin/pages/terms/en/withdraw', status: 200, token }
  },
  writeEmailText: async semel => {
    const { token } = await newPerson(semel, { role: 'admin' })
    return { path: '/admin/email-texts/order.shipped/en', status: 200, body: { heading: 'On its way' }, token }
  },
  getWebhookDelivery: async (_, { apiKey, delivered: { id, position } }) => ({
    path: `/webhooks/${id}/deliveries/${position}`,
    status: 200,
    headers: { 'x-api-key': apiKey },
  }),
  sendWebhookAgain: async (_, { apiKey, delivered: { id, position } }) => ({
    path: `/webhooks/${id}/deliveries/${position}/send-again`,
    status: 200,
    headers: { 'x-api-key': apiKey },
  }),
  getAnnouncementDraft: async semel => withDraft(semel, '', 200),
  draftAnnouncement: async semel => {
    const { token } = await newPerson(semel, { role: 'staff' })
    const body = { subject: 'Soon', message: 'Text', texts: { de: { subject: 'Bald', message: 'Text' } } }
    return { path: '/admin/announcement-drafts', status: 201, body, token }
  },
  changeAnnouncementDraft: async semel => withDraft(semel, '', 200, { subject: 'New', message: 'Text' }),
  deleteAnnouncementDraft: async semel => withDraft(semel, '', 204),
  testAnnouncement: async semel => withDraft(semel, '/test', 200),
  takeOverAnnouncement: async semel => {
    const { token } = await newPerson(semel, { role: 'admin' })
    const written = await semel
      .client()
      .post('/api/admin/announcements', { subject: 'Soon', message: 'We open.' }, { token })
    return { path: `/admin/announcements/${written.body.id}/take-over`, status: 200, token }
  },
  publishAnnouncementDraft: async semel => withDraft(semel, '/publish', 201),
  receiveMailReport: async semel => {
    const { token } = await newPerson(semel, { role: 'admin' })
    const source = [
      'Content-Type: multipart/report; report-type=delivery-status; boundary=B',
      '\n--B\nContent-Type: message/delivery-status\n\nReporting-MTA: dns; mx.example',
      '\nAction: failed\nStatus: 5.1.1\n\n--B\nContent-Type: message/rfc822',
      `\nMessage-ID: ${messageIdOf(semel.serviceKey, randomUUIDv7(), 'semel.example')}\n\n--B--`,
    ].join('\n')
    return { path: '/mail-reports', token, status: 200, body: { source } }
  },
  clearSuppressedAddress: async semel => {
    const { token } = await newPerson(semel, { role: 'staff' })
    const address = `gone-${number++}@example.com`
    const { id } = await semel.db
      .insertInto('suppressed_addresses')
      .values({ address, reason: 'bounced', detail: '550' })
      .returning('id')
      .executeTakeFirstOrThrow()
    return { path: `/admin/suppressed-addresses/${id}`, token, status: 204 }
  },
  listProducts: async (_, { apiKey }) => ({
    path: '/products?limit=1',
    status: 200,
    headers: { 'x-api-key': apiKey },
  }),
  getProduct: async (semel, { apiKey }) => {
    const { id } = await semel.db.selectFrom('products').select('id').limit(1).executeTakeFirstOrThrow()
    return { path: `/products/${id}`, status: 304, headers: { 'x-api-key': apiKey, 'if-none-match': '*' } }
  },
}

async function withPage(semel: Semel): Promise<{ token: string }> {
  const { token } = await newPerson(semel, { role: 'admin' })
  await semel.client().put('/api/admin/pages/terms/en', { title: 'Terms', body: 'All.' }, { token })
  return { token }
}

async function shopPicture(semel: Semel, path: string): Promise<Prepared> {
  const { token } = await newPerson(semel, { role: 'admin' })
  return { path, status: 200, body: { data: await pictureData() }, token }
}

async function pictureData(): Promise<string> {
  const picture = sharp({ create: { width: 20, height: 20, channels: 3, background: '#c63' } }).png()
  return (await picture.toBuffer()).toString('base64')
}

async function newImport(semel: Semel): Promise<Prepared> {
  const { token } = await newPerson(semel, { role: 'staff' })
  const data = Buffer.from('sku,name,category,price_minor\nPREVIEWED,Lamp,Lamps,1999\n').toString('base64')
  return { path: '/product-imports', status: 201, body: { data }, token }
}

async function newBatch(semel: Semel): Promise<Prepared> {
  const { orderId, token } = await shippedOrder(semel)
  await semel.client().post(`/api/orders/${orderId}/undo`, { step: 'ship' }, { token: token! })
  return { path: '/order-batches', status: 201, body: { step: 'ship', orderIds: [orderId] }, token: token! }
}

/** A batch that has shipped its order. */
async function keptBatch(semel: Semel, action: string, status: number, body?: object): Promise<Prepared> {
  const { path, token, ...made } = await newBatch(semel)
  const kept = await semel.client().post(`/api${path}`, made.body, { token: token! })
  return { path: `/order-batches/${kept.body.id}${action}`, status, ...(body && { body }), token: token! }
}

async function numberFile(semel: Semel): Promise<Prepared> {
  const { orderId, token } = await shippedOrder(semel)
  const data = Buffer.from(`Order,Tracking number\n${orderId},1Z999AA10123456784\n`).toString('base64')
  return { path: '/parcel-number-files', status: 201, body: { data }, token: token! }
}

function keptImport(action: string, status: number, body?: object) {
  return async (semel: Semel): Promise<Prepared> => {
    const upload = await newImport(semel)
    const kept = await semel.client().post(`/api${upload.path}`, upload.body, { token: upload.token! })
    return { path: `/product-imports/${kept.body.id}${action}`, status, ...(body && { body }), token: upload.token! }
  }
}

async function newImage(semel: Semel): Promise<Prepared> {
  const { token } = await newPerson(semel, { role: 'staff' })
  const body = { data: await pictureData(), alt: 'Lamp on a desk' }
  return { path: `/products/${await stockProduct(semel.db)}/images`, status: 200, body, token }
}

async function newGroupImage(semel: Semel): Promise<Prepared> {
  const { path, token } = await newGroup(semel)
  return { path: `${path}/images`, status: 200, body: { data: await pictureData(), alt: 'Both colours' }, token }
}

async function withDraft(semel: Semel, action: string, status: number, body?: object): Promise<Prepared> {
  const { token } = await newPerson(semel, { role: 'staff' })
  const draft = { subject: 'Soon', message: 'We open.' }
  const written = await semel.client().post('/api/admin/announcement-drafts', draft, { token })
  return { path: `/admin/announcement-drafts/${written.body.id}${action}`, status, ...(body && { body }), token }
}

async function newMethod(semel: Semel): Promise<{ path: string; token: string }> {
  const { token } = await newPerson(semel, { role: 'staff' })
  const method = { names: { en: 'Parcel' }, price: 0, days: { least: 1, most: 2 } }
  const { body } = await semel.client().post('/api/admin/delivery-methods', method, { token })
  return { path: `/admin/delivery-methods/${body.id}`, token }
}

async function openOrder(semel: Semel, more: object = {}) {
  const { token } = await newPerson(semel, { role: 'staff' })
  const items = [{ productId: await stockProduct(semel.db), quantity: 2 }]
  const { body } = await semel.client().post('/api/orders', { items, ...more }, { token })
  return { path: `/orders/${body.id}`, token }
}

/** The parcels of an order that is being prepared. */
async function partOf(semel: Semel) {
  const { path, token } = await openOrder(semel)
  await semel.client().post(`/api${path}/process`, {}, { token })
  return { path: `${path}/parcels`, token }
}

async function shippedOrder(semel: Semel, steps = ['mark-paid', 'process', 'ship']) {
  const { token } = await newPerson(semel, { role: 'staff' })
  const items = [{ productId: await stockProduct(semel.db), quantity: 1 }]
  const { body } = await semel.client().post('/api/orders', { items }, { token })
  for (const step of steps) await semel.client().post(`/api/orders/${body.id}/${step}`, {}, { token })
  return { orderId: body.id as number, token }
}

/** A return for a step, after the steps before it. */
async function returned(semel: Semel, step: string, ...before: string[]) {
  const { orderId, token } = await shippedOrder(semel, step === 'credit' ? ['process', 'ship'] : undefined)
  const items = [{ line: 1, quantity: 1 }]
  const { body } = await semel.client().post(`/api/orders/${orderId}/returns`, { items }, { token })
  const path = `/admin/returns/${body.id}`
  for (const one of before) await semel.client().post(`/api${path}/${one}`, {}, { token })
  return { path: step ? `${path}/${step}` : path, token }
}

/** A message of a visitor, and somebody who may answer it. */
async function contacted(semel: Semel) {
  const { token } = await newPerson(semel, { role: 'staff' })
  const email = `writer-${number++}@example.com`
  await semel.client().post('/api/contact-messages', { name: 'Ada', email, message: 'Where is my parcel?' })
  const { id } = await semel.db
    .selectFrom('contact_messages')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirstOrThrow()
  return { path: `/admin/contact-messages/${id}`, token }
}

async function billable(semel: Semel) {
  await sellAs(semel)
  // The request about numbers in doubt may have come before.
  await sql`update database_history set numbers_doubted_at = null`.execute(semel.db)
  const { token } = await newPerson(semel, { role: 'staff' })
  return { orderId: await placeForInvoice(semel, await newPerson(semel)), token }
}

async function issued(semel: Semel) {
  const { orderId, token } = await billable(semel)
  const { body } = await semel.client().post(`/api/orders/${orderId}/documents`, { kind: 'invoice' }, { token })
  return { path: `/documents/${body.id}`, token }
}

async function keptAddress(semel: Semel) {
  const { token } = await newPerson(semel)
  const address = { name: 'Ada', line1: 'Road 1', postcode: '10115', city: 'Berlin', country: 'DE' }
  const { body } = await semel.client().post('/api/users/me/addresses', { address }, { token })
  return { path: `/users/me/addresses/${body.id}`, token }
}

/** A category without products. @returns its path */
async function newCategory(semel: Semel, apiKey: string) {
  const name = `Category ${number++}`
  await semel.client().post('/api/categories', { name }, { headers: { 'x-api-key': apiKey } })
  return `/categories/${encodeURIComponent(name)}`
}

/** A group with one product. */
async function newGroup(semel: Semel) {
  const { token } = await newPerson(semel, { role: 'staff' })
  const product = await stockProduct(semel.db)
  const products = [{ id: product, options: [{ name: 'Colour', value: 'red' }] }]
  const group = { name: `Group ${number++}`, options: [{ name: 'Colour', values: ['red'] }], products }
  const { body } = await semel.client().post('/api/product-groups', group, { token })
  return { path: `/product-groups/${body.id}`, token, product, group }
}

async function invited(semel: Semel, email = `${randomUUIDv7()}@example.com`) {
  const admin = await newPerson(semel, { role: 'admin' })
  const { body } = await semel.client().post('/api/admin/invitations', { email }, { token: admin.token })
  return { id: body.id as string, admin }
}

/** An address for answers that waits for its reader. */
export async function enteredAddress(semel: Semel) {
  const admin = await newPerson(semel, { role: 'admin' })
  const replyTo = `${randomUUIDv7()}@example.com`
  await semel.client().patch('/api/admin/settings', { replyTo }, { token: admin.token })
  const { body } = await semel.client().get('/api/admin/settings/addresses', { token: admin.token })
  const { id } = body.items.find(({ address }: { address: string }) => address === replyTo)
  return { id: id as string, admin }
}

/** A customer between the two steps of a sign-in who has asked for recovery, which needs approval. */
async function recovering(semel: Semel, { isAsked = true } = {}) {
  const person = await newPerson(semel)
  await semel.db
    .updateTable('users')
    .set({ email_verified_at: semel.clock.now() })
    .where('id', '=', person.id)
    .execute()
  const token = await enterPassword(semel.client(), person.email)
  if (!isAsked) return { id: '', token, session: person.token }
  await semel.client().post('/api/auth/mfa/recovery-request', undefined, { token })
  const asked = semel.db.selectFrom('recovery_requests').select('id').where('user_id', '=', person.id)
  return { id: (await asked.executeTakeFirstOrThrow()).id, token, session: person.token }
}
