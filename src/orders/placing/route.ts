import type { FastifyReply, FastifyRequest } from 'fastify'
import { actorIdOf, signedIn } from '../../accounts/sessions/access.ts'
import { isActiveUser } from '../../accounts/users/user.ts'
import type { AppContext } from '../../context.ts'
import { queueForRows } from '../../database/pooling/row-queues.ts'
import type { Db } from '../../database/schema.ts'
import { wakeWorkers } from '../../events.ts'
import type { App } from '../../http/app.ts'
import { idempotencyKeyOf } from '../../http/idempotency/keys.ts'
import { IdempotencyHeaders, onceInOneStatement, respond } from '../../http/idempotency/once.ts'
import { clientNetwork } from '../../http/rate-limits/clients.ts'
import { invalidInput, type Problem } from '../../problems.ts'
import { derive } from '../../secrets/crypto.ts'
import { removeFromCart } from '../cart/owner.ts'
import { NewOrder, Order } from '../order.ts'
import { answerFrom, answerOf, limitsOf, placeOrder } from './place.ts'
import type { StoredOutcome } from './place-sql.ts'
import { besideOthers, placeTogether } from './place-together.ts'
import type { Placing } from './placing.ts'

export function placeOrderRoute(api: App, context: AppContext): void {
  api.post(
    '/orders',
    {
      config: { access: { role: 'user', scope: 'orders:write' } },
      schema: {
        operationId: 'placeOrder',
        summary: 'Place an order',
        description:
          'Takes stock, copies names and prices, and sends one confirmation to the owner. Send an `Idempotency-Key`, so that a retry does not order twice. An API key orders for the user whose `userId` it sends.',
        problems: [
          'insufficient_stock',
          'product_unavailable',
          'total_changed',
          'too_many_open_orders',
          'rate_limited',
        ],
        headers: IdempotencyHeaders,
        body: NewOrder,
        response: { 201: Order },
      },
    },
    async (request, reply) => {
      const productIds = request.body.items.map(({ productId }) => productId)
      // The owner whom an API key names is looked up behind the claim of the Idempotency-Key.
      const place = request.caller.kind === 'key' ? orderAlone : orderOfUser
      const order = await place(context, request, reply)
      wakeWorkers(context.db)
      await removeFromCart(context, request, productIds)
      return order
    },
  )
}

/** Orders with more lines than this take turns. */
const MANY_LINES = 10

/** Together with orders of others, or else alone. */
async function orderOfUser(context: AppContext, request: OrderRequest, reply: FastifyReply): Promise<Order> {
  const key = idempotencyKeyOf(request, context.serviceKey)
  const placing = { ...(await placingOf(context, context.db, request)), key }
  // An order of many lines would hold up the others.
  const decision = request.body.items.length > MANY_LINES ? undefined : await placeTogether(context, placing)
  if (decision) return respond(reply, await answerOf(context.db, placing, decision))
  return besideOthers(context.db, placing, () => orderAlone(context, request, reply))
}

async function orderAlone(context: AppContext, request: OrderRequest, reply: FastifyReply): Promise<Order> {
  const { db, clock, config } = context
  const rows = request.body.items.map(({ productId }) => `product ${productId}`)
  // Many would each hold places for products that nobody has locked, while they wait for others.
  if (rows.length > MANY_LINES) rows.push('orders with many lines')
  return queueForRows(db, rows, () =>
    onceInOneStatement(
      context,
      request,
      reply,
      async db => placeOrder(db, await placingOf(context, db, request), limitsOf(config), clock.now()),
      async (db, outcome) => answerFrom(db, await placingOf(context, db, request), outcome as StoredOutcome),
    ),
  )
}

async function placingOf(context: AppContext, db: Db, request: OrderRequest): Promise<Placing> {
  const userId = await ownerOf(db, request)
  // The shop itself, with an API key, orders as much as it wants.
  const forShop = request.caller.kind === 'key'
  return { order: request.body, userId, by: actorIdOf(request), forShop, network: networkOf(context, request) }
}

type OrderRequest = FastifyRequest<{ Body: NewOrder }>

/** Users order for themselves, and API keys for the user they name. */
async function ownerOf(db: Db, request: OrderRequest): Promise<string> {
  const { caller, body } = request
  const userId = body.userId?.toLowerCase()
  if (caller.kind !== 'key') {
    const own = signedIn(request).userId
    if (userId === undefined || userId === own) return own
    throw wrongOwner('must be your own id. Only API keys order for others', 'not_allowed')
  }
  if (userId === undefined) throw wrongOwner('is required with an API key', 'required')
  if (await isActiveUser(db, userId)) return userId
  throw wrongOwner('must be the id of a user who can sign in', 'unknown_user')
}

/** The network of a person who orders, as a keyed hash: with the database alone, nobody can tell from where an order came. */
function networkOf({ serviceKey }: AppContext, { caller, ip }: FastifyRequest): string | undefined {
  const network = caller.kind === 'key' ? undefined : clientNetwork(ip)
  return network && derive(serviceKey, 'order network', network)
}

function wrongOwner(reason: string, code: string): Problem {
  return invalidInput({ field: 'userId', reason, code })
}
