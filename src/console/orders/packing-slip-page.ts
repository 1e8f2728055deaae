/**
 * The papers of the packing table. Slips go into the parcels: address, items and note, without prices, each on a sheet of its own.
 * The pick list says what to fetch for all of them.
 */
import type { FastifyInstance } from 'fastify'
import { productPicture } from '../../catalogue/product-picture.ts'
import { findPictured, type Pictured } from '../../catalogue/queries.ts'
import type { AppContext } from '../../context.ts'
import type { Db } from '../../database/schema.ts'
import { type Html, html } from '../../html/html.ts'
import { rowIdIn } from '../../http/filters.ts'
import { addressPart, noteFact, phoneFact } from '../../orders/components.ts'
import { FORMER_OWNER, findOrder, findOrders } from '../../orders/queries.ts'
import { isCollected } from '../../orders/states.ts'
import { facts, table } from '../../pages/components.ts'
import { count, date } from '../../pages/format.ts'
import type { Visitor } from '../../pages/visitor.ts'
import { showDelivery } from '../../pricing/totals.ts'
import { Problem } from '../../problems.ts'
import { returnAddressOf } from '../../shop/seller/legal-line.ts'
import { nameOf } from '../../shop/settings.ts'
import { type ListRequest, queryIds, withQuery } from '../filters.ts'
import { consolePage, requireNeed, staffPage } from '../layout.ts'

type Order = NonNullable<Awaited<ReturnType<typeof findOrder>>>

export function packingSlipPages(app: FastifyInstance, { db }: AppContext): void {
  for (const address of [SLIPS, PICKS]) sendToPapers(app, address)

  staffPage(app, '/admin/orders/:id/packing-slip', async (visitor, request) => {
    const { id } = request.params as { id: string }
    const rowId = rowIdIn(id)
    const order = rowId && (await findOrder(db, rowId))
    if (!order) throw new Problem('not_found', "We can't find that order.")
    const back = html`<a href="/admin/orders/${order.id}">Back to the order</a>`
    return slipsPage(visitor, `Packing slip for order #${order.id}`, back, [order])
  })

  staffPage(app, SLIPS, async (visitor, request) =>
    slipsPage(visitor, 'Packing slips', TO_LIST, await chosenOrders(db, request)),
  )

  staffPage(app, PICKS, async (visitor, request) => {
    const orders = await chosenOrders(db, request)
    const ids = orders.flatMap(({ items }) => items.map(({ productId }) => productId))
    return pickPage(visitor, orders, await findPictured(db, [...new Set(ids)]))
  })
}

const SLIPS = '/admin/orders/packing-slips'
const PICKS = '/admin/orders/pick-list'
const TO_LIST = html`<a href="/admin/orders">Back to the orders</a>`

/** The buttons of the list send the boxes of its form: to the page for the orders that are ticked, or else for all of them. */
function sendToPapers(app: FastifyInstance, address: string): void {
  app.post(address, async (request, reply) => {
    requireNeed(await app.visitorOf(request, reply), 'orders')
    const sent = (request.body ?? {}) as Record<string, unknown>
    const ticked = Object.keys(sent).filter(name => /^orderIds\.\d{1,19}$/.test(name))
    const orders = ticked.length > 0 ? ticked.map(name => name.slice('orderIds.'.length)).join(',') : sent._shown
    return reply.redirect(withQuery(address, { orders: typeof orders === 'string' ? orders : '' }), 303)
  })
}

/** Reads them in the order of the list. */
async function chosenOrders(db: Db, request: ListRequest): Promise<Order[]> {
  const ids = queryIds(request, 'orders')
  const orders = new Map((await findOrders(db, ids)).map(order => [order.id, order]))
  const chosen = ids.flatMap(id => orders.get(id) ?? [])
  if (chosen.length === 0) throw new Problem('not_found', "We can't find those orders.")
  return chosen
}

type Pick = { productId: number; name: string; sku: string; quantity: number; orders: number[] }

/** Sums the pieces of each SKU over all orders, because they lie in one place and are fetched once. */
function picksOf(orders: readonly Order[]): Pick[] {
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

function pickPage(visitor: Visitor, orders: readonly Order[], pictures: Map<number, Pictured>): Html {
  const picks = picksOf(orders)
  const pieces = picks.reduce((sum, { quantity }) => sum + quantity, 0)
  return consolePage({
    title: 'Pick list',
    visitor,
    main: html`<p class="row apart unprinted">${TO_LIST} <button type="button" class="button quiet" data-print hidden>Print</button></p>
      <section class="slip">${senderOf(visitor)}<h1>Pick list</h1>
      <p>${count(pieces)} ${pieces === 1 ? 'piece' : 'pieces'} for ${count(orders.length)} ${orders.length === 1 ? 'order' : 'orders'}</p>
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
      )}</section>`,
  })
}

/** The paper is for the customer, who knows the shop and nothing of us. What cannot be delivered comes back to its address. */
function senderOf({ shop, site }: Visitor): Html | undefined {
  if (!shop || !site) return undefined
  const lines = returnAddressOf(shop).split('\n').filter(Boolean)
  return html`<p class="sender"><strong>${nameOf(shop, site)}</strong>${lines.map(line => html`<br>${line}`)}</p>`
}

function slipsPage(visitor: Visitor, title: string, back: Html, orders: readonly Order[]): Html {
  return consolePage({
    title,
    visitor,
    main: html`<p class="row apart unprinted">${back} <button type="button" class="button quiet" data-print hidden>Print</button></p>
      ${orders.length > 1 && html`<h1 class="unprinted">Packing slips of ${orders.length} orders</h1>`}
      ${orders.map(order => slip(visitor, order, orders.length > 1 ? 'h2' : 'h1'))}`,
  })
}

function slip(visitor: Visitor, order: Order, heading: 'h1' | 'h2'): Html {
  const title = `Packing slip, order #${order.id}`
  return html`<section class="slip">
    ${senderOf(visitor)}
    ${heading === 'h1' ? html`<h1>${title}</h1>` : html`<h2>${title}</h2>`}
    ${order.status === 'cancelled' && html`<p><strong>This order is cancelled. Do not send it.</strong></p>`}
    ${addressOf(order)}
    ${table(
      `Items of order #${order.id}`,
      [
        { label: 'Product', cell: item => item.name },
        { label: 'SKU', cell: item => html`<code>${item.sku}</code>` },
        { label: 'Quantity', cell: item => item.quantity, number: true },
      ],
      order.items,
    )}
    ${facts([['Ordered', date(order.placedAt)], ...deliveryFact(order), ...phoneFact(order.deliveryAddress), ...noteFact(order)])}
  </section>`
}

/** Names the way of the parcel. */
function deliveryFact({ delivery }: Order): (readonly [string, string])[] {
  if (!delivery) return []
  return [[isCollected({ delivery }) ? 'Collection' : 'Delivery', showDelivery(delivery).name]]
}

function addressOf(order: Order): Html {
  const { deliveryAddress, owner } = order
  if (isCollected(order) && owner.id !== FORMER_OWNER)
    return html`<p>To be collected by <strong><bdi>${owner.userName || owner.email}</bdi></strong></p>`
  if (deliveryAddress) return addressPart(deliveryAddress)
  if (owner.id === FORMER_OWNER) return html`<p>The customer has deleted the account, and with it the address.</p>`
  return html`<p><bdi>${owner.userName}</bdi>. No delivery address was given.</p>`
}
