/** Requests about transfers that came in, which need a statement of the bank and an order that it may pay. */
import { newPerson } from './accounts.ts'
import type { RequestOptions } from './client.ts'
import { stockProduct } from './products.ts'
import type { Semel } from './semel.ts'

type Prepared = { path: string; status: number } & RequestOptions

let number = 0

/** A statement with one transfer that names one order. */
function statementFor(orderId: number): string {
  number++
  const xml = `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><Stmt>
    <Acct><Id><IBAN>DE89370400440532013000</IBAN></Id></Acct>
    <Ntry><Amt Ccy="EUR">10.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>2026-05-04</Dt></BookgDt>
    <AcctSvcrRef>PREPARED${number}</AcctSvcrRef><NtryDtls><TxDtls><RmtInf><Ustrd>Order ${orderId}</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>
    </Stmt></BkToCstmrStmt></Document>`
  return Buffer.from(xml).toString('base64')
}

async function openOrder(semel: Semel) {
  const [owner, staff] = await Promise.all([newPerson(semel), newPerson(semel, { role: 'staff' })])
  const productId = await stockProduct(semel.db, { price: 1000 })
  const items = [{ productId, quantity: 1 }]
  const { body } = await semel.client().post('/api/orders', { items }, { token: owner.token })
  return { orderId: body.id as number, token: staff.token }
}

async function openTransfer(semel: Semel) {
  const { orderId, token } = await openOrder(semel)
  const { body } = await semel.client().post('/api/bank-statements', { data: statementFor(orderId) }, { token })
  const { id } = await semel.db
    .selectFrom('incoming_transfers')
    .select('id')
    .where('statement_id', '=', body.id)
    .executeTakeFirstOrThrow()
  return { orderId, id, token }
}

const at = (id: string, step: string) => `/incoming-transfers/${id}/${step}`

export const PREPARED_INCOMING: Record<string, (semel: Semel) => Promise<Prepared>> = {
  markOrderPaid: async semel => {
    const { orderId, token } = await openOrder(semel)
    return { path: `/orders/${orderId}/mark-paid`, status: 200, body: { amount: 400 }, token }
  },
  markOrderRefunded: async semel => {
    const { orderId, token } = await openOrder(semel)
    await semel.client().post(`/api/orders/${orderId}/mark-paid`, undefined, { token })
    await semel.client().post(`/api/orders/${orderId}/cancel`, undefined, { token })
    return { path: `/orders/${orderId}/mark-refunded`, status: 200, token }
  },
  cancelOrder: async semel => {
    const { orderId, token } = await openOrder(semel)
    return { path: `/orders/${orderId}/cancel`, status: 200, token }
  },
  getPayment: async semel => {
    const { orderId, token } = await openOrder(semel)
    await semel.client().post(`/api/orders/${orderId}/mark-paid`, undefined, { token })
    return { path: `/orders/${orderId}/payment`, status: 200, token }
  },
  uploadBankStatement: async semel => {
    const { orderId, token } = await openOrder(semel)
    return { path: '/bank-statements', status: 201, body: { data: statementFor(orderId) }, token }
  },
  listTransferProposals: async semel => {
    const { id, token } = await openTransfer(semel)
    return { path: at(id, 'proposals'), status: 200, token }
  },
  bookIncomingTransfer: async semel => {
    const { orderId, id, token } = await openTransfer(semel)
    return { path: at(id, 'book'), status: 200, body: { parts: [{ orderId }] }, token }
  },
  bookIncomingTransfers: async semel => {
    const { orderId, id, token } = await openTransfer(semel)
    return { path: '/incoming-transfers/book', status: 200, body: { transfers: [`${id}:${orderId}`] }, token }
  },
  setIncomingTransferAside: async semel => {
    const { id, token } = await openTransfer(semel)
    return { path: at(id, 'set-aside'), status: 200, body: { note: 'Rent' }, token }
  },
  reopenIncomingTransfer: async semel => {
    const { id, token } = await openTransfer(semel)
    await semel.client().post(`/api${at(id, 'set-aside')}`, {}, { token })
    return { path: at(id, 'reopen'), status: 200, token }
  },
  matchNotedTransfer: async semel => {
    const { orderId, id, token } = await openTransfer(semel)
    await semel.client().post(`/api/orders/${orderId}/mark-paid`, { amount: 1000 }, { token })
    const { body } = await semel.client().get(`/api/orders/${orderId}/incoming-transfers`, { token })
    return { path: at(id, 'same-as'), status: 200, body: { transferId: body.items[0].id }, token }
  },
  undoIncomingTransfer: async semel => {
    const { orderId, id, token } = await openTransfer(semel)
    await semel.client().post(`/api${at(id, 'book')}`, { parts: [{ orderId }] }, { token })
    return { path: at(id, 'undo'), status: 200, token }
  },
}
