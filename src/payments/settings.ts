/** Reads the decisions of the shop about payments. No other place reads these settings. */
import type { Db } from '../database/schema.ts'
import { type Transfer, transferOf } from '../shop/bank-transfer.ts'
import { readShop } from '../shop/settings.ts'
import { HOUR } from '../time.ts'

export type PaymentSettings = {
  /** Milliseconds after which an order that is to be paid online is cancelled. */
  unpaidOnlineExpire: number
  /** Account to which invoices are paid, and until when; undefined: the invoice says it. */
  transfer: Transfer | undefined
}

export async function readPaymentSettings(db: Db): Promise<PaymentSettings> {
  const shop = await readShop(db)
  return { unpaidOnlineExpire: shop.unpaidOnlineHours * HOUR, transfer: transferOf(shop) }
}

/** Milliseconds for which the provider's page takes the payment. It is within the limits of each of them. */
export const PAY_WITHIN = HOUR
