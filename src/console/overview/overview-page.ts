/** The first page of the console: how does the shop sell, and what is to be done? */

import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Permission } from '../../accounts/tables.ts'
import { nameOf } from '../../accounts/users/user.ts'
import { listLow } from '../../catalogue/stock/low.ts'
import type { AppContext } from '../../context.ts'
import { type Html, html } from '../../html/html.ts'
import { rich } from '../../html/rich.ts'
import { listOrders } from '../../orders/queries.ts'
import { labelsOf } from '../../orders/states.ts'
import { empty, section, stateBadge, stats, table } from '../../pages/components.ts'
import type { FormStates } from '../../pages/form.ts'
import { clockTime, count, date, dayAndMonth, money, percent, time } from '../../pages/format.ts'
import { type Chart, chart } from '../../pages/graphics/chart.ts'
import { askedLanguage } from '../../pages/language.ts'
import type { Visitor } from '../../pages/visitor.ts'
import { dayOf, firstDay, SPANS, type Span } from '../../shop/days.ts'
import { readShop } from '../../shop/settings.ts'
import { after, readDay, SECOND } from '../../time.ts'
import { LANGUAGES } from '../../words/languages.ts'
import type { PlainText } from '../../words/text.ts'
import { t } from '../../words/words.ts'
import { type ListRequest, queryOneOf, queryText, withQuery } from '../filters.ts'
import { consolePage, formsPage } from '../layout.ts'
import { findingNotice } from '../operations/health-page.ts'
import { chooseLanguage, openShop, setUpSection } from '../settings/set-up.ts'
import { bestSellers, lowStock } from './overview-products.ts'
import { type Period, type PeriodSales, periodOf, readSales, recentSellers, type Sales } from './sales.ts'
import { readWork, toDo } from './to-do.ts'

export function overviewPage(app: FastifyInstance, { db, clock }: AppContext): void {
  const render = async (visitor: Visitor, request: FastifyRequest, states: FormStates) => {
    const now = clock.now()
    const may = (permission: Permission) => visitor.user?.permissions.includes(permission)
    const { timeZone, currency } = await readShop(db)
    const period = chosenPeriod(request, now, timeZone)
    const [setUp, sales, sellers, work, newest] = await Promise.all([
      setUpSection(db, visitor, states, askedLanguage(request, LANGUAGES) ?? 'en'),
      readSales(db, period, now),
      recentSellers(db, period),
      readWork(db, visitor, now),
      listOrders(db, {}, { page: 1, limit: 5, sort: '-id' }),
    ])
    const low = await listLow(
      db,
      sellers.map(({ id }) => id),
      5,
    )
    return consolePage({
      title: 'Overview',
      visitor,
      states,
      main: html`<div class="row apart head"><h1>${t('Overview')}</h1>${may('money') && periods(period, dayOf(now, timeZone))}</div>
        <div class="findings" data-live="findings">${work.findings.map(findingNotice)}</div>
        ${setUp}
        <div data-live="overview">
        ${may('money') && html`<p class="soft">${comparison(period)}</p>${figures(sales, period, currency)}`}
        ${toDo(visitor, work)}
        ${may('money') && html`<div class="charts wide">${chart(salesChart(sales, period, currency))}</div>`}
        <div class="halves">
          ${may('money') && section('best', 'Best sellers', bestSellers(sellers.slice(0, 5)))}
          ${may('orders') && section('newest', 'Newest orders', newestOrders(newest.items))}
          ${may('products') && section('low', 'Low stock', lowStock(low, sellers))}
        </div>
        <p class="soft">${rich('As of {time}.', { time: time(now) })}
          <a href="${addressOf(period.span, period.isOver ? period.first : undefined)}">${t('Refresh')}</a></p>
        </div>`,
    })
  }
  formsPage(app, { address: '/admin', forms: [chooseLanguage, openShop], render, formNeed: () => 'settings' })
}

/** Days, weeks and months are those of the shop. */
function chosenPeriod(request: ListRequest, now: Date, zone: string): Period {
  const span = queryOneOf(request, 'period', SPANS) ?? 'week'
  const day = readDay(queryText(request, 'day'))
  const today = dayOf(now, zone)
  return periodOf(span, day && day >= EARLIEST && day < today ? day : today, now, zone)
}

/** No shop here is older. */
const EARLIEST = '2000-01-01'

const SPAN_TEXT: Record<Span, PlainText> = { day: 'Day', week: 'Week', month: 'Month' }

function addressOf(span: Span, day?: string): string {
  return withQuery('/admin', { period: span, day })
}

function periods({ span, first, isOver }: Period, today: string): Html {
  const previous = firstDay(first, span, -1)
  const next = firstDay(first, span, 1)
  return html`<div class="row"><nav class="switch" aria-label="${t('Period')}"><ul>${SPANS.map(
    name =>
      html`<li><a href="${addressOf(name, isOver ? first : undefined)}"${
        name === span && html` aria-current="true"`
      }>${t(SPAN_TEXT[name])}</a></li>`,
  )}</ul></nav>
    <nav class="row" aria-label="${t('Earlier and later')}">
      <a href="${addressOf(span, previous)}">${t(`The ${span} before`)}</a>
      ${isOver && html`<a href="${addressOf(span, next <= today ? next : undefined)}">${t(`The ${span} after`)}</a>`}
    </nav></div>`
}

function comparison({ span, start, end, before, isOver }: Period): Html {
  const shown =
    span === 'day' ? date(start) : rich('{first} to {last}', { first: date(start), last: date(after(end, -SECOND)) })
  return isOver
    ? rich(`{shown}, compared with the ${span} before.`, { shown })
    : rich(`{shown}, compared with the ${span} before until {time}.`, { shown, time: time(before.until) })
}

function figures({ now, before }: PeriodSales, { span }: Period, usual: string): Html {
  const [orders, earlier] = [ordersIn(now), ordersIn(before)]
  const currencies = byOrders(usual, now, before)
  return html`<div class="figures">${stats([
    ...currencies.map(currency => {
      const [total, was] = [now.get(currency)?.total ?? 0, before.get(currency)?.total ?? 0]
      const label = currencies.length === 1 ? t('Sales') : t('Sales in {currency}', { currency })
      return [label, html`${money(total, currency)}${delta(total, was, span)}`] as const
    }),
    [t('Orders'), html`${count(orders)}${delta(orders, earlier, span)}`],
    ...currencies.slice(0, 1).map(currency => {
      const [mean, was] = [meanOf(now, currency), meanOf(before, currency)]
      return [t('Average order'), html`${money(mean, currency)}${delta(mean, was, span)}`] as const
    }),
  ])}</div>`
}

/** The currency of most orders first. A shop without orders still shows a figure. */
function byOrders(usual: string, ...sales: Sales[]): string[] {
  const known = new Set(sales.flatMap(one => [...one.keys()]))
  const orders = (currency: string) => sales.reduce((sum, one) => sum + (one.get(currency)?.orders ?? 0), 0)
  return known.size === 0 ? [usual] : [...known].sort((a, b) => orders(b) - orders(a))
}

function ordersIn(sales: Sales): number {
  return [...sales.values()].reduce((sum, { orders }) => sum + orders, 0)
}

function meanOf(sales: Sales, currency: string): number {
  const { orders = 0, total = 0 } = sales.get(currency) ?? {}
  return orders > 0 ? Math.round(total / orders) : 0
}

/** The change against the period before, as a word, a sign and a color. */
function delta(now: number, before: number, span: Span): Html {
  if (before <= 0)
    return html`<span class="delta">${t(now > 0 ? `None the ${span} before` : `Same as the ${span} before`)}</span>`
  const change = (now - before) / before
  if (Math.abs(change) < 0.005) return html`<span class="delta">${t(`Same as the ${span} before`)}</span>`
  const [look, sign] = change > 0 ? ['good', '▲'] : ['bad', '▼']
  return html`<span class="delta ${look}"><span aria-hidden="true">${sign}</span> ${
    change > 0
      ? t('{percent} more than before', { percent: percent(Math.abs(change)) })
      : t('{percent} less than before', { percent: percent(Math.abs(change)) })
  }</span>`
}

function newestOrders(orders: Awaited<ReturnType<typeof listOrders>>['items']): Html {
  if (orders.length === 0) return empty('No orders yet', 'They appear here as soon as someone buys.', VIEW_SHOP)
  return table(
    'The newest orders',
    [
      { label: 'Order', cell: ({ id }) => html`<a href="/admin/orders/${id}">#${id}</a>` },
      { label: 'Customer', cell: ({ owner }) => html`<bdi>${nameOf(owner)}</bdi>` },
      { label: 'Status', cell: order => stateBadge(labelsOf(order)[order.status], 'staff') },
      { label: 'Total', cell: ({ total, currency }) => money(total, currency), number: true },
    ],
    orders,
  )
}

const VIEW_SHOP = { href: '/', label: 'View shop' }

function ordersText(number: number): string {
  return t('{total} orders', { total: count(number), count: number })
}

function salesChart({ now, before, slots }: PeriodSales, { span }: Period, usual: string): Chart {
  const currency = byOrders(usual, now, before)[0]!
  const total = (sales: Sales) => sales.get(currency)?.total ?? 0
  return {
    title: span === 'day' ? t('Sales per hour') : t('Sales per day'),
    summary: t('{sum} in all', { sum: money(total(now), currency) }),
    series: [{ label: t('Sales'), tone: 'brand' }],
    format: value => money(value, currency),
    row: ({ at }) => (span === 'day' ? time(at) : date(at)),
    bars: slots.map(({ at, sales }) => ({
      at,
      when: span === 'day' ? clockTime(at) : dayAndMonth(at),
      // An order of this quarter of an hour that was cancelled is part of none before.
      values: [Math.max(total(sales), 0)],
      text: `${money(total(sales), currency)}, ${ordersText(sales.get(currency)?.orders ?? 0)}`,
    })),
  }
}
