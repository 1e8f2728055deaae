/** Says to customers whose VAT an order carries, or why it carries none. */

import type { Shop } from '../shop/settings.ts'
import { LANGUAGES, type Language } from '../words/languages.ts'
import { currentLanguage, inLanguage, t } from '../words/words.ts'
import { countryName } from '../world/countries.ts'
import { SMALL_BUSINESS } from '../world/small-business.ts'
import { isInUnion } from '../world/territories.ts'
import type { PriceRow } from './price-sql.ts'
import type { CheckedBuyer } from './vies/check.ts'

/** Goods that leave the Union from a shop in it carry no VAT. */
export function isExport(from: string, place: string, taxes: readonly { tax: number }[]): boolean {
  return isInUnion(from) && !isInUnion(place) && taxes.every(({ tax }) => tax === 0)
}

type Taxed = Pick<PriceRow, 'place' | 'taxes' | 'vat_rule' | 'delivery'>
type Rule = Pick<Shop, 'country' | 'vatRule'>

/** Tells customers about the VAT of a price, by language; null: nothing to say. */
export function vatNotes(price: Taxed, shop: Rule, buyer: CheckedBuyer): Record<Language, string> | null {
  const notes = LANGUAGES.map(language => [language, inLanguage(language, () => vatNote(price, shop, buyer))] as const)
  return notes[0]![1] === '' ? null : (Object.fromEntries(notes) as Record<Language, string>)
}

function vatNote(price: Taxed, shop: Rule, buyer: CheckedBuyer): string {
  const place = countryName(price.place, currentLanguage())
  if (price.vat_rule === 'reverse_charge') return t('Without VAT: the buyer owes the VAT (reverse charge).')
  const notes = [
    ...refusalOf(buyer, price),
    ...(shop.vatRule === 'none' ? [smallBusinessText(shop.country)] : []),
    ...(isExport(shop.country, price.place, price.taxes)
      ? [t('{place}: without VAT, import tax is due on arrival.', { place })]
      : []),
  ]
  return notes.join(' ')
}

/** Says why a VAT ID changes nothing. What is collected has VAT in any case. */
function refusalOf({ vatId, check }: CheckedBuyer, { delivery }: Taxed): string[] {
  if (vatId !== null || check === null || delivery?.kind === 'collection') return []
  return check.status === 'invalid'
    ? [t('The register VIES does not have this VAT ID, so the order carries VAT.')]
    : [t('The register VIES cannot check this VAT ID at the moment, so the order carries VAT.')]
}

/** The sentence of the country, as it is on the shop's invoices. */
export function smallBusinessText(country: string): string {
  const general = isInUnion(country)
    ? t('Without VAT: small business (Article 284 of Directive 2006/112/EC).')
    : t('Without VAT: small business.')
  return SMALL_BUSINESS[country] ?? general
}
