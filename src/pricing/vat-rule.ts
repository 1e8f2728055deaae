/** Decides whose VAT an order carries, from the place it goes to and the shop's answer (`vatRule`), and says it to customers. */

import type { Shop } from '../shop/settings.ts'
import type { VatRule } from '../shop/vat-settings.ts'
import { LANGUAGES, type Language } from '../words/languages.ts'
import { currentLanguage, inLanguage, t } from '../words/words.ts'
import { countryName } from '../world/countries.ts'
import { SMALL_BUSINESS } from '../world/small-business.ts'
import { isInUnion, ratesFor, stateOf } from '../world/territories.ts'
import type { PriceRow } from './price-sql.ts'

type Decided = {
  /** Places whose rates count, best first. */
  ratesFrom: string[]
  /** Kept with the order where it changed something; null: the VAT is that of the place. */
  rule: Exclude<VatRule, 'destination'> | null
}

/** Goods to a consumer in another member state carry that state's VAT, or the shop's own below the limit of Article 59c. */
export function decideVat(place: string, { country, vatRule }: Pick<Shop, 'country' | 'vatRule'>): Decided {
  if (vatRule === 'none') return { ratesFrom: [country], rule: 'none' }
  const isAbroad = isInUnion(country) && isInUnion(place) && stateOf(place) !== stateOf(country)
  if (vatRule === 'home' && isAbroad) return { ratesFrom: ratesFor(country), rule: 'home' }
  return { ratesFrom: ratesFor(place), rule: null }
}

/** Goods that leave the Union from a shop in it carry no VAT. */
export function isExport(from: string, place: string, taxes: readonly { tax: number }[]): boolean {
  return isInUnion(from) && !isInUnion(place) && taxes.every(({ tax }) => tax === 0)
}

type Taxed = Pick<PriceRow, 'place' | 'taxes'>
type Rule = Pick<Shop, 'country' | 'vatRule'>

/** Tells customers about the VAT of a price, by language; null: nothing to say. */
export function vatNotes(price: Taxed, shop: Rule): Record<Language, string> | null {
  const notes = LANGUAGES.map(language => [language, inLanguage(language, () => vatNote(price, shop))] as const)
  return notes[0]![1] === '' ? null : (Object.fromEntries(notes) as Record<Language, string>)
}

function vatNote(price: Taxed, shop: Rule): string {
  const place = countryName(price.place, currentLanguage())
  const notes = [
    ...(shop.vatRule === 'none' ? [smallBusinessText(shop.country)] : []),
    ...(isExport(shop.country, price.place, price.taxes)
      ? [t('{place}: without VAT, import tax is due on arrival.', { place })]
      : []),
  ]
  return notes.join(' ')
}

/** The sentence of the country, as it is on the shop's invoices. */
export function smallBusinessText(country: string): string {
  const general = isInUnion(country)
    ? t('Without VAT: small business (Article 284 of Directive 2006/112/EC).')
    : t('Without VAT: small business.')
  return SMALL_BUSINESS[country] ?? general
}
