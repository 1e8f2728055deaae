/** The letter that says that an order lies ready in the shop. */

import { t } from '../../words/words.ts'
import { hello, type Letter, type MailShop } from '../messages/letter.ts'
import {
  aboutOrder,
  collectionFacts,
  type OrderForMail,
  orderButton,
  orderFacts,
  orderItems,
  owedFacts,
} from '../messages/order.ts'

export function orderReady(order: OrderForMail, userName: string, shop: MailShop): Letter {
  const { id } = order
  return {
    subject: t('Order #{id} is ready to collect', { id }),
    preview: t('You can collect it now.'),
    heading: t('Your order is ready'),
    before: [`${hello(userName)}\n${t('order #{id} is ready. You can collect it now.', { id })}`],
    facts: [
      { kind: 'facts', rows: [...collectionFacts(order), ...orderFacts(order, shop)] },
      ...owedFacts(order),
      orderItems(order, shop),
      orderButton(order, shop),
    ],
    after: [],
    ...aboutOrder(order, shop),
  }
}
