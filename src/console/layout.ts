/** The layout of the console's pages, and access to them. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Form, FormState } from '../pages/form.ts'
import { type Html, html } from '../pages/html.ts'
import { page } from '../pages/layout.ts'
import { formAction } from '../pages/submit.ts'
import { sendPage, sendToSignIn, type Visitor } from '../pages/visitor.ts'
import { Problem } from '../problems.ts'

type Role = 'staff' | 'admin'

const PAGES: readonly (readonly [href: string, label: string, only?: 'admin'])[] = [
  ['/admin', 'Overview'],
  ['/admin/deliveries', 'Deliveries'],
  ['/admin/orders', 'Orders'],
  ['/admin/products', 'Products'],
  ['/admin/users', 'Users'],
  ['/admin/contact-messages', 'Messages'],
  ['/admin/announcements', 'Announcements'],
  ['/admin/api-keys', 'API keys', 'admin'],
  ['/admin/webhooks', 'Webhooks', 'admin'],
  ['/admin/versions', 'Versions'],
  ['/admin/caches', 'Caches'],
]

/** The forms of a page that were just sent, by their ids. */
export type FormStates = Partial<Record<string, FormState>>

type ConsolePage = { title: string; visitor: Visitor; main: Html; states?: FormStates }

export function consolePage({ title, visitor, main, states = {} }: ConsolePage): Html {
  const isHere = (href: string) => visitor.path === href || (href !== '/admin' && visitor.path.startsWith(`${href}/`))
  return page({
    title: `${title} · Console`,
    visitor,
    failed: Object.values(states).some(state => state?.problem),
    ways: html`<nav class="tabs" aria-label="Console"><ul>${PAGES.filter(
      ([, , only]) => !only || visitor.user?.role === only,
    ).map(
      ([href, label]) =>
        html`<li><a href="${href}"${isHere(href) && html` aria-current="${visitor.path === href ? 'page' : 'true'}"`}>${label}</a></li>`,
    )}</ul></nav>`,
    main,
  })
}

type Render = (visitor: Visitor, request: FastifyRequest) => Html | Promise<Html>

/** A page for staff. A guest is sent to sign in; a customer gets 403. */
export function staffPage(app: FastifyInstance, address: string, render: Render, role: Role = 'staff'): void {
  app.get(address, async (request, reply) => {
    const visitor = await app.visitorOf(request, reply)
    if (!visitor.user) return sendToSignIn(request, reply)
    requireRole(visitor, role)
    return sendPage(reply, await render(visitor, request))
  })
}

type FormsPage = {
  address: string
  forms: readonly Form[]
  render: (visitor: Visitor, request: FastifyRequest, states: FormStates) => Html | Promise<Html>
  role?: Role
  /** The role that may send the forms; by default the role of the page. */
  formRole?: Role
}

/** A page with forms: GET shows it, and each form's POST shows it again with the outcome of that form. */
export function formsPage(app: FastifyInstance, { address, forms, render, role, formRole = role }: FormsPage): void {
  staffPage(app, address, (visitor, request) => render(visitor, request, {}), role)
  for (const form of forms) {
    formAction(app, form, (visitor, state, request) => {
      // The API has refused a customer by now; the page around the form must stay hidden too.
      requireRole(visitor, formRole)
      return render(visitor, request, { [form.id]: state })
    })
  }
}

function requireRole({ user }: Visitor, role: Role = 'staff'): void {
  if (!user) throw new Problem('unauthenticated', 'Sign in to use the console.')
  if (user.role === 'customer') throw new Problem('forbidden', 'Only staff can open the console.')
  if (role === 'admin' && user.role !== 'admin')
    throw new Problem('forbidden', 'Only administrators can open this page.')
}
