/** The tables of orders. */
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { UnitName } from '../catalogue/attributes/units.ts'
import type { TaxClass } from '../catalogue/tax-classes.ts'
import type { PaymentMethod } from '../payments/states.ts'
import type { DeliveryKind, StoredDelivery } from '../pricing/delivery/stored.ts'
import type { StoredBand } from '../pricing/delivery/terms.ts'
import type { OrderVatRule } from '../pricing/price-sql.ts'
import type { VatIdCheck } from '../pricing/vies/vat-id-check.ts'
import type { Texts } from '../shop/setting-rules.ts'
import type { DeliveryAddress } from './delivery-address.ts'
import type { OrderStatus, PaymentRecord, PaymentStatus } from './states.ts'

declare module '../database/schema.ts' {
  interface Tables {
    order_digests: { day: string; announced_at: Date }
    order_notices: { order_id: number; day: string | null }
    orders: {
      id: GeneratedAlways<number>
      owner_id: string
      status: OrderStatus
      note: string | null
      items_total: GeneratedAlways<number>
      discount_total: Generated<number>
      delivery_total: Generated<number>
      total: number
      currency: string
      tax_country: string | null
      /** Reason why it is not the VAT of the place that the order goes to; null: it is. */
      vat_rule: OrderVatRule | null
      /** JSON; written as text. */
      delivery: ColumnType<StoredDelivery | null, string | null, string | null>
      /**
       * Cost of the least expensive delivery that was offered, or of its collection if there was none; null on old
       * orders.
       */
      least_delivery: number | null
      discount_code: string | null
      tracking_number: string | null
      /** Code of the carrier of the last parcel; null on orders from before: the number may say it. */
      carrier: string | null
      /** The number of the terms in force when the order was placed. */
      terms_version: number | null
      /** The language that the customer ordered in. */
      locale: string | null
      placed_at: Date
      /** JSON; written as text. */
      delivery_address: ColumnType<DeliveryAddress | null, string | null, string | null>
      /** JSON; written as text. null: the invoice has the address of the delivery. */
      billing_address: ColumnType<DeliveryAddress | null, string | null, string | null>
      payment_status: Generated<PaymentStatus>
      /** Amount that returns took off the total before anybody had paid. */
      credited: Generated<number>
      /** VAT ID of a business that buys, without spaces. */
      vat_id: string | null
      /** JSON; written as text. null: nobody asked VIES about it. */
      vat_id_check: ColumnType<VatIdCheck | null, string | null, string | null>
      /** Text that the buyer wants to read on the invoice. */
      buyer_reference: string | null
      payment_method: Generated<PaymentMethod>
      /** An invoice is still to be written, as soon as it is due. */
      needs_invoice: Generated<boolean>
      /** It has an invoice, and nobody has paid what it costs less now. */
      needs_credit_note: Generated<boolean>
      /** A keyed hash, while the order is open. */
      network: string | null
      metadata: Generated<Record<string, string>>
      metadata_at: Date | null
    }
    order_items: {
      order_id: number
      line: number
      product_id: number
      sku: string
      /** Name with its values, if it is one of a group: "Shirt (red, M)". */
      name: string
      options: Generated<string>
      unit_price: number
      quantity: number
      /** Price of all pieces before the discount, where it is not `unit_price` × `quantity` (pricing/reverse-charge/amounts-sql.ts). */
      line_total: Generated<number | null>
      /** Number of them that are on their way back, or are back. */
      returned: Generated<number>
      /** Number of them that left in parcels before the last one. */
      shipped: Generated<number>
      discount: Generated<number>
      tax_rate_bp: number | null
      stock_counted: Generated<boolean>
      content_amount: number | null
      content_unit: UnitName | null
    }
    order_taxes: { order_id: number; rate_bp: number; net: number; tax: number; gross: number }
    tax_rates: {
      id: Generated<string>
      country: string
      class: TaxClass
      rate_bp: number
      /** Day as text: it has no time zone. */
      valid_from: ColumnType<string, string, string>
      confirmed: boolean
    }
    delivery_methods: {
      id: string
      /** Names by language; JSON, written as text. */
      names: ColumnType<Texts, string, string>
      kind: Generated<DeliveryKind>
      countries: string[] | null
      left_out: Generated<string[]>
      price: number
      /** Steps of the price; JSON, written as text. */
      bands: ColumnType<StoredBand[], string | undefined, string>
      currency: string | null
      free_from: number | null
      max_weight: number | null
      collect_at: Generated<string>
      /** Texts by language; JSON, written as text. */
      opening_hours: ColumnType<Texts, string | undefined, string>
      days_least: number
      days_most: number
      active: Generated<boolean>
      position: Generated<number>
      /** Code of the carrier of its parcels. */
      carrier: string | null
    }
    discount_codes: {
      code: string
      kind: 'percent' | 'amount' | 'free_delivery'
      value: number
      currency: string | null
      min_total: number | null
      valid_from: Date | null
      valid_until: Date | null
      max_uses: number | null
      max_uses_per_customer: number | null
      product_ids: number[] | null
      categories: string[] | null
      active: Generated<boolean>
      used: Generated<number>
      created_at: Date
    }
    discount_uses: { code: string; order_id: number; user_id: string }
    order_payments: {
      order_id: number
      status:
        | PaymentRecord
        | 'pending'
        | 'partly_paid'
        | 'partly_refunded'
        | 'disputed'
        | 'charged_back'
        | 'dispute_ended'
      by_user: string
      at: Date
    }
    order_tracking_numbers: {
      id: GeneratedAlways<number>
      order_id: number
      tracking_number: string
      carrier: string | null
      by_user: string
      at: Date
    }
    /** Steps with the event that tells the owner. */
    order_steps: { order_id: number; status: OrderStatus; by_user: string; at: Date; event_id?: string | null }
  }
}

declare module '../events/announce.ts' {
  interface EventPayloads {
    'order.placed': { orderId: number }
    'order.confirmation_requested': { orderId: number }
    'order.shipped': { orderId: number }
    'order.ready_to_collect': { orderId: number }
    'order.cancelled': { orderId: number }
    /** `parcel`: its number; one from before parcels were numbered is the last one. */
    'order.tracking_number_changed': { orderId: number; parcel?: number }
    'shop.order_placed': { orderId: number }
    /** `2026-11-26`: a day of the shop. */
    'shop.orders_of_day': { day: string }
  }
}

declare module '../events/publish.ts' {
  interface FeedData
    extends Record<`order.${OrderStatus}`, { orderId: number; status: OrderStatus }>,
      Record<`order.${PaymentRecord}`, { orderId: number }> {
    'order.tracking_number_changed': { orderId: number }
  }
}
