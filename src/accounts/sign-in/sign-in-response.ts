/** The response of a completed sign-in, and its cookies. */
import type { FastifyReply } from 'fastify'
import { type Static, Type } from 'typebox'
import type { AppContext } from '../../context.ts'
import { Time } from '../../http/schemas.ts'
import { after, DAY } from '../../time.ts'
import { cookieNames } from '../sessions/cookies.ts'
import { User } from '../users/user.ts'
import { deviceMark } from './known-devices.ts'
import { PARTIAL_LIFETIME } from './partial-session.ts'
import type { SignIn } from './second-step.ts'

export const SignInResponse = Type.Object(
  {
    token: Type.String(),
    tokenType: Type.Literal('Bearer'),
    expiresAt: Time,
    user: User,
    recoveryCodes: Type.Optional(Type.Array(Type.String(), { description: 'Only with the first sign-in.' })),
  },
  { title: 'SignedIn' },
)

export const SmsSent = Type.Object(
  {
    sentTo: Type.String({ description: 'The phone number, mostly hidden.' }),
    expiresIn: Type.Integer({ description: 'Seconds.' }),
  },
  { title: 'SmsSent' },
)

/** Returns the session as a token, for programs, and sets it as a cookie, for browsers. */
export function answerWithSession(
  context: AppContext,
  reply: FastifyReply,
  { method, ...signIn }: SignIn,
): Static<typeof SignInResponse> {
  setCookie(context, reply, 'session', signIn.token, signIn.expiresAt)
  clearCookie(context, reply, 'partial')
  const mark = deviceMark(context.serviceKey, signIn.user.id)
  setCookie(context, reply, 'device', mark, after(context.clock.now(), 365 * DAY))
  // The next sign-in in this browser offers it first. A recovery code is for emergencies.
  if (method !== 'recovery') setCookie(context, reply, 'factor', method, after(context.clock.now(), 365 * DAY))
  return { ...signIn, tokenType: 'Bearer', expiresAt: signIn.expiresAt.toISOString() }
}

type CookieName = 'session' | 'partial' | 'device' | 'factor'

export function setCookie(context: AppContext, reply: FastifyReply, name: CookieName, value: string, expires: Date) {
  reply.setCookie(cookieNames(context)[name], value, { ...cookieOptions(context), expires })
}

export function setPartialCookie(context: AppContext, reply: FastifyReply, token: string): void {
  setCookie(context, reply, 'partial', token, after(context.clock.now(), PARTIAL_LIFETIME))
}

export function clearCookie(context: AppContext, reply: FastifyReply, name: CookieName): void {
  reply.clearCookie(cookieNames(context)[name], cookieOptions(context))
}

/** Scripts cannot read the cookie, and browsers do not send it with a POST from another site. */
function cookieOptions(context: AppContext) {
  return { path: '/', httpOnly: true, sameSite: 'lax', secure: context.baseUrl().startsWith('https:') } as const
}
