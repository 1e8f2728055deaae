import type { FastifyInstance } from 'fastify'
import { listContactMessages } from '../contact/queries.ts'
import type { Ground } from '../ground.ts'
import { html } from '../pages/html.ts'
import { empty, pagination } from '../pages/parts.ts'
import { time } from '../pages/values.ts'
import { consolePage, staffPage } from './frame.ts'
import { pageOf } from './listing.ts'

const PER_PAGE = 20

/** What people wrote on /contact, the newest first. */
export function messagePages(app: FastifyInstance, { db }: Ground): void {
  staffPage(app, '/admin/contact-messages', async (visitor, request) => {
    const page = pageOf(request)
    const { items, totalCount } = await listContactMessages(db, { page, limit: PER_PAGE })
    const messages = html`<ol class="letters">${items.map(
      ({ name, email, message, receivedAt }) => html`<li class="card">
        <p class="row apart"><span><strong>${name ?? 'No name given'}</strong> <a href="mailto:${email}">${email}</a></span> <span class="soft">${time(receivedAt)}</span></p>
        <p class="as-written">${message}</p>
      </li>`,
    )}</ol>`
    return consolePage({
      title: 'Messages',
      visitor,
      main: html`<h1>Contact messages</h1>
        ${items.length > 0 ? messages : empty('No messages', 'What people write on the contact page stands here.')}
        ${pagination(page, Math.ceil(totalCount / PER_PAGE), number => `/admin/contact-messages?page=${number}`)}`,
    })
  })
}
