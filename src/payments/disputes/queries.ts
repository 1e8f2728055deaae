/** Reads disputes: for the API, the console and the emails. */
import type { Db } from '../../database/schema.ts'
import './tables.ts'

export async function findDisputesOf(db: Db, paymentIds: readonly string[]): Promise<Dispute[]> {
  if (paymentIds.length === 0) return []
  return selectDisputes(db).where('payment_id', 'in', paymentIds).execute()
}

export async function findDisputesOfOrder(db: Db, orderId: number): Promise<Dispute[]> {
  return selectDisputes(db).where('payments.order_id', '=', orderId).execute()
}

export async function findDispute(db: Db, id: string): Promise<Dispute | undefined> {
  return selectDisputes(db).where('disputes.id', '=', id).executeTakeFirst()
}
export type Dispute = Awaited<ReturnType<ReturnType<typeof selectDisputes>['executeTakeFirstOrThrow']>>

function selectDisputes(db: Db) {
  return db
    .selectFrom('disputes')
    .innerJoin('payments', 'payments.id', 'disputes.payment_id')
    .select([
      'disputes.id',
      'payment_id as paymentId',
      'payments.order_id as orderId',
      'disputes.amount',
      'disputes.currency',
      'disputes.reason',
      'disputes.state',
      'provider_state as providerState',
      'takes_money as takesMoney',
      'respond_by as respondBy',
      'opened_at as openedAt',
      'closed_at as closedAt',
      'decision',
    ])
    .orderBy('disputes.id')
}
