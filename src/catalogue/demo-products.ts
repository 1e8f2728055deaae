import type { Ground } from '../ground.ts'
import { madeUpProducts } from './made-up.ts'
import './tables.ts'

const DEMO_PRODUCTS = 500

/** The catalogue of a fresh demo: the same everywhere. */
export async function createDemoProducts({ db }: Pick<Ground, 'db'>): Promise<void> {
  await db
    .insertInto('products')
    .values([...madeUpProducts(DEMO_PRODUCTS)])
    .execute()
}
