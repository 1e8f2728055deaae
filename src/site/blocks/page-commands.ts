/**
 * Writes pages of blocks, the home page and the shop's own: the draft, and what customers read. Each command locks the one row of its
 * page. A draft that equals what customers read is not kept.
 */
import { randomUUIDv7 } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import { audit } from '../../accounts/audit-log.ts'
import { one } from '../../database/rows.ts'
import type { Db, Tx } from '../../database/schema.ts'
import { invalidInput, Problem } from '../../problems.ts'
import { loadShop } from '../../shop/settings.ts'
import { type By, requireVersion } from '../change-settings.ts'
import {
  type BlockChange,
  blocksOfSettings,
  changedBlock,
  type HomeBlock,
  MOST_BLOCKS,
  type NewHomeBlock,
  newBlock,
} from './block.ts'
import './tables.ts'

/** The id of a page of the shop's own, or that of the home page. */
export type PageId = string
export const HOME: PageId = 'home'

export type BlockPage = {
  blocks: HomeBlock[]
  version: number
  /** Says whether customers read blocks. If not, the settings make the home page, and one of the shop's own is not there. */
  isPublished: boolean
  /** Says whether customers read something else than the draft. */
  isChanged: boolean
}

/** The page that a command changes, and the version that its caller has seen. */
type Change = { page: PageId; version?: number | undefined; now: Date }

type Row = { draft: HomeBlock[] | null; published: HomeBlock[] | null; version: number }
const STORED = ['draft', 'published', 'version'] as const

/** @throws Problem when there is no such page */
export async function findPage(db: Db, id: PageId): Promise<BlockPage> {
  return pageOf(await readRow(db, id), await blocksWithout(db, id))
}

/** The blocks of the home page that customers read. */
export async function findPublishedBlocks(db: Db): Promise<HomeBlock[] | undefined> {
  return (await db.selectFrom('home_page').select('published').executeTakeFirst())?.published ?? undefined
}

export async function addBlock(tx: Tx, at: Change, block: NewHomeBlock): Promise<BlockPage> {
  return changeDraft(tx, at, blocks => {
    if (blocks.length >= MOST_BLOCKS) {
      throw invalidInput({
        field: 'type',
        reason: `does not fit: a page has at most ${MOST_BLOCKS} blocks`,
        code: 'too_many',
      })
    }
    return [...blocks, newBlock(randomUUIDv7(), block)]
  })
}

export async function changeBlock(tx: Tx, at: Change, id: string, change: BlockChange): Promise<BlockPage> {
  return changeDraft(tx, at, blocks => {
    const { place, ...content } = change
    const index = indexOf(blocks, id)
    const changed = changedBlock(blocks[index]!, content)
    return blocks.toSpliced(index, 1).toSpliced(place === undefined ? index : place - 1, 0, changed)
  })
}

export async function removeBlock(tx: Tx, at: Change, id: string): Promise<BlockPage> {
  return changeDraft(tx, at, blocks => blocks.toSpliced(indexOf(blocks, id), 1))
}

/** The draft becomes what customers read, in one step. */
export async function publishPage(tx: Tx, { page: id, version, now }: Change, by: By): Promise<BlockPage> {
  const page = await lockPage(tx, id, now)
  requireVersion(page.version, version)
  if (page.isPublished && !page.isChanged) return page
  await write(tx, id, { draft: null, published: page.blocks }, now)
  await audit(tx, 'page_published', { at: now, ...by, detail: { slug: id } })
  return findPage(tx, id)
}

/** Customers do not find the page anymore. What they read becomes the draft, unless there is one. */
export async function unpublishPage(tx: Tx, { page: id, version, now }: Change, by: By): Promise<BlockPage> {
  const page = await lockPage(tx, id, now)
  requireVersion(page.version, version)
  if (!page.isPublished) return page
  await write(tx, id, { draft: page.blocks, published: null }, now)
  await audit(tx, 'page_withdrawn', { at: now, ...by, detail: { slug: id } })
  return findPage(tx, id)
}

/** The draft becomes again what customers read. */
export async function discardDraft(tx: Tx, { page: id, version, now }: Change): Promise<BlockPage> {
  const page = await lockPage(tx, id, now)
  requireVersion(page.version, version)
  if (!page.isChanged) return page
  await write(tx, id, { draft: null }, now)
  return findPage(tx, id)
}

/** A picture leaves the blocks of all pages, of drafts and of what customers read. */
export async function removeFromBlocks(tx: Tx, hash: string, now: Date): Promise<void> {
  const rows = [
    ...(await tx.selectFrom('home_page').select(STORED).forUpdate().execute()).map(row => ({ ...row, id: HOME })),
    ...(await tx
      .selectFrom('own_pages')
      .select(['id', ...STORED])
      .where(sql<boolean>`position(${hash} in concat(draft, published)) > 0`)
      .orderBy('id')
      .forUpdate()
      .execute()),
  ]
  for (const { id, draft, published } of rows) {
    const left = {
      draft: draft && withoutPicture(draft, hash),
      published: published && withoutPicture(published, hash),
    }
    if (!isDeepStrictEqual(left, { draft, published })) await write(tx, id, left, now)
  }
}

function withoutPicture(blocks: readonly HomeBlock[], hash: string): HomeBlock[] {
  return blocks.map(block => ({
    ...block,
    picture: block.picture === hash ? null : block.picture,
    pictures: block.pictures.filter(({ picture }) => picture !== hash),
  }))
}

async function changeDraft(
  tx: Tx,
  { page: id, version, now }: Change,
  change: (blocks: HomeBlock[]) => HomeBlock[],
): Promise<BlockPage> {
  const page = await lockPage(tx, id, now)
  requireVersion(page.version, version)
  const draft = change(page.blocks)
  if (isDeepStrictEqual(draft, page.blocks)) return page
  const { published } = await readRow(tx, id)
  const isSame = isDeepStrictEqual(draft, published ?? (await blocksWithout(tx, id)))
  await write(tx, id, { draft: isSame ? null : draft }, now)
  return findPage(tx, id)
}

/** Makes the row of the first change of the home page. */
async function lockPage(tx: Tx, id: PageId, now: Date): Promise<BlockPage> {
  if (id === HOME) {
    await tx
      .insertInto('home_page')
      .values({ draft: null, published: null, version: 0, changed_at: now })
      .onConflict(conflict => conflict.doNothing())
      .execute()
    await tx.selectFrom('home_page').select('version').forUpdate().execute()
  } else await tx.selectFrom('own_pages').select('version').where('id', '=', id).forUpdate().execute()
  return findPage(tx, id)
}

async function readRow(db: Db, id: PageId): Promise<Row> {
  if (id === HOME) {
    const row = await db.selectFrom('home_page').select(STORED).executeTakeFirst()
    return row ?? { draft: null, published: null, version: 0 }
  }
  const row = await db.selectFrom('own_pages').select(STORED).where('id', '=', id).executeTakeFirst()
  if (!row) throw new Problem('not_found', 'There is no such page. Somebody has removed it.')
  return row
}

/** The blocks of a page that was never published. */
async function blocksWithout(db: Db, id: PageId): Promise<HomeBlock[]> {
  return id === HOME ? blocksOfSettings(await loadShop(db)) : []
}

function pageOf({ draft, published, version }: Row, without: HomeBlock[]): BlockPage {
  const shown = published ?? without
  const blocks = draft ?? shown
  return { blocks, version, isPublished: published !== null, isChanged: !isDeepStrictEqual(blocks, shown) }
}

async function write(
  tx: Tx,
  id: PageId,
  { draft, published }: { draft: HomeBlock[] | null; published?: HomeBlock[] | null },
  now: Date,
): Promise<void> {
  const asText = (blocks: HomeBlock[] | null) => (blocks === null ? null : JSON.stringify(blocks))
  const changes = {
    draft: asText(draft),
    ...(published !== undefined && { published: asText(published) }),
    changed_at: now,
  }
  const version = sql<number>`version + 1`
  if (id === HOME)
    await tx
      .updateTable('home_page')
      .set({ ...changes, version })
      .execute()
  else
    one(
      await tx
        .updateTable('own_pages')
        .set({ ...changes, version })
        .where('id', '=', id)
        .returning('id')
        .execute(),
    )
}

function indexOf(blocks: readonly HomeBlock[], id: string): number {
  const index = blocks.findIndex(one => one.id === id)
  if (index < 0) throw new Problem('not_found', 'There is no such block. Somebody has removed it.')
  return index
}
