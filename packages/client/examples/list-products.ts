/*
 * Reads all products by price, page by page. Every product appears exactly once.
 *
 *   SEMEL_URL=http://localhost:3000 SEMEL_TOKEN=… node list-products.ts
 */
import { createClient } from '@semel/client'

const { SEMEL_URL: baseUrl = 'http://localhost:3000', SEMEL_TOKEN: token } = process.env
const client = createClient({ baseUrl, ...(token && { token }) })

const seen = new Set<number>()
for await (const { id } of client.each('/products', { sort: 'price' })) seen.add(id)
console.log(`${seen.size} products`)
