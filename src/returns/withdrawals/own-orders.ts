/** The orders of a signed-in visitor, each a button that fills in its number. The field stays for every other order. */
import type { Db } from '../../database/schema.ts'
import { type Html, html } from '../../html/html.ts'
import { date, money } from '../../pages/format.ts'
import { t } from '../../words/words.ts'

/** Older orders are past their period in almost every shop, and their number can be typed. */
const ORDERS_OFFERED = 10

export async function chooseOwnOrder(db: Db, ownerId: string): Promise<Html | undefined> {
  const items = await db
    .selectFrom('orders')
    .select(['id', 'placed_at', 'total', 'currency'])
    .where('owner_id', '=', ownerId)
    // Nobody needs to withdraw from a cancelled order.
    .where('status', '<>', 'cancelled')
    .orderBy('id', 'desc')
    .limit(ORDERS_OFFERED)
    .execute()
  if (items.length === 0) return undefined
  const choices = items.map(
    ({ id, placed_at, total, currency }) =>
      html`<li><button class="button quiet" name="order" value="${id}">${t('Order #{id}', {
        id,
      })}, ${date(placed_at)}, ${money(total, currency)}</button></li>`,
  )
  return html`<form action="/withdraw"><h2>${t('Your orders')}</h2>
    <ul class="chips">${choices}</ul>
    <p class="soft">${t('Choose an order, or enter its number below.')}</p></form>`
}
