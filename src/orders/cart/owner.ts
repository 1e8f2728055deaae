/**
 * The owner of the cart that a request means. A signed-in user has one cart on every device. A visitor has one in this browser, whose token
 * is in a cookie; it joins the user's at the first request after signing in.
 */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { cookieNames } from '../../accounts/sessions/cookies.ts'
import { isCrossSite } from '../../accounts/sessions/csrf.ts'
import type { AppContext } from '../../context.ts'
import type { Tx } from '../../database/schema.ts'
import { consumeByClient } from '../../http/rate-limits/attempts.ts'
import { Problem } from '../../problems.ts'
import { derive, newToken } from '../../secrets/crypto.ts'
import { DAY, SECOND } from '../../time.ts'
import { type CartLine, countPieces } from './cart.ts'
import { type CartOwner, changeCart, joinCarts, readCart } from './store.ts'

/** The lines that this request shows. */
export async function cartOf(context: AppContext, request: FastifyRequest, reply: FastifyReply, userId?: string) {
  return readCart(context.db, await ownersOf(context, request, reply, userId))
}

/** Changes the cart of this request. A browser without a cart keeps its token from now on. */
export async function changeCartOf(
  context: AppContext,
  request: FastifyRequest,
  reply: FastifyReply,
  change: Parameters<typeof changeCart>[2],
): Promise<CartLine[]> {
  const { db, clock } = context
  const [owner] = await ownersOf(context, request, reply, callerOf(request))
  if (owner && 'userId' in owner) return changeCart(db, owner, change)
  // A program keeps no cookie, and would find an empty cart the next time.
  if (request.headers['x-api-key'] !== undefined || request.headers.authorization !== undefined) {
    throw new Problem(
      'forbidden',
      'A cart belongs to a user or to a browser. API keys cannot be used here. Sign in instead.',
    )
  }
  // Nor does a browser for an app of another origin.
  if (isCrossSite(request, context)) {
    throw new Problem(
      'unauthenticated',
      "A visitor's cart is in a cookie of our own pages, which your origin does not get. Sign in first, or keep " +
        'the products in your app until then.',
    )
  }
  const token = owner?.token ?? firstToken(context, request)
  const countNew = (tx: Tx) => consumeByClient(tx, 'new-carts', request.ip, clock.now())
  const lines = await changeCart(db, { token }, change, countNew)
  if (lines.length > 0) keepToken(context, reply, token)
  return lines
}

/** The user whose session the request has, if any. */
export function callerOf({ caller }: FastifyRequest): string | undefined {
  return caller.kind === 'user' ? caller.userId : undefined
}

/** Pieces in the cart, for the header of a page. It changes nothing, so it is there while the database takes no writes. */
export async function countInCart(context: AppContext, request: FastifyRequest, userId?: string): Promise<number> {
  const token = tokenOf(context, request)
  return countPieces(await readCart(context.db, [...(userId ? [{ userId }] : []), ...(token ? [{ token }] : [])]))
}

/** The carts that the products of an order leave: the one of the user, and the one of the browser. */
export function cartsToEmpty(context: AppContext, request: FastifyRequest): CartOwner[] {
  const userId = callerOf(request)
  const token = tokenOf(context, request)
  return [...(token ? [{ token }] : []), ...(userId ? [{ userId }] : [])]
}

async function ownersOf(
  context: AppContext,
  request: FastifyRequest,
  reply: FastifyReply,
  userId: string | undefined,
): Promise<[CartOwner] | []> {
  const token = tokenOf(context, request)
  if (!userId) return token ? [{ token }] : []
  // Somebody who sends a bearer token means that user, and not the browser.
  if (token && request.headers.authorization === undefined) {
    await joinCarts(context.db, userId, token)
    forgetToken(context, request, reply)
  }
  return [{ userId }]
}

function tokenOf(context: AppContext, request: FastifyRequest): string | undefined {
  const token = request.cookies[cookieNames(context).cart]
  return token && /^[\w-]{43}$/.test(token) ? token : undefined
}

/**
 * The first two products can be added at once, before any response. They meet in one cart, because its token comes from
 * the cookie that every page sets. Nobody can compute it without the service's key.
 */
function firstToken(context: AppContext, request: FastifyRequest): string {
  const browser = request.cookies[cookieNames(context).csrf]
  return browser ? derive(context.serviceKey, 'cart', browser) : newToken()
}

function keepToken(context: AppContext, reply: FastifyReply, token: string): void {
  const name = cookieNames(context).cart
  const secure = name.startsWith('__Host-')
  reply.setCookie(name, token, { path: '/', httpOnly: true, sameSite: 'lax', secure, maxAge: (30 * DAY) / SECOND })
}

function forgetToken(context: AppContext, request: FastifyRequest, reply: FastifyReply): void {
  const name = cookieNames(context).cart
  request.cookies[name] = undefined
  const secure = name.startsWith('__Host-')
  reply.setCookie(name, '', { path: '/', httpOnly: true, sameSite: 'lax', secure, maxAge: 0 })
}
