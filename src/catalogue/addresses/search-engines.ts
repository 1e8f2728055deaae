/**
 * Files that search engines and other programs look for at fixed addresses. The sitemap is an index of files, because a file
 * may have 50,000 addresses only (sitemaps.org). Each file holds a span of ids, so a product never moves to another file.
 */
import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../context.ts'
import type { Db } from '../../database/schema.ts'
import { Problem } from '../../problems.ts'
import { after, DAY } from '../../time.ts'
import { productPath } from './product-address.ts'

const IDS_PER_FILE = 10_000
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

export function searchEngineRoutes(app: FastifyInstance, { reader, baseUrl, config, clock }: AppContext): void {
  app.get('/robots.txt', (_, reply) => {
    const lines = ['User-agent: *', ...PRIVATE.map(path => `Disallow: ${path}`), `Sitemap: ${baseUrl()}/sitemap.xml`]
    return reply
      .type('text/plain; charset=utf-8')
      .header('cache-control', AN_HOUR)
      .send(`${lines.join('\n')}\n`)
  })

  app.get('/sitemap.xml', async (_, reply) => {
    const last = await reader.read(findLastId)
    const files = Array.from({ length: Math.floor(last / IDS_PER_FILE) + 1 }, (_, index) => `products-${index + 1}`)
    const entries = ['pages', ...files].map(name => `<sitemap><loc>${baseUrl()}/sitemaps/${name}.xml</loc></sitemap>`)
    return sendXml(reply, `<sitemapindex ${SPACE}>${entries.join('')}</sitemapindex>`)
  })

  app.get('/sitemaps/pages.xml', (_, reply) => sendXml(reply, urlset(SITEMAP_PAGES.map(path => url(baseUrl() + path)))))

  app.get('/sitemaps/:file', async (request, reply) => {
    const { file } = request.params as { file: string }
    const number = Number(/^products-([1-9]\d{0,8})\.xml$/.exec(file)?.[1])
    if (!number) throw new Problem('not_found', 'There is no such part of the sitemap.')
    const products = await reader.read(db => listSpan(db, (number - 1) * IDS_PER_FILE))
    return sendXml(reply, urlset(products.map(each => url(baseUrl() + productPath(each), each.updated_at))))
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

function urlset(urls: string[]): string {
  return `<urlset ${SPACE}>${urls.join('')}</urlset>`
}

/** Addresses are ASCII without `&`, so they need no escaping. */
function url(address: string, changed?: Date): string {
  return `<url><loc>${address}</loc>${changed ? `<lastmod>${changed.toISOString()}</lastmod>` : ''}</url>`
}

async function findLastId(db: Db): Promise<number> {
  const row = await db.selectFrom('products').select('id').orderBy('id', 'desc').limit(1).executeTakeFirst()
  return row?.id ?? 0
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
