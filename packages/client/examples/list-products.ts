/*
 * Reads all products by price, page by page. Every product appears exactly once.
 *
 *   SEMEL_URL=http://localhost:3000 SEMEL_TOKEN=… node list-products.ts
 */
import { createClient, orThrow } from 'semel-client'

const { SEMEL_URL: baseUrl = 'http://localhost:3000', SEMEL_TOKEN: token } = process.env
const client = createClient({ baseUrl, ...(token && { token }) })

const seen = new Set<number>()
let pageCount = 1
for (let page = 1; page <= pageCount; page++) {
  const query = { page, limit: 100, sort: 'price' as const }
  const list = await orThrow(client.GET('/products', { params: { query } }))
  pageCount = list.pageCount
  for (const { id } of list.items) seen.add(id)
}
console.log(`${seen.size} products`)
