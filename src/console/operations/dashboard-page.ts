import { type DeliveryHealth, type Finding, findingsOf, type Worker } from '../../notifications/health.ts'
import { type Chart, chart } from '../../pages/chart.ts'
import { badge, stats, table } from '../../pages/components.ts'
import { time } from '../../pages/format.ts'
import { type Html, html, type Renderable } from '../../pages/html.ts'
import type { Visitor } from '../../pages/visitor.ts'
import { consolePage } from '../layout.ts'
import { type Activity, PERIODS, type Period } from './dashboard.ts'

export function nowPage(
  visitor: Visitor,
  period: Period,
  activity: Activity,
  condition: DeliveryHealth,
  at: Date,
): Html {
  const { total } = activity
  const alive = condition.workers.filter(worker => worker.alive).length
  return consolePage({
    title: 'Overview',
    visitor,
    main: html`<div class="row apart head"><h1>Overview</h1>${periods(period)}</div>
      <div class="findings">${findingsOf(condition).map(told)}</div>
      <div class="figures">${stats([
        figure('Orders', '/admin/orders', total.orders),
        figure('Emails sent', '/admin/deliveries?state=sent', total.sent),
        ['Median delivery', duration(total.p50)],
        ['p99 delivery', duration(total.p99)],
        figure('Waiting', '/admin/deliveries?state=pending', condition.waiting),
        figure('In doubt', '/admin/deliveries?state=in_doubt', condition.inDoubt),
        figure('Failed in 24 hours', '/admin/deliveries?state=failed', condition.failed),
        figure('Active workers', '#workers', alive),
      ])}</div>
      <div class="charts">${chartsOf(activity, period).map(chart)}</div>
      <section id="workers" tabindex="-1"><h2>Workers and the mail relay</h2>${workers(condition.workers)}</section>
      <p class="soft">As of ${time(at)}. <a href="/admin?period=${period}">Refresh</a></p>`,
  })
}

function periods(chosen: Period): Html {
  const to = (period: Period, words: string) =>
    html`<li><a href="/admin?period=${period}"${period === chosen && html` aria-current="true"`}>${words}</a></li>`
  return html`<nav class="switch" aria-label="Period"><ul>${to('hour', 'Last hour')}${to('day', 'Last 24 hours')}</ul></nav>`
}

const LOOKS = { good: 'success', warn: 'warning', bad: 'problem' } as const

function told({ level, text, see }: Finding): Html {
  return html`<p class="notice ${LOOKS[level]}">${text} ${see && html`<a href="${see.href}">${see.label}</a>`}</p>`
}

function chartsOf({ slots, total }: Activity, period: Period): Chart[] {
  const bars = (
    valuesOf: (slot: Activity['slots'][number]) => number[],
    wordsOf: (slot: Activity['slots'][number]) => string,
  ) =>
    slots.map((slot, place) => ({
      at: slot.at,
      ago: ago(slots.length - place, period),
      values: valuesOf(slot),
      words: wordsOf(slot),
    }))
  const each = period === 'hour' ? 'minute' : 'half hour'
  return [
    {
      title: `Orders per ${each}`,
      summary: `${number(total.orders)} in all`,
      series: [{ label: 'Placed', tone: 'brand' }],
      bars: bars(
        ({ orders }) => [orders],
        ({ orders }) => number(orders),
      ),
    },
    {
      title: `Emails per ${each}`,
      summary: `${number(total.sent)} sent, ${number(total.underWay)} sending, ${number(total.inDoubt)} in doubt, ${number(total.failed)} failed`,
      series: [
        { label: 'Sent', tone: 'brand' },
        { label: 'Sending', tone: 'info' },
        { label: 'In doubt', tone: 'warn' },
        { label: 'Failed', tone: 'bad' },
      ],
      bars: bars(
        ({ sent, underWay, inDoubt, failed }) => [sent, underWay, inDoubt, failed],
        ({ sent, underWay, inDoubt, failed }) =>
          [
            `${number(sent)} sent`,
            underWay > 0 && `${number(underWay)} sending`,
            inDoubt > 0 && `${number(inDoubt)} in doubt`,
            failed > 0 && `${number(failed)} failed`,
          ]
            .filter(Boolean)
            .join(', '),
      ),
    },
    {
      title: 'Delivery time',
      summary: total.p99 === null ? 'nothing was sent' : `median ${duration(total.p50)}, p99 ${duration(total.p99)}`,
      series: [
        { label: 'Median', tone: 'brand' },
        { label: 'p99', tone: 'soft' },
      ],
      bars: bars(
        ({ p50, p99 }) => [p50 ?? 0, (p99 ?? 0) - (p50 ?? 0)],
        ({ p50, p99 }) => (p99 === null ? 'nothing sent' : `median ${duration(p50)}, p99 ${duration(p99)}`),
      ),
      format: duration,
    },
  ]
}

/** @param steps how many steps back the bar begins */
function ago(steps: number, period: Period): string {
  const minutes = (steps * PERIODS[period].step) / 60_000
  return minutes < 120 ? `${minutes} min ago` : `${minutes / 60} h ago`
}

function workers(all: readonly Worker[]): Html {
  if (all.length === 0) return html`<p>None. Start one with <code>semel work</code>.</p>`
  return table(
    'Workers',
    [
      { label: 'Worker', cell: worker => `#${worker.number}` },
      { label: 'Host and process', cell: worker => html`<code>${worker.name}</code>` },
      { label: 'Started', cell: worker => time(worker.startedAt) },
      { label: 'State', cell: worker => (worker.alive ? badge('Active', 'good') : badge('Silent', 'bad')) },
      { label: 'Relay', cell: relay },
    ],
    all,
  )
}

function relay({ alive, relayDownSince, relayError }: Worker): Renderable {
  if (!alive) return '–'
  if (relayDownSince === null) return badge('Reachable', 'good')
  return html`${badge('Unreachable', 'bad')} since ${time(relayDownSince)}: ${relayError}`
}

/** A figure that leads to what it counts; who hears of the link alone is told what that is. */
function figure(label: string, href: string, count: number) {
  return [label, html`<a href="${href}">${number(count)}<span class="unseen"> ${label}</span></a>`] as const
}

function number(value: number): string {
  return value.toLocaleString('en')
}

export function duration(milliseconds: number | null): string {
  if (milliseconds === null) return '–'
  if (milliseconds < 1000) return `${Math.round(milliseconds)} ms`
  const seconds = milliseconds / 1000
  return seconds < 120 ? `${seconds.toFixed(1)} s` : `${Math.round(seconds / 60)} min`
}
