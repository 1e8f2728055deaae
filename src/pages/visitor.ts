/** What a page needs to know of the person in front of it. web.ts, which knows accounts, provides `visitorOf`. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Html } from './html.ts'

export type Visitor = {
  /** The address asked for, to mark the present place in the navigation. */
  readonly path: string
  readonly user?: { readonly id: string; readonly userName: string; readonly role: 'customer' | 'staff' | 'admin' }
  /** Bound to a cookie that `visitorOf` has set on the reply; every form carries it. */
  readonly csrfToken?: string
  readonly cartCount?: number
  /** Whether there is a development inbox at /dev to lead to. */
  readonly devInbox?: boolean
}

declare module 'fastify' {
  interface FastifyInstance {
    visitorOf(request: FastifyRequest, reply: FastifyReply): Promise<Visitor>
  }
}

export function sendPage(reply: FastifyReply, page: Html, status = 200): FastifyReply {
  return reply
    .code(status)
    .type('text/html; charset=utf-8')
    .header('cache-control', 'no-store')
    .send(`<!doctype html>\n${page}`)
}

/** For pages of one's own: sign in, then come back to what was asked for. */
export function sendToSignIn(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return reply.redirect(`/login?next=${encodeURIComponent(request.url)}`, 303)
}
