import type { FastifyInstance } from 'fastify'
import { listContactMessages } from '../../contact/queries.ts'
import type { AppContext } from '../../context.ts'
import { empty } from '../../pages/components.ts'
import { time } from '../../pages/format.ts'
import { html } from '../../pages/html.ts'
import { listPage } from '../list-page.ts'

/** Messages from the contact page, newest first. */
export function messagePages(app: FastifyInstance, { db }: AppContext): void {
  listPage(app, {
    address: '/admin/contact-messages',
    title: 'Messages',
    heading: html`<h1>Contact messages</h1>`,
    read: (_, paging) => listContactMessages(db, paging),
    nouns: ['message', 'messages'],
    none: empty('No messages', 'Messages from the contact page appear here.'),
    show: messages =>
      html`<ol class="letters">${messages.map(
        ({ name, email, message, receivedAt }) => html`<li class="card">
          <p class="row apart"><span><strong>${name ?? 'No name given'}</strong> <a href="mailto:${email}">${email}</a></span> <span class="soft">${time(receivedAt)}</span></p>
          <p class="as-written">${message}</p>
        </li>`,
      )}</ol>`,
  })
}
