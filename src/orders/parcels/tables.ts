/** The table of parcels that leave before the last one of their order. */
import type { ColumnType } from 'kysely'
import type { PartParcel } from './parcel.ts'

declare module '../../database/schema.ts' {
  interface Tables {
    order_parcels: {
      order_id: number
      number: number
      carrier: string | null
      tracking_number: string | null
      /** JSON; written as text. */
      items: ColumnType<PartParcel['items'], string, string>
      by_user: string
      at: Date
      event_id: string
      undone_at: Date | null
      undone_by: string | null
    }
  }
}

declare module '../../events/announce.ts' {
  interface EventPayloads {
    'order.parcel_shipped': { orderId: number; parcel: number }
  }
}

declare module '../../events/publish.ts' {
  interface FeedData {
    'order.parcel_shipped': { orderId: number; parcel: number }
  }
}
