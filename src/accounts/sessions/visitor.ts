/** Finds out who visits a page, and in which language. */
import { randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AppContext } from '../../context.ts'
import { localAddress } from '../../html/site-address.ts'
import { noteStranger, type Visitor } from '../../pages/visitor.ts'
import { findGuest } from '../guests/order-links.ts'
import { isStepUpRecent } from '../second-factors/step-up.ts'
import { accounts } from '../users/user.ts'
import { mayCall } from './access.ts'
import { cookieNames } from './cookies.ts'
import { countingRole, findSession } from './credentials.ts'
import { csrfTokenFor, maskedToken } from './csrf.ts'

/** The visitor of a page. An expired cookie is ignored: the visitor is not signed in. */
export async function visitorOf(context: AppContext, request: FastifyRequest, reply: FastifyReply): Promise<Visitor> {
  const now = context.clock.now()
  const session = await (known.get(request) ?? sessionOf(context, request))
  const user =
    session &&
    (await accounts(context.db)
      .select(['id', 'user_name as userName', 'locale'])
      .where('id', '=', session.user_id)
      .executeTakeFirst())
  const counting = session && countingRole(session)
  const link = request.cookies[cookieNames(context).order]
  const guest = link ? await findGuest(context.db, link) : undefined
  const { session: signedIn, partial } = cookieNames(context)
  noteStranger(request, !guest && !request.cookies[signedIn] && !request.cookies[partial])
  const { next } = request.query as { next?: unknown }
  return {
    next: typeof next === 'string' ? localAddress(next) : undefined,
    path: request.url.split('?')[0]!,
    csrfToken: maskedToken(issueCsrfToken(context, request, reply)),
    devInbox: context.config.smtpUrl === undefined,
    ...(guest && { guest }),
    ...(user &&
      counting && {
        user: {
          ...user,
          ...counting,
          steppedUp: isStepUpRecent(session.second_factor_at, now),
          may: ({ method, address }) => {
            const access = request.server.accessOf.get(`${method} ${address}`)
            return access === undefined || mayCall(counting, access)
          },
        },
      }),
  }
}

/** Sessions of pages whose language was looked up. A form may change its session before the page is shown, so only GET is in here. */
const known = new WeakMap<FastifyRequest, ReturnType<typeof findSession>>()

/** The language that the account has chosen. It is looked up first, so the page's visitor needs no second query. */
export async function localeOfVisitor(
  context: AppContext,
  request: FastifyRequest,
): Promise<string | null | undefined> {
  const session = sessionOf(context, request)
  if (request.method === 'GET') known.set(request, session)
  return (await session)?.locale
}

async function sessionOf(context: AppContext, request: FastifyRequest): ReturnType<typeof findSession> {
  const token = request.cookies[cookieNames(context).session]
  return token ? findSession(context.db, token, context.clock.now()) : undefined
}

/** Issues the CSRF token of this browser, and sets the cookie to which it is bound unless the browser sent one. */
export function issueCsrfToken(context: AppContext, request: FastifyRequest, reply: FastifyReply): string {
  const name = cookieNames(context).csrf
  const value = request.cookies[name] || randomBytes(32).toString('base64url')
  reply.setCookie(name, value, { path: '/', httpOnly: true, sameSite: 'lax', secure: name.startsWith('__Host-') })
  return csrfTokenFor(value)
}
