/** Pages of the shop's own: their titles and addresses. Their blocks are written as those of the home page (page-commands.ts). */
import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import { audit } from '../../accounts/audit-log.ts'
import { slugOf } from '../../catalogue/addresses/product-address.ts'
import { violatesUnique } from '../../database/errors.ts'
import type { Db, Tx } from '../../database/schema.ts'
import { invalidInput, Problem } from '../../problems.ts'
import { sayText } from '../../shop/in-words.ts'
import { ADDRESSES } from '../../shop/legal-pages.ts'
import type { Texts } from '../../shop/setting-rules.ts'
import { loadShop } from '../../shop/settings.ts'
import { type By, requireVersion } from '../change-settings.ts'
import type { HomeBlock } from './block.ts'
import './tables.ts'

const MOST_PAGES = 200
export const LONGEST_SLUG = 60

/** Words of other pages of the shop. An own page of that name would be taken for them. */
const RESERVED = new Set([
  ...Object.values(ADDRESSES).map(address => address.slice(1)),
  ...['account', 'admin', 'api', 'cart', 'checkout', 'contact', 'home', 'login', 'logout', 'new', 'orders', 'pages'],
  ...['preview', 'products', 'register', 'withdraw'],
])

export type OwnPage = { id: string; slug: string; title: Texts }

export function pageAddress({ slug }: Pick<OwnPage, 'slug'>): string {
  return `/pages/${slug}`
}

/** The rule for an address, for `CHECK`. */
export function slugMistake(text: string): { reason: string; code: string } | undefined {
  if (!/^[a-z\d]+(?:-[a-z\d]+)*$/.test(text)) {
    return {
      reason: 'must be words of small letters a to z and digits, with hyphens, like our-story',
      code: 'invalid_format',
    }
  }
  if (RESERVED.has(text)) return { reason: 'is the name of another page of the shop', code: 'reserved' }
  return undefined
}

export async function listOwnPages(db: Db) {
  return db
    .selectFrom('own_pages')
    .select(['id', 'slug', 'title', 'version'])
    .select(sql<boolean>`published is not null`.as('isPublished'))
    .select(sql<boolean>`draft is not null`.as('isChanged'))
    .orderBy('slug')
    .execute()
}

export async function findOwnPage(db: Db, id: string): Promise<OwnPage | undefined> {
  return db.selectFrom('own_pages').select(['id', 'slug', 'title']).where('id', '=', id).executeTakeFirst()
}

type Published = OwnPage & { blocks: HomeBlock[] }

/** @returns the page that customers read, also by an address that it had before */
export async function findPublishedPage(db: Db, slug: string): Promise<Published | undefined> {
  const { rows } = await sql<Published>`
    select id, slug, title, published as blocks from own_pages
    where published is not null
      and (slug = ${slug} or id = (select page_id from own_page_addresses where slug = ${slug}))
    order by slug = ${slug} desc limit 1
  `.execute(db)
  return rows[0]
}

/** The pages that search engines shall find. */
export async function listPublishedPages(db: Db): Promise<{ path: string; changed: Date }[]> {
  const rows = await db
    .selectFrom('own_pages')
    .select(['slug', 'changed_at'])
    .where('published', 'is not', null)
    .orderBy('slug')
    .execute()
  return rows.map(row => ({ path: pageAddress(row), changed: row.changed_at }))
}

type NewPage = { title: Texts; slug?: string | undefined }

/** @returns the id. The address is made of the title unless it is given. The unique key decides between two pages. */
export async function addOwnPage(tx: Tx, { title, slug }: NewPage, now: Date): Promise<string> {
  const texts = await requireTitle(tx, title)
  const address = slug ?? (await freeSlug(tx, texts))
  const id = randomUUIDv7()
  const { rows } = await sql`
    insert into own_pages (id, slug, title, version, changed_at)
    select ${id}, ${address}, ${JSON.stringify(texts)}::jsonb, 0, ${now}::timestamptz
    where (select count(*) from own_pages) < ${MOST_PAGES}
    on conflict (slug) do nothing returning id
  `.execute(tx)
  if (rows.length === 0) throw await refusal(tx, address)
  await tx.deleteFrom('own_page_addresses').where('slug', '=', address).execute()
  return id
}

/** `our-story`, else `our-story-2` and so on. A title without Latin letters becomes `page`. */
async function freeSlug(tx: Tx, title: Texts): Promise<string> {
  const letters = slugOf(sayText(title))
    .replaceAll(/[^a-z\d-]/g, '')
    .replaceAll(/^-+|-+$|(?<=-)-+/g, '')
  const wish = letters.slice(0, LONGEST_SLUG - 4).replace(/-+$/, '') || 'page'
  const taken = await tx.selectFrom('own_pages').select('slug').where('slug', 'like', `${wish}%`).execute()
  const isFree = (slug: string) => !RESERVED.has(slug) && !taken.some(row => row.slug === slug)
  if (isFree(wish)) return wish
  let number = 2
  while (!isFree(`${wish}-${number}`)) number++
  return `${wish}-${number}`
}

async function refusal(tx: Tx, slug: string): Promise<Problem> {
  const other = await tx.selectFrom('own_pages').select('id').where('slug', '=', slug).executeTakeFirst()
  if (other) return taken()
  const reason = `does not fit: a shop has at most ${MOST_PAGES} pages of its own`
  return invalidInput({ field: 'title', reason, code: 'too_many' })
}

type Change = { title?: Texts | undefined; slug?: string | undefined }

/** Title and address count at once. The former address leads to the new one. Texts of languages that a change does not name stay. */
export async function changeOwnPage(tx: Tx, id: string, change: Change, version: number | undefined, now: Date) {
  const page = await lockOwnPage(tx, id)
  requireVersion(page.version, version)
  const title = await requireTitle(tx, { ...page.title, ...change.title })
  const { slug = page.slug } = change
  await tx
    .updateTable('own_pages')
    .set({ slug, title: JSON.stringify(title), version: page.version + 1, changed_at: now })
    .where('id', '=', id)
    .execute()
    // The unique key decides between two pages. The transaction is lost with it.
    .catch(error => {
      throw violatesUnique(error, 'own_pages_slug_key') ? taken() : error
    })
  if (slug !== page.slug) await keepFormer(tx, page, slug)
}

const taken = () => invalidInput({ field: 'slug', reason: 'belongs to another page', code: 'taken' })

async function keepFormer(tx: Tx, { id, slug: former }: OwnPage, slug: string): Promise<void> {
  await tx.deleteFrom('own_page_addresses').where('slug', '=', slug).execute()
  await tx
    .insertInto('own_page_addresses')
    .values({ slug: former, page_id: id })
    .onConflict(conflict => conflict.column('slug').doUpdateSet({ page_id: id }))
    .execute()
}

async function lockOwnPage(tx: Tx, id: string) {
  const page = await tx
    .selectFrom('own_pages')
    .select(['id', 'slug', 'title', 'version'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!page) throw new Problem('not_found', 'There is no such page. Somebody has removed it.')
  return page
}

/** Its addresses lead nowhere from now on. */
export async function removeOwnPage(tx: Tx, id: string, by: By, now: Date): Promise<void> {
  const { slug } = await lockOwnPage(tx, id)
  await tx.deleteFrom('own_pages').where('id', '=', id).execute()
  await audit(tx, 'page_withdrawn', { at: now, ...by, detail: { slug: pageAddress({ slug }) } })
}

/** A text of '' removes one. @throws Problem about the main language when none is left */
async function requireTitle(tx: Tx, texts: Texts): Promise<Texts> {
  const title = Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== ''))
  if (Object.keys(title).length > 0) return title
  const [main] = (await loadShop(tx)).languages
  throw invalidInput({ field: `title.${main}`, reason: 'is required', code: 'required' })
}
