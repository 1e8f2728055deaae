/** The page of one product. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { AppContext } from '../context.ts'
import type { Db } from '../database/schema.ts'
import { type Html, html } from '../html/html.ts'
import { rich } from '../html/rich.ts'
import { rowIdIn } from '../http/filters.ts'
import { facts } from '../pages/components.ts'
import { type FormState, renderForm } from '../pages/form.ts'
import { calendarDay, date, money } from '../pages/format.ts'
import type { Preview } from '../pages/head.ts'
import { page } from '../pages/layout.ts'
import { formAction } from '../pages/submit.ts'
import { STAYS_READABLE, sendPublicPage, sendToPresent, type Visitor } from '../pages/visitor.ts'
import { Problem } from '../problems.ts'
import { t } from '../words/words.ts'
import { addToCart } from './add-to-cart.ts'
import { idInPath, productPath } from './addresses/product-address.ts'
import { type ShownShipping, structuredData } from './addresses/structured-data.ts'
import { basePriceText } from './attributes/base-price.ts'
import { attributeFacts, safetySection } from './attributes/page.ts'
import { nameInWords } from './categories/category-texts.ts'
import { readPlaced } from './categories/queries.ts'
import { categoryPathOf, type Placed } from './categories/tree.ts'
import { availabilityBadge, productCards } from './components.ts'
import { deliveryFact } from './delivery-fact.ts'
import { chooser } from './groups/chooser.ts'
import { findVariants, type GroupSummary, type GroupWithVariants, summarizeGroups } from './groups/queries.ts'
import type { Image } from './images/image.ts'
import { listPath, parseShopQuery } from './list-query.ts'
import { listProducts } from './paging/read-page.ts'
import type { Product } from './product.ts'
import { imageTag, largestFile, productPicture } from './product-picture.ts'
import { inWords } from './product-texts.ts'
import { findProduct } from './queries.ts'
import { type Shelf, shelfOf, showShelf } from './relations/shelves.ts'
import { reductionNote } from './sales/reduction.ts'
import { isWaiting } from './stock-alerts/alerts.ts'
import { ALERT_FORMS, alertPart } from './stock-alerts/product-section.ts'

/** Says what it costs to send one piece of a product to the shop's own country; undefined: nothing goes there. */
export type ShippingOf = (db: Db, product: Product) => Promise<ShownShipping | undefined>

export function productPage(app: FastifyInstance, { reader }: AppContext, shippingOf: ShippingOf): void {
  const read = async (visitor: Visitor, state: FormState, request: FastifyRequest) => {
    const { id } = request.params as { id: string }
    const { product, items, waits, placed, ...around } = await reader.read(async db => {
      const rowId = rowIdIn(idInPath(id))
      const product = rowId && (await findProduct(db, rowId))
      if (!product) throw new Problem('not_found', "We can't find that product. It may have been removed.")
      const wish = visitor.user && { productId: product.id, userId: visitor.user.id }
      const inCategory = { ...parseShopQuery({ category: product.category }), limit: 5 }
      const [{ items }, waits, group, placed, related, goesWith, shipping] = await Promise.all([
        listProducts(db, inCategory),
        wish ? isWaiting(db, wish) : false,
        product.group === null ? undefined : findVariants(db, product.group),
        readPlaced(db),
        shelfOf(db, product.related),
        shelfOf(db, product.goes_with),
        shippingOf(db, product),
      ])
      const groups = await summarizeGroups(
        db,
        items.flatMap(({ group }) => group ?? []),
      )
      return { product, items, waits, group, groups, placed, related, goesWith, shipping }
    })
    const isSame = (other: Product) => (other.group === null ? other.id === product.id : other.group === product.group)
    const others = items.filter(other => !isSame(other)).slice(0, 4)
    const alert = alertPart(visitor, product, waits, state)
    return { product, shown: productView(visitor, product, { ...around, others, placed, alert, state }) }
  }
  const render = async (...page: Parameters<typeof read>) => (await read(...page)).shown
  app.get('/products/:id', STAYS_READABLE, async (request, reply) => {
    const visitor = await app.visitorOf(request, reply)
    const { product, shown } = await read(visitor, {}, request)
    const path = productPath(product)
    // An earlier name, or an address without one.
    const [asked, query] = request.url.split('?')
    if (asked !== path) return sendToPresent(reply, query ? `${path}?${query}` : path)
    return sendPublicPage(reply, visitor, shown)
  })
  for (const form of ALERT_FORMS) formAction(app, form, render)
}

type Around = {
  others: readonly Product[]
  groups: ReadonlyMap<number, GroupSummary>
  /** The group of the product itself. */
  group: GroupWithVariants | undefined
  placed: readonly Placed[]
  related: Shelf
  goesWith: Shelf
  shipping: ShownShipping | undefined
  alert: Html
  state: FormState
}

function productView(
  visitor: Visitor,
  product: Product,
  { others, groups, group, placed, related, goesWith, shipping, alert, state }: Around,
): Html {
  const { name, description, category } = inWords(product, group)
  const perUnit = basePriceText(product.base_price, product.currency)
  const crumbs = categoryPathOf(placed, category).map(
    name =>
      html` <span aria-hidden="true">/</span> <a href="${listPath(parseShopQuery({ category: name }))}">${nameInWords(placed, name)}</a>`,
  )
  return page({
    title: name,
    description: shortened(description) || name,
    visitor,
    preview: previewOf(visitor, product, { group, shipping }),
    failed: state.problem !== undefined,
    main: html`<nav class="crumbs" aria-label="${t('Breadcrumb')}"><a href="/products">${t('Products')}</a>${crumbs}</nav>
      <div class="split showcase">
        <div class="card">${gallery([...product.images, ...(group?.images ?? [])])}</div>
        <div>
          <h1>${name}</h1>
          <p class="row"><span class="price large">${money(product.price, product.currency)}</span>
            <span class="soft">${t('incl. VAT')}${perUnit && ` · ${perUnit}`}</span> ${availabilityBadge(product)}</p>
          ${reductionPart(product)}
          ${group && chooser(group, product)}
          ${buy(visitor, product, alert)}
          ${isAvailable(product) && state.problem && alert}
          <p class="lede as-written">${description}</p>
          ${facts([
            ...(isAvailable(product) ? deliveryFact(visitor) : []),
            ['SKU', product.sku],
            ...attributeFacts(product),
            ['Added', date(product.created_at)],
          ])}
          ${safetySection(product)}
        </div>
      </div>
      ${showShelf('Goes with', goesWith, placed)}
      ${showShelf('Related products', related, placed)}
      ${
        related.products.length === 0 &&
        others.length > 0 &&
        html`<h2>${t('More from {category}', {
          category: nameInWords(placed, category),
        })}</h2>${productCards(others, { heading: 'h3', groups, categories: placed })}`
      }`,
  })
}

function reductionPart(product: Product): Html | undefined {
  const note = reductionNote(product)
  if (!note) return undefined
  const { sale_until: until } = product
  return html`<p>${note}${until && html`<br><small class="soft">${rich('Until {day}', { day: calendarDay(until) })}</small>`}</p>`
}

function previewOf(
  visitor: Visitor,
  product: Product,
  { group, shipping }: Pick<Around, 'group' | 'shipping'>,
): Preview {
  const [image] = [...product.images, ...(group?.images ?? [])]
  return {
    path: productPath(product),
    image: image?.url,
    data: structuredData(visitor, product, { group, shipping }),
  }
}

function gallery(images: readonly Image[]): Html {
  const [first, ...others] = images
  if (!first) return productPicture(undefined)
  return html`${zoomed(first, '(min-width: 56rem) 34rem, 100vw')}${
    others.length > 0 && html`<ul class="images">${others.map(image => html`<li>${zoomed(image, '10rem')}</li>`)}</ul>`
  }`
}

/** A picture leads to its largest file. The script shows that in a dialog. */
function zoomed(image: Image, shownWidth: string): Html {
  return html`<a class="zoom" href="${largestFile(image)}">${imageTag(image, shownWidth)}<span
    class="unseen">, ${t('enlarge the picture')}</span></a>`
}

function isAvailable({ status, stock }: Pick<Product, 'status' | 'stock'>): boolean {
  return status === 'active' && stock > 0
}

function buy(visitor: Visitor, { id, status, stock }: Product, alert: Html): Html {
  if (status === 'discontinued') return html`<p class="notice info">${t('This product has been discontinued.')}</p>`
  if (status === 'coming_soon')
    return html`<div class="buy"><p class="notice info">${t('Coming soon.')}</p>${alert}</div>`
  if (!isAvailable({ status, stock }))
    return html`<div class="buy"><p class="notice info">${t('Out of stock.')}</p>${alert}</div>`
  const values = { productId: String(id), quantity: '1' }
  const fields = addToCart.fields.map(field => (field.counts ? { ...field, counts: { least: 1, most: stock } } : field))
  return html`<div class="buy in-row">${renderForm({ ...addToCart, fields }, { values }, visitor.csrfToken)}</div>`
}

/** Search engines show about so many characters. */
const DESCRIPTION_LENGTH = 160

/** Cut behind a word, and in a text without spaces between two characters. */
function shortened(text: string): string {
  return text.length <= DESCRIPTION_LENGTH
    ? text
    : `${text.slice(0, DESCRIPTION_LENGTH - 1).replace(/\s+\S*$|[\uD800-\uDBFF]$/, '')}…`
}
