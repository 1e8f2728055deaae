/** The letters about an order. */
import { basePriceOf, basePriceText, type Content } from '../../catalogue/attributes/base-price.ts'
import { addressLines } from '../../orders/delivery-address.ts'
import { followed } from '../../orders/parcels/parcel.ts'
import type { findOrdersForMail } from '../../orders/queries.ts'
import { isCollected } from '../../orders/states.ts'
import { money } from '../../pages/format.ts'
import { collectionRows, costRows, daysText, owedRows, taxRows } from '../../pricing/cost-rows.ts'
import { importNote } from '../../pricing/delivery/import-note.ts'
import { showDelivery, showTax } from '../../pricing/totals.ts'
import { payableUntil, referenceFor } from '../../shop/bank-transfer.ts'
import { groupedIban } from '../../shop/setting-rules.ts'
import type { Text } from '../../words/text.ts'
import { t } from '../../words/words.ts'
import { type Block, type Fact, formatCalendarDay, formatTime, hello, type Letter, type MailShop } from './letter.ts'

export {
  about as aboutOrder,
  address as orderAddress,
  billing as orderBilling,
  button as orderButton,
  collectionFacts,
  items as orderItems,
  orderFacts,
  owedFacts,
  transferFacts as howToTransfer,
}

export type OrderForMail = NonNullable<Awaited<ReturnType<typeof findOrdersForMail>>[number]> & {
  /** The path that opens the order of a guest (accounts/guests/order-links.ts). */
  link?: string | undefined
}

export function orderConfirmation(order: OrderForMail, userName: string, shop: MailShop): Letter {
  const { id, status } = order
  return {
    subject: t('Order Confirmation #{id}', { id }),
    preview: t('Thank you for your order of {total}.', { total: money(order.total, order.currency) }),
    heading: t('Thank you for your order'),
    before: [`${hello(userName)}\n${t(progressOf(order), { id })}`],
    facts: [
      {
        kind: 'facts',
        rows: [...orderFacts(order, shop), ...collectionFacts(order), ...deliveryFact(order, shop), ...costsOf(order)],
      },
      ...transferFacts(order, shop),
      items(order, shop),
      ...owedFacts(order),
      button(order, shop),
    ],
    after:
      status === 'placed'
        ? [{ kind: 'note', text: t('Changed your mind? You can cancel the order until we start preparing it.') }]
        : [],
    ...(status !== 'cancelled' && { last: [...dutyNote(order, shop), rightToWithdraw(order, shop)] }),
    ...about(order, shop),
  }
}

/** Customs may ask for more than the total. */
function dutyNote(order: OrderForMail, { country }: MailShop): Block[] {
  const { deliveryAddress: to, itemsTotal, discountTotal, currency, taxes, placedAt: at } = order
  if (!to || isCollected(order)) return []
  const isTaxed = taxes.some(({ tax }) => tax > 0)
  const text = importNote({ from: country, to, goods: itemsTotal - discountTotal, currency, isTaxed, at })
  return text ? [{ kind: 'note', text }] : []
}

/** The law wants it in the confirmation, whatever else the shop writes there. */
function rightToWithdraw({ id }: OrderForMail, { url, withdrawalDays: days }: MailShop): Block {
  const address = `${url}/withdraw?order=${id}`
  const text = t(
    'You can withdraw from this contract within {days} days after you have received the goods, without giving a reason: {address}',
    { days, address },
  )
  return { kind: 'note', text }
}

/** Nobody prepares what is to be paid online first, so saying so would not be true. */
function waitsForPayment(order: OrderForMail): boolean {
  return (
    order.status === 'placed' &&
    order.paymentMethod === 'online' &&
    order.paymentStatus !== 'partly_paid' &&
    isDue(order)
  )
}

const WAITS_FOR_PAYMENT =
  'we have received order #{id}. We wait for your payment, and start when it has come.' satisfies Text

function progressOf(order: OrderForMail) {
  if (waitsForPayment(order)) return WAITS_FOR_PAYMENT
  const { status } = order
  return isCollected(order) && status !== 'cancelled' ? PROGRESS_OF_COLLECTION[status] : PROGRESS[status]
}

const PROGRESS_OF_COLLECTION = {
  placed: 'we have received order #{id} and are getting it ready. We write as soon as you can collect it.',
  processing: 'we have received order #{id} and are getting it ready. We write as soon as you can collect it.',
  shipped: 'we have received order #{id}, and it is ready to collect.',
  delivered: 'we have received order #{id}, and you have collected it.',
} as const satisfies Partial<Record<OrderForMail['status'], Text>>

/** A confirmation can be asked for again, and a late one can meet an order that has moved on. */
const PROGRESS = {
  placed: 'we have received order #{id} and are getting it ready.',
  processing: 'we have received order #{id} and are getting it ready.',
  shipped: 'we have received order #{id}, and it is on its way to you.',
  delivered: 'we have received order #{id}, and it has been delivered.',
  cancelled: 'we have received order #{id}. It has been cancelled since, so nothing will be shipped.',
} as const satisfies Record<OrderForMail['status'], Text>

export function orderCancelled(order: OrderForMail, userName: string, shop: MailShop): Letter {
  const { id } = order
  const outcome = outcomeOf(order)
  const { reason, values } = about(order, shop)
  return {
    subject: t('Order #{id} has been cancelled', { id }),
    preview: outcome,
    heading: t('Your order has been cancelled'),
    before: [`${hello(userName)}\n${t('order #{id} has been cancelled. {outcome}', { id, outcome })}`],
    facts: [items(order, shop), button(order, shop)],
    after: [{ kind: 'note', text: t("If you didn't expect this, reply to this email and we'll look into it.") }],
    reason,
    values: { ...values, 'order.outcome': outcome },
  }
}

/** Only what has not gone back before goes back now. */
function outcomeOf({ paymentStatus, givenBack, total, currency }: OrderForMail): string {
  // The customer waived a refund.
  if (paymentStatus === 'paid' || paymentStatus === 'partly_refunded') return t('Nothing will be shipped.')
  if (paymentStatus !== 'refund_due' && paymentStatus !== 'refunded')
    return t("Nothing will be shipped and you won't be charged.")
  if (givenBack === 0)
    return paymentStatus === 'refunded'
      ? t('Nothing will be shipped. What you paid has gone back to you.')
      : t('Nothing will be shipped. What you paid goes back to you.')
  return t('Nothing will be shipped, and we refund the {total} you paid.', {
    total: money(givenBack ?? total, currency),
  })
}

/** The parts that all letters about an order have in common. */
function about(order: OrderForMail, shop: MailShop, parcel = followed(order, order)) {
  const { id, total, currency, placedAt } = order
  return {
    reason: t('You get this email because you placed order #{id}.', { id }),
    values: {
      'order.id': String(id),
      'order.total': money(total, currency),
      'order.placed': formatTime(placedAt, shop),
      'order.tracking': parcel.trackingNumber ?? '',
      'order.carrier': parcel.carrier?.name ?? '',
      'order.follow': parcel.trackingUrl ?? '',
    },
  } satisfies Partial<Letter>
}

function orderFacts(order: OrderForMail, shop: MailShop): Fact[] {
  const { id, placedAt, note, deliveryAddress, billingAddress } = order
  return [
    [t('Order'), `#${id}`],
    [t('Placed'), formatTime(placedAt, shop)],
    ...(deliveryAddress && !isCollected(order)
      ? [[t('Deliver to'), addressLines(deliveryAddress).join('\n')] as Fact]
      : []),
    ...(billingAddress ? [[t('Invoice to'), addressLines(billingAddress).join('\n')] as Fact] : []),
    [t('Payment'), paymentLine(order)],
    ...(note ? [[t('Your note'), note] as Fact] : []),
  ]
}

/** Promises a delivery time: the shop's, or else that of the delivery method. Ends when the parcel is on its way. */
function deliveryFact({ status, delivery }: OrderForMail, { deliveryPromise }: MailShop): Fact[] {
  const isOpen = status === 'placed' || status === 'processing'
  if (isCollected({ delivery })) return []
  const time = deliveryPromise || (delivery && daysText(delivery.days))
  return isOpen && time ? [[t('Delivery time'), time]] : []
}

/** Says where and when customers collect it. */
function collectionFacts({ delivery }: OrderForMail): Fact[] {
  return delivery ? collectionRows(showDelivery(delivery)) : []
}

function costsOf({ delivery, ...order }: OrderForMail): Fact[] {
  const costs = { ...order, delivery: delivery && showDelivery(delivery), taxes: order.taxes.map(showTax) }
  return [...costRows(costs, order.currency), ...taxRows(costs, order.currency)]
}

function address({ deliveryAddress }: OrderForMail): Block[] {
  if (!deliveryAddress) return []
  return [{ kind: 'facts', rows: [[t('Deliver to'), addressLines(deliveryAddress).join('\n')]] }]
}

function billing({ billingAddress }: OrderForMail): Block[] {
  const lines = billingAddress ? addressLines(billingAddress).join('\n') : t('That of the delivery')
  return [{ kind: 'facts', rows: [[t('Invoice to'), lines]] }]
}

function paymentLine(order: OrderForMail): string {
  const { paymentStatus, total } = order
  if (total === 0 && paymentStatus === 'paid') return t('Nothing to pay')
  if (paymentStatus !== 'open' && paymentStatus !== 'pending') return t(PAYMENT_LINE[paymentStatus])
  if (!isDue(order)) return t('Nothing to pay')
  return order.paymentMethod === 'online' ? t('Online. You can pay on the page of your order') : t('By invoice')
}

export function isDue({ due }: OrderForMail): boolean {
  return due > 0
}

function owedFacts(order: OrderForMail): Block[] {
  const rows = owedRows(order, order.currency)
  return rows.length > 0 ? [{ kind: 'facts', rows }] : []
}

/** Says how and until when an invoice is paid. */
function transferFacts(order: OrderForMail, shop: MailShop): Block[] {
  const { transfer } = shop
  const isByTransfer = order.paymentMethod === 'invoice' || order.paymentStatus === 'partly_paid'
  if (!transfer || !isByTransfer || !isDue(order)) return []
  const { iban, bic, bank, holder } = transfer
  const rows: Fact[] = [
    [t('Amount'), money(order.due, order.currency)],
    [t('Please pay by'), formatCalendarDay(payableUntil(transfer, order.placedAt))],
    [t('Recipient'), holder],
    ['IBAN', groupedIban(iban)],
    ...(bic ? [['BIC', bic] as Fact] : []),
    ...(bank ? [[t('Bank'), bank] as Fact] : []),
    [t('Reference'), referenceFor(transfer, order.id)],
  ]
  return [{ kind: 'facts', rows }]
}

const PAYMENT_LINE = {
  partly_paid: 'Partly paid',
  paid: 'Paid',
  disputed: 'Disputed at the bank',
  charged_back: 'Taken back by the bank',
  refund_due: 'Refund due',
  partly_refunded: 'Partly refunded',
  refunded: 'Refunded',
} as const satisfies Record<string, Text>

function items({ items, taxes, total, currency, images }: OrderForMail, shop: MailShop): Block {
  // Nothing is in the prices of what leaves the country, or of a shop that is not liable.
  const including = taxes.some(({ tax }) => tax > 0) ? ` ${t('incl. VAT')}` : ''
  const imageOf = (productId: number) => images.find(({ id }) => id === productId)?.image
  return {
    kind: 'items',
    items: items.map(({ productId, sku, name, quantity, unitPrice, lineTotal, ...content }) => ({
      name,
      detail: `${sku}, ${quantity} × ${money(unitPrice, currency)}${including}${perUnit(unitPrice, content, currency)}`,
      amount: money(lineTotal, currency),
      ...(imageOf(productId) && { image: { src: shop.url + imageOf(productId)!.url, alt: imageOf(productId)!.alt } }),
    })),
    total: money(total, currency),
  }
}

function perUnit(price: number, content: Content, currency: string): string {
  const text = basePriceText(basePriceOf(price, content), currency)
  return text === undefined ? '' : ` (${text})`
}

/** The page of the order begins with its payment. */
function button(order: OrderForMail, { url }: MailShop): Block {
  const { id, due, currency, link = `/orders/${id}` } = order
  const label = waitsForPayment(order) ? t('Pay {total} online', { total: money(due, currency) }) : t('View your order')
  return { kind: 'button', label, address: `${url}${link}` }
}
