import { figure } from '../pages/figure.ts'
import { type Html, html } from '../pages/html.ts'
import { page } from '../pages/layout.ts'
import type { Visitor } from '../pages/visitor.ts'
import type { ProductPage } from './list.ts'
import { productCards } from './parts.ts'

export function homePage(visitor: Visitor, newest: ProductPage, categories: readonly string[]): Html {
  return page({
    title: 'Good things, once',
    visitor,
    main: html`<section class="hero">
        <div>
          <h1>Buy it once.</h1>
          <p class="lede">Things for house, garden and desk that are made to stay. Ordered once, confirmed once, delivered once.</p>
          <p class="row"><a class="button" href="/products">See all products</a> <a class="button quiet" href="/products?sort=-created_at">What is new</a></p>
        </div>
        <div class="tiles" aria-hidden="true">${[3, 14, 15, 92].map((id, i) => figure(id, categories[i] ?? ''))}</div>
      </section>
      ${
        categories.length > 0 &&
        html`<h2>Browse by category</h2>
        <ul class="categories">${categories
          .slice(0, 24)
          .map(
            name =>
              html`<li><a href="/products?${new URLSearchParams({ category: name }).toString()}">${name}</a></li>`,
          )}</ul>`
      }
      ${newest.items.length > 0 && html`<h2>New in the shop</h2>${productCards(newest.items, 'h3')}`}`,
  })
}
