/** The letter about an order that the shop has changed. */
import type { OrderEdit } from '../../orders/edits/queries.ts'
import { money } from '../../pages/format.ts'
import type { Text } from '../../words/text.ts'
import { t } from '../../words/words.ts'
import { type Block, hello, type Letter, type MailShop } from './letter.ts'
import {
  aboutOrder,
  type OrderForMail,
  orderAddress,
  orderBilling,
  orderButton,
  orderItems,
  owedFacts,
} from './order.ts'

export type EditForMail = Pick<
  OrderEdit,
  'kind' | 'total_before' | 'total_after' | 'items' | 'refund_id' | 'discount'
> & {
  /** Somebody has to make a bank transfer. */
  isToTransfer?: boolean
}

export function orderChanged(edit: EditForMail, order: OrderForMail, userName: string, shop: MailShop): Letter {
  const { id } = order
  const says = t(SAYS[edit.kind], { id })
  return {
    subject: t('Order #{id} has been changed', { id }),
    preview: says,
    heading: t('Your order has been changed'),
    before: [`${hello(userName)}\n${says}`],
    facts: [...changed(edit, order, shop), orderButton(order, shop)],
    after: [{ kind: 'note', text: t("If you didn't expect this, reply to this email and we'll look into it.") }],
    ...aboutOrder(order, shop),
  }
}

const SAYS = {
  items: 'we have changed order #{id}.',
  address: 'we have changed the delivery address of order #{id}.',
  billing_address: 'we have changed the address on the invoice of order #{id}.',
} as const satisfies Record<EditForMail['kind'], Text>

function changed(edit: EditForMail, order: OrderForMail, shop: MailShop): Block[] {
  if (edit.kind === 'address') return orderAddress(order)
  if (edit.kind === 'billing_address') return orderBilling(order)
  return [changes(edit, order), orderItems(order, shop), ...owedFacts(order)]
}

function changes(edit: EditForMail, { currency }: OrderForMail): Block {
  const { items, discount, total_before, total_after, refund_id, isToTransfer } = edit
  const less = total_before - total_after
  return {
    kind: 'facts',
    rows: [
      ...(items ?? []).flatMap(({ name, before, after, prices }): [string, string][] => [
        ...(before === after ? [] : [[name, `${before} → ${after}`] as [string, string]]),
        ...(prices
          ? [[name, `${money(prices.before, currency)} → ${money(prices.after, currency)}`] as [string, string]]
          : []),
      ]),
      ...(discount ? [[t('Discount'), money(-discount, currency)] as [string, string]] : []),
      ...(less > 0
        ? [
            [
              t(refund_id ? (isToTransfer ? 'Will be transferred' : 'We send back') : 'Less to pay'),
              money(less, currency),
            ] as [string, string],
          ]
        : []),
      ...(less < 0 ? [[t('More to pay'), money(-less, currency)] as [string, string]] : []),
    ],
  }
}
