/** The letters about money: it came, it did not come, it went back. */
import { money } from '../../pages/format.ts'
import { t } from '../../words/words.ts'
import { hello, type Letter, type MailShop } from './letter.ts'
import { aboutOrder, howToTransfer, type OrderForMail, orderButton, orderItems } from './order.ts'

type MoneyForMail = { amount: number; currency: string; isRefused?: boolean }

export function paymentReceived(order: OrderForMail, payment: MoneyForMail, userName: string, shop: MailShop): Letter {
  const { id } = order
  const total = money(payment.amount, payment.currency)
  const text = t('we have received your payment of {total} for order #{id}. Thank you.', { total, id })
  return {
    subject: t('Payment received for order #{id}', { id }),
    preview: t('{total}. Thank you.', { total }),
    heading: t('We have received your payment'),
    before: [`${hello(userName)}\n${text}`],
    facts: [orderItems(order, shop), orderButton(order, shop)],
    after: [],
    ...aboutOrder(order, shop),
  }
}

/** The transfer was less than is due. It says what came and what is still to be paid, and how. */
export function transferReceived(
  order: OrderForMail,
  transfer: MoneyForMail,
  userName: string,
  shop: MailShop,
): Letter {
  const { id } = order
  const amount = money(transfer.amount, transfer.currency)
  const due = money(order.due, order.currency)
  const text = t('we have received your transfer of {amount} for order #{id}. {due} are still to be paid.', {
    amount,
    id,
    due,
  })
  return {
    subject: t('{due} are still to be paid for order #{id}', { due, id }),
    preview: t('We have received {amount}. Thank you.', { amount }),
    heading: t('A part of your payment has arrived'),
    before: [`${hello(userName)}\n${text}`],
    facts: [...howToTransfer(order, shop), orderButton(order, shop)],
    after: [],
    ...aboutOrder(order, shop),
  }
}

export function paymentFailed(order: OrderForMail, payment: MoneyForMail, userName: string, shop: MailShop): Letter {
  const { id } = order
  const total = money(payment.amount, payment.currency)
  // The provider refused before the customer did anything, so it would refuse a second attempt too.
  const text = payment.isRefused
    ? t(
        'your payment of {total} for order #{id} could not be opened: our payment provider does not take it. No money was taken. Please answer this email, and we agree on another way to pay.',
        { total, id },
      )
    : t(
        'your payment of {total} for order #{id} did not come through. No money was taken. You can pay again on the page of your order.',
        { total, id },
      )
  return {
    subject: t('Your payment for order #{id} did not come through', { id }),
    preview: payment.isRefused ? t('No money was taken.') : t('No money was taken. You can pay again.'),
    heading: t('Your payment did not come through'),
    before: [`${hello(userName)}\n${text}`],
    facts: [orderButton(order, shop)],
    after: [],
    ...aboutOrder(order, shop),
  }
}

/** A refund that was announced, or that the page of the order shows, has not arrived. */
export function refundFailed(order: OrderForMail, refund: MoneyForMail, userName: string, shop: MailShop): Letter {
  const { id } = order
  const amount = money(refund.amount, refund.currency)
  const text = t(
    'your refund of {amount} for order #{id} did not reach you: your bank or the payment provider has sent it back. We still owe you this money, and send it in another way. You need to do nothing.',
    { amount, id },
  )
  return {
    subject: t('Your refund of {amount} for order #{id} did not arrive', { amount, id }),
    preview: t('We still owe you this money.'),
    heading: t('Your refund did not arrive'),
    before: [`${hello(userName)}\n${text}`],
    facts: [orderButton(order, shop)],
    after: [],
    ...aboutOrder(order, shop),
  }
}

type RefundForMail = MoneyForMail & {
  /** Somebody has made a bank transfer. A provider sends money back to where it came from. */
  isTransfer: boolean
}

export function refundSent(order: OrderForMail, refund: RefundForMail, userName: string, shop: MailShop): Letter {
  const { id } = order
  const amount = money(refund.amount, refund.currency)
  const text = refund.isTransfer
    ? t('we have transferred {amount} for order #{id} to your account. It can take some days until you see it.', {
        amount,
        id,
      })
    : t(
        'we have sent back {amount} for order #{id}, to where the payment came from. It can take some days until you see it.',
        { amount, id },
      )
  return {
    subject: t('Refund of {amount} for order #{id}', { amount, id }),
    preview: t('It can take some days until you see it.'),
    heading: t('Your refund is on its way'),
    before: [`${hello(userName)}\n${text}`],
    facts: [orderButton(order, shop)],
    after: [],
    ...aboutOrder(order, shop),
  }
}

/** Nobody knows the account from which a transfer came, so its owner says where the money goes. */
export function accountNeeded(
  order: OrderForMail,
  refund: MoneyForMail & { link: string },
  userName: string,
  shop: MailShop,
): Letter {
  const { id } = order
  const amount = money(refund.amount, refund.currency)
  const text = t(
    'you get {amount} back for order #{id}, by bank transfer. Please tell us the account that we can send it to.',
    { amount, id },
  )
  return {
    subject: t('Where can we send your refund for order #{id}?', { id }),
    preview: t('You get {amount} back. We need your account for the transfer.', { amount }),
    heading: t('Where can we send your refund?'),
    before: [`${hello(userName)}\n${text}`],
    facts: [{ kind: 'button', label: t('Enter your account'), address: refund.link }],
    after: [{ kind: 'note', text: t('The link is for this refund alone, and works until we prepare the transfer.') }],
    ...aboutOrder(order, shop),
  }
}
