/** Requests about transfers that the shop has to make, which need a refund that waits for one. */
import type { RequestOptions } from './client.ts'
import type { Semel } from './semel.ts'
import { owedTransfer } from './transfers.ts'

type Prepared = { path: string; status: number } & RequestOptions

export const PREPARED_TRANSFERS: Record<string, (semel: Semel) => Promise<Prepared>> = {
  markRefundSent: async semel => {
    const { refundId, staff } = await owedTransfer(semel)
    return { path: `/admin/refund-transfers/${refundId}/sent`, status: 200, body: {}, token: staff.token }
  },
}
