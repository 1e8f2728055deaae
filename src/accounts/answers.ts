/** Answers that several routes give. */
import type { FastifyReply } from 'fastify'
import { type Static, Type } from 'typebox'
import type { Ground } from '../ground.ts'
import { giveCookie, takeCookie } from './cookies.ts'
import type { SignIn } from './sign-in.ts'
import { User } from './user.ts'

export const SignInAnswer = Type.Object({
  token: Type.String(),
  tokenType: Type.Literal('Bearer'),
  expiresAt: Type.String({ format: 'date-time' }),
  user: User,
  recoveryCodes: Type.Optional(Type.Array(Type.String(), { description: 'Once, with the first sign-in.' })),
})

export const SmsSent = Type.Object({
  sentTo: Type.String({ description: 'The number, for the most part hidden.' }),
  expiresIn: Type.Integer({ description: 'Seconds.' }),
})

/** Hands a session over: as a token for programs and as a cookie for browsers. */
export function giveSession(ground: Ground, reply: FastifyReply, signedIn: SignIn): Static<typeof SignInAnswer> {
  giveCookie(ground, reply, 'session', signedIn.token, signedIn.expiresAt)
  takeCookie(ground, reply, 'partial')
  return { ...signedIn, tokenType: 'Bearer', expiresAt: signedIn.expiresAt.toISOString() }
}
