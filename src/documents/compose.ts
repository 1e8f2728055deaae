/** Composes what an invoice or a credit note says, from the order and the shop as they are at this moment. */
import { dayOf } from '../shop/days.ts'
import { inLanguageFor, languageOf, sayText } from '../shop/in-words.ts'
import type { Shop } from '../shop/settings.ts'
import { t } from '../words/words.ts'
import type { BuyerFacts, CompleteContent, DocumentContent } from './content.ts'
import { type Credit, credit, type Paper } from './credit.ts'
import { breakDown } from './facts/breakdown.ts'
import type { Invoiceable } from './facts/invoiceable.ts'
import { buyerOf, sellerOf } from './facts/parties.ts'
import { paymentOfCreditNote, paymentOfInvoice, type Sent } from './facts/payment.ts'
import type { TakenNumber } from './numbers.ts'

export function composeInvoice(order: Invoiceable, shop: Shop, { label, issuedAt }: TakenNumber): CompleteContent {
  const language = languageOf(order.locale, shop)
  const day = (at: Date) => dayOf(at, shop.timeZone)
  return inLanguageFor(language, shop, () => {
    const [seller, buyer] = [sellerOf(shop), buyerOf(order)]
    const { total, taxCountry, vatRule } = order
    return {
      form: 3,
      kind: 'invoice',
      number: label,
      issuedOn: day(issuedAt),
      language,
      currency: order.currency,
      seller,
      buyer,
      order: {
        id: order.id,
        placedOn: day(order.placedAt),
        shippedOn: order.shippedAt && day(order.shippedAt),
        termsVersion: order.termsVersion,
      },
      ...breakDown({ lines: order.lines, taxes: order.taxes, total, seller, taxCountry, vatRule }),
      delivery: order.delivery && { name: sayText(order.delivery.names), total: order.deliveryTotal },
      discount: order.discountTotal > 0 ? { code: order.discountCode, total: order.discountTotal } : null,
      total,
      taxCountry,
      ...(vatRule && { vatRule }),
      payment: paymentOfInvoice({ ...order, isBusiness: isBusiness(buyer) }, shop),
      corrects: null,
    }
  })
}

/** Subject of a credit note: the invoice with what was credited of it, the order of today, and the money that went back. */
type About = { invoice: DocumentContent; earlier: readonly Paper[]; order: Invoiceable; sent: Sent }

/** @returns undefined when nothing of the invoice is left to credit */
export function composeCreditNote(
  { invoice, earlier, order, sent }: About,
  { amount, basis, reason, note }: Credit,
  shop: Shop,
  { label, issuedAt }: TakenNumber,
): CompleteContent | undefined {
  return inLanguageFor(invoice.language, shop, () => {
    const words = {
      more: t('Price reduction'),
      less: reason === 'cancelled' || reason === 'withdrawn' ? t('Credited before') : t('Deduction'),
    }
    const credited = credit({ invoice, earlier }, amount, basis, words)
    if (!credited) return undefined
    const { lines, delivery, total, taxes } = credited
    const discount = lines.reduce((sum, line) => sum + line.discount, 0)
    return {
      ...invoice,
      form: 3,
      kind: 'credit_note',
      number: label,
      issuedOn: dayOf(issuedAt, shop.timeZone),
      seller: sellerOf(shop),
      buyer: completeBuyer(invoice, order),
      ...breakDown({ ...invoice, lines, taxes, total }, invoice.taxes),
      delivery: delivery > 0 ? { name: invoice.delivery?.name ?? '', total: delivery } : null,
      discount: discount > 0 ? { code: invoice.discount?.code ?? null, total: discount } : null,
      total,
      payment: paymentOfCreditNote(total, order.paymentMethod, sent, shop),
      corrects: { number: invoice.number, issuedOn: invoice.issuedOn },
      reason,
      ...(note && { note }),
    }
  })
}

/** The buyer of the invoice. One from before form 3 gets the parts of the address from the order. */
export function completeBuyer({ buyer }: DocumentContent, order: Invoiceable): CompleteContent['buyer'] {
  return buyer && { ...buyerOf(order), ...buyer }
}

function isBusiness({ company, vatId }: BuyerFacts): boolean {
  return company !== '' || vatId !== ''
}
