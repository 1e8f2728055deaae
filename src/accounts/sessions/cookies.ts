import type { FastifyReply } from 'fastify'
import type { AppContext } from '../../context.ts'

/** `__Host-` binds a cookie to this host over TLS, which browsers refuse over plain http. */
export function cookieNames(context: AppContext) {
  const prefix = context.baseUrl().startsWith('https:') ? '__Host-semel' : 'semel'
  return {
    session: `${prefix}_session`,
    partial: `${prefix}_partial`,
    csrf: `${prefix}_csrf`,
    device: `${prefix}_device`,
    /** Holds only the kind of the last factor, never the account. */
    factor: `${prefix}_factor`,
    cart: `${prefix}_cart`,
    /** The token of the order that a guest has opened last. */
    order: `${prefix}_order`,
  }
}

/** Opens a guest's order in this browser until it is closed. On a shared computer nobody finds it later. */
export function keepOrderToken(context: AppContext, reply: FastifyReply, token: string): void {
  const name = cookieNames(context).order
  reply.setCookie(name, token, { path: '/', httpOnly: true, sameSite: 'lax', secure: name.startsWith('__Host-') })
}

export function forgetOrderToken(context: AppContext, reply: FastifyReply): void {
  const name = cookieNames(context).order
  reply.setCookie(name, '', {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: name.startsWith('__Host-'),
    maxAge: 0,
  })
}
