/** Parts of pages that show orders. */
import { type BasePrice, basePriceText } from '../catalogue/attributes/base-price.ts'
import { productPicture } from '../catalogue/product-picture.ts'
import type { Pictured } from '../catalogue/queries.ts'
import { type Html, html } from '../html/html.ts'
import { badge, stateBadge } from '../pages/components.ts'
import { money } from '../pages/format.ts'
import type { PaymentMethod } from '../payments/states.ts'
import { collectionRows, costRows, daysText, taxRows } from '../pricing/cost-rows.ts'
import type { Delivery, Totals } from '../pricing/totals.ts'
import type { Text } from '../words/text.ts'
import { t } from '../words/words.ts'
import { addressLines, type DeliveryAddress } from './delivery-address.ts'
import type { ShownParcel } from './parcels/parcel.ts'
import { ORDER_PAYMENT_LABELS, type OrderStatus, type PaymentStatus } from './states.ts'

/** Words after the checkout, on the page of the order. */
export const THANKS = 'Thank you. Your order is placed.'

/** Ways to pay an order, as pages name them. */
export const METHOD_TEXT = { invoice: 'By invoice', online: 'Online' } as const satisfies Record<PaymentMethod, Text>

/** Nobody has to pay a cancelled order, or one of things that cost nothing. What went back from one that became free is said. */
export function nothingToPay(
  payment: PaymentStatus,
  { status, total }: { status: OrderStatus; total: number },
): boolean {
  return payment === 'open' ? status === 'cancelled' || total === 0 : payment === 'paid' && total === 0
}

export function paymentBadge(
  payment: PaymentStatus,
  order: { status: OrderStatus; total: number },
  reader: 'customer' | 'staff' = 'customer',
): Html {
  if (nothingToPay(payment, order)) return badge('Nothing to pay')
  return stateBadge(ORDER_PAYMENT_LABELS[payment], reader)
}

export function addressPart(address: DeliveryAddress): Html {
  return html`<address>${addressLines(address).map((line, index) => html`${index > 0 && html`<br>`}${line}`)}</address>`
}

/** Says how the order reaches the customer: its address, or the place of its collection. */
export function travelFacts({ delivery, deliveryAddress }: Travel): (readonly [string, Html | string])[] {
  if (delivery?.collection) {
    const rows = collectionRows(delivery)
    return [
      [t('Collection'), delivery.name],
      ...rows.map(([label, value]) => [label, html`<span class="as-written">${value}</span>`] as const),
    ]
  }
  return [
    ...(delivery ? [['Delivery', `${delivery.name}, ${daysText(delivery.days)}`] as const] : []),
    ...(deliveryAddress ? [['Deliver to', addressPart(deliveryAddress)] as const] : []),
  ]
}

type Travel = { delivery: Delivery | null; deliveryAddress: DeliveryAddress | null }

/** The address of the invoice, if it is another one, and the phone for the carrier. */
export function moreOfAddress({
  billingAddress,
  deliveryAddress,
  vatId,
  buyerReference,
}: Addresses): (readonly [string, Html | string])[] {
  return [
    ...(billingAddress ? [[t('Invoice to'), addressPart(billingAddress)] as const] : []),
    ...(vatId ? [[t('VAT ID of the customer'), vatId] as const] : []),
    ...(buyerReference ? [[t('Reference of the customer'), buyerReference] as const] : []),
    ...phoneFact(deliveryAddress),
  ]
}

export function phoneFact(address: DeliveryAddress | null): (readonly [string, string])[] {
  return address?.phone ? [[t('Phone'), address.phone]] : []
}

type Addresses = {
  deliveryAddress: DeliveryAddress | null
  billingAddress: DeliveryAddress | null
  vatId: string | null
  buyerReference: string | null
}

/** The terms that the order was placed under, in the language of its customer then, for a list of facts. */
export function termsFact({
  termsVersion,
  locale,
}: {
  termsVersion: number | null
  locale: string | null
}): (readonly [string, Html])[] {
  if (termsVersion === null) return []
  return [
    [
      t('Terms'),
      html`<a href="/terms?version=${termsVersion}${locale && `&locale=${locale}`}">${t('Terms of this order')}</a>`,
    ],
  ]
}

type Content = { line: number; name: string }

/** The number of each parcel, and where it can be followed. One of several says what is in it. */
export function trackingFacts(parcels: readonly ShownParcel[], items: readonly Content[]): (readonly [string, Html])[] {
  const nameOf = (line: number) => items.find(item => item.line === line)?.name ?? ''
  return parcels.flatMap(parcel => {
    const content =
      parcels.length > 1 &&
      parcel.items.map(({ line, quantity }) => html`<br><span class="soft">${quantity} × ${nameOf(line)}</span>`)
    const number = followPart(parcel)
    if (!number && !content) return []
    const label = parcels.length > 1 ? t('Parcel {number}', { number: parcel.number }) : 'Tracking number'
    return [[label, html`${number}${content}`] as const]
  })
}

function followPart({ carrier, trackingNumber, trackingUrl }: ShownParcel): Html | undefined {
  if (!trackingNumber) return undefined
  const follow =
    carrier &&
    (trackingUrl
      ? html` <a href="${trackingUrl}" rel="noopener">${t('Follow it at {carrier}', { carrier: carrier.name })}</a>`
      : html` <span class="soft">${carrier.name}</span>`)
  return html`<code>${trackingNumber}</code>${follow}`
}

/** The customer's note with its line breaks, for a list of facts. */
export function noteFact({ note }: { note: string | null }): (readonly [string, Html])[] {
  return note ? [['Note', html`<span class="as-written">${note}</span>`]] : []
}

/** Lists what an order costs and why. VAT is a part of the total, which is last. */
export function costList(costs: Totals & { vatId?: string | null }, currency: string): Html {
  const rows = [...costRows(costs, currency), ...taxRows(costs, currency)]
  return html`<dl class="costs">${rows.map(([label, value]) => html`<div><dt>${label}</dt><dd>${value}</dd></div>`)}
    <div class="whole" data-says-total><dt>${t('Total')}</dt> <dd>${money(costs.total, currency)}</dd></div></dl>`
}

type Line = {
  productId: number
  sku: string
  name: string
  unitPrice: number
  quantity: number
  lineTotal: number
  basePrice?: BasePrice
  /** Currency of a line in a cart; an order has one for all. */
  currency?: string
}

function perUnit({ basePrice }: Line, currency: string): string {
  const text = basePriceText(basePrice, currency)
  return text === undefined ? '' : ` · ${text}`
}

/** The lines of a cart or an order, with a small picture. */
export function itemLines(items: readonly Line[], currency: string, pictures: Map<number, Pictured>): Html {
  return html`<ul class="items">${items.map(
    ({ currency: own = currency, ...item }) => html`<li>
      ${productPicture(pictures.get(item.productId))}
      <p>${
        pictures.get(item.productId)?.isSold ? html`<a href="/products/${item.productId}">${item.name}</a>` : item.name
      }<br><span class="soft"><span class="sku">${item.sku}</span><br>${item.quantity}
        × ${money(item.unitPrice, own)}${perUnit(item, own)}</span></p>
      <p class="price">${money(item.lineTotal, own)}</p>
    </li>`,
  )}</ul>`
}
