/** A message from the contact page with what staff have answered, and the form to answer it. */

import type { FastifyInstance } from 'fastify'
import { readContactMessage } from '../../contact/queries.ts'
import { listReplies } from '../../contact/replies.ts'
import type { AppContext } from '../../context.ts'
import { type Html, html } from '../../html/html.ts'
import { DELIVERY_LABELS } from '../../notifications/states.ts'
import { badge, section, toast } from '../../pages/components.ts'
import type { Form, FormStates } from '../../pages/form.ts'
import { step } from '../../pages/form-kinds.ts'
import { spokenTime, time } from '../../pages/format.ts'
import { formsOf } from '../../pages/forms-of.ts'
import type { Visitor } from '../../pages/visitor.ts'
import { Problem } from '../../problems.ts'
import { readShop } from '../../shop/settings.ts'
import { colon, t, translated } from '../../words/words.ts'
import { asUuid, type ListRequest, queryText } from '../filters.ts'
import { consolePage, formsPage } from '../layout.ts'
import { emailFate, TAKEN_BACK, UNDOABLE, whenTold } from '../undo.ts'

const MESSAGE_PAGE = '/admin/contact-messages/:id'

const ANSWERED = 'Your answer is on its way.'

const TEXT = { name: 'message', label: 'Your answer', type: 'textarea', required: true } as const

const answer = step({
  at: `${MESSAGE_PAGE}/reply`,
  api: '/api/admin/contact-messages/:id/replies',
  fields: [
    {
      ...TEXT,
      rows: 8,
      hint: 'Plain text. The email begins with the name of the writer, if we may show it, and quotes the message.',
    },
    UNDOABLE,
  ],
  button: 'Send the answer',
  once: true,
  done: ANSWERED,
  go: '/admin/contact-messages/{messageId}?reply={id}',
  look: 'primary',
})

const undo = step({
  id: 'undo-reply',
  at: `${MESSAGE_PAGE}/replies/:reply/undo`,
  api: '/api/admin/contact-messages/:id/replies/:reply/undo',
  button: 'Undo',
  once: true,
  success: { go: '/admin/contact-messages/{messageId}?email={emailOutcome}', done: TAKEN_BACK },
  look: 'text',
})

export function messagePage(app: FastifyInstance, { db }: AppContext): void {
  formsPage(app, {
    address: MESSAGE_PAGE,
    forms: [answer, undo],
    async render(visitor, request, states) {
      const id = asUuid((request.params as { id: string }).id)
      const message = id && (await readContactMessage(db, id))
      if (!message)
        throw new Problem('not_found', "We can't find that message. Its writer may have deleted the account.")
      const replies = await listReplies(db, message.id)
      const { undoSeconds } = await readShop(db)
      const said = messageToast(visitor, message.id, { replies, request, undoSeconds })
      return messageView(visitor, message, { replies, states, said })
    },
  })
}

type Message = NonNullable<Awaited<ReturnType<typeof readContactMessage>>>
type Reply = Awaited<ReturnType<typeof listReplies>>[number]

/** Form of the list, which the next page is again, for the next answer. */
export const answerInList: Form = {
  ...answer,
  fields: [{ ...TEXT, rows: 3 }, UNDOABLE],
  success: { go: '/admin/contact-messages?message={messageId}&reply={id}', done: ANSWERED },
  look: 'quiet',
}

/** The message about the step before, with its undo. */
export function messageToast(
  visitor: Visitor,
  id: string,
  { replies, request, undoSeconds }: { replies: readonly Reply[]; request: ListRequest; undoSeconds: number },
): Html | undefined {
  if (visitor.done === TAKEN_BACK) return emailFate(request)
  const reply = replies.find(reply => reply.id === queryText(request, 'reply'))
  if (visitor.done !== ANSWERED || !reply || reply.state === 'skipped') return undefined
  return toast(whenTold('Your answer goes out', undoSeconds), formsOf(visitor, {}, { id, reply: reply.id })(undo))
}

type Shown = { replies: readonly Reply[]; states: FormStates; said: Html | undefined }

function messageView(visitor: Visitor, message: Message, { replies, states, said }: Shown): Html {
  const { id, name, email, receivedAt, answeredAt } = message
  // An answer that was taken back is there to be corrected.
  const last = replies.at(-1)
  const unsent = !answeredAt && last?.state === 'skipped' ? last.text : undefined
  return consolePage({
    title: `Message from ${name ?? email}`,
    visitor: said ? { ...visitor, done: undefined } : visitor,
    states,
    main: html`${said}<p class="crumb"><a href="/admin/contact-messages">${t('Messages')}</a></p>
      <div class="row apart head"><h1>${t('Message from')} <bdi>${name ?? email}</bdi></h1>
        ${answeredAt ? badge('Answered', 'good') : badge('Open', 'warn')}</div>
      <p class="soft"><a href="mailto:${encodeURIComponent(email).replace('%40', '@')}">${email}</a>, ${time(receivedAt)}</p>
      <div class="card"><p class="as-written">${message.message}</p></div>
      ${replies.length > 0 && section('answers', 'Answers', html`<ol class="letters">${replies.map(replyView)}</ol>`)}
      ${section(
        'write',
        replies.length > 0 ? 'Answer again' : 'Answer',
        formsOf(visitor, states, { id })(answer, {
          message: unsent,
          undoable: 'true',
        }),
        { look: 'card form-card' },
      )}`,
  })
}

function replyView({ text, writtenAt, writtenBy, deliveryId, state }: Reply): Html {
  return html`<li class="card">
    <p class="row apart"><strong><bdi>${writtenBy ?? t('A former colleague')}</bdi></strong>
      <span class="soft">${
        deliveryId &&
        state &&
        html`<a href="/admin/deliveries/${deliveryId}">${translated(DELIVERY_LABELS[state].text)}<span
          class="unseen">${colon()} ${t('the email of {time}', { time: spokenTime(writtenAt) })}</span></a> `
      }${time(writtenAt)}</span></p>
    <p class="as-written">${text}</p>
  </li>`
}
