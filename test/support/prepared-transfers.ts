/** Requests about transfers that the shop has to make, which need a refund that waits for one. */
import { accountToken } from '../../src/payments/transfers-out/account.ts'
import type { RequestOptions } from './client.ts'
import type { Semel } from './semel.ts'
import { ACCOUNT, filedTransfer, owedTransfer, readyTransfer } from './transfers.ts'

type Prepared = { path: string; status: number } & RequestOptions

export const PREPARED_TRANSFERS: Record<string, (semel: Semel) => Promise<Prepared>> = {
  markRefundSent: async semel => {
    const { refundId, staff } = await owedTransfer(semel)
    return { path: `/admin/refund-transfers/${refundId}/sent`, status: 200, body: {}, token: staff.token }
  },
  markRefundsSent: async semel => {
    const { refundId, staff } = await owedTransfer(semel)
    return { path: '/admin/refund-transfers/sent', status: 200, body: { refundIds: [refundId] }, token: staff.token }
  },
  waiveRefund: async semel => {
    const { refundId, staff } = await owedTransfer(semel)
    const body = { reason: 'On the phone: keep it' }
    return { path: `/admin/refund-transfers/${refundId}/waive`, status: 200, body, token: staff.token }
  },
  setRefundAccount: async semel => {
    const { refundId, staff } = await owedTransfer(semel)
    return { path: `/admin/refund-transfers/${refundId}/account`, status: 200, body: ACCOUNT, token: staff.token }
  },
  askForRefundAccount: async semel => {
    const { refundId, staff } = await owedTransfer(semel)
    return { path: `/admin/refund-transfers/${refundId}/ask`, status: 200, token: staff.token }
  },
  giveRefundAccount: async semel => {
    const { refundId } = await owedTransfer(semel)
    const body = { token: accountToken(semel.serviceKey, refundId), ...ACCOUNT }
    return { path: '/refund-accounts', status: 200, body }
  },
  createTransferFile: async semel => {
    const { refundId, staff } = await readyTransfer(semel)
    return { path: '/admin/transfer-files', status: 201, body: { refundIds: [refundId] }, token: staff.token }
  },
  getTransferFile: async semel => {
    const { fileId, staff } = await filedTransfer(semel)
    return { path: `/admin/transfer-files/${fileId}.xml`, status: 200, token: staff.token }
  },
  discardTransferFile: async semel => {
    const { fileId, staff } = await filedTransfer(semel)
    return { path: `/admin/transfer-files/${fileId}`, status: 204, token: staff.token }
  },
  markTransferFileSent: async semel => {
    const { fileId, staff } = await filedTransfer(semel)
    return { path: `/admin/transfer-files/${fileId}/sent`, status: 200, token: staff.token }
  },
}
