import { badge } from '../pages/components.ts'
import type { Html } from '../pages/html.ts'
import type { OrderStatus } from './states.ts'

/** The status of an order, as pages name it. */
export const STATUS_TEXT: Record<OrderStatus, string> = {
  placed: 'Placed',
  processing: 'Being prepared',
  shipped: 'Shipped',
  delivered: 'Delivered',
  cancelled: 'Cancelled',
}

export function statusBadge(status: OrderStatus): Html {
  const tone = { placed: 'info', processing: 'info', shipped: 'warn', delivered: 'good', cancelled: 'bad' } as const
  return badge(STATUS_TEXT[status], tone[status])
}
