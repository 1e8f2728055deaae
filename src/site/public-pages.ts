/** Shows customers the shop's legal pages and its icon. */
import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../context.ts'
import { type Html, html } from '../html/html.ts'
import { link, rich } from '../html/rich.ts'
import { date } from '../pages/format.ts'
import { page } from '../pages/layout.ts'
import { STAYS_READABLE, sendPage, type Visitor } from '../pages/visitor.ts'
import { Problem } from '../problems.ts'
import { drawIcon, iconAddress } from '../shop/icon.ts'
import {
  ADDRESSES,
  chooseText,
  findInForce,
  findPublished,
  LEGAL_SLUGS,
  type LegalSlug,
  type PublishedPage,
} from '../shop/legal-pages.ts'
import { renderMarkdown } from '../shop/markdown/kept-markdown.ts'
import { nameOf, readShop, UNSET } from '../shop/settings.ts'
import { isLanguage, type Language } from '../words/languages.ts'
import { currentLanguage } from '../words/words.ts'
import { ownPages } from './own-page.ts'

export function publicPages(app: FastifyInstance, context: AppContext): void {
  for (const slug of LEGAL_SLUGS) legalPage(app, context, slug)
  ownPages(app, context)
  serveIcon(app, context)
}

function legalPage(app: FastifyInstance, { reader }: AppContext, slug: LegalSlug): void {
  app.get(ADDRESSES[slug], STAYS_READABLE, async (request, reply) => {
    const number = numberIn(request.query)
    const [current, asked] = await reader.read(async db => {
      const current = await findPublished(db, slug)
      return [current, number === undefined ? current : await findInForce(db, slug, number)] as const
    })
    const visitor = await app.visitorOf(request, reply)
    const { languages } = visitor.shop ?? UNSET
    const text = chooseText(asked, localeIn(request.query) ?? currentLanguage(), languages)
    if (!text) throw new Problem('not_found', "We can't find this page. The shop has not published it.")
    const shown = await renderMarkdown(text.body)
    return sendPage(reply, render(visitor, text, shown, isReplaced(text, current)))
  })
}

/** An order keeps the number of its terms. */
function numberIn(query: unknown): number | undefined {
  const { version } = query as { version?: unknown }
  if (version === undefined) return undefined
  if (typeof version !== 'string' || !/^[1-9]\d{0,8}$/.test(version)) throw new Problem('not_found')
  return Number(version)
}

/** Reads the language from links of an order: its customer agreed to the text in that language. */
function localeIn(query: unknown): Language | undefined {
  const { locale } = query as { locale?: unknown }
  return isLanguage(locale) ? locale : undefined
}

function isReplaced({ number }: PublishedPage, current: readonly PublishedPage[]): boolean {
  return !current.some(text => text.number === number)
}

function render(visitor: Visitor, text: PublishedPage, shown: Html, replaced: boolean): Html {
  const { slug, title, locale, published_at } = text
  const isForeign = locale !== currentLanguage()
  return page({
    title,
    visitor,
    width: 'narrow',
    main: html`${
      replaced &&
      html`<p class="notice">${rich('This text is no longer in force. <a>Read the current one</a>.', { a: link(ADDRESSES[slug]) })}</p>`
    }<article class="legal"${isForeign && html` lang="${locale}"`}><h1>${title}</h1>
${shown}</article>
    <p class="soft">${rich('Published on {day}.', { day: date(published_at) })}</p>`,
  })
}

/** The address says color and letter. */
function serveIcon(app: FastifyInstance, { db, baseUrl }: AppContext): void {
  app.get('/assets/icon/:color/:letter.svg', (request, reply) => {
    const { color, letter } = request.params as { color: string; letter: string }
    const icon = drawIcon(`#${color}`, letter)
    if (!icon) throw new Problem('not_found')
    return reply.type('image/svg+xml').header('cache-control', 'public, max-age=31536000, immutable').send(icon)
  })
  // Browsers request this address even when the page names another icon.
  app.get('/favicon.ico', async (_, reply) => {
    const shop = await readShop(db)
    return reply.redirect(iconAddress(shop, nameOf(shop, baseUrl())), 302)
  })
}
