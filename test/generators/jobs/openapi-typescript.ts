import createClient from 'openapi-fetch'
import { type Job, must, nameOf } from '../../job'
import type { paths } from './client'

export const job: Job = async ({ origin, version, token, key }) => {
  const baseUrl = `${origin}/api/${version}`
  const client = createClient<paths>({ baseUrl, headers: { authorization: `Bearer ${token}` } })
  const { data: products } = await client.GET('/products', { params: { query: { limit: 1, sort: '-price' } } })
  const { items, totalCount } = must(products)
  const line = { productId: must(items[0]).id, quantity: 1 }
  const params = { header: { 'Idempotency-Key': key } }
  const { data: order } = await client.POST('/orders', { params, body: { items: [line] } })
  const { data: me } = await client.GET('/users/me')
  const { error } = await client.POST('/orders', { body: { items: [{ ...line, quantity: 10_000 }] } })
  const { id: orderId, total } = must(order)
  return { orderId, total, totalCount, name: nameOf(must(me)), refused: must(error).code }
}
