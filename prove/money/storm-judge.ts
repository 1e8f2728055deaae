/**
 * Counts after a storm what happened at the provider, and compares it with what the shop believes, answers, writes and
 * has announced. Each check is one sentence, which has to hold for every order.
 */
import { sql } from 'kysely'
import { judgeNumbers } from '../../test/support/documents.ts'
import { stockOf } from '../../test/support/products.ts'
import { judgeBank, judgeProvider, type Outside, readOutside } from './storm-ends.ts'
import { PRICE, type Storm } from './storm-world.ts'

type PaymentRow = {
  id: string
  provider: string
  state: string
  transactionId: string | null
  captured: number
  refunded: number
  chargedBack: number
  disputed: number
  isSurplus: boolean
  finding: string | null
  received: number
}
type RefundRow = {
  id: string
  amount: number
  source: string
  state: string
  providerId: string | null
  /** Its name in a file for the bank. */
  transfer: string | null
  call: string | null
  sent: number
}
type OrderRow = {
  id: number
  status: string
  payment: string
  payments: PaymentRow[]
  refunds: RefundRow[]
  invoices: number
  papers: number
  doubts: number
}
type Order = OrderRow & { real: Outside; storm: Storm }

/** @returns undefined when it holds */
type Check = [sentence: string, find: (order: Order) => string | false | undefined]

const sumOf = (payments: PaymentRow[], name: 'captured' | 'refunded' | 'chargedBack' | 'disputed') =>
  payments.reduce((sum, payment) => sum + payment[name], 0)

/** A refund that had to go out by itself was refused or came back: "Refund due" has a button for it. */
const needsPerson = ({ refunds, payment }: Order) =>
  refunds.some(({ state, source }) => state === 'failed' && source !== 'chargeback') && payment === 'refund_due'

const CHECKS: Check[] = [
  [
    'what was captured at the provider is captured here',
    ({ payments, real }) =>
      sumOf(payments, 'captured') !== real.captured && `${sumOf(payments, 'captured')}, ${real.captured}`,
  ],
  [
    'what was refunded and charged back at the provider is so here',
    ({ payments, real }) => {
      const here = sumOf(payments, 'refunded') + sumOf(payments, 'chargedBack')
      return here !== real.refunded + real.lost && `${here}, and ${real.refunded} + ${real.lost} there`
    },
  ],
  [
    'what banks hold at the provider is disputed here',
    ({ payments, real }) => sumOf(payments, 'disputed') !== real.held && `${sumOf(payments, 'disputed')}, ${real.held}`,
  ],
  [
    'no order is paid without money',
    ({ payment, real }) =>
      ['paid', 'partly_paid', 'partly_refunded', 'refund_due'].includes(payment) !== real.left > 0 &&
      payment !== 'disputed' &&
      !(payment === 'charged_back' && real.left > 0 && real.lost > 0) &&
      `${payment}, ${real.left} are there`,
  ],
  [
    'no money lies on a cancelled order without its refund',
    order =>
      order.status === 'cancelled' && order.real.left > 0 && !needsPerson(order) && `${order.real.left} are there`,
  ],
  [
    'an order keeps one payment',
    order => order.real.left > PRICE && !needsPerson(order) && `${order.real.left} of ${PRICE}`,
  ],
  [
    'no refund is made twice',
    ({ real }) => {
      const operations = real.refunds.flatMap(({ metadata, status }) =>
        metadata.operation && status !== 'failed' ? [metadata.operation] : [],
      )
      return new Set(operations).size < operations.length && operations.join(' ')
    },
  ],
  ['the refunds are those that a 201 accepted, and those of the provider', refundsAgree],
  [
    'nothing is under way that the provider has ended',
    ({ payments }) => {
      const open = payments.filter(({ state }) => UNDER_WAY.includes(state))
      return open.length > 0 && open.map(({ state }) => state).join(' ')
    },
  ],
  ['no call is in doubt', ({ doubts }) => doubts > 0 && `${doubts}`],
  [
    'no payment differs from what was asked',
    ({ payments }) => payments.find(({ finding }) => finding)?.finding ?? false,
  ],
  [
    '"Payment received" is told once for each payment that pays',
    ({ payments, status }) => {
      const odd = payments.find(
        ({ state, isSurplus, received, provider }) =>
          received > 1 ||
          (received === 0 && provider !== 'transfer' && state === 'captured' && !isSurplus && status !== 'cancelled'),
      )
      return odd && `${odd.received} times`
    },
  ],
  [
    '"Refund of" is told once for each refund',
    ({ refunds }) => {
      const odd = refunds.find(
        ({ state, source, sent }) => sent > 1 || (sent === 0 && state === 'done' && source !== 'chargeback'),
      )
      return odd && `${odd.sent} times of one that is ${odd.state}`
    },
  ],
  [
    'each paid order has one invoice',
    ({ invoices, payment, status }) =>
      (invoices > 1 || (invoices === 0 && status !== 'cancelled' && PAID_STATES.includes(payment))) && `${invoices}`,
  ],
  [
    'the papers say what the money says',
    ({ invoices, papers, payments }) => {
      const own = payments.filter(({ isSurplus }) => !isSurplus)
      const again = Math.max(0, sumOf(own, 'captured') - PRICE)
      const kept = sumOf(own, 'captured') - sumOf(own, 'refunded') - again
      return invoices > 0 && again === 0 && papers !== kept && `papers ${papers}, money ${kept}`
    },
  ],
  ['the papers say what provider and bank have', papersAgree],
  ['every state has a way out', wayOut],
]

const UNDER_WAY = ['created', 'pending', 'processing', 'authorized', 'cancelling']
const PAID_STATES = ['paid', 'refund_due', 'partly_refunded', 'refunded']

function refundsAgree({ id, refunds, real, storm }: Order): string | false {
  const accepted = storm.refunds.filter(({ orderId }) => orderId === id)
  const wanted = refunds.filter(({ source }) => source === 'shop')
  if (accepted.length !== wanted.length || accepted.some(({ id }) => !wanted.some(row => row.id === id)))
    return `${accepted.length} were accepted, and ${wanted.length} are written`
  for (const { id, amount, state, source, call, providerId, transfer } of refunds) {
    if (source === 'chargeback') continue
    if (transfer !== null) {
      const sent = storm.bank.entries.filter(({ sign, endToEndId }) => sign === 'DBIT' && endToEndId === transfer)
      const isRight = state === 'done' ? sent.length === 1 && sent[0]!.amount === amount : sent.length === 0
      if (!isRight) return `${id} of ${amount} is ${state}, and the bank has sent ${sent.map(one => one.amount)}`
      continue
    }
    const made = real.refunds.filter(
      ({ id, metadata }) => id === providerId || (call !== null && metadata.operation === call),
    )
    const good = made.filter(({ status }) => status === 'succeeded')
    if (state === 'done' && (good.length !== 1 || good[0]!.amount !== amount))
      return `${id} of ${amount} is done, and ${good.length} are there`
    if (state === 'failed' && good.length > 0) return `${id} has failed, and is there`
  }
  const strange = real.refunds.filter(
    ({ id, metadata }) =>
      !refunds.some(({ providerId, call }) => providerId === id || (call !== null && call === metadata.operation)),
  )
  return strange.length > 0 && `${strange.length} are there that nobody knows here`
}

/**
 * Checks an order without chargebacks: invoice − credit notes = what is there in the end. An order that is due has no
 * money, and an invoice only if it was paid once.
 */
function papersAgree(order: Order): string | false {
  const { invoices, papers, payments, real, payment } = order
  const isDisputed = payments.some(({ chargedBack, disputed }) => chargedBack + disputed > 0) || real.lost > 0
  if (isDisputed || needsPerson(order) || (invoices > 0 && payment === 'open')) return false
  return papers !== real.left && `papers ${papers}, ${real.left} are there`
}

/** Checks that each state that is left over has a button, a date or a finding. */
function wayOut(order: Order): string | false {
  const { status, payment, refunds, real } = order
  if (refunds.some(({ state }) => state === 'to_transfer')) return 'money is owed, and no list shows it'
  switch (payment) {
    case 'pending':
      return 'it is pending, and nothing is under way'
    case 'partly_paid':
      return 'a part is paid, and nobody asks for the rest'
    case 'refund_due':
      return (
        !needsPerson(order) &&
        !refunds.some(({ state }) => state === 'failed') &&
        'a refund is due, and none has failed'
      )
    case 'disputed':
      return real.held === 0 && 'it is disputed, and no dispute is open'
    case 'charged_back':
      return real.lost === 0 && 'it is charged back, and no bank has taken money'
    case 'paid':
    case 'partly_refunded':
      return status === 'cancelled' && 'it is cancelled'
    default:
      return false
  }
}

export async function judge(storm: Storm): Promise<string[]> {
  const orders = (await readOrders(storm)).map(row => ({ ...row, real: readOutside(storm, row.id), storm }))
  const found = orders.flatMap(order =>
    CHECKS.flatMap(([sentence, find]) => {
      const odd = find(order)
      return odd ? [`${sentence}: order #${order.id} (${order.status}, ${order.payment}): ${odd}`] : []
    }),
  )
  return [
    ...found,
    ...judgeProvider(storm),
    ...judgeBank(storm),
    ...(await judgeStock(storm)),
    ...(await judgeNumbers(storm.semel)),
    ...(await judgeEmails(storm)),
    ...(await judgeAnswers(storm, orders)),
  ]
}

async function readOrders({ semel: { db } }: Storm): Promise<OrderRow[]> {
  const { rows } = await sql<OrderRow>`
    select o.id, o.status, o.payment_status as payment,
      coalesce((select json_agg(json_build_object(
        'id', p.id, 'provider', provider, 'state', p.state, 'transactionId', transaction_id, 'captured', captured, 'refunded', refunded,
        'chargedBack', charged_back, 'disputed', disputed, 'isSurplus', is_surplus, 'finding', finding,
        'received', (select count(*) from events e where e.type = 'payment.received' and e.payload ->> 'paymentId' = p.id::text)
      )) from payments p where p.order_id = o.id), '[]') as payments,
      coalesce((select json_agg(json_build_object(
        'id', r.id, 'amount', r.amount, 'source', r.source, 'state', r.state, 'providerId', r.provider_id,
        'transfer', (select replace(t.refund_id::text, '-', '') from refund_transfers t where t.refund_id = r.id),
        'call', (select c.id from payment_calls c where c.refund_id = r.id limit 1),
        'sent', (select count(*) from events e where e.type = 'refund.sent' and e.payload ->> 'refundId' = r.id::text)
      )) from refunds r join payments p on p.id = r.payment_id where p.order_id = o.id), '[]') as refunds,
      (select count(*)::int from documents d where d.order_id = o.id and kind = 'invoice') as invoices,
      (select coalesce(sum((content ->> 'total')::int * case kind when 'invoice' then 1 else -1 end), 0)::int
        from documents d where d.order_id = o.id) as papers,
      (select count(*)::int from payment_calls c join payments p on p.id = c.payment_id
        where p.order_id = o.id and c.state = 'in_doubt') as doubts
    from orders o order by o.id
  `.execute(db)
  return rows
}

async function judgeStock({ semel: { db }, productId, stock }: Storm): Promise<string[]> {
  const { rows } = await sql<{ sold: number }>`
    select coalesce(sum(quantity), 0)::int as sold from order_items i join orders o on o.id = i.order_id
    where i.product_id = ${productId} and o.status <> 'cancelled'
  `.execute(db)
  const left = await stockOf(db, productId)
  return left.stock === stock - rows[0]!.sold
    ? []
    : [`the stock is what was not sold: ${left.stock} of ${stock}, ${rows[0]!.sold} sold`]
}

/** Each email that was sent is in the inbox once. One in doubt is named as such, and may be there. */
async function judgeEmails({ semel: { db } }: Storm): Promise<string[]> {
  const { rows } = await sql<{ text: string }>`
    select format('each email arrives once: %s (%s): %s is there %s times', d.kind, d.recipient, d.state, mails.n) as text
    from deliveries d cross join lateral (
      select count(*)::int as n from dev_mail m where m.message_id = d.message_id
    ) as mails
    where d.kind in ('payment.received', 'refund.sent', 'payment.failed', 'refund.failed')
      and not (d.state = 'sent' and mails.n = 1 or d.state = 'in_doubt' and mails.n <= 1 or d.state = 'skipped' and mails.n = 0)
    limit 10
  `.execute(db)
  return rows.map(({ text }) => text)
}

/** Checks that the API agrees with the database. */
async function judgeAnswers({ webs, staff }: Storm, orders: Order[]): Promise<string[]> {
  const found: string[] = []
  for (const { id, payment, payments } of orders) {
    const response = await fetch(`${webs[0]!.process.origin}/api/v3/orders/${id}`, {
      headers: { authorization: `Bearer ${staff.token}` },
    })
    const order = (await response.json()) as { paymentStatus?: string; payment?: { status?: string } }
    const shown = order.payment?.status ?? order.paymentStatus
    if (shown !== payment && payments.length > 0)
      found.push(`the API says how an order is paid: #${id}: ${shown}, not ${payment}`)
  }
  return found
}
