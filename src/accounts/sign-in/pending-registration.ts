import type { FastifyRequest } from 'fastify'
import type { AppContext } from '../../context.ts'
import { seedOf } from '../second-factors/factors.ts'
import { cookieNames } from '../sessions/cookies.ts'
import { findPartialSession } from '../sessions/credentials.ts'
import { findUser } from '../users/user.ts'
import { methodsOf } from './first-step.ts'

/**
 * The authenticator of a registration that no code has confirmed yet. Its page shows it, also after a reload or another
 * sign-in. Once the first code has confirmed it, no page shows the seed again.
 */
export async function pendingRegistration(context: AppContext, request: FastifyRequest) {
  const token = request.cookies[cookieNames(context).partial]
  const partial = token ? await findPartialSession(context.db, token, context.clock.now()) : undefined
  if (!partial) return undefined
  const factors = await context.db
    .selectFrom('second_factors')
    .innerJoin('users', 'users.id', 'second_factors.user_id')
    .select(['second_factors.id', 'kind', 'secret', 'second_factors.confirmed_at'])
    .select(['users.email', 'users.user_name', 'users.phone'])
    .where('user_id', '=', partial.user_id)
    .execute()
  const factor = factors.find(({ kind }) => kind === 'totp')
  if (!factor || factors.some(({ confirmed_at }) => confirmed_at !== null)) return undefined
  const { email, user_name, phone } = factor
  return { seed: seedOf(context, factor), email, userName: user_name, phone: phone ?? undefined }
}

/** The sign-in that this browser has started with a password: its account, and the factors that complete it. */
export async function pendingSignIn(context: AppContext, request: FastifyRequest) {
  const token = request.cookies[cookieNames(context).partial]
  const now = context.clock.now()
  const partial = token ? await findPartialSession(context.db, token, now) : undefined
  const user = partial && (await findUser(context.db, partial.user_id))
  return user && { email: user.email, methods: await methodsOf(context.db, user.id, now) }
}
