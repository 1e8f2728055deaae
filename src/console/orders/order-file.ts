/** Orders as files for spreadsheets and accountants. Their columns are described in docs/guides/your-shop.md. */
import { type CsvForm, csvLine, type Written } from '../../csv.ts'
import type { Db } from '../../database/schema.ts'
import { nothingToPay } from '../../orders/components.ts'
import { addressLines } from '../../orders/delivery-address.ts'
import { listOrders, type OrderFilter } from '../../orders/queries.ts'
import { decimal } from '../../pages/format.ts'
import { shopTime } from '../../shop/days.ts'
import { sayText } from '../../shop/in-words.ts'
import { readShop } from '../../shop/settings.ts'
import { findMoney, type OrderMoney } from './order-money.ts'

type Order = Awaited<ReturnType<typeof listOrders>>['items'][number]

/** A row for each order. Five rates at most, because there are five classes of VAT. */
export async function* orderFile(db: Db, filter: OrderFilter, form: CsvForm): AsyncGenerator<string> {
  const { timeZone } = await readShop(db)
  yield csvLine([...COLUMNS, ...MONEY_COLUMNS, ...RATE_COLUMNS, 'credited', 'due'], form)
  for await (const orders of batches(db, filter)) {
    const money = await findMoney(
      db,
      orders.map(({ id }) => id),
    )
    yield orders.map(order => csvLine(orderRow(order, money.get(order.id), timeZone), form)).join('')
  }
}

/** A row for each line of each order. */
export async function* orderLineFile(db: Db, filter: OrderFilter, form: CsvForm): AsyncGenerator<string> {
  const { timeZone } = await readShop(db)
  yield csvLine(
    'order,placed,status,country,sku,product,options,quantity,unit_price,discount,total,vat_rate,currency'.split(','),
    form,
  )
  for await (const orders of batches(db, filter)) {
    yield orders
      .map(order =>
        lineRows(order, timeZone)
          .map(row => csvLine(row, form))
          .join(''),
      )
      .join('')
  }
}

/** A thousand orders at a time, so that a file of any length costs little memory. */
async function* batches(db: Db, filter: OrderFilter): AsyncGenerator<Order[]> {
  let below: number | undefined
  do {
    const paging = { page: 1, limit: 1000, sort: '-id' as const }
    const { items } = await listOrders(db, { ...filter, below }, paging)
    yield items
    below = items.length === 1000 ? items.at(-1)!.id : undefined
  } while (below !== undefined)
}

const COLUMNS = 'order,placed,status,payment,customer,email,items,total,currency,tracking,note,address'.split(',')
const MONEY_COLUMNS =
  'country,items_total,discount,discount_code,delivery,delivery_method,net,vat,method,paid_at,received,refunded,refunded_at'.split(
    ',',
  )
const RATE_COLUMNS = [1, 2, 3, 4, 5].flatMap(number => [`rate_${number}`, `net_${number}`, `vat_${number}`])

type Cell = string | number | Written

function orderRow(order: Order, money: OrderMoney | undefined, zone: string): Cell[] {
  const { id, placedAt, status, paymentStatus, owner, items, total, currency } = order
  const payment = nothingToPay(paymentStatus, { status, total }) ? 'nothing_to_pay' : paymentStatus
  return [
    id,
    shopTime(new Date(placedAt), zone),
    status,
    payment,
    owner.userName,
    owner.email,
    items.map(({ quantity, sku }) => `${quantity} × ${sku}`).join('; '),
    written(total, currency),
    currency,
    order.trackingNumber ?? '',
    order.note ?? '',
    addressOf(order),
    ...moneyCells(order, money, zone),
    ...rateCells(order),
    written(order.credited, currency),
    written(order.due, currency),
  ]
}

function addressOf({ deliveryAddress }: Order): string {
  if (!deliveryAddress) return ''
  return [...addressLines(deliveryAddress).slice(0, -1), deliveryAddress.country].join(', ')
}

function moneyCells(order: Order, money: OrderMoney | undefined, zone: string): Cell[] {
  const { currency, taxes, delivery } = order
  const amount = (value: number) => written(value, currency)
  const when = (at: Date | null | undefined) => (at ? shopTime(at, zone) : '')
  const sum = (part: 'net' | 'tax') => taxes.reduce((all, tax) => all + tax[part], 0)
  return [
    order.taxCountry ?? '',
    amount(order.itemsTotal),
    amount(order.discountTotal),
    order.discountCode ?? '',
    amount(order.deliveryTotal),
    delivery ? sayText(delivery.names) : '',
    amount(sum('net')),
    amount(sum('tax')),
    money?.providers ?? order.paymentMethod,
    when(money?.paidAt),
    amount(money?.received ?? 0),
    amount(money?.refunded ?? 0),
    when(money?.refundedAt),
  ]
}

/** The rates of the order, the highest first, and empty cells for those that it does not have. */
function rateCells({ taxes, currency }: Order): Cell[] {
  const cells = taxes.flatMap(({ rate_bp, net, tax }) => [
    rateOf(rate_bp),
    written(net, currency),
    written(tax, currency),
  ])
  return [...cells, ...RATE_COLUMNS.slice(cells.length).map(() => '')]
}

function rateOf(hundredths: number): Written {
  return { number: String(hundredths / 100) }
}

function written(amount: number, currency: string): Written {
  return { number: decimal(amount, currency) }
}

function lineRows({ id, placedAt, status, taxCountry, items, currency }: Order, zone: string): Cell[][] {
  return items.map(({ sku, name, options, quantity, unitPrice, lineTotal, discount, rate }) => [
    id,
    shopTime(new Date(placedAt), zone),
    status,
    taxCountry ?? '',
    sku,
    name,
    options,
    quantity,
    written(unitPrice, currency),
    written(discount, currency),
    written(lineTotal - discount, currency),
    rate === null ? '' : rateOf(rate),
    currency,
  ])
}
