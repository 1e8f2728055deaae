/** Puts the pages of the catalogue together with what they show of delivery, and with the files for other programs. */
import type { FastifyInstance } from 'fastify'
import { searchEngineRoutes } from '../catalogue/addresses/search-engines.ts'
import { productPages } from '../catalogue/pages.ts'
import type { AppContext } from '../context.ts'
import { shippingOfOne } from '../pricing/delivery/shipping.ts'
import { readSeller } from '../pricing/seller.ts'
import { listPublishedPages } from './blocks/own-pages.ts'
import { productFeedPages } from './product-feed/routes.ts'

export function cataloguePages(app: FastifyInstance, context: AppContext): void {
  productPages(app, context, async (db, product) =>
    shippingOfOne(db, product, await readSeller(context.db, context.clock.now())),
  )
  searchEngineRoutes(app, context, listPublishedPages)
  productFeedPages(app, context)
}
