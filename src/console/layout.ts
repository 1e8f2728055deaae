/** The frame of the console's pages, and who may see them. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Form, FormState } from '../pages/form.ts'
import { type Html, html } from '../pages/html.ts'
import { page } from '../pages/layout.ts'
import { formAction } from '../pages/submit.ts'
import { sendPage, sendToSignIn, type Visitor } from '../pages/visitor.ts'
import { Problem } from '../problems.ts'

type Place = readonly [href: string, label: string, only?: 'admin']

const PLACES: readonly Place[] = [
  ['/admin', 'Overview'],
  ['/admin/deliveries', 'Deliveries'],
  ['/admin/orders', 'Orders'],
  ['/admin/products', 'Products'],
  ['/admin/users', 'Users'],
  ['/admin/contact-messages', 'Messages'],
  ['/admin/announcements', 'Announcements'],
  ['/admin/api-keys', 'API keys', 'admin'],
  ['/admin/versions', 'Versions'],
  ['/admin/caches', 'Caches'],
]

type ConsolePage = { title: string; visitor: Visitor; main: Html; failed?: boolean }

export function consolePage({ title, visitor, main, failed = false }: ConsolePage): Html {
  const isHere = (href: string) => visitor.path === href || (href !== '/admin' && visitor.path.startsWith(`${href}/`))
  return page({
    title: `${title} · Console`,
    visitor,
    failed,
    ways: html`<nav class="tabs" aria-label="Console"><ul>${PLACES.filter(
      ([, , only]) => !only || visitor.user?.role === only,
    ).map(
      ([href, label]) =>
        html`<li><a href="${href}"${isHere(href) && html` aria-current="${visitor.path === href ? 'page' : 'true'}"`}>${label}</a></li>`,
    )}</ul></nav>`,
    main,
  })
}

type Render = (visitor: Visitor, request: FastifyRequest, reply: FastifyReply) => Html | Promise<Html>

type Rank = 'staff' | 'admin'

/** A page for staff: a guest is led to sign in, a customer is told that it is not for them. */
export function staffPage(app: FastifyInstance, address: string, render: Render, rank: Rank = 'staff'): void {
  app.get(address, async (request, reply) => {
    const visitor = await app.visitorOf(request, reply)
    if (!visitor.user) return sendToSignIn(request, reply)
    requireRank(visitor, rank)
    return sendPage(reply, await render(visitor, request, reply))
  })
}

/** A form on such a page. What the API refuses somebody else must not show them the page around it. */
export function staffAction(
  app: FastifyInstance,
  form: Form,
  render: (visitor: Visitor, state: FormState, request: FastifyRequest) => Html | Promise<Html>,
  rank: Rank = 'staff',
): void {
  formAction(app, form, (visitor, state, request) => {
    requireRank(visitor, rank)
    return render(visitor, state, request)
  })
}

function requireRank({ user }: Visitor, rank: Rank): void {
  if (!user) throw new Problem('unauthenticated', 'Sign in to use the console.')
  if (user.role === 'customer') throw new Problem('forbidden', 'Only staff can open the console.')
  if (rank === 'admin' && user.role !== 'admin')
    throw new Problem('forbidden', 'Only administrators can open this page.')
}
