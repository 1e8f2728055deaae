import { type Job, must, nameOf } from '../../job'
import { Api } from './client'

export const job: Job = async ({ origin, version, token, key }) => {
  const api = new Api({
    baseUrl: `${origin}/api/${version}`,
    baseApiParams: { headers: { authorization: `Bearer ${token}` } },
  })
  const { data: products } = await api.products.listProducts({ limit: 1, sort: '-price' })
  const line = { productId: must(products.items[0]).id, quantity: 1 }
  const { data: order } = await api.orders.placeOrder({ items: [line] }, { headers: { 'Idempotency-Key': key } })
  const { data: me } = await api.users.getMe()
  const tooMany = { items: [{ ...line, quantity: 10_000 }] }
  const refused = await api.orders.placeOrder(tooMany).then(
    () => 'nothing',
    (failed: Awaited<ReturnType<typeof api.orders.placeOrder>>) => failed.error.code,
  )
  return { orderId: order.id, total: order.total, totalCount: products.totalCount, name: nameOf(me), refused }
}
