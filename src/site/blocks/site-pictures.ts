/** The pictures of the site, for blocks. */
import { sql } from 'kysely'
import { type Encoded, encodeImage } from '../../catalogue/images/encode.ts'
import { storeFiles } from '../../catalogue/images/images.ts'
import { inTransaction, type Run } from '../../database/in-transaction.ts'
import type { Db, Tx } from '../../database/schema.ts'
import { invalidInput } from '../../problems.ts'
import { HOME_PICTURE_SIDES } from '../../shop/pictures.ts'
import './tables.ts'

const MOST_PICTURES = 200

export async function listPictures(db: Db) {
  return db.selectFrom('site_pictures').selectAll().orderBy('added_at', 'desc').orderBy('hash').execute()
}

export type SitePicture = Awaited<ReturnType<typeof listPictures>>[number]

export async function addPicture(
  db: Db,
  { upload, title, now }: { upload: Buffer; title: string; now: Date },
  run: Run = work => inTransaction(db, work),
): Promise<SitePicture> {
  const encoded = await encodeImage(upload, HOME_PICTURE_SIDES)
  return run(async tx => {
    await storeFiles(tx, [encoded])
    const kept = await keepPicture(tx, encoded, title, now)
    if (kept) return kept
    throw invalidInput({
      field: 'data',
      reason: `does not fit: a site has at most ${MOST_PICTURES} pictures`,
      code: 'too_many',
    })
  })
}

/** @returns undefined if there are too many. The same picture again gets its new title. */
export async function keepPicture(
  tx: Tx,
  { hash, width, height }: Encoded,
  title: string,
  now: Date,
): Promise<SitePicture | undefined> {
  const { rows } = await sql<SitePicture>`
    insert into site_pictures (hash, title, width, height, added_at)
    select ${hash}, ${title}, ${width}::int, ${height}::int, ${now}::timestamptz
    where (select count(*) from site_pictures where hash <> ${hash}) < ${MOST_PICTURES}
    on conflict (hash) do update set title = excluded.title, width = excluded.width, height = excluded.height
    returning *
  `.execute(tx)
  return rows[0]
}
