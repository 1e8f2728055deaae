/** Emails to many customers at once, and their progress. */
import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../context.ts'
import {
  type Announcement,
  findAnnouncement,
  listAnnouncements,
} from '../../notifications/announcements/announcements.ts'
import { listDrafts } from '../../notifications/announcements/drafts.ts'
import type { DeliveryState } from '../../notifications/tables.ts'
import { badge, empty, facts, section } from '../../pages/components.ts'
import { count, time } from '../../pages/format.ts'
import { formsOf } from '../../pages/forms-of.ts'
import { type Html, html } from '../../pages/html.ts'
import type { Visitor } from '../../pages/visitor.ts'
import { Problem } from '../../problems.ts'
import { asUuid } from '../filters.ts'
import { consolePage, formsPage, staffPage } from '../layout.ts'
import { readPaging, renderList } from '../list-page.ts'
import { STATE_TEXT } from '../operations/delivery-components.ts'
import { draft, draftPage } from './announcement-draft-page.ts'
import { audience } from './audience.ts'

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
        main: html`<h1>Announcements</h1>
          <div class="split">
            ${section('published', 'Published', list)}
            ${section(
              'new',
              'New announcement',
              html`${formsOf(visitor, states)(draft)}
              ${drafts.length > 0 && html`<h2>Drafts</h2><ul>${drafts.map(({ id, subject, created_at }) => html`<li><a href="/admin/announcements/drafts/${id}">${subject}</a>, ${time(created_at)}</li>`)}</ul>`}`,
              { look: 'card' },
            )}
          </div>`,
      })
    },
  })

  draftPage(app, context)

  staffPage(app, '/admin/announcements/:id', async (visitor, request) => {
    const id = asUuid((request.params as { id: string }).id)
    const announcement = id && (await findAnnouncement(db, id))
    if (!announcement) throw new Problem('not_found', "We can't find that announcement.")
    return announcementPage(visitor, announcement)
  })
}

function brief(announcement: Announcement): Html {
  const { id, subject, created_at } = announcement
  return html`<li class="card">
    <h3><a href="/admin/announcements/${id}">${subject}</a></h3>
    <p class="soft">${time(created_at)}</p>
    ${progress(announcement)}
  </li>`
}

/** Sent, failed and skipped deliveries count as processed. */
function progress({ states, fanned_out_at }: Announcement): Html {
  const all = Object.values(states).reduce((a, b) => a + b, 0)
  const done = (states.sent ?? 0) + (states.failed ?? 0) + (states.skipped ?? 0)
  const text = `${count(done)} of ${count(all)} processed`
  if (fanned_out_at === null) {
    return html`<p class="row">${badge('Preparing recipients', 'info')} <span class="soft">${text}</span></p>`
  }
  if (all === 0) return html`<p class="soft">No customer matched.</p>`
  return html`<progress max="${all}" value="${done}" aria-label="${text}"></progress>
    <p class="soft">${text}</p>`
}

function announcementPage(visitor: Visitor, announcement: Announcement): Html {
  const { id, event_id, subject, message, created_at, states } = announcement
  const counts = (Object.keys(STATE_TEXT) as DeliveryState[]).filter(state => states[state])
  return consolePage({
    title: subject,
    visitor,
    main: html`<h1>${subject}</h1>
      <div class="split">
        <div class="card"><p class="as-written">${message}</p></div>
        <div class="card" data-live="progress"><h2>Progress</h2>
          ${progress(announcement)}
          ${facts([
            ...counts.map(
              state =>
                [
                  STATE_TEXT[state],
                  html`<a href="/admin/deliveries?event=${event_id}&amp;state=${state}">${count(states[state]!)}</a>`,
                ] as const,
            ),
            ['Published', time(created_at)],
            ['To', audience(announcement)],
          ])}
          <p><a href="/admin/announcements/${id}">Refresh</a></p>
        </div>
      </div>`,
  })
}
