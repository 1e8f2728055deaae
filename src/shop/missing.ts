import { LEGAL_NAMES, LEGAL_SLUGS } from './legal-pages.ts'
import type { Shop } from './settings.ts'

/** Lists the facts about the seller that customers must know and that nobody has entered. */
export function missingFacts({ legalName, seat }: Shop): string[] {
  return [
    ...(legalName === '' ? ['The company or person that sells'] : []),
    ...(seat === '' ? ['Its postal address'] : []),
  ]
}

/** Customers who pay by bank transfer have to know where to. */
export function missingAccount({ iban }: Shop): string[] {
  return iban === '' ? ['The IBAN for bank transfers'] : []
}

/** The legal pages that no customer can read. */
export function missingPages({ pages }: Shop): string[] {
  return LEGAL_SLUGS.filter(slug => !pages.includes(slug)).map(slug => `The page "${LEGAL_NAMES[slug]}"`)
}
