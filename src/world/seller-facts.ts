/**
 * Facts that the law of a country wants on invoices and business letters about the seller, besides name, address and VAT id, and how its
 * papers write the register. Nobody but the seller knows whether a rule counts, so nothing here is enforced: the set-up asks.
 *
 * France: Code de commerce, R123-237 (SIREN, RCS with its town, seat; also on correspondence) and R123-238 (form and capital of
 * companies). Germany: GmbHG § 35a and AktG § 80 (form, seat, court and number of the register, all directors). Austria: UGB § 14
 * (form, seat, number and court of the Firmenbuch). Belgium: Code des sociétés et des associations, article 2:20 (form, seat, number,
 * RPM with its court), Code de droit économique, article III.25 (number and an account). Italy: Codice civile, articles 2199 and 2250
 * (office and number of the register, capital that was paid in). Netherlands: Handelsregisterwet 2007, article 27 (number). Spain: the
 * form of its register alone; no text of its law on business letters was found. What Real Decreto 1619/2012, article 6, wants on an invoice
 * was compared with our papers: docs/decisions/059.
 */
export const SELLER_FACTS = ['legalForm', 'capital', 'registerNumber', 'registerPlace', 'directors'] as const
export type SellerFact = (typeof SELLER_FACTS)[number]

type Rule = {
  /** Legal forms of companies that the facts are wanted of, as they are abbreviated. */
  companies: RegExp
  facts: readonly SellerFact[]
  /** Wanted of everybody in the register. */
  ofAll?: readonly SellerFact[]
  register: (place: string, number: string) => string
}

const joined = (...parts: string[]) => parts.filter(Boolean).join(' ')
const besides = (place: string, number: string) => [place, number].filter(Boolean).join(', ')

const RULES: Readonly<Record<string, Rule>> = {
  AT: {
    companies: /^(?:GmbH|FlexCo|FlexKapG|AG|OG|KG|SE)\b/i,
    facts: ['registerNumber', 'registerPlace'],
    register: (place, number) => besides(prefixed('FN', number), place),
  },
  BE: {
    companies: /^(?:SRL|BV|SA|NV|SC|CV|SNC|VOF|SComm|CommV)\b/i,
    facts: ['registerNumber', 'registerPlace'],
    ofAll: ['registerNumber'],
    register: (place, number) => joined(place && prefixed('RPM/RPR', place, /^(?:RPM|RPR)\b/i), number),
  },
  DE: {
    companies: /^(?:g?GmbH|UG|AG|SE|KG|OHG|KGaA|e\. ?K\.)/i,
    facts: ['registerNumber', 'registerPlace', 'directors'],
    register: besides,
  },
  ES: {
    companies: /^(?:S\.?L\.?U?|S\.?A\.?U?)\b/i,
    facts: ['registerNumber', 'registerPlace'],
    register: (place, number) => besides(place && prefixed('Registro Mercantil de', place, /^Registro/i), number),
  },
  FR: {
    companies: /^(?:SASU?|SARL|EURL|SA|SNC|SCA|SCS)\b/i,
    facts: ['capital', 'registerPlace'],
    ofAll: ['registerNumber'],
    register: (place, number) => joined(prefixed('SIREN', number), place && `· ${prefixed('RCS', place)}`),
  },
  IT: {
    companies: /^(?:S\.?r\.?l|S\.?p\.?A|S\.?a\.?p\.?a)/i,
    facts: ['capital', 'registerNumber', 'registerPlace'],
    register: (place, number) => besides(place && prefixed('Registro delle imprese di', place, /^Registro/i), number),
  },
  NL: {
    companies: /^(?:B\.?V|N\.?V)\b/i,
    facts: [],
    ofAll: ['registerNumber'],
    register: (place, number) => besides(prefixed('KVK', number, /^KVK|^KvK/), place),
  },
}

/** Adds the name of the register, which some type themselves. */
function prefixed(word: string, text: string, known = new RegExp(String.raw`^${word}\b`, 'i')): string {
  return text === '' || known.test(text) ? text : `${word} ${text}`
}

/** Lists what the law of the country wants of a seller with this legal form. */
export function wantedFacts(country: string, legalForm: string): SellerFact[] {
  const rule = RULES[country]
  if (!rule) return []
  const isCompany = legalForm !== '' && rule.companies.test(legalForm)
  return ['legalForm', ...(rule.ofAll ?? []), ...(isCompany ? rule.facts : [])]
}

/** Writes the entry in the register as papers of the country do. */
export function registerText(country: string, place: string, number: string): string {
  return (RULES[country]?.register ?? besides)(place, number).replace(/^· /, '')
}

/**
 * Terms that an invoice to a business has to name, in the language of the law. France: Code de commerce, article L441-9 (discount for
 * early payment, penalties, lump sum), L441-10 II (rate without another agreement: that of the European Central Bank and 10 points) and
 * D441-5 (40 €). A shop with another rate writes it into its own lines.
 */
export function termsForBusinesses(country: string): string[] {
  return country === 'FR' ? FRENCH_TERMS : []
}

const FRENCH_TERMS = [
  'Pas d’escompte pour paiement anticipé.',
  'Tout retard de paiement entraîne des pénalités au taux de la Banque centrale européenne majoré de 10\u00a0points et une indemnité ' +
    'forfaitaire pour frais de recouvrement de 40\u00a0€ (articles L441-10 et D441-5 du code de commerce).',
]
