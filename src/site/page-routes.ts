/** The API of the legal pages of the shop, beside that of its home page. */
import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { AppContext } from '../context.ts'
import type { App } from '../http/app.ts'
import { answerOnce } from '../http/idempotency/once.ts'
import { CHECK, directionMark, TRIM } from '../http/input/keywords.ts'
import { operation } from '../http/operation.ts'
import { answerTagged, ifMatch, Unchanged } from '../http/representation/entity-tags.ts'
import { orNull, Time, Uuid } from '../http/schemas.ts'
import { WITHOUT_STEP_UP } from '../http/step-up-reasons.ts'
import { Problem } from '../problems.ts'
import { LEGAL_SLUGS, type LegalSlug } from '../shop/legal-pages.ts'
import { requireMarkdown } from '../shop/markdown/kept-markdown.ts'
import { LANGUAGES } from '../words/languages.ts'
import { homeRoutes } from './blocks/block-routes.ts'
import { ownPageRoutes } from './blocks/own-page-routes.ts'
import { productFeedRoutes } from './product-feed/list.ts'
import { byOf, SeenVersion } from './settings-routes.ts'
import {
  findDraft,
  listDrafts,
  listVersions,
  type PageKey,
  publishDraft,
  withdrawPage,
  writeDraft,
} from './write-pages.ts'

const slug = Type.String({ enum: [...LEGAL_SLUGS], description: 'Which page.' })
const locale = Type.String({ enum: [...LANGUAGES], description: 'Its language.' })
const Key = Type.Object({ slug, locale })

const access = { role: 'staff', permission: 'settings' } as const

const number = Type.Integer({ description: 'Counts the published texts of the page in all of its languages.' })

const LegalPage = Type.Object(
  {
    slug,
    locale,
    title: Type.String({ examples: ['Terms'] }),
    body: Type.String({ description: 'The draft, in Markdown.' }),
    version: Type.Integer({ examples: [3], description: 'Counts the changes.' }),
    published: orNull(number, { description: 'The number of the text that customers read.' }),
    isChanged: Type.Boolean({ description: 'Whether customers read another text than the draft, or none.' }),
  },
  { title: 'LegalPage' },
)

/** Shared by the operations that change one page. */
const asChange = { access, once: true as const, params: Key, answers: { 200: LegalPage } }

/** Longer than any terms. */
const MAX_BODY = 40_000

const LegalPageDraft = Type.Object(
  {
    title: Type.String({
      minLength: 1,
      maxLength: 100,
      pattern: '\\S',
      [TRIM]: 'words',
      [CHECK]: directionMark,
      examples: ['Terms'],
    }),
    body: Type.String({
      minLength: 1,
      maxLength: MAX_BODY,
      pattern: '\\S',
      examples: ['## Your order\n\nThe contract is made when we ship.'],
      description: 'In Markdown, without HTML and pictures. Links begin with https://, with mailto:, or with /.',
    }),
    version: SeenVersion,
  },
  { title: 'LegalPageDraft' },
)

const Version = Type.Object(
  {
    slug,
    number,
    locale,
    title: Type.String({ examples: ['Terms'] }),
    body: Type.String(),
    publishedAt: Time,
    publishedBy: Uuid,
  },
  { title: 'LegalPageVersion' },
)

const Seen = Type.Object({ version: SeenVersion }, { title: 'LegalPagePublication' })

export function pageRoutes(api: App, context: AppContext): void {
  homeRoutes(api, context)
  ownPageRoutes(api, context)
  productFeedRoutes(api, context)
  pageReadingRoutes(api, context)
  pageWritingRoutes(api, context)
}

function pageReadingRoutes(api: App, { db }: AppContext): void {
  operation(api, 'GET /admin/pages', {
    id: 'listLegalPages',
    summary: 'List the legal pages',
    access,
    description: 'Those on which something is written, in each language.',
    answers: { 200: Type.Object({ items: Type.Array(LegalPage) }) },
    handler: async () => ({ items: await listDrafts(db) }),
  })

  operation(api, 'GET /admin/pages/:slug/:locale', {
    id: 'getLegalPage',
    summary: 'Get a legal page',
    access,
    problems: ['not_found'],
    params: Key,
    answers: { 200: LegalPage, 304: Unchanged },
    handler: async (request, reply) => {
      const page = await findDraft(db, keyOf(request))
      if (!page) throw new Problem('not_found', 'Nothing is written on this page yet.')
      return answerTagged(request, reply, page)
    },
  })

  operation(api, 'GET /admin/pages/:slug/versions', {
    id: 'listLegalPageVersions',
    summary: 'List the published texts of a legal page',
    access,
    description: 'In all languages, the newest first. They stay for ever, because orders refer to them.',
    params: Type.Object({ slug }),
    answers: { 200: Type.Object({ items: Type.Array(Version) }) },
    handler: async request => {
      const versions = await listVersions(db, request.params.slug as LegalSlug)
      const items = versions.map(({ published_at, published_by, ...version }) => ({
        ...version,
        publishedAt: published_at.toISOString(),
        publishedBy: published_by,
      }))
      return { items }
    },
  })
}

function pageWritingRoutes(api: App, context: AppContext): void {
  operation(api, 'PUT /admin/pages/:slug/:locale', {
    id: 'writeLegalPage',
    summary: 'Write the draft of a legal page',
    ...asChange,
    stepUp: WITHOUT_STEP_UP.draft,
    description: 'Customers see it when it is published. The `version` of a page without a draft is 0.',
    problems: ['changed_meanwhile'],
    ifMatch: true,
    body: LegalPageDraft,
    handler: async (request, reply) => {
      const { title, body, version } = request.body
      await requireMarkdown({ body })
      const seen = { check: ifMatch(request, reply), version }
      return answerOnce(context, request, reply, db =>
        writeDraft({ ...context, db }, keyOf(request), { title, body }, seen),
      )
    },
  })

  operation(api, 'POST /admin/pages/:slug/:locale/publish', {
    id: 'publishLegalPage',
    summary: 'Publish the draft of a legal page',
    ...asChange,
    stepUp: true,
    description: 'Customers read it from now on. Publishing the same text again changes nothing.',
    problems: ['not_found', 'changed_meanwhile'],
    ifMatch: true,
    body: Seen,
    handler: async (request, reply) => {
      const seen = { check: ifMatch(request, reply), version: request.body.version }
      return publishDraft(context, keyOf(request), seen, byOf(request), work =>
        answerOnce(context, request, reply, work),
      )
    },
  })

  operation(api, 'POST /admin/pages/:slug/:locale/withdraw', {
    id: 'withdrawLegalPage',
    summary: 'Take a legal page off the shop',
    ...asChange,
    stepUp: WITHOUT_STEP_UP.ends,
    description: 'The draft and every text that was published stay.',
    problems: ['not_found'],
    handler: async (request, reply) =>
      withdrawPage(context, keyOf(request), byOf(request), work => answerOnce(context, request, reply, work)),
  })
}

function keyOf({ params }: Pick<FastifyRequest, 'params'>): PageKey {
  return params as PageKey
}
