/** The API of internal notes and tags: the same operations for orders and for customers. */
import type { FastifyRequest } from 'fastify'
import { type TSchema, Type } from 'typebox'
import type { AppContext } from '../context.ts'
import type { App } from '../http/app.ts'
import { RowId } from '../http/filters.ts'
import { answerOnce } from '../http/idempotency/once.ts'
import { operation } from '../http/operation.ts'
import { Uuid } from '../http/schemas.ts'
import { WITHOUT_STEP_UP } from '../http/step-up-reasons.ts'
import { MOST_NOTES, MOST_TAGS, NewNote, Note, Notes, Tags, TagsChange } from './note.ts'
import { addNote, listNotes, removeNote } from './notes.ts'
import { type NotedBy, namedIn, requireSubject, type Subject } from './subject.ts'
import { changeTags, readTags } from './tags.ts'

type Place = { kind: Subject['kind']; path: 'orders' | 'users'; title: string; a: string; id: TSchema }

const PLACES: readonly Place[] = [
  {
    kind: 'order',
    path: 'orders',
    title: 'Order',
    a: 'an order',
    id: Type.Integer({ ...RowId, description: 'The id of the order.' }),
  },
  {
    kind: 'user',
    path: 'users',
    title: 'User',
    a: 'a customer',
    id: Type.String({ ...Uuid, description: 'The id of the user, or of a guest.' }),
  },
]

/** @param actorIdOf the user or the API key that a request acts for */
export function noteRoutes(api: App, context: AppContext, actorIdOf: ActorIdOf): void {
  const writer = (request: FastifyRequest) => ({ by: actorIdOf(request), now: context.clock.now() })
  for (const place of PLACES) {
    notesOf(api, context, place, writer)
    tagsOf(api, context, place, writer)
  }
}

/** Staff with the permission for the subject, or a key with its scope. */
function accessTo({ kind, path }: Place) {
  const access = { role: 'staff', permission: kind === 'order' ? 'orders' : 'customers' } as const
  return {
    reading: { ...access, scope: `${path}:read` } as const,
    writing: { ...access, scope: `${path}:write` } as const,
  }
}

type ActorIdOf = (request: FastifyRequest) => string
type Writer = (request: FastifyRequest) => NotedBy

function notesOf(api: App, context: AppContext, place: Place, writer: Writer): void {
  const { path, title, a, id } = place
  const { reading, writing } = accessTo(place)
  const params = Type.Object({ id })

  operation(api, `GET /${path}/:id/notes`, {
    id: `list${title}Notes`,
    summary: `List the internal notes about ${a}`,
    access: reading,
    description: `All of them, at most ${MOST_NOTES}, newest first. Customers never read them in the shop.`,
    params,
    answers: { 200: Notes },
    handler: async request => {
      const subject = subjectIn(place, request.params)
      return context.db.transaction().execute(async tx => {
        await requireSubject(tx, subject)
        return { items: await listNotes(tx, subject) }
      })
    },
  })

  operation(api, `POST /${path}/:id/notes`, {
    id: `add${title}Note`,
    summary: `Note something about ${a}`,
    access: writing,
    stepUp: WITHOUT_STEP_UP.notes,
    description:
      'For staff alone: no page, email or paper shows it to the customer. It is personal data all the same: the copy that a customer ' +
      'can ask for has it, and it is deleted with the account. Author and time are kept.',
    once: true,
    params,
    body: NewNote,
    answers: { 200: Note },
    handler: async (request, reply) =>
      answerOnce(context, request, reply, tx =>
        addNote(tx, subjectIn(place, request.params), request.body.text, writer(request)),
      ),
  })

  operation(api, `DELETE /${path}/:id/notes/:note`, {
    id: `remove${title}Note`,
    summary: `Remove an internal note about ${a}`,
    access: writing,
    stepUp: WITHOUT_STEP_UP.notes,
    description: 'The answer is the note as it was.',
    params: Type.Object({ id, note: Type.String({ ...Uuid, description: 'The id of the note.' }) }),
    answers: { 200: Note },
    handler: async (request, reply) => {
      const { note } = request.params as { note: string }
      return answerOnce(context, request, reply, tx =>
        removeNote(tx, subjectIn(place, request.params), note.toLowerCase(), context.clock.now()),
      )
    },
  })
}

function tagsOf(api: App, context: AppContext, place: Place, writer: Writer): void {
  const { path, title, a, id } = place
  const { reading, writing } = accessTo(place)
  const params = Type.Object({ id })

  operation(api, `GET /${path}/:id/tags`, {
    id: `get${title}Tags`,
    summary: `Get the internal tags of ${a}`,
    access: reading,
    params,
    answers: { 200: Tags },
    handler: async request => {
      const subject = subjectIn(place, request.params)
      return context.db.transaction().execute(async tx => {
        await requireSubject(tx, subject)
        return { ...namedIn(subject), tags: await readTags(tx, subject) }
      })
    },
  })

  operation(api, `PATCH /${path}/:id/tags`, {
    id: `change${title}Tags`,
    summary: `Change the internal tags of ${a}`,
    access: writing,
    stepUp: WITHOUT_STEP_UP.notes,
    description:
      `Adds and removes single tags, so the others stay: at most ${MOST_TAGS}, in any case ("VIP" is "vip"). The filter \`tag=vip\` of ` +
      'the list finds them. Customers never read them in the shop; the copy of their data has them.',
    once: true,
    params,
    body: TagsChange,
    answers: { 200: Tags },
    handler: async (request, reply) =>
      answerOnce(context, request, reply, async tx => {
        const subject = subjectIn(place, request.params)
        const tags = await changeTags(tx, subject, request.body, writer(request))
        return { ...namedIn(subject), tags }
      }),
  })
}

function subjectIn({ kind }: Place, params: unknown): Subject {
  const { id } = params as { id: number | string }
  return kind === 'order' ? { kind, id: id as number } : { kind, id: (id as string).toLowerCase() }
}
