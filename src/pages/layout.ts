/** The layout of every page. It has no inline script or style, because the Content-Security-Policy forbids both. */
import { type Html, html } from '../html/html.ts'
import { link as linkTo, rich } from '../html/rich.ts'
import { pageIcon } from '../shop/icon.ts'
import { ADDRESSES, LEGAL_NAMES } from '../shop/legal-pages.ts'
import { logoAddress } from '../shop/pictures.ts'
import { nameOf, UNSET } from '../shop/settings.ts'
import { autonymOf } from '../words/languages.ts'
import type { Text } from '../words/text.ts'
import { currentLanguage, currentLocale, isForStaff, t, translated } from '../words/words.ts'
import { assetAddress, scriptAddress, shopStyleAddress } from './assets.ts'
import { type Form, notice, renderForm } from './form.ts'
import { alternates, type Preview, previewOf } from './head.ts'
import { withPrefix } from './language.ts'
import { addressesIn, headerMenu, listMenu } from './menu.ts'
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
  /** The preview of a page that search engines shall find. */
  readonly preview?: Preview
  /** A page that nobody else sees yet. Search engines leave it out. */
  readonly isDraft?: boolean
}

export const signOut: Form<Text> = {
  id: 'sign-out',
  action: '/logout',
  operation: { method: 'POST', address: '/api/auth/logout' },
  fields: [],
  button: 'Sign out',
  success: { go: '/', done: "You're signed out." },
  look: 'quiet',
}

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
  {
    title,
    description,
    failed,
    visitor,
    preview,
    isDraft,
    brand = shopName(visitor),
  }: Pick<Page, 'title' | 'description' | 'failed' | 'visitor' | 'preview' | 'isDraft'> & { brand?: string },
  frame: Html,
): Html {
  const full = failed ? t('Error: {title}', { title: translated(title) }) : translated(title)
  return html`<html lang="${currentLanguage()}" data-locale="${currentLocale()}" data-user="${
    visitor.user?.id ?? ''
  }"${classOf(visitor)}>
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <meta name="color-scheme" content="${isDarkAtNight(visitor) ? 'light dark' : 'light'}">
  <title>${full} · ${brand}</title>
  ${description && html`<meta name="description" content="${translated(description)}">`}
  ${isDraft && html`<meta name="robots" content="noindex">`}
  ${alternates(visitor, preview)}
  ${preview && previewOf(visitor, preview, { title: translated(title), description, name: brand })}
  ${icon(visitor)}
  <link rel="preload" as="font" type="font/woff2" crossorigin href="${assetAddress('figtree-latin-wght-normal.woff2')}">
  <link rel="stylesheet" href="${styleAddress(visitor)}">
  <script type="module" src="${scriptAddress(currentLanguage(), { isConsole: isForStaff() })}"></script>
</head>
<body>
  <a class="skip" href="#main">${t('Skip to content')}</a>
  ${frame}
  <div id="live" class="unseen" role="status" aria-live="polite"></div>
</body>
</html>
`
}

function shopName({ shop = { ...UNSET, version: 0 }, site = 'http://localhost' }: Visitor): string {
  return nameOf(shop, site)
}

/** Pages of Semel itself, for those who run a shop or write programs. They look like Semel; all others look like the shop. */
function isSemels({ path }: Visitor): boolean {
  return /^\/(?:admin|docs|dev|problems)(?:\/|$)/.test(path)
}

/** The style sheet has the layouts of products of a shop below a class of its pages. */
function classOf(visitor: Visitor): Html | false {
  if (isSemels(visitor)) return html` class="semel"`
  return (visitor.shop ?? UNSET).productLayout === 'compact' && html` class="compact"`
}

function icon(visitor: Visitor): Html {
  if (isSemels(visitor)) return html`<link rel="icon" type="image/svg+xml" href="${assetAddress('mark.svg')}">`
  return html`<link rel="icon" href="${pageIcon(visitor.shop ?? UNSET, shopName(visitor))}">`
}

function isDarkAtNight(visitor: Visitor): boolean {
  return isSemels(visitor) || (visitor.shop ?? UNSET).darkPages
}

/** The colors of the shop are for its own pages. */
function styleAddress(visitor: Visitor): string {
  return isSemels(visitor) ? assetAddress('console.css') : shopStyleAddress(visitor.shop ?? UNSET)
}

export const MARK = html`<svg viewBox="0 0 32 32" aria-hidden="true"
  focusable="false"><path d="M24.8 10.2a10.4 10.4 0 1 0 .1 11.5"/><circle cx="25.6" cy="16" r="4"/></svg>`

const search = (
  words?: string,
) => html`<form class="search" action="/products" method="get" role="search" aria-label="${t('Shop')}">
      <label for="search" class="unseen">${t('Search the shop')}</label>
      <input id="search" name="q" type="search" maxlength="200" placeholder="${t('Search')}" autocomplete="off"
        value="${words}" list="suggestions" data-suggest="/products/suggestions">
      <datalist id="suggestions"></datalist>
      <button type="submit" class="button quiet"><span class="unseen">${t('Search')}</span><svg viewBox="0 0 20 20"
        aria-hidden="true" focusable="false"><circle cx="8.5" cy="8.5" r="5.5"/><path d="m13 13 4.5 4.5"/></svg></button>
    </form>`

/** The menu is a popover on phones and a row of links elsewhere; the style sheet decides. It needs no script. */
function header(visitor: Visitor, searchForm: Html | false): Html {
  const { user, cartCount, devInbox } = visitor
  return html`${devInbox && demoRibbon()}
  <header class="site">
    ${wordmark(visitor)}
    <button type="button" class="menu" popovertarget="menu">${t('Menu')}</button>
    <nav aria-label="${t('Main')}" id="menu" popover>
      <ul>
        ${
          headerMenu(visitor) ??
          html`${link(visitor, '/products', t('Products'))}
        ${link(visitor, '/contact', t('Contact'))}`
        }
        ${user && user.role !== 'customer' && link(visitor, '/admin', t('Console'))}
        ${user && html`<li>${renderForm(signOut, {}, visitor.csrfToken)}</li>`}
      </ul>
    </nav>
    ${searchForm}
    <nav class="account" aria-label="${t('Account')}">
      <ul>
        ${
          user
            ? link(visitor, '/account', user.userName, undefined, 'user-name')
            : link(visitor, withNext('/login', visitor.next), t('Sign in'))
        }
        ${user && link(visitor, '/orders', t('Orders'))}
        ${link(visitor, '/cart', t('Cart'), cartCount ? cartBadge(cartCount) : undefined)}
      </ul>
    </nav>
  </header>`
}

function demoRibbon(): Html {
  return html`<aside class="ribbon" aria-label="${t('Demo shop')}">${rich(
    'Demo shop: nothing is charged and nothing is delivered. <a>Open the inbox</a>',
    { a: linkTo('/dev') },
  )}</aside>`
}

function wordmark(visitor: Visitor): Html {
  const name = shopName(visitor)
  const logo = visitor.shop?.logo
  return html`<a class="wordmark" href="/">${
    logo ? html`<img src="${logoAddress(logo)}" alt="${name}" height="40">` : html`<span>${name}</span>`
  }</a>`
}

function cartBadge(count: number): Html {
  const [before, after] = t('{count} items', { count }).split(String(count))
  return html` <span class="count"><span class="unseen">${before}</span>${count}<span class="unseen">${after}</span></span>`
}

function link(visitor: Visitor, href: string, label: string, extra?: Html, look?: string): Html {
  const path = href.split('?')[0]!
  const here = visitor.path === path || visitor.path.startsWith(`${path}/`)
  return html`<li><a href="${href}"${here && html` aria-current="${visitor.path === path ? 'page' : 'true'}"`}${
    look && html` class="${look}"`
  }>${label}${extra}</a></li>`
}

function footer(visitor: Visitor): Html {
  const { shop = UNSET } = visitor
  const { footer: menu } = shop.menus
  const own = addressesIn(menu)
  // A link that the shop has put somewhere else is not there twice.
  const unless = (address: string, label: string) =>
    !own.has(address) && html`<li><a href="${address}">${label}</a></li>`
  const links = html`<ul>
      ${unless('/products', t('Products'))}
      ${unless('/contact', t('Contact'))}
      ${unless('/withdraw', t('Withdraw from contract'))}
      ${!visitor.user && html`<li><a href="${withNext('/register', visitor.next)}">${t('Create an account')}</a></li>`}
      ${shop.pages.map(slug => unless(ADDRESSES[slug], t(LEGAL_NAMES[slug])))}
      ${listMenu(menu)}
    </ul>`
  return html`<footer class="site">
    <p><strong>${shopName(visitor)}</strong></p>
    ${menu.length > 0 ? html`<nav aria-label="${t('More links')}">${links}</nav>` : links}
    ${shop.languages.length > 1 && languageChoice(visitor, shop.languages)}
  </footer>`
}

/** Links, so that the choice needs no script. Each leads to the page in that language. */
function languageChoice({ path }: Visitor, languages: NonNullable<Visitor['shop']>['languages']): Html {
  return html`<nav aria-label="${t('Language')}"><ul>${languages.map(
    language =>
      html`<li><a href="${withPrefix(path, language)}" lang="${language}" hreflang="${language}"${
        language === currentLanguage() && html` aria-current="true"`
      }>${autonymOf(language)}</a></li>`,
  )}</ul></nav>`
}

/** Says on the home page and in the cart that an order of the visitor waits for its payment, which is easily left half-way. */
export function waitingNotice({ waiting }: Visitor): Html | undefined {
  if (!waiting || waiting.count === 0) return undefined
  const address = waiting.count === 1 ? `/orders/${waiting.orderId}` : '/orders'
  return html`<p class="notice warning"><a href="${address}">${t('{count} orders wait for their payment.', {
    count: waiting.count,
  })}</a></p>`
}
