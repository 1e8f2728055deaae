import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../context.ts'
import {
  type Announcement,
  findAnnouncement,
  listAnnouncements,
} from '../../notifications/announcements/announcements.ts'
import type { DeliveryState } from '../../notifications/tables.ts'
import { badge, empty, facts } from '../../pages/components.ts'
import { type Form, renderForm } from '../../pages/form.ts'
import { date, time } from '../../pages/format.ts'
import { type Html, html } from '../../pages/html.ts'
import type { Visitor } from '../../pages/visitor.ts'
import { Problem } from '../../problems.ts'
import { after, SECOND } from '../../time.ts'
import { asUuid } from '../filters.ts'
import { consolePage, formsPage, staffPage } from '../layout.ts'
import { readPaging, renderList } from '../list-page.ts'
import { STATE_TEXT } from '../operations/delivery-components.ts'

/** Emails to many customers at once, and their progress. */
export function announcementPages(app: FastifyInstance, { db }: AppContext): void {
  formsPage(app, {
    address: '/admin/announcements',
    forms: [publish],
    async render(visitor, request, states) {
      const paging = readPaging(request, 10)
      const published = await listAnnouncements(db, paging)
      return consolePage({
        title: 'Announcements',
        visitor,
        states,
        main: html`<h1>Announcements</h1>
          <div class="split">
            <section aria-labelledby="published"><h2 id="published">Published</h2>
              ${renderList(request, {
                ...published,
                paging,
                nouns: ['announcement', 'announcements'],
                none: empty('No announcements yet', 'Follow the progress of your announcements here.'),
                show: items => html`<ol class="letters">${items.map(brief)}</ol>`,
              })}
            </section>
            <section class="card" aria-labelledby="new"><h2 id="new">New announcement</h2>
              ${renderForm(publish, states[publish.id] ?? {}, visitor.csrfToken)}
            </section>
          </div>`,
      })
    },
  })

  staffPage(app, '/admin/announcements/:id', async (visitor, request) => {
    const id = asUuid((request.params as { id: string }).id)
    const announcement = id && (await findAnnouncement(db, id))
    if (!announcement) throw new Problem('not_found', "We can't find that announcement.")
    return announcementPage(visitor, announcement)
  })
}

const publish: Form = {
  id: 'publish',
  action: '/admin/announcements',
  operation: { method: 'POST', address: '/api/admin/announcements' },
  fields: [
    { name: 'subject', label: 'Subject', type: 'text', required: true },
    {
      name: 'message',
      label: 'Message',
      type: 'textarea',
      required: true,
      rows: 9,
      hint: 'Plain text. An empty line starts a new paragraph.',
    },
    {
      name: 'orderedFrom',
      label: 'Customers who ordered since',
      type: 'date',
      value: 'day',
      hint: 'Days start at midnight UTC. Leave both days empty to reach all customers.',
    },
    { name: 'orderedBefore', label: 'Customers who ordered before', type: 'date', value: 'day' },
  ],
  button: 'Publish',
  confirm: "Publish this? We email the customers immediately. This can't be undone.",
  once: true,
  success: { go: '/admin/announcements/{id}', done: 'Published. The emails are on their way.' },
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
  const text = `${done.toLocaleString('en')} of ${all.toLocaleString('en')} processed`
  if (fanned_out_at === null) {
    return html`<p class="row">${badge('Preparing recipients', 'info')} <span class="soft">${text}</span></p>`
  }
  if (all === 0) return html`<p class="soft">No customer matched.</p>`
  return html`<progress class="progress" max="${all}" value="${done}" aria-label="${text}"></progress>
    <p class="soft">${text}</p>`
}

function announcementPage(visitor: Visitor, announcement: Announcement): Html {
  const { id, event_id, subject, message, ordered_from, ordered_before, created_at, states } = announcement
  const counts = (Object.keys(STATE_TEXT) as DeliveryState[]).filter(state => states[state])
  return consolePage({
    title: subject,
    visitor,
    main: html`<h1>${subject}</h1>
      <div class="split">
        <div class="card"><p class="as-written">${message}</p></div>
        <div class="card"><h2>Progress</h2>
          ${progress(announcement)}
          ${facts([
            ...counts.map(
              state =>
                [
                  STATE_TEXT[state],
                  html`<a href="/admin/deliveries?event=${event_id}&amp;state=${state}">${states[state]!.toLocaleString('en')}</a>`,
                ] as const,
            ),
            ['Published', time(created_at)],
            ['To', audience(ordered_from, ordered_before)],
          ])}
          <p><a href="/admin/announcements/${id}">Refresh</a></p>
        </div>
      </div>`,
  })
}

function audience(from: Date | null, before: Date | null): Html | string {
  if (!from && !before) return 'All customers'
  const until = before && date(after(before, -SECOND))
  return html`Customers with an order${from && html` from ${date(from)}`}${until && html` until ${until}`}`
}
