/** Money and times as text for people. */
import { decimalsOf } from './assets/form-rules.js'
import { type Html, html } from './html.ts'

const formats = new Map<string, { format: Intl.NumberFormat; unit: number }>()

/** `1999, 'EUR'` → `€19.99`. The amount is in minor units; their number per unit depends on the currency. */
export function money(amount: number, currency: string): string {
  let known = formats.get(currency)
  if (!known) {
    const digits = decimalsOf(currency)
    const options = { minimumFractionDigits: digits, maximumFractionDigits: digits }
    known = { format: new Intl.NumberFormat('en', { style: 'currency', currency, ...options }), unit: 10 ** digits }
    formats.set(currency, known)
  }
  return known.format.format(amount / known.unit)
}

/** `1999, 'EUR'` → `19.99`, as a person types it into a form. */
export function decimal(amount: number, currency: string): string {
  const digits = decimalsOf(currency)
  return (amount / 10 ** digits).toFixed(digits)
}

/**
 * The first language of `Accept-Language`, with its region if it names one. Other parts of a tag, such as calendars, are
 * ignored.
 */
export function localeOf(acceptLanguage: string | undefined): { locale: string; region: string | undefined } {
  const [tag = ''] = (acceptLanguage ?? '').slice(0, 100).split(/[,;]/)
  try {
    const { language, region } = new Intl.Locale(tag.trim())
    const [locale = 'en'] = Intl.NumberFormat.supportedLocalesOf(region ? `${language}-${region}` : language)
    return { locale, region }
  } catch {
    return { locale: 'en', region: undefined }
  }
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
