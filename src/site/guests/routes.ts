/** The API of guests: their order's link and address, and its way into an account. Their order is placed by `POST /guest-orders`. */
import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { requestAccount } from '../../accounts/guests/account-link.ts'
import { endLink, type LinkHolder, linkPath } from '../../accounts/guests/order-links.ts'
import { signedIn } from '../../accounts/sessions/access.ts'
import { forgetOrderToken, keepOrderToken } from '../../accounts/sessions/cookies.ts'
import type { AppContext } from '../../context.ts'
import { wakeWorkers } from '../../database/news/wake.ts'
import type { App } from '../../http/app.ts'
import { RowId, rowIdOf } from '../../http/filters.ts'
import { answerOnce, once } from '../../http/idempotency/once.ts'
import { Email, StoredEmail } from '../../http/input/email.ts'
import { operation } from '../../http/operation.ts'
import { consume } from '../../http/rate-limits/attempts.ts'
import { hashedSubject, network64 } from '../../http/rate-limits/clients.ts'
import { deleteGuest, exportGuest, GuestExport } from '../../privacy/guests.ts'
import { Problem } from '../../problems.ts'
import { claimOrders, findClaimable } from './claim.ts'
import { correctAddress, requestLink } from './guest-order.ts'

const Message = Type.Object({ message: Type.String() }, { title: 'Message' })
const OrderIds = Type.Object({ orderIds: Type.Array(Type.Integer()) }, { title: 'OrderIds' })
const ofGuest = { role: 'user', guest: true } as const

export function guestRoutes(api: App, context: AppContext): void {
  linkRoutes(api, context)
  accountRoutes(api, context)
  claimRoutes(api, context)
  privacyRoutes(api, context)
}

function linkRoutes(api: App, context: AppContext): void {
  const { db, clock, serviceKey } = context

  operation(api, 'POST /guest-orders/link', {
    id: 'requestOrderLink',
    summary: 'Ask for the link of an order',
    access: 'visitor',
    description:
      'Sends the confirmation of the order again, which has the link. The answer is the same whether or not number and address fit.',
    problems: ['rate_limited'],
    body: Type.Object({ orderId: RowId, email: StoredEmail }, { title: 'OrderLinkRequest' }),
    answers: { 202: Message },
    handler: async (request, reply) => {
      await requestLink(context, { ...request.body, ip: request.ip })
      reply.code(202)
      return { message: 'If number and address fit, an email with a link to the order is on its way.' }
    },
  })

  operation(api, 'PUT /guest-orders/:id/email', {
    id: 'correctGuestEmail',
    summary: "Correct the address of a guest's order",
    access: ofGuest,
    description:
      'Emails that have not left go to the new address, and so does a confirmation. The links in earlier emails ' +
      'end; the answer has a new one, and so has the confirmation.',
    problems: ['rate_limited'],
    params: rowIdOf('order'),
    body: Type.Object({ email: Email }, { title: 'GuestEmail' }),
    answers: {
      200: Type.Object(
        {
          orderId: Type.Integer(),
          email: Type.String({ format: 'email' }),
          link: Type.String(),
        },
        { title: 'CorrectedEmail' },
      ),
    },
    handler: async (request, reply) => {
      const guest = guestOf(request, request.params.id)
      const { email } = request.body
      const correction = { guest, email, now: clock.now() }
      const token = await db.transaction().execute(tx => correctAddress(tx, serviceKey, correction))
      if (request.guest?.isBearer === false) keepOrderToken(context, reply, token)
      wakeWorkers(db)
      return { orderId: guest.orderId, email, link: context.baseUrl() + linkPath(token) }
    },
  })

  operation(api, 'DELETE /guest-orders/:id/link', {
    id: 'endOrderLink',
    summary: "End the link of a guest's order",
    access: ofGuest,
    description: 'Nobody opens the order with it any more. `POST /guest-orders/link` sends a new one to its address.',
    params: rowIdOf('order'),
    handler: async (request, reply) => {
      await endLink(db, guestOf(request, request.params.id))
      if (request.guest?.isBearer === false) forgetOrderToken(context, reply)
    },
  })
}

function privacyRoutes(api: App, context: AppContext): void {
  const { db, clock } = context
  operation(api, 'GET /guest-orders/:id/export', {
    id: 'exportGuest',
    summary: 'Get the data about a guest',
    access: ofGuest,
    problems: ['rate_limited'],
    description: 'Twenty times a day.',
    params: rowIdOf('order'),
    answers: { 200: GuestExport },
    handler: async (request, reply) => {
      const guest = guestOf(request, request.params.id)
      await consume(db, 'exports', guest.userId, clock.now())
      reply.header('content-disposition', 'attachment; filename="semel-data.json"')
      return exportGuest(db, guest, clock.now())
    },
  })

  operation(api, 'DELETE /guest-orders/:id', {
    id: 'deleteGuest',
    summary: 'Delete the data of a guest',
    access: ofGuest,
    description:
      'The order is kept without the person, but with the country; invoices and credit notes are kept as they are ' +
      'until the retention of the shop ends.',
    problems: ['open_orders'],
    params: rowIdOf('order'),
    handler: async (request, reply) => {
      await deleteGuest(db, guestOf(request, request.params.id))
      if (request.guest?.isBearer === false) forgetOrderToken(context, reply)
    },
  })
}

/** @throws Problem `not_found` for the link of another order, and for a session without a link */
function guestOf({ guest }: FastifyRequest, orderId: number): LinkHolder {
  if (guest?.orderId !== orderId) throw new Problem('not_found', 'There is no such order, or its link has ended.')
  return guest
}

function accountRoutes(api: App, context: AppContext): void {
  const { db, clock } = context

  operation(api, 'POST /guest-orders/:id/account', {
    id: 'requestGuestAccount',
    summary: 'Ask for an account with the address of an order',
    access: ofGuest,
    description:
      'Sends an email to the address of the order, with a link that creates the account: the page of the shop does it with one ' +
      'touch, by passkey. If there is an account already, the email says so, and the answer is the same.',
    problems: ['rate_limited'],
    once: true,
    params: rowIdOf('order'),
    answers: {
      202: Type.Object({ orderId: Type.Integer(), message: Type.String() }, { title: 'AccountRequested' }),
    },
    handler: async (request, reply) => {
      const guest = guestOf(request, request.params.id)
      await consume(db, 'order-links', hashedSubject(network64(request.ip)), clock.now())
      const answer = await once(context, request, reply, async tx => {
        await requestAccount(tx, guest, clock.now())
        const message = 'An email with the next step is on its way to the address of the order.'
        return {
          status: 202,
          location: `/api/guest-orders/${guest.orderId}`,
          body: { orderId: guest.orderId, message },
        }
      })
      wakeWorkers(db)
      return answer
    },
  })
}

function claimRoutes(api: App, context: AppContext): void {
  const { db, clock } = context

  operation(api, 'GET /users/me/guest-orders', {
    id: 'listClaimableOrders',
    summary: 'List orders of guests with your address',
    access: 'user',
    description: 'Those that you may take over, because you have confirmed the address. Newest first, at most 100.',
    answers: { 200: OrderIds },
    handler: async request => ({ orderIds: (await findClaimable(db, signedIn(request).userId)).orderIds }),
  })

  operation(api, 'POST /users/me/guest-orders', {
    id: 'claimGuestOrders',
    summary: 'Take over the orders of guests with your address',
    access: 'user',
    description: 'They become yours, once, and their links end.',
    once: true,
    answers: { 200: OrderIds },
    handler: async (request, reply) => {
      const { userId } = signedIn(request)
      return answerOnce(context, request, reply, async tx => ({
        orderIds: await claimOrders(tx, { userId, now: clock.now() }),
      }))
    },
  })
}
