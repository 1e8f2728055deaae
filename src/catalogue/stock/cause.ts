/** Records why the stock of products changes, for their history. */
import { sql } from 'kysely'
import type { Tx } from '../../database/schema.ts'

/** Reasons that a person gives. */
export const GIVEN_REASONS = ['received', 'damaged', 'lost', 'counted', 'other'] as const
/** Reasons that follow from what was done. */
const OTHER_REASONS = ['cancelled', 'order_changed', 'returned', 'edited', 'imported'] as const

export const STOCK_REASONS = [...GIVEN_REASONS, ...OTHER_REASONS] as const
export type StockReason = (typeof STOCK_REASONS)[number]

type StockCause = {
  reason: StockReason
  /** A user or an API key. */
  by: string | null
  at?: Date
  note?: string | undefined
  orderId?: number
}

/** Says why this transaction changes stocks. A trigger writes the history from then on (migration 058). */
export async function changesStockBecause(tx: Tx, cause: StockCause): Promise<void> {
  await sql`select set_config('semel.stock_cause', ${JSON.stringify(cause)}, true)`.execute(tx)
}
