/** An order of the shop from which a customer came along, as the API shows it. */
import { type Static, Type } from 'typebox'
import { INT_MAX, PRICE_MAX } from '../../database/schema.ts'
import { TRIM } from '../../http/input/keywords.ts'
import { orNull, Time, Uuid } from '../../http/schemas.ts'
import { DeliveryAddress } from '../delivery-address.ts'
import type { PastOrderRow } from './queries.ts'

const amount = (description: string) => Type.Integer({ minimum: 0, maximum: PRICE_MAX, description })
const text = (maxLength: number, more = {}) =>
  Type.String({ minLength: 1, maxLength, pattern: '\\S', [TRIM]: 'words', ...more })

const item = {
  name: text(200),
  quantity: Type.Integer({ minimum: 1, maximum: INT_MAX }),
  unitPrice: amount('In minor units of the currency: 1999 is 19.99.'),
}

/** Fields that describe an order wherever it was placed. */
export const order = {
  number: text(100, { description: 'The number that the customer knows.', examples: ['M-10023'] }),
  placedAt: Time,
  status: Type.Enum(['delivered', 'cancelled'], {
    description: 'An order on which somebody still works is finished where it was placed.',
  }),
  currency: Type.String({
    pattern: '^[A-Z]{3}$',
    'x-reason': 'must be three capital letters like EUR',
    description: 'ISO 4217',
    examples: ['EUR'],
  }),
  total: amount('What the customer paid, with delivery and discounts, in minor units of the currency.'),
}

export const givenItems = Type.Array(
  Type.Object({ ...item, sku: Type.Optional(text(100)) }, { title: 'ImportedOrderItem' }),
  { minItems: 1, maxItems: 200 },
)

export const PastOrder = Type.Object(
  {
    id: Uuid,
    ...order,
    items: Type.Array(Type.Object({ ...item, sku: orNull(Type.String()) }, { title: 'PastOrderItem' })),
    deliveryAddress: orNull(DeliveryAddress),
    billingAddress: Type.Optional(DeliveryAddress),
    userId: Uuid,
  },
  { title: 'PastOrder' },
)
export type PastOrder = Static<typeof PastOrder>

export function showPastOrder(row: PastOrderRow): PastOrder {
  const { id, number, placed_at, status, currency, total, items, delivery_address, billing_address, owner_id } = row
  return {
    id,
    number,
    placedAt: placed_at.toISOString(),
    status,
    currency,
    total,
    items: items.map(({ name, quantity, unitPrice, sku }) => ({ name, quantity, unitPrice, sku })),
    deliveryAddress: delivery_address,
    ...(billing_address && { billingAddress: billing_address }),
    userId: owner_id,
  }
}
