/** Shows a page of the shop's own. An address that it had before leads to it. */
import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../context.ts'
import { STAYS_READABLE, sendPublicPage, sendToPresent } from '../pages/visitor.ts'
import { Problem } from '../problems.ts'
import { findPublishedPage, pageAddress } from './blocks/own-pages.ts'
import { readContent, showOwnPage } from './blocks/show-blocks.ts'

export function ownPages(app: FastifyInstance, { reader }: AppContext): void {
  app.get('/pages/:slug', STAYS_READABLE, async (request, reply) => {
    const { slug } = request.params as { slug: string }
    const found = await reader.read(async db => {
      const page = await findPublishedPage(db, slug)
      return page && { page, content: await readContent(db, page.blocks) }
    })
    if (!found) throw new Problem('not_found', "We can't find this page. The shop has not published it.")
    const { page, content } = found
    if (page.slug !== slug) return sendToPresent(reply, pageAddress(page))
    const visitor = await app.visitorOf(request, reply)
    return sendPublicPage(reply, visitor, await showOwnPage(visitor, page, content))
  })
}
