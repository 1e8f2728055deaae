/** Products: list, create, change, remove. */

import type { FastifyInstance } from 'fastify'
import { readCategories } from '../../catalogue/categories/queries.ts'
import { optionsText, titleOf } from '../../catalogue/groups/options.ts'
import { imageSection, PRODUCT_PICTURES } from '../../catalogue/images/section.ts'
import { CHANGEABLE, type Product } from '../../catalogue/product.ts'
import type { ProductTexts } from '../../catalogue/product-texts.ts'
import { reductionOf } from '../../catalogue/sales/sale.ts'
import { findInAnyState } from '../../catalogue/states/queries.ts'
import { AVAILABILITY_LABELS, type ProductState } from '../../catalogue/states/states.ts'
import { listStockChanges } from '../../catalogue/stock/history.ts'
import { lowStockMark } from '../../catalogue/stock/low.ts'
import { markLow, moveStock, SHOWN_CHANGES, stockSection } from '../../catalogue/stock/section.ts'
import type { AppContext } from '../../context.ts'
import { type Html, html } from '../../html/html.ts'
import { rowIdIn } from '../../http/filters.ts'
import { facts, section } from '../../pages/components.ts'
import type { Form, FormStates } from '../../pages/form.ts'
import { money, time, typedAmount } from '../../pages/format.ts'
import { formsOf, saveAllBar } from '../../pages/forms-of.ts'
import type { Visitor } from '../../pages/visitor.ts'
import { Problem } from '../../problems.ts'
import { LANGUAGES } from '../../words/languages.ts'
import { t } from '../../words/words.ts'
import { queryText } from '../filters.ts'
import { consolePage, formsPage } from '../layout.ts'
import { attributeValues } from './attribute-fields.ts'
import { availability, isEmptyShelf } from './availability.ts'
import { productFilePages } from './product-files.ts'
import { change, changeAttributes, create, remove, restock, setState, TEXT_FORMS } from './product-forms.ts'
import { productListPage } from './product-list.ts'

export function productPages(app: FastifyInstance, context: AppContext): void {
  const { db } = context
  productListPage(app, context)
  productFilePages(app, context)

  formsPage(app, {
    address: '/admin/products/new',
    forms: [create],
    async render(visitor, request, states) {
      const like = rowIdIn(queryText(request, 'like') ?? '')
      const model = like && (await findInAnyState(db, like))
      const values = model
        ? copyOf(model)
        : { currency: visitor.shop?.currency, state: 'on_sale', stock_counted: 'true' }
      return consolePage({
        title: 'New product',
        visitor,
        states,
        main: html`<h1>${t('New product')}</h1>
          <div class="card form-card">${formsOf(visitor, states)(withCategories(create, await readCategories(db)), values)}</div>`,
      })
    },
  })

  formsPage(app, {
    address: '/admin/products/:id',
    forms: [
      change,
      changeAttributes,
      ...Object.values(TEXT_FORMS),
      restock,
      markLow,
      moveStock,
      remove,
      setState,
      ...PRODUCT_PICTURES.all,
    ],
    async render(visitor, request, states) {
      const { id } = request.params as { id: string }
      const rowId = rowIdIn(id)
      const product = rowId && (await findInAnyState(db, rowId))
      if (!product) throw new Problem('not_found', "We can't find that product.")
      const { items } = await listStockChanges(db, product.id, { page: 1, limit: SHOWN_CHANGES })
      const categories = await readCategories(db)
      const mark = await lowStockMark(db, product.id)
      const stock = stockSection(visitor, product, items, states)
      return productPage(visitor, product, states, { categories, stock, mark: String(mark ?? '') })
    },
  })
}

/** A category is chosen from those that exist, or written anew. */
function withCategories(form: Form, categories: readonly { name: string }[]): Form {
  const suggestions = categories.map(({ name }) => name)
  return { ...form, fields: form.fields.map(field => (field.name === 'category' ? { ...field, suggestions } : field)) }
}

const COPIED = CHANGEABLE.filter(name => name !== 'stock' && name !== 'texts' && name !== 'attributes')

/** Copies a product for a similar one: everything but its SKU, its stock and its texts in other languages. */
function copyOf(product: Product): Record<string, string> {
  const regular = priceValues(product)
  const copied = Object.fromEntries(COPIED.map(name => [name, String(product[name])]))
  return { ...copied, ...attributeValues(product), ...regular, price: regular.regular_price, state: 'draft' }
}

/** The prices and the sale as the forms show them. */
function priceValues({ price, regular_price = price, sale_price, sale_from, sale_until, currency }: Product) {
  const amounts = { price: typedAmount(price, currency), regular_price: typedAmount(regular_price, currency) }
  const sale = sale_price === undefined ? '' : typedAmount(sale_price, currency)
  return { ...amounts, sale_price: sale, sale_from: sale_from ?? '', sale_until: sale_until ?? '' }
}

type Shown = { categories: readonly { name: string }[]; stock: Html; mark: string }

function productPage(visitor: Visitor, product: Product, states: FormStates, shown: Shown): Html {
  const { id, name, price, stock, currency } = product
  const { sku, category, description, status, texts } = product
  // After a refusal the page shows the stock of now, so the next press is about that.
  const shelf = { stock: String(stock), expectedStock: String(stock) }
  const details = { name, sku, category, description, status, currency, ...attributeValues(product) }
  const values = { ...details, ...shelf, ...textValues(texts), ...priceValues(product), id: String(id) }
  const show = formsOf(visitor, states, { id: String(id) })
  const isOnSale = product.state === 'on_sale'
  return consolePage({
    title: name,
    visitor,
    states,
    main: html`<p class="crumb"><a href="/admin/products">${t('Products')}</a></p>
      <div class="row apart head"><h1>${name}</h1>${availability(product)}</div>
      ${NOTICES[product.state]?.()}
      <div class="split">
        <div><div class="card"><h2>${t('Details')}</h2>${show(
          withCategories(change, shown.categories),
          values,
        )}</div>${imageSection(
          visitor,
          { ...product, title: titleOf(product) },
          PRODUCT_PICTURES,
          states,
        )}${textSection(visitor, show, values)}${section('attributes', 'Attributes', show(changeAttributes, values), {
          look: 'card',
        })}</div>
        <div>
          <div class="card"><h2>${t('Availability')}</h2>${isEmptyShelf(product) && EMPTY_SHELF}${show(
            restockOf(product),
            values,
          )}${product.stock_counted && show(markLow, { mark: shown.mark })}</div>
          ${shown.stock}
          <div class="card">
            ${facts([
              ['Number', id],
              ...(isOnSale ? [['Page', html`<a href="/products/${id}">${t('View in shop')}</a>`] as const] : []),
              ['Price', money(price, currency)],
              ...saleFacts(product),
              ...groupFact(product),
              ['Added', time(product.created_at)],
            ])}
            <p class="row"><a href="/admin/products/new">
              ${t('Add another product')}</a> <a href="/admin/products/new?like=${id}">${t('Duplicate')}</a></p>
            ${isOnSale && show(remove)}
          </div>
          ${section('state', 'Who sees it', show(setState, { state: product.state }), { look: 'card' })}
        </div>
      </div>
      ${saveAllBar(`/admin/products/${id}`)}`,
  })
}

function saleFacts(product: Product): (readonly [string, string])[] {
  const {
    price,
    regular_price: regular = price,
    sale_price: sale,
    lowest_price_30_days: lowest = null,
    currency,
  } = product
  if (sale === undefined) return []
  if (regular === price) return [['Sale', 'Does not run today.']]
  const before = reductionOf(product)
  const shown = before
    ? `−${before.percent} % of ${money(before.before, currency)}, the lowest price of the 30 days before.`
    : lowest === null
      ? 'Not announced as a reduction: there was no other price before.'
      : `Not announced as a reduction: the price was ${money(lowest, currency)} in the 30 days before.`
  return [
    ['Regular price', money(regular, currency)],
    ['Reduction', shown],
  ]
}

/** The stock of a product that is not counted is no number to change. */
function restockOf({ stock_counted: isCounted }: Product): Form {
  return isCounted ? restock : { ...restock, fields: restock.fields.filter(({ name }) => name === 'status') }
}

function groupFact({ group, options }: Product): (readonly [string, Html])[] {
  if (group === null)
    return [['Variants', html`${t('None.')} <a href="/admin/product-groups/new">${t('Group it with others')}</a>`]]
  return [['Group', html`<a href="/admin/product-groups/${group}">${optionsText(options)}</a>`]]
}

/** The texts in each language of a shop that has several. */
function textSection({ shop }: Visitor, show: ReturnType<typeof formsOf>, values: TextValues): Html | false {
  const languages = shop?.languages ?? []
  if (languages.length < 2) return false
  return html`<div class="card"><h2>${t('Texts by language')}</h2>
    <p class="soft">${t('Where one is empty, customers read the name and the description above.')}</p>
    ${languages.map(language => show(TEXT_FORMS[language], values))}</div>`
}

type TextValues = Readonly<Record<string, string>>

function textValues(texts: ProductTexts): TextValues {
  return Object.fromEntries(
    LANGUAGES.flatMap(language =>
      (['name', 'description'] as const).map(part => [`texts.${language}.${part}`, texts[language]?.[part] ?? '']),
    ),
  )
}

const NOTICES: Record<ProductState, (() => Html) | undefined> = {
  draft: () => html`<p class="notice info">${t('Only staff see this draft. Put it on sale when it is ready.')}</p>`,
  on_sale: undefined,
  archived: () =>
    html`<p class="notice warning">${t('This product is archived. Bring it back before you change it: as a draft, or on sale.')}</p>`,
}

const EMPTY_SHELF = html`<p class="notice warning">Nobody can order this product: it is "${AVAILABILITY_LABELS.active.text}", but
  has 0 pieces. Enter its stock, or choose another status.</p>`
