/** The paper that goes into the parcel: address, items and note, without prices. It prints on one sheet. */
import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../context.ts'
import { rowIdIn } from '../../http/filters.ts'
import { addressPart, noteFact } from '../../orders/components.ts'
import { FORMER_OWNER, findOrder } from '../../orders/queries.ts'
import { facts, table } from '../../pages/components.ts'
import { date } from '../../pages/format.ts'
import { type Html, html } from '../../pages/html.ts'
import { Problem } from '../../problems.ts'
import { consolePage, staffPage } from '../layout.ts'

export function packingSlipPage(app: FastifyInstance, { db }: AppContext): void {
  staffPage(app, '/admin/orders/:id/packing-slip', async (visitor, request) => {
    const { id } = request.params as { id: string }
    const rowId = rowIdIn(id)
    const order = rowId && (await findOrder(db, rowId))
    if (!order) throw new Problem('not_found', "We can't find that order.")
    return consolePage({
      title: `Packing slip for order #${order.id}`,
      visitor,
      main: html`<p class="row apart unprinted"><a href="/admin/orders/${order.id}">Back to the order</a>
          <button type="button" class="button quiet" data-print hidden>Print</button></p>
        <section class="slip">
          <h1>Packing slip, order #${order.id}</h1>
          ${order.status === 'cancelled' && html`<p><strong>This order is cancelled. Do not send it.</strong></p>`}
          ${addressOf(order)}
          ${table(
            'Items',
            [
              { label: 'Product', cell: item => item.name },
              { label: 'SKU', cell: item => html`<code>${item.sku}</code>` },
              { label: 'Quantity', cell: item => item.quantity, number: true },
            ],
            order.items,
          )}
          ${facts([['Ordered', date(order.placedAt)], ...noteFact(order)])}
        </section>`,
    })
  })
}

function addressOf({ deliveryAddress, owner }: NonNullable<Awaited<ReturnType<typeof findOrder>>>): Html {
  if (deliveryAddress) return addressPart(deliveryAddress)
  if (owner.id === FORMER_OWNER) return html`<p>The customer has deleted the account, and with it the address.</p>`
  return html`<p>${owner.userName}. No delivery address was given.</p>`
}
