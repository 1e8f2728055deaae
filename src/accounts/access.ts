import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Ground } from '../ground.ts'
import { Problem } from '../problems.ts'
import { findApiKey, findPartialSession, findSession } from './credentials.ts'
import { csrfTokenFits, isCrossSite } from './csrf.ts'
import type { Role } from './tables.ts'

/**
 * Who may call a route. Every route of the API names it in its `config.access`; a route without one does not start.
 *
 * - `public`: anyone. Credentials that are shown all the same are not looked at.
 * - `partial`: only the token between password and second factor, which opens nothing else.
 * - `user`, `staff`, `admin`: a full session of at least that role.
 * - `{ role, scope }`: the same, or an API key with the scope.
 * - `csrf-or-key`: anyone who shows a CSRF token or any valid API key.
 */
export type Access = 'public' | 'partial' | 'csrf-or-key' | RequiredRole | { role: RequiredRole; scope: Scope }
type RequiredRole = 'user' | 'staff' | 'admin'

export const SCOPES = ['products:read', 'users:read', 'orders:read', 'notifications:send', 'auth:reset'] as const
export type Scope = (typeof SCOPES)[number]

export type SignedIn = {
  kind: 'user'
  userId: string
  role: Role
  sessionId: string
  secondFactorAt: Date
  byCookie: boolean
}
export type Partial = { kind: 'partial'; userId: string; partialId: string; byCookie: boolean }
export type ByKey = { kind: 'key'; keyId: string; scopes: string[] }
export type Caller = SignedIn | Partial | ByKey | { kind: 'anyone' }

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: Access
  }
  interface FastifyRequest {
    /** Set before a route with `config.access` runs; narrow it with `signedIn` and its siblings. */
    caller: Caller
  }
}

const RANK: Record<Role | RequiredRole, number> = { customer: 0, user: 0, staff: 1, admin: 2 }

/** Puts the guard before every route registered on `api`. */
export function guard(api: FastifyInstance, ground: Ground): void {
  api.addHook('onRoute', route => {
    if (!route.config?.access) throw new Error(`${route.method} ${route.url} does not say who may call it`)
  })
  api.addHook('onRequest', async request => {
    request.caller = await admit(request, request.routeOptions.config.access!, ground)
  })
}

async function admit(request: FastifyRequest, access: Access, ground: Ground): Promise<Caller> {
  if (access === 'public') return { kind: 'anyone' }
  const caller = await identify(request, access === 'partial' ? 'partial' : 'session', ground)
  if ('byCookie' in caller && caller.byCookie) requireSameSite(request)

  if (access === 'csrf-or-key') {
    if (caller.kind === 'key' || (csrfTokenFits(request) && !isCrossSite(request))) return caller
    throw new Problem(
      'csrf_required',
      'Send a CSRF token from GET /api/auth/csrf as X-CSRF-Token, or an API key as X-API-Key.',
    )
  }
  if (access === 'partial') {
    if (caller.kind === 'partial') return caller
    throw unauthenticated('Sign in with e-mail address and password first; this step takes the partial token.')
  }
  const { role, scope } = typeof access === 'object' ? access : { role: access, scope: undefined }
  if (caller.kind === 'key') {
    if (scope && caller.scopes.includes(scope)) return caller
    throw new Problem('forbidden', scope ? `This API key lacks the scope ${scope}.` : 'API keys cannot be used here.')
  }
  if (caller.kind === 'partial') throw secondFactorRequired()
  if (caller.kind === 'anyone')
    throw unauthenticated('Sign in and send the session token as "Authorization: Bearer <token>".')
  if (RANK[caller.role] < RANK[role]) throw new Problem('forbidden', `This needs the role ${role}.`)
  return caller
}

/** Looks credentials up. An explicit header wins over a cookie that the browser sends along by itself. */
async function identify(request: FastifyRequest, wanted: 'partial' | 'session', ground: Ground): Promise<Caller> {
  const now = ground.clock.now()
  const key = request.headers['x-api-key']
  if (typeof key === 'string') {
    const found = await findApiKey(ground.db, key)
    if (found) return { kind: 'key', keyId: found.id, scopes: found.scopes }
    throw new Problem('invalid_api_key', 'The API key is unknown or was revoked.', bearerChallenge('invalid_token'))
  }
  const bearer = /^Bearer +(\S+) *$/i.exec(request.headers.authorization ?? '')?.[1]
  const names = cookieNames(ground)
  const token = bearer ?? request.cookies[wanted === 'partial' ? names.partial : names.session]
  if (!token) return { kind: 'anyone' }
  const byCookie = bearer === undefined

  if (wanted === 'partial') {
    const partial = await findPartialSession(ground.db, token, now)
    if (partial) return { kind: 'partial', userId: partial.user_id, partialId: partial.id, byCookie }
    throw new Problem(
      'sign_in_ended',
      'This sign-in attempt has ended or was already completed. Sign in again.',
      bearerChallenge('invalid_token'),
    )
  }
  const session = await findSession(ground.db, token, now)
  if (session) {
    return {
      kind: 'user',
      userId: session.user_id,
      role: session.role,
      sessionId: session.id,
      secondFactorAt: session.second_factor_at,
      byCookie,
    }
  }
  if (await findPartialSession(ground.db, token, now)) throw secondFactorRequired()
  // A stale cookie is no claim: a page for everyone must still open with it.
  if (byCookie) return { kind: 'anyone' }
  throw unauthenticated('The session token is unknown, expired or signed out.', 'invalid_token')
}

/** A cookie is sent by the browser whoever made the request, so a change needs proof that our own page made it. */
function requireSameSite(request: FastifyRequest): void {
  if (['GET', 'HEAD', 'OPTIONS'].includes(request.method)) return
  if (csrfTokenFits(request) && !isCrossSite(request)) return
  throw new Problem(
    'csrf_required',
    'Requests that are signed in by cookie need a CSRF token from GET /api/auth/csrf as X-CSRF-Token.',
  )
}

/** `__Host-` binds a cookie to this host over TLS, which browsers refuse over plain http. */
export function cookieNames(ground: Ground) {
  const prefix = ground.baseUrl().startsWith('https:') ? '__Host-semel' : 'semel'
  return {
    session: `${prefix}_session`,
    partial: `${prefix}_partial`,
    csrf: `${prefix}_csrf`,
    cart: `${prefix}_cart`,
  }
}

export function signedIn(request: FastifyRequest): SignedIn {
  if (request.caller.kind !== 'user') throw unauthenticated('Sign in first.')
  return request.caller
}

export function partiallySignedIn(request: FastifyRequest): Partial {
  if (request.caller.kind !== 'partial') throw unauthenticated('Sign in with e-mail address and password first.')
  return request.caller
}

export function isStaff(caller: Caller): boolean {
  return caller.kind === 'user' && RANK[caller.role] >= RANK.staff
}

function secondFactorRequired(): Problem {
  return new Problem(
    'second_factor_required',
    'This is the token of a half-finished sign-in; enter the second factor first.',
    bearerChallenge('insufficient_scope'),
  )
}

function unauthenticated(detail: string, error?: string): Problem {
  return new Problem('unauthenticated', detail, bearerChallenge(error))
}

/** RFC 6750 §3. */
function bearerChallenge(error?: string) {
  return { headers: { 'www-authenticate': error ? `Bearer realm="semel", error="${error}"` : 'Bearer realm="semel"' } }
}
