import type { FastifyRequest } from 'fastify'
import type { Ground } from '../ground.ts'
import { cookieNames } from './access.ts'
import { findPartialSession } from './credentials.ts'
import { seedOf } from './factors.ts'
import { methodsOf } from './sign-in.ts'

/**
 * The authenticator that a registration has set up and that no code has confirmed yet: for the page that shows it, also
 * when it is reloaded or reached again by signing in. From the first confirmation on nothing shows a seed any more.
 */
export async function halfRegistered(ground: Ground, request: FastifyRequest) {
  const token = request.cookies[cookieNames(ground).partial]
  const partial = token ? await findPartialSession(ground.db, token, ground.clock.now()) : undefined
  if (!partial) return undefined
  const factors = await ground.db
    .selectFrom('second_factors')
    .innerJoin('users', 'users.id', 'second_factors.user_id')
    .select(['second_factors.id', 'kind', 'secret', 'confirmed_at', 'users.email'])
    .where('user_id', '=', partial.user_id)
    .execute()
  const factor = factors.find(({ kind }) => kind === 'totp')
  if (!factor || factors.some(({ confirmed_at }) => confirmed_at !== null)) return undefined
  return { seed: seedOf(ground, factor), email: factor.email }
}

/** What may be entered to complete the sign-in that this browser has begun; nothing, when there is none. */
export async function methodsOpen(ground: Ground, request: FastifyRequest): Promise<string[]> {
  const token = request.cookies[cookieNames(ground).partial]
  const now = ground.clock.now()
  const partial = token ? await findPartialSession(ground.db, token, now) : undefined
  return partial ? methodsOf(ground.db, partial.user_id, now) : []
}
