/** Computes how long the shop keeps its records, in years of its calendar. */
import type { Said } from '../../words/text.ts'
import { t } from '../../words/words.ts'
import { retentionOf } from '../../world/retention.ts'
import { dayOf, startOfDay } from '../days.ts'
import type { ShopSettings } from '../settings.ts'

type KeptFrom = {
  /** The oldest day whose records are still kept. */
  day: string
  /** Its first moment. */
  at: Date
}

/** Finds out which records are old enough to be erased: those from before the answer. */
export function recordsKeptFrom(
  shop: Pick<ShopSettings, 'documentYears' | 'country' | 'timeZone'>,
  now: Date,
): KeptFrom {
  const { documentYears, country, timeZone } = shop
  // The trigger that keeps documents knows no zone of the shop, so a year has ended when it has ended in UTC too.
  const [today] = [dayOf(now, timeZone), dayOf(now, 'UTC')].sort() as [string, string]
  const year = Number(today.slice(0, 4)) - documentYears
  // Papers issued in December count from the next year there.
  const isDueLater = retentionOf(country)?.from === 'due'
  const day = isDueLater ? `${padded(year - 1)}-12-01` : `${padded(year)}-01-01`
  return { day, at: startOfDay(day, timeZone) }
}

function padded(year: number): string {
  return String(year).padStart(4, '0')
}

const KEPT_FROM = {
  issued: "The law of the shop's country wants an invoice kept for {years} years after the end of its year ({law}).",
  due: "The law of the shop's country wants an invoice kept for {years} years after the end of the year in which its VAT fell due ({law}).",
} as const

/** Says what the law of the shop's country wants, where Semel knows it. */
export function retentionHint(country: string): Said | undefined {
  const retention = retentionOf(country)
  if (!retention) return undefined
  const { years, from } = retention
  // A sign at the end of a line, and its number on the next one, are hard to read.
  const law = t(retention.law).replaceAll('§ ', '§\u00a0')
  return t(KEPT_FROM[from], { years, law })
}
