/** An order as the API shows it. */

import { type Static, Type } from 'typebox'
import { UserReference } from '../accounts/users/user.ts'
import { BasePrice, type Content, withBasePrice } from '../catalogue/attributes/base-price.ts'
import { RowId } from '../http/filters.ts'
import { CHECK, directionMark, TRIM } from '../http/input/keywords.ts'
import { Metadata, orNull, Time, Uuid } from '../http/schemas.ts'
import { PAYMENT_METHODS, type PaymentMethod } from '../payments/states.ts'
import type { StoredDelivery } from '../pricing/delivery/stored.ts'
import type { PriceRow } from '../pricing/price-sql.ts'
import { LINE_TOTALS, netOf, percentOf, showDelivery, showTax, TOTALS } from '../pricing/totals.ts'
import { VatIdCheck } from '../pricing/vies/vat-id-check.ts'
import { buyerVatIdMistake } from './buyer-vat-id.ts'
import { DeliveryAddress, NewDeliveryAddress } from './delivery-address.ts'
import { newestOf, type ParcelRow, ShownCarrier, ShownParcel, showParcels } from './parcels/parcel.ts'
import { isOut, ORDER_STATUSES, type OrderStatus, PAYMENT_STATUSES, type PaymentStatus, shownStatus } from './states.ts'

const Status = Type.Enum([...ORDER_STATUSES])

export const OrderLine = Type.Object(
  {
    line: Type.Integer({ description: 'The number of the line, for returns.' }),
    productId: Type.Integer(),
    sku: Type.String(),
    name: Type.String({ description: 'With its values, if it is a product of a group: "Shirt (red, M)".' }),
    options: Type.String({
      description:
        'Which product of its group it is: "Colour: red; Size: M", in the words of that day. Empty without a group.',
    }),
    unitPrice: Type.Integer({
      description:
        'In minor units, at the time of the order. With `reverseCharge` without VAT, and rounded: `lineTotal` is exact.',
    }),
    basePrice: Type.Optional(BasePrice),
    quantity: Type.Integer(),
    returned: Type.Integer({ description: 'How many of them are on their way back, or are back.' }),
    shipped: Type.Integer({ description: 'How many of them have left.' }),
    ...LINE_TOTALS,
  },
  { title: 'OrderItem' },
)

export const Order = Type.Object(
  {
    id: Type.Integer(),
    status: Status,
    items: Type.Array(OrderLine),
    ...TOTALS,
    currency: Type.String(),
    discountCode: orNull(Type.String()),
    owner: UserReference,
    placedAt: Time,
    updatedAt: Type.String({
      ...Time,
      description: 'What `updated_since` compares: the last step, payment, edit, return, tracking number or metadata.',
    }),
    note: orNull(Type.String()),
    trackingNumber: orNull(Type.String(), { description: 'Of the last parcel.' }),
    carrier: orNull(ShownCarrier, { description: 'Of the newest parcel.' }),
    trackingUrl: orNull(Type.String(), { description: 'Where the newest parcel can be followed.' }),
    parcels: Type.Array(ShownParcel, {
      description:
        'The parcels that have left. An order of which only a part has left is still `processing`; with the last parcel it is `shipped`.',
    }),
    termsVersion: orNull(Type.Integer(), {
      description:
        'The terms that were in force when the order was placed: `/terms?version=` and this number. Null if there were none.',
    }),
    locale: orNull(Type.String(), {
      description:
        'The language that the customer ordered in: that of the page or of `Accept-Language`, else of the ' +
        'account. Null for orders from before Semel kept it.',
    }),
    deliveryAddress: orNull(DeliveryAddress),
    billingAddress: orNull(DeliveryAddress, {
      description: 'The address on the invoice; null: the one of the delivery.',
    }),
    vatId: orNull(Type.String(), { description: 'The VAT ID of the business that buys, as its invoice has it.' }),
    vatIdCheck: orNull(VatIdCheck, { description: 'What VIES said about it; null: nobody asked.' }),
    buyerReference: orNull(Type.String(), { description: 'What the buyer wants to read on the invoice.' }),
    payment: Type.Object(
      {
        method: Type.Enum([...PAYMENT_METHODS]),
        status: Type.Enum([...PAYMENT_STATUSES]),
        received: Type.Integer({
          description:
            'What came from the customer, in minor units. With status `open`, bank transfers have brought a part, and `due` is the rest.',
        }),
        refunded: Type.Integer({ description: 'What went back to the customer, in minor units.' }),
        credited: Type.Integer({ description: 'What returns took off the total before anybody had paid.' }),
        due: Type.Integer({
          description:
            'What the customer still has to pay: the total, less what was taken off it and what came. 0 when ' +
            'nobody asks for money anymore.',
        }),
      },
      { 'x-resource': 'order-payment' },
    ),
    steps: Type.Array(
      Type.Object({
        status: Status,
        at: Time,
        by: Type.Union([Type.Literal('owner'), Type.Literal('staff')]),
      }),
    ),
  },
  { title: 'Order' },
)
export type Order = Static<typeof Order>

/** Far more than a person orders, and small enough that every total stays an exact integer. */
export const MAX_QUANTITY = 10_000
export const MAX_LINES = 100

export const ProductId = RowId

const DiscountCode = Type.String({ minLength: 1, maxLength: 100, examples: ['SUMMER24'] })

export const NewOrder = Type.Object(
  {
    userId: Type.Optional(
      Type.String({ ...Uuid, description: 'The owner, with an API key. A user can leave it out.' }),
    ),
    items: Type.Array(
      Type.Object({
        productId: ProductId,
        quantity: Type.Integer({ minimum: 1, maximum: MAX_QUANTITY }),
      }),
      { minItems: 1, maxItems: MAX_LINES },
    ),
    note: Type.Optional(Type.String({ maxLength: 1000 })),
    deliveryAddress: Type.Optional(NewDeliveryAddress),
    billingAddress: Type.Optional(NewDeliveryAddress),
    vatId: Type.Optional(
      Type.String({
        maxLength: 20,
        [TRIM]: 'words',
        [CHECK]: buyerVatIdMistake,
        description:
          'For a business: its VAT ID, which the invoice names. Its form and its check digits have to be right. In a shop with the ' +
          'setting `reverseCharge`, one of another member state can free the order of VAT. Empty: none.',
      }),
    ),
    buyerReference: Type.Optional(
      Type.String({
        maxLength: 100,
        [TRIM]: 'words',
        [CHECK]: directionMark,
        description: 'What the invoice should name: an order number of the buyer, or a Leitweg-ID.',
      }),
    ),
    keepDeliveryAddress: Type.Optional(
      Type.Boolean({ description: 'Keep it in the address book of the owner too, unless the book is full.' }),
    ),
    keepBillingAddress: Type.Optional(Type.Boolean({ description: 'The same for the address on the invoice.' })),
    delivery: Type.Optional(
      Type.String({ ...Uuid, description: 'The id of a delivery method. Default: the first one that goes there.' }),
    ),
    discountCode: Type.Optional(DiscountCode),
    payment: Type.Optional(
      Type.Object({
        method: Type.Enum([...PAYMENT_METHODS], {
          description: 'By bank transfer after an invoice, or online: then pay with `POST /orders/{id}/payment`.',
        }),
      }),
    ),
    metadata: Type.Optional(Metadata),
    expectedTotal: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: Number.MAX_SAFE_INTEGER,
        description: 'The total that the client expects. If the real total differs, the answer is 409.',
      }),
    ),
    expectedCurrency: Type.Optional(
      Type.String({
        pattern: '^[A-Z]{3}$',
        'x-reason': 'must be a currency of three letters like EUR',
        description: 'The currency of the expected total, checked in the same way.',
      }),
    ),
  },
  {
    title: 'NewOrder',
    // Has no user and no total, so that readers can send it unchanged.
    examples: [
      {
        items: [{ productId: 1, quantity: 1 }],
        note: 'Please ring twice.',
        deliveryAddress: {
          name: 'Ada Lovelace',
          line1: '12 St James Square',
          postcode: 'SW1Y 4JH',
          city: 'London',
          country: 'GB',
        },
      },
    ],
  },
)
export type NewOrder = Static<typeof NewOrder>

type OrderRow = Omit<
  Order,
  | 'netTotal'
  | 'items'
  | 'payment'
  | 'placedAt'
  | 'updatedAt'
  | 'steps'
  | 'taxes'
  | 'delivery'
  | 'carrier'
  | 'trackingUrl'
  | 'parcels'
> &
  Pick<ParcelRow, 'carrier' | 'parts' | 'ownCarriers'> & {
    paymentMethod: PaymentMethod
    paymentStatus: PaymentStatus
    received: number
    refunded: number
    credited: number
    due: number
    placedAt: Date
    updatedAt: Date
    items: (Omit<Static<typeof OrderLine>, 'taxRate' | 'basePrice'> & Content & { rate: number | null })[]
    taxes: PriceRow['taxes']
    delivery: StoredDelivery | null
    steps: { status: OrderStatus; at: string | Date; by: string }[]
  }

export function showOrder({
  placedAt,
  updatedAt,
  items,
  steps,
  owner,
  paymentMethod,
  paymentStatus,
  received,
  refunded,
  credited,
  due,
  taxes,
  delivery,
  carrier,
  parts,
  ownCarriers,
  ...order
}: OrderRow): Order {
  const parcels = showParcels({ ...order, items, steps, placedAt, carrier, parts, ownCarriers })
  return {
    ...order,
    netTotal: netOf({ total: order.total, taxes }),
    ...newestOf(parcels),
    parcels,
    payment: { method: paymentMethod, status: shownStatus(paymentStatus), received, refunded, credited, due },
    owner,
    placedAt: placedAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
    items: items.map(item => showItem(isOut(order.status) ? { ...item, shipped: item.quantity } : item)),
    taxes: taxes.map(showTax),
    delivery: delivery && showDelivery(delivery),
    // Ordered by state and not by time: two steps can have the same time, or times from machines whose clocks differ.
    steps: steps
      .toSorted((a, b) => ORDER_STATUSES.indexOf(a.status) - ORDER_STATUSES.indexOf(b.status))
      .map(({ status, at, by }) => ({
        status,
        at: new Date(at).toISOString(),
        by: by === owner.id ? 'owner' : 'staff',
      })),
  }
}

function showItem({
  rate,
  content_amount,
  content_unit,
  ...item
}: OrderRow['items'][number]): Static<typeof OrderLine> {
  return {
    ...item,
    ...withBasePrice(item.unitPrice, { content_amount, content_unit }),
    taxRate: rate === null ? null : percentOf(rate),
  }
}
