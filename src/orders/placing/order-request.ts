/** Reads the body of an order once; the steps after it use these values. */
import type { Config } from '../../config.ts'
import type { WideBudget } from '../../http/rate-limits/wide-budgets.ts'
import type { PaymentMethod } from '../../payments/states.ts'
import { foldCode } from '../../pricing/discount-code.ts'
import type { AgreedPrice } from '../../pricing/price.ts'
import type { Seller } from '../../pricing/seller.ts'
import type { CheckedBuyer } from '../../pricing/vies/check.ts'
import type { Language } from '../../words/languages.ts'
import { plainVatId } from '../../world/vat-id.ts'
import type { CartOwner } from '../cart/store.ts'
import { type DeliveryAddress, tidyAddress } from '../delivery-address.ts'
import type { NewOrder } from '../order.ts'
import type { OpenOrders } from '../order-problems.ts'

/** Prices that the shop has agreed with the customer, in the order of the lines. No request brings them: the shop keeps them. */
export type Agreed = AgreedPrice & { unitPrices: readonly number[] }

/** The body of the request, with everything as it is stored and shown. */
export type OrderedGoods = {
  items: NewOrder['items']
  /** The pieces of all lines together. */
  pieces: number
  note: string | null
  /** The discount code; null: none. */
  code: string | null
  address: DeliveryAddress | null
  /** null: the invoice has the address of the delivery. */
  billingAddress: DeliveryAddress | null
  /** VAT ID of a business that buys, and the text that it wants on the invoice. */
  vatId: string | null
  buyerReference: string | null
  /** Addresses that the owner keeps in the address book. */
  kept: readonly DeliveryAddress[]
  /** The id of the delivery method; null: the first one that goes there. */
  delivery: string | null
  paymentMethod: PaymentMethod
  /** The price that the client expects to pay. */
  expected: { total: number | null; currency: string | null }
}

export function readOrder(body: NewOrder): OrderedGoods {
  const { items, note = null, discountCode, deliveryAddress, billingAddress, delivery = null, payment } = body
  const address = deliveryAddress ? tidyAddress(deliveryAddress) : null
  const forInvoice = billingAddress ? tidyAddress(billingAddress) : null
  return {
    items,
    pieces: items.reduce((sum, { quantity }) => sum + quantity, 0),
    note,
    code: discountCode === undefined ? null : foldCode(discountCode),
    address,
    billingAddress: forInvoice,
    vatId: plainVatId(body.vatId ?? '') || null,
    buyerReference: body.buyerReference || null,
    kept: [
      ...(address && body.keepDeliveryAddress ? [address] : []),
      ...(forInvoice && body.keepBillingAddress ? [forInvoice] : []),
    ],
    delivery,
    paymentMethod: payment?.method ?? 'invoice',
    expected: { total: body.expectedTotal ?? null, currency: body.expectedCurrency ?? null },
  }
}

export type OrderRequest = OrderedGoods & {
  /** The owner of the order. */
  userId: string
  isGuest: boolean
  /** The owner or an API key, for the history of the order. */
  by: string
  /** The network of the client, with limits for all its accounts together; undefined: without limits. */
  network?: string | undefined
  limits: OrderLimits
  seller: Seller
  /** The VAT ID of the buyer, if it counts for the price, and what VIES said about it. */
  checked: CheckedBuyer
  agreed?: Agreed | undefined
  /** Carts that the ordered products leave. */
  carts: readonly CartOwner[]
  /** The language of the page or of `Accept-Language`; undefined if it names none of the shop's. */
  asked?: Language | undefined
  now: Date
}

export type OrderLimits = { account: OrderLimit; network: OrderLimit }

type OrderLimit = {
  /** Number of orders that may be placed in a day. */
  budget: { kind: WideBudget; subject: string; perDay: number; now: Date }
  /** Limit of orders that are neither paid nor in process; undefined: any number. */
  open?: OpenOrders | undefined
}

type Orderer = Pick<OrderRequest, 'network' | 'now'> & {
  /** Names in budgets whose orders these are: the account, or the guests of an address in a network. */
  subject: string
  /** The shop itself orders, with an API key, as much as it wants. */
  forShop: boolean
}

/** Many people can share a network, so it may have so many times as much as an account. */
const NETWORK_TIMES = 5

export function limitsOf(
  { ordersPerDay: perDay, openOrders: open }: Pick<Config, 'ordersPerDay' | 'openOrders'>,
  { subject, network = '', forShop, now }: Orderer,
): OrderLimits {
  const isLimited = open !== undefined && !forShop
  return {
    account: { budget: { kind: 'orders', subject, perDay, now }, open: isLimited ? open : undefined },
    network: {
      budget: { kind: 'client-orders', subject: network, perDay: perDay * NETWORK_TIMES, now },
      open:
        isLimited && network !== ''
          ? { orders: open.orders * NETWORK_TIMES, pieces: open.pieces * NETWORK_TIMES }
          : undefined,
    },
  }
}
