/** Money that goes back by bank transfer, for tests in which somebody has made it. */
import { changeShop, forgetShop } from '../../src/shop/settings.ts'
import { newPerson } from './accounts.ts'
import type { Person } from './people.ts'
import { stockProduct } from './products.ts'
import type { Semel } from './semel.ts'

type Shop = Pick<Semel, 'client'>

/** The refunds of an order that wait for a transfer. */
export async function transfersOf(
  { client }: Shop,
  orderId: number,
  { token }: Pick<Person, 'token'>,
): Promise<string[]> {
  const { body } = await client().get(`/api/orders/${orderId}/payment`, { token })
  return body.refunds
    .filter(({ state }: { state: string }) => state === 'to_transfer')
    .map(({ id }: { id: string }) => id)
}

/** Somebody has made all transfers of an order. */
export async function sendTransfers(shop: Shop, orderId: number, staff: Pick<Person, 'token'>): Promise<void> {
  for (const id of await transfersOf(shop, orderId, staff)) {
    const sent = await shop.client().post(`/api/admin/refund-transfers/${id}/sent`, {}, { token: staff.token })
    if (sent.status !== 200) throw new Error(sent.text)
  }
}

/** An order that was paid by bank transfer, of which a part has to go back. */
export async function owedTransfer(semel: Pick<Semel, 'client' | 'db'>) {
  const [buyer, staff] = [await newPerson(semel as Semel), await newPerson(semel as Semel, { role: 'staff' })]
  const items = [{ productId: await stockProduct(semel.db, { price: 4800 }), quantity: 1 }]
  const { body: order } = await semel.client().post('/api/orders', { items }, { token: buyer.token })
  await semel.client().post(`/api/orders/${order.id}/mark-paid`, {}, { token: staff.token })
  const { body } = await semel
    .client()
    .post(`/api/orders/${order.id}/refunds`, { amount: 1250 }, { token: staff.token })
  return { orderId: order.id as number, refundId: body.id as string, buyer, staff }
}

/** An example of the German bank association. */
export const ACCOUNT = { iban: 'DE89 3704 0044 0532 0130 00', holder: 'Ada Lovelace' }

/** Somebody has said where the money goes, and the shop has an account of its own. */
export async function readyTransfer(semel: Pick<Semel, 'client' | 'db'>) {
  const owed = await owedTransfer(semel)
  const set = await semel.client().request('PUT', `/api/admin/refund-transfers/${owed.refundId}/account`, {
    body: ACCOUNT,
    token: owed.staff.token,
  })
  if (set.status !== 200) throw new Error(set.text)
  await changeShop(semel.db as Semel['db'], { iban: 'FR7630006000011234567890189', accountHolder: 'Lamp House GmbH' })
  await forgetShop(semel.db as Semel['db'])
  return owed
}

export async function filedTransfer(semel: Pick<Semel, 'client' | 'db'>) {
  const ready = await readyTransfer(semel)
  const body = { refundIds: [ready.refundId] }
  const made = await semel.client().post('/api/admin/transfer-files', body, { token: ready.staff.token })
  if (made.status !== 201) throw new Error(made.text)
  return { ...ready, fileId: made.body.id as string }
}
