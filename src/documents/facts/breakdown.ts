/** Breaks the amounts of a document down by rate: net and tax of each line, the discount and the delivery, and the category of each. */
import type { CompleteContent, DocumentContent, DocumentLine, DocumentTax, RatePart } from '../content.ts'
import { spreadNets } from './nets.ts'
import { type Categorized, categorize } from './vat-category.ts'

type Parts = Pick<CompleteContent, 'lines' | 'taxes' | 'discounts' | 'charges'>

/** A document without lines says nothing of them: a credit note from before they had any. */
type Amounts = {
  lines: readonly DocumentLine[]
  taxes: readonly DocumentTax[]
  total: number
  seller: { country: string }
  taxCountry: string | null
  vatRule?: DocumentContent['vatRule'] | null
}

/**
 * Has to be called in the language of the document.
 * @param known the rates of the invoice that it corrects, whose categories stay
 */
export function breakDown(amounts: Amounts, known: readonly DocumentTax[] = []): Parts {
  const { lines, taxes, seller, taxCountry: place, vatRule = null } = amounts
  const categoryOf = (rate: number): Categorized => {
    const { category, reason = null } = known.find(tax => tax.rate === rate) ?? {}
    return category ? { category, reason } : categorize(rate, { from: seller.country, place, vatRule })
  }
  const nets = spreadNets(amounts)
  const part = (one: { rate: number | null; gross: number; net: number }): RatePart => {
    return { ...one, category: one.rate === null ? null : categoryOf(one.rate).category }
  }
  return {
    lines: lines.map((line, index) => {
      const net = nets.lines[index]!
      const category = line.rate === null ? null : categoryOf(line.rate).category
      return { ...line, net, tax: line.total - net, category }
    }),
    taxes: taxes.map(tax => ({ ...tax, ...categoryOf(tax.rate) })),
    discounts: nets.discounts.map(part),
    charges: nets.charges.map(part),
  }
}
