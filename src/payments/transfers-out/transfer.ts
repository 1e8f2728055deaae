/** Transfers that the shop has to make, as the API shows and takes them. */
import { isSEPACountry } from 'ibantools'
import { type Static, Type } from 'typebox'
import { CHECK, directionMark, TRIM } from '../../http/input/keywords.ts'
import { orNull, Time, Uuid } from '../../http/schemas.ts'
import { bicMistake, ibanMistake } from '../../shop/setting-rules.ts'
import type { TransferOut } from './queries.ts'

export const RefundTransfer = Type.Object(
  {
    refundId: Uuid,
    orderId: Type.Integer(),
    amount: Type.Integer({ description: 'In minor units.' }),
    currency: Type.String(),
    holder: Type.String({
      description: 'Whose account it is; the name of the customer until somebody has said another.',
    }),
    iban: orNull(Type.String(), { description: 'null: the customer has not said yet where the money goes.' }),
    bic: orNull(Type.String()),
    reference: Type.String({ description: 'What the customer reads on the statement of the bank.' }),
    state: Type.Enum(['to_transfer', 'done', 'failed']),
    reason: orNull(Type.String()),
    createdAt: Time,
    askedAt: orNull(Time, { description: 'When the customer was last asked for the account.' }),
    fileId: orNull(Type.String({ format: 'uuid' }), { description: 'The file for the bank that it is in.' }),
  },
  { title: 'RefundTransfer' },
)

export function showTransfer(row: TransferOut): Static<typeof RefundTransfer> {
  const { id: refundId, orderId, amount, currency, holder, iban, bic, reference, state, reason, fileId } = row
  return {
    refundId,
    orderId,
    amount,
    currency,
    holder,
    iban,
    bic,
    reference,
    state: state as 'to_transfer',
    reason,
    createdAt: row.createdAt.toISOString(),
    askedAt: row.askedAt?.toISOString() ?? null,
    fileId,
  }
}

/** Banks take 70 characters of a name: `Nm` in the XML schema of the EPC's profile (EPC132-08, 2023 version 1.0, SCT C2PSP). */
const LONGEST_NAME = 70

export const AccountFields = {
  iban: Type.String({ minLength: 1, maxLength: 60, [CHECK]: ibanMistake, description: 'In groups or not.' }),
  holder: Type.String({
    minLength: 1,
    maxLength: LONGEST_NAME,
    pattern: '\\S',
    [TRIM]: 'words',
    [CHECK]: directionMark,
  }),
}

export const RefundAccount = Type.Object(
  {
    ...AccountFields,
    bic: Type.Optional(
      Type.String({
        maxLength: 11,
        [TRIM]: true,
        [CHECK]: (text: string) => (text.trim() ? bicMistake(text.trim()) : undefined),
        description: 'Only banks outside of the European Economic Area ask for it.',
      }),
    ),
  },
  { title: 'RefundAccount' },
)

/** Tests whether a SEPA credit transfer reaches it. */
export function isInSepa(iban: string): boolean {
  return isSEPACountry(iban.slice(0, 2))
}
