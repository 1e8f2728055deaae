/**
 * The language of a page: that of a path prefix (`/de/products`), else the visitor's earlier choice, else the first
 * language of `Accept-Language` that the shop has, else the first one of the shop. A prefixed page leads to prefixed
 * pages.
 *
 * The console has no prefix. It speaks the language that the member of staff has chosen for the account, else the first one
 * of `Accept-Language` that Semel knows, else the first one of the shop. A program that names none gets English.
 * The documentation and the API speak English.
 */
import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { AppContext } from '../context.ts'
import { readShop, type ShopSettings, UNSET } from '../shop/settings.ts'
import { isLanguage, LANGUAGES, type Language } from '../words/languages.ts'
import { defaultLocale, inLanguage, type Reader } from '../words/words.ts'

const COOKIE = 'semel_language'
const YEAR = 365 * 24 * 60 * 60
const PREFIX = new RegExp(`^/(${LANGUAGES.join('|')})(?=[/?]|$)`)
/** Parts of the site whose addresses have no prefix. */
const WITHOUT_PREFIX = /^\/(?:api|v\d+|admin|dev|docs|assets|hooks|metrics|healthz|readyz)(?:[/?]|$)/

/** Staff compare times with each other, wherever they are. So the console shows those of the shop. */
const CONSOLE = /^\/admin(?:[/?]|$)/

/** The prefixes of the requests in progress. */
const prefixes = new WeakMap<IncomingMessage, Language>()

/** Takes the prefix off the address before it is routed. It must not throw on any request. */
export function withoutPrefix(raw: IncomingMessage, url: string): string {
  const language = PREFIX.exec(url)?.[1]
  if (!isLanguage(language)) return url
  const rest = url.slice(language.length + 1)
  const address = rest.startsWith('/') ? rest : `/${rest}`
  if (WITHOUT_PREFIX.test(address)) return url
  prefixes.set(raw, language)
  return address
}

export function prefixOf({ raw }: Pick<FastifyRequest, 'raw'>): Language | undefined {
  return prefixes.get(raw)
}

/** The language that the account of a request has chosen. */
type FindChosen = (request: FastifyRequest) => Promise<string | null | undefined>

/** Renders the pages in the language of their visitor. Added before the routes. */
export function speakToReaders(
  app: FastifyInstance,
  { db, baseUrl }: Pick<AppContext, 'db' | 'baseUrl'>,
  findChosen: FindChosen,
): void {
  // Runs after the body was parsed, because events of the connection would lose the language.
  app.addHook('preHandler', (request, reply, done) => {
    // The page itself fails if the database is away; its problem is then said in the language of the browser.
    const chosen = CONSOLE.test(request.url) ? findChosen(request).catch(() => undefined) : undefined
    Promise.all([readShop(db).catch(() => UNSET), chosen]).then(([shop, chosen]) => {
      const prefix = prefixOf(request)
      if (prefix && !shop.languages.includes(prefix)) return void reply.redirect(request.url, 302)
      if (prefix) rememberChoice(request, reply, prefix, baseUrl().startsWith('https:'))
      const reader = readerOf(request, shop, chosen)
      inLanguage(reader.language, done, reader)
    }, done)
  })
  app.addHook('onSend', (request, reply, payload, done) => {
    const prefix = prefixOf(request)
    const location = reply.getHeader('location')
    if (prefix && reply.statusCode !== 302 && typeof location === 'string') {
      reply.header('location', withPrefix(location, prefix))
    }
    done(null, payload)
  })
}

/** Lets the API, which speaks English, name things of the shop in the language that the client asks for. Added before the routes. */
export function nameForClients(api: FastifyInstance, { db }: Pick<AppContext, 'db'>): void {
  api.addHook('preHandler', (request, _, done) => {
    readShop(db)
      .catch(() => UNSET)
      .then(({ languages }) => {
        const [main] = languages
        inLanguage('en', done, { isAssumed: true, texts: askedLanguage(request, languages) ?? main, main })
      }, done)
  })
}

/**
 * The language of a page, how it writes numbers and dates, and whose clock it shows.
 * @param chosen by the account, for the console
 */
export function readerOf(request: FastifyRequest, shop: ShopSettings, chosen?: string | null): Reader {
  const isConsole = CONSOLE.test(request.url)
  const clock = { timeZone: shop.timeZone, isFixed: isConsole }
  const [main] = shop.languages
  const [language, spoken, isAssumed] = isConsole ? staffLanguage(request, shop, chosen) : pageLanguage(request, shop)
  // A program that names no language reads English in the console, but names of the shop in its main language.
  const texts = isConsole && isAssumed ? main : undefined
  return { ...writtenIn(language, spoken, request), clock, isAssumed, isConsole, texts, main }
}

/** The language, those that the reader could have had, and whether nobody has named one. */
type Choice = [language: Language, spoken: readonly Language[], isAssumed: boolean]

function pageLanguage(request: FastifyRequest, { languages }: ShopSettings): Choice {
  const named = [prefixOf(request), request.cookies?.[COOKIE], ...languagesIn(request.headers['accept-language'])]
  const isAssumed = !named.some(namesLanguage)
  if (WITHOUT_PREFIX.test(request.url)) return ['en', [], isAssumed]
  const chosen = named.find(each => languages.includes(each as Language))
  return [languages.find(language => language === chosen) ?? languages[0], languages, isAssumed]
}

/** The cookie counts for the shop alone: staff look at its pages in all languages. */
function staffLanguage(request: FastifyRequest, { languages }: ShopSettings, chosen?: string | null): Choice {
  const named = languagesIn(request.headers['accept-language'])
  if (!named.some(namesLanguage)) return ['en', [], true]
  return [[chosen, ...named].find(isLanguage) ?? languages[0], LANGUAGES, false]
}

/** Node's own client sends `*`. */
function namesLanguage(language: string | undefined): boolean {
  return Boolean(language) && language !== '*'
}

function writtenIn(language: Language, spoken: readonly Language[], request: FastifyRequest) {
  const { locale, region } = localeOf(request.headers['accept-language'])
  // Visitors who have to read English, because their language is missing, still get numbers and dates as they write
  // them.
  const isMissing = !spoken.some(each => locale.startsWith(each))
  if (language === 'en' && isMissing) return { language, locale: locale === 'en' ? 'en-GB' : locale }
  return { language, locale: region ? localeWith(language, region) : defaultLocale(language) }
}

/** The language that a client of the API asks for. Forms say that of their page. */
export function askedLanguage(request: FastifyRequest, languages: readonly Language[]): Language | undefined {
  return languagesIn(request.headers['accept-language']).find(wanted => languages.includes(wanted as Language)) as
    | Language
    | undefined
}

/** The languages of `Accept-Language`, the most wanted first (RFC 9110 §12.5.4). */
function languagesIn(acceptLanguage = ''): string[] {
  return acceptLanguage
    .slice(0, 200)
    .split(',')
    .map(range => {
      const [tag = '', weight] = range.split(';')
      return { language: tag.trim().split('-')[0]!.toLowerCase(), weight: Number(weight?.split('=')[1] ?? 1) }
    })
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight)
    .map(({ language }) => language)
}

/** A reader in Austria who reads English sees the dates and numbers of English there, if anybody knows them. */
function localeWith(language: Language, region: string): string {
  const [locale] = Intl.NumberFormat.supportedLocalesOf(`${language}-${region}`)
  return locale ?? defaultLocale(language)
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

function rememberChoice(request: FastifyRequest, reply: FastifyReply, language: Language, secure: boolean): void {
  if (request.cookies[COOKIE] === language) return
  reply.setCookie(COOKIE, language, { path: '/', maxAge: YEAR, sameSite: 'lax', httpOnly: true, secure })
}

/** An address of the site in a language. One that an answer fills with a language has it already. */
export function withPrefix(address: string, language: Language): string {
  const isLocal = address.startsWith('/') && !address.startsWith('//')
  if (!isLocal || WITHOUT_PREFIX.test(address) || PREFIX.test(address) || address.startsWith('/{locale}/'))
    return address
  return address === '/' ? `/${language}` : `/${language}${address}`
}

/** Leads every link and form of a prefixed page to prefixed pages. Text in a page has no quotes, so only markup matches. */
export function prefixLinks(page: string, language: Language): string {
  return page.replaceAll(
    / (href|action|formaction|data-go|data-shows)="(\/[^"]*)"/g,
    (_, name: string, address: string) => {
      return ` ${name}="${withPrefix(address, language)}"`
    },
  )
}
