/** The table of steps that were taken back. */
import type { GeneratedAlways } from 'kysely'
import type { OrderStatus } from '../states.ts'

declare module '../../database/schema.ts' {
  interface Tables {
    order_undone_steps: {
      id: GeneratedAlways<number>
      order_id: number
      status: OrderStatus
      by_user: string
      at: Date
      undone_by: string
      undone_at: Date
    }
  }
}

declare module '../../events/publish.ts' {
  interface FeedData {
    'order.step_undone': { orderId: number; status: OrderStatus; undone: OrderStatus }
  }
}
