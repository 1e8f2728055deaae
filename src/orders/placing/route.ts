/** The operation that places an order: who orders for whom, and who waits for whom. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { actorIdOf, actsForShop, signedIn } from '../../accounts/sessions/access.ts'
import { countEmail } from '../../accounts/users/unverified-emails.ts'
import { isActiveUser } from '../../accounts/users/user.ts'
import type { AppContext } from '../../context.ts'
import { wakeWorkers } from '../../database/news/wake.ts'
import { queueForRows } from '../../database/pooling/row-queues.ts'
import type { Tx } from '../../database/schema.ts'
import type { App } from '../../http/app.ts'
import type { Answer } from '../../http/idempotency/keys.ts'
import { once } from '../../http/idempotency/once.ts'
import { operation } from '../../http/operation.ts'
import { remoteNetwork48 } from '../../http/rate-limits/clients.ts'
import { WITHOUT_STEP_UP } from '../../http/step-up-reasons.ts'
import { changeMetadata } from '../../metadata/metadata.ts'
import { askedLanguage } from '../../pages/language.ts'
import { beginToPay, requireOffered } from '../../payments/pay.ts'
import { countGuess } from '../../pricing/discount-code.ts'
import { readSeller } from '../../pricing/seller.ts'
import { checkBuyer } from '../../pricing/vies/check.ts'
import { invalidInput, type Problem } from '../../problems.ts'
import { derive } from '../../secrets/crypto.ts'
import { readShop } from '../../shop/settings.ts'
import { keepOrdered } from '../address-book/book.ts'
import { cartsToEmpty } from '../cart/owner.ts'
import { tellOrder } from '../notices/tell-shop.ts'
import { NewOrder, Order } from '../order.ts'
import { type Agreed, limitsOf, type OrderedGoods, type OrderRequest, readOrder } from './order-request.ts'
import { placeOrder } from './place.ts'

export const PLACING_PROBLEMS = [
  'insufficient_stock',
  'product_unavailable',
  'total_changed',
  'discount_used_up',
  'tax_rate_missing',
  'too_many_open_orders',
  'rate_limited',
] as const

export function placeOrderRoute(api: App, context: AppContext): void {
  operation(api, 'POST /orders', {
    id: 'placeOrder',
    summary: 'Place an order',
    access: { role: 'user', scope: 'orders:write' },
    stepUp: WITHOUT_STEP_UP.orders,
    description:
      'Takes stock, copies names and prices, and sends one confirmation to the owner. Send an `Idempotency-Key`, ' +
      'so that a retry does not order twice. An API key orders for the user whose `userId` it sends.',
    problems: PLACING_PROBLEMS,
    once: true,
    body: NewOrder,
    answers: { 201: Order },
    handler: async (request, reply) => {
      const isKey = request.caller.kind === 'key'
      return placeOnce(context, request, reply, {
        goods: readOrder(request.body),
        ownerOf: async tx => {
          const userId = await ownerOf(tx, request)
          return { userId, isGuest: false, by: actorIdOf(request), subject: userId, forShop: isKey }
        },
      })
    },
  })
}

/** The owner of an order, and the one who places it. */
export type Owner = Pick<OrderRequest, 'userId' | 'isGuest' | 'by'> & {
  /** Names the owner in budgets. */
  subject: string
  forShop: boolean
}

/** An order, and for a guest its link. */
type WithLink = Order & { link?: string }

type Placing = {
  goods: OrderedGoods
  agreed?: Agreed
  /** Finds the owner, or creates it, in the transaction of the order. */
  ownerOf: (tx: Tx) => Promise<Owner>
  /** The owner of the Idempotency-Keys, if not the caller. */
  keysOf?: string
  /** Completes the answer, in the transaction of the order. */
  answer?: (tx: Tx, placed: Answer<Order>, owner: Owner) => Promise<Answer<WithLink>>
}

/** Places the order of a request, once for each Idempotency-Key, and begins its payment. */
export async function placeOnce(
  context: AppContext,
  request: FastifyRequest<{ Body: Pick<NewOrder, 'metadata'> }>,
  reply: FastifyReply,
  { goods, agreed, ownerOf, keysOf, answer = async (_, placed) => placed }: Placing,
): Promise<WithLink> {
  const { db, clock } = context
  const offered = goods.paymentMethod === 'online' ? await requireOffered(context, 'payment.method') : undefined
  const seller = await readSeller(db, clock.now())
  const { orderNotice } = await readShop(db)
  const ip = actsForShop(request) ? undefined : request.ip
  const checked = await checkBuyer(
    context,
    { vatId: goods.vatId, ...goods.address, delivery: goods.delivery, ip },
    seller,
  )
  const place = async (tx: Tx) => {
    const now = clock.now()
    const refusal = goods.code === null ? undefined : await countGuess(tx, request.ip, goods.code, now)
    if (refusal) return { refusal }
    const owner = await ownerOf(tx)
    // Locks the account, so it comes before the locks of the order.
    if (!owner.isGuest) await keepOrdered(tx, owner.userId, goods.kept, now)
    await countEmail(tx, { userId: owner.userId, about: 'orders', now })
    const who = whoOrders(context, request, { owner, seller, checked, now })
    const placed = await placeOrder(tx, { ...goods, ...who, ...(agreed && { agreed, carts: [] }) })
    await noteMetadata(tx, request, placed.body)
    if (orderNotice === 'at_once') await tellOrder(tx, placed.body.id, now)
    return answer(tx, await payOnline(context, tx, placed, offered), owner)
  }
  const order = await queueForRows(db, rowsOf(goods), () => once(context, request, reply, place, keysOf))
  wakeWorkers(db)
  return order
}

/** Orders with more lines than this take turns. */
const MANY_LINES = 10

/** The rows for which the order waits. See `queueForRows`. */
function rowsOf({ items, code }: OrderedGoods): string[] {
  const rows = [...items.map(({ productId }) => `product ${productId}`), ...(code === null ? [] : [`code ${code}`])]
  // Many would each hold places for products that nobody has locked, while they wait for others.
  return items.length > MANY_LINES ? [...rows, 'orders with many lines'] : rows
}

/** A request that brings an order: of a user, an API key or a guest. */
type OrderingRequest = FastifyRequest<{ Body: NewOrder }>

/** Users order for themselves, and API keys for the user they name. */
async function ownerOf(tx: Tx, request: OrderingRequest): Promise<string> {
  const { caller, body } = request
  if (body.metadata && !actsForShop(request)) {
    throw invalidInput({ field: 'metadata', reason: 'is for staff and API keys', code: 'not_allowed' })
  }
  const userId = body.userId?.toLowerCase()
  if (caller.kind !== 'key') {
    const own = signedIn(request).userId
    if (userId === undefined || userId === own) return own
    throw wrongOwner('must be your own id. Only API keys order for others', 'not_allowed')
  }
  if (userId === undefined) throw wrongOwner('is required with an API key', 'required')
  if (await isActiveUser(tx, userId)) return userId
  throw wrongOwner('must be the id of a user who can sign in', 'unknown_user')
}

function wrongOwner(reason: string, code: string): Problem {
  return invalidInput({ field: 'userId', reason, code })
}

/** Everything about an order that does not come from its body. */
function whoOrders(
  context: AppContext,
  request: FastifyRequest,
  { owner, seller, checked, now }: Pick<OrderRequest, 'seller' | 'checked' | 'now'> & { owner: Owner },
): Omit<OrderRequest, keyof OrderedGoods> {
  const network = hashedNetworkOf(context, request)
  const { subject, forShop, ...who } = owner
  return {
    ...who,
    network,
    limits: limitsOf(context.config, { subject, network, forShop, now }),
    seller,
    checked,
    carts: cartsToEmpty(context, request),
    asked: askedLanguage(request, seller.languages),
    now,
  }
}

/** The network of a person who orders, as a keyed hash: with the database alone, nobody can tell from where an order came. */
export function hashedNetworkOf({ serviceKey }: AppContext, { caller, ip }: FastifyRequest): string | undefined {
  const network = caller.kind === 'key' ? undefined : remoteNetwork48(ip)
  return network && derive(serviceKey, 'order network', network)
}

async function noteMetadata(tx: Tx, request: { body: Pick<NewOrder, 'metadata'> }, { id }: Order): Promise<void> {
  const { metadata } = request.body
  if (metadata) await changeMetadata(tx, 'order', id, metadata)
}

/** The payment begins with the order: one click, and one commit. */
async function payOnline(
  context: AppContext,
  tx: Tx,
  { body: order, ...answer }: Answer<Order>,
  offered: readonly string[] | undefined,
): Promise<Answer<Order>> {
  if (!offered || order.total === 0) return { ...answer, body: order }
  await beginToPay(context, tx, {
    orderId: order.id,
    ownerId: order.owner.id,
    offered,
    field: 'payment.method',
  })
  return { ...answer, body: { ...order, payment: { ...order.payment, method: 'online', status: 'pending' } } }
}
