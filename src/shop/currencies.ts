/** The rule for currencies that have ended: what has one keeps it, and no setting, product, delivery method or code gets it anew. */
import type { Db } from '../database/schema.ts'
import { type FieldError, invalidInput } from '../problems.ts'
import { ENDED_CURRENCIES } from '../world/currencies.ts'
import { loadShop } from './settings.ts'

export const ENDED_CURRENCY: FieldError = {
  field: 'currency',
  reason: 'is no longer in use. Choose the currency that took its place',
  code: 'ended_currency',
}

/**
 * @param stored what the thing has already
 * @throws Problem for a currency that has ended, where somebody chooses it anew. A shop that still has it goes on with it
 */
export async function requireCurrentCurrency(db: Db, currency?: string | null, stored?: string | null): Promise<void> {
  if (!currency || currency === stored || !ENDED_CURRENCIES.includes(currency)) return
  if ((await listEndedCurrencies(db)).includes(currency)) throw invalidInput(ENDED_CURRENCY)
}

/** Currencies that have ended, but for that of the shop. */
export async function listEndedCurrencies(db: Db): Promise<string[]> {
  const shop = await loadShop(db)
  return ENDED_CURRENCIES.filter(currency => currency !== shop.currency)
}
