/**
 * Composes the e-invoice of a document from its frozen content: the same facts as on the paper, as terms of EN 16931. Nothing is computed
 * anew but sums. A document from before form 3 has fewer facts, so some profiles refuse it (`profiles.ts`).
 */
import { inLanguage, t } from '../../words/words.ts'
import {
  type DocumentContent,
  type DocumentLine,
  type DocumentTax,
  isComplete,
  type PaymentFacts,
  type RatePart,
  type VatReason,
} from '../content.ts'
import { breakDown } from '../facts/breakdown.ts'
import type {
  AllowanceOrCharge,
  EInvoice,
  EInvoiceLine,
  PaymentInstructions,
  Totals,
  Vat,
  VatBreakdown,
} from './e-invoice.ts'
import type { Lacking } from './lacking.ts'
import { buyerOf, deliverToOf, sellerOf } from './parties.ts'

/** The content with all amounts by rate, whatever its form. */
type Broken = Omit<DocumentContent, keyof ReturnType<typeof breakDown>> & {
  lines: Required<DocumentLine>[]
  taxes: Required<DocumentTax>[]
  discounts: RatePart[]
  charges: RatePart[]
}

/** @returns the e-invoice, or what every profile lacks */
export function composeEInvoice(content: DocumentContent): EInvoice | Lacking {
  return inLanguage(content.language, () => compose(withBreakdown(content)))
}

function withBreakdown(content: DocumentContent): Broken {
  if (isComplete(content)) return content
  const lines = content.lines.length > 0 ? content.lines : linesByRate(content)
  return { ...content, ...breakDown({ ...content, lines }) }
}

/** A credit note of form 1 has no lines, and an e-invoice needs one (BR-16). */
function linesByRate({ taxes }: DocumentContent): DocumentContent['lines'] {
  const name = t('Credited')
  return taxes.map(({ rate, gross }) => {
    return {
      sku: '',
      name,
      quantity: Math.sign(gross) || 1,
      unitPrice: Math.abs(gross),
      discount: 0,
      total: gross,
      rate,
    }
  })
}

function compose(content: Broken): EInvoice | Lacking {
  const { kind, number, issuedOn, currency, corrects, payment, order, total } = content
  const buyer = buyerOf(content)
  const lines = linesOf(content)
  if (!buyer) return { lacks: ['buyer'] }
  if (!lines) return { lacks: ['vat_rates'] }
  const { allowances, charges } = allowancesOf(content)
  const taxes = taxesOf(content, [...lines, ...allowances, ...charges])
  return {
    number,
    issuedOn,
    type: kind === 'invoice' ? '380' : '381',
    currency,
    dueOn: payment?.dueOn ?? undefined,
    buyerReference: content.buyer?.reference || String(order.id),
    note: [content.note, ...(content.seller.lines ?? [])].filter(Boolean).join(' '),
    preceding: corrects ?? undefined,
    seller: sellerOf(content),
    buyer,
    delivery: { day: order.shippedOn ?? undefined, ...deliverToOf(content) },
    payment: paymentOf(currency, payment),
    terms: termsOf(total, payment),
    allowances,
    charges,
    totals: totalsOf(total, payment, { lines, allowances, charges, taxes }),
    taxes,
    lines,
  }
}

/** @returns undefined when a line is from before Semel knew VAT */
function linesOf({ lines }: Broken): EInvoiceLine[] | undefined {
  const result = lines.flatMap(({ name, sku, quantity, net, rate, category }) =>
    rate === null || category === null ? [] : [{ name: name || sku, sku, quantity, net, rate, category }],
  )
  return result.length === lines.length && result.length > 0 ? result : undefined
}

/**
 * One allowance and one charge a rate. A delivery below zero that moved to another rate is an allowance; in a reversal, where all is below
 * zero, it is a charge like that of its credit note.
 */
function allowancesOf(content: Broken): { allowances: AllowanceOrCharge[]; charges: AllowanceOrCharge[] } {
  const { discounts, charges: deliveries, delivery, discount, total } = content
  const isReversal = total < 0
  // UNTDID 5189: 95 is a discount. UNTDID 7161: FC is a freight service.
  const name = [t('Discount'), discount?.code].filter(Boolean).join(' ')
  const reduced = discounts.flatMap(part => allowance(part, { reason: name, reasonCode: '95' }))
  const reason = delivery?.name || t('Delivery')
  const added = deliveries.flatMap(part => allowance(part, { reason, reasonCode: 'FC' }))
  const isTaken = ({ amount }: AllowanceOrCharge) => amount !== 0 && amount < 0 !== isReversal
  return {
    allowances: [
      ...reduced,
      ...added.filter(isTaken).map(({ amount, reasonCode: _, ...one }) => ({ ...one, amount: -amount })),
    ],
    charges: added.filter(one => !isTaken(one)),
  }
}

function allowance({ rate, category, net }: RatePart, why: Pick<AllowanceOrCharge, 'reason' | 'reasonCode'>) {
  return rate === null || category === null ? [] : [{ rate, category, amount: net, ...why }]
}

/** BR-S-01 and its kind: what nets to nothing at a rate has a breakdown too. */
function taxesOf({ taxes }: Broken, parts: readonly Vat[]): VatBreakdown[] {
  const result = taxes.map(({ rate, category, net, tax, reason }): VatBreakdown => {
    return { rate, category, base: net, tax, exemption: exemptionOf(reason) }
  })
  for (const { rate, category } of parts) {
    if (!result.some(known => known.rate === rate && known.category === category))
      result.push({ rate, category, base: 0, tax: 0 })
  }
  return result
}

function exemptionOf(reason: VatReason | null): VatBreakdown['exemption'] {
  return reason ? { reason: reason.text, code: reason.code ?? undefined } : undefined
}

type Parts = Pick<EInvoice, 'lines' | 'allowances' | 'charges' | 'taxes'>

function totalsOf(gross: number, payment: PaymentFacts | undefined, parts: Parts): Totals {
  const tax = sum(parts.taxes.map(one => one.tax))
  return {
    lines: sum(parts.lines.map(({ net }) => net)),
    allowances: sum(parts.allowances.map(({ amount }) => amount)),
    charges: sum(parts.charges.map(({ amount }) => amount)),
    net: gross - tax,
    tax,
    gross,
    paid: payment?.paid ?? 0,
    due: payment?.due ?? gross,
  }
}

/** UNTDID 4461: 58 a SEPA transfer, 30 another transfer, 68 an online payment service, 1 not defined. */
function paymentOf(currency: string, payment: PaymentFacts | undefined): PaymentInstructions {
  const { means, account, reference } = payment ?? {}
  if (means === 'online') return { code: '68', reference: reference || undefined }
  if (!account) return { code: '1', reference: reference || undefined }
  const { iban, holder, bic } = account
  return {
    code: currency === 'EUR' ? '58' : '30',
    reference: reference || undefined,
    account: { iban: iban.replaceAll(' ', ''), holder, bic: bic.replaceAll(' ', '') || undefined },
  }
}

/** Amounts that are due need a day or a text about it (BR-CO-25, until validation 1.3.15). */
function termsOf(total: number, payment: PaymentFacts | undefined): string | undefined {
  const due = payment?.due ?? total
  return due > 0 && !payment?.dueOn ? t('Payment as agreed') : undefined
}

function sum(amounts: readonly number[]): number {
  return amounts.reduce((all, amount) => all + amount, 0)
}
