/** Letters about an order that need more than the order: the money that went back, and its documents. */
import type { AppContext } from '../context.ts'
import { pdfFile } from '../documents/paper/pdf.ts'
import { findDocument } from '../documents/queries.ts'
import { findRefund } from '../payments/queries.ts'
import { readShop } from '../shop/settings.ts'
import { documentIssued } from './messages/document.ts'
import type { Letter, MailShop } from './messages/letter.ts'
import type { OrderForMail } from './messages/order.ts'
import { refundSent } from './messages/payment.ts'

type OrderOf = (id: number) => Promise<OrderForMail | undefined>
type Reader = { name: string; isVerified: boolean }
type Write<Payload> = (payload: Payload, reader: Reader, shop: MailShop) => Promise<Letter | undefined>

export function refundLetter({ db }: AppContext, orderOf: OrderOf): Write<{ orderId: number; refundId: string }> {
  return async ({ orderId, refundId }, { name }, shop) => {
    const [order, refund] = await Promise.all([orderOf(orderId), findRefund(db, refundId)])
    return order && refund && refundSent(order, refund, name, shop)
  }
}

/** An invoice or a credit note, with its PDF or a link to it. */
export function documentLetter({ db }: AppContext, orderOf: OrderOf): Write<{ orderId: number; documentId: string }> {
  return async ({ orderId, documentId }, { name, isVerified }, shop) => {
    const [order, document] = await Promise.all([orderOf(orderId), findDocument(db, documentId)])
    if (!order || !document) return undefined
    const isAttached = isVerified && (await readShop(db)).invoiceEmail === 'attach'
    // The paper has the name and the address that a stranger may have entered.
    const attached = isAttached ? await pdfFile(document) : undefined
    return documentIssued(order, { ...document.content, id: documentId }, attached, name, shop)
  }
}
