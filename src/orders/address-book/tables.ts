/** The table of address books, as Kysely sees it. */
import type { ColumnType, GeneratedAlways } from 'kysely'
import type { DeliveryAddress } from '../delivery-address.ts'

declare module '../../database/schema.ts' {
  interface Tables {
    kept_addresses: {
      id: string
      number: GeneratedAlways<number>
      user_id: string
      label: string | null
      /** JSON; written as text. */
      address: ColumnType<DeliveryAddress, string, string>
      /** The same for the same address (`keyOf`). */
      address_key: Buffer
      is_delivery_default: boolean
      is_billing_default: boolean
      created_at: Date
    }
  }
}
