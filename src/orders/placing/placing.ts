import { randomUUIDv7 } from 'node:crypto'
import type { IdempotencyKey } from '../../http/idempotency/keys.ts'
import { type DeliveryAddress, tidyAddress } from '../delivery-address.ts'
import type { NewOrder } from '../order.ts'
import type { OpenOrders } from '../order-problems.ts'

/* Orders that are to be placed, and the rows that the statement of `place-sql.ts` gets. */

/** An order and its buyer. */
export type Placing = {
  order: NewOrder
  /** The owner of the order. */
  userId: string
  /** The owner or an API key, for the history of the order. */
  by: string
  /** The shop itself orders, so `openOrders` does not limit it. */
  forShop: boolean
  /** The network of the client, with limits for all its accounts together; undefined: without limits. */
  network?: string | undefined
  /** The statement claims it. An order alone has none here: its key was claimed before. */
  key?: IdempotencyKey | undefined
}

export type OrderLimits = {
  /** How many orders an owner may place in a day. */
  perDay: number
  /** How much an owner may have in orders that are neither paid nor in process; undefined: any number. */
  openOrders?: OpenOrders | undefined
}

/** Many people can share a network, so it may have so many times as much as an account. */
export const NETWORK_TIMES = 5

export function timesNetwork({ orders, pieces }: OpenOrders): OpenOrders {
  return { orders: orders * NETWORK_TIMES, pieces: pieces * NETWORK_TIMES }
}

/** The rows of `buyer`. @param areLimited whether open orders are limited */
export function buyersOf(placings: Placing[], areLimited: boolean) {
  return placings.map(({ order, userId, by, forShop, network, key }) => ({
    owner_id: userId,
    by_user: by,
    note: order.note,
    delivery_address: tidyAddressOf(order),
    network,
    limited: areLimited && !forShop,
    pieces: piecesOf(order),
    expected_total: order.expectedTotal,
    expected_currency: order.expectedCurrency,
    key_owner: key?.owner,
    key: key?.key,
    request: key?.request.toString('hex'),
    event_id: randomUUIDv7(),
    delivery_id: randomUUIDv7(),
  }))
}

/** The delivery address as it is stored and shown. */
export function tidyAddressOf({ deliveryAddress }: NewOrder): DeliveryAddress | null {
  return deliveryAddress ? tidyAddress(deliveryAddress) : null
}

export function piecesOf({ items }: Pick<NewOrder, 'items'>): number {
  return items.reduce((sum, { quantity }) => sum + quantity, 0)
}

/** The rows of `line`. */
export function linesOf(placings: Placing[]) {
  return placings.flatMap(({ order, userId }) =>
    order.items.map(({ productId, quantity }, index) => ({
      owner_id: userId,
      line: index + 1,
      product_id: productId,
      quantity,
    })),
  )
}

/** The rows of `asked`: the pieces of each product that an order asks for, alone and together with the orders before it. */
export function askedBy(placings: Placing[]) {
  const all = new Map<number, number>()
  return placings.flatMap(({ order, userId }) => {
    const own = new Map<number, number>()
    for (const { productId, quantity } of order.items) own.set(productId, (own.get(productId) ?? 0) + quantity)
    return [...own].map(([product_id, pieces]) => {
      const with_others = (all.get(product_id) ?? 0) + pieces
      all.set(product_id, with_others)
      return { owner_id: userId, product_id, pieces, with_others }
    })
  })
}
