/** The orders of the list that somebody has chosen, for the pages of the packing table. */
import type { FastifyInstance } from 'fastify'
import type { Db } from '../../database/schema.ts'
import { rowIdIn } from '../../http/filters.ts'
import { type findOrder, findOrders } from '../../orders/queries.ts'
import { Problem } from '../../problems.ts'
import { type ListRequest, queryIds, withQuery } from '../filters.ts'
import { requireNeed } from '../layout.ts'

export type ChosenOrder = NonNullable<Awaited<ReturnType<typeof findOrder>>>

/** Sheets of paper, or fields, that one page shows. */
export const MOST_CHOSEN = 500

/** The buttons of the list send the boxes of its form: to the page for the orders that are ticked, or else for all of them. */
export function sendToChosen(app: FastifyInstance, address: string): void {
  app.post(address, async (request, reply) => {
    requireNeed(await app.visitorOf(request, reply), 'orders')
    const sent = (request.body ?? {}) as Record<string, unknown>
    const ticked = Object.keys(sent).filter(name => /^orderIds\.\d{1,19}$/.test(name))
    const orders = ticked.length > 0 ? ticked.map(name => name.slice('orderIds.'.length)).join(',') : sent._shown
    return reply.redirect(withQuery(address, { orders: tidyIds(orders) }), 303)
  })
}

/** A header has room for so many ids. */
function tidyIds(text: unknown): string {
  const ids = typeof text === 'string' ? text.split(',').flatMap(id => rowIdIn(id) ?? []) : []
  return [...new Set(ids)].slice(0, MOST_CHOSEN).join(',')
}

/** Reads them in the order of the list. @throws Problem if there are none */
export async function chosenOrders(db: Db, request: ListRequest): Promise<ChosenOrder[]> {
  const orders = await readChosen(db, queryIds(request, 'orders', MOST_CHOSEN))
  if (orders.length === 0) throw new Problem('not_found', "We can't find those orders.")
  return orders
}

export async function readChosen(db: Db, ids: readonly number[]): Promise<ChosenOrder[]> {
  const orders = new Map((await findOrders(db, ids)).map(order => [order.id, order]))
  return ids.flatMap(id => orders.get(id) ?? [])
}
