/** The money of the shop: what is due, what came and went back, and every payment with what a person has to look at. */

import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../context.ts'
import { type Html, html } from '../../html/html.ts'
import { badge, empty, type Sort, section, stateBadge, stats, table } from '../../pages/components.ts'
import { step } from '../../pages/form-kinds.ts'
import { count, money, spokenTime, time } from '../../pages/format.ts'
import { formsOf, rowFormsOf } from '../../pages/forms-of.ts'
import type { Visitor } from '../../pages/visitor.ts'
import { DISPUTE_LABELS } from '../../payments/disputes/states.ts'
import { doubtText, providerName, SOURCE_TEXT, settleAgain, settleDone } from '../../payments/payment-section.ts'
import {
  countLostEvents,
  findOpenCalls,
  listPayments,
  MOST_SUMMED,
  type MoneyMoved,
  type MoneyNow,
  type OpenCall,
  PAYMENT_TABS,
  type PaymentTab,
  readMoneyMoved,
  readMoneyNow,
} from '../../payments/queries.ts'
import { PAYMENT_LABELS } from '../../payments/states.ts'
import { after, DAY } from '../../time.ts'
import type { PlainText, Text } from '../../words/text.ts'
import { t } from '../../words/words.ts'
import { type ListRequest, queryOneOf, queryText, withQuery } from '../filters.ts'
import { consolePage, formsPage } from '../layout.ts'
import { isOldestFirst, readPaging, renderList, sortedByAge } from '../list-page.ts'
import { transferPages } from './transfers-page.ts'

const LIST = '/admin/payments'

const TAB_TEXT: Record<PaymentTab, PlainText> = {
  all: 'All',
  under_way: 'Under way',
  received: 'Received',
  refunded: 'Paid back',
  ended: 'Ended without money',
  to_look_at: 'To look at',
}

/** Days for which "received" and "refunded" count. */
const SPAN = 30

export function paymentPages(app: FastifyInstance, context: AppContext): void {
  const { db, clock } = context
  transferPages(app, context)
  formsPage(app, {
    address: LIST,
    forms: [knowLost],
    render: async (visitor, request) => {
      const tab = tabOf(request)
      const paging = { ...readPaging(request), oldestFirst: isOldestFirst(request) }
      const [now, moved, payments, doubts, lost] = await Promise.all([
        readMoneyNow(db),
        readMoneyMoved(db, after(clock.now(), -SPAN * DAY)),
        listPayments(db, tab, paging),
        tab === 'to_look_at' ? findOpenCalls(db, { onlyDoubts: true }) : [],
        tab === 'to_look_at' ? countLostEvents(db) : 0,
      ])
      return consolePage({
        title: 'Payments',
        visitor,
        main: html`<h1>${t('Payments')}</h1>
        ${figures(now, moved)}
        ${tabs(tab, queryText(request, 'sort'))}
        ${
          doubts.length > 0 &&
          section(
            'doubts',
            'In doubt',
            doubts.map(call => doubt(visitor, call)),
          )
        }
        ${lost > 0 && lostEvents(visitor, lost)}
        ${renderList(request, {
          ...payments,
          paging,
          nouns: ['payment', 'payments'],
          none: empty('No payments here', NOTHING[tab] ?? 'They appear as soon as customers pay.'),
          show: rows => paymentTable(rows, sortedByAge(request)),
        })}`,
      })
    },
  })
}

/** Another shop on the same account, or a database that was set back: nobody but a person can tell. */
const knowLost = step<Text>({
  id: 'know-lost',
  at: '/admin/payments/lost-events/known',
  api: '/api/admin/payment-events/known',
  button: 'Known',
  confirm: 'Do you know why the provider has payments that this shop does not know?',
  done: 'Noted.',
  once: true,
  go: '/admin/payments?state=to_look_at',
})

function lostEvents(visitor: Visitor, lost: number): Html {
  const text = t(
    '{count} events of the provider are about payments that this shop does not know. Another shop may use the same account, or the database was set back.',
    { count: lost },
  )
  return section(
    'lost',
    'Events',
    html`<div class="notice warning"><p>${text}</p>${formsOf(visitor, {})(knowLost)}</div>`,
  )
}

const NOTHING: Partial<Record<PaymentTab, PlainText>> = {
  to_look_at: 'Nothing is in doubt, and everything is as it was asked.',
}

function tabOf(request: ListRequest): PaymentTab {
  return queryOneOf(request, 'state', PAYMENT_TABS) ?? 'all'
}

function figures({ due, refundsDue, doubts, toLookAt, transfers }: MoneyNow, moved: MoneyMoved[]): Html {
  // Two figures can be the same, and their links lead to different lists.
  const figure = (label: string, href: string, text: string) =>
    [label, html`<a href="${href}">${text}<span class="unseen"> ${label}</span></a>`] as const
  return html`<div class="figures">${stats([
    figure(t('Due'), '/admin/orders?status=unpaid', sums(due)),
    figure(
      t('Received in {days} days', { days: SPAN }),
      withQuery(LIST, { state: 'received' }),
      amounts(moved, 'received'),
    ),
    figure(
      t('Refunded in {days} days', { days: SPAN }),
      withQuery(LIST, { state: 'refunded' }),
      amounts(moved, 'refunded'),
    ),
    figure(t('Refunds due'), '/admin/orders?status=refund_due', sums(refundsDue)),
    figure(t('Of these, transfers to make'), `${LIST}/transfers`, count(transfers)),
    figure(t('In doubt'), withQuery(LIST, { state: 'to_look_at' }), count(doubts)),
    figure(t('To look at'), withQuery(LIST, { state: 'to_look_at' }), count(toLookAt)),
  ])}</div>`
}

/** `€120.00` or `€120.00 and £12.00`; of very many orders only their number. */
function sums(sums: MoneyNow['due']): string {
  const orders = sums.reduce((all, sum) => all + sum.orders, 0)
  if (orders === 0) return t('Nothing')
  if (orders > MOST_SUMMED) return t('More than {total} orders', { total: count(MOST_SUMMED) })
  return sums.map(({ total, currency }) => money(total, currency)).join(t(' and '))
}

function amounts(moved: MoneyMoved[], kind: 'received' | 'refunded'): string {
  const some = moved.filter(sum => sum[kind] > 0)
  return some.length === 0 ? t('Nothing') : some.map(sum => money(sum[kind], sum.currency)).join(t(' and '))
}

function tabs(shown: PaymentTab, sort: string | undefined): Html {
  return html`<nav aria-label="${t('Payments')}"><ul class="lists">${PAYMENT_TABS.map(tab => {
    const href = withQuery(LIST, { state: tab === 'all' ? undefined : tab, sort })
    return html`<li><a href="${href}"${tab === shown && html` aria-current="true"`}>${t(TAB_TEXT[tab])}</a></li>`
  })}</ul></nav>`
}

function doubt(visitor: Visitor, call: OpenCall): Html {
  const show = rowFormsOf(visitor, {}, { id: String(call.orderId), call: call.id })
  const about = t('order #{id}', { id: call.orderId })
  return html`<div class="notice warning"><p><a href="/admin/orders/${call.orderId}">${t('Order #{id}', { id: call.orderId })}</a></p>
    ${doubtText(call)}
    ${show(settleDone, { done: 'true' }, about)}${show(settleAgain, { done: 'false' }, about)}</div>`
}

type Payment = Awaited<ReturnType<typeof listPayments>>['items'][number]

function paymentTable(payments: readonly Payment[], byAge: Sort): Html {
  return table(
    'Payments',
    [
      {
        label: 'Order',
        cell: ({ order_id: order, created_at: begun }) =>
          html`<a href="/admin/orders/${order}">#${order}<span class="unseen">, ${t('payment of {time}', {
            time: spokenTime(begun),
          })}</span></a>`,
      },
      { label: 'Begun', cell: ({ created_at: begun }) => time(begun), sort: byAge },
      { label: 'By', cell: ({ provider }) => providerName(provider) },
      { label: 'Status', cell: stateOf },
      { label: 'Asked', cell: ({ amount, currency }) => money(amount, currency), number: true },
      {
        label: 'Received',
        cell: ({ captured, currency }) => (captured > 0 ? money(captured, currency) : ''),
        number: true,
      },
      {
        label: 'Paid back',
        cell: ({ refunded, currency }) => (refunded > 0 ? money(refunded, currency) : ''),
        number: true,
      },
    ],
    payments,
    { look: 'rows' },
  )
}

function stateOf({ state, finding, is_surplus: isSurplus, refunds, disputes }: Payment): Html {
  const elsewhere = refunds.find(({ source }) => source === 'external')
  const failed = refunds.some(refund => refund.state === 'failed' && refund.source !== 'chargeback')
  return html`${stateBadge(PAYMENT_LABELS[state])} ${isSurplus && badge('More than was due', 'warn')}
    ${finding && badge('Differs', 'bad')}
    ${disputes.map(dispute => stateBadge(DISPUTE_LABELS[dispute.state]))}
    ${elsewhere && badge(SOURCE_TEXT[elsewhere.source], 'warn')} ${failed && badge('Refund failed', 'bad')}`
}
