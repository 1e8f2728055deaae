/** The API of the words that a shop writes for its emails. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { visitOf } from '../../accounts/audit-log.ts'
import { signedIn } from '../../accounts/sessions/access.ts'
import { findUser } from '../../accounts/users/user.ts'
import type { AppContext } from '../../context.ts'
import type { App } from '../../http/app.ts'
import { answerOnce } from '../../http/idempotency/once.ts'
import { CHECK, directionMark } from '../../http/input/keywords.ts'
import { operation } from '../../http/operation.ts'
import { answerTagged, ifMatch, Unchanged } from '../../http/representation/entity-tags.ts'
import { orNull, Time } from '../../http/schemas.ts'
import { WITHOUT_STEP_UP } from '../../http/step-up-reasons.ts'
import { LANGUAGES } from '../../words/languages.ts'
import { builtInTexts } from './built-in.ts'
import { changeTexts, testTexts } from './change-texts.ts'
import { PARTS, type Part, placeholdersOf, TEXT_KINDS, type TextName } from './placeholders.ts'
import { BUILT_IN, listTexts, readTexts, type StoredTexts, textsTag } from './texts.ts'

const Key = Type.Object({
  kind: Type.String({ enum: TEXT_KINDS, description: 'Which email.' }),
  language: Type.String({ enum: [...LANGUAGES], description: 'Its language.' }),
})

const ABOUT: Record<Part, string> = {
  subject: 'The subject.',
  heading: 'The heading of the email.',
  before: 'The text before the facts. An empty line begins a paragraph.',
  after: 'The text after the facts.',
  footer: 'The last lines, which say why the reader gets this email.',
}

const LENGTHS: Record<Part, number> = { subject: 200, heading: 200, before: 5000, after: 5000, footer: 1000 }

const EXAMPLES: Record<Part, string> = {
  subject: 'Order #{{ order.id }} is on its way',
  heading: 'It is on its way',
  before: '{{ greeting }}\nyour parcel has left us.',
  after: 'See you soon!',
  footer: 'You get this email because you ordered from {{ shop.name }}.',
}

/** @param make the schema of each part */
function partsAs<T>(make: (part: Part) => T): Record<Part, T> {
  return Object.fromEntries(PARTS.map(part => [part, make(part)])) as Record<Part, T>
}

const names = {
  kind: Type.String({ examples: ['order.shipped'] }),
  language: Type.String({ examples: ['en'] }),
}

const texts = partsAs(part =>
  orNull(Type.String({ examples: [EXAMPLES[part]] }), { description: `${ABOUT[part]} null: the built-in words.` }),
)

const EmailText = Type.Object(
  {
    ...names,
    ...texts,
    version: Type.String({ description: 'Another one after each change.' }),
    changedAt: orNull(Time, { description: 'null: all words are built-in.' }),
    builtIn: Type.Object(
      partsAs(part => Type.String({ examples: [EXAMPLES[part]] })),
      {
        title: 'BuiltInEmailText',
        description: 'The built-in words, written like those of a shop.',
      },
    ),
    placeholders: Type.Array(Type.String(), {
      description: 'What these words may insert.',
      examples: [['shop.name', 'greeting', 'order.id']],
    }),
  },
  { title: 'EmailText' },
)

const OwnEmailText = Type.Object(
  {
    ...names,
    ...texts,
    changedAt: Time,
    failedAt: orNull(Time, { description: 'Since when emails go out with the built-in words instead.' }),
    failure: orNull(Type.String(), { description: 'Why these words could not be filled in.' }),
  },
  { title: 'OwnEmailText' },
)

const EmailTextChange = Type.Object(
  {
    ...partsAs(part =>
      Type.Optional(
        orNull(
          Type.String({
            minLength: 1,
            maxLength: LENGTHS[part],
            pattern: '\\S',
            [CHECK]: directionMark,
          }),
          {
            examples: [EXAMPLES[part]],
            description: `${ABOUT[part]} In Liquid. null, or left out: the built-in words.`,
          },
        ),
      ),
    ),
    version: Type.Optional(
      Type.String({
        maxLength: 100,
        description:
          'The `version` that you have read, in place of `If-Match`. If it is another one now, the answer is 412.',
      }),
    ),
  },
  { title: 'EmailTextChange' },
)

const Sent = Type.Object({ sentTo: Type.String({ examples: ['ada@example.com'] }) }, { title: 'EmailTextTest' })

export function emailTextRoutes(api: App, context: AppContext): void {
  readingRoutes(api, context)
  writingRoutes(api, context)
}

function readingRoutes(api: App, { db }: AppContext): void {
  operation(api, 'GET /admin/email-texts', {
    id: 'listEmailTexts',
    summary: "List the shop's own words of emails",
    access: { role: 'staff', permission: 'settings' },
    description: 'All other emails go out with the built-in words.',
    answers: { 200: Type.Object({ items: Type.Array(OwnEmailText) }) },
    handler: async () => {
      const items = (await listTexts(db)).map(({ changedAt, failedAt, ...own }) => ({
        ...own,
        changedAt: changedAt.toISOString(),
        failedAt: failedAt?.toISOString() ?? null,
      }))
      return { items }
    },
  })

  operation(api, 'GET /admin/email-texts/:kind/:language', {
    id: 'getEmailText',
    summary: 'Get the words of an email',
    access: { role: 'staff', permission: 'settings' },
    description: 'With the built-in words, and with what they may insert.',
    params: Key,
    answers: { 200: EmailText, 304: Unchanged },
    handler: async (request, reply) => {
      const name = nameOf(request)
      return answerTagged(request, reply, show(name, await readTexts(db, name)))
    },
  })
}

function writingRoutes(api: App, context: AppContext): void {
  operation(api, 'PUT /admin/email-texts/:kind/:language', {
    id: 'writeEmailText',
    summary: 'Write the words of an email',
    access: { role: 'staff', permission: 'settings' },
    stepUp: true,
    description:
      'Replaces all five parts. `errors` has the line and the column of a mistake, such as an unknown placeholder.',
    problems: ['changed_meanwhile'],
    once: true,
    ifMatch: true,
    params: Key,
    body: EmailTextChange,
    answers: { 200: EmailText },
    handler: async (request, reply) => {
      const { version, ...parts } = request.body
      const name = nameOf(request)
      const change = seen(request, reply, version)
      return answerOnce(context, request, reply, async db =>
        show(name, await changeTexts({ ...context, db }, name, { ...BUILT_IN, ...parts }, change)),
      )
    },
  })

  operation(api, 'DELETE /admin/email-texts/:kind/:language', {
    id: 'resetEmailText',
    summary: 'Go back to the built-in words of an email',
    access: { role: 'staff', permission: 'settings' },
    stepUp: true,
    problems: ['changed_meanwhile'],
    ifMatch: true,
    params: Key,
    handler: async (request, reply) => {
      await changeTexts(context, nameOf(request), BUILT_IN, seen(request, reply))
    },
  })

  operation(api, 'POST /admin/email-texts/:kind/:language/test', {
    id: 'testEmailText',
    summary: 'Send an email with these words to yourself',
    access: { role: 'staff', permission: 'settings' },
    stepUp: WITHOUT_STEP_UP.toYourself,
    description: 'With made-up facts. It has the words that are stored when it is sent.',
    params: Key,
    answers: { 200: Sent },
    handler: async request => {
      const { userId } = signedIn(request)
      await testTexts(context, nameOf(request), userId)
      return { sentTo: (await findUser(context.db, userId))!.email }
    },
  })
}

function nameOf({ params }: Pick<FastifyRequest, 'params'>): TextName {
  return params as TextName
}

function show(name: TextName, stored: StoredTexts | undefined) {
  const {
    changedAt,
    failedAt: _,
    failure: __,
    ...own
  } = stored ?? { ...BUILT_IN, changedAt: null, failedAt: null, failure: null }
  return {
    ...name,
    ...own,
    version: textsTag(own),
    changedAt: changedAt?.toISOString() ?? null,
    builtIn: builtInTexts(name),
    placeholders: [...placeholdersOf(name.kind)],
  }
}

/** Reads from a request which version of the text the client has seen, and who the client is. */
function seen(request: FastifyRequest, reply: FastifyReply, version?: string) {
  const name = nameOf(request)
  const matches = ifMatch(request, reply, EmailText)
  const check = matches && ((stored: StoredTexts | undefined) => matches(show(name, stored)))
  return { check, version, by: { actorId: signedIn(request).userId, visit: visitOf(request) } }
}
