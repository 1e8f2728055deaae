/**
 * Time for which the law of a country wants invoices kept: years after the end of a year, and which year that is. Countries that are
 * missing here are not known to Semel. Where the financial year is another one than the calendar year, the count may begin later
 * (Austria: with the end of the calendar year in which it ends).
 */
type Retention = {
  years: number
  /** The year in which the invoice was issued, or the one in which its VAT fell due. */
  from: 'issued' | 'due'
  law: string
}

const RETENTION: Readonly<Record<string, Retention>> = {
  AT: { years: 7, from: 'issued', law: '§ 132 BAO' },
  BE: { years: 10, from: 'issued', law: 'Article 60 of the VAT Code, in the version of the Law of 20 November 2022' },
  DE: { years: 8, from: 'issued', law: '§ 14b UStG and § 147 AO, in the version of the Fourth Bureaucracy Relief Act' },
  FR: { years: 10, from: 'issued', law: 'Article L123-22 of the Code de commerce' },
  // The tax of a month falls due in the next one, so that of December falls due in the next year.
  PL: { years: 5, from: 'due', law: 'Article 112 of the VAT Act with Article 70 of the Ordynacja podatkowa' },
}

export function retentionOf(country: string): Retention | undefined {
  return RETENTION[country]
}
