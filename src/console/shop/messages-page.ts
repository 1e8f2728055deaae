import type { FastifyInstance } from 'fastify'
import { listContactMessages } from '../../contact/queries.ts'
import type { AppContext } from '../../context.ts'
import { empty } from '../../pages/components.ts'
import { time } from '../../pages/format.ts'
import { type Html, html } from '../../pages/html.ts'
import { consolePage, staffPage } from '../layout.ts'
import { listed, pagingOf } from '../list-page.ts'

/** What people wrote on /contact, the newest first. */
export function messagePages(app: FastifyInstance, { db }: AppContext): void {
  staffPage(app, '/admin/contact-messages', async (visitor, request) => {
    const paging = pagingOf(request)
    return consolePage({
      title: 'Messages',
      visitor,
      main: html`<h1>Contact messages</h1>
        ${listed(request, {
          ...(await listContactMessages(db, paging)),
          paging,
          words: {
            one: 'message',
            many: 'messages',
            none: empty('No messages', 'Messages from the contact page appear here.'),
          },
          show: letters,
        })}`,
    })
  })
}

type Message = Awaited<ReturnType<typeof listContactMessages>>['items'][number]

function letters(messages: readonly Message[]): Html {
  return html`<ol class="letters">${messages.map(
    ({ name, email, message, receivedAt }) => html`<li class="card">
      <p class="row apart"><span><strong>${name ?? 'No name given'}</strong> <a href="mailto:${email}">${email}</a></span> <span class="soft">${time(receivedAt)}</span></p>
      <p class="as-written">${message}</p>
    </li>`,
  )}</ol>`
}
