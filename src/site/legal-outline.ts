/**
 * Fills a legal page that the shop has not written yet: a title and headings in the language of the page, and the facts that
 * the shop has entered already. Only somebody who knows the law of the country can say what belongs below them.
 */
import { inLanguageFor } from '../shop/in-words.ts'
import { LEGAL_NAMES, type LegalSlug } from '../shop/legal-pages.ts'
import type { ShopSettings } from '../shop/settings.ts'
import type { Language } from '../words/languages.ts'
import type { PlainText } from '../words/text.ts'
import { t } from '../words/words.ts'

const HEADINGS: Record<LegalSlug, readonly PlainText[]> = {
  // Directive 2000/31/EC, Article 5(1)
  imprint: ['Who we are', 'Contact', 'Register', 'VAT ID'],
  // Directive 2011/83/EU, Article 6(1); Directive 2013/11/EU, Article 13, for the last one
  terms: [
    'How a contract comes about',
    'Prices and payment',
    'Delivery',
    'Right of withdrawal',
    'Legal guarantee',
    'Complaints and settlement of disputes',
  ],
  // Regulation (EU) 2016/679, Article 13(1) and (2)
  privacy: [
    'Who is responsible',
    'Which data we use, for what, and on which legal basis',
    'Who receives your data',
    'How long we keep your data',
    'Your rights',
    'Complaints to a supervisory authority',
  ],
  // Directive 2011/83/EU, Annex I and Article 16
  withdrawal: ['Right of withdrawal', 'Effects of withdrawal', 'When you cannot withdraw', 'Model withdrawal form'],
  delivery: ['Where we deliver', 'Times of delivery', 'Costs of delivery'],
}

/** More headings of the imprint, by country of the shop. */
const OF_COUNTRY: Readonly<Record<string, readonly PlainText[]>> = {
  // § 5 (1) no. 1 Digitale-Dienste-Gesetz
  DE: ['Represented by'],
  // Loi n° 2004-575 (LCEN), article 6 III 1 c) and d), since 2024 article 1-1 II
  FR: ['Director of publication', 'Host of this site'],
}

type Facts = Pick<
  ShopSettings,
  'languages' | 'country' | 'legalName' | 'seat' | 'vatId' | 'registerNumber' | 'directors'
>

export function outlineOf(slug: LegalSlug, language: Language, shop: Facts): { title: string; body: string } {
  return inLanguageFor(language, shop, () => {
    const more = slug === 'imprint' ? (OF_COUNTRY[shop.country] ?? []) : []
    const parts = [...HEADINGS[slug], ...more].map(heading => `## ${t(heading)}\n\n${knownUnder(heading, slug, shop)}`)
    return { title: t(LEGAL_NAMES[slug]), body: parts.map(part => part.trimEnd()).join('\n\n') }
  })
}

/** A backslash ends a line of an address, and what Markdown would read as its own is written as it is. */
function knownUnder(heading: PlainText, slug: LegalSlug, { legalName, seat, ...shop }: Facts): string {
  if (slug !== 'imprint') return ''
  const known: Partial<Record<PlainText, string>> = {
    'Who we are': [legalName, ...seat.split('\n')].filter(Boolean).map(escaped).join('\\\n'),
    'VAT ID': escaped(shop.vatId),
    Register: escaped(shop.registerNumber),
    'Represented by': escaped(shop.directors),
  }
  return known[heading] ?? ''
}

function escaped(text: string): string {
  return text.replaceAll(/[\\`*_[\]<>#|~&]/g, String.raw`\$&`)
}
