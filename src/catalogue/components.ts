/** Products on pages. */

import { badge } from '../pages/components.ts'
import { money } from '../pages/format.ts'
import { type Html, html } from '../pages/html.ts'
import type { Product } from './product.ts'
import { productPicture } from './product-art.ts'
import type { ProductStatus } from './tables.ts'

export const STATUS_LABELS: Record<ProductStatus, string> = {
  active: 'In stock',
  out_of_stock: 'Out of stock',
  coming_soon: 'Coming soon',
  discontinued: 'Discontinued',
}

const LOW_STOCK = 5

export function statusBadge({ status, stock }: Pick<Product, 'status' | 'stock'>): Html {
  switch (status) {
    case 'active':
      return stock > 0 && stock <= LOW_STOCK ? badge(`Only ${stock} left`, 'warn') : badge(STATUS_LABELS.active, 'good')
    case 'coming_soon':
      return badge(STATUS_LABELS.coming_soon, 'info')
    default:
      return badge(STATUS_LABELS[status])
  }
}

export function productCards(products: readonly Product[], heading: 'h2' | 'h3' = 'h2'): Html {
  return html`<ul class="grid products">${products.map(product => card(product, heading))}</ul>`
}

function card(product: Product, heading: 'h2' | 'h3'): Html {
  const name = html`<a href="/products/${product.id}">${product.name}</a>`
  return html`<li class="card product">
    ${productPicture(product)}
    ${heading === 'h2' ? html`<h2 class="name">${name}</h2>` : html`<h3 class="name">${name}</h3>`}
    <p class="soft">${product.category}</p>
    <p class="row apart"><span class="price">${money(product.price, product.currency)}</span> ${statusBadge(product)}</p>
  </li>`
}
