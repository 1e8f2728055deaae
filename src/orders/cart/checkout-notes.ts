/** Says what a buyer has to know before the button of the checkout: about VAT, customs and the transfer. */
import { type Html, html } from '../../html/html.ts'
import { rich } from '../../html/rich.ts'
import { calendarDay } from '../../pages/format.ts'
import type { Visitor } from '../../pages/visitor.ts'
import { importNote } from '../../pricing/delivery/import-note.ts'
import { payableUntil } from '../../shop/bank-transfer.ts'
import { groupedIban } from '../../shop/setting-rules.ts'
import { currentLanguage } from '../../words/words.ts'
import type { Quote } from '../quote.ts'
import { chosenWay, type FormTerms, type Values } from './checkout-form.ts'

/** The list of costs says itself that the buyer owes the VAT. */
export function vatNote({ quote }: { quote?: Pick<Quote, 'reverseCharge' | 'taxNote'> | undefined }): Html | false {
  const note = !quote?.reverseCharge && quote?.taxNote
  return note ? html`<p class="soft">${note[currentLanguage()]}</p>` : false
}

/** Customs may ask for more than the total. */
export function dutyNote({ shop }: Visitor, values: Values, { price, now }: FormTerms): Html | false {
  const { quote, country } = price
  if (!shop || !quote || !country || quote.delivery?.kind === 'collection') return false
  const note = importNote({
    from: shop.country,
    to: { country, postcode: values['deliveryAddress.postcode'] },
    goods: quote.itemsTotal - quote.discountTotal,
    currency: quote.currency,
    isTaxed: quote.taxes.some(({ tax }) => tax > 0),
    at: now,
  })
  return note ? html`<p class="soft">${note}</p>` : false
}

/** Says how and until when to pay, before anything is ordered. */
export function transferNotice(values: Values, { payment, now }: Pick<FormTerms, 'payment' | 'now'>): Html | false {
  const { transfer } = payment
  if (!transfer || chosenWay(values, payment) !== 'invoice') return false
  const { holder, iban } = transfer
  const facts = { holder, iban: groupedIban(iban), day: calendarDay(payableUntil(transfer, now)) }
  return html`<p
    class="soft">${rich('You pay by bank transfer to {holder}, IBAN {iban}, by {day}. The confirmation says it again.', facts)}</p>`
}
