/** The API of the home page: its blocks as a draft, and their publication. */
import { Type } from 'typebox'
import type { AppContext } from '../../context.ts'
import type { App } from '../../http/app.ts'
import { uuidOf } from '../../http/filters.ts'
import { answerOnce } from '../../http/idempotency/once.ts'
import { operation } from '../../http/operation.ts'
import { answerTagged, Unchanged } from '../../http/representation/entity-tags.ts'
import { WITHOUT_STEP_UP } from '../../http/step-up-reasons.ts'
import { byOf, SeenVersion } from '../settings-routes.ts'
import { CHANGED_MEMBERS, checkBlock, HomeBlock, NewHomeBlock } from './block.ts'
import { addBlock, changeBlock, discardDraft, findHome, publishHome, removeBlock } from './home-commands.ts'
import { pictureRoutes } from './picture-routes.ts'

const access = { role: 'staff', permission: 'settings' } as const
const once = true as const

const Home = Type.Object(
  {
    blocks: Type.Array(HomeBlock, { description: 'The draft, from the top.' }),
    version: Type.Integer({ examples: [3], description: 'Counts the changes.' }),
    isPublished: Type.Boolean({ description: 'Whether customers read blocks. If not, the settings make the page.' }),
    isChanged: Type.Boolean({ description: 'Whether customers read something else than the draft.' }),
  },
  { title: 'HomePage' },
)
const answers = { 200: Home }
const ById = uuidOf('block')
const Seen = Type.Object({ version: SeenVersion }, { title: 'HomePageVersion' })

export function homeRoutes(api: App, context: AppContext): void {
  const { db } = context
  pictureRoutes(api, context)
  blockRoutes(api, context)
  publishingRoutes(api, context)

  operation(api, 'GET /admin/home', {
    id: 'getHomePage',
    summary: 'Get the draft of the home page',
    access,
    answers: { 200: Home, 304: Unchanged },
    handler: async (request, reply) => answerTagged(request, reply, await findHome(db)),
  })
}

function blockRoutes(api: App, context: AppContext): void {
  const { db, clock } = context

  operation(api, 'POST /admin/home/blocks', {
    id: 'addHomeBlock',
    summary: 'Add a block to the draft of the home page',
    access,
    stepUp: WITHOUT_STEP_UP.draft,
    description: 'At the end.',
    problems: ['changed_meanwhile'],
    once,
    body: Type.Object({ ...NewHomeBlock.properties, version: SeenVersion }, { title: 'NewHomeBlock' }),
    answers,
    handler: async (request, reply) => {
      const { version, ...block } = request.body
      await checkBlock(db, block)
      return answerOnce(context, request, reply, tx => addBlock(tx, block, version, clock.now()))
    },
  })

  operation(api, 'PATCH /admin/home/blocks/:id', {
    id: 'changeHomeBlock',
    summary: 'Change or move a block of the draft',
    access,
    stepUp: WITHOUT_STEP_UP.draft,
    problems: ['not_found', 'changed_meanwhile'],
    once,
    params: ById,
    body: Type.Object({ ...CHANGED_MEMBERS, version: SeenVersion }, { title: 'HomeBlockChange' }),
    answers,
    handler: async (request, reply) => {
      const { version, ...change } = request.body
      await checkBlock(db, change)
      const { id } = request.params
      return answerOnce(context, request, reply, tx => changeBlock(tx, id, change, version, clock.now()))
    },
  })

  operation(api, 'DELETE /admin/home/blocks/:id', {
    id: 'removeHomeBlock',
    summary: 'Remove a block of the draft',
    access,
    stepUp: WITHOUT_STEP_UP.draft,
    problems: ['not_found'],
    params: ById,
    answers,
    handler: async request => db.transaction().execute(tx => removeBlock(tx, request.params.id, clock.now())),
  })
}

function publishingRoutes(api: App, context: AppContext): void {
  const { clock } = context

  operation(api, 'POST /admin/home/publish', {
    id: 'publishHomePage',
    summary: 'Publish the home page',
    access,
    stepUp: true,
    description: 'Customers see the blocks of the draft from now on. Publishing them again changes nothing.',
    problems: ['changed_meanwhile'],
    once,
    body: Seen,
    answers,
    handler: async (request, reply) =>
      answerOnce(context, request, reply, tx => publishHome(tx, request.body.version, byOf(request), clock.now())),
  })

  operation(api, 'POST /admin/home/discard', {
    id: 'discardHomeDraft',
    summary: 'Discard the draft of the home page',
    access,
    stepUp: WITHOUT_STEP_UP.draft,
    description: 'It becomes again what customers read.',
    problems: ['changed_meanwhile'],
    once,
    body: Seen,
    answers,
    handler: async (request, reply) =>
      answerOnce(context, request, reply, tx => discardDraft(tx, request.body.version, clock.now())),
  })
}
