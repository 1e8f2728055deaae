/**
 * Files that search engines and other programs look for at fixed addresses. The sitemap is an index of files, because a file
 * may have 50,000 addresses and 50 MB only (sitemaps.org, "Sitemaps XML format"). Each file holds a span of ids, so a product never moves
 * to another file, and a span without a product has no file, because an empty one is not valid. A page has an address in each language of
 * the shop, and each names the others (developers.google.com/search/docs/specialty/international/localized-versions). Read on 2026-11-28.
 */
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { AppContext } from '../../context.ts'
import type { Db } from '../../database/schema.ts'
import { withPrefix } from '../../pages/language.ts'
import { Problem } from '../../problems.ts'
import { readShop, type Shop } from '../../shop/settings.ts'
import { after, DAY } from '../../time.ts'
import { listPath, parseShopQuery } from '../list-query.ts'
import { countByCategory } from '../paging/read-page.ts'
import { productPath } from './product-address.ts'

/** Each product has up to three addresses, which name four each: 3 kB, or 9 kB in scripts that addresses escape. */
const IDS_PER_FILE = 2_000
const AN_HOUR = 'public, max-age=3600'

/** Pages for one visitor only, and those for programs. */
const PRIVATE = [
  '/admin',
  '/api',
  '/cart',
  '/checkout',
  '/account',
  '/orders',
  '/login',
  '/register',
  '/reset-password',
]

const SITEMAP_PAGES = ['/', '/products', '/contact']

/** Keeps the first file below its bounds. A shop with more leads to the others by its pages. */
const MOST_CATEGORIES = 2_000

/** Finds other pages of the shop, which modules above the catalogue know. */
type ListPages = (db: Db) => Promise<readonly { path: string; changed: Date }[]>

export function searchEngineRoutes(
  app: FastifyInstance,
  { db, reader, baseUrl, config, clock }: AppContext,
  listPages: ListPages,
): void {
  app.get('/robots.txt', (_, reply) => {
    const lines = ['User-agent: *', ...PRIVATE.map(path => `Disallow: ${path}`), `Sitemap: ${baseUrl()}/sitemap.xml`]
    return reply
      .type('text/plain; charset=utf-8')
      .header('cache-control', AN_HOUR)
      .send(`${lines.join('\n')}\n`)
  })

  app.get('/sitemap.xml', async (_, reply) => {
    const files = await reader.read(listFiles)
    const names = ['pages', ...files.map(number => `products-${number}`)]
    const entries = names.map(name => `<sitemap><loc>${baseUrl()}/sitemaps/${name}.xml</loc></sitemap>`)
    return sendXml(reply, `<sitemapindex ${SPACE}>${entries.join('')}</sitemapindex>`)
  })

  app.get('/sitemaps/pages.xml', async (_, reply) => {
    const [counts, pages] = await reader.read(db =>
      Promise.all([countByCategory(db, { status: 'active', isListed: true }), listPages(db)]),
    )
    const lists = counts.slice(0, MOST_CATEGORIES).map(({ category }) => listPath(parseShopQuery({ category })))
    const entry = entriesOf(await readShop(db), baseUrl())
    const own = pages.map(({ path, changed }) => entry(path, changed))
    return sendXml(reply, urlset([...[...SITEMAP_PAGES, ...lists].map(path => entry(path)), ...own]))
  })

  app.get('/sitemaps/:file', async (request, reply) => {
    const { file } = request.params as { file: string }
    const number = Number(/^products-([1-9]\d{0,8})\.xml$/.exec(file)?.[1])
    if (!number) throw new Problem('not_found', 'There is no such part of the sitemap.')
    const products = await reader.read(db => listSpan(db, (number - 1) * IDS_PER_FILE))
    if (products.length === 0) throw new Problem('not_found', 'There is no such part of the sitemap.')
    const entry = entriesOf(await readShop(db), baseUrl())
    return sendXml(reply, urlset(products.map(each => entry(productPath(each), each.updated_at))))
  })

  // Password managers lead their users here (w3c/webappsec-change-password-url).
  app.get('/.well-known/change-password', (_, reply) => reply.redirect('/account#password-title', 302))

  // RFC 9116. The date is that of a day, so that the answer can be cached.
  app.get('/.well-known/security.txt', (_, reply) => {
    const today = new Date(Math.floor(clock.now().getTime() / DAY) * DAY)
    const lines = [
      `Contact: mailto:${config.supportEmail}`,
      `Expires: ${after(today, 180 * DAY).toISOString()}`,
      `Canonical: ${baseUrl()}/.well-known/security.txt`,
    ]
    return reply
      .type('text/plain; charset=utf-8')
      .header('cache-control', AN_HOUR)
      .send(`${lines.join('\n')}\n`)
  })
}

type Sent = { type(type: string): Sent; header(name: string, value: string): Sent; send(body: string): unknown }

function sendXml(reply: Sent, root: string): unknown {
  const text = `<?xml version="1.0" encoding="UTF-8"?>\n${root}\n`
  return reply.type('application/xml; charset=utf-8').header('cache-control', AN_HOUR).send(text)
}

const SPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'
const WITH_LINKS = `${SPACE} xmlns:xhtml="http://www.w3.org/1999/xhtml"`

function urlset(urls: string[]): string {
  return `<urlset ${WITH_LINKS}>${urls.join('')}</urlset>`
}

/**
 * The entries of a page: one for each language of the shop, at its canonical address. Addresses are ASCII, and their queries have one
 * member, so they need no escaping.
 */
function entriesOf({ languages }: Shop, site: string) {
  const hasSeveral = languages.length > 1
  return (path: string, changed?: Date): string => {
    const addresses = hasSeveral ? languages.map(language => site + withPrefix(path, language)) : [site + path]
    const links = hasSeveral
      ? [...languages.map((language, n) => [language, addresses[n]!] as const), ['x-default', site + path] as const]
          .map(([language, address]) => `<xhtml:link rel="alternate" hreflang="${language}" href="${address}"/>`)
          .join('')
      : ''
    const lastmod = changed ? `<lastmod>${changed.toISOString()}</lastmod>` : ''
    return addresses.map(address => `<url><loc>${address}</loc>${lastmod}${links}</url>`).join('')
  }
}

/** The numbers of the files that have a product. */
async function listFiles(db: Db): Promise<number[]> {
  const { rows } = await sql<{ number: number }>`
    select (span + 1)::int as number
    from generate_series(0, (select coalesce(max(id), 0) / ${IDS_PER_FILE} from products)) as span
    where exists (
      select from products
      where id >= span * ${IDS_PER_FILE} and id < (span + 1) * ${IDS_PER_FILE}
        and removed_at is null and status <> 'discontinued'
    )
    order by span
  `.execute(db)
  return rows.map(({ number }) => number)
}

async function listSpan(db: Db, first: number) {
  return db
    .selectFrom('products')
    .select(['id', 'name', 'updated_at'])
    .where('id', '>=', first)
    .where('id', '<', first + IDS_PER_FILE)
    .where('removed_at', 'is', null)
    .where('status', '<>', 'discontinued')
    .orderBy('id')
    .execute()
}
