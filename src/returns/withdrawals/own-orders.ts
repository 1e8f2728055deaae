/** The orders of a signed-in visitor, each a button that fills in its number. The field stays for every other order. */
import type { Db } from '../../database/schema.ts'
import { listOrders } from '../../orders/queries.ts'
import { ORDER_STATUSES } from '../../orders/states.ts'
import { date, money } from '../../pages/format.ts'
import { type Html, html } from '../../pages/html.ts'
import { t } from '../../words/words.ts'

/** Older orders are past their period in almost every shop, and their number can be typed. */
const NEWEST = { page: 1, limit: 10, sort: '-id' } as const

/** From a cancelled order nobody needs to withdraw. */
const OPEN = ORDER_STATUSES.filter(status => status !== 'cancelled')

export async function chooseOwnOrder(db: Db, ownerId: string): Promise<Html | undefined> {
  const { items } = await listOrders(db, { ownerId, status: OPEN }, NEWEST)
  if (items.length === 0) return undefined
  const choices = items.map(
    ({ id, placedAt, total, currency }) =>
      html`<li><button class="button quiet" name="order" value="${id}">${t('Order #{id}', {
        id,
      })}, ${date(placedAt)}, ${money(total, currency)}</button></li>`,
  )
  return html`<form action="/withdraw"><h2>${t('Your orders')}</h2>
    <ul class="chips">${choices}</ul>
    <p class="soft">${t('Choose an order, or enter its number below.')}</p></form>`
}
