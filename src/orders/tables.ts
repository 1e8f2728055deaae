/** The tables of orders, as Kysely sees them. */
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { PaymentMethod } from '../payments/states.ts'
import type { DeliveryAddress } from './delivery-address.ts'
import type { OrderStatus, PaymentRecord, PaymentStatus } from './states.ts'

declare module '../database/schema.ts' {
  interface Tables {
    orders: {
      id: GeneratedAlways<number>
      owner_id: string
      status: OrderStatus
      note: string | null
      total: number
      currency: string
      tracking_number: string | null
      placed_at: Date
      /** JSON; written as text. */
      delivery_address: ColumnType<DeliveryAddress | null, string | null, string | null>
      payment_status: Generated<PaymentStatus>
      payment_method: Generated<PaymentMethod>
      /** A keyed hash, while the order is open. */
      network: string | null
    }
    order_items: {
      order_id: number
      line: number
      product_id: number
      sku: string
      name: string
      unit_price: number
      quantity: number
    }
    order_payments: {
      order_id: number
      status: PaymentRecord | 'pending' | 'partly_refunded'
      by_user: string
      at: Date
    }
    order_tracking_numbers: {
      id: GeneratedAlways<number>
      order_id: number
      tracking_number: string
      by_user: string
      at: Date
    }
    order_steps: { order_id: number; status: OrderStatus; by_user: string; at: Date }
  }
}

declare module '../events/announce.ts' {
  interface EventPayloads {
    'order.placed': { orderId: number }
    'order.confirmation_requested': { orderId: number }
    'order.shipped': { orderId: number }
    'order.cancelled': { orderId: number }
    'order.tracking_number_changed': { orderId: number }
  }
}

declare module '../events/publish.ts' {
  interface FeedData
    extends Record<`order.${OrderStatus}`, { orderId: number; status: OrderStatus }>,
      Record<`order.${PaymentRecord}`, { orderId: number }> {
    'order.tracking_number_changed': { orderId: number }
  }
}
