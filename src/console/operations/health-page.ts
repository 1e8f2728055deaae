/** Is everything well with the database and the emails, and how much is going on? */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { findProxyFindings } from '../../accounts/proxy-findings.ts'
import { findAddressFindings } from '../../accounts/staff/shop-addresses.ts'
import { doubtsAbout } from '../../config.ts'
import type { AppContext } from '../../context.ts'
import { unlessUnavailable } from '../../database/errors.ts'
import { findDatabaseFindings } from '../../database/health/findings.ts'
import { describeServer, describeSkew, readServerHealth, type ServerHealth } from '../../database/health/server.ts'
import { findDocumentFindings } from '../../documents/findings.ts'
import { type Html, html, type Renderable } from '../../html/html.ts'
import { rich } from '../../html/rich.ts'
import { findStoppedAnnouncements } from '../../notifications/announcements/announcements.ts'
import {
  type DeliveryHealth,
  findingsOf,
  MOST_COUNTED,
  readDeliveryHealth,
  type Worker,
} from '../../notifications/health.ts'
import { findSuppressionFindings } from '../../notifications/suppression/suppressed.ts'
import { describeDescriptors, readDescriptors } from '../../observability/descriptors.ts'
import { badge, stats, table } from '../../pages/components.ts'
import { count, time } from '../../pages/format.ts'
import { type Chart, chart } from '../../pages/graphics/chart.ts'
import type { Visitor } from '../../pages/visitor.ts'
import { findPaymentFindings } from '../../payments/findings/findings.ts'
import { findProviderFindings } from '../../payments/findings/provider-findings.ts'
import { findPriceFindings } from '../../pricing/findings.ts'
import { findZoneFindings } from '../../shop/calendar/zones.ts'
import { readShop } from '../../shop/settings.ts'
import { MINUTE } from '../../time.ts'
import { findWebhookFindings } from '../../webhooks/findings.ts'
import type { Finding, PlainText } from '../../words/text.ts'
import { t } from '../../words/words.ts'
import { queryText } from '../filters.ts'
import { consolePage, staffPage } from '../layout.ts'
import { findTextFindings } from '../settings/email-text-findings.ts'
import { type Activity, type Figures, PERIODS, type Period, readActivity } from './activity.ts'
import { duration } from './delivery-components.ts'

export function healthPage(app: FastifyInstance, context: AppContext): void {
  const { db, clock, config } = context
  const show = async (visitor: Visitor, request: FastifyRequest) => {
    const period = queryText(request, 'period') === 'day' ? 'day' : 'hour'
    const now = clock.now()
    const [
      database,
      server,
      descriptors,
      proxies,
      webhooks,
      documents,
      prices,
      zones,
      texts,
      unsent,
      stopped,
      addresses,
      payments,
      figures,
    ] = await Promise.all([
      findDatabaseFindings(db),
      readServerHealth(db, clock).catch(unlessUnavailable),
      readDescriptors(),
      findProxyFindings(db, config).catch(unlessUnavailable),
      findWebhookFindings(db).catch(unlessUnavailable),
      findDocumentFindings(db).catch(unlessUnavailable),
      findPriceFindings(db, now).catch(unlessUnavailable),
      findZoneFindings(db, now).catch(unlessUnavailable),
      findTextFindings(db).catch(unlessUnavailable),
      findSuppressionFindings(db).catch(unlessUnavailable),
      findStoppedAnnouncements(db).catch(unlessUnavailable),
      findAddressFindings(db).catch(unlessUnavailable),
      findPayments(context, now).catch(unlessUnavailable),
      Promise.all([readActivity(db, period, now), readDeliveryHealth(db, now)]).catch(unlessUnavailable),
    ])
    const findings = [
      ...database,
      ...(server ? [...describeServer(server), ...describeClock(server)] : []),
      ...describeDescriptors(descriptors),
      ...doubtsAbout(config).map(text => ({ level: 'warn' as const, text })),
      ...(proxies ?? []),
      ...(webhooks ?? []),
      ...(documents ?? []),
      ...(prices ?? []),
      ...(zones ?? []),
      ...(texts ?? []),
      ...(stopped ?? []),
      ...(addresses ?? []),
      ...(unsent ?? []),
      ...(payments ?? []),
    ]
    return healthView(visitor, period, { database: findings, figures }, now)
  }
  // It is asked while somebody holds the tables that the menu counts in.
  staffPage(app, '/admin/health', show, { menu: 'plain' })
}

async function findPayments(context: AppContext, now: Date): Promise<Finding[]> {
  const { db } = context
  const [found, { currency }] = await Promise.all([findPaymentFindings(db, now), readShop(db)])
  return [...found, ...(await findProviderFindings(context, currency))]
}

function describeClock({ skew }: ServerHealth): Finding[] {
  return describeSkew(skew).map(({ level, text }) => ({ level, text: t('Clocks: {finding}', { finding: text }) }))
}

/** Counts read tables that somebody may hold. The findings about the database are shown all the same. */
type Findings = { database: Finding[]; figures: [Activity, DeliveryHealth] | undefined }

function healthView(visitor: Visitor, period: Period, { database, figures }: Findings, now: Date): Html {
  const findings = [...database, ...(figures ? findingsOf(figures[1]) : [])]
  return consolePage({
    title: 'System status',
    visitor,
    main: html`<div class="row apart head"><h1>${t('System status')}</h1>${periods(period)}</div>
      <div data-live="health"><div class="findings">${findings.map(findingNotice)}</div>
      ${figures ? figuresView(period, ...figures) : html`<p>${t('The figures cannot be read at the moment.')}</p>`}
      <p class="soft">${rich('As of {time}.', { time: time(now) })} <a
        href="/admin/health?period=${period}">${t('Refresh')}</a></p></div>`,
  })
}

function figuresView(period: Period, activity: Activity, health: DeliveryHealth): Html {
  const { total } = activity
  const alive = health.workers.filter(worker => worker.alive).length
  return html`<div class="figures">${stats([
    linkedCount('Orders', '/admin/orders', total.orders),
    linkedCount('Emails sent', '/admin/deliveries?state=sent', total.sent),
    [t('Median delivery'), duration(total.p50)],
    [t('p99 delivery'), duration(total.p99)],
    linkedCount('Waiting', '/admin/deliveries?state=pending', health.waiting),
    linkedCount('In doubt', '/admin/deliveries?state=in_doubt', health.inDoubt),
    linkedCount('Failed in 24 hours', '/admin/deliveries?state=failed', health.failed),
    linkedCount('Active workers', '#workers', alive),
  ])}</div>
    <div class="charts">${charts(activity, period).map(chart)}</div>
    <section id="workers" tabindex="-1"><h2>${t('Workers and the mail relay')}</h2>${workers(health.workers)}</section>`
}

function periods(chosen: Period): Html {
  const link = (period: Period, text: string) =>
    html`<li><a href="/admin/health?period=${period}"${period === chosen && html` aria-current="true"`}>${text}</a></li>`
  return html`<nav class="switch" aria-label="${t('Period')}"><ul>${link('hour', t('Last hour'))}${link(
    'day',
    t('Last 24 hours'),
  )}</ul></nav>`
}

const LOOKS = { good: 'success', warn: 'warning', bad: 'problem' } as const

export function findingNotice({ level, text, see }: Finding): Html {
  return html`<p class="notice ${LOOKS[level]}">${text} ${see && html`<a href="${see.href}">${t(see.label)}</a>`}</p>`
}

function charts({ slots, total }: Activity, period: Period): Chart[] {
  const bars = (valuesOf: (slot: Figures) => number[], textOf: (slot: Figures) => string) =>
    slots.map((slot, index) => ({
      at: slot.at,
      when: ago(slots.length - index, period),
      values: valuesOf(slot),
      text: textOf(slot),
    }))
  const each = period === 'hour' ? 'minute' : 'half hour'
  return [
    {
      title: t(`Orders per ${each}`),
      summary: t('{sum} in all', { sum: count(total.orders) }),
      series: [{ label: t('Placed'), tone: 'brand' }],
      bars: bars(
        ({ orders }) => [orders],
        ({ orders }) => count(orders),
      ),
    },
    {
      title: t(`Emails per ${each}`),
      summary: t('{sent} sent, {sending} sending, {doubtful} in doubt, {failed} failed', {
        sent: count(total.sent),
        sending: count(total.underWay),
        doubtful: count(total.inDoubt),
        failed: count(total.failed),
      }),
      series: [
        { label: t('Sent'), tone: 'brand' },
        { label: t('Sending'), tone: 'info' },
        { label: t('In doubt'), tone: 'warn' },
        { label: t('Failed'), tone: 'bad' },
      ],
      bars: bars(({ sent, underWay, inDoubt, failed }) => [sent, underWay, inDoubt, failed], emailCounts),
    },
    {
      title: t('Delivery time of emails'),
      summary: total.p99 === null ? t('nothing was sent') : sayMedian(total),
      series: [
        { label: t('Median'), tone: 'brand' },
        { label: 'p99', tone: 'soft' },
      ],
      bars: bars(
        ({ p50, p99 }) => [p50 ?? 0, (p99 ?? 0) - (p50 ?? 0)],
        ({ p50, p99 }) => (p99 === null ? t('nothing sent') : sayMedian({ p50, p99 })),
      ),
      format: duration,
    },
  ]
}

function emailCounts({ sent, underWay, inDoubt, failed }: Figures): string {
  return [
    t('{number} sent', { number: count(sent) }),
    underWay > 0 && t('{number} sending', { number: count(underWay) }),
    inDoubt > 0 && t('{number} in doubt', { number: count(inDoubt) }),
    failed > 0 && t('{number} failed', { number: count(failed) }),
  ]
    .filter(Boolean)
    .join(', ')
}

function sayMedian({ p50, p99 }: Pick<Figures, 'p50' | 'p99'>): string {
  return t('median {p50}, p99 {p99}', { p50: duration(p50), p99: duration(p99) })
}

/** @param steps from the start of the bar to now */
function ago(steps: number, period: Period): string {
  const minutes = (steps * PERIODS[period].step) / MINUTE
  return minutes < 120 ? t('{minutes} min ago', { minutes }) : t('{hours} h ago', { hours: minutes / 60 })
}

function workers(all: readonly Worker[]): Html {
  if (all.length === 0)
    return html`<p>${rich('None. Start one with {command}.', { command: html`<code>semel work</code>` })}</p>`
  return table(
    'Workers',
    [
      { label: 'Worker', cell: worker => `#${worker.number}` },
      { label: 'Host and process', cell: worker => html`<code>${worker.name}</code>` },
      { label: 'Started', cell: worker => time(worker.startedAt) },
      { label: 'Status', cell: worker => (worker.alive ? badge('Active', 'good') : badge('Silent', 'bad')) },
      { label: 'Relay', cell: relay },
    ],
    all,
  )
}

function relay({ alive, relayDownSince, relayError }: Worker): Renderable {
  if (!alive) return '–'
  if (relayDownSince === null) return badge('Reachable', 'good')
  return html`${badge('Unreachable', 'bad')} ${rich('since {time}: {error}', { time: time(relayDownSince), error: relayError })}`
}

/** A count that links to its rows. The hidden label tells screen reader users where the link leads. */
function linkedCount(label: PlainText, href: string, value: number) {
  return [
    t(label),
    html`<a href="${href}">${count(value)}${value >= MOST_COUNTED ? '+' : ''}<span class="unseen"> ${t(label)}</span></a>`,
  ] as const
}
