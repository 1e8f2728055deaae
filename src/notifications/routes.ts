/** The API of emails for those who get them: list them, look one up, and have an order confirmed again. */
import { Type } from 'typebox'
import { actsForShop, customerOf, isStaffFor, signedIn } from '../accounts/sessions/access.ts'
import type { SignedIn } from '../accounts/sessions/identify.ts'
import type { AppContext } from '../context.ts'
import type { App } from '../http/app.ts'
import { RowId, uuidOf } from '../http/filters.ts'
import { once } from '../http/idempotency/once.ts'
import { operation } from '../http/operation.ts'
import { answerPage, LIST_QUERY, Page } from '../http/paginated-list.ts'
import { Uuid } from '../http/schemas.ts'
import { WITHOUT_STEP_UP } from '../http/step-up-reasons.ts'
import { Problem } from '../problems.ts'
import { DeliveryStatus, Notification, showNotification } from './notification.ts'
import { CONFIRMATIONS, findDelivery, listDeliveries } from './queries.ts'
import { requestConfirmation } from './request-confirmation.ts'

const Confirmation = Type.Object(
  {
    notificationId: Uuid,
    orderId: Type.Integer(),
    status: DeliveryStatus,
  },
  { title: 'OrderConfirmation' },
)

const ConfirmationRequest = Type.Object({
  orderId: RowId,
  resend: Type.Optional(Type.Boolean({ description: 'Staff only: always sends another email.' })),
})

const NotificationQuery = Type.Object({
  ...LIST_QUERY,
  order: Type.Optional(Type.Integer({ ...RowId, description: 'Only emails about this order.' })),
})

/** Emails of an order, its money, its papers and its way back. */
const ABOUT_ORDERS = /^(order|shop|transfer|payment|refund|document|withdrawal|return)\./

/** Staff who look after customers see every email; who packs sees those about orders. */
function seesKind({ permissions }: Pick<SignedIn, 'permissions'>, delivery: { type: string } | undefined): boolean {
  return permissions.includes('customers') || ABOUT_ORDERS.test(delivery?.type ?? '')
}

const Id = uuidOf('notification')
const senders = { role: 'user', permission: 'orders', scope: 'notifications:send' } as const

export function notificationRoutes(api: App, context: AppContext): void {
  const { db, clock } = context

  operation(api, 'POST /notifications/order-confirmation', {
    id: 'requestOrderConfirmation',
    summary: 'Send an order confirmation',
    access: { ...senders, guest: true },
    stepUp: WITHOUT_STEP_UP.oneEmail,
    description:
      'Sends one email to the owner, at the current address. While a confirmation is on its way or in doubt, and ' +
      'for 30 seconds after the request for one that was sent to that address (after sending it, if it was ' +
      'late), the answer is that confirmation and nothing new is sent.',
    problems: ['not_found', 'rate_limited'],
    once: true,
    body: ConfirmationRequest,
    answers: { 202: Confirmation },
    handler: async (request, reply) => {
      const { orderId, resend = false } = request.body
      if (resend && !isStaffFor(request)) throw new Problem('forbidden', 'Only staff can use resend. Leave it out.')
      const requester = actsForShop(request) ? 'anyone' : { userId: customerOf(request, orderId), ip: request.ip }
      return once(context, request, reply, async tx => {
        const body = await requestConfirmation(tx, orderId, { requester, resend, now: clock.now() })
        return { body, status: 202, location: `/api/notifications/${body.notificationId}` }
      })
    },
  })

  operation(api, 'GET /notifications', {
    id: 'listNotifications',
    summary: 'List your emails',
    access: 'user',
    description: 'Newest first.',
    query: NotificationQuery,
    answers: { 200: Page(Notification) },
    handler: async (request, reply) => {
      const { order: orderId, ...paging } = request.query
      const list = await listDeliveries(db, { userId: signedIn(request).userId, orderId }, paging)
      return answerPage(request, reply, { ...list, items: list.items.map(showNotification) })
    },
  })

  operation(api, 'GET /notifications/:id', {
    id: 'getNotification',
    summary: 'Get the status of an email',
    access: { ...senders, permission: ['orders', 'customers'] },
    description:
      'Staff with the permission `orders` see emails about orders, and with `customers` every email. An API key ' +
      'sees confirmations of orders, without the address. With the scope `users:read` it sees every email.',
    params: Id,
    answers: { 200: Notification },
    handler: async request => {
      const { caller } = request
      const delivery = await findDelivery(db, request.params.id)
      const seesAll =
        caller.kind === 'key'
          ? caller.scopes.includes('users:read')
          : isStaffFor(request) && seesKind(signedIn(request), delivery)
      // A key may cause emails of this kind, and an order's own confirmation, which represents a new one.
      const isOwn =
        caller.kind === 'key'
          ? CONFIRMATIONS.some(type => type === delivery?.type)
          : delivery?.userId === signedIn(request).userId
      if (!delivery || !(seesAll || isOwn))
        throw new Problem('not_found', 'There is no such notification, or it is not yours.')
      const shown = showNotification(delivery)
      return caller.kind === 'key' && !seesAll ? { ...shown, address: null } : shown
    },
  })
}
