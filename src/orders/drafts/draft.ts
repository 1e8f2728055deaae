/**
 * A draft order: what staff have agreed with a customer, who confirms it by a link.
 *
 *   draft ──▶ sent ──▶ confirmed (it is an order now)
 *     │        │ └───▶ expired, by its time; sending it again makes it sent
 *     └────────┴─────▶ withdrawn
 */
import { type Static, Type } from 'typebox'
import { UserName } from '../../accounts/input.ts'
import { UserReference } from '../../accounts/users/user.ts'
import { PRICE_MAX } from '../../database/schema.ts'
import { RowId } from '../../http/filters.ts'
import { Email } from '../../http/input/email.ts'
import { TRIM } from '../../http/input/keywords.ts'
import { orNull, Time, Uuid } from '../../http/schemas.ts'
import { DeliveryAddress, NewDeliveryAddress } from '../delivery-address.ts'
import { MAX_LINES, MAX_QUANTITY } from '../order.ts'

export const DRAFT_STATES = ['draft', 'sent', 'confirmed', 'withdrawn', 'expired'] as const
export type DraftState = (typeof DRAFT_STATES)[number]

const Amount = Type.Integer({ minimum: 0, maximum: PRICE_MAX, description: 'In minor units.' })

export const DraftOrder = Type.Object(
  {
    id: Uuid,
    state: Type.Enum([...DRAFT_STATES]),
    version: Type.Integer({
      description: 'One more with each change. A customer confirms the version that was shown.',
    }),
    customer: UserReference,
    isGuest: Type.Boolean({ description: 'The customer has no account.' }),
    items: Type.Array(
      Type.Object(
        {
          productId: RowId,
          sku: Type.String(),
          name: Type.String(),
          quantity: Type.Integer(),
          unitPrice: Type.Integer({ description: 'Kept until the draft expires, whatever the product costs then.' }),
          lineTotal: Type.Integer(),
        },
        { title: 'DraftOrderItem' },
      ),
    ),
    discount: Amount,
    deliveryTotal: Amount,
    total: Type.Integer({ description: 'What the customer pays, VAT included.' }),
    currency: Type.String(),
    delivery: orNull(Uuid, { description: 'The delivery method; null: the first one that goes there.' }),
    deliveryAddress: orNull(DeliveryAddress),
    billingAddress: orNull(DeliveryAddress),
    message: Type.String({ description: 'A note to the customer, in the email and beside the button.' }),
    validDays: Type.Integer({ description: 'How long a link works after it was sent.' }),
    sentAt: orNull(Time),
    expiresAt: orNull(Time),
    orderId: orNull(Type.Integer(), { description: 'The order that it became.' }),
    createdAt: Time,
    updatedAt: Time,
  },
  { title: 'DraftOrder' },
)
export type DraftOrder = Static<typeof DraftOrder>

const Item = Type.Object({
  productId: Type.Optional(Type.Integer({ ...RowId, description: 'The product, or `sku`.' })),
  sku: Type.Optional(Type.String({ minLength: 1, maxLength: 100, [TRIM]: 'typed' })),
  quantity: Type.Integer({ minimum: 1, maximum: MAX_QUANTITY }),
  unitPrice: Type.Optional(
    Type.Integer({ minimum: 0, maximum: PRICE_MAX, description: 'The price of a piece. Default: that of today.' }),
  ),
})
export type WantedItem = Static<typeof Item> | null

const content = {
  items: Type.Array(orNull(Item), {
    minItems: 1,
    maxItems: MAX_LINES,
    description: 'A null is left out, so that a form can have empty rows.',
  }),
  discount: Type.Integer({ minimum: 0, maximum: PRICE_MAX, description: 'Off the goods, at most what they cost.' }),
  currency: Type.String({ minLength: 3, maxLength: 3, description: 'Checked against that of the products.' }),
  delivery: orNull(Uuid, { description: 'The id of a delivery method. Default: the first one that goes there.' }),
  deliveryAddress: orNull(NewDeliveryAddress),
  billingAddress: orNull(NewDeliveryAddress),
  message: Type.String({ maxLength: 1000, description: 'A note to the customer, in the email and beside the button.' }),
  validDays: Type.Integer({ minimum: 1, maximum: 90, description: 'How long the link works. 14 by default.' }),
}

const { items, ...optional } = content

export const NewDraftOrder = Type.Object(
  {
    userId: Type.Optional(Type.String({ ...Uuid, description: 'The account of the customer, or `email`.' })),
    email: Type.Optional({ ...Email, description: 'Where the link goes, for a customer without an account.' }),
    userName: Type.Optional({ ...UserName, description: 'Default: the name of the delivery address.' }),
    items,
    ...Type.Partial(Type.Object(optional)).properties,
  },
  {
    title: 'NewDraftOrder',
    'x-resource': 'user-input',
    examples: [
      {
        email: 'ada@example.com',
        items: [{ productId: 1, quantity: 2 }],
        message: 'As agreed on the telephone.',
      },
    ],
  },
)
export type NewDraftOrder = Static<typeof NewDraftOrder>

export const DraftOrderChange = Type.Object(
  {
    email: Type.Optional({ ...Email, description: 'Corrects the address of a customer without an account.' }),
    ...Type.Partial(Type.Object(content)).properties,
  },
  { title: 'DraftOrderChange', examples: [{ items: [{ productId: 1, quantity: 3 }] }] },
)
export type DraftOrderChange = Static<typeof DraftOrderChange>
