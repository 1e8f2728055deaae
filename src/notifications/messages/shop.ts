/** The letters that tell the shop of new orders. */
import { money } from '../../pages/format.ts'
import { t } from '../../words/words.ts'
import { type Fact, formatDay, type Letter, type MailShop } from './letter.ts'
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
