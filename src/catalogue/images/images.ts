/** The pictures of products and of groups: add, store, find and remove them. */
import { sql } from 'kysely'
import { deleteInBatches } from '../../database/delete-in-batches.ts'
import { inTransaction } from '../../database/in-transaction.ts'
import type { Db } from '../../database/schema.ts'
import { invalidInput } from '../../problems.ts'
import type { Album } from './albums.ts'
import { type Encoded, FALLBACK } from './encode.ts'
import type { Image } from './image.ts'

type NewImage = { encoded: Encoded; alt: string; from?: string | undefined; now: Date; describes?: boolean }

const MAX_IMAGES = 8
const FOLDER = '/assets/images/'

/**
 * Adds a picture to a product or a group. The same picture again changes its description only, unless `describes` is
 * false: one conditional statement decides, so uploads of the same bytes at once add it once.
 *
 * @param from the address that it was fetched from, which stays beside it: a server may send other bytes for the same picture later
 * @returns undefined when there is no such product or group
 */
export async function addImage<Owner extends { images: Image[] }>(
  db: Db,
  album: Album<Owner>,
  id: number,
  { encoded, alt, from, now, describes = true }: NewImage,
): Promise<Owner | undefined> {
  const image = imageOf(encoded, alt)
  const added = await inTransaction(db, async tx => {
    await storeFiles(tx, [encoded])
    const isThere = sql`images @> ${JSON.stringify([{ url: image.url }])}::jsonb`
    const isAdded = await album.change(tx, id, now, {
      to: sql`images || ${JSON.stringify([{ ...image, from }])}::jsonb`,
      where: sql`jsonb_array_length(images) < ${MAX_IMAGES} and not ${isThere}`,
    })
    const isDescribed =
      describes &&
      !isAdded &&
      (await album.change(tx, id, now, {
        to: sql`(
          select jsonb_agg(case when image ->> 'url' = ${image.url} then image || ${JSON.stringify({ alt })}::jsonb
          else image end order by place)
          from jsonb_array_elements(images) with ordinality i (image, place)
        )`,
        where: sql`${isThere} and not images @> ${JSON.stringify([{ url: image.url, alt }])}::jsonb`,
      }))
    return isAdded || isDescribed
  })
  const owner = await album.find(db, id)
  if (added || !owner || owner.images.some(({ url }) => url === image.url)) return owner
  throw invalidInput({
    field: 'data',
    reason: `does not fit: a ${album.owner} has at most ${MAX_IMAGES} pictures`,
    code: 'too_many',
  })
}

export function imageOf({ hash, width, height }: Encoded, alt: string): Image {
  return { url: urlOf(hash), alt, width, height }
}

export async function storeFiles(db: Db, pictures: readonly Encoded[]): Promise<void> {
  await db
    .insertInto('image_files')
    .values(pictures.flatMap(({ hash, files }) => files.map(({ name, content }) => ({ hash, name, content }))))
    // The cleanup, which may be about to delete them, finds them in use.
    .onConflict(conflict => conflict.columns(['hash', 'name']).doUpdateSet({ unused_since: null }))
    .execute()
}

/** @param place from 1 on; 1 is the picture in lists. @returns undefined when there is no such product or group */
export async function changeImage<Owner>(
  db: Db,
  album: Album<Owner>,
  id: number,
  hash: string,
  { place, alt, now }: { place: number | undefined; alt: string | undefined; now: Date },
): Promise<Owner | undefined> {
  const isChanged = sql`image ->> 'url' = ${urlOf(hash)}`
  await inTransaction(db, tx =>
    album.change(tx, id, now, {
      // The others count from 1, and the moved one goes before the one that has its place.
      to: sql`(
        select jsonb_agg(
          case when ${isChanged} and ${alt ?? null}::text is not null
            then image || jsonb_build_object('alt', ${alt ?? null}::text)
            else image
          end
          order by case
            when ${place ?? null}::int is null then place
            when ${isChanged} then ${place ?? null}::int - 0.5
            else n
          end
        )
        from (
          select image, place, row_number() over (partition by ${isChanged} order by place) as n
          from jsonb_array_elements(images) with ordinality i (image, place)
        ) numbered
      )`,
      where: sql`images @> ${JSON.stringify([{ url: urlOf(hash) }])}::jsonb`,
    }),
  )
  return album.find(db, id)
}

/** The files stay for half a year, because emails that were sent show them. @returns undefined when there is no such product or group */
export async function removeImage<Owner>(
  db: Db,
  album: Album<Owner>,
  id: number,
  hash: string,
  now: Date,
): Promise<Owner | undefined> {
  await inTransaction(db, async tx => {
    const removed = await album.change(tx, id, now, {
      to: sql`(
        select coalesce(jsonb_agg(image order by place), '[]') from jsonb_array_elements(images) with ordinality i (image, place)
        where image ->> 'url' <> ${urlOf(hash)}
      )`,
      where: sql`images @> ${JSON.stringify([{ url: urlOf(hash) }])}::jsonb`,
    })
    const unused_since = sql<Date>`statement_timestamp()`
    if (removed) await tx.updateTable('image_files').set({ unused_since }).where('hash', '=', hash).execute()
  })
  return album.find(db, id)
}

/** Deletes files that were removed half a year ago, unless another product, a group, the shop itself or an invoice shows them. */
export async function deleteUnusedImages(db: Db): Promise<void> {
  await deleteInBatches(
    db,
    'image_files',
    ['hash', 'name'],
    sql`unused_since < now() - interval '180 days' and not exists (
      select from products
      where images <> '[]' and images @> jsonb_build_array(jsonb_build_object('url', ${FOLDER}::text || hash || ${`/${FALLBACK}`}::text))
    ) and not exists (
      select from product_groups
      where images <> '[]' and images @> jsonb_build_array(jsonb_build_object('url', ${FOLDER}::text || hash || ${`/${FALLBACK}`}::text))
    ) and not exists (select from shop_settings where hash in (settings ->> 'logo', settings ->> 'homePicture'))
    and not exists (select from site_pictures p where p.hash = image_files.hash)
    and not exists (select from documents where content -> 'seller' ? 'logo' and content -> 'seller' ->> 'logo' = hash)`,
  )
}

export async function findImageFile(db: Db, hash: string, name: string): Promise<Buffer | undefined> {
  const found = await db
    .selectFrom('image_files')
    .select('content')
    .where('hash', '=', hash)
    .where('name', '=', name)
    .executeTakeFirst()
  return found?.content
}

export function urlOf(hash: string): string {
  return `${FOLDER}${hash}/${FALLBACK}`
}
