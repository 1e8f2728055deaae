/** A return as the API shows it. */
import { type Static, Type } from 'typebox'
import { orNull, Time, Uuid } from '../http/schemas.ts'
import type { ReturnRow } from './queries.ts'
import { RETURN_STATES } from './states.ts'

const State = Type.Enum([...RETURN_STATES])

export const Return = Type.Object(
  {
    id: Uuid,
    orderId: Type.Integer(),
    state: State,
    items: Type.Array(
      Type.Object(
        {
          line: Type.Integer({ description: 'The line of the order.' }),
          productId: Type.Integer(),
          sku: Type.String(),
          name: Type.String(),
          quantity: Type.Integer(),
          restocked: orNull(Type.Integer(), {
            description: 'How many of them can be sold again. Null: not received yet.',
          }),
        },
        { title: 'ReturnItem' },
      ),
    ),
    reason: orNull(Type.String(), { description: 'What the customer says.' }),
    answer: orNull(Type.String(), { description: 'What the shop says.' }),
    label: orNull(Type.String(), { description: 'The address of the label for the parcel.' }),
    refundIban: orNull(Type.String(), {
      description: 'The account for the refund, if the customer named one. For orders that were paid by bank transfer.',
    }),
    goodsTotal: orNull(Type.Integer(), {
      description: 'What was paid for these pieces, in minor units. Null: not received yet.',
    }),
    deliveryTotal: orNull(Type.Integer(), {
      description: 'The delivery, if the whole order has come back with this return.',
    }),
    currency: Type.String(),
    refundId: orNull(Uuid),
    refunded: orNull(Type.Integer(), { description: 'What goes back for it, in minor units.' }),
    credited: orNull(Type.Integer(), {
      description: 'What was taken off the amount that was still due, because nobody had paid.',
    }),
    steps: Type.Array(
      Type.Object({ state: State, at: Time, by: Type.Union([Type.Literal('owner'), Type.Literal('staff')]) }),
    ),
  },
  { title: 'Return' },
)

export function showReturn({ ownerId, userName: _, locale: __, steps, ...row }: ReturnRow): Static<typeof Return> {
  return {
    ...row,
    // Ordered by state and not by time: two steps can have the same time.
    steps: steps
      .toSorted((a, b) => RETURN_STATES.indexOf(a.state) - RETURN_STATES.indexOf(b.state))
      .map(({ state, at, by }) => ({
        state,
        at: new Date(at).toISOString(),
        by: by === ownerId ? 'owner' : 'staff',
      })),
  }
}
