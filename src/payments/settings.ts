/** What the shop has decided about payments. The only place that reads these settings. */
import type { Db } from '../database/schema.ts'
import { DAY, HOUR, MINUTE } from '../time.ts'

export type PaymentSettings = {
  /** Milliseconds for which the provider's page takes the payment. Stripe wants 30 minutes to 24 hours. */
  payWithin: number
  /** Milliseconds after which an order that is to be paid online is cancelled. */
  unpaidOnlineExpire: number
  /** Where and until when invoices are paid; undefined: the invoice says it. */
  transfer: { holder: string; iban: string; bic: string; days: number } | undefined
}

const DEFAULTS: PaymentSettings = { payWithin: HOUR, unpaidOnlineExpire: DAY, transfer: undefined }

export async function readPaymentSettings(_db: Db): Promise<PaymentSettings> {
  return DEFAULTS
}

/** Less would be refused by Stripe, whose clock may differ from ours. */
export const LEAST_PAY_WITHIN = 31 * MINUTE
