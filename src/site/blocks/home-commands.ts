/** Writes the home page: the draft of its blocks, and what customers read. Each command locks its one row. */
import { randomUUIDv7 } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { audit } from '../../accounts/audit-log.ts'
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

export type Home = {
  blocks: HomeBlock[]
  version: number
  /** Says whether customers read blocks, and not the settings. */
  isPublished: boolean
  /** Says whether customers read something else than the draft. */
  isChanged: boolean
}

/** The version of the page that the caller has seen. */
type Version = number | undefined

export async function findHome(db: Db): Promise<Home> {
  const row = await db.selectFrom('home_page').select(['draft', 'published', 'version']).executeTakeFirst()
  const shown = row?.published ?? blocksOfSettings(await loadShop(db))
  const blocks = row?.draft ?? shown
  const isPublished = Boolean(row?.published)
  return { blocks, version: row?.version ?? 0, isPublished, isChanged: !isDeepStrictEqual(blocks, shown) }
}

/** The blocks that customers read. */
export async function findPublishedBlocks(db: Db): Promise<HomeBlock[] | undefined> {
  const row = await db.selectFrom('home_page').select('published').executeTakeFirst()
  return row?.published ?? undefined
}

export async function addBlock(tx: Tx, block: NewHomeBlock, version: Version, now: Date): Promise<Home> {
  return changeDraft(tx, version, now, blocks => {
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

export async function changeBlock(tx: Tx, id: string, change: BlockChange, version: Version, now: Date): Promise<Home> {
  return changeDraft(tx, version, now, blocks => {
    const { place, ...content } = change
    const at = indexOf(blocks, id)
    const changed = changedBlock(blocks[at]!, content)
    return blocks.toSpliced(at, 1).toSpliced(place === undefined ? at : place - 1, 0, changed)
  })
}

export async function removeBlock(tx: Tx, id: string, now: Date): Promise<Home> {
  return changeDraft(tx, undefined, now, blocks => blocks.toSpliced(indexOf(blocks, id), 1))
}

/** The draft becomes what customers read, in one step. */
export async function publishHome(tx: Tx, version: Version, by: By, now: Date): Promise<Home> {
  const home = await lockHome(tx, now)
  requireVersion(home.version, version)
  if (home.isPublished && !home.isChanged) return home
  await write(tx, { published: home.blocks, version: home.version + 1 }, now)
  await audit(tx, 'page_published', { at: now, ...by, detail: { slug: 'home' } })
  return findHome(tx)
}

/** The draft becomes again what customers read. */
export async function discardDraft(tx: Tx, version: Version, now: Date): Promise<Home> {
  const home = await lockHome(tx, now)
  requireVersion(home.version, version)
  if (!home.isChanged) return home
  const shown = (await findPublishedBlocks(tx)) ?? blocksOfSettings(await loadShop(tx))
  await write(tx, { draft: shown, version: home.version + 1 }, now)
  return findHome(tx)
}

async function changeDraft(
  tx: Tx,
  version: Version,
  now: Date,
  change: (blocks: HomeBlock[]) => HomeBlock[],
): Promise<Home> {
  const home = await lockHome(tx, now)
  requireVersion(home.version, version)
  const draft = change(home.blocks)
  if (isDeepStrictEqual(draft, home.blocks)) return home
  await write(tx, { draft, version: home.version + 1 }, now)
  return findHome(tx)
}

/** Makes the row of the first change. */
async function lockHome(tx: Tx, now: Date): Promise<Home> {
  const { blocks } = await findHome(tx)
  await tx
    .insertInto('home_page')
    .values({ draft: JSON.stringify(blocks), published: null, version: 0, changed_at: now })
    .onConflict(conflict => conflict.doNothing())
    .execute()
  await tx.selectFrom('home_page').select('version').forUpdate().execute()
  return findHome(tx)
}

async function write(
  tx: Tx,
  { draft, published, version }: { draft?: HomeBlock[]; published?: HomeBlock[]; version: number },
  now: Date,
): Promise<void> {
  await tx
    .updateTable('home_page')
    .set({
      ...(draft && { draft: JSON.stringify(draft) }),
      ...(published && { published: JSON.stringify(published) }),
      version,
      changed_at: now,
    })
    .execute()
}

function indexOf(blocks: readonly HomeBlock[], id: string): number {
  const index = blocks.findIndex(one => one.id === id)
  if (index < 0) throw new Problem('not_found', 'There is no such block. Somebody has removed it.')
  return index
}
