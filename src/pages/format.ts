/** Money and times as text for people. */
import { type Html, html } from '../html/html.ts'
import { readableZone } from '../time.ts'
import { withOrdinal } from '../words/translate.js'
import { currentClock, currentLanguage, currentLocale } from '../words/words.ts'
import { decimalsOf } from './assets/form-rules.js'

const MOST_FORMATS = 300
const formats = new Map<string, Intl.NumberFormat | Intl.DateTimeFormat>()

/** A format takes long to make. Any client can name any locale, so not all of them are kept. */
function known<T extends Intl.NumberFormat | Intl.DateTimeFormat>(kind: string, make: (locale: string) => T): T {
  const locale = currentLocale()
  const name = `${locale} ${kind}`
  let format = formats.get(name)
  if (!format) {
    if (formats.size >= MOST_FORMATS) formats.clear()
    // Digits that everybody here can read, as the forms expect them.
    format = make(`${locale}-u-nu-latn`)
    formats.set(name, format)
  }
  return format as T
}

/** `1999, 'EUR'` → `€19.99` or `19,99 €`. The amount is in minor units; their number per unit depends on the currency. */
export function money(amount: number, currency: string): string {
  const digits = decimalsOf(currency)
  const options = { minimumFractionDigits: digits, maximumFractionDigits: digits }
  const format = known(currency, locale => new Intl.NumberFormat(locale, { style: 'currency', currency, ...options }))
  // Formats text, because the quotient of a large amount is not exact.
  return withMinus(format.format(decimal(amount, currency) as `${number}`))
}

/** `Intl` writes the hyphen of keyboards, at which a line ends. English keeps it, because programs look for it. */
function withMinus(text: string): string {
  return currentLanguage() === 'en' ? text : text.replace('-', '−')
}

/** `12345` → `12,345` or `12.345`. */
export function count(value: number): string {
  return withMinus(known('count', locale => new Intl.NumberFormat(locale)).format(value))
}

/** `0.125` → `12.5%` or `12,5 %`. */
export function percent(share: number, digits = 0): string {
  const options = { style: 'percent', maximumFractionDigits: digits } as const
  return withMinus(known(`percent ${digits}`, locale => new Intl.NumberFormat(locale, options)).format(share))
}

/** `1999, 'EUR'` → `19.99`, as files and other programs read it. */
export function decimal(amount: number, currency: string): string {
  const digits = decimalsOf(currency)
  if (digits === 0) return String(Math.round(amount))
  const figures = String(Math.abs(Math.round(amount))).padStart(digits + 1, '0')
  return `${amount < 0 ? '-' : ''}${figures.slice(0, -digits)}.${figures.slice(-digits)}`
}

/**
 * `1999, 'EUR'` → `19,99`, as the reader types it into a form. Amounts of three decimals keep the point in every language: `1,234`
 * could be thousands, so forms do not read it.
 */
export function typedAmount(amount: number, currency: string): string {
  const text = decimal(amount, currency)
  return decimalsOf(currency) === 3 ? text : withSign(text)
}

/** `5.5` → `5,5`, as the reader types it into a form. */
export function typedNumber(value: number): string {
  return withSign(String(value))
}

function withSign(text: string): string {
  const parts = known('decimal sign', locale => new Intl.NumberFormat(locale)).formatToParts(1.5)
  return text.replace('.', parts.find(({ type }) => type === 'decimal')?.value ?? '.')
}

/**
 * A time by the clock of the shop. On a page for customers, the script converts it to the time zone of the reader; without
 * a script its zone is named. Staff always read the shop's time, and its zone in the title.
 */
export function time(at: Date | string): Html {
  return timeElement(at, 'minute', { dateStyle: 'medium', timeStyle: 'short' })
}

export function date(at: Date | string): Html {
  return timeElement(at, 'day', { dateStyle: 'medium' })
}

/** A time as plain text, where only screen readers hear it. */
export function spokenTime(at: Date): string {
  return written(dateFormat('spoken', { dateStyle: 'medium', timeStyle: 'short' }), at)
}

/** A day of the calendar, which has no zone, given as its midnight in UTC. */
export function calendarDay(day: Date | string): Html {
  const value = new Date(day)
  const format = known(
    'calendar day',
    locale => new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' }),
  )
  return html`<time datetime="${value.toISOString().slice(0, 10)}">${written(format, value)}</time>`
}

/** `14:00` */
export function clockTime(at: Date): string {
  return dateFormat('clock', { timeStyle: 'short' }).format(at)
}

/** `24 Nov` */
export function dayAndMonth(at: Date): string {
  return written(dateFormat('day and month', { day: 'numeric', month: 'short' }), at)
}

function written(format: Intl.DateTimeFormat, at: Date): string {
  return withOrdinal(format.format(at), currentLocale())
}

function dateFormat(kind: string, style: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const timeZone = readableZone(currentClock().timeZone)
  return known(`${kind} ${timeZone}`, locale => new Intl.DateTimeFormat(locale, { ...style, timeZone }))
}

function zoneName(at: Date, timeZoneName: 'short' | 'long'): string {
  const parts = dateFormat(timeZoneName, { timeZoneName }).formatToParts(at)
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? ''
}

function timeElement(at: Date | string, precision: 'minute' | 'day', style: Intl.DateTimeFormatOptions): Html {
  const value = new Date(at)
  const text = written(dateFormat(precision, style), value)
  const [language] = currentLocale().split('-')
  const { isFixed } = currentClock()
  const isMinute = precision === 'minute'
  return html`<time datetime="${value.toISOString()}"${
    isFixed ? isMinute && html` title="${zoneName(value, 'long')}"` : html` data-local="${precision}"`
  }${
    language !== currentLanguage() && html` lang="${language}"`
  }>${text}${isMinute && !isFixed && ` ${zoneName(value, 'short')}`}</time>`
}
