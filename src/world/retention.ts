import type { PlainText } from '../words/text.ts'

/**
 * Years that the law of a country wants invoices kept, after the end of a year, and which year that is. Most of these laws count from the
 * end of the financial year, and some from the day of the invoice (Estonia, Ireland): the end of the calendar year is that day or later.
 * With another financial year the count may begin later (Austria, Finland, Sweden: with the end of the calendar year in which it ends).
 * docs/world.md names the member states for which no source was found. They have the years that the shop has set, 10 by default.
 */
type Retention = {
  years: number
  /** The year in which the invoice was issued, or the one in which its VAT fell due. */
  from: 'issued' | 'due'
  law: PlainText
}

const RETENTION: Readonly<Record<string, Retention>> = {
  AT: { years: 7, from: 'issued', law: '§ 132 BAO' },
  BE: { years: 10, from: 'issued', law: 'Article 60 of the VAT Code, in the version of the Law of 20 November 2022' },
  CZ: { years: 10, from: 'issued', law: '§ 35 of the VAT Act, 235/2004 Sb.' },
  DE: { years: 8, from: 'issued', law: '§ 14b UStG and § 147 AO, in the version of the Fourth Bureaucracy Relief Act' },
  // Den juridiske vejledning of Skattestyrelsen, on the storage of accounts.
  DK: { years: 5, from: 'issued', law: 'Bogføringsloven, chapter 5' },
  EE: { years: 7, from: 'issued', law: '§ 36 of the Käibemaksuseadus and § 12 of the Raamatupidamise seadus' },
  ES: { years: 6, from: 'issued', law: 'Article 30 of the Código de Comercio' },
  FI: { years: 6, from: 'issued', law: 'Kirjanpitolaki 1336/1997, chapter 2, § 10' },
  FR: { years: 10, from: 'issued', law: 'Article L123-22 of the Code de commerce' },
  HU: { years: 8, from: 'issued', law: 'Act C of 2000 on accounting' },
  IE: { years: 6, from: 'issued', law: 'Section 84(3) of the Value-Added Tax Consolidation Act 2010' },
  IT: { years: 10, from: 'issued', law: 'Article 2220 of the Codice civile' },
  // The tax of a month falls due in the next one, so that of December falls due in the next year.
  PL: { years: 5, from: 'due', law: 'Article 112 of the VAT Act with Article 70 of the Ordynacja podatkowa' },
  PT: { years: 10, from: 'issued', law: 'Article 52 of the Código do IVA, in the version of Decreto-Lei 49/2025' },
  SE: { years: 7, from: 'issued', law: 'Bokföringslagen 1999:1078, chapter 7, § 2' },
  SK: { years: 10, from: 'issued', law: '§ 76 of the VAT Act, 222/2004 Z. z.' },
}

export function retentionOf(country: string): Retention | undefined {
  return RETENTION[country]
}
