import type { FastifyRequest } from 'fastify'
import type { AppContext } from '../../context.ts'
import { digest } from '../../secrets/crypto.ts'
import { hasNoFactor, seedOf } from '../second-factors/factors.ts'
import { issuerOf } from '../second-factors/totp.ts'
import { cookieNames } from '../sessions/cookies.ts'
import { findPartialSession } from '../sessions/credentials.ts'
import { findRegistered } from '../users/user.ts'
import { methodsOf } from './partial-session.ts'

/**
 * The authenticator of a registration, or of an imported account, that no code has confirmed yet. Its page shows it,
 * also after a reload or another sign-in. Once the first code has confirmed it, no page shows the seed again. One
 * statement finds attempt and seed: a reset replaces both, so an attempt from before it shows no new seed.
 */
export async function pendingRegistration(context: AppContext, request: FastifyRequest) {
  const token = request.cookies[cookieNames(context).partial]
  if (!token) return undefined
  const factor = await context.db
    .selectFrom('partial_sessions')
    .innerJoin('users', 'users.id', 'partial_sessions.user_id')
    .innerJoin('second_factors', 'second_factors.user_id', 'users.id')
    .select(['second_factors.id', 'secret', 'users.email', 'users.user_name', 'users.phone', 'users.confirmed_at'])
    .where('token_hash', '=', digest(token))
    .where('partial_sessions.expires_at', '>', context.clock.now())
    .where(hasNoFactor('users.id'))
    .where('kind', '=', 'totp')
    .executeTakeFirst()
  if (!factor) return undefined
  const { email, user_name, phone, confirmed_at } = factor
  const issuer = await issuerOf(context)
  return {
    seed: seedOf(context, factor),
    issuer,
    email,
    userName: user_name,
    phone: phone ?? undefined,
    /** Imported, or recovered by a link: no registration, whose address could still be corrected. */
    isAccount: confirmed_at !== null,
  }
}

/** The sign-in that this browser has started with a password: its account, and the factors that complete it. */
export async function pendingSignIn(context: AppContext, request: FastifyRequest) {
  const token = request.cookies[cookieNames(context).partial]
  const now = context.clock.now()
  const partial = token ? await findPartialSession(context.db, token, now) : undefined
  const user = partial && (await findRegistered(context.db, partial.user_id))
  return user && { userId: user.id, email: user.email, methods: await methodsOf(context, user.id, now) }
}
