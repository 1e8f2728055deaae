import { t } from '../words/words.ts'
import { endOfPeriod } from './calendar/periods.ts'
import { dayOf } from './days.ts'
import type { ShopSettings } from './settings.ts'

/** Details with which customers pay by bank transfer. */
export type Transfer = {
  holder: string
  iban: string
  bic: string
  bank: string
  /** Counted from the order. */
  days: number
  timeZone: string
  /** Its holidays are no days to pay on. */
  country: string
  /** `{order}` represents its number. '': in the words of the reader. */
  reference: string
}

/** @returns undefined until the shop has said which account: then the invoice says it */
export function transferOf(shop: ShopSettings): Transfer | undefined {
  const { iban, accountHolder, legalName, name, bic, bankName: bank, daysToPay: days, transferReference } = shop
  const { timeZone, country } = shop
  if (iban === '') return undefined
  const holder = accountHolder || legalName || name
  return { holder, iban, bic, bank, days, timeZone, country, reference: transferReference }
}

export function referenceFor({ reference }: Pick<Transfer, 'reference'>, orderId: number): string {
  return reference.replaceAll('{order}', String(orderId)) || t('Order {id}', { id: orderId })
}

/** The last day to pay, as the shop's calendar has it. */
export function payableUntil(
  { days, timeZone, country }: Pick<Transfer, 'days' | 'timeZone' | 'country'>,
  placedAt: Date,
): string {
  return endOfPeriod(dayOf(placedAt, timeZone), days, country)
}
