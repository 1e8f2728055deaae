import type { FastifyReply } from 'fastify'
import type { AppContext } from '../../context.ts'
import { cookieNames } from '../sessions/access.ts'

export type CookieName = keyof ReturnType<typeof cookieNames>

/** Out of reach of scripts, and not sent along when another site makes the browser post. */
export function giveCookie(
  context: AppContext,
  reply: FastifyReply,
  name: CookieName,
  value: string,
  expires?: Date,
): void {
  const secure = context.baseUrl().startsWith('https:')
  reply.setCookie(cookieNames(context)[name], value, {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure,
    ...(expires && { expires }),
  })
}

export function takeCookie(context: AppContext, reply: FastifyReply, name: CookieName): void {
  const secure = context.baseUrl().startsWith('https:')
  reply.clearCookie(cookieNames(context)[name], { path: '/', httpOnly: true, sameSite: 'lax', secure })
}
