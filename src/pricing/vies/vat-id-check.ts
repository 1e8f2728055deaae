/** The answer of VIES about the VAT ID of a buyer, as orders keep it and as it is shown. */
import { type Static, Type } from 'typebox'
import { orNull, Time } from '../../http/schemas.ts'
import { spokenTime } from '../../pages/format.ts'
import { t } from '../../words/words.ts'

export const VatIdCheck = Type.Object(
  {
    status: Type.Enum(['valid', 'invalid', 'unavailable'], {
      type: 'string',
      description: '`unavailable`: VIES was down, slow or busy, and nobody has checked the number.',
    }),
    reason: orNull(Type.String(), { description: 'What VIES answered instead, such as `MS_UNAVAILABLE`.' }),
    consultationNumber: orNull(Type.String(), { description: 'The number of the consultation at VIES, as evidence.' }),
    checkedAt: Time,
  },
  { title: 'VatIdCheck' },
)
export type VatIdCheck = Static<typeof VatIdCheck>

/** Says it to staff. */
export function describeCheck({ status, reason, consultationNumber, checkedAt }: VatIdCheck): string {
  const when = spokenTime(new Date(checkedAt))
  if (status === 'unavailable')
    return t('Not checked: VIES gave no answer on {when} ({reason}). Check it by hand', { when, reason: reason ?? '' })
  const answer =
    status === 'valid' ? t('Valid in VIES on {when}', { when }) : t('Not valid in VIES on {when}', { when })
  return consultationNumber ? `${answer}, ${t('consultation number {number}', { number: consultationNumber })}` : answer
}
