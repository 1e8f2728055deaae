import { type Job, must, nameOf } from '../../job'
import { getMe, listProducts, placeOrder } from './client'
import { connect } from './send'

export const job: Job = async ({ origin, version, token, key }) => {
  connect(`${origin}/api/${version}`, token)
  const products = await listProducts({ limit: 1, sort: '-price' })
  if (products.status !== 200) throw new Error(`status ${products.status}`)
  const { items, totalCount } = products.data
  const line = { productId: must(items[0]).id, quantity: 1 }
  const order = await placeOrder({ items: [line] }, { headers: { 'Idempotency-Key': key } })
  if (order.status !== 201) throw new Error(`status ${order.status}`)
  const me = await getMe()
  if (me.status !== 200) throw new Error(`status ${me.status}`)
  const refusal = await placeOrder({ items: [{ ...line, quantity: 10_000 }] })
  if (refusal.status !== 409) throw new Error(`status ${refusal.status}`)
  const { id: orderId, total } = order.data
  return { orderId, total, totalCount, name: nameOf(me.data), refused: refusal.data.code }
}
