/** Forty orders with all their documents, always the same ones: every rate, code, delivery, return, edit, kind of VAT and territory. */
import fc from 'fast-check'
import type { DocumentContent, VatCategory } from '../../src/documents/content.ts'
import { documentsOf, drawn } from './generated-orders.ts'

type Named = { name: string; content: DocumentContent }

const SEED = 20_261_128

export function fortyOrders(): Named[] {
  const draws = fc.sample(drawn, { seed: SEED, numRuns: 32 })
  const usual = draws.flatMap((draw, index) => documentsOf(draw).map(content => asBusiness(content, index)))
  const free = fc.sample(drawn, { seed: SEED + 1, numRuns: 8 }).map(draw => {
    return {
      ...draw,
      place: 'FR',
      vatRule: null,
      currency: 'EUR',
      lines: draw.lines.map(line => ({ ...line, rate: 0 })),
    }
  })
  const within = free.flatMap((draw, index) =>
    documentsOf(draw).map(content => withoutVat(content, index % 2 === 0 ? 'K' : 'AE')),
  )
  return [...usual, ...within].map(content => ({ name: `${content.number}-${content.kind}`, content }))
}

/** Two of three buyers are businesses, as the Peppol network wants them. */
function asBusiness(content: DocumentContent, index: number): DocumentContent {
  if (index % 3 === 0 || !content.buyer) return content
  const parts = { company: 'Example & Sons', vatId: 'DE136695976', reference: 'PO-77' }
  return { ...content, buyer: { ...content.buyer, name: 'Example & Sons', person: 'Ada Example', ...parts } }
}

/** Articles 138 and 196 of Directive 2006/112/EC. */
function withoutVat(content: DocumentContent, category: VatCategory): DocumentContent {
  const code = category === 'K' ? 'VATEX-EU-IC' : 'VATEX-EU-AE'
  const change = <T extends object>(part: T): T => ({ ...part, category })
  return {
    ...content,
    buyer: { ...content.buyer!, vatId: 'FR40303265045' },
    lines: content.lines.map(change),
    discounts: content.discounts?.map(change) ?? [],
    charges: content.charges?.map(change) ?? [],
    taxes: content.taxes.map(tax => ({ ...tax, category, reason: { code, text: 'Reverse charge' } })),
  }
}
