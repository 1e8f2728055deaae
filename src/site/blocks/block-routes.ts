/** The API of pages of blocks, for the home page and for those of the shop's own: the draft, and its publication. */
import { type TSchema, Type } from 'typebox'
import type { AppContext } from '../../context.ts'
import type { Db } from '../../database/schema.ts'
import type { App } from '../../http/app.ts'
import { answerOnce } from '../../http/idempotency/once.ts'
import { operation } from '../../http/operation.ts'
import { answerTagged, Unchanged } from '../../http/representation/entity-tags.ts'
import { WITHOUT_STEP_UP } from '../../http/step-up-reasons.ts'
import { forgetShop } from '../../shop/settings.ts'
import { byOf, SeenVersion } from '../settings-routes.ts'
import { CHANGED_MEMBERS, checkBlock, HomeBlock, NewHomeBlock } from './block.ts'
import {
  addBlock,
  type BlockPage,
  changeBlock,
  discardDraft,
  findPage,
  HOME,
  type PageId,
  publishPage,
  removeBlock,
} from './page-commands.ts'
import { pictureRoutes } from './picture-routes.ts'

const access = { role: 'staff', permission: 'settings' } as const
const once = true as const

/** Members of each page of blocks. */
export const OF_BLOCKS = {
  blocks: Type.Array(HomeBlock, { description: 'The draft, from the top.' }),
  version: Type.Integer({ examples: [3], description: 'Counts the changes.' }),
}

const Home = Type.Object(
  {
    ...OF_BLOCKS,
    isPublished: Type.Boolean({ description: 'Whether customers read blocks. If not, the settings make the page.' }),
    isChanged: Type.Boolean({ description: 'Whether customers read something else than the draft.' }),
  },
  { title: 'HomePage' },
)
const Seen = Type.Object({ version: SeenVersion }, { title: 'HomePageVersion' })

/** The page of a request: the only one, or that of its address. */
type Params = { page?: string }
const pageIn = (params: unknown): PageId => (params as Params).page ?? HOME

export type OfPages = {
  /** The one of several pages has `:page` in it. */
  base: `/admin/${string}`
  /** Name in the ids of the operations, and in the words of the reference. */
  name: string
  words: string
  answer: TSchema
  /** The page as the operations answer it. */
  show: (db: Db, id: PageId, page: BlockPage) => Promise<object>
}

const OF_HOME: OfPages = {
  base: '/admin/home',
  name: 'Home',
  words: 'the home page',
  answer: Home,
  show: async (_, __, page) => page,
}

export const Page = Type.String({ format: 'uuid', description: 'The id of the page.' })

const Block = Type.String({ format: 'uuid', description: 'The id of the block.' })

export function homeRoutes(api: App, context: AppContext): void {
  pictureRoutes(api, context)
  pageOfBlocks(api, context, OF_HOME)
}

export function pageOfBlocks(api: App, context: AppContext, pages: OfPages): void {
  blockRoutes(api, context, pages)
  publishingRoutes(api, context, pages)
  const { base, name, words, answer, show } = pages

  operation(api, `GET ${base}`, {
    id: `get${name}Page`,
    summary: `Get the draft of ${words}`,
    access,
    ...named(pages),
    problems: base.endsWith('/:page') ? ['not_found'] : [],
    answers: { 200: answer, 304: Unchanged },
    handler: async (request, reply) => {
      const id = pageIn(request.params)
      return answerTagged(request, reply, await show(context.db, id, await findPage(context.db, id)))
    },
  })
}

/** A page that is not the only one of its kind may be gone. */
function named({ base }: OfPages) {
  if (!base.endsWith('/:page')) return { problems: ['changed_meanwhile' as const] }
  return { params: Type.Object({ page: Page }), problems: ['not_found' as const, 'changed_meanwhile' as const] }
}

function blockRoutes(api: App, context: AppContext, pages: OfPages): void {
  const { db, clock } = context
  const { base, name, words, answer, show } = pages
  const common = { access, stepUp: WITHOUT_STEP_UP.draft, answers: { 200: answer } }
  const ById = Type.Object({ ...named(pages).params?.properties, id: Block })

  operation(api, `POST ${base}/blocks`, {
    id: `add${name}Block`,
    summary: `Add a block to the draft of ${words}`,
    ...common,
    ...named(pages),
    description: 'At the end.',
    once,
    body: Type.Object({ ...NewHomeBlock.properties, version: SeenVersion }, { title: 'NewHomeBlock' }),
    handler: async (request, reply) => {
      const { version, ...block } = request.body
      await checkBlock(db, block)
      const id = pageIn(request.params)
      return answerOnce(context, request, reply, async tx =>
        show(tx, id, await addBlock(tx, { page: id, version, now: clock.now() }, block)),
      )
    },
  })

  operation(api, `PATCH ${base}/blocks/:id`, {
    id: `change${name}Block`,
    summary: 'Change or move a block of the draft',
    ...common,
    problems: ['not_found', 'changed_meanwhile'],
    once,
    params: ById,
    body: Type.Object({ ...CHANGED_MEMBERS, version: SeenVersion }, { title: 'HomeBlockChange' }),
    handler: async (request, reply) => {
      const { version, ...change } = request.body
      await checkBlock(db, change)
      const id = pageIn(request.params)
      return answerOnce(context, request, reply, async tx =>
        show(tx, id, await changeBlock(tx, { page: id, version, now: clock.now() }, request.params.id, change)),
      )
    },
  })

  operation(api, `DELETE ${base}/blocks/:id`, {
    id: `remove${name}Block`,
    summary: 'Remove a block of the draft',
    ...common,
    problems: ['not_found'],
    params: ById,
    handler: async request => {
      const id = pageIn(request.params)
      return db
        .transaction()
        .execute(async tx => show(tx, id, await removeBlock(tx, { page: id, now: clock.now() }, request.params.id)))
    },
  })
}

function publishingRoutes(api: App, context: AppContext, pages: OfPages): void {
  const { clock } = context
  const { base, name, words, answer, show } = pages
  const common = { access, ...named(pages), once, body: Seen, answers: { 200: answer } }

  operation(api, `POST ${base}/publish`, {
    id: `publish${name}Page`,
    summary: `Publish ${words}`,
    ...common,
    stepUp: true,
    description: 'Customers see the blocks of the draft from now on. Publishing them again changes nothing.',
    handler: async (request, reply) => {
      const id = pageIn(request.params)
      const { version } = request.body
      const answer = await answerOnce(context, request, reply, async tx =>
        show(tx, id, await publishPage(tx, { page: id, version, now: clock.now() }, byOf(request))),
      )
      // Menus lead to published pages.
      await forgetShop(context.db)
      return answer
    },
  })

  operation(api, `POST ${base}/discard`, {
    id: `discard${name}Draft`,
    summary: `Discard the draft of ${words}`,
    ...common,
    stepUp: WITHOUT_STEP_UP.draft,
    description: 'It becomes again what customers read.',
    handler: async (request, reply) => {
      const id = pageIn(request.params)
      return answerOnce(context, request, reply, async tx =>
        show(tx, id, await discardDraft(tx, { page: id, version: request.body.version, now: clock.now() })),
      )
    },
  })
}
