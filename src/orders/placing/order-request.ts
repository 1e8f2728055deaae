/** An order that somebody wants to place, and its limits. */
import type { Config } from '../../config.ts'
import type { PaymentMethod } from '../../payments/states.ts'
import { foldCode } from '../../pricing/discount-code.ts'
import type { Seller } from '../../pricing/seller.ts'
import type { Language } from '../../words/languages.ts'
import type { CartOwner } from '../cart/store.ts'
import { type DeliveryAddress, tidyAddress } from '../delivery-address.ts'
import type { NewOrder } from '../order.ts'
import type { OpenOrders } from '../order-problems.ts'

export type OrderRequest = {
  order: NewOrder
  /** The owner of the order. */
  userId: string
  /** The owner or an API key, for the history of the order. */
  by: string
  /** The shop itself orders, so `openOrders` does not limit it. */
  forShop: boolean
  /** The network of the client, with limits for all its accounts together; undefined: without limits. */
  network?: string | undefined
  seller: Seller
  /** Carts that the ordered products leave. */
  carts: readonly CartOwner[]
  /** The language of the page or of `Accept-Language`; undefined if it names none of the shop's. */
  asked?: Language | undefined
}

export type OrderLimits = {
  /** How many orders an owner may place in a day. */
  perDay: number
  /** How much an owner may have in orders that are neither paid nor in process; undefined: any number. */
  openOrders?: OpenOrders | undefined
}

export function limitsOf({ ordersPerDay, openOrders }: Config): OrderLimits {
  return { perDay: ordersPerDay, openOrders }
}

/** Many people can share a network, so it may have so many times as much as an account. */
const NETWORK_TIMES = 5

export function timesNetwork({ orders, pieces }: OpenOrders): OpenOrders {
  return { orders: orders * NETWORK_TIMES, pieces: pieces * NETWORK_TIMES }
}

export function budgetOf({ userId }: OrderRequest, { perDay }: OrderLimits, now: Date) {
  return { kind: 'orders', subject: userId, perDay, now } as const
}

export function networkBudgetOf({ network = '' }: OrderRequest, { perDay }: OrderLimits, now: Date) {
  return { kind: 'client-orders', subject: network, perDay: perDay * NETWORK_TIMES, now } as const
}

/** The delivery address as it is stored and shown. */
export function tidyAddressOf({ deliveryAddress }: NewOrder): DeliveryAddress | null {
  return deliveryAddress ? tidyAddress(deliveryAddress) : null
}

/** The discount code as it is stored; null: none. */
export function codeOf({ discountCode }: Pick<NewOrder, 'discountCode'>): string | null {
  return discountCode === undefined ? null : foldCode(discountCode)
}

/** How the customer wants to pay. */
export function methodOf({ payment }: NewOrder): PaymentMethod {
  return payment?.method ?? 'invoice'
}

export function piecesOf({ items }: Pick<NewOrder, 'items'>): number {
  return items.reduce((sum, { quantity }) => sum + quantity, 0)
}
