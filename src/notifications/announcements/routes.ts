/** The API of announcements. */

import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { visitOf } from '../../accounts/audit-log.ts'
import { signedIn } from '../../accounts/sessions/access.ts'
import type { AppContext } from '../../context.ts'
import type { App } from '../../http/app.ts'
import { answerOnce, once } from '../../http/idempotency/once.ts'
import { operation } from '../../http/operation.ts'
import { answerPage, LIST_QUERY, Page } from '../../http/paginated-list.ts'
import { orNull, Time, Uuid } from '../../http/schemas.ts'
import { WITHOUT_STEP_UP } from '../../http/step-up-reasons.ts'
import { Problem } from '../../problems.ts'
import { readShop } from '../../shop/settings.ts'
import type { DeliveryState } from '../states.ts'
import { ANNOUNCEMENT_KINDS } from '../tables.ts'
import { AnnouncementTexts } from './announcement-texts.ts'
import { type Announcement, findAnnouncement, listAnnouncements, publishAnnouncement } from './announcements.ts'
import { type Author, endAnnouncement, takeOverAnnouncement } from './author.ts'
import { draftRoutes } from './draft-routes.ts'
import { Id, NewAnnouncement, readAnnouncement } from './new-announcement.ts'

const count = Type.Integer({ minimum: 0 })
const Published = Type.Object(
  {
    id: Uuid,
    kind: Type.String({ enum: [...ANNOUNCEMENT_KINDS] }),
    subject: Type.String(),
    message: Type.String(),
    texts: AnnouncementTexts,
    orderedFrom: orNull(Time),
    orderedBefore: orNull(Time),
    createdAt: Time,
    endedAt: orNull(Time, { description: 'When somebody ended it. Nobody got it afterwards.' }),
    isPaused: Type.Boolean({
      description:
        'Its author may no longer announce, so those who have not got it yet wait until somebody takes it over.',
    }),
    progress: Type.Object(
      {
        allRecipientsFound: Type.Boolean({ description: 'False while the recipients are still being collected.' }),
        recipients: count,
        pending: count,
        sent: count,
        failed: count,
        skipped: count,
        inDoubt: count,
      },
      { description: 'The number of emails in each state.' },
    ),
  },
  { title: 'Announcement' },
)

const writers = { role: 'staff', permission: 'customers', scope: 'announcements:write' } as const

export function announcementRoutes(api: App, context: AppContext): void {
  const { db, clock } = context
  draftRoutes(api, context)
  endingRoutes(api, context)

  operation(api, 'POST /admin/announcements', {
    id: 'publishAnnouncement',
    summary: 'Publish an announcement to customers',
    access: writers,
    stepUp: true,
    description: 'Each customer gets it once, at the address in their account at the time of sending.',
    once: true,
    body: NewAnnouncement,
    answers: { 201: Published },
    handler: async (request, reply) => {
      const announcement = readAnnouncement(request.body, (await readShop(db)).timeZone)
      return once(context, request, reply, async tx => {
        const id = await publishAnnouncement(tx, announcement, authorOf(request), clock.now())
        return { body: show((await findAnnouncement(tx, id))!), location: `/api/admin/announcements/${id}` }
      })
    },
  })

  operation(api, 'GET /admin/announcements', {
    id: 'listAnnouncements',
    summary: 'List announcements',
    access: writers,
    description: 'Newest first. Each has its progress.',
    query: Type.Object(LIST_QUERY),
    answers: { 200: Page(Published) },
    handler: async (request, reply) => {
      const list = await listAnnouncements(db, request.query)
      return answerPage(request, reply, { ...list, items: list.items.map(show) })
    },
  })

  operation(api, 'GET /admin/announcements/:id', {
    id: 'getAnnouncement',
    summary: 'Get an announcement and its progress',
    access: writers,
    params: Id,
    answers: { 200: Published },
    handler: async request => {
      const announcement = await findAnnouncement(db, request.params.id)
      if (!announcement) throw new Problem('not_found', 'There is no such announcement.')
      return show(announcement)
    },
  })
}

function endingRoutes(api: App, context: AppContext): void {
  const { clock } = context

  operation(api, 'POST /admin/announcements/:id/take-over', {
    id: 'takeOverAnnouncement',
    summary: 'Take an announcement over',
    access: writers,
    stepUp: true,
    description:
      'It is yours from now on. It goes on when its author may no longer announce, also to those whose emails were skipped meanwhile.',
    problems: ['announcement_ended'],
    params: Id,
    once: true,
    answers: { 200: Published },
    handler: async (request, reply) => {
      return answerOnce(context, request, reply, async tx => {
        await takeOverAnnouncement(tx, stepOf(request, clock.now()))
        return show((await findAnnouncement(tx, request.params.id))!)
      })
    },
  })

  operation(api, 'POST /admin/announcements/:id/end', {
    id: 'endAnnouncement',
    summary: 'End an announcement',
    access: writers,
    stepUp: WITHOUT_STEP_UP.ends,
    description: 'Nobody else gets it. Emails that were sent stay.',
    params: Id,
    once: true,
    answers: { 200: Published },
    handler: async (request, reply) =>
      answerOnce(context, request, reply, async tx => {
        await endAnnouncement(tx, stepOf(request, clock.now()))
        return show((await findAnnouncement(tx, request.params.id))!)
      }),
  })
}

function stepOf(request: FastifyRequest<{ Params: { id: string } }>, now: Date) {
  return { id: request.params.id, author: authorOf(request), visit: visitOf(request), now }
}

function authorOf(request: FastifyRequest): Author {
  const { caller } = request
  return caller.kind === 'key' ? { keyId: caller.keyId } : { userId: signedIn(request).userId }
}

function show(announcement: Announcement) {
  const { id, kind, subject, message, texts, ordered_from, ordered_before, created_at, ended_at, isPaused } =
    announcement
  const { fanned_out_at, recipients, states } = announcement
  const of = (...names: DeliveryState[]) => names.reduce((sum, name) => sum + (states[name] ?? 0), 0)
  return {
    id,
    kind,
    subject,
    message,
    texts,
    orderedFrom: ordered_from?.toISOString() ?? null,
    orderedBefore: ordered_before?.toISOString() ?? null,
    createdAt: created_at.toISOString(),
    endedAt: ended_at?.toISOString() ?? null,
    isPaused,
    progress: {
      allRecipientsFound: fanned_out_at !== null,
      recipients,
      pending: of('pending', 'claimed', 'finishing'),
      sent: of('sent'),
      failed: of('failed'),
      skipped: of('skipped'),
      inDoubt: of('in_doubt'),
    },
  }
}
