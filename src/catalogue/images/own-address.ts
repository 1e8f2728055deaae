/**
 * The addresses of pictures in files of products. They name a picture by its hash, so a picture of this shop is recognised under
 * any name of its host, and is neither fetched again nor doubled.
 */
import { sql } from 'kysely'
import type { Db } from '../../database/schema.ts'
import { type Encoded, encodeImage, sidesFor } from './encode.ts'
import type { Image } from './image.ts'

/** Lists them in order, as the import and other shops read them. */
export function picturesCell(baseUrl: string, images: readonly Image[]): string {
  return images.map(image => baseUrl + addressOfLargest(image)).join(', ')
}

function addressOfLargest({ url, width, height }: Image): string {
  return url.replace(/[^/]+$/, `${sidesFor(Math.max(width, height)).at(-1)}.webp`)
}

/** @returns undefined when the address is that of no picture of a Semel */
export function hashIn(address: string): string | undefined {
  return /^https?:\/\/[^/?#]+\/assets\/images\/([\w-]{22})\/\d+\.(?:webp|jpg)$/i.exec(address)?.[1]
}

/** @returns undefined when this shop does not have the picture */
export async function findOwnPicture(db: Db, address: string): Promise<Encoded | undefined> {
  const hash = hashIn(address)
  if (!hash) return undefined
  const { rows: files } = await sql<Encoded['files'][number]>`
    select name, content from image_files where hash = ${hash} order by length(content) desc
  `.execute(db)
  const largest = files.find(({ name }) => name.endsWith('.webp'))
  if (!largest) return undefined
  const { width, height } = await encodeImage(largest.content, [])
  return { hash, width, height, files }
}
