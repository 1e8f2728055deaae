/** The inbox in two panes: emails with a search on the left, one email or the codes on the right. Links do everything. */
import { Html, html } from '../html/html.ts'
import { mailFrame } from '../mail/mail-frame.ts'
import { empty, facts } from '../pages/components.ts'
import { time } from '../pages/format.ts'
import type { readOneMail, searchMail } from './search-inbox.ts'

export const VIEWS = ['html', 'text', 'source'] as const
export const WIDTHS = ['wide', 'phone'] as const
/** The search, and how the email is shown. */
export type Look = { q: string; view: (typeof VIEWS)[number]; width: (typeof WIDTHS)[number] }

type Listed = Awaited<ReturnType<typeof searchMail>>[number]
type Mail = NonNullable<Awaited<ReturnType<typeof readOneMail>>>

export function mailPanes(mails: readonly Listed[], look: Look, right: Mail | Html): Html {
  const selected = Html.is(right) ? undefined : right
  return html`<div class="panes${selected && ' reading'}">
    <div class="pane list">
      <form action="/dev" method="get" role="search" class="mail-search"><label class="unseen" for="mail-q">Search emails</label>
        <input id="mail-q" name="q" type="search" value="${look.q}" maxlength="200" placeholder="Search, or to:ada subject:order">
        <button type="submit" class="button quiet">Search</button></form>
      <div data-live="mails">${list(mails, look, selected)}</div>
    </div>
    <div class="pane mail">${Html.is(right) ? right : detail(right, look)}</div>
  </div>`
}

function list(mails: readonly Listed[], look: Look, selected: Mail | undefined): Html {
  if (mails.length === 0) {
    return look.q === ''
      ? empty('No emails yet', 'Place an order or reset a password.')
      : empty('No emails match', 'Change the search. An empty one shows all emails.')
  }
  return html`<ul class="mails">${mails.map(
    ({ id, subject, to, text, receivedAt }) =>
      html`<li><a href="${addressOf(id, look)}"${id === selected?.id && html` aria-current="true"`}>
        <span class="row apart"><strong>${subject || 'No subject'}</strong> <span class="soft">${time(receivedAt)}</span></span>
        <span class="to">${to}</span> <span class="snippet soft">${text}</span></a></li>`,
  )}</ul>`
}

function addressOf(id: string, { q, view, width }: Look, change: Partial<Look> = {}): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries({ q, view, width, ...change })) {
    if (value !== '' && value !== 'html' && value !== 'wide') query.set(name, value)
  }
  return `/dev/mail/${id}${query.size > 0 ? `?${query}` : ''}`
}

function detail(mail: Mail, look: Look): Html {
  const { id, subject, from, to, messageId, receivedAt } = mail
  const link = (change: Partial<Look>, text: string) => {
    const isHere = Object.entries(change).every(([name, value]) => look[name as keyof Look] === value)
    return html`<li><a href="${addressOf(id, look, change)}"${isHere && html` aria-current="true"`}>${text}</a></li>`
  }
  return html`<p class="back"><a href="/dev">All emails</a></p>
    <h1>${subject}</h1>
    ${facts([
      ['From', from],
      ['To', to],
      ['Received', time(receivedAt)],
      ['Message-ID', messageId],
    ])}
    <div class="row apart"><nav class="switch" aria-label="Part"><ul>
      ${link({ view: 'html' }, 'HTML')}${link({ view: 'text' }, 'Text')}${link({ view: 'source' }, 'Source')}
    </ul></nav>
    ${
      look.view === 'html' &&
      html`<nav class="switch" aria-label="Width"><ul>${link(
        { width: 'wide' },
        'Computer',
      )}${link({ width: 'phone' }, 'Phone')}</ul></nav>`
    }</div>
    ${content(mail, look)}`
}

function content({ id, text, source }: Mail, { view, width }: Look): Html {
  if (view === 'text') return html`<pre class="card">${text}</pre>`
  if (view === 'source') {
    return html`<pre class="card">${source.toString('utf8')}</pre><p><a href="/dev/mail/${id}/source">As a file</a></p>`
  }
  return mailFrame(`/dev/mail/${id}/body`, width)
}
