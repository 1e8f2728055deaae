/** Emails to many customers at once, and their progress. */

import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../context.ts'
import { type Html, html } from '../../html/html.ts'
import {
  type Announcement,
  findAnnouncement,
  listAnnouncements,
} from '../../notifications/announcements/announcements.ts'
import { listDrafts } from '../../notifications/announcements/drafts.ts'
import { DELIVERY_LABELS, DELIVERY_STATES } from '../../notifications/states.ts'
import { badge, empty, facts, section } from '../../pages/components.ts'
import type { FormStates } from '../../pages/form.ts'
import { step } from '../../pages/form-kinds.ts'
import { count, time } from '../../pages/format.ts'
import { formsOf } from '../../pages/forms-of.ts'
import type { Visitor } from '../../pages/visitor.ts'
import { Problem } from '../../problems.ts'
import { englishName } from '../../words/languages.ts'
import { t, translated } from '../../words/words.ts'
import { confirmation, confirmForm, explainConfirmation } from '../confirm.ts'
import { asUuid } from '../filters.ts'
import { consolePage, formsPage } from '../layout.ts'
import { readPaging, renderList } from '../list-page.ts'
import { draft, draftPage } from './announcement-draft-page.ts'
import { audience } from './audience.ts'
import { withLanguages, writtenLanguages } from './texts-by-language.ts'

export function announcementPages(app: FastifyInstance, context: AppContext): void {
  const { db, reader } = context
  formsPage(app, {
    address: '/admin/announcements',
    forms: [draft],
    async render(visitor, request, states) {
      const paging = readPaging(request, 10)
      const [published, drafts] = await reader.read(db =>
        Promise.all([listAnnouncements(db, paging), listDrafts(db, 20)]),
      )
      const list = renderList(request, {
        ...published,
        paging,
        nouns: ['announcement', 'announcements'],
        none: empty('No announcements yet', 'Follow the progress of your announcements here.'),
        show: items => html`<ol class="letters">${items.map(brief)}</ol>`,
      })
      return consolePage({
        title: 'Announcements',
        visitor,
        states,
        main: html`<h1>${t('Announcements')}</h1>
          <div class="split">
            ${section('published', 'Published', list)}
            ${section(
              'new',
              'New announcement',
              html`${formsOf(visitor, states)(withLanguages(visitor, draft))}
              ${
                drafts.length > 0 &&
                html`<h2>${t('Drafts')}</h2><ul>${drafts.map(
                  ({ id, subject, created_at }) =>
                    html`<li><a href="/admin/announcements/drafts/${id}">${subject}</a>, ${time(created_at)}</li>`,
                )}</ul>`
              }`,
              { look: 'card' },
            )}
          </div>`,
      })
    },
  })

  draftPage(app, context)

  formsPage(app, {
    address: ANNOUNCEMENT_PAGE,
    forms: [takeOver, end, confirm],
    async render(visitor, request, states) {
      const id = asUuid((request.params as { id: string }).id)
      const announcement = id && (await findAnnouncement(db, id))
      if (!announcement) throw new Problem('not_found', "We can't find that announcement.")
      return announcementPage(visitor, announcement, states)
    },
  })
}

const ANNOUNCEMENT_PAGE = '/admin/announcements/:id'

const takeOver = step({
  at: `${ANNOUNCEMENT_PAGE}/take-over`,
  api: '/api/admin/announcements/:id/take-over',
  button: 'Take it over',
  confirm: 'Have you read it? It is yours from now on, and goes to everybody who has not got it yet.',
  done: 'The announcement is yours, and goes on.',
  outdatedBy: ['reauthentication_required'],
})

const end = step({
  at: `${ANNOUNCEMENT_PAGE}/end`,
  api: '/api/admin/announcements/:id/end',
  button: 'End it',
  confirm: 'End this announcement? Nobody else gets it. Emails that were sent stay.',
  done: 'Announcement ended. Nobody else gets it.',
  look: 'danger',
})

const confirm = confirmForm(`${ANNOUNCEMENT_PAGE}/confirm`)

function brief(announcement: Announcement): Html {
  const { id, subject, created_at } = announcement
  return html`<li class="card">
    <h3><a href="/admin/announcements/${id}">${subject}</a></h3>
    <p class="soft">${time(created_at)}</p>
    ${progress(announcement)}
  </li>`
}

/** Sent, failed and skipped deliveries count as processed. */
function progress({ states, fanned_out_at, ended_at, isPaused }: Announcement): Html {
  const all = Object.values(states).reduce((a, b) => a + b, 0)
  const done = (states.sent ?? 0) + (states.failed ?? 0) + (states.skipped ?? 0)
  const text = t('{done} of {all} processed', { done: count(done), all: count(all) })
  if (isPaused || ended_at) {
    return html`<p class="row">${ended_at ? badge('Ended') : badge('Stopped', 'bad')} <span class="soft">${text}</span></p>`
  }
  if (fanned_out_at === null) {
    return html`<p class="row">${badge('Preparing recipients', 'info')} <span class="soft">${text}</span></p>`
  }
  if (all === 0) return html`<p class="soft">${t('No customer matched.')}</p>`
  return html`<progress max="${all}" value="${done}" aria-label="${text}"></progress>
    <p class="soft">${text}</p>`
}

function announcementPage(visitor: Visitor, announcement: Announcement, forms: FormStates): Html {
  const { id, event_id, subject, message, texts, created_at, ended_at, states } = announcement
  const counts = DELIVERY_STATES.filter(state => states[state])
  return consolePage({
    title: subject,
    visitor,
    states: forms,
    main: html`<h1>${subject}</h1>
      <div class="split">
        <div class="card"><p class="as-written">${message}</p>
          ${writtenLanguages(texts).map(
            language => html`<h2>${translated(englishName(language))}</h2>
              <div lang="${language}"><h3>${texts[language]!.subject}</h3><p class="as-written">${texts[language]!.message}</p></div>`,
          )}</div>
        <div class="card" data-live="progress"><h2>${t('Progress')}</h2>
          ${progress(announcement)}
          ${facts([
            ...counts.map(
              state =>
                [
                  DELIVERY_LABELS[state].text,
                  html`<a href="/admin/deliveries?event=${event_id}&amp;state=${state}">${count(states[state]!)}</a>`,
                ] as const,
            ),
            ['Published', time(created_at)],
            ...(ended_at ? [['Ended', time(ended_at)] as const] : []),
            ['To', audience(announcement)],
          ])}
          <p><a href="/admin/announcements/${id}">${t('Refresh')}</a></p>
        </div>
        ${isUnderWay(announcement) && actions(visitor, announcement, forms)}
      </div>`,
  })
}

function isUnderWay({ fanned_out_at, ended_at, isPaused, states }: Announcement): boolean {
  return ended_at === null && (isPaused || fanned_out_at === null || Boolean(states.pending))
}

function actions(visitor: Visitor, { id, isPaused }: Announcement, states: FormStates): Html {
  const params = { id }
  const show = formsOf(visitor, explainConfirmation(states), params)
  return html`<div class="card actions"><h2>${t('Actions')}</h2>
    ${confirmation(confirm, visitor, states, params)}
    ${isPaused && html`<p class="notice warning">${t('It is stopped, because its author may no longer announce.')}</p>${show(takeOver)}`}
    ${show(end)}
  </div>`
}
