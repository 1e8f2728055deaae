/** Transfers that came in, as the API shows them. */
import { type Static, Type } from 'typebox'
import { Day, orNull, Time, Uuid } from '../../http/schemas.ts'
import type { IncomingRow } from './queries.ts'
import { TRANSFER_STATES } from './tables.ts'

export const IncomingTransfer = Type.Object(
  {
    id: Uuid,
    state: Type.Enum([...TRANSFER_STATES], {
      description:
        '`open`: from a statement of the bank, and nobody has said yet what it is for. `booked`: it pays the ' +
        'orders in `parts`. `set_aside`: it pays no order. `known`: somebody had noted it before the statement ' +
        'came. `undone`: noted by mistake.',
    }),
    source: Type.Enum(['noted', 'statement']),
    amount: Type.Integer({ description: 'In minor units.' }),
    currency: Type.String(),
    bookedOn: orNull(Day, { description: 'The day on which the bank booked it.' }),
    payer: orNull(Type.String()),
    payerAccount: orNull(Type.String()),
    reference: orNull(Type.String(), { description: 'What the payer wrote.' }),
    note: orNull(Type.String(), { description: 'Why it was set aside.' }),
    parts: Type.Array(
      Type.Object({
        orderId: Type.Integer(),
        amount: Type.Integer(),
        surplus: Type.Boolean({ description: 'More than was due, so it goes back.' }),
      }),
      { description: 'The orders that it pays.' },
    ),
    notedAt: Type.String({ ...Time, description: 'When it was noted, or its statement uploaded.' }),
    notedBy: Type.String({ ...Uuid, description: 'The user or API key that noted it.' }),
  },
  { title: 'IncomingTransfer' },
)
export type IncomingTransfer = Static<typeof IncomingTransfer>

export function showIncoming({ notedAt, entryKey, isReturn: _, ...row }: IncomingRow): IncomingTransfer {
  return { ...row, source: entryKey === null ? 'noted' : 'statement', notedAt: notedAt.toISOString() }
}
