/** The tables of batches: what was asked for many orders, and what became of each. */
export const BATCH_STEPS = ['process', 'ship', 'deliver', 'mark-paid', 'undo-ship', 'undo-deliver'] as const
export type BatchStep = (typeof BATCH_STEPS)[number]

/** `numbered`: an order that had left got its number. `known`: it had this number already. */
export const BATCH_OUTCOMES = ['moved', 'numbered', 'known', 'refused'] as const
export type Outcome = (typeof BATCH_OUTCOMES)[number]

declare module '../../database/schema.ts' {
  interface Tables {
    order_batches: {
      id: string
      step: BatchStep
      state: 'open' | 'running' | 'done'
      by_user: string
      hold: number
      undoes: string | null
      created_at: Date
      expires_at: Date
    }
    order_batch_rows: {
      batch_id: string
      row: number
      order_id: number | null
      named: string
      tracking_number: string | null
      carrier: string | null
      postcode: string | null
      outcome: Outcome | null
      code: string | null
      explanation: string | null
    }
  }
}
