/** Letters that read more than an order: about money and goods that came back, documents, edits, and contact messages. */
import { findRequest, objectionToken, recoveryToken } from '../../accounts/recovery/links.ts'
import { findInvitation, invitationToken, isOpen } from '../../accounts/staff/invitations.ts'
import { addressToken, expiryOf, findAddress, isWaiting } from '../../accounts/staff/shop-addresses.ts'
import { findContactMessage, findReply } from '../../contact/queries.ts'
import type { AppContext } from '../../context.ts'
import type { Db } from '../../database/schema.ts'
import { xmlFile } from '../../documents/e-invoice/kept-xml.ts'
import { pdfFile } from '../../documents/paper/kept-pdf.ts'
import { findDocument } from '../../documents/queries.ts'
import type { EventPayloads } from '../../events/announce.ts'
import { findEdit } from '../../orders/edits/queries.ts'
import { findOrdersOfDay } from '../../orders/notices/queries.ts'
import { findOrder } from '../../orders/queries.ts'
import {
  findBookedPart,
  findDispute,
  findPaymentAmount,
  findRefund,
  isOpenDispute,
  isPageRefused,
} from '../../payments/queries.ts'
import { accountPath } from '../../payments/transfers-out/account.ts'
import { findTransfer } from '../../payments/transfers-out/queries.ts'
import { findReturn } from '../../returns/queries.ts'
import type { ReturnState } from '../../returns/states.ts'
import { FORGOTTEN, findWithdrawal } from '../../returns/withdrawals/queries.ts'
import { startOfDay } from '../../shop/days.ts'
import { readShop } from '../../shop/settings.ts'
import { staffInvited } from '../messages/account.ts'
import { contactMessage, contactReply } from '../messages/contact.ts'
import { documentIssued } from '../messages/document.ts'
import type { Letter, MailShop } from '../messages/letter.ts'
import type { OrderForMail } from '../messages/order.ts'
import { orderChanged } from '../messages/order-changed.ts'
import {
  accountNeeded,
  paymentFailed,
  paymentReceived,
  refundFailed,
  refundSent,
  transferReceived,
} from '../messages/payment.ts'
import { recoveryAsked, recoveryEnded, recoveryLinked } from '../messages/recovery.ts'
import { returnLetter } from '../messages/return.ts'
import {
  addressEntered,
  type DisputeForMail,
  disputeEnded,
  disputeOpened,
  orderForShop,
  ordersOfDay,
  refundFailedForShop,
} from '../messages/shop.ts'
import { withdrawalReceipt } from '../messages/withdrawal.ts'

type OrderOf = (id: number) => Promise<OrderForMail | undefined>
type Reader = { name: string; isVerified: boolean }
type Write<Payload> = (payload: Payload, reader: Reader, shop: MailShop) => Promise<Letter | undefined>

type OfRefund = { orderId: number; refundId: string }

/** Money that came, that went back or did not arrive, and that a bank asks for. */
export function moneyLetters({ db, serviceKey }: AppContext, orderOf: OrderOf) {
  const aboutPayment =
    (letter: typeof paymentReceived) =>
    async ({ orderId, paymentId }: EventPayloads['payment.received'], { name }: Reader, shop: MailShop) => {
      const [order, payment, isRefused] = await Promise.all([
        orderOf(orderId),
        findPaymentAmount(db, paymentId),
        isPageRefused(db, paymentId),
      ])
      return order && payment && letter(order, { ...payment, isRefused }, name, shop)
    }
  const find = ({ orderId, refundId }: OfRefund) => Promise.all([orderOf(orderId), findRefund(db, refundId)])
  return {
    'payment.received': aboutPayment(paymentReceived),
    'payment.failed': aboutPayment(paymentFailed),
    'refund.sent': async (payload: OfRefund, { name }: Reader, shop: MailShop) => {
      const [order, refund] = await find(payload)
      const isTransfer = (await findTransfer(db, payload.refundId)) !== undefined
      return order && refund && refundSent(order, { ...refund, isTransfer }, name, shop)
    },
    // While nobody has said where the money goes.
    'refund.account_needed': async ({ orderId, refundId }: OfRefund, { name }: Reader, shop: MailShop) => {
      const [order, transfer] = await Promise.all([orderOf(orderId), findTransfer(db, refundId)])
      if (!order || transfer?.state !== 'to_transfer') return undefined
      const link = `${shop.url}${accountPath(serviceKey, refundId)}`
      return accountNeeded(order, { ...transfer, link }, name, shop)
    },
    'refund.failed': async (payload: OfRefund, { name }: Reader, shop: MailShop) => {
      const [order, refund] = await find(payload)
      return order && refund && refundFailed(order, refund, name, shop)
    },
    'shop.refund_failed': async (payload: OfRefund, _: Reader, shop: MailShop) => {
      const [order, refund] = await find(payload)
      return order && refund && refundFailedForShop(order, refund, shop)
    },
    ...disputeLetters(db, orderOf),
    // Once the rest has come too, or the order is cancelled, there is nothing to ask for.
    'transfer.received': async (
      { orderId, transferId }: EventPayloads['transfer.received'],
      { name }: Reader,
      shop: MailShop,
    ) => {
      const [order, part] = await Promise.all([orderOf(orderId), findBookedPart(db, transferId, orderId)])
      return part && order?.paymentStatus === 'partly_paid' ? transferReceived(order, part, name, shop) : undefined
    },
  }
}

/** Letters about disputes. A dispute that ended before the email is left out, because another email says how it ended. */
function disputeLetters(db: Db, orderOf: OrderOf) {
  const about =
    (isOpen: boolean, letter: (order: OrderForMail, dispute: DisputeForMail, shop: MailShop) => Letter) =>
    async ({ orderId, disputeId }: EventPayloads['shop.dispute_opened'], _: Reader, shop: MailShop) => {
      const [order, dispute] = await Promise.all([orderOf(orderId), findDispute(db, disputeId)])
      return order && dispute && isOpenDispute(dispute.state) === isOpen ? letter(order, dispute, shop) : undefined
    }
  return { 'shop.dispute_opened': about(true, disputeOpened), 'shop.dispute_ended': about(false, disputeEnded) }
}

/** Letters about a recovery request. One that has ended meanwhile has no other letter than the one that says so. */
function recoveryLetters(context: AppContext) {
  const { db, serviceKey } = context
  const recoveryLink = (id: string) => `${context.baseUrl()}/recovery?token=${recoveryToken(serviceKey, id)}`
  const objectionLink = (id: string) =>
    `${context.baseUrl()}/recovery/objection?token=${objectionToken(serviceKey, id)}`
  return {
    'user.recovery_asked': async (
      { requestId, isReminder }: EventPayloads['user.recovery_asked'],
      { name }: Reader,
      shop: MailShop,
    ) => {
      const request = await findRequest(db, requestId)
      if (!request || request.endedAt) return undefined
      const needsApproval = request.needsApproval && !request.approvedAt
      const objection = objectionLink(requestId)
      return recoveryAsked({ ...request, needsApproval, objection }, { isReminder }, name, shop)
    },
    'user.recovery_linked': async (
      { requestId }: EventPayloads['user.recovery_linked'],
      { name, isVerified }: Reader,
    ) => {
      const request = await findRequest(db, requestId)
      if (!request || request.endedAt || !isVerified) return undefined
      return recoveryLinked({ recovery: recoveryLink(requestId), objection: objectionLink(requestId) }, name)
    },
    'user.recovery_ended': async (
      { requestId }: EventPayloads['user.recovery_ended'],
      { name }: Reader,
      shop: MailShop,
    ) => {
      const outcome = (await findRequest(db, requestId))?.outcome
      return outcome ? recoveryEnded(outcome, name, shop) : undefined
    },
  }
}

/** An invoice or a credit note, with its PDF or a link to it. */
export function documentLetter({ db }: AppContext, orderOf: OrderOf): Write<{ orderId: number; documentId: string }> {
  return async ({ orderId, documentId }, { name, isVerified }, shop) => {
    const [order, document] = await Promise.all([orderOf(orderId), findDocument(db, documentId)])
    if (!order || !document) return undefined
    const { invoiceEmail, eInvoice } = await readShop(db)
    const isAttached = isVerified && invoiceEmail === 'attach'
    // The paper has the name and the address that a stranger may have entered.
    const pdf = isAttached ? await pdfFile(db, document) : undefined
    const xml = isAttached && eInvoice !== 'none' ? await xmlFile(db, document, eInvoice) : undefined
    const attached = [pdf, xml].filter(file => file !== undefined)
    return documentIssued(order, { ...document.content, id: documentId }, attached, name, shop)
  }
}

export function returnLetters(db: Db, orderOf: OrderOf) {
  const about =
    (step: ReturnState) =>
    async ({ orderId, returnId }: EventPayloads['return.requested'], { name }: Reader, shop: MailShop) => {
      const [order, found] = await Promise.all([orderOf(orderId), findReturn(db, returnId)])
      return order && found && returnLetter(step, found, order, name, shop)
    }
  return {
    'return.requested': about('requested'),
    'return.approved': about('approved'),
    'return.received': about('received'),
    'return.closed': about('closed'),
    'return.declined': about('declined'),
    'withdrawal.received': async (
      { withdrawalId, at }: EventPayloads['withdrawal.received'],
      _: Reader,
      shop: MailShop,
    ) => {
      const found = await findWithdrawal(db, withdrawalId)
      return found && withdrawalReceipt(found, new Date(at), shop)
    },
    'order.changed': async (
      { orderId, editId }: EventPayloads['order.changed'],
      { name, isVerified }: Reader,
      shop: MailShop,
    ) => {
      const [order, edit] = await Promise.all([orderOf(orderId), findEdit(db, editId)])
      return (
        order &&
        edit &&
        orderChanged(edit, isVerified ? order : { ...order, deliveryAddress: null, billingAddress: null }, name, shop)
      )
    },
  }
}

/** The sender of a withdrawal, who may have no account, unless it was forgotten meanwhile. */
export async function personWho(db: Db, withdrawalId: string) {
  const found = await findWithdrawal(db, withdrawalId)
  return found?.email === FORGOTTEN
    ? undefined
    : found && { userId: null, name: found.name, address: found.email, isVerified: false, locale: found.locale }
}

/** A colleague-to-be, who may have no account. */
export async function personInvited(db: Db, { invitationId }: EventPayloads['staff.invited']) {
  const found = await findInvitation(db, invitationId)
  return found && { userId: null, name: '', address: found.email, isVerified: false, locale: null }
}

/** The reader of a mailbox to which the shop wants to send data. */
export async function readerOfMailbox(db: Db, { settingAddressId }: EventPayloads['setting.address_entered']) {
  const found = await findAddress(db, settingAddressId)
  return found && { userId: null, name: '', address: found.address, isVerified: false, locale: null }
}

/** Letters whose links are for what is still open: an invitation, an address in the settings, a recovery request. */
export function linkLetters(context: AppContext) {
  return { ...invitationLetters(context), ...recoveryLetters(context) }
}

/** While the invitation is open, and while the address waits. */
function invitationLetters({ db, serviceKey, clock }: AppContext) {
  return {
    'staff.invited': async ({ invitationId }: EventPayloads['staff.invited'], _: Reader, shop: MailShop) => {
      const found = await findInvitation(db, invitationId)
      if (!found || !isOpen(found, clock.now())) return undefined
      const link = `${shop.url}/invitation?token=${invitationToken(serviceKey, invitationId)}`
      return staffInvited({ ...found, link }, shop)
    },
    'setting.address_entered': async (
      { settingAddressId }: EventPayloads['setting.address_entered'],
      _: Reader,
      shop: MailShop,
    ) => {
      const found = await findAddress(db, settingAddressId)
      if (!found || !isWaiting(found, clock.now())) return undefined
      const link = `${shop.url}/shop-address?token=${addressToken(serviceKey, settingAddressId)}`
      return addressEntered({ ...found, expiresAt: expiryOf(found), link }, shop)
    },
  }
}

/** Letters to the shop about its orders. */
export function shopLetters(db: Db, orderOf: OrderOf) {
  return {
    'shop.order_placed': async ({ orderId }: { orderId: number }, _: Reader, shop: MailShop) => {
      const order = await orderOf(orderId)
      // A guest is no account, and only its order knows it.
      const owner = order && (await findOrder(db, orderId))?.owner
      return order && orderForShop(order, owner?.userName || '–', shop)
    },
    'shop.orders_of_day': async ({ day }: EventPayloads['shop.orders_of_day'], _: Reader, shop: MailShop) => {
      const orders = await findOrdersOfDay(db, day)
      return orders.length > 0 ? ordersOfDay(startOfDay(day, shop.timeZone), orders, shop) : undefined
    },
  }
}

export function contactLetters(db: Db) {
  return {
    'contact.message_received': async ({ messageId }: { messageId: string }, _: Reader, shop: MailShop) => {
      const message = await findContactMessage(db, messageId)
      return message && contactMessage(message, shop)
    },
    'contact.message_answered': async ({ replyId }: { replyId: string }, { name }: Reader, shop: MailShop) => {
      const reply = await findReply(db, replyId)
      return reply && contactReply(reply, name, shop)
    },
  }
}
