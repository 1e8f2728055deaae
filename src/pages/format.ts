/** Money and times as text for people. */
import { type Html, html } from './html.ts'

const formats = new Map<string, { format: Intl.NumberFormat; unit: number }>()

/** `1999, 'EUR'` → `€19.99`. The amount is in minor units; their number per unit depends on the currency. */
export function money(amount: number, currency: string): string {
  let known = formats.get(currency)
  if (!known) {
    const format = new Intl.NumberFormat('en', { style: 'currency', currency })
    known = { format, unit: 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2) }
    formats.set(currency, known)
  }
  return known.format.format(amount / known.unit)
}

const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' })
const minute = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' })

/** In UTC; the browser script converts it to the reader's time zone. */
export function time(at: Date | string): Html {
  const date = new Date(at)
  return html`<time datetime="${date.toISOString()}" data-local>${minute.format(date)} UTC</time>`
}

export function date(at: Date | string): Html {
  const date = new Date(at)
  return html`<time datetime="${date.toISOString()}">${day.format(date)}</time>`
}
