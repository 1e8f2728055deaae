/** A made-up email of each kind: for checks, previews and tests of the shop's words. */
import { UNSET } from '../../shop/settings.ts'
import { draftOrderSent } from '../letters/draft-letters.ts'
import { accountRequested } from '../letters/guest-letters.ts'
import { orderReady } from '../letters/order-ready.ts'
import { orderShipped, parcelShipped, trackingNumberChanged } from '../letters/parcel-letters.ts'
import {
  accountDeleted,
  codesRefused,
  credentialsChanged,
  emailChanged,
  factorsDisabled,
  factorsReset,
  newDevice,
  passwordReset,
  registeredLetter,
  staffInvited,
  verificationLetter,
} from '../messages/account.ts'
import { announcement } from '../messages/announcement.ts'
import { contactMessage, contactReply } from '../messages/contact.ts'
import { documentIssued } from '../messages/document.ts'
import type { Letter, MailShop } from '../messages/letter.ts'
import { orderCancelled, orderConfirmation } from '../messages/order.ts'
import { type EditForMail, orderChanged } from '../messages/order-changed.ts'
import {
  accountNeeded,
  paymentFailed,
  paymentReceived,
  refundFailed,
  refundSent,
  transferReceived,
} from '../messages/payment.ts'
import { backInStock } from '../messages/product.ts'
import { type ReturnForMail, returnLetter } from '../messages/return.ts'
import {
  addressEntered,
  type DisputeForMail,
  disputeEnded,
  disputeOpened,
  orderForShop,
  ordersOfDay,
  refundFailedForShop,
  webhookDisabled,
} from '../messages/shop.ts'
import { withdrawalReceipt } from '../messages/withdrawal.ts'
import type { TextKind } from './placeholders.ts'
import { recoverySamples } from './recovery-samples.ts'
import { draftFor } from './sample-draft.ts'
import { COLLECTED_ORDER, ORDER, PARTLY_SENT, SAMPLE_NAME, SAMPLE_TIME } from './sample-order.ts'

/** A shop for samples. No language contains its name, so a text can be searched for it. */
export const SAMPLE_SHOP: MailShop = {
  url: 'https://shop.example',
  name: 'Lovelace & Co.',
  timeZone: 'UTC',
  country: 'DE',
  accent: UNSET.accent,
  deliveryPromise: '',
  legal: '',
  withdrawalDays: 14,
  returnAddress: 'Lovelace & Co.\nHauptstraße 1\n10115 Berlin',
}

const PAYMENT = { amount: ORDER.total, currency: ORDER.currency }

const EDIT: EditForMail = {
  kind: 'items',
  total_before: 15970,
  total_after: 10980,
  items: [{ name: 'Desk lamp', before: 3, after: 2 }],
  discount: null,
  refund_id: null,
}

const RETURN: ReturnForMail = {
  state: 'approved',
  items: [{ line: 1, productId: 1, sku: 'LAMP', name: 'Desk lamp', quantity: 1, restocked: null }],
  answer: null,
  label: null,
  credited: null,
  goodsTotal: 4990,
  currency: 'EUR',
}

const DISPUTE: DisputeForMail = {
  amount: 10980,
  currency: 'EUR',
  reason: 'product_not_received',
  state: 'open',
  providerState: 'needs_response',
  takesMoney: true,
  respondBy: new Date('2026-03-18T23:59:59Z'),
}

const SAMPLES: Record<TextKind, (shop: MailShop) => Letter> = {
  'order.placed': shop => orderConfirmation(ORDER, SAMPLE_NAME, shop),
  'order.shipped': shop => orderShipped({ ...ORDER, status: 'shipped' }, SAMPLE_NAME, shop),
  'order.ready_to_collect': shop => orderReady(COLLECTED_ORDER, SAMPLE_NAME, shop),
  'order.parcel_shipped': shop => parcelShipped(PARTLY_SENT, 1, SAMPLE_NAME, shop)!,
  'order.cancelled': shop => orderCancelled({ ...ORDER, status: 'cancelled' }, SAMPLE_NAME, shop),
  'order.tracking_number_changed': shop => trackingNumberChanged({ ...ORDER, status: 'shipped' }, 1, SAMPLE_NAME, shop),
  'order.changed': shop => orderChanged(EDIT, ORDER, SAMPLE_NAME, shop),
  'draft_order.sent': shop => draftOrderSent(draftFor(shop), SAMPLE_NAME, shop),
  'payment.received': shop => paymentReceived({ ...ORDER, paymentStatus: 'paid', due: 0 }, PAYMENT, SAMPLE_NAME, shop),
  'transfer.received': shop =>
    transferReceived(
      { ...ORDER, paymentStatus: 'partly_paid', due: 980 },
      { amount: 10000, currency: 'EUR' },
      SAMPLE_NAME,
      shop,
    ),
  'payment.failed': shop => paymentFailed(ORDER, PAYMENT, SAMPLE_NAME, shop),
  'refund.failed': shop => refundFailed(ORDER, { amount: 4990, currency: 'EUR' }, SAMPLE_NAME, shop),
  'refund.account_needed': shop =>
    accountNeeded(
      ORDER,
      { amount: 4990, currency: 'EUR', link: `${shop.url}/refund-account?token=…` },
      SAMPLE_NAME,
      shop,
    ),
  'refund.sent': shop => refundSent(ORDER, { amount: 4990, currency: 'EUR', isTransfer: true }, SAMPLE_NAME, shop),
  'document.issued': shop =>
    documentIssued(
      ORDER,
      { id: '0190', kind: 'invoice', number: 'R-2026-00042', total: 10_980, currency: 'EUR' },
      [],
      SAMPLE_NAME,
      shop,
    ),
  'withdrawal.received': shop =>
    withdrawalReceipt(
      {
        name: SAMPLE_NAME,
        email: 'ada@example.com',
        orderNumber: '1042',
        items: null,
        orderId: 1042,
        isVerified: true,
      },
      SAMPLE_TIME,
      shop,
    ),
  'return.requested': shop => returnLetter('requested', RETURN, ORDER, SAMPLE_NAME, shop),
  'return.approved': shop => returnLetter('approved', RETURN, ORDER, SAMPLE_NAME, shop),
  'return.received': shop => returnLetter('received', RETURN, ORDER, SAMPLE_NAME, shop),
  'return.closed': shop => returnLetter('closed', RETURN, ORDER, SAMPLE_NAME, shop),
  'return.declined': shop => returnLetter('declined', RETURN, ORDER, SAMPLE_NAME, shop),
  'user.registered': shop => registeredLetter(SAMPLE_NAME, linksOf(shop), shop),
  'user.password_reset_requested': ({ url }) => passwordReset(SAMPLE_NAME, { reset: `${url}/reset-password` }),
  'user.email_changed': shop => emailChanged(SAMPLE_NAME, linksOf(shop)),
  ...recoverySamples(SAMPLE_NAME, SAMPLE_TIME),
  'user.factors_reset': shop => factorsReset(SAMPLE_NAME, shop),
  'user.credentials_changed': shop =>
    credentialsChanged({ change: 'factor_added', kind: 'passkey', at: SAMPLE_TIME.toISOString() }, SAMPLE_NAME, shop),
  'user.signed_in_on_new_device': shop => newDevice(SAMPLE_TIME, SAMPLE_NAME, shop),
  'user.codes_refused': shop => codesRefused(SAMPLE_TIME, SAMPLE_NAME, shop),
  'user.factors_disabled': shop => factorsDisabled(['totp', 'hardware'], SAMPLE_NAME, shop),
  'user.deleted': shop => accountDeleted({ userName: SAMPLE_NAME, isVerified: true }, shop),
  'shop.order_placed': shop => orderForShop(ORDER, SAMPLE_NAME, shop),
  'shop.orders_of_day': shop =>
    ordersOfDay(
      SAMPLE_TIME,
      [
        {
          id: ORDER.id,
          customer: SAMPLE_NAME,
          total: ORDER.total,
          currency: ORDER.currency,
          count: 1,
        },
      ],
      shop,
    ),
  'shop.dispute_opened': shop => disputeOpened(ORDER, DISPUTE, shop),
  'shop.dispute_ended': shop =>
    disputeEnded(ORDER, { ...DISPUTE, state: 'lost', providerState: 'lost', respondBy: null }, shop),
  'shop.refund_failed': shop => refundFailedForShop(ORDER, { amount: 4990, currency: 'EUR', reply: null }, shop),
  'staff.invited': shop =>
    staffInvited(
      { invitedBy: SAMPLE_NAME, expiresAt: SAMPLE_TIME, link: `${shop.url}/invitation?token=0190.sample` },
      shop,
    ),
  'setting.address_entered': shop =>
    addressEntered(
      { setting: 'orderEmail', expiresAt: SAMPLE_TIME, link: `${shop.url}/shop-address?token=0190.sample` },
      shop,
    ),
  'user.verification_requested': shop => verificationLetter(SAMPLE_NAME, linksOf(shop)),
  'user.account_requested': shop =>
    accountRequested({ link: `${shop.url}/guest-account?token=0190.sample` }, SAMPLE_NAME, shop),
  'contact.message_received': shop =>
    contactMessage(
      {
        id: '0190',
        email: 'grace@example.com',
        name: 'Grace Hopper',
        message: 'Hello,\n\nwhere is my order?\n\nGrace',
        received_at: SAMPLE_TIME,
      },
      shop,
    ),
  'contact.message_answered': shop =>
    contactReply(
      {
        text: 'Your order left us this morning.',
        messageId: '0190',
        message: 'Hello,\n\nwhere is my order?',
        receivedAt: SAMPLE_TIME,
      },
      SAMPLE_NAME,
      shop,
    ),
  'announcement.published': ({ url }) =>
    announcement(
      { subject: 'Summer hours', message: 'In July we close at four.\n\nHave a good summer!' },
      SAMPLE_NAME,
      `${url}/unsubscribe`,
    ),
  'product.back_in_stock': shop =>
    backInStock(
      { id: 1, sku: 'LAMP', name: 'Desk lamp', options: [], price: 4990, currency: 'EUR' },
      SAMPLE_NAME,
      shop,
    ),
  'webhook.disabled': shop => webhookDisabled({ id: '0190', url: 'https://erp.example.com/webhooks' }, 'failing', shop),
}

/** The pages of a sample's links ask for the token that only a real email has. */
function linksOf({ url }: MailShop) {
  return { verify: `${url}/verify-email`, release: `${url}/release-email` }
}

/** Writes it with the built-in words, in the current language. */
export function sampleLetter(kind: TextKind, shop: MailShop): Letter {
  return SAMPLES[kind](shop)
}
