/** The letters about an order. */
import { addressLines } from '../../orders/delivery-address.ts'
import type { findOrdersForMail } from '../../orders/queries.ts'
import { money } from '../../pages/format.ts'
import { type Block, hello, type Letter, moment } from './letter.ts'

export { button as orderButton, items as orderItems }

export type OrderForMail = NonNullable<Awaited<ReturnType<typeof findOrdersForMail>>[number]>

export function orderConfirmation(order: OrderForMail, userName: string, shop: string): Letter {
  return {
    subject: `Order Confirmation #${order.id}`,
    preview: `Thank you for your order of ${money(order.total, order.currency)}.`,
    heading: `Thank you for your order`,
    body: [
      { kind: 'paragraph', text: `${hello(userName)}\nwe have received order #${order.id}${PROGRESS[order.status]}` },
      facts(order),
      items(order, shop),
      button(order, shop),
      ...(order.status === 'placed' ? [CANCEL] : []),
    ],
    reason: `You get this email because you placed order #${order.id}.`,
  }
}

/** A confirmation can be asked for again, and a late one can meet an order that has moved on. */
const PROGRESS: Record<OrderForMail['status'], string> = {
  placed: ' and are getting it ready.',
  processing: ' and are getting it ready.',
  shipped: ', and it is on its way to you.',
  delivered: ', and it has been delivered.',
  cancelled: '. It has been cancelled since, so nothing will be shipped.',
}

const CANCEL: Block = {
  kind: 'note',
  text: 'Changed your mind? You can cancel the order until we start preparing it.',
}

export function orderShipped(order: OrderForMail, userName: string, shop: string): Letter {
  const { trackingNumber } = order
  return {
    subject: `Order #${order.id} has been shipped`,
    preview: trackingNumber ? `Tracking number ${trackingNumber}` : 'It is on its way to you.',
    heading: 'Your order is on its way',
    body: [
      { kind: 'paragraph', text: `${hello(userName)}\nwe have handed order #${order.id} to the carrier.` },
      {
        kind: 'facts',
        rows: [...orderFacts(order), ...(trackingNumber ? [['Tracking', trackingNumber] as [string, string]] : [])],
      },
      items(order, shop),
      button(order, shop),
    ],
    reason: `You get this email because you placed order #${order.id}.`,
  }
}

export function trackingNumberChanged(order: OrderForMail, userName: string, shop: string): Letter {
  const { id, trackingNumber } = order
  return {
    subject: `Order #${id} has a new tracking number`,
    preview: `Tracking number ${trackingNumber}`,
    heading: 'Your new tracking number',
    body: [
      { kind: 'paragraph', text: `${hello(userName)}\nplease use this number to follow order #${id}.` },
      { kind: 'facts', rows: [['Tracking', trackingNumber!]] },
      button(order, shop),
    ],
    reason: `You get this email because you placed order #${id}.`,
  }
}

export function orderCancelled(order: OrderForMail, userName: string, shop: string): Letter {
  const paid = order.paymentStatus === 'refund_due' || order.paymentStatus === 'refunded'
  const outcome = paid
    ? `Nothing will be shipped, and we refund the ${money(order.total, order.currency)} you paid.`
    : "Nothing will be shipped and you won't be charged."
  return {
    subject: `Order #${order.id} has been cancelled`,
    preview: outcome,
    heading: 'Your order has been cancelled',
    body: [
      {
        kind: 'paragraph',
        text: `${hello(userName)}
order #${order.id} has been cancelled. ${outcome}`,
      },
      items(order, shop),
      button(order, shop),
      { kind: 'note', text: "If you didn't expect this, reply to this email and we'll look into it." },
    ],
    reason: `You get this email because you placed order #${order.id}.`,
  }
}

function facts(order: OrderForMail): Block {
  return { kind: 'facts', rows: orderFacts(order) }
}

function orderFacts(order: OrderForMail): [string, string][] {
  const { id, placedAt, note, deliveryAddress } = order
  return [
    ['Order', `#${id}`],
    ['Placed', moment(placedAt)],
    ...(deliveryAddress ? [['Deliver to', addressLines(deliveryAddress).join('\n')] as [string, string]] : []),
    ['Payment', paymentLine(order)],
    ...(note ? [['Your note', note] as [string, string]] : []),
  ]
}

function paymentLine({ paymentStatus, paymentMethod, status, total }: OrderForMail): string {
  if (paymentStatus !== 'open' && paymentStatus !== 'pending') return PAYMENT_LINE[paymentStatus]
  if (status === 'cancelled' || total === 0) return 'Nothing to pay'
  return paymentMethod === 'online' ? 'Online. You can pay on the page of your order' : 'By invoice, after delivery'
}

const PAYMENT_LINE = {
  paid: 'Paid',
  refund_due: 'Refund due',
  partly_refunded: 'Partly refunded',
  refunded: 'Refunded',
}

function items({ items, total, currency, images }: OrderForMail, shop: string): Block {
  const imageOf = (productId: number) => images.find(({ id }) => id === productId)?.image
  return {
    kind: 'items',
    items: items.map(({ productId, sku, name, quantity, unitPrice, lineTotal }) => ({
      name,
      detail: `${sku}, ${quantity} × ${money(unitPrice, currency)}`,
      amount: money(lineTotal, currency),
      ...(imageOf(productId) && { image: { src: shop + imageOf(productId)!.url, alt: imageOf(productId)!.alt } }),
    })),
    total: money(total, currency),
  }
}

function button({ id }: OrderForMail, shop: string): Block {
  return { kind: 'button', label: 'View your order', address: `${shop}/orders/${id}` }
}
