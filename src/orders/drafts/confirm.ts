/**
 * A customer confirms a draft order by its link: it becomes one order, through the statement of every order (placing/place-sql.ts).
 *
 * One conditional update decides, before the order is placed and in its transaction: the draft is sent, its time is not over, and its
 * version is the one that the customer has read. The second of two confirmations, or of a confirmation and a change, waits
 * for the row and then finds another state or version. A refusal of the order itself, such as sold-out goods, takes the update back.
 * The row of the customer is locked before, as a deletion does.
 */
import { sql } from 'kysely'
import { type Static, Type } from 'typebox'
import { subjectOfGuests } from '../../accounts/guests/guest.ts'
import { giveLink, linkPath } from '../../accounts/guests/order-links.ts'
import { keepOrderToken } from '../../accounts/sessions/cookies.ts'
import { isCrossSite } from '../../accounts/sessions/csrf.ts'
import type { AppContext } from '../../context.ts'
import type { Tx } from '../../database/schema.ts'
import { publishToFeed } from '../../events/publish.ts'
import type { App } from '../../http/app.ts'
import { withoutMarks } from '../../http/input/link-token.ts'
import { operation } from '../../http/operation.ts'
import { PAYMENT_METHODS, type PaymentMethod } from '../../payments/states.ts'
import { Problem } from '../../problems.ts'
import { digest } from '../../secrets/crypto.ts'
import { GuestOrder } from '../placing/guest-route.ts'
import type { Agreed, OrderedGoods } from '../placing/order-request.ts'
import { hashedNetworkOf, type Owner, PLACING_PROBLEMS, placeOnce } from '../placing/route.ts'
import { closed } from './commands.ts'
import { type FoundDraft, findDraftByToken, requireDraft, stateOf } from './queries.ts'

const Confirmation = Type.Object(
  {
    token: Type.String({ minLength: 1, maxLength: 200, description: 'Of the link in the email.' }),
    version: Type.Integer({
      minimum: 1,
      maximum: 2_147_483_647,
      description: 'The version that the customer has read.',
    }),
    payment: Type.Optional(Type.Object({ method: Type.Enum([...PAYMENT_METHODS]) })),
  },
  { title: 'DraftOrderConfirmation' },
)

export function confirmDraftRoute(api: App, context: AppContext): void {
  operation(api, 'POST /draft-orders/confirm', {
    id: 'confirmDraftOrder',
    summary: 'Confirm a draft order by its link',
    access: 'visitor',
    description:
      'Places the order at the prices of the draft, once, and takes its stock. For a customer without an account the answer has the ' +
      '`link` of the order, as `POST /guest-orders` has.',
    problems: [...PLACING_PROBLEMS, 'not_found', 'draft_order_closed', 'draft_order_changed'],
    once: true,
    body: Confirmation,
    answers: { 201: GuestOrder },
    handler: async (request, reply) => {
      const { version, payment } = request.body
      const token = withoutMarks(request.body.token)
      const draft = await findDraftByToken(context.db, token)
      if (!draft) throw noDraft()
      const order = await placeOnce(context, request as Bare, reply, {
        goods: goodsOf(draft, payment?.method ?? 'invoice'),
        agreed: agreedIn(draft),
        ownerOf: tx => takeDraft(tx, context, { draft, version, network: hashedNetworkOf(context, request) }),
        answer: async (tx, placed, { userId, isGuest }) => {
          const now = context.clock.now()
          const orderId = placed.body.id
          await tx.updateTable('draft_orders').set({ order_id: orderId }).where('id', '=', draft.id).execute()
          await publishToFeed(tx, now, { type: 'draft_order.confirmed', data: { draftOrderId: draft.id, orderId } })
          // The link alone reads no order.
          if (!isGuest) return { body: placed.body }
          const orderToken = await giveLink(tx, context.serviceKey, { userId, orderId }, now)
          const body = { ...placed.body, link: context.baseUrl() + linkPath(orderToken) }
          return { body, secrets: { members: ['link'] } }
        },
        // A repeat comes without a credential, and often from another network.
        keysOf: `draft:${digest(token).toString('base64url')}`,
      })
      const orderToken = order.link && new URL(order.link).searchParams.get('token')
      if (orderToken && !isCrossSite(request, context)) keepOrderToken(context, reply, orderToken)
      return order
    },
  })
}

type Bare = Parameters<typeof placeOnce>[1]

/** The goods of the order, as the customer reads them. */
function goodsOf(draft: FoundDraft, paymentMethod: PaymentMethod): OrderedGoods {
  const items = draft.lines.map(({ productId, quantity }) => ({ productId, quantity }))
  return {
    items,
    pieces: items.reduce((sum, { quantity }) => sum + quantity, 0),
    note: null,
    code: null,
    address: draft.delivery_address,
    billingAddress: draft.billing_address,
    vatId: null,
    buyerReference: null,
    kept: [],
    delivery: draft.delivery,
    paymentMethod,
    expected: { total: draft.total, currency: draft.currency },
  }
}

function agreedIn({ lines, discount, delivery_total }: FoundDraft): Agreed {
  return { unitPrices: lines.map(({ unitPrice }) => unitPrice), discount, deliveryTotal: delivery_total }
}

type Taking = { draft: FoundDraft; version: Static<typeof Confirmation>['version']; network: string | undefined }

/** @returns the owner of the order @throws Problem when the draft is not open, or not what the customer has read */
async function takeDraft(tx: Tx, { clock }: AppContext, { draft, version, network }: Taking): Promise<Owner> {
  const now = clock.now()
  const { id, user_id: userId, link_id: linkId } = draft
  const { rows } = await sql<{ email: string; isGuest: boolean; isDisabled: boolean }>`
    select email, is_guest as "isGuest", disabled_at is not null as "isDisabled" from users where id = ${userId} for key share
  `.execute(tx)
  const customer = rows[0]
  if (!customer || customer.isDisabled) throw noDraft()
  const { rows: taken } = await sql`
    update draft_orders set state = 'confirmed', version = version + 1, updated_at = ${now}
    where id = ${id} and state = 'sent' and link_id = ${linkId} and expires_at > ${now}::timestamptz and version = ${version}
      and version = ${draft.version}
    returning id
  `.execute(tx)
  if (taken.length === 0) throw await explainNotTaken(tx, id, linkId, now)
  const subject = customer.isGuest ? await subjectOfGuests(tx, customer.email, network) : userId
  // The shop itself has asked for this order, so it counts for no limit of open orders.
  return { userId, isGuest: customer.isGuest, by: userId, subject, forShop: true }
}

async function explainNotTaken(tx: Tx, id: string, linkId: string | null, now: Date): Promise<Problem> {
  const draft = await requireDraft(tx, id)
  if (draft.state !== 'confirmed' && draft.link_id !== linkId) return noDraft()
  const state = stateOf(draft, now)
  return state === 'sent' ? new Problem('draft_order_changed') : closed(state, draft.order_id)
}

function noDraft(): Problem {
  return new Problem(
    'not_found',
    'This link has ended. A newer email has another one, or ask the shop to send it again.',
  )
}
