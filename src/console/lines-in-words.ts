import { productsInWords } from '../catalogue/groups/in-words.ts'
import { titleOf } from '../catalogue/groups/options.ts'
import { findProducts } from '../catalogue/queries.ts'
import type { Db } from '../database/schema.ts'
import { currentLanguage } from '../words/words.ts'

type Worded = { locale: string | null; items: readonly { productId: number; name: string }[] }

/**
 * Orders as staff read them: an order in another language than the reader's names its products as the catalogue does in that one.
 * Papers, emails and customers keep the words of the order, and so does a line whose product is removed.
 */
export async function linesInWords<O extends Worded>(db: Db, orders: readonly O[]): Promise<O[]> {
  const language = currentLanguage()
  const foreign = orders.filter(({ locale }) => locale !== null && locale !== language)
  const ids = [...new Set(foreign.flatMap(({ items }) => items.map(({ productId }) => productId)))]
  if (ids.length === 0) return [...orders]
  const products = await productsInWords(db, await findProducts(db, ids))
  const names = new Map(products.map(product => [product.id, titleOf(product)]))
  return orders.map(order =>
    foreign.includes(order)
      ? { ...order, items: order.items.map(item => ({ ...item, name: names.get(item.productId) ?? item.name })) }
      : order,
  )
}
