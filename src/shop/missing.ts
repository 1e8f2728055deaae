/** Lists what a shop still lacks before it opens, in the language of the reader. */
import { type Language, nameOfLanguage } from '../words/languages.ts'
import type { PlainText } from '../words/text.ts'
import { currentLanguage, t } from '../words/words.ts'
import { type SellerFact, wantedFacts } from '../world/seller-facts.ts'
import { LEGAL_NAMES, LEGAL_SLUGS } from './legal-pages.ts'
import type { Texts } from './setting-rules.ts'
import type { Shop } from './settings.ts'

/** Lists the facts about the seller that customers must know and that nobody has entered. */
export function missingFacts({ legalName, seat }: Shop): string[] {
  return [
    ...(legalName === '' ? ['The company or person that sells'] : []),
    ...(seat === '' ? ['Its postal address'] : []),
  ]
}

/** Lists what the law of the country wants on papers and nobody has entered. Papers go out all the same. */
export function missingPaperFacts(shop: Shop): string[] {
  const wanted = wantedFacts(shop.country, shop.legalForm).filter(fact => shop[fact] === '')
  return [
    ...(shop.vatId === '' && shop.taxNumber === '' ? ['your VAT ID or tax number'] : []),
    ...wanted.map(fact => FACT_NAMES[fact]),
  ]
}

const FACT_NAMES: Readonly<Record<SellerFact, string>> = {
  legalForm: 'your legal form, or that you are a sole trader',
  capital: 'the capital of the company',
  registerNumber: 'the number in the register of companies',
  registerPlace: 'the town or court of that register',
  directors: 'the directors of the company',
}

/** Customers who pay by bank transfer have to know where to. */
export function missingAccount({ iban }: Shop): string[] {
  return iban === '' ? ['The IBAN for bank transfers'] : []
}

/** The legal pages that customers cannot read in their language, by the languages of the shop. */
export function missingPages({ languages, pageTexts }: Shop): string[] {
  return languages.flatMap(language =>
    LEGAL_SLUGS.filter(slug => !pageTexts.some(text => text.slug === slug && text.locale === language)).map(slug =>
      languages.length === 1
        ? t('The page "{page}"', { page: t(LEGAL_NAMES[slug]) })
        : t('The page "{page}" in {language}', { page: t(LEGAL_NAMES[slug]), language: sayLanguage(language) }),
    ),
  )
}

/** The languages of the shop that a text lacks, as the end of a line of the list. */
export function missingTexts(texts: Texts, { languages }: Shop, what: PlainText): string[] {
  return languages
    .filter(language => !texts[language])
    .map(language =>
      languages.length === 1 ? t(what) : t('{text} in {language}', { text: t(what), language: sayLanguage(language) }),
    )
}

function sayLanguage(language: Language): string {
  return nameOfLanguage(language, currentLanguage())
}
