/** Reads the categories. */
import type { Db } from '../../database/schema.ts'
import { countByCategory } from '../paging/read-page.ts'
import './tables.ts'
import { arrange, type Category, type Placed } from './tree.ts'

export async function readPlaced(db: Db): Promise<Placed[]> {
  return db.selectFrom('categories').select(['name', 'parent', 'position', 'texts']).execute()
}

/** All categories of the shop in its order, with their products on sale. */
export async function readCategories(db: Db): Promise<Category[]> {
  const [placed, counts] = await Promise.all([readPlaced(db), countByCategory(db)])
  return arrange(placed, counts)
}
