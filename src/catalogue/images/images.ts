import { sql } from 'kysely'
import type { Db, Tx } from '../../database/schema.ts'
import { publish } from '../../events.ts'
import { invalidInput } from '../../problems.ts'
import type { Product } from '../product.ts'
import { findProduct } from '../queries.ts'
import { type Encoded, FALLBACK } from './encode.ts'
import type { Image } from './image.ts'

const MAX_IMAGES = 8

/**
 * Adds a picture to a product. The same picture again changes nothing: one conditional statement decides, so uploads of the
 * same bytes at once add it once.
 *
 * @returns undefined when there is no such product
 */
export async function addImage(
  db: Db,
  id: number,
  { encoded, alt, now }: { encoded: Encoded; alt: string; now: Date },
): Promise<Product | undefined> {
  const { hash, width, height, files } = encoded
  const image: Image = { url: urlOf(hash), alt, width, height }
  const added = await db.transaction().execute(async tx => {
    const rows = files.map(({ name, content }) => ({ hash, name, content }))
    await tx
      .insertInto('image_files')
      .values(rows)
      .onConflict(conflict => conflict.doNothing())
      .execute()
    return changeImages(tx, id, now, {
      to: sql`images || ${JSON.stringify([image])}::jsonb`,
      where: sql`jsonb_array_length(images) < ${MAX_IMAGES} and not images @> ${JSON.stringify([{ url: image.url }])}::jsonb`,
    })
  })
  const product = await findProduct(db, id)
  if (added || !product || product.images.some(({ url }) => url === image.url)) return product
  throw invalidInput({
    field: 'data',
    reason: `is one too many: a product has at most ${MAX_IMAGES}`,
    code: 'too_many',
  })
}

/** The files stay, because emails that were sent show them. @returns undefined when there is no such product */
export async function removeImage(db: Db, id: number, hash: string, now: Date): Promise<Product | undefined> {
  await db.transaction().execute(tx =>
    changeImages(tx, id, now, {
      to: sql`(
        select coalesce(jsonb_agg(image order by place), '[]') from jsonb_array_elements(images) with ordinality i (image, place)
        where image ->> 'url' <> ${urlOf(hash)}
      )`,
      where: sql`images @> ${JSON.stringify([{ url: urlOf(hash) }])}::jsonb`,
    }),
  )
  return findProduct(db, id)
}

/** Notes the change for the caches of lists, whose trigger looks at other columns. */
async function changeImages(
  tx: Tx,
  id: number,
  now: Date,
  { to, where }: Record<'to' | 'where', ReturnType<typeof sql>>,
): Promise<boolean> {
  const { rows } = await sql<{ sku: string }>`
    with changed as (
      update products set images = ${to} where id = ${id} and removed_at is null and ${where} returning id, sku
    ), noted as (
      insert into product_changes (product_id) select id from changed
    )
    select sku from changed
  `.execute(tx)
  if (rows[0]) await publish(tx, now, { type: 'product.updated', data: { productId: id, sku: rows[0].sku } })
  return rows.length > 0
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

function urlOf(hash: string): string {
  return `/assets/images/${hash}/${FALLBACK}`
}
