/** Removes a picture of the site: it leaves the pages at once. Its files stay for half a year, because caches and emails may show it. */
import { sql } from 'kysely'
import { inTransaction } from '../../database/in-transaction.ts'
import type { Db } from '../../database/schema.ts'
import { changeShop, forgetShop, loadShop } from '../../shop/settings.ts'
import { removeFromBlocks } from './page-commands.ts'

/** It leaves all blocks in the same transaction, and the settings. @returns false when there is no such picture */
export async function removePicture(db: Db, hash: string, now: Date): Promise<boolean> {
  const isRemoved = await inTransaction(db, async tx => {
    // Every change locks the settings first, then pages.
    const { homePicture } = await loadShop(tx, { lock: true })
    const { numDeletedRows } = await tx.deleteFrom('site_pictures').where('hash', '=', hash).executeTakeFirst()
    if (numDeletedRows === 0n) return false
    if (homePicture === hash) await changeShop(tx, { homePicture: null })
    await removeFromBlocks(tx, hash, now)
    const unused_since = sql<Date>`statement_timestamp()`
    await tx.updateTable('image_files').set({ unused_since }).where('hash', '=', hash).execute()
    return true
  })
  if (isRemoved) await forgetShop(db)
  return isRemoved
}
