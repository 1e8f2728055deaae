import { count as format } from '../pages/format.ts'
import { type Html, html } from '../pages/html.ts'
import { page } from '../pages/layout.ts'
import type { Visitor } from '../pages/visitor.ts'
import { productCards } from './components.ts'
import type { ProductPage } from './paging/listing.ts'
import type { CategoryCount } from './paging/read-page.ts'

const MAX_CATEGORIES = 24

export function homePage(visitor: Visitor, newest: ProductPage, categories: readonly CategoryCount[]): Html {
  return page({
    title: 'Well-made things, ordered once',
    description: 'Semel is a shop for well-made things, in which what must happen once happens once.',
    visitor,
    main: html`${hero(visitor)}
      ${newest.items.length > 0 && section('New in the shop', '/products', 'All new products', productCards(newest.items, { heading: 'h3' }))}
      ${categories.length > 0 && section('Categories', '/products', 'All products', html`<ul class="tiles">${categories.slice(0, MAX_CATEGORIES).map(tile)}</ul>`)}
      ${promises()}`,
  })
}

function hero({ user }: Visitor): Html {
  return html`<section class="hero">
    <div>
      <h1>Well-made things, ordered once.</h1>
      <p class="lede">Good things for the home. Click twice, lose your connection, come back tomorrow: you get one order
        and one confirmation.</p>
      <p class="row">
        <a class="button" href="/products">Browse products</a>
        ${user ? html`<a class="button quiet" href="/orders">Your orders</a>` : html`<a class="button quiet" href="/register">Create an account</a>`}
      </p>
    </div>
    <svg class="orbit" viewBox="0 0 200 200" aria-hidden="true" focusable="false">
      <circle class="far" cx="100" cy="100" r="88"/><circle class="near" cx="100" cy="100" r="58"/>
      <path d="M147.6 66.8a58 58 0 1 0 0 66.4"/><circle class="dot" cx="158" cy="100" r="17"/>
    </svg>
  </section>`
}

function section(title: string, href: string, all: string, content: Html): Html {
  return html`<section class="shelf"><div class="row apart"><h2>${title}</h2><a href="${href}">${all}</a></div>${content}</section>`
}

function tile({ category, count }: CategoryCount): Html {
  return html`<li class="tile"><a href="/products?${new URLSearchParams({ category }).toString()}">${category}</a> <span class="soft">${format(count)}</span></li>`
}

const PROMISES = [
  ['One code, one session', 'A sign-in code opens your account once. Used again, by anyone, it does nothing.'],
  ['One order, one email', 'We confirm each order exactly once, at the address you have today.'],
  ['No surprises', "You can't order what we don't have, and if something's wrong we say what and where."],
] as const

function promises(): Html {
  return html`<section class="shelf"><h2>Our promise: once means once</h2><ul class="grid three">${PROMISES.map(
    ([title, text]) => html`<li><h3>${title}</h3><p class="soft">${text}</p></li>`,
  )}</ul></section>`
}
