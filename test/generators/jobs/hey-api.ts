import { type Job, must, nameOf } from '../../job'
import { client } from './client/client.gen'
import { getMe, listProducts, placeOrder } from './client/sdk.gen'

export const job: Job = async ({ origin, version, token, key }) => {
  client.setConfig({ baseUrl: `${origin}/api/${version}`, auth: token })
  const { data: products } = await listProducts({ query: { limit: 1, sort: '-price' } })
  const { items, totalCount } = must(products)
  const line = { productId: must(items[0]).id, quantity: 1 }
  const headers = { 'Idempotency-Key': key }
  const { data: order } = await placeOrder({ headers, body: { items: [line] } })
  const { data: me } = await getMe()
  const { error } = await placeOrder({ body: { items: [{ ...line, quantity: 10_000 }] } })
  const refused = must(error).code
  const { id: orderId, total } = must(order)
  return { orderId, total, totalCount, name: nameOf(must(me)), refused }
}
