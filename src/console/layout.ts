/** The layout of the console's pages, and access to them. */
import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { askedForm, keptForm } from '../accounts/second-factors/kept-form.ts'
import { missingPermission, ROLE_SLEEPS } from '../accounts/sessions/access.ts'
import { meets } from '../accounts/staff/permissions.ts'
import type { Permission } from '../accounts/tables.ts'
import { type Html, html, type Renderable } from '../html/html.ts'
import { type Form, type FormState, type FormStates, notice, renderForm } from '../pages/form.ts'
import { MARK, shell, signOut } from '../pages/layout.ts'
import { formAction } from '../pages/submit.ts'
import { sendPage, sendToSignIn, type Visitor, withNext } from '../pages/visitor.ts'
import { Problem } from '../problems.ts'
import { autonymOf } from '../words/languages.ts'
import type { PlainText } from '../words/text.ts'
import { currentLanguage, t, translated } from '../words/words.ts'
import { REAUTHENTICATE } from './confirm.ts'
import { MOST_COUNTED } from './work.ts'

/** The permission that a page requires. Only the API keys, the webhooks and the team are for admins alone. */
type Need = Permission | readonly Permission[] | 'any' | 'admin'

type Link = readonly [href: string, label: PlainText, need: Need]

/** The pages below an address need what its link says: the menu and the guard of the pages read the same lines. */
const SHOP_LINKS: readonly Link[] = [
  ['/admin', 'Overview', 'any'],
  ['/admin/orders', 'Orders', 'orders'],
  ['/admin/draft-orders', 'Draft orders', 'orders'],
  ['/admin/payments', 'Payments', 'money'],
  ['/admin/bank', 'Bank statements', 'money'],
  ['/admin/documents', 'Invoices', 'money'],
  ['/admin/returns', 'Returns', 'orders'],
  ['/admin/withdrawals', 'Withdrawals', 'orders'],
  ['/admin/products', 'Products', 'products'],
  ['/admin/discount-codes', 'Discount codes', 'money'],
  ['/admin/users', 'Customers', 'customers'],
  ['/admin/contact-messages', 'Messages', 'customers'],
  ['/admin/recovery-requests', 'Lost sign-ins', 'customers'],
  ['/admin/announcements', 'Announcements', 'customers'],
]
const SET_UP: readonly Link[] = [
  ['/admin/delivery-methods', 'Delivery methods', 'money'],
  ['/admin/tax-rates', 'VAT rates', 'money'],
  ['/admin/home', 'Home page', 'settings'],
  ['/admin/own-pages', 'Own pages', 'settings'],
  ['/admin/pages', 'Legal pages', 'settings'],
  ['/admin/team', 'Team', 'admin'],
  ['/admin/settings', 'Settings', 'settings'],
]
const SYSTEM: readonly Link[] = [
  ['/admin/health', 'System status', 'any'],
  ['/admin/deliveries', 'Email log', 'customers'],
  ['/admin/suppressed-addresses', 'Addresses without emails', 'customers'],
  ['/admin/api-keys', 'API keys', 'admin'],
  ['/admin/webhooks', 'Webhooks', 'admin'],
  ['/admin/versions', 'API versions', 'any'],
  ['/admin/caches', 'Caches', ['products', 'settings']],
]

/** Addresses that are not below a link of the menu. */
const FILES: readonly Link[] = [
  ['/admin/order-lines', 'Lines of orders', 'orders'],
  ['/admin/customers', 'Customers', 'admin'],
  ['/admin/categories', 'Categories', 'products'],
  ['/admin/product-groups', 'Product groups', 'products'],
  ['/admin/vat', 'VAT', 'money'],
  ['/admin/search', 'Search', 'any'],
]

/** @throws Error for an address whose need nobody has declared, so Semel does not start */
function needOf(address: string): Need {
  const found = [...SHOP_LINKS, ...SET_UP, ...SYSTEM, ...FILES].find(
    ([href]) =>
      address === href || (href !== '/admin' && /^[/.]/.test(address.slice(href.length)) && address.startsWith(href)),
  )
  if (!found) throw new Error(`${address} is below no address that src/console/layout.ts gives a need`)
  return found[2]
}

/** Tests whether a page of the console opens for its visitor; a link that would not is left out. */
export function mayOpen({ user }: Visitor, address: string): boolean {
  return user !== undefined && user.role !== 'customer' && fits(user, needOf(address.split('?')[0]!))
}

/** A link, or the words alone for those whom its page would refuse. */
export function linkFor(visitor: Visitor, address: string, words: Renderable): Renderable {
  return mayOpen(visitor, address) ? html`<a href="${address}">${words}</a>` : words
}

function fits({ role, permissions }: NonNullable<Visitor['user']>, need: Need): boolean {
  return need === 'admin' ? role === 'admin' : meets(permissions, need)
}

type ConsolePage = { title: string; visitor: Visitor; main: Html; states?: FormStates; searched?: string | undefined }

export function consolePage({ title, visitor, main, states = {}, searched }: ConsolePage): Html {
  const failed = Object.values(states).some(state => state?.problem)
  return shell(
    { title: `${translated(title)} · ${t('Console')}`, failed, visitor, brand: 'Semel' },
    html`<div class="console">
  <header class="bar">
    <a class="wordmark" href="/admin">${MARK}<span>Semel</span></a>
    <button type="button" class="button quiet" popovertarget="sidebar">${t('Menu')}</button>
  </header>
  ${sidebar(visitor, searched)}
  <main id="main" tabindex="-1">
${visitor.done && notice(visitor.done)}
${main}
  </main>
</div>`,
  )
}

/** An error on a page of the console, for those who may see the console. */
export function consoleProblem(visitor: Visitor, title: string, main: Html): Html | undefined {
  const { path, user } = visitor
  if (!/^\/admin(\/|$)/.test(path) || !user || user.role === 'customer') return undefined
  return consolePage({ title, visitor, main })
}

/** A popover on narrow screens, which needs no script, and a column on wide ones. */
function sidebar(visitor: Visitor, searched: string | undefined): Html {
  const { user, path, devInbox } = visitor
  // Categories and groups are ways of the products.
  const way = path.replace(/^\/admin\/(?:categories|product-groups)(?=\/|$)/, '/admin/products/')
  const isIn = (href: string) => way === href || (href !== '/admin' && way.startsWith(`${href}/`))
  const item = ([href, label]: Link) =>
    html`<li><a href="${href}"${
      isIn(href) && html` aria-current="${path === href ? 'page' : 'true'}"`
    }>${t(label)}${waiting(visitor, href)}</a></li>`
  const list = (links: readonly Link[]) => html`<ul>${links.map(item)}</ul>`
  const mine = (links: readonly Link[]) => links.filter(([href]) => mayOpen(visitor, href))
  // Folds away the pages that a shopkeeper needs once, or never, until one of them is open.
  const folded = (title: PlainText, links: readonly Link[]) =>
    links.length > 0 &&
    html`<details${links.some(([href]) => isIn(href)) && html` open`}><summary>${t(title)}</summary>${list(links)}</details>`
  return html`<div id="sidebar" class="sidebar" popover>
    <nav aria-label="${t('Console')}"><a class="wordmark"
      href="/admin">${MARK}<span>Semel</span></a>${searchForm(searched)}${list(mine(SHOP_LINKS))}${folded(
        'Set up',
        mine(SET_UP),
      )}${folded('System', mine(SYSTEM))}</nav>
    <nav aria-label="${t('Elsewhere')}"><ul>
      <li><a href="/">${t('View shop')}</a></li>
      <li><a href="/docs">${t('API reference')}</a></li>
      ${devInbox && html`<li><a href="/dev">${t('Inbox')}</a></li>`}
      <li><a href="/account">${user?.userName}</a></li>
      <li><a href="/account#language">${t('Language: {language}', { language: autonymOf(currentLanguage()) })}</a></li>
      <li>${renderForm(signOut, {}, visitor.csrfToken)}</li>
    </ul></nav>
  </div>`
}

/** Counts the things of a list that wait for somebody. */
function waiting({ work }: Visitor, href: string): Html | undefined {
  const count = work?.[href]
  if (!count) return undefined
  return html` <span class="amount">${count > MOST_COUNTED ? `${MOST_COUNTED}+` : count}<span class="unseen"> ${t('to do')}</span></span>`
}

/** Ctrl+K leads here. A key without Ctrl would get into the way of people who speak to their computer (WCAG 2.1.4). */
const searchForm = (
  words?: string,
) => html`<form class="search" action="/admin/search" method="get" role="search" aria-label="${t('Whole shop')}">
      <label for="console-search" class="unseen">${t('Search the whole shop')}</label>
      <input id="console-search" name="q" type="search" maxlength="200" placeholder="${t('Search (Ctrl+K)')}"
        aria-keyshortcuts="Control+K Meta+K" autocomplete="off" value="${words}">
      <button type="submit" class="button quiet"><span class="unseen">${t('Search')}</span><svg viewBox="0 0 20 20"
        aria-hidden="true" focusable="false"><circle cx="8.5" cy="8.5" r="5.5"/><path d="m13 13 4.5 4.5"/></svg></button>
    </form>`

type Render = (visitor: Visitor, request: FastifyRequest, reply: FastifyReply) => Html | Promise<Html>

/**
 * A page for staff. A guest is sent to sign in; a customer, and staff without its permission, get 403.
 * @param menu `plain`: without numbers, for a page that must not wait for the tables that they are counted in
 */
export function staffPage(
  app: FastifyInstance,
  address: string,
  render: Render,
  { menu = 'counted' }: { menu?: 'counted' | 'plain' } = {},
): void {
  const need = needOf(address)
  app.get(address, async (request, reply) => {
    const visitor = await app.visitorOf(request, reply)
    if (!visitor.user) return sendToSignIn(request, reply)
    requireNeed(visitor, need)
    const shown = menu === 'plain' ? visitor : await withWork(app, visitor)
    return sendPage(reply, await render(shown, request, reply))
  })
}

/** Adds the numbers in the menu. */
async function withWork(app: FastifyInstance, visitor: Visitor): Promise<Visitor> {
  return { ...visitor, work: await app.countWork() }
}

type Rows = (request: FastifyRequest) => AsyncIterable<string>

/**
 * A file for spreadsheets, by rows that come as they are read.
 * @param personalFrom the page of a file with personal data. It needs a step-up, which leads back to that page
 */
export function csvFile(app: FastifyInstance, name: string, rows: Rows, personalFrom?: string) {
  staffFile(app, name, personalFrom, async request => ({
    name: name.split('/').at(-1)!,
    type: 'text/csv; charset=utf-8',
    parts: marked(rows(request)),
  }))
}

type StaffFile = { name: string; type: string; parts: AsyncIterable<string | Buffer> }

/** A file for staff at `/admin/<path>`. */
export function staffFile(
  app: FastifyInstance,
  path: string,
  personalFrom: string | undefined,
  read: (request: FastifyRequest, reader: NonNullable<Visitor['user']>) => Promise<StaffFile>,
) {
  const need = needOf(`/admin/${path}`)
  app.get(`/admin/${path}`, async (request, reply) => {
    const visitor = await app.visitorOf(request, reply)
    if (!visitor.user) return sendToSignIn(request, reply)
    requireNeed(visitor, need)
    if (personalFrom && !visitor.user.steppedUp) {
      const page = withNext('/account', personalFrom + request.url.slice(`/admin/${path}`.length))
      return reply.redirect(`${page}#confirm-title`, 303)
    }
    const { name, type, parts } = await read(request, visitor.user)
    return reply
      .type(type)
      .header('content-disposition', `attachment; filename="${name}"`)
      .header('cache-control', 'no-store')
      .send(Readable.from(parts))
  })
}

/** Without a byte order mark, Excel does not read a file as UTF-8. Our import ignores the mark. */
async function* marked(rows: AsyncIterable<string>): AsyncGenerator<string> {
  yield '\ufeff'
  yield* rows
}

/** The address of the file that has the rows of a list, with the filters of the page. */
export function csvAddress(name: string, { url }: Pick<FastifyRequest, 'url'>): string {
  const query = url.split('?')[1] ?? ''
  return `/admin/${name}${query && `?${query}`}`
}

type FormsPage = {
  address: string
  forms: readonly Form[]
  render: (visitor: Visitor, request: FastifyRequest, states: FormStates, reply: FastifyReply) => Html | Promise<Html>
  /** The permission to send the forms; by default the one to open the page. */
  formNeed?: (form: Form) => Need
}

/** A page with forms: GET shows it, and each form's POST shows it again with the outcome of that form. */
export function formsPage(
  app: FastifyInstance,
  { address, forms, render, formNeed = () => needOf(address) }: FormsPage,
): void {
  staffPage(app, address, (visitor, request, reply) => render(visitor, request, {}, reply))
  const renderFor =
    (form: Form) => async (visitor: Visitor, state: FormState, request: FastifyRequest, reply: FastifyReply) => {
      // The API has refused a customer by now; the page around the form must stay hidden too.
      requireNeed(visitor, formNeed(form))
      return render(await withWork(app, visitor), request, { ...keptForm(forms, state), [form.id]: state }, reply)
    }
  for (const form of forms) {
    formAction(app, form, renderFor(form), ({ _kept, _csrf = '' }) => {
      const asked = form.operation.address === REAUTHENTICATE ? askedForm(forms, _kept) : undefined
      return asked && { ...asked, values: { ...asked.values, _csrf }, render: renderFor(asked.form) }
    })
  }
}

export function requireNeed({ user }: Visitor, need: Need): void {
  if (!user) throw new Problem('unauthenticated', 'Sign in to use the console.')
  if (user.sleepingRole) throw new Problem('forbidden', ROLE_SLEEPS)
  if (user.role === 'customer') throw new Problem('forbidden', 'Only staff can open the console.')
  if (fits(user, need)) return
  if (need === 'admin') throw new Problem('forbidden', 'Only administrators can open this page.')
  throw missingPermission(need)
}
