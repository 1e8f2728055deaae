/** The visitor of a page. web.ts, which knows accounts, provides `visitorOf`. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Html } from '../html/html.ts'
import { chooseCopy, copyOf } from '../http/representation/compression.ts'
import type { Shop } from '../shop/settings.ts'
import { clearDone, readDone } from './done.ts'
import { prefixLinks, prefixOf } from './language.ts'

export type Visitor = {
  /** The requested address, to mark the current page in the navigation. */
  readonly path: string
  /** Unknown while the database is away. */
  readonly shop?: Shop
  /** The public address of the site, without a trailing slash. */
  readonly site?: string
  readonly user?: {
    readonly id: string
    readonly userName: string
    readonly role: 'customer' | 'staff' | 'admin'
    /** A role that does not count while the address is not verified. */
    readonly sleepingRole?: 'staff' | 'admin'
    /** The permissions of this visitor in the console. */
    readonly permissions: readonly string[]
    /** Tests whether the API lets this visitor in; a page leaves out the forms of what one may not do. */
    readonly may: (operation: { method: string; address: string }) => boolean
    /** Entered a second factor in the last ten minutes. */
    readonly steppedUp?: boolean
    /** The language of the account; in the console also one that the shop does not speak. */
    readonly locale?: string | null
  }
  /** The guest whose order this browser has opened by its link. */
  readonly guest?: { readonly userId: string; readonly orderId: number }
  /** Bound to a cookie that `visitorOf` sets on the reply; every form includes it. */
  readonly csrfToken?: string | undefined
  readonly cartCount?: number
  /** Orders still to be paid online, and the newest of them, for the home page and the cart. */
  readonly waiting?: { readonly count: number; readonly orderId: number | null } | undefined
  /** The page that the visitor wanted, from `?next=`. Links to sign in and to register pass it on. */
  readonly next?: string | undefined
  /** The message of the form that led to this page. */
  readonly done?: string | undefined
  /** Counts for pages of the console how much waits in each list, by the list's address. */
  readonly work?: Readonly<Record<string, number>>
  /** There is a development inbox at /dev. */
  readonly devInbox?: boolean
}

declare module 'fastify' {
  interface FastifyInstance {
    visitorOf(request: FastifyRequest, reply: FastifyReply): Promise<Visitor>
    /** Makes a guest when `visitorOf` fails. The shop is known as long as its settings are in memory. */
    guestOf(request: FastifyRequest): Promise<Visitor>
  }
}

/** Marks a page with public content. While the primary database is away, a replica knows its visitors. */
export const STAYS_READABLE = { config: { staysReadable: true } } as const

/** Says whether the visitor has signed in, or has opened an order by its link. */
export function isCustomer({ guest, user }: Pick<Visitor, 'guest' | 'user'>): boolean {
  return user !== undefined || guest !== undefined
}

/** The customer whose order the visitor may see: the guest of that order, else the user. */
export function customerOf({ guest, user }: Pick<Visitor, 'guest' | 'user'>, orderId: number): string | undefined {
  return guest?.orderId === orderId ? guest.userId : user?.id
}

/** Requests of visitors about whom their page knows nothing. */
const strangers = new WeakSet<FastifyRequest>()

/** @param isStranger neither signed in nor on the way there, and without the link of an order */
export function noteStranger(request: FastifyRequest, isStranger: boolean): void {
  const { token, receipt } = request.query as Record<string, unknown>
  // The page of such a link is for its reader alone.
  if (isStranger && !token && !receipt) strangers.add(request)
  else strangers.delete(request)
}

/**
 * Firefox forgets what was typed into a page with `no-store` once it is left, and cannot go back to a form that was refused. The
 * pages of strangers may be kept, and each visit asks for them anew. A message is shown once, and the cart is that of the moment.
 */
function cachingOf(reply: FastifyReply): string {
  const { request } = reply
  return strangers.has(request) && !readDone(request) && !/^\/cart(?:\?|$)/.test(request.url)
    ? 'private, no-cache'
    : 'no-store'
}

export function sendPage(reply: FastifyReply, page: Html, status = 200): FastifyReply {
  return prepare(reply, status).send(textOf(reply, page))
}

/**
 * Sends a page that tells everybody the same, compressed: a list of 42 kB needs 6 kB. A page for a customer is sent as it is,
 * because the length of a compressed page tells what it has in common with text that an attacker chose (BREACH).
 */
export async function sendPublicPage(reply: FastifyReply, visitor: Visitor, page: Html): Promise<FastifyReply> {
  const compressible = { body: Buffer.from(textOf(reply, page)), copies: new Map() }
  const coding = isCustomer(visitor) ? undefined : chooseCopy(reply, compressible)
  if (!coding) return prepare(reply).send(compressible.body)
  const content = await copyOf(compressible, coding)
  return prepare(reply).header('content-encoding', coding).send(content)
}

function prepare(reply: FastifyReply, status = 200): FastifyReply {
  clearDone(reply)
  return reply.code(status).type('text/html; charset=utf-8').header('cache-control', cachingOf(reply))
}

function textOf({ request }: FastifyReply, page: Html): string {
  const prefix = prefixOf(request)
  const text = `<!doctype html>\n${page}`
  return prefix ? prefixLinks(text, prefix) : text
}

/** Redirects from a page that needs a user to the page for signing in, which leads back here. */
export function sendToSignIn(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return reply.redirect(withNext('/login', request.url), 303)
}

/**
 * Redirects from a former address to that of today, for search engines for good. Browsers keep such an answer as they like (RFC 9110
 * §15.4.2). Once the former address is that of today again, both would lead to each other, so they ask each time.
 */
export function sendToPresent(reply: FastifyReply, address: string): FastifyReply {
  return reply.header('cache-control', 'no-cache').redirect(address, 301)
}

export function withNext(address: string, next: string | undefined): string {
  return next ? `${address}?next=${encodeURIComponent(next)}` : address
}
