/** The layout of every page. It has no inline script or style, because the Content-Security-Policy forbids both. */
import { assetAddress, IMPORTED_SCRIPTS } from './assets.ts'
import { type Form, notice, renderForm } from './form.ts'
import { pageLocale } from './format.ts'
import { type Html, html } from './html.ts'
import { type Visitor, withNext } from './visitor.ts'

export type Page = {
  readonly title: string
  readonly visitor: Visitor
  readonly main: Html
  /** Navigation between the pages of one section. It comes before the content, and "Skip to content" skips it. */
  readonly ways?: Html
  readonly description?: string
  /** A form was rejected. The title then begins with "Error:", which screen readers announce first. */
  readonly failed?: boolean
  /** Narrow for text and forms, wide for lists and tables. */
  readonly width?: 'narrow' | 'wide'
  /** The page is for one form, so its header has no search: nothing else can be sent by mistake. */
  readonly oneForm?: boolean
  /** The words of a search, which stay in the header's field. */
  readonly searched?: string | undefined
}

export const signOut: Form = {
  id: 'sign-out',
  action: '/logout',
  operation: { method: 'POST', address: '/api/auth/logout' },
  fields: [],
  button: 'Sign out',
  success: { go: '/', done: "You're signed out." },
  look: 'quiet',
}

const ABOUT = 'Semel is a shop that does once what must happen once.'

export function page({ visitor, main, ways, width = 'wide', oneForm = false, searched, ...head }: Page): Html {
  return shell(
    { ...head, visitor },
    html`${header(visitor, !oneForm && search(searched))}
  ${ways}
  <main id="main" class="${width}" tabindex="-1">
${visitor.done && notice(visitor.done)}
${main}
  </main>
  ${footer(visitor)}`,
  )
}

/** The document around a frame of header, navigation and main part. */
export function shell(
  { title, description, failed, visitor }: Pick<Page, 'title' | 'description' | 'failed' | 'visitor'>,
  frame: Html,
): Html {
  return html`<html lang="en" data-locale="${pageLocale()}" data-user="${visitor.user?.id ?? ''}">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <meta name="color-scheme" content="light dark">
  <title>${failed && 'Error: '}${title} · Semel</title>
  <meta name="description" content="${description ?? ABOUT}">
  <link rel="icon" type="image/svg+xml" href="${assetAddress('mark.svg')}">
  <link rel="preload" as="font" type="font/woff2" crossorigin href="${assetAddress('figtree-latin-wght-normal.woff2')}">
  <link rel="stylesheet" href="${assetAddress('style.css')}">
  ${IMPORTED_SCRIPTS.map(address => html`<link rel="modulepreload" href="${address}">`)}
  <script type="module" src="${assetAddress('enhance.js')}"></script>
</head>
<body>
  <a class="skip" href="#main">Skip to content</a>
  ${frame}
  <div id="live" class="unseen" role="status" aria-live="polite"></div>
</body>
</html>
`
}

export const MARK = html`<svg viewBox="0 0 32 32" aria-hidden="true" focusable="false"><path d="M24.8 10.2a10.4 10.4 0 1 0 .1 11.5"/><circle cx="25.6" cy="16" r="4"/></svg>`

const search = (
  words?: string,
) => html`<form class="search" action="/products" method="get" role="search" aria-label="Shop">
      <label for="search" class="unseen">Search the shop</label>
      <input id="search" name="q" type="search" maxlength="200" placeholder="Search" autocomplete="off" value="${words}" list="suggestions" data-suggest="/products/suggestions">
      <datalist id="suggestions"></datalist>
      <button type="submit" class="button quiet"><span class="unseen">Search</span><svg viewBox="0 0 20 20" aria-hidden="true" focusable="false"><circle cx="8.5" cy="8.5" r="5.5"/><path d="m13 13 4.5 4.5"/></svg></button>
    </form>`

/** The menu is a popover on phones and a row of links elsewhere; the style sheet decides. It needs no script. */
function header(visitor: Visitor, searchForm: Html | false): Html {
  const { user, cartCount, devInbox } = visitor
  return html`${devInbox && html`<aside class="ribbon" aria-label="Demo shop">Demo shop: nothing is charged and nothing is delivered. <a href="/dev">Open the inbox</a></aside>`}
  <header class="site">
    <a class="wordmark" href="/">${MARK}<span>Semel</span></a>
    <button type="button" class="menu" popovertarget="menu">Menu</button>
    <nav aria-label="Main" id="menu" popover>
      <ul>
        ${link(visitor, '/products', 'Products')}
        ${link(visitor, '/contact', 'Contact')}
        ${user && user.role !== 'customer' && link(visitor, '/admin', 'Console')}
        ${user && html`<li>${renderForm(signOut, {}, visitor.csrfToken)}</li>`}
      </ul>
    </nav>
    ${searchForm}
    <nav aria-label="Account">
      <ul>
        ${user ? link(visitor, '/account', user.userName, undefined, 'user-name') : link(visitor, withNext('/login', visitor.next), 'Sign in')}
        ${user && link(visitor, '/orders', 'Orders')}
        ${link(visitor, '/cart', 'Cart', cartCount ? html` <span class="count">${cartCount}<span class="unseen"> ${cartCount === 1 ? 'item' : 'items'}</span></span>` : undefined)}
      </ul>
    </nav>
  </header>`
}

function link(visitor: Visitor, href: string, label: string, extra?: Html, look?: string): Html {
  const path = href.split('?')[0]!
  const here = visitor.path === path || visitor.path.startsWith(`${path}/`)
  return html`<li><a href="${href}"${here && html` aria-current="${visitor.path === path ? 'page' : 'true'}"`}${
    look && html` class="${look}"`
  }>${label}${extra}</a></li>`
}

function footer(visitor: Visitor): Html {
  return html`<footer class="site">
    <p><strong>Semel</strong> is Latin for <em>once</em>. One code, one session; one order, one email.</p>
    <ul>
      <li><a href="/products">Products</a></li>
      <li><a href="/contact">Contact</a></li>
      ${!visitor.user && html`<li><a href="${withNext('/register', visitor.next)}">Create an account</a></li>`}
      <li><a href="/docs/guides">API guides</a></li>
      <li><a href="/docs">API reference</a></li>
    </ul>
  </footer>`
}
