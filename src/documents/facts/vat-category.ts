/**
 * Says of each rate of a document which category of VAT it is (UNTDID 5305) and why it is 0 %. Codes of reasons: list VATEX of the code
 * lists for EN 16931 (European Commission, "EN16931 code lists values v14", sheet VATEX): VATEX-EU-G export outside the EU,
 * VATEX-EU-IC intra-Community supply, VATEX-FR-FRANCHISE French franchise en base.
 */
import type { OrderVatRule } from '../../pricing/price-sql.ts'
import { smallBusinessText } from '../../pricing/vat-notes.ts'
import { t } from '../../words/words.ts'
import { isInUnion } from '../../world/territories.ts'
import type { VatCategory, VatReason } from '../content.ts'

type Sale = {
  /** Country of the seller. */
  from: string
  /** The place whose VAT it is. */
  place: string | null
  vatRule: OrderVatRule | null
}

export type Categorized = { category: VatCategory; reason: VatReason | null }

/** Has to be called in the language of the document. */
export function categorize(rate: number, { from, place, vatRule }: Sale): Categorized {
  if (vatRule === 'none')
    return { category: 'E', reason: { code: SMALL_BUSINESS_CODES[from] ?? null, text: smallBusinessText(from) } }
  if (vatRule === 'reverse_charge') return { category: 'K', reason: { code: 'VATEX-EU-IC', text: supplyText() } }
  if (rate > 0) return { category: 'S', reason: null }
  if (place !== null && isInUnion(from) && !isInUnion(place))
    return { category: 'G', reason: { code: 'VATEX-EU-G', text: exportText() } }
  return { category: 'Z', reason: null }
}

const SMALL_BUSINESS_CODES: Readonly<Record<string, string>> = { FR: 'VATEX-FR-FRANCHISE' }

/** Article 226(11) of the Directive wants the provision, or a corresponding one of the state. */
function supplyText(): string {
  const law = t('Intra-Community supply: exempt from VAT (Article 138 of Directive 2006/112/EC).')
  return `${law} ${t('The customer owes the VAT (reverse charge).')}`
}

export function exportText(): string {
  return t('Export out of the European Union: exempt from VAT (Article 146 of Directive 2006/112/EC).')
}
