/**
 * The papers of the packing table. Slips go into the parcels: address, items and note, without prices, each on a sheet of its own and in
 * the language of its customer. The pick list says what to fetch for all of them, in the language of the console. Both have the numbers of
 * orders and parcels as barcodes, which the search of the console finds.
 */
import type { FastifyInstance } from 'fastify'
import { productPicture } from '../../catalogue/product-picture.ts'
import { findPictured, type Pictured } from '../../catalogue/queries.ts'
import type { AppContext } from '../../context.ts'
import { type Html, html } from '../../html/html.ts'
import { rowIdIn } from '../../http/filters.ts'
import { addressPart, noteFact, phoneFact } from '../../orders/components.ts'
import { showParcels } from '../../orders/parcels/parcel.ts'
import { FORMER_OWNER, findOrder } from '../../orders/queries.ts'
import { isCollected } from '../../orders/states.ts'
import { facts, scripted, table } from '../../pages/components.ts'
import { date } from '../../pages/format.ts'
import { barcode } from '../../pages/graphics/barcode.ts'
import type { Visitor } from '../../pages/visitor.ts'
import { showDelivery } from '../../pricing/totals.ts'
import { Problem } from '../../problems.ts'
import { inLanguageFor, languageOf } from '../../shop/in-words.ts'
import { returnAddressOf } from '../../shop/seller/legal-line.ts'
import { nameOf, UNSET } from '../../shop/settings.ts'
import { t } from '../../words/words.ts'
import { consolePage, staffPage } from '../layout.ts'
import { linesInWords } from '../lines-in-words.ts'
import { type ChosenOrder, chosenOrders, sendToChosen } from '../packing/chosen-orders.ts'

export function packingSlipPages(app: FastifyInstance, { db }: AppContext): void {
  for (const address of [SLIPS, PICKS]) sendToChosen(app, address)

  staffPage(app, '/admin/orders/:id/packing-slip', async (visitor, request) => {
    const { id } = request.params as { id: string }
    const rowId = rowIdIn(id)
    const order = rowId && (await findOrder(db, rowId))
    if (!order) throw new Problem('not_found', "We can't find that order.")
    const back = html`<a href="/admin/orders/${order.id}">${t('Back to the order')}</a>`
    return slipsPage(visitor, t('Packing slip for order #{id}', { id: order.id }), back, [order])
  })

  staffPage(app, SLIPS, async (visitor, request) =>
    slipsPage(visitor, 'Packing slips', toList(), await chosenOrders(db, request)),
  )

  staffPage(app, PICKS, async (visitor, request) => {
    const orders = await linesInWords(db, await chosenOrders(db, request))
    const ids = orders.flatMap(({ items }) => items.map(({ productId }) => productId))
    return pickPage(visitor, orders, await findPictured(db, [...new Set(ids)]))
  })
}

const SLIPS = '/admin/orders/packing-slips'
const PICKS = '/admin/orders/pick-list'
const toList = () => html`<a href="/admin/orders">${t('Back to the orders')}</a>`

type Pick = { productId: number; name: string; sku: string; quantity: number; orders: number[] }

/** Sums the pieces of each SKU over all orders, because they lie in one place and are fetched once. */
function picksOf(orders: readonly ChosenOrder[]): Pick[] {
  const picks = new Map<string, Pick>()
  for (const { id, status, items } of orders) {
    if (status === 'cancelled') continue
    for (const { productId, name, sku, quantity } of items) {
      const known = picks.get(sku) ?? { productId, name, sku, quantity: 0, orders: [] }
      picks.set(sku, { ...known, quantity: known.quantity + quantity, orders: [...new Set([...known.orders, id])] })
    }
  }
  return [...picks.values()].sort((a, b) => (a.sku < b.sku ? -1 : 1))
}

function pickPage(visitor: Visitor, orders: readonly ChosenOrder[], pictures: Map<number, Pictured>): Html {
  const picks = picksOf(orders)
  const pieces = picks.reduce((sum, { quantity }) => sum + quantity, 0)
  return consolePage({
    title: 'Pick list',
    visitor,
    main: html`<p class="row apart unprinted">${toList()}
      ${scripted(html`<button type="button" class="button quiet" data-print>${t('Print')}</button>`)}</p>
      <section class="slip">${senderOf(visitor)}<h1>${t('Pick list')}</h1>
      <p>${t('{pieces} for {orders}', {
        pieces: t('{count} pieces', { count: pieces }),
        orders: t('{count} orders', { count: orders.length }),
      })}</p>
      ${table(
        'Products to fetch',
        [
          {
            label: 'Product',
            cell: ({ productId, name }) =>
              html`<span class="thumbs" aria-hidden="true">${productPicture(pictures.get(productId), '2rem')}</span>${name}`,
          },
          { label: 'SKU', cell: ({ sku }) => html`<code>${sku}</code>` },
          { label: 'Orders', cell: ({ orders }) => orders.map(id => `#${id}`).join(', ') },
          { label: 'Quantity', cell: ({ quantity }) => html`<strong>${quantity}</strong>`, number: true },
        ],
        picks,
      )}<div class="barcodes">${orders.map(barcodesOf)}</div></section>`,
  })
}

/** The paper is for the customer, who knows the shop and nothing of us. What cannot be delivered comes back to its address. */
function senderOf({ shop, site }: Visitor): Html | undefined {
  if (!shop || !site) return undefined
  const lines = returnAddressOf(shop).split('\n').filter(Boolean)
  return html`<p class="sender"><strong>${nameOf(shop, site)}</strong>${lines.map(line => html`<br>${line}`)}</p>`
}

function slipsPage(visitor: Visitor, title: string, back: Html, orders: readonly ChosenOrder[]): Html {
  return consolePage({
    title,
    visitor,
    main: html`<p class="row apart unprinted">${back}
      ${scripted(html`<button type="button" class="button quiet" data-print>${t('Print')}</button>`)}</p>
      ${orders.length > 1 && html`<h1 class="unprinted">${t('Packing slips of {total} orders', { total: orders.length })}</h1>`}
      ${orders.map(order => slipOf(visitor, order, orders.length > 1 ? 'h2' : 'h1'))}`,
  })
}

/** Speaks the language in which the order was placed. */
function slipOf(visitor: Visitor, order: ChosenOrder, heading: 'h1' | 'h2'): Html {
  const language = visitor.shop ? languageOf(order.locale, visitor.shop) : 'en'
  return html`<div lang="${language}">${inLanguageFor(language, visitor.shop ?? UNSET, () => slip(visitor, order, heading))}</div>`
}

function slip(visitor: Visitor, order: ChosenOrder, heading: 'h1' | 'h2'): Html {
  const title = t('Packing slip, order #{id}', { id: order.id })
  return html`<section class="slip">
    ${senderOf(visitor)}
    ${heading === 'h1' ? html`<h1>${title}</h1>` : html`<h2>${title}</h2>`}
    ${order.status === 'cancelled' && html`<p><strong>${t('This order is cancelled. Do not send it.')}</strong></p>`}
    ${addressOf(order)}
    ${table(
      t('Items of order #{id}', { id: order.id }),
      [
        { label: 'Product', cell: item => item.name },
        { label: 'SKU', cell: item => html`<code>${item.sku}</code>` },
        { label: 'Quantity', cell: item => item.quantity, number: true },
      ],
      order.items,
    )}
    ${facts([
      [t('Ordered'), date(order.placedAt)],
      ...deliveryFact(order),
      ...phoneFact(order.deliveryAddress),
      ...noteFact(order),
    ])}
    <div class="barcodes">${barcodesOf(order)}</div>
  </section>`
}

/** Digits alone, which every keyboard layout of a scanner writes alike, and the numbers of its parcels. */
function barcodesOf(order: ChosenOrder): Html {
  const numbers = showParcels(order).flatMap(({ trackingNumber }) => trackingNumber ?? [])
  return html`${barcode(String(order.id), t('Order'))}${numbers.map(number => barcode(number, t('Parcel')))}`
}

/** Names the way of the parcel. */
function deliveryFact({ delivery }: ChosenOrder): (readonly [string, string])[] {
  if (!delivery) return []
  return [[isCollected({ delivery }) ? t('Collection') : t('Delivery'), showDelivery(delivery).name]]
}

function addressOf(order: ChosenOrder): Html {
  const { deliveryAddress, owner } = order
  const name = owner.userName || owner.email
  if (isCollected(order) && owner.id !== FORMER_OWNER) {
    return html`<p>${t('To be collected by {name}', { name })}</p>`
  }
  if (deliveryAddress) return addressPart(deliveryAddress)
  if (owner.id === FORMER_OWNER) {
    return html`<p>${t('The customer has deleted the account, and with it the address.')}</p>`
  }
  return html`<p><bdi>${name}</bdi>. ${t('No delivery address was given.')}</p>`
}
