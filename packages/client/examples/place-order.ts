/*
 * Places an order exactly once, even if the network fails and the request is repeated: all attempts send the same key,
 * which is made before the first one. The code of a problem tells why an order was refused.
 *
 *   SEMEL_URL=http://localhost:3000 SEMEL_TOKEN=… SEMEL_PRODUCT=1 node place-order.ts
 */
import { randomUUID } from 'node:crypto'
import { createClient, orThrow, SemelProblem } from '@semel/client'

const { SEMEL_URL: baseUrl = 'http://localhost:3000', SEMEL_TOKEN: token, SEMEL_PRODUCT } = process.env
const client = createClient({ baseUrl, ...(token && { token }) })

const header = { 'Idempotency-Key': randomUUID() }
const place = (quantity: number) =>
  client.POST('/orders', {
    params: { header },
    body: { items: [{ productId: Number(SEMEL_PRODUCT), quantity }] },
  })

const order = await orThrow(place(2))
console.log(`order ${order.id}: ${order.total} ${order.currency}`)

const again = await place(2)
console.log(`again: order ${again.data?.id}, replayed: ${again.response.headers.get('idempotent-replayed')}`)

try {
  await orThrow(client.POST('/orders', { body: { items: [{ productId: Number(SEMEL_PRODUCT), quantity: 10_000 }] } }))
} catch (error) {
  if (!(error instanceof SemelProblem)) throw error
  console.log(`refused: ${error.code}`)
}
