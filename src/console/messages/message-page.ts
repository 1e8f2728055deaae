/** A message from the contact page with what staff have answered, and the form to answer it. */
import type { FastifyInstance } from 'fastify'
import { readContactMessage } from '../../contact/queries.ts'
import { listReplies } from '../../contact/replies.ts'
import type { AppContext } from '../../context.ts'
import { badge, section } from '../../pages/components.ts'
import type { FormStates } from '../../pages/form.ts'
import { step } from '../../pages/form-kinds.ts'
import { time } from '../../pages/format.ts'
import { formsOf } from '../../pages/forms-of.ts'
import { type Html, html } from '../../pages/html.ts'
import type { Visitor } from '../../pages/visitor.ts'
import { Problem } from '../../problems.ts'
import { asUuid } from '../filters.ts'
import { consolePage, formsPage } from '../layout.ts'
import { STATE_TEXT } from '../operations/delivery-components.ts'

const PAGE = '/admin/contact-messages/:id'

const answer = step({
  at: `${PAGE}/reply`,
  api: '/api/admin/contact-messages/:id/replies',
  fields: [
    {
      name: 'message',
      label: 'Your answer',
      type: 'textarea',
      rows: 8,
      required: true,
      hint: 'Plain text. The email begins with the name of the writer, if we may show it, and quotes the message.',
    },
  ],
  button: 'Send the answer',
  once: true,
  done: 'Your answer is on its way.',
  go: '/admin/contact-messages/{messageId}',
  look: 'primary',
})

export function messagePage(app: FastifyInstance, { db }: AppContext): void {
  formsPage(app, {
    address: PAGE,
    forms: [answer],
    async render(visitor, request, states) {
      const id = asUuid((request.params as { id: string }).id)
      const message = id && (await readContactMessage(db, id))
      if (!message)
        throw new Problem('not_found', "We can't find that message. Its writer may have deleted the account.")
      return messageView(visitor, message, await listReplies(db, message.id), states)
    },
  })
}

type Message = NonNullable<Awaited<ReturnType<typeof readContactMessage>>>
type Reply = Awaited<ReturnType<typeof listReplies>>[number]

function messageView(visitor: Visitor, message: Message, replies: readonly Reply[], states: FormStates): Html {
  const { id, name, email, receivedAt, answeredAt } = message
  return consolePage({
    title: `Message from ${name ?? email}`,
    visitor,
    states,
    main: html`<p><a href="/admin/contact-messages">Messages</a></p>
      <div class="row apart head"><h1>Message from <bdi>${name ?? email}</bdi></h1>${answeredAt && badge('Answered', 'good')}</div>
      <p class="soft"><a href="mailto:${encodeURIComponent(email).replace('%40', '@')}">${email}</a>, ${time(receivedAt)}</p>
      <div class="card"><p class="as-written">${message.message}</p></div>
      ${replies.length > 0 && section('answers', 'Answers', html`<ol class="letters">${replies.map(replyView)}</ol>`)}
      ${section('write', replies.length > 0 ? 'Answer again' : 'Answer', formsOf(visitor, states, { id })(answer), { look: 'card form-card' })}`,
  })
}

function replyView({ text, writtenAt, writtenBy, deliveryId, state }: Reply): Html {
  return html`<li class="card">
    <p class="row apart"><strong><bdi>${writtenBy ?? 'A former colleague'}</bdi></strong>
      <span class="soft">${deliveryId && state && html`<a href="/admin/deliveries/${deliveryId}">${STATE_TEXT[state]}<span class="unseen">: the email of ${writtenAt.toISOString()}</span></a> `}${time(writtenAt)}</span></p>
    <p class="as-written">${text}</p>
  </li>`
}
