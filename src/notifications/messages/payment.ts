/** The letters about money: it came, it did not come, it went back. */
import { money } from '../../pages/format.ts'
import { type Block, hello, type Letter } from './letter.ts'
import { type OrderForMail, orderButton, orderItems } from './order.ts'

export function paymentReceived(order: OrderForMail, userName: string, shop: string): Letter {
  const { id, total, currency } = order
  const text = `${hello(userName)}\nwe have received your payment of ${money(total, currency)} for order #${id}. Thank you.`
  return letterAbout(order, shop, {
    subject: `Payment received for order #${id}`,
    preview: `${money(total, currency)}. Thank you.`,
    heading: 'We have received your payment',
    body: [{ kind: 'paragraph', text }, orderItems(order, shop)],
  })
}

export function paymentFailed(order: OrderForMail, userName: string, shop: string): Letter {
  const { id, total, currency } = order
  const text = `${hello(userName)}\nyour payment of ${money(total, currency)} for order #${id} did not come through. No money was taken. You can pay again on the page of your order.`
  return letterAbout(order, shop, {
    subject: `Your payment for order #${id} did not come through`,
    preview: 'No money was taken. You can pay again.',
    heading: 'Your payment did not come through',
    body: [{ kind: 'paragraph', text }],
  })
}

type RefundForMail = { amount: number; currency: string; source: string }

export function refundSent(order: OrderForMail, refund: RefundForMail, userName: string, shop: string): Letter {
  const { id } = order
  const amount = money(refund.amount, refund.currency)
  const text = `${hello(userName)}\nwe have sent back ${amount} for order #${id}, to where the payment came from. It can take some days until you see it.`
  return letterAbout(order, shop, {
    subject: `Refund of ${amount} for order #${id}`,
    preview: 'It can take some days until you see it.',
    heading: 'Your refund is on its way',
    body: [{ kind: 'paragraph', text }],
  })
}

type Content = Pick<Letter, 'subject' | 'preview' | 'heading'> & { body: Block[] }

function letterAbout(order: OrderForMail, shop: string, { body, ...head }: Content): Letter {
  return {
    ...head,
    body: [...body, orderButton(order, shop)],
    reason: `You get this email because you placed order #${order.id}.`,
  }
}
