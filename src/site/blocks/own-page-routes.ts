/** The API of the pages of the shop's own. Their blocks have the operations of block-routes.ts. */
import { Type } from 'typebox'
import type { AppContext } from '../../context.ts'
import type { Db } from '../../database/schema.ts'
import type { App } from '../../http/app.ts'
import { answerOnce, once } from '../../http/idempotency/once.ts'
import { CHECK } from '../../http/input/keywords.ts'
import { operation } from '../../http/operation.ts'
import { Uuid } from '../../http/schemas.ts'
import { WITHOUT_STEP_UP } from '../../http/step-up-reasons.ts'
import { Problem } from '../../problems.ts'
import { textsSchema } from '../../shop/setting-rules.ts'
import { forgetShop } from '../../shop/settings.ts'
import { byOf, SeenVersion } from '../settings-routes.ts'
import { OF_BLOCKS, Page, pageOfBlocks } from './block-routes.ts'
import {
  addOwnPage,
  changeOwnPage,
  findOwnPage,
  LONGEST_SLUG,
  listOwnPages,
  pageAddress,
  removeOwnPage,
  slugMistake,
} from './own-pages.ts'
import { type BlockPage, findPage, unpublishPage } from './page-commands.ts'

const access = { role: 'staff', permission: 'settings' } as const

const Slug = Type.String({
  minLength: 1,
  maxLength: LONGEST_SLUG,
  [CHECK]: slugMistake,
  examples: ['our-story'],
  description: 'The last part of its address. An address that the page had before leads to it.',
})
const Title = textsSchema(100, 'The title, in each language of the shop.')

const LISTED = {
  id: Uuid,
  slug: Type.String({ examples: ['our-story'] }),
  title: Title,
  url: Type.String({ description: 'Where customers read it, once it is published.', examples: ['/pages/our-story'] }),
  isPublished: Type.Boolean({ description: 'Whether customers can read it.' }),
  isChanged: Type.Boolean({ description: 'Whether customers read something else than the draft.' }),
  version: OF_BLOCKS.version,
}
const ListedPage = Type.Object(LISTED, { title: 'OwnPageInList' })
const OwnPage = Type.Object({ ...LISTED, blocks: OF_BLOCKS.blocks }, { title: 'OwnPage' })
const ById = Type.Object({ page: Page })

async function show(db: Db, id: string, page: BlockPage) {
  const named = await findOwnPage(db, id)
  if (!named) throw new Problem('not_found', 'There is no such page. Somebody has removed it.')
  return { ...named, url: pageAddress(named), ...page }
}

export function ownPageRoutes(api: App, context: AppContext): void {
  const { db, clock } = context
  pageOfBlocks(api, context, {
    base: '/admin/own-pages/:page',
    name: 'Own',
    words: 'a page of your own',
    answer: OwnPage,
    show,
  })

  operation(api, 'GET /admin/own-pages', {
    id: 'listOwnPages',
    summary: 'List the pages of your own',
    access,
    answers: { 200: Type.Object({ items: Type.Array(ListedPage) }) },
    handler: async () => {
      const pages = await listOwnPages(db)
      return { items: pages.map(page => ({ ...page, url: pageAddress(page) })) }
    },
  })

  operation(api, 'POST /admin/own-pages', {
    id: 'addOwnPage',
    summary: 'Add a page of your own',
    access,
    stepUp: WITHOUT_STEP_UP.draft,
    description: 'A draft without blocks. Without `slug`, its address is made of the title.',
    once: true,
    body: Type.Object({ title: Title, slug: Type.Optional(Slug) }, { title: 'NewOwnPage' }),
    answers: { 201: OwnPage },
    handler: async (request, reply) =>
      once(context, request, reply, async tx => {
        const id = await addOwnPage(tx, request.body, clock.now())
        return { body: await show(tx, id, await findPage(tx, id)), location: `/api/admin/own-pages/${id}` }
      }),
  })

  changeRoutes(api, context)
}

function changeRoutes(api: App, context: AppContext): void {
  const { db, clock } = context

  operation(api, 'PATCH /admin/own-pages/:page', {
    id: 'changeOwnPage',
    summary: 'Change the title or the address of a page of your own',
    access,
    stepUp: true,
    description: 'At once, also for customers. A text of `""` removes that of its language.',
    problems: ['not_found', 'changed_meanwhile'],
    once: true,
    params: ById,
    body: Type.Object(
      { title: Type.Optional(Title), slug: Type.Optional(Slug), version: SeenVersion },
      { title: 'OwnPageChange' },
    ),
    answers: { 200: OwnPage },
    handler: async (request, reply) => {
      const { version, ...change } = request.body
      const { page } = request.params
      const answer = await answerOnce(context, request, reply, async tx => {
        await changeOwnPage(tx, page, change, version, clock.now())
        return show(tx, page, await findPage(tx, page))
      })
      await forgetShop(db)
      return answer
    },
  })

  operation(api, 'POST /admin/own-pages/:page/unpublish', {
    id: 'unpublishOwnPage',
    summary: 'Take a page of your own from the shop',
    access,
    stepUp: true,
    description: 'It is a draft again.',
    problems: ['not_found', 'changed_meanwhile'],
    once: true,
    params: ById,
    body: Type.Object({ version: SeenVersion }, { title: 'HomePageVersion' }),
    answers: { 200: OwnPage },
    handler: async (request, reply) => {
      const { page } = request.params
      const { version } = request.body
      const answer = await answerOnce(context, request, reply, async tx =>
        show(tx, page, await unpublishPage(tx, { page, version, now: clock.now() }, byOf(request))),
      )
      await forgetShop(db)
      return answer
    },
  })

  operation(api, 'DELETE /admin/own-pages/:page', {
    id: 'removeOwnPage',
    summary: 'Remove a page of your own',
    access,
    stepUp: true,
    problems: ['not_found'],
    params: ById,
    handler: async request => {
      await db.transaction().execute(tx => removeOwnPage(tx, request.params.page, byOf(request), clock.now()))
      await forgetShop(db)
    },
  })
}
