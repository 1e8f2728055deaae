/** Messages from the contact page, newest first. Staff answer them, or mark those that they have answered elsewhere. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { countOpenMessages, listContactMessages } from '../../contact/queries.ts'
import type { AppContext } from '../../context.ts'
import { badge, empty, toast } from '../../pages/components.ts'
import type { Form, FormStates } from '../../pages/form.ts'
import { edit } from '../../pages/form-kinds.ts'
import { spokenTime, time } from '../../pages/format.ts'
import { rowFormsOf } from '../../pages/forms-of.ts'
import { type Html, html } from '../../pages/html.ts'
import type { Visitor } from '../../pages/visitor.ts'
import { asUuid, queryOneOf, queryText, withQuery } from '../filters.ts'
import { consolePage, formsPage } from '../layout.ts'
import { amount, isOldestFirst, readPaging, renderList, sortedByAge } from '../list-page.ts'

type Message = Awaited<ReturnType<typeof listContactMessages>>['items'][number]
type Tab = keyof typeof TABS

const TABS = { open: 'Open', answered: 'Answered', all: 'All' } as const

export function messagePages(app: FastifyInstance, { reader }: AppContext): void {
  formsPage(app, {
    address: '/admin/contact-messages',
    forms: [answer, reopen],
    async render(visitor, request, states) {
      const paging = { ...readPaging(request), oldestFirst: isOldestFirst(request) }
      const tab = tabOf(request)
      const [messages, open] = await reader.read(db =>
        Promise.all([listContactMessages(db, tab === 'all' ? undefined : tab, paging), countOpenMessages(db)]),
      )
      const id = asUuid(queryText(request, 'answered'))
      const again = rowFormsOf(visitor, {}, { id: id ?? '' }, 'toast')
      const said =
        id && visitor.done === ANSWERED
          ? toast(ANSWERED, again({ ...reopen, button: 'Undo', look: 'text' }, { answered: 'false' }))
          : undefined
      return consolePage({
        title: 'Messages',
        visitor: said ? { ...visitor, done: undefined } : visitor,
        states,
        main: html`${said}<h1>Contact messages</h1>
          ${tabs(tab, open, queryText(request, 'sort'))}
          ${messages.items.length > 1 && html`<p><a href="${sortedByAge(request).href}">${paging.oldestFirst ? 'Newest first' : 'Oldest first'}</a></p>`}
          ${renderList(request, {
            ...messages,
            paging,
            nouns: ['message', 'messages'],
            none:
              tab === 'open'
                ? empty(
                    'No open messages',
                    'Messages from the contact page appear here until you mark them as answered.',
                  )
                : empty('No messages', 'Messages from the contact page appear here.'),
            show: items => list(visitor, items, states),
          })}`,
      })
    },
  })
}

function tabOf(request: FastifyRequest): Tab {
  return queryOneOf(request, 'show', Object.keys(TABS) as Tab[]) ?? 'open'
}

function tabs(chosen: Tab, open: number, sort: string | undefined): Html {
  return html`<nav aria-label="Messages"><ul class="lists">${(Object.keys(TABS) as Tab[]).map(
    tab =>
      html`<li><a href="${withQuery('/admin/contact-messages', { show: tab, sort })}"${tab === chosen && html` aria-current="true"`}>${TABS[tab]}${
        tab === 'open' && html` <span class="amount">${amount(open)}</span>`
      }</a></li>`,
  )}</ul></nav>`
}

function list(visitor: Visitor, messages: readonly Message[], states: FormStates): Html {
  return html`<ol class="letters">${messages.map(({ id, name, email, message, receivedAt, answeredAt }) => {
    const form = answeredAt ? reopen : answer
    const about = `${name ?? email}, ${spokenTime(receivedAt)}`
    const values = { answered: String(answeredAt === null) }
    return html`<li class="card">
      <p class="row apart"><span><strong><bdi>${name ?? 'No name given'}</bdi></strong> <a href="mailto:${encodeURIComponent(email).replace('%40', '@')}">${email}</a> <a class="soft" href="${withQuery('/admin/orders', { q: email })}">Orders<span class="unseen"> with the email ${email}</span></a></span>
        <span class="row">${answeredAt ? badge('Answered', 'good') : badge('Open', 'warn')}<span class="soft">${time(receivedAt)}</span></span></p>
      <p class="as-written">${message}</p>
      <div class="row"><a class="button quiet" data-opens href="/admin/contact-messages/${id}">${answeredAt ? 'Answers' : 'Answer'}<span class="unseen"> ${about}</span></a>
      ${rowFormsOf(visitor, states, { id })(form, values, about)}</div>
    </li>`
  })}</ol>`
}

const ANSWERED = 'Marked as answered.'

const answer = edit({
  id: 'answer',
  at: '/admin/contact-messages/:id/answered',
  api: '/api/admin/contact-messages/:id',
  fields: [{ name: 'answered', label: 'Answered', type: 'hidden', value: 'boolean' }],
  button: 'Mark as answered',
  done: ANSWERED,
  go: '/admin/contact-messages?answered={id}',
  look: 'quiet',
})

const reopen: Form = {
  ...answer,
  id: 'reopen',
  action: '/admin/contact-messages/:id/open',
  button: 'Open again',
  success: { go: '/admin/contact-messages', done: 'The message is open again.' },
}
