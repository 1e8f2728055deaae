/** The API of answers to contact messages. */
import { Type } from 'typebox'
import { signedIn } from '../accounts/sessions/access.ts'
import type { AppContext } from '../context.ts'
import { holdOf, Undoable } from '../events/hold.ts'
import type { App } from '../http/app.ts'
import { uuidOf } from '../http/filters.ts'
import { answerOnce, once } from '../http/idempotency/once.ts'
import { TRIM } from '../http/input/keywords.ts'
import { operation } from '../http/operation.ts'
import { orNull, Time, Uuid } from '../http/schemas.ts'
import { WITHOUT_STEP_UP } from '../http/step-up-reasons.ts'
import { readContactMessage } from './queries.ts'
import { listReplies, noMessage, sendReply, undoReply } from './replies.ts'
import { Message, showMessage } from './routes.ts'

const text = { examples: ['Yes, from eight to twelve.'] }

const NewReply = Type.Object(
  {
    message: Type.String({ minLength: 1, maxLength: 5000, pattern: '\\S', [TRIM]: true, ...text }),
    undoable: Type.Optional(Undoable),
  },
  { title: 'NewContactReply' },
)

const Reply = Type.Object(
  { id: Uuid, messageId: Uuid, message: Type.String(text), writtenAt: Time },
  { title: 'ContactReply' },
)

const Thread = Type.Object(
  {
    ...Message.properties,
    replies: Type.Array(
      Type.Object(
        {
          id: Uuid,
          message: Type.String(text),
          writtenAt: Time,
          writtenBy: orNull(Type.String(), { description: 'The name of who answered; null for a former user.' }),
          notificationId: orNull(Uuid, { description: 'Its email; null when the log no longer has it.' }),
        },
        { title: 'ContactReplyOfThread' },
      ),
    ),
  },
  { title: 'ContactThread' },
)

const Id = uuidOf('message')

export function replyRoutes(api: App, context: AppContext): void {
  const { db, clock } = context

  operation(api, 'GET /admin/contact-messages/:id', {
    id: 'getContactMessage',
    summary: 'Get a contact message with its answers',
    access: { role: 'staff', permission: 'customers' },
    problems: ['not_found'],
    params: Id,
    answers: { 200: Thread },
    handler: async request => {
      const message = await readContactMessage(db, request.params.id)
      if (!message) throw noMessage()
      const replies = (await listReplies(db, message.id)).map(({ id, text, writtenAt, writtenBy, deliveryId }) => ({
        id,
        message: text,
        writtenAt: writtenAt.toISOString(),
        writtenBy,
        notificationId: deliveryId,
      }))
      return { ...showMessage(message), replies }
    },
  })

  operation(api, 'POST /admin/contact-messages/:id/replies', {
    id: 'answerContactMessage',
    summary: 'Answer a contact message by email',
    access: { role: 'staff', permission: 'customers' },
    stepUp: WITHOUT_STEP_UP.oneEmail,
    description:
      'Sends one email to the address in the message, in the language of the page that it was written on, and ' +
      'marks the message as answered. The email quotes the message.',
    problems: ['not_found'],
    once: true,
    params: Id,
    body: NewReply,
    answers: { 201: Reply },
    handler: async (request, reply) => {
      const { userId } = signedIn(request)
      const { params, body } = request
      const hold = await holdOf(db, body.undoable)
      return once(context, request, reply, async tx => {
        const answer = { messageId: params.id, text: body.message, by: userId, now: clock.now(), hold }
        return { body: await sendReply(tx, answer), location: `/api/admin/contact-messages/${params.id}` }
      })
    },
  })

  operation(api, 'POST /admin/contact-messages/:id/replies/:reply/undo', {
    id: 'undoContactReply',
    summary: 'Take an answer to a contact message back',
    access: { role: 'staff', permission: 'customers' },
    stepUp: WITHOUT_STEP_UP.ends,
    description: 'Stops its email, if it has not been sent, and opens the message again.',
    problems: ['not_found'],
    once: true,
    params: Type.Object({ ...Id.properties, reply: Type.String({ ...Uuid, description: 'The id of the answer.' }) }),
    answers: {
      200: Type.Object(
        {
          messageId: Uuid,
          emailOutcome: Type.Enum(['stopped', 'sent'], {
            description: 'The email was stopped, or has been sent already.',
          }),
        },
        { title: 'ContactReplyUndone' },
      ),
    },
    handler: async (request, reply) =>
      answerOnce(context, request, reply, tx => undoReply(tx, request.params.id, request.params.reply)),
  })
}
