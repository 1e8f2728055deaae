/** The letter that brings an invoice or a credit note. */
import type { Attachment } from '../../mail/message.ts'
import { money } from '../../pages/format.ts'
import { t } from '../../words/words.ts'
import { hello, type Letter, type MailShop } from './letter.ts'
import { aboutOrder, type OrderForMail } from './order.ts'

type DocumentForMail = { id: string; kind: 'invoice' | 'credit_note'; number: string; total: number; currency: string }

/** @param files none: the email has a link only */
export function documentIssued(
  order: OrderForMail,
  document: DocumentForMail,
  files: readonly Attachment[],
  userName: string,
  shop: MailShop,
): Letter {
  // A guest reads it on the page of the order, which the link opens.
  const { id, link = `/documents/${document.id}` } = order
  const { number, currency } = document
  const isInvoice = document.kind === 'invoice'
  const total = money(document.total, currency)
  const text = isInvoice
    ? t('this is your invoice {number} for order #{id}.', { number, id })
    : document.total < 0
      ? t('this document {number} takes a credit note of order #{id} back: {total} did not go back to you.', {
          number,
          id,
          total: money(-document.total, currency),
        })
      : t('this credit note {number} corrects the invoice of order #{id} by {total}.', { number, id, total })
  const where = files.length > 0 ? t('The PDF comes with this email.') : t('The document is on the page of your order.')
  const { reason, values } = aboutOrder(order, shop)
  return {
    subject: isInvoice
      ? t('Invoice {number} for order #{id}', { number, id })
      : t('Credit note {number} for order #{id}', { number, id }),
    preview: where,
    heading: isInvoice ? t('Your invoice') : t('Your credit note'),
    before: [`${hello(userName)}\n${text} ${where}`],
    facts: [{ kind: 'button', label: t('Show the document'), address: `${shop.url}${link}` }],
    after: [],
    reason,
    ...(files.length > 0 && { files: [...files] }),
    values: { ...values, 'document.number': number },
  }
}
