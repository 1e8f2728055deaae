/** The papers that go into the parcels: address, items and note, without prices. Each begins a sheet when it is printed. */
import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../context.ts'
import { rowIdIn } from '../../http/filters.ts'
import { addressPart, noteFact } from '../../orders/components.ts'
import { showDelivery } from '../../orders/pricing/totals.ts'
import { FORMER_OWNER, findOrder, findOrders } from '../../orders/queries.ts'
import { facts, table } from '../../pages/components.ts'
import { date } from '../../pages/format.ts'
import { type Html, html } from '../../pages/html.ts'
import type { Visitor } from '../../pages/visitor.ts'
import { Problem } from '../../problems.ts'
import { nameOf } from '../../shop/settings.ts'
import { queryIds } from '../filters.ts'
import { consolePage, staffPage } from '../layout.ts'

type Order = NonNullable<Awaited<ReturnType<typeof findOrder>>>

export function packingSlipPages(app: FastifyInstance, { db }: AppContext): void {
  staffPage(app, '/admin/orders/:id/packing-slip', async (visitor, request) => {
    const { id } = request.params as { id: string }
    const rowId = rowIdIn(id)
    const order = rowId && (await findOrder(db, rowId))
    if (!order) throw new Problem('not_found', "We can't find that order.")
    const back = html`<a href="/admin/orders/${order.id}">Back to the order</a>`
    return slipsPage(visitor, `Packing slip for order #${order.id}`, back, [order])
  })

  staffPage(app, '/admin/orders/packing-slips', async (visitor, request) => {
    const ids = queryIds(request, 'orders')
    const orders = new Map((await findOrders(db, ids)).map(order => [order.id, order]))
    // In the order of the list.
    const chosen = ids.flatMap(id => orders.get(id) ?? [])
    if (chosen.length === 0) throw new Problem('not_found', "We can't find those orders.")
    return slipsPage(visitor, 'Packing slips', html`<a href="/admin/orders">Back to the orders</a>`, chosen)
  })
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

function slip({ shop, site }: Visitor, order: Order, heading: 'h1' | 'h2'): Html {
  const title = `Packing slip, order #${order.id}`
  // The paper is for the customer, who knows the shop and nothing of us.
  const sender = shop && site ? nameOf(shop, site) : undefined
  return html`<section class="slip">
    ${sender && html`<p><strong>${sender}</strong></p>`}
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
    ${facts([['Ordered', date(order.placedAt)], ...deliveryFact(order), ...noteFact(order)])}
  </section>`
}

/** Which way the parcel goes. */
function deliveryFact({ delivery }: Order): (readonly [string, string])[] {
  return delivery ? [['Delivery', showDelivery(delivery).name]] : []
}

function addressOf({ deliveryAddress, owner }: Order): Html {
  if (deliveryAddress) return addressPart(deliveryAddress)
  if (owner.id === FORMER_OWNER) return html`<p>The customer has deleted the account, and with it the address.</p>`
  return html`<p><bdi>${owner.userName}</bdi>. No delivery address was given.</p>`
}
