/** Answers that several routes give. */
import type { FastifyReply } from 'fastify'
import { type Static, Type } from 'typebox'
import type { AppContext } from '../../context.ts'
import { User } from '../users/user.ts'
import { giveCookie, takeCookie } from './cookies.ts'
import type { SignIn } from './sign-in.ts'

export const SignInAnswer = Type.Object({
  token: Type.String(),
  tokenType: Type.Literal('Bearer'),
  expiresAt: Type.String({ format: 'date-time' }),
  user: User,
  recoveryCodes: Type.Optional(
    Type.Array(Type.String(), { description: 'Only in the response to the first sign-in.' }),
  ),
})

export const SmsSent = Type.Object({
  sentTo: Type.String({ description: 'The phone number with most digits hidden.' }),
  expiresIn: Type.Integer({ description: 'In seconds.' }),
})

/** Hands a session over: as a token for programs and as a cookie for browsers. */
export function giveSession(context: AppContext, reply: FastifyReply, signedIn: SignIn): Static<typeof SignInAnswer> {
  giveCookie(context, reply, 'session', signedIn.token, signedIn.expiresAt)
  takeCookie(context, reply, 'partial')
  return { ...signedIn, tokenType: 'Bearer', expiresAt: signedIn.expiresAt.toISOString() }
}
