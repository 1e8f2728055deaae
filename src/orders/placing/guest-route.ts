/** The operation that places an order without an account. */
import { Type } from 'typebox'
import { createGuest, subjectOfGuests } from '../../accounts/guests/guest.ts'
import { giveLink, linkPath } from '../../accounts/guests/order-links.ts'
import { UserName } from '../../accounts/input.ts'
import { keepOrderToken } from '../../accounts/sessions/cookies.ts'
import { isCrossSite } from '../../accounts/sessions/csrf.ts'
import type { AppContext } from '../../context.ts'
import type { App } from '../../http/app.ts'
import { Email } from '../../http/input/email.ts'
import { operation } from '../../http/operation.ts'
import { askedLanguage } from '../../pages/language.ts'
import { invalidInput } from '../../problems.ts'
import { digest } from '../../secrets/crypto.ts'
import { readShop } from '../../shop/settings.ts'
import { NewOrder, Order } from '../order.ts'
import { readOrder } from './order-request.ts'
import { hashedNetworkOf, PLACING_PROBLEMS, placeOnce } from './route.ts'

/** A guest has no account, and so no address book. */
const { userId: _, keepDeliveryAddress: __, keepBillingAddress: ___, ...ORDERED } = NewOrder.properties

const NewGuestOrder = Type.Object(
  {
    email: { ...Email, description: 'Where emails about the order go. It gets one at once, and can be corrected.' },
    userName: Type.Optional({ ...UserName, description: 'Default: the name of the delivery address.' }),
    ...ORDERED,
  },
  {
    title: 'NewGuestOrder',
    'x-resource': 'user-input',
    examples: [{ email: 'ada@example.com', items: [{ productId: 1, quantity: 1 }] }],
  },
)

export const GuestOrder = Type.Object(
  {
    ...Order.properties,
    link: Type.Optional(
      Type.String({
        description:
          'Opens this order for whoever has it. Its `token` is a bearer token for the operations that say so. A ' +
          'repeated answer leaves it out after 10 minutes; the emails have it too.',
      }),
    ),
  },
  { title: 'GuestOrder' },
)

export function placeGuestOrderRoute(api: App, context: AppContext): void {
  operation(api, 'POST /guest-orders', {
    id: 'placeGuestOrder',
    summary: 'Place an order without an account',
    access: { role: 'visitor', scope: 'orders:write' },
    description:
      'Like `POST /orders`, for a customer without an account. The owner is a guest: its address is the one to ' +
      'which emails go, and each has the link of the order. Two guests with one address know nothing of each ' +
      'other. A repeat with the same `Idempotency-Key` and address is the same order, from whatever network it comes.',
    problems: PLACING_PROBLEMS,
    once: true,
    body: NewGuestOrder,
    answers: { 201: GuestOrder },
    handler: async (request, reply) => {
      const { email, userName } = request.body
      const forShop = request.caller.kind === 'key'
      if (request.body.metadata && !forShop)
        throw invalidInput({ field: 'metadata', reason: 'is for API keys', code: 'not_allowed' })
      const order = await placeOnce(context, request, reply, {
        goods: readOrder(request.body),
        ownerOf: async tx => {
          const now = context.clock.now()
          const name = userName ?? request.body.deliveryAddress?.name ?? ''
          const { languages } = await readShop(context.db)
          const locale = askedLanguage(request, languages) ?? null
          const userId = await createGuest(tx, { email, userName: name, locale, now })
          const subject = await subjectOfGuests(tx, email, hashedNetworkOf(context, request))
          const by = request.caller.kind === 'key' ? request.caller.keyId : userId
          return { userId, isGuest: true, by, subject, forShop }
        },
        answer: async (tx, placed, { userId }) => {
          const now = context.clock.now()
          const token = await giveLink(tx, context.serviceKey, { userId, orderId: placed.body.id }, now)
          const body = { ...placed.body, link: context.baseUrl() + linkPath(token) }
          return { ...placed, body, secrets: { members: ['link'] } }
        },
        ...(!forShop && { keysOf: keysOf(email) }),
      })
      // A browser of our pages opens the order with it. A key orders for somebody else.
      const token = order.link && new URL(order.link).searchParams.get('token')
      if (token && !forShop && !isCrossSite(request, context)) keepOrderToken(context, reply, token)
      return order
    },
  })
}

/** A phone can lose its network between two tries, and a repeat without a credential is known by the address that it sends. */
function keysOf(email: string): string {
  return `guest:${digest(email.toLowerCase()).toString('base64url')}`
}
