/** Identification: the caller that the credentials of a request belong to. */
import type { FastifyRequest } from 'fastify'
import type { AppContext } from '../../context.ts'
import { Problem } from '../../problems.ts'
import { findGuest, type Guest, type LinkHolder } from '../guests/order-links.ts'
import type { Permission, Role } from '../tables.ts'
import { cookieNames } from './cookies.ts'
import { countingRole, findApiKey, findPartialSession, findSession, looksLikeApiKey, noteUse } from './credentials.ts'
import { mayUseCookie } from './csrf.ts'
import { isInside } from './networks.ts'

export type SignedIn = {
  kind: 'user'
  userId: string
  /** The one that counts at this moment. */
  role: Role
  /** A role above customer that does not count, because the address is not verified. */
  sleepingRole?: Role
  permissions: readonly Permission[]
  sessionId: string
  secondFactorAt: Date
  byCookie: boolean
}
export type Partial = { kind: 'partial'; userId: string; partialId: string; byCookie: boolean }
export type ByKey = {
  kind: 'key'
  keyId: string
  scopes: string[]
  /** Reason why the bearer token of this request was rejected. A key that may less must not hide it. */
  refusal?: Problem
}
/** The holder of the link of a guest's order, who acts for the guest and has neither role nor second factor. */
export type ByOrderLink = Guest & { kind: 'guest'; byCookie: boolean }
type Known = SignedIn | Partial | ByKey | ByOrderLink
export type Caller = Known | { kind: 'anyone' }

/**
 * Looks up credentials. If there are several, the first valid one wins: bearer, then API key. A cookie counts only without either
 * header, because a browser adds cookies by itself, and a client that names a credential means no other one.
 */
export async function identify(request: FastifyRequest, level: Level, context: AppContext): Promise<Caller> {
  const { bearer, key, ip } = credentialsOf(request)
  const named = await firstValid([
    () => callerByBearer(bearer, ip, level, context),
    () => callerByKey(key, ip, context),
  ])
  if (named) return named
  const names = cookieNames(context)
  const cookie = request.cookies[level === 'partial' ? names.partial : names.session]
  if (!cookie) return { kind: 'anyone' }
  const caller = await callerByToken({ token: cookie, byCookie: true }, level, context)
  if (!(caller instanceof Problem)) return caller
  // An expired cookie is ignored: public pages must still open with it.
  if (caller.code === 'unauthenticated') return { kind: 'anyone' }
  throw caller
}

type Level = 'partial' | 'session'

/** The session at a public route, which works without one too. A credential that is not valid counts as none. */
export async function sessionIfAny(request: FastifyRequest, context: AppContext): Promise<SignedIn | undefined> {
  try {
    const caller = await identify(request, 'session', context)
    return caller.kind === 'user' && (!caller.byCookie || mayUseCookie(request, context)) ? caller : undefined
  } catch (error) {
    if (error instanceof Problem) return undefined
    throw error
  }
}

export type FoundGuest = LinkHolder & { isBearer: boolean }

/**
 * Finds the guest behind the link of an order, which comes as a bearer token or as a cookie of our pages. A token that opens no order is
 * left to `identify`.
 */
export async function guestOfRequest(request: FastifyRequest, context: AppContext): Promise<FoundGuest | undefined> {
  const { bearer, key } = credentialsOf(request)
  if (bearer !== undefined) {
    const found = looksLikeApiKey(bearer) ? undefined : await findGuest(context.db, bearer)
    return found && { ...found, isBearer: true }
  }
  const cookie = key === undefined ? request.cookies[cookieNames(context).order] : undefined
  const found = cookie ? await findGuest(context.db, cookie) : undefined
  return found && { ...found, isBearer: false }
}

export function credentialsOf({ headers, ip }: FastifyRequest) {
  const key = headers['x-api-key']
  return {
    bearer: /^Bearer +(\S+) *$/i.exec(headers.authorization ?? '')?.[1],
    key: typeof key === 'string' ? key : undefined,
    ip,
  }
}

/**
 * @param lookUps each returns undefined when its credential was not sent
 * @throws the first refusal, when credentials were sent and none of them is valid
 */
export async function firstValid(lookUps: (() => Promise<Known | Problem | undefined>)[]): Promise<Known | undefined> {
  let refusal: Problem | undefined
  for (const lookUp of lookUps) {
    const found = await lookUp()
    if (found instanceof Problem) refusal ??= found
    else if (found) return refusal && found.kind === 'key' ? { ...found, refusal } : found
  }
  if (refusal) throw refusal
  return undefined
}

export async function callerByBearer(bearer: string | undefined, ip: string, level: Level, context: AppContext) {
  if (bearer === undefined) return undefined
  // Some programs support this header only, and send their API key in it.
  return looksLikeApiKey(bearer)
    ? callerByKey(bearer, ip, context)
    : callerByToken({ token: bearer, byCookie: false }, level, context)
}

export async function callerByKey(
  key: string | undefined,
  ip: string,
  context: AppContext,
): Promise<ByKey | Problem | undefined> {
  if (key === undefined) return undefined
  const now = context.clock.now()
  const found = await findApiKey(context.db, key)
  if (!found || (found.expires_at && found.expires_at <= now)) return invalidKey('is unknown, expired or was revoked.')
  if (!isInside(ip, found.networks)) return invalidKey('does not work from this network.')
  await noteUse(context.db, found, now)
  return { kind: 'key', keyId: found.id, scopes: found.scopes }
}

function invalidKey(reason: string): Problem {
  return new Problem('invalid_api_key', `The API key ${reason}`, bearerChallenge('invalid_token'))
}

async function callerByToken(
  { token, byCookie }: { token: string; byCookie: boolean },
  level: Level,
  context: AppContext,
): Promise<SignedIn | Partial | Problem> {
  const now = context.clock.now()
  if (level === 'partial') {
    const partial = await findPartialSession(context.db, token, now)
    if (partial) return { kind: 'partial', userId: partial.user_id, partialId: partial.id, byCookie }
    return new Problem(
      'sign_in_ended',
      'This sign-in attempt has ended or was already completed. Sign in again.',
      bearerChallenge('invalid_token'),
    )
  }
  const session = await findSession(context.db, token, now)
  if (session) {
    return {
      kind: 'user',
      userId: session.user_id,
      ...countingRole(session),
      sessionId: session.id,
      secondFactorAt: session.second_factor_at,
      byCookie,
    }
  }
  if (await findPartialSession(context.db, token, now)) return secondFactorRequired()
  return unauthenticated('The session token is unknown, expired or signed out.', 'invalid_token')
}

export function secondFactorRequired(): Problem {
  return new Problem(
    'second_factor_required',
    'This token is from the first sign-in step. Enter the second factor first.',
    bearerChallenge('insufficient_scope'),
  )
}

export function unauthenticated(detail: string, error?: string): Problem {
  return new Problem('unauthenticated', detail, error ? bearerChallenge(error) : {})
}

/** RFC 6750 §3. */
function bearerChallenge(error: string) {
  return { headers: { 'www-authenticate': `Bearer realm="semel", error="${error}"` } }
}
