/** Messages from the contact page, newest first. Staff answer them, or mark those that they have answered elsewhere. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { countOpenMessages, listContactMessages } from '../../contact/queries.ts'
import { listReplies } from '../../contact/replies.ts'
import type { AppContext } from '../../context.ts'
import { type Html, html } from '../../html/html.ts'
import { badge, empty, toast } from '../../pages/components.ts'
import type { Form, FormStates } from '../../pages/form.ts'
import { edit } from '../../pages/form-kinds.ts'
import { spokenTime, time } from '../../pages/format.ts'
import { rowFormsOf } from '../../pages/forms-of.ts'
import type { Visitor } from '../../pages/visitor.ts'
import { readShop } from '../../shop/settings.ts'
import { t } from '../../words/words.ts'
import { asUuid, queryOneOf, queryText, withQuery } from '../filters.ts'
import { consolePage, formsPage } from '../layout.ts'
import { amount, isOldestFirst, readPaging, renderList, sortedByAge } from '../list-page.ts'
import { answerInList, messageToast } from './message-page.ts'

type Message = Awaited<ReturnType<typeof listContactMessages>>['items'][number]
type Tab = keyof typeof MESSAGE_TABS

const MESSAGE_TABS = { open: 'Open', answered: 'Answered', all: 'All' } as const

export function messagePages(app: FastifyInstance, context: AppContext): void {
  const { reader } = context
  formsPage(app, {
    address: '/admin/contact-messages',
    forms: [answer, reopen],
    async render(visitor, request, states) {
      const paging = { ...readPaging(request), oldestFirst: isOldestFirst(request) }
      const tab = tabOf(request)
      const [messages, open] = await reader.read(db =>
        Promise.all([listContactMessages(db, tab === 'all' ? undefined : tab, paging), countOpenMessages(db)]),
      )
      const said = markedToast(visitor, request) ?? (await answeredToast(context, visitor, request))
      return consolePage({
        title: 'Messages',
        visitor: said ? { ...visitor, done: undefined } : visitor,
        states,
        main: html`${said}<h1>${t('Contact messages')}</h1>
          ${tabs(tab, open, queryText(request, 'sort'))}
          ${
            messages.items.length > 1 &&
            html`<p><a href="${sortedByAge(request).href}">${
              paging.oldestFirst ? t('Newest first') : t('Oldest first')
            }</a></p>`
          }
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

/** The message about the step before, with its undo. */
function markedToast(visitor: Visitor, request: FastifyRequest): Html | undefined {
  const id = asUuid(queryText(request, 'answered'))
  if (!id || visitor.done !== ANSWERED) return undefined
  const again = rowFormsOf(visitor, {}, { id }, 'toast')
  return toast(ANSWERED, again({ ...reopen, button: 'Undo', look: 'text' }, { answered: 'false' }))
}

async function answeredToast({ db }: AppContext, visitor: Visitor, request: FastifyRequest): Promise<Html | undefined> {
  const id = asUuid(queryText(request, 'message'))
  if (!id || !visitor.done) return undefined
  const [replies, { undoSeconds }] = [await listReplies(db, id), await readShop(db)]
  return messageToast(visitor, id, { replies, request, undoSeconds })
}

function tabOf(request: FastifyRequest): Tab {
  return queryOneOf(request, 'show', Object.keys(MESSAGE_TABS) as Tab[]) ?? 'open'
}

function tabs(chosen: Tab, open: number, sort: string | undefined): Html {
  return html`<nav aria-label="${t('Messages')}"><ul class="lists">${(Object.keys(MESSAGE_TABS) as Tab[]).map(
    tab =>
      html`<li><a href="${withQuery('/admin/contact-messages', { show: tab, sort })}"${
        tab === chosen && html` aria-current="true"`
      }>${t(MESSAGE_TABS[tab])}${tab === 'open' && html` <span class="amount">${amount(open)}</span>`}</a></li>`,
  )}</ul></nav>`
}

function list(visitor: Visitor, messages: readonly Message[], states: FormStates): Html {
  return html`<ol class="letters">${messages.map(({ id, name, email, message, receivedAt, answeredAt }) => {
    const form = answeredAt ? reopen : answer
    const about = `${name ?? email}, ${spokenTime(receivedAt)}`
    const values = { answered: String(answeredAt === null) }
    const show = rowFormsOf(visitor, states, { id })
    return html`<li class="card">
      <div class="row apart"><span><strong><a data-opens href="/admin/contact-messages/${id}"><bdi>${
        name ?? t('No name given')
      }</bdi><span class="unseen">, ${t('message of {time}', { time: spokenTime(receivedAt) })}</span></a></strong>
        <a href="mailto:${encodeURIComponent(email).replace('%40', '@')}">${email}</a>
        <a class="soft" href="${withQuery('/admin/orders', { q: email })}">${t('Orders')}<span class="unseen">
        ${t('with the email {email}', { email })}</span></a></span>
        <div class="row">${
          answeredAt ? badge('Answered', 'good') : badge('Open', 'warn')
        }<span class="soft">${time(receivedAt)}</span>${show(form, values, about)}</div></div>
      <p class="as-written">${message}</p>
      ${!answeredAt && show(answerInList, { undoable: 'true' }, about)}
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
  look: 'text',
})

const reopen: Form = {
  ...answer,
  id: 'reopen',
  action: '/admin/contact-messages/:id/open',
  button: 'Open again',
  success: { go: '/admin/contact-messages', done: 'The message is open again.' },
}
