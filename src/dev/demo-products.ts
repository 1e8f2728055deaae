import type { AppContext } from '../context.ts'
import { generateProducts } from './generate-products.ts'
import '../catalogue/tables.ts'

const DEMO_PRODUCTS = 500

/** The catalogue of a fresh demo: the same everywhere. */
export async function createDemoProducts({ db }: Pick<AppContext, 'db'>): Promise<void> {
  const products = [...generateProducts(DEMO_PRODUCTS)]
  // The first page of the list can be ordered for a long time: that is where people and programs try their first order.
  for (const product of products.slice(0, 10)) {
    product.status = 'active'
    product.stock += 1000
  }
  await db.insertInto('products').values(products).execute()
}
