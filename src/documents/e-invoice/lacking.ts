/** Names what a document lacks for an e-invoice, and says it in words. */
import { currentLanguage, t } from '../../words/words.ts'

/** Facts that a document can lack. Programs decide by these names. */
const FACTS = {
  buyer: 'the buyer with a country',
  vat_rates: 'the VAT of each line',
  two_decimals: 'a currency of two decimals at most',
  exact_vat: 'VAT that is less than 1.00 away from its rate',
  seller_vat_id: 'the VAT identifier of the seller',
  seller_tax_number: 'the VAT identifier or the tax number of the seller',
  seller_street: 'the street of the seller',
  seller_town: 'the town of the seller',
  seller_postcode: 'the postcode of the seller',
  seller_phone: 'the phone number of the seller',
  seller_email: 'the email address of the seller',
  seller_electronic_address: 'the electronic address of the seller in the Peppol network',
  seller_register_number: 'the register number of the seller',
  buyer_town: 'the town of the buyer',
  buyer_postcode: 'the postcode of the buyer',
  buyer_vat_id: 'the VAT identifier of the buyer',
  buyer_electronic_address: 'the electronic address of the buyer in the Peppol network',
  delivery_day: 'the day of the delivery',
  delivery_place: 'the place of the delivery, as the profile wants it',
  payment_means: 'a means of payment that the country allows',
  national_facts: 'facts that the country of the seller wants and that no shop can enter',
} as const

export type LackedFact = keyof typeof FACTS
export type Lacking = { lacks: LackedFact[] }

export const LACKED_FACTS = Object.keys(FACTS) as LackedFact[]

export function describeLacks(lacks: readonly LackedFact[]): string {
  return `The document says too little for this profile. It lacks ${new Intl.ListFormat('en').format(lacks.map(fact => FACTS[fact]))}.`
}

/** Names them in the language of the reader. */
export function namesOf(lacks: readonly LackedFact[]): string {
  return new Intl.ListFormat(currentLanguage()).format(lacks.map(fact => t(FACTS[fact])))
}
