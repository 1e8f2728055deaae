import type { FastifyReply } from 'fastify'
import type { Ground } from '../ground.ts'
import { cookieNames } from './access.ts'

export type CookieName = keyof ReturnType<typeof cookieNames>

/** Out of reach of scripts, and not sent along when another site makes the browser post. */
export function giveCookie(ground: Ground, reply: FastifyReply, name: CookieName, value: string, expires?: Date): void {
  const secure = ground.baseUrl().startsWith('https:')
  reply.setCookie(cookieNames(ground)[name], value, {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure,
    ...(expires && { expires }),
  })
}

export function takeCookie(ground: Ground, reply: FastifyReply, name: CookieName): void {
  const secure = ground.baseUrl().startsWith('https:')
  reply.clearCookie(cookieNames(ground)[name], { path: '/', httpOnly: true, sameSite: 'lax', secure })
}
