/** The API of announcement drafts. */
import { Type } from 'typebox'
import { signedIn } from '../../accounts/sessions/access.ts'
import { findUser } from '../../accounts/users/user.ts'
import type { AppContext } from '../../context.ts'
import { COUNT_LIMIT } from '../../database/lists/count.ts'
import type { Db } from '../../database/schema.ts'
import type { App } from '../../http/app.ts'
import { answerOnce, once } from '../../http/idempotency/once.ts'
import { operation } from '../../http/operation.ts'
import { Uuid } from '../../http/schemas.ts'
import { WITHOUT_STEP_UP } from '../../http/step-up-reasons.ts'
import { readShop } from '../../shop/settings.ts'
import { AnnouncementTexts } from './announcement-texts.ts'
import {
  changeDraft,
  countRecipients,
  deleteDraft,
  draftTag,
  findDraft,
  noDraft,
  publishDraft,
  sendTest,
  writeDraft,
} from './drafts.ts'
import { Id, NewAnnouncement, readAnnouncement } from './new-announcement.ts'

const access = { role: 'staff', permission: 'customers' } as const

const Draft = Type.Object(
  {
    id: Uuid,
    subject: Type.String(),
    message: Type.String(),
    texts: AnnouncementTexts,
    version: Type.String({ description: 'Another one after each change of the text or of the recipients.' }),
    recipients: Type.Integer({
      description: `Customers who would get it now. ${COUNT_LIMIT + 1} means more than ${COUNT_LIMIT.toLocaleString('en')}.`,
    }),
  },
  { title: 'AnnouncementDraft' },
)

/** Optional in a request: the version that the client has seen. */
const Seen = {
  version: Type.Optional(
    Type.String({
      maxLength: 100,
      description: 'The version that you read. If the draft has changed since, nothing happens and the answer is 409.',
    }),
  ),
}

const Sent = Type.Object({ sentTo: Type.String() }, { title: 'TestEmail' })

export function draftRoutes(api: App, context: AppContext): void {
  draftWritingRoutes(api, context)
  draftSendingRoutes(api, context)
}

function draftWritingRoutes(api: App, context: AppContext): void {
  const { db, clock } = context

  operation(api, 'POST /admin/announcement-drafts', {
    id: 'draftAnnouncement',
    summary: 'Write a draft of an announcement',
    access,
    stepUp: WITHOUT_STEP_UP.draft,
    description: 'Sends nothing. The answer has the number of recipients.',
    once: true,
    body: NewAnnouncement,
    answers: { 201: Draft },
    handler: async (request, reply) => {
      const draft = readAnnouncement(request.body, (await readShop(db)).timeZone)
      return once(context, request, reply, async tx => {
        const id = await writeDraft(tx, draft, signedIn(request).userId, clock.now())
        return { body: await showDraft(tx, id), location: `/api/admin/announcement-drafts/${id}` }
      })
    },
  })

  operation(api, 'GET /admin/announcement-drafts/:id', {
    id: 'getAnnouncementDraft',
    summary: 'Get a draft and the number of its recipients',
    access,
    problems: ['not_found'],
    params: Id,
    answers: { 200: Draft },
    handler: async request => showDraft(db, request.params.id),
  })

  operation(api, 'PUT /admin/announcement-drafts/:id', {
    id: 'changeAnnouncementDraft',
    summary: 'Change a draft',
    access,
    stepUp: WITHOUT_STEP_UP.draft,
    problems: ['not_found', 'draft_changed'],
    once: true,
    params: Id,
    body: Type.Object({ ...NewAnnouncement.properties, ...Seen }, { title: 'AnnouncementDraftChange' }),
    answers: { 200: Draft },
    handler: async (request, reply) => {
      const { version, ...body } = request.body
      const draft = readAnnouncement(body, (await readShop(db)).timeZone)
      return answerOnce(context, request, reply, async tx => {
        await changeDraft(tx, request.params.id, draft, version)
        return showDraft(tx, request.params.id)
      })
    },
  })

  operation(api, 'DELETE /admin/announcement-drafts/:id', {
    id: 'deleteAnnouncementDraft',
    summary: 'Delete a draft',
    access,
    stepUp: WITHOUT_STEP_UP.draft,
    problems: ['not_found'],
    params: Id,
    handler: async request => {
      await deleteDraft(db, request.params.id)
    },
  })
}

function draftSendingRoutes(api: App, context: AppContext): void {
  const { clock } = context

  operation(api, 'POST /admin/announcement-drafts/:id/test', {
    id: 'testAnnouncement',
    summary: 'Send a draft to yourself',
    access,
    stepUp: WITHOUT_STEP_UP.toYourself,
    problems: ['not_found'],
    params: Id,
    once: true,
    answers: { 200: Sent },
    handler: async (request, reply) => {
      const { userId } = signedIn(request)
      return answerOnce(context, request, reply, async tx => {
        await sendTest(tx, request.params.id, userId, clock.now())
        return { sentTo: (await findUser(tx, userId))!.email }
      })
    },
  })

  operation(api, 'POST /admin/announcement-drafts/:id/publish', {
    id: 'publishAnnouncementDraft',
    summary: 'Publish a draft',
    access,
    stepUp: true,
    description: 'A draft is published once. A second request finds no draft.',
    problems: ['not_found', 'draft_changed'],
    once: true,
    params: Id,
    body: Type.Object(Seen, { title: 'DraftPublication' }),
    answers: { 201: Type.Object({ id: Uuid }, { title: 'PublishedDraft' }) },
    handler: async (request, reply) => {
      const { userId } = signedIn(request)
      const { id } = request.params
      const { version } = request.body
      const by = { by: userId, now: clock.now(), version }
      return once(context, request, reply, async tx => {
        const published = await publishDraft(tx, id, by)
        return { body: { id: published }, location: `/api/admin/announcements/${published}` }
      })
    },
  })
}

async function showDraft(db: Db, id: string) {
  const draft = await findDraft(db, id)
  if (!draft) throw noDraft()
  const { subject, message, texts } = draft
  return { id, subject, message, texts, version: draftTag(draft), recipients: await countRecipients(db, draft) }
}
