import { after, DAY } from '../time.ts'
import { t } from '../words/words.ts'
import type { ShopSettings } from './settings.ts'

/** How customers pay by bank transfer. */
export type Transfer = {
  holder: string
  iban: string
  bic: string
  bank: string
  /** From the order on. */
  days: number
  /** `{order}` represents its number. '': in the words of the reader. */
  reference: string
}

/** @returns undefined until the shop has said which account: then the invoice says it */
export function transferOf(shop: ShopSettings): Transfer | undefined {
  const { iban, accountHolder, legalName, name, bic, bankName: bank, daysToPay: days, transferReference } = shop
  if (iban === '') return undefined
  return { holder: accountHolder || legalName || name, iban, bic, bank, days, reference: transferReference }
}

export function referenceFor({ reference }: Transfer, orderId: number): string {
  return reference.replaceAll('{order}', String(orderId)) || t('Order {id}', { id: orderId })
}

export function payableUntil({ days }: Transfer, placedAt: Date): Date {
  return after(placedAt, days * DAY)
}
