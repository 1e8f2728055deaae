/** Money and times as text for people. */
import { AsyncLocalStorage } from 'node:async_hooks'
import type { FastifyInstance } from 'fastify'
import { decimalsOf } from './assets/form-rules.js'
import { type Html, html } from './html.ts'

/** The locale of the person who reads the page that is being rendered; English in emails, answers of the API and logs. */
const requestLocale = new AsyncLocalStorage<string>()

/**
 * Pages show money, counts and dates as their reader writes them. The words stay English.
 *
 *     formatForLocale(pages)   // before the routes are added
 */
export function formatForLocale(app: FastifyInstance): void {
  // After the body was parsed, because events of the connection would lose the locale.
  app.addHook('preHandler', (request, _, done) => {
    requestLocale.run(localeOf(request.headers['accept-language']).locale, done)
  })
}

/** For what a page asks of the API: programs get the same texts from everywhere. */
export function formatForProgram<T>(work: () => T): T {
  return requestLocale.run('en', work)
}

export function pageLocale(): string {
  const locale = requestLocale.getStore() ?? 'en'
  return locale === 'en' ? 'en-GB' : locale
}

const MOST_FORMATS = 300
const formats = new Map<string, Intl.NumberFormat | Intl.DateTimeFormat>()

/** A format takes long to make. Any client can name any locale, so not all of them are kept. */
function known<T extends Intl.NumberFormat | Intl.DateTimeFormat>(kind: string, make: (locale: string) => T): T {
  const locale = pageLocale()
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
  return format.format(amount / 10 ** digits)
}

/** `12345` → `12,345` or `12.345`. */
export function count(value: number): string {
  return known('count', locale => new Intl.NumberFormat(locale)).format(value)
}

/** `0.125` → `12.5%` or `12,5 %`. */
export function percent(share: number, digits = 0): string {
  const options = { style: 'percent', maximumFractionDigits: digits } as const
  return known(`percent ${digits}`, locale => new Intl.NumberFormat(locale, options)).format(share)
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

/** In UTC; the browser script converts it to the reader's time zone. */
export function time(at: Date | string): Html {
  return timeElement(at, 'minute', { dateStyle: 'medium', timeStyle: 'short' }, ' UTC')
}

export function date(at: Date | string): Html {
  return timeElement(at, 'day', { dateStyle: 'medium' })
}

function timeElement(
  at: Date | string,
  precision: 'minute' | 'day',
  style: Intl.DateTimeFormatOptions,
  zone = '',
): Html {
  const value = new Date(at)
  const format = known(precision, locale => new Intl.DateTimeFormat(locale, { ...style, timeZone: 'UTC' }))
  const [language] = pageLocale().split('-')
  return html`<time datetime="${value.toISOString()}" data-local="${precision}"${language !== 'en' && html` lang="${language}"`}>${format.format(value)}${zone}</time>`
}
