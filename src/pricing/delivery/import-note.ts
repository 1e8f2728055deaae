/** Tells customers about duty and import tax, where a parcel enters or leaves the Union. */
import { currentLanguage, t } from '../../words/words.ts'
import { countryName } from '../../world/countries.ts'
import { UNION_DUTY } from '../../world/parcels/union-duty.ts'
import { isInUnion, territoryOf } from '../../world/territories.ts'

type Sent = {
  /** The country of the shop. */
  from: string
  to: { country: string; postcode?: string | undefined }
  /** Price of the goods after discounts, in minor units. */
  goods: number
  currency: string
  /** Tells whether the price contains VAT. */
  isTaxed: boolean
  at: Date
}

/** @returns undefined for a parcel within the Union, or one that never comes near it */
export function importNote({ from, to, isTaxed, ...sent }: Sent): string | undefined {
  const [leaves, enters] = [isInUnion(from), isInUnion(territoryOf(to.country, to.postcode))]
  if (leaves === enters || from === '') return undefined
  if (leaves) {
    const country = countryName(to.country, currentLanguage())
    return t(
      'This parcel leaves the European Union. Duty and import tax of {country} may be due when it arrives. Our prices do not contain them, and whoever brings the parcel may collect them from you.',
      { country },
    )
  }
  const charges = isTaxed
    ? t(
        'This parcel comes from outside of the European Union. Customs duty may be due when it arrives, and whoever brings the parcel may collect it from you.',
      )
    : t(
        'This parcel comes from outside of the European Union. Customs duty and import VAT may be due when it arrives, and whoever brings the parcel may collect them from you.',
      )
  return isSmall(sent)
    ? `${charges} ${t('For goods of up to 150 euros the duty is 3 euros for each kind of goods.')}`
    : charges
}

/** Says it for every amount in another currency, because customs choose the rate. */
function isSmall({ goods, currency, at }: Pick<Sent, 'goods' | 'currency' | 'at'>): boolean {
  const { from, until, most } = UNION_DUTY
  return at >= from && at < until && (currency !== 'EUR' || goods <= most)
}
