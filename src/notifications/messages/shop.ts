/** The letters that tell the shop of new orders, of money that it may lose or has to send in another way, and of webhooks. */
import { money } from '../../pages/format.ts'
import { DISPUTE_STATE, disputeReason } from '../../payments/disputes/words.ts'
import type { Dispute } from '../../payments/queries.ts'
import type { AddressSetting } from '../../shop/settings.ts'
import type { Text } from '../../words/text.ts'
import { t } from '../../words/words.ts'
import { type Fact, formatDay, formatTime, type Letter, type MailShop } from './letter.ts'
import { aboutOrder, type OrderForMail, orderFacts, orderItems } from './order.ts'

/** @param customer the name of who placed it */
export function orderForShop(order: OrderForMail, customer: string, shop: MailShop): Letter {
  const { id } = order
  const total = money(order.total, order.currency)
  return {
    subject: t('New order #{id}: {total}', { id, total }),
    preview: order.items.map(({ name, quantity }) => `${quantity} × ${name}`).join(', '),
    heading: t('New order #{id}', { id }),
    before: [],
    facts: [
      { kind: 'facts', rows: [[t('Customer'), customer], ...orderFacts(order, shop)] },
      orderItems(order, shop),
      { kind: 'button', label: t('Open the order'), address: `${shop.url}/admin/orders/${id}` },
    ],
    after: [],
    reason: REASON(),
    values: aboutOrder(order, shop).values,
  }
}

type OrderOfDay = { id: number; customer: string; total: number; currency: string; count: number }

/** @param start of the day. @param orders one at least; the first of them, if they are very many */
export function ordersOfDay(start: Date, orders: readonly OrderOfDay[], shop: MailShop): Letter {
  const { count } = orders[0]!
  const day = formatDay(start, shop)
  const rows = orders.map(
    ({ id, customer, total, currency }): Fact => [`#${id}`, `${customer}, ${money(total, currency)}`],
  )
  const more: Fact[] = count > orders.length ? [[t('And more'), String(count - orders.length)]] : []
  return {
    subject: t('Orders of {day}: {count}', { day, count }),
    preview: rows
      .map(([, text]) => text)
      .join('; ')
      .slice(0, 120),
    heading: t('Orders of {day}', { day }),
    before: [],
    facts: [
      { kind: 'facts', rows: [...rows, ...more] },
      { kind: 'button', label: t('Open the orders'), address: `${shop.url}/admin/orders` },
    ],
    after: [],
    reason: REASON(),
  }
}

const REASON = () => t('You get this email because the shop wants to hear of new orders. Its settings say how often.')

export type DisputeForMail = Pick<
  Dispute,
  'amount' | 'currency' | 'reason' | 'state' | 'providerState' | 'takesMoney' | 'respondBy'
>

/** A bank asks for the money of an order, or about it. */
export function disputeOpened(order: OrderForMail, dispute: DisputeForMail, shop: MailShop): Letter {
  const { id } = order
  const { respondBy, state } = dispute
  const amount = money(dispute.amount, dispute.currency)
  const isInquiry = state === 'inquiry'
  return {
    subject: t(isInquiry ? 'Order #{id}: a bank asks about {amount}' : 'Order #{id}: chargeback of {amount}', {
      id,
      amount,
    }),
    preview: respondBy
      ? t('Answer until {time}.', { time: formatTime(respondBy, shop) })
      : t('Look at the payment provider.'),
    heading: t(isInquiry ? 'A bank asks about a payment' : 'A bank wants a payment back'),
    before: [
      t(
        isInquiry
          ? 'The bank of the customer asks about the payment of order #{id}. No money has moved. A good answer prevents a chargeback.'
          : 'The bank of the customer wants the payment of order #{id} back. Stop the parcel if you can, and do not refund the order as well.',
        { id },
      ),
    ],
    facts: [{ kind: 'facts', rows: disputeFacts(dispute, shop) }, orderLink(order, shop)],
    after: [],
    reason: ACT(),
    values: aboutOrder(order, shop).values,
  }
}

const ENDS = {
  won: {
    subject: 'Order #{id}: the chargeback of {amount} is won',
    heading: 'You have won the chargeback',
    text: 'The bank has decided for you. The money of order #{id} is yours again.',
  },
  lost: {
    subject: 'Order #{id}: {amount} was taken back',
    heading: 'A bank has taken a payment back',
    text: 'The customer owes you the money of order #{id} again, and can pay on the page of the order. No credit note is written by itself: decide on the page of the order.',
  },
  closed: {
    subject: 'Order #{id}: the bank asks no more about {amount}',
    heading: 'A bank has closed its case',
    text: 'No money has moved for order #{id}.',
  },
} as const satisfies Record<string, Record<'subject' | 'heading' | 'text', Text>>

export function disputeEnded(order: OrderForMail, dispute: DisputeForMail, shop: MailShop): Letter {
  const { id } = order
  const amount = money(dispute.amount, dispute.currency)
  const end = ENDS[dispute.state === 'won' ? 'won' : dispute.takesMoney ? 'lost' : 'closed']
  return {
    subject: t(end.subject, { id, amount }),
    preview: amount,
    heading: t(end.heading),
    before: [t(end.text, { id })],
    facts: [{ kind: 'facts', rows: disputeFacts(dispute, shop) }, orderLink(order, shop)],
    after: [],
    reason: ACT(),
    values: aboutOrder(order, shop).values,
  }
}

function disputeFacts({ amount, currency, reason, state, respondBy }: DisputeForMail, shop: MailShop): Fact[] {
  const because = disputeReason(reason)
  return [
    [t('Amount'), money(amount, currency)],
    ...(because ? [[t('Reason'), because] as Fact] : []),
    [t('How it stands'), t(DISPUTE_STATE[state])],
    ...(respondBy ? [[t('Answer until'), formatTime(respondBy, shop)] as Fact] : []),
  ]
}

type RefundForMail = { amount: number; currency: string; reply: string | null }

export function refundFailedForShop(order: OrderForMail, refund: RefundForMail, shop: MailShop): Letter {
  const { id } = order
  const amount = money(refund.amount, refund.currency)
  return {
    subject: t('Order #{id}: the refund of {amount} has failed', { id, amount }),
    preview: t('Send it in another way.'),
    heading: t('A refund has failed'),
    before: [
      t(
        'The refund of {amount} for order #{id} did not reach the customer. Refund it again, or send it by bank transfer. The customer was told.',
        {
          id,
          amount,
        },
      ),
    ],
    facts: [
      ...(refund.reply ? [{ kind: 'facts' as const, rows: [[t('The provider says'), refund.reply] as Fact] }] : []),
      orderLink(order, shop),
    ],
    after: [],
    reason: ACT(),
    values: aboutOrder(order, shop).values,
  }
}

function orderLink({ id }: OrderForMail, { url }: MailShop): Letter['facts'][number] {
  return { kind: 'button', label: t('Open the order'), address: `${url}/admin/orders/${id}` }
}

const ACT = () => t('You get this email because somebody in the shop has to act.')

const ENTERED = {
  replyTo: 'Somebody who works for {name} wants answers of customers to come to this address.',
  orderEmail:
    'Somebody who works for {name} wants emails about new orders, with names of customers, to come to this address.',
} as const satisfies Record<AddressSetting, Text>

/** A letter to an address that a user has entered in the settings. It contains no text of that user. */
export function addressEntered(
  { setting, expiresAt, link }: { setting: AddressSetting; expiresAt: Date; link: string },
  shop: MailShop,
): Letter {
  const until = formatTime(expiresAt, shop)
  const { name } = shop
  return {
    subject: t('Confirm this address for {name}', { name }),
    preview: t('Nothing else comes here before you confirm.'),
    heading: t('Confirm this address'),
    before: [t(ENTERED[setting], { name })],
    facts: [{ kind: 'button', label: t('Confirm this address'), address: link }],
    after: [
      { kind: 'note', text: t('The link works until {time}.', { time: until }) },
      { kind: 'note', text: t("If you don't know what this is about, ignore this email.") },
    ],
    reason: t('You get this email because somebody who works for this shop entered your address.'),
    values: { 'address.until': until },
  }
}

/** Tells the creator of a webhook that we have stopped sending to it. */
export function webhookDisabled(
  { id, url }: { id: string; url: string },
  because: 'operator' | 'gone' | 'failing',
  shop: MailShop,
): Letter {
  const reason =
    because === 'gone'
      ? t('It answered 410 (Gone), so it wants no more events.')
      : t('Every attempt in the last three days failed.')
  return {
    subject: t('A webhook has been disabled'),
    preview: reason,
    heading: t('A webhook has been disabled'),
    before: [t('We no longer send events to {url}. {reason}', { url, reason })],
    facts: [{ kind: 'button', label: t('See the webhook'), address: `${shop.url}/admin/webhooks/${id}` }],
    after: [
      {
        kind: 'note',
        text: t('No event is lost. When you enable the webhook, it continues where it stopped.'),
      },
    ],
    reason: t('You get this email because you look after this webhook.'),
    values: { 'webhook.url': url, 'webhook.reason': reason },
  }
}
