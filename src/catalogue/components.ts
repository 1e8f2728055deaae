/** Products on pages. */

import { type Html, html } from '../html/html.ts'
import { badge, stateBadge } from '../pages/components.ts'
import { renderForm } from '../pages/form.ts'
import { count, money } from '../pages/format.ts'
import { t } from '../words/words.ts'
import { addToCart } from './add-to-cart.ts'
import { productPath } from './addresses/product-address.ts'
import { type BasePrice, basePriceOf, basePriceText } from './attributes/base-price.ts'
import { type CategoryTexts, categoryInWords, nameInWords } from './categories/category-texts.ts'
import { type Category, totalsOf } from './categories/tree.ts'
import { groupName } from './groups/chooser.ts'
import type { GroupSummary } from './groups/queries.ts'
import { inStrips } from './images/strip.ts'
import type { Product } from './product.ts'
import { imageTag, PARCEL } from './product-picture.ts'
import { inWords } from './product-texts.ts'
import { reductionNote } from './sales/reduction.ts'
import { AVAILABILITY_LABELS } from './states/states.ts'

const LOW_STOCK = 5

export function availabilityBadge({ status, stock }: Pick<Product, 'status' | 'stock'>): Html {
  if (status !== 'active') return stateBadge(AVAILABILITY_LABELS[status])
  if (stock === 0) return stateBadge(AVAILABILITY_LABELS.out_of_stock)
  return stock <= LOW_STOCK
    ? badge(t('Only {left} left', { left: stock }), 'warn')
    : stateBadge(AVAILABILITY_LABELS.active)
}

type Cards = {
  heading?: 'h2' | 'h3'
  /** With it, products that are in stock can be added to the cart from the card. */
  csrfToken?: string | undefined
  /** The address of the list, to which a visitor without JavaScript returns. */
  here?: string | undefined
  /** The groups of the products. */
  groups?: ReadonlyMap<number, GroupSummary> | undefined
  /** The categories with their names in the languages of the shop. */
  categories?: readonly { name: string; texts: CategoryTexts }[] | undefined
}

export function productCards(products: readonly Product[], { heading = 'h2', ...buying }: Cards = {}): Html {
  const { groups } = buying
  const pictures = inStrips(
    products.map(({ images, group }) => images[0] ?? groups?.get(group ?? 0)?.images?.[0]),
    image => imageTag(image, '14rem'),
  )
  const cards = products.map((product, place) => card(product, heading, pictures[place] ?? PARCEL, buying))
  return html`<ul class="grid products">${cards}</ul>`
}

function card(
  product: Product,
  heading: 'h2' | 'h3',
  picture: Html,
  { csrfToken, here = '/products', groups, categories = [] }: Omit<Cards, 'heading'>,
): Html {
  const { id, status, stock } = product
  const group = groups?.get(product.group ?? 0)
  const perUnit = basePriceText(basePriceShown(product, group), product.currency)
  const words = group ? { name: groupName(group) } : inWords(product)
  const name = html`<a href="${productPath(product)}">${words.name}</a>`
  const form = {
    ...addToCart,
    id: `add-${id}`,
    success: { say: 'Added to your cart.', keepForm: true } as const,
    fields: addToCart.fields.map(field => ({ ...field, type: 'hidden' as const })),
  }
  return html`<li class="card product">
    ${picture}
    ${heading === 'h2' ? html`<h2 class="name">${name}</h2>` : html`<h3 class="name">${name}</h3>`}
    <p class="soft">${nameInWords(categories, product.category)}${
      group &&
      group.products > 1 &&
      html` ·
      ${t('{count} versions', { count: group.products })}`
    }</p>
    <p class="row apart"><span><span class="price">${priceText(product, group)}</span>
      <small class="soft">${t('incl. VAT')}${perUnit && ` · ${perUnit}`}</small></span> ${availabilityBadge(product)}</p>
    ${(!group || group.products < 2) && wrapped(reductionNote(product))}
    ${
      csrfToken &&
      !group &&
      status === 'active' &&
      stock > 0 &&
      renderForm(
        { ...form, about: `: ${words.name}, ${product.sku}`, look: 'quiet' },
        { values: { productId: String(id), quantity: '1' }, next: `${here}#add-${id}` },
        csrfToken,
      )
    }
  </li>`
}

function wrapped(note: Html | undefined): Html | undefined {
  return note && html`<p>${note}</p>`
}

function priceText({ price, currency }: Product, group: GroupSummary | undefined): string {
  const { lowest = null, highest = null } = group ?? {}
  if (lowest === null || lowest === highest) return money(price, currency)
  return t('From {price}', { price: money(lowest, currency) })
}

/** Price per unit of the price that the card shows. */
function basePriceShown({ base_price }: Product, group: GroupSummary | undefined): BasePrice | undefined {
  if (group?.lowest == null) return base_price
  const [content_amount, content_unit] = group.content
  return basePriceOf(group.lowest, { content_amount, content_unit })
}

/** The categories below `parent`, or at the top, that lead to products, each with the number of all that it leads to. */
export function categoryTiles(
  categories: readonly Category[],
  parent: string | null,
  most = Infinity,
): Html | undefined {
  const totals = totalsOf(categories)
  const tiles = categories
    .filter(one => one.parent === parent)
    .map(one => ({ name: one.name, text: categoryInWords(one), products: totals.get(one.name)! }))
    .filter(({ products }) => products > 0)
  if (tiles.length === 0) return undefined
  return html`<ul class="tiles">${tiles.slice(0, most).map(
    ({ name, text, products }) =>
      html`<li class="tile"><a href="/products?${new URLSearchParams({ category: name }).toString()}">${text}</a>
          <span class="soft">${count(products)}</span></li>`,
  )}</ul>`
}
