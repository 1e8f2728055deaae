/** Requests per API version, and the clients that still use old ones. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { AppContext } from '../../context.ts'
import { type Html, html } from '../../html/html.ts'
import { rich } from '../../html/rich.ts'
import { badge, facts, table } from '../../pages/components.ts'
import { calendarDay, count, percent } from '../../pages/format.ts'
import { after, DAY } from '../../time.ts'
import { type VersionUse, versionsInUse } from '../../versions/queries.ts'
import { t } from '../../words/words.ts'
import { queryText } from '../filters.ts'
import { consolePage, staffPage } from '../layout.ts'

const PERIODS = [7, 30, 90]

export function versionPages(app: FastifyInstance, { db, clock }: AppContext): void {
  staffPage(app, '/admin/versions', async (visitor, request) => {
    const days = daysOf(request)
    const versions = await versionsInUse(db, after(clock.now(), -days * DAY))
    const total = versions.reduce((sum, { requests }) => sum + requests, 0)
    return consolePage({
      title: 'Versions',
      visitor,
      main: html`<div class="row apart head"><h1>${t('API versions in use')}</h1>${periods(days)}</div>
        <p class="soft">${t("{requests} requests across all processes. A client is an API key's name, or else the program's user agent.", { requests: count(total) })}</p>
        ${versions.toReversed().map(version => versionCard(version, total))}`,
    })
  })
}

function daysOf(request: FastifyRequest): number {
  return PERIODS.find(days => String(days) === queryText(request, 'days')) ?? 30
}

function periods(chosen: number): Html {
  return html`<nav class="switch" aria-label="${t('Period')}"><ul>${PERIODS.map(
    days =>
      html`<li><a href="/admin/versions?days=${days}"${days === chosen && html` aria-current="true"`}>${t(
        '{days} days',
        { days },
      )}</a></li>`,
  )}</ul></nav>`
}

function versionCard({ name, released, deprecated, sunset, requests, clients }: VersionUse, total: number): Html {
  const share = total === 0 ? 0 : requests / total
  return html`<section class="card" aria-labelledby="${name}">
    <div class="row apart"><h2 id="${name}">${name}</h2>${deprecated ? badge('Deprecated', 'warn') : badge('Current', 'good')}</div>
    <svg class="share" viewBox="0 0 100 2" preserveAspectRatio="none" aria-hidden="true"
      focusable="false"><rect class="all" width="100" height="2"/><rect class="part"
      width="${Math.round(share * 1000) / 10}" height="2"/></svg>
    <p>${rich('<b>{number}</b> requests, {share} of all', {
      b: words => html`<strong>${words}</strong>`,
      number: count(requests),
      share: percent(share, 1),
      count: requests,
    })}</p>
    ${facts([
      ['Released', calendarDay(released)],
      ...(deprecated ? [['Deprecated', calendarDay(deprecated)] as const] : []),
      ...(sunset ? [['Removed on', calendarDay(sunset)] as const] : []),
    ])}
    ${clients.length > 0 && clientTable(name, clients)}
  </section>`
}

function clientTable(version: string, clients: VersionUse['clients']): Html {
  return table(
    t('Clients of {version}', { version }),
    [
      { label: 'Client', cell: ({ client }) => client },
      { label: 'Last seen', cell: ({ lastDay }) => calendarDay(lastDay) },
      { label: 'Requests', cell: ({ requests }) => count(requests), number: true },
    ],
    clients,
  )
}
