import { type Html, html } from '../../html/html.ts'
import { stateBadge, table } from '../../pages/components.ts'
import { count, date, money } from '../../pages/format.ts'
import { ORDER_LABELS } from '../states.ts'
import type { PastOrderRow } from './queries.ts'

/** Lists earlier orders for customers and staff. */
export function pastOrderTable(orders: readonly PastOrderRow[]): Html {
  return table(
    'Earlier orders',
    [
      { label: 'Order', cell: ({ number }) => html`<bdi>${number}</bdi>` },
      { label: 'Placed', cell: ({ placed_at }) => date(placed_at) },
      {
        label: 'Items',
        cell: ({ items }) =>
          html`${items.map(({ name, quantity }) => html`<div>${count(quantity)} × <bdi>${name}</bdi></div>`)}`,
      },
      { label: 'Status', cell: ({ status }) => stateBadge(ORDER_LABELS[status]) },
      { label: 'Total', cell: ({ total, currency }) => money(total, currency), number: true },
    ],
    orders,
  )
}
