/**
 * Writes the legal pages of the shop: drafts, and what customers read. Each command locks the rows of the page in all of its
 * languages, because their published texts share their numbers.
 */
import { sql } from 'kysely'
import { audit } from '../accounts/audit-log.ts'
import type { AppContext } from '../context.ts'
import { inTransaction, type Run } from '../database/in-transaction.ts'
import { one } from '../database/rows.ts'
import type { Db, Tx } from '../database/schema.ts'
import { Problem } from '../problems.ts'
import type { LegalSlug } from '../shop/legal-pages.ts'
import { forgetShop } from '../shop/settings.ts'
import type { Language } from '../words/languages.ts'
import { type By, requireVersion } from './change-settings.ts'

export type PageKey = { slug: LegalSlug; locale: Language }

export type Draft = PageKey & {
  title: string
  body: string
  version: number
  /** The number of the text that customers read. */
  published: number | null
  /** Says whether customers read another text than the draft. */
  isChanged: boolean
}

/** The state of the page that the admin has seen. */
type Seen = { check?: ((page: Draft) => void) | undefined; version?: number | undefined }

/** The drafts of all pages. */
export async function listDrafts(db: Db): Promise<Draft[]> {
  return draftsIn(db).orderBy('pages.slug').orderBy('pages.locale').execute()
}

/** @returns undefined if nothing was written yet */
export async function findDraft(db: Db, { slug, locale }: PageKey): Promise<Draft | undefined> {
  return draftsIn(db).where('pages.slug', '=', slug).where('pages.locale', '=', locale).executeTakeFirst()
}

function draftsIn(db: Db) {
  return db
    .selectFrom('pages')
    .leftJoin('page_versions', join =>
      join.onRef('page_versions.slug', '=', 'pages.slug').onRef('page_versions.number', '=', 'pages.published'),
    )
    .select(['pages.slug', 'pages.locale', 'pages.title', 'pages.body', 'pages.version', 'pages.published'])
    .select(
      sql<boolean>`(page_versions.title, page_versions.body) is distinct from (pages.title, pages.body)`.as(
        'isChanged',
      ),
    )
}

/** Every text of a page that was ever published, the newest first. */
export async function listVersions(db: Db, slug: LegalSlug) {
  return db.selectFrom('page_versions').selectAll().where('slug', '=', slug).orderBy('number', 'desc').execute()
}

/** Customers see nothing of it before it is published. */
export async function writeDraft(
  { db, clock }: AppContext,
  key: PageKey,
  { title, body }: Pick<Draft, 'title' | 'body'>,
  { check, version }: Seen,
): Promise<Draft> {
  return inTransaction(db, async tx => {
    await tx
      .insertInto('pages')
      .values({ ...key, title: '', body: '', published: null, version: 0, changed_at: clock.now() })
      .onConflict(conflict => conflict.doNothing())
      .execute()
    const page = await lock(tx, key)
    check?.(page)
    requireVersion(page.version, version)
    if (page.version > 0 && page.title === title && page.body === body) return page
    await change(tx, key, { title, body, changed_at: clock.now() })
    return (await findDraft(tx, key))!
  })
}

/** The draft becomes the text that customers read. The same text again changes nothing. */
export async function publishDraft(context: AppContext, key: PageKey, seen: Seen, by: By, run?: Run): Promise<Draft> {
  const now = context.clock.now()
  const publish = async (tx: Tx, page: Draft) => {
    if (!page.isChanged) return false
    const { title, body } = page
    const { rows } = await sql<{ number: number }>`
      insert into page_versions (slug, number, locale, title, body, published_at, published_by)
      select ${key.slug}, coalesce(max(number), 0) + 1, ${key.locale}, ${title}, ${body}, ${now}, ${by.actorId}
      from page_versions where slug = ${key.slug}
      returning number
    `.execute(tx)
    const { number } = one(rows)
    await change(tx, key, { published: number, changed_at: now })
    await audit(tx, 'page_published', { at: now, ...by, detail: { ...key, number } })
    return true
  }
  return changePublished(context, key, seen, publish, run)
}

/** Customers no longer find the page. The texts that were published stay. */
export async function withdrawPage(context: AppContext, key: PageKey, by: By, run?: Run): Promise<Draft> {
  const now = context.clock.now()
  const withdraw = async (tx: Tx, { published }: Draft) => {
    if (published === null) return false
    await change(tx, key, { published: null, changed_at: now })
    await audit(tx, 'page_withdrawn', { at: now, ...by, detail: { ...key, number: published } })
    return true
  }
  return changePublished(context, key, {}, withdraw, run)
}

async function changePublished(
  { db }: AppContext,
  key: PageKey,
  { check, version }: Seen,
  work: (tx: Tx, page: Draft) => Promise<boolean>,
  run: Run = work => inTransaction(db, work),
): Promise<Draft> {
  let isChanged = false
  const page = await run(async tx => {
    const before = await lock(tx, key)
    check?.(before)
    requireVersion(before.version, version)
    isChanged = await work(tx, before)
    return isChanged ? (await findDraft(tx, key))! : before
  })
  // The footer of every page names the published ones.
  if (isChanged) await forgetShop(db)
  return page
}

/** @throws Problem `not_found` */
async function lock(tx: Tx, key: PageKey): Promise<Draft> {
  const rows = tx.selectFrom('pages').select('locale').where('slug', '=', key.slug)
  await rows.orderBy('locale').forUpdate().execute()
  const page = await findDraft(tx, key)
  if (!page) throw new Problem('not_found', 'Nothing is written on this page yet.')
  return page
}

async function change(
  tx: Tx,
  { slug, locale }: PageKey,
  columns: Partial<{ title: string; body: string; published: number | null; changed_at: Date }>,
): Promise<void> {
  await tx
    .updateTable('pages')
    .set(eb => ({ ...columns, version: eb('version', '+', 1) }))
    .where('slug', '=', slug)
    .where('locale', '=', locale)
    .execute()
}
