/** The home page: the blocks that the shop has published, or those that its settings make. */
import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../context.ts'
import { STAYS_READABLE, sendPublicPage } from '../pages/visitor.ts'
import { UNSET } from '../shop/settings.ts'
import { blocksOfSettings } from './blocks/block.ts'
import { findPublishedBlocks } from './blocks/page-commands.ts'
import { readContent, showHome } from './blocks/show-blocks.ts'

export function homePage(app: FastifyInstance, { reader }: AppContext): void {
  app.get('/', STAYS_READABLE, async (request, reply) => {
    const visitor = await app.visitorOf(request, reply)
    const content = await reader.read(async db =>
      readContent(db, (await findPublishedBlocks(db)) ?? blocksOfSettings(visitor.shop ?? UNSET)),
    )
    return sendPublicPage(reply, visitor, await showHome(visitor, content))
  })
}
