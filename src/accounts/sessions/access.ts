/** Access: whether a route lets its caller in. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { AppContext } from '../../context.ts'
import { countForAccount } from '../../database/limits.ts'
import type { StepUp } from '../../http/step-up-reasons.ts'
import { Problem } from '../../problems.ts'
import { requireStepUpOf } from '../second-factors/step-up.ts'
import { meets, type Need, nameOfNeed } from '../staff/permissions.ts'
import type { Permission, Role } from '../tables.ts'
import { csrfRequired, csrfTokenFits, isBareRequestOfOtherSite, isCrossSite, mayUseCookie } from './csrf.ts'
import { requireScopeOfPermission, requireStepUpDeclared, SCOPE_OF } from './declarations.ts'
import {
  type ByKey,
  type ByOrderLink,
  type Caller,
  callerByBearer,
  callerByKey,
  credentialsOf,
  type FoundGuest,
  firstValid,
  guestOfRequest,
  identify,
  type Partial,
  type SignedIn,
  secondFactorRequired,
  unauthenticated,
} from './identify.ts'

/**
 * The callers that a route accepts. Every API route declares it in `config.access`; without it, Semel does not start.
 *
 * - `public`: anyone. Credentials are ignored, unless the route asks for `sessionIfAny`.
 * - `visitor`: anyone, but a session counts.
 * - `partial`: only the token between password and second factor, which is good for nothing else.
 * - `user`, `admin`: a full session, of anybody or of an admin.
 * - `{ role: 'staff', permission }`: a session of staff with the permission; an admin has all.
 * - `{ role: 'user', permission }`: every session. Staff with the permission act for the shop (`actsForShop`).
 * - `{ …, scope }`: the same, or an API key with the scope.
 * - `{ role: 'user', …, guest }`: the same, or the link of the order that the request is about (guests/order-links.ts).
 * - `{ role: 'visitor', scope }`: anyone, or an API key with the scope.
 * - `key`: an API key, whatever its scopes.
 * - `csrf-or-key`: anyone with a CSRF token, or an API key with the scope `auth:reset`, or a publishable one.
 */
export type Access =
  | 'public'
  | 'visitor'
  | 'partial'
  | 'csrf-or-key'
  | 'key'
  | 'user'
  | 'admin'
  /** A publishable key passes where the route says so, and the route shows it what everybody may see. */
  | { role: 'user'; permission?: Need; scope?: Scope; publishable?: true; guest?: true }
  | { role: 'visitor'; scope: Scope }
  | { role: 'staff'; permission: Need; scope?: Scope }
  | { role: 'admin'; scope: Scope }
type RequiredRole = 'visitor' | 'user' | 'staff' | 'admin'

export const SCOPES = [
  'products:read',
  'products:write',
  'users:read',
  'users:write',
  'orders:read',
  'orders:write',
  'money:write',
  'notifications:send',
  'announcements:write',
  'mail-reports:write',
  'events:read',
  'webhooks:manage',
  'auth:reset',
] as const
/**
 * The scope of a publishable key, which anyone can read. Such a key reads what the shop's pages show to everybody, and has no
 * other scope.
 */
export const PUBLISHABLE = 'products:public'
export type Scope = (typeof SCOPES)[number] | typeof PUBLISHABLE

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: Access
    stepUp?: StepUp
    /** The route shows what everybody may see. While the primary is away, a replica knows its callers. */
    staysReadable?: true
    /** A route for partial tokens that also meets the session of a completed sign-in, and refuses it with the reason. */
    refusesSession?: true
  }
  interface FastifyInstance {
    /** The access of each route, by method and address. Pages read it to decide whether they show a form. */
    accessOf: Map<string, Access>
  }
  interface FastifyRequest {
    /** Set before a route with `config.access` runs; narrow it with `signedIn` or `partiallySignedIn`. */
    caller: Caller
    /** The guest whose order's link came with the request, at a route that takes one. There may be a session beside it. */
    guest?: FoundGuest | undefined
  }
}

const ROLE_RANK: Record<Role | RequiredRole, number> = { visitor: 0, customer: 0, user: 0, staff: 1, admin: 2 }

/** Puts the guard before every route registered on `api`. */
export function guard(api: FastifyInstance, context: AppContext): void {
  api.addHook('onRoute', route => {
    if (!route.config?.access) throw new Error(`${route.method} ${route.url} has no config.access`)
    if (route.method !== 'GET' && route.method !== 'HEAD') requireScopeOfPermission(route.url, route.config.access)
    requireStepUpDeclared(String(route.method), route.url, route.config)
    // Every version has the same access.
    api.accessOf.set(`${route.method} ${route.url.replace(/^\/api\/v\d+/, '/api')}`, route.config.access)
  })
  api.addHook('onRequest', async request => {
    const { access, staysReadable } = request.routeOptions.config
    request.caller = staysReadable
      ? await context.reader.primaryFirst(db => admit(request, access!, { ...context, db }))
      : await admit(request, access!, context)
    const { caller, method } = request
    if (method !== 'GET' && 'userId' in caller) countForAccount(caller.userId)
  })
  // Asks after validation: nobody is asked for a code because of a request that would be refused anyway.
  api.addHook('preHandler', async request => {
    if (request.routeOptions.config.stepUp === true) requireStepUpOf(request, context.clock.now())
  })
  // The file may have taken minutes.
  api.addHook('preValidation', async request => {
    if (request.routeOptions.config.takesFile) await admitAgain(request, context)
  })
}

/** Checks access again after a wait: the session may have ended, or the key been revoked meanwhile. @throws Problem */
export async function admitAgain(request: FastifyRequest, context: AppContext): Promise<void> {
  request.caller = await admit(request, request.routeOptions.config.access!, context)
}

// biome-ignore lint/complexity/noExcessiveCognitiveComplexity: who may do what, read from top to bottom; parts of it would hide the order
async function admit(request: FastifyRequest, access: Access, context: AppContext): Promise<Caller> {
  if (access === 'public') {
    if (isBareRequestOfOtherSite(request, context)) throw csrfRequired()
    return { kind: 'anyone' }
  }
  if (access === 'csrf-or-key') return admitByTokenOrKey(request, context)
  const { refusesSession } = request.routeOptions.config
  const takesGuest = typeof access === 'object' && 'guest' in access
  request.guest = takesGuest ? await guestOfRequest(request, context) : undefined
  let caller = request.guest?.isBearer
    ? asGuest(request.guest)
    : await identify(request, access === 'partial' ? 'partial' : 'session', context)
  if (caller.kind === 'anyone' && request.guest) caller = asGuest(request.guest)
  if (refusesSession && caller.kind === 'anyone') caller = await identify(request, 'session', context)
  if ('byCookie' in caller && caller.byCookie && !mayUseCookie(request, context)) {
    throw csrfRequired()
  }
  if (access === 'visitor' || isOpen(access)) {
    if (caller.kind === 'user') return caller
    if (caller.kind === 'key' && isOpen(access)) return withScope(caller, access.scope)
    if (caller.kind === 'key' && caller.refusal) throw caller.refusal
    if (isBareRequestOfOtherSite(request, context)) throw csrfRequired()
    return { kind: 'anyone' }
  }
  if (access === 'partial') {
    if (caller.kind === 'partial' || (refusesSession && caller.kind === 'user')) return caller
    throw unauthenticated('Sign in with email and password first. This step takes the partial token.')
  }
  if (access === 'key') {
    if (caller.kind === 'key') return caller
    throw unauthenticated('Send an API key as "X-API-Key".')
  }
  const { role, scope, publishable } = requirementsOf(access)
  if (caller.kind === 'key') {
    if (publishable && caller.scopes.includes(PUBLISHABLE)) return caller
    return withScope(caller, scope)
  }
  if (caller.kind === 'guest') return caller
  if (caller.kind === 'partial') throw secondFactorRequired()
  if (caller.kind === 'anyone')
    throw unauthenticated('Sign in and send the session token as "Authorization: Bearer <token>".')
  if (ROLE_RANK[caller.role] < ROLE_RANK[role]) throw new Problem('forbidden', missingRole(caller, role))
  if (!mayCall(caller, access)) throw missingPermission((access as { permission: Need }).permission)
  return caller
}

function isOpen(access: Access): access is { role: 'visitor'; scope: Scope } {
  return typeof access === 'object' && access.role === 'visitor'
}

function asGuest({ userId, orderId, isBearer }: FoundGuest): ByOrderLink {
  return { kind: 'guest', userId, orderId, byCookie: !isBearer }
}

/** Roles are no part of these. */
type Simple = 'public' | 'visitor' | 'partial' | 'csrf-or-key' | 'key'

type Requirements = { role: RequiredRole; scope?: Scope; permission?: Need; publishable?: true; guest?: true }

export function requirementsOf(access: Exclude<Access, Simple>): Requirements {
  return typeof access === 'object' ? access : { role: access }
}

/** Tests whether a session of this role and with these permissions is let in. */
export function mayCall(user: Pick<SignedIn, 'role' | 'permissions'>, access: Access): boolean {
  if (typeof access === 'string' && access !== 'user' && access !== 'admin') return true
  const { role, permission = 'any' } = requirementsOf(access)
  return ROLE_RANK[user.role] >= ROLE_RANK[role] && (role !== 'staff' || meets(user.permissions, permission))
}

/** Requires a permission that only some values of a request need, so the route cannot declare it. @throws Problem `forbidden` */
export function requirePermission({ caller }: Pick<FastifyRequest, 'caller'>, permission: Permission): void {
  if (caller.kind === 'user' && !caller.permissions.includes(permission)) throw missingPermission(permission)
  const scope = SCOPE_OF[permission]
  if (caller.kind === 'key' && scope) withScope(caller, scope)
}

export function missingPermission(need: Need): Problem {
  const names = need === 'any' ? 'staff' : nameOfNeed(need)
  return new Problem('forbidden', `You need the permission ${names} for this. Ask an admin.`)
}

function withScope(caller: ByKey, scope: Scope | undefined): ByKey {
  if (scope && caller.scopes.includes(scope)) return caller
  if (caller.refusal) throw caller.refusal
  throw new Problem('forbidden', scope ? lacks(scope) : 'API keys cannot be used here. Sign in instead.')
}

function lacks(scope: Scope): string {
  // Programs that were written when `orders:write` was enough meet this one.
  const hint =
    scope === 'money:write' ? ' Moving money and writing documents need it, and orders:write is not enough.' : ''
  return `This API key lacks the scope ${scope}.${hint} Use a key that has it.`
}

/** An API key counts here even next to a session token, which does not prove that the user meant to send the request. */
async function admitByTokenOrKey(request: FastifyRequest, context: AppContext): Promise<Caller> {
  const { bearer, key, ip } = credentialsOf(request)
  const caller = await firstValid([
    () => callerByKey(key, ip, context),
    () => callerByBearer(bearer, ip, 'session', context),
  ])
  // Everybody can get a CSRF token, and everybody can read a publishable key.
  if (caller?.kind === 'key') return isPublic(caller) ? caller : withScope(caller, 'auth:reset')
  if (csrfTokenFits(request, context) && !isCrossSite(request, context)) return caller ?? { kind: 'anyone' }
  throw new Problem(
    'csrf_required',
    'Send a CSRF token from GET /api/auth/csrf as X-CSRF-Token, or an API key as X-API-Key.',
  )
}

export function signedIn(request: Pick<FastifyRequest, 'caller'>): SignedIn {
  if (request.caller.kind !== 'user') throw unauthenticated('Sign in first.')
  return request.caller
}

export function partiallySignedIn(request: FastifyRequest): Partial {
  if (request.caller.kind !== 'partial') throw unauthenticated('Sign in with email and password first.')
  return request.caller
}

/** The user, the guest or the API key that a request acts for, as records of a step name it. */
export function actorIdOf({ caller }: FastifyRequest): string {
  if (caller.kind === 'key') return caller.keyId
  return caller.kind === 'guest' ? caller.userId : signedIn({ caller }).userId
}

/**
 * The customer that a request about an order acts for: the guest if it came with the link of this order, else the user.
 * @throws Problem `not_found` for the link of another order, which says as little as for an order that does not exist
 */
export function customerOf({ caller, guest }: Pick<FastifyRequest, 'caller' | 'guest'>, orderId: number): string {
  if (guest?.orderId === orderId) return guest.userId
  if (caller.kind === 'guest') throw new Problem('not_found', 'There is no such order, or it is not yours.')
  return signedIn({ caller }).userId
}

/**
 * Staff with the permission that the route names, or an API key: an admin has given it the scope that the route asks for.
 * Anybody may have read a publishable one.
 */
export function actsForShop({ caller, routeOptions }: Pick<FastifyRequest, 'caller' | 'routeOptions'>): boolean {
  return (caller.kind === 'key' && !isPublic(caller)) || isStaffFor({ caller, routeOptions })
}

/** The caller sees what everybody may see: a key with the scope PUBLISHABLE alone. */
export function isPublic(caller: Caller): boolean {
  return caller.kind === 'key' && caller.scopes.includes(PUBLISHABLE)
}

export function isStaffFor({ caller, routeOptions }: Pick<FastifyRequest, 'caller' | 'routeOptions'>): boolean {
  const { access } = routeOptions.config
  const { permission = 'any' } = typeof access === 'object' ? (access as Requirements) : {}
  return caller.kind === 'user' && ROLE_RANK[caller.role] >= ROLE_RANK.staff && meets(caller.permissions, permission)
}

export const ROLE_SLEEPS =
  'Your role counts again once you have confirmed your email address. Open the link in our email, or ask for a new one on your account page.'

function missingRole({ sleepingRole }: SignedIn, role: RequiredRole): string {
  const sleeps = sleepingRole !== undefined && ROLE_RANK[sleepingRole] >= ROLE_RANK[role]
  return sleeps ? ROLE_SLEEPS : `You need the role ${role} for this.`
}
