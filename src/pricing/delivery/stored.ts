/** The way in which an order travels, as the order keeps it. */
import type { Texts } from '../../shop/setting-rules.ts'

/** Kinds of methods: one brings the order to the customer, or the customer collects it. */
export const DELIVERY_KINDS = ['delivery', 'collection'] as const
export type DeliveryKind = (typeof DELIVERY_KINDS)[number]

/** Way in which an order travels, as it was when the order was placed. */
export type StoredDelivery = {
  method: string
  names: Texts
  days: { least: number; most: number }
  /** Absent on orders from before it was kept: a delivery. */
  kind?: DeliveryKind
  /** Place and hours of a collection: lines, and texts by language. */
  address?: string
  hours?: Texts
}
