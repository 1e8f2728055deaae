/** Draft orders for tests of everything that shows one. */
import { randomUUIDv7 } from 'node:crypto'
import { draftLinkPath } from '../../src/orders/drafts/link.ts'
import { findDraft } from '../../src/orders/drafts/queries.ts'
import { newPerson } from './accounts.ts'
import { stockProduct } from './products.ts'
import type { Semel } from './semel.ts'

/** A draft that waits for its customer, and the token of its link. */
export async function sentDraft(
  semel: Semel,
  { token: staff }: { token: string },
): Promise<{ id: string; token: string }> {
  const items = [{ productId: await stockProduct(semel.db), quantity: 1 }]
  const deliveryAddress = { name: 'Ada', line1: 'Lindenstraße 1', postcode: '10969', city: 'Berlin', country: 'DE' }
  const body = { email: `${randomUUIDv7()}@example.com`, items, deliveryAddress }
  const made = await semel.client().post('/api/draft-orders', body, { token: staff })
  const { id } = made.body
  const sent = await semel.client().post(`/api/draft-orders/${id}/send`, {}, { token: staff })
  if (sent.status !== 200) throw new Error(`${made.text}${sent.text}`)
  const link = draftLinkPath(semel.serviceKey, (await findDraft(semel.db, id))!)!
  return { id, token: link.split('token=')[1]! }
}

/** Requests of the operations about draft orders, as `prepared.ts` has them. */
async function drafted(semel: Semel) {
  const { token } = await newPerson(semel, { role: 'staff' })
  return { ...(await sentDraft(semel, { token })), staff: token }
}

export const PREPARED_DRAFTS = {
  createDraftOrder: async (semel: Semel) => {
    const { token } = await newPerson(semel, { role: 'staff' })
    const items = [{ productId: await stockProduct(semel.db), quantity: 1 }]
    const body = { email: `${randomUUIDv7()}@example.com`, items }
    return { path: '/draft-orders', status: 201, body, token }
  },
  getDraftOrder: async (semel: Semel) => {
    const { id, staff } = await drafted(semel)
    return { path: `/draft-orders/${id}`, status: 200, token: staff }
  },
  changeDraftOrder: async (semel: Semel) => {
    const { id, staff } = await drafted(semel)
    return { path: `/draft-orders/${id}`, status: 200, body: { message: 'As agreed.' }, token: staff }
  },
  sendDraftOrder: async (semel: Semel) => {
    const { id, staff } = await drafted(semel)
    return { path: `/draft-orders/${id}/send`, status: 200, token: staff }
  },
  withdrawDraftOrder: async (semel: Semel) => {
    const { id, staff } = await drafted(semel)
    return { path: `/draft-orders/${id}/withdraw`, status: 200, token: staff }
  },
  confirmDraftOrder: async (semel: Semel) => {
    const { token } = await drafted(semel)
    return { path: '/draft-orders/confirm', status: 201, body: { token, version: 1 } }
  },
}
