import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Encoded } from '../../catalogue/images/encode.ts'

/** Each folder is a thing, and holds its picture as an upload would be stored. `npm run demo-pictures` writes them. */
export const DRAWN = join(import.meta.dirname, 'drawn')

/** The sides of the pictures, in pixels. */
export const SIDE = 480

export async function readDemoPictures(): Promise<Map<string, Encoded>> {
  const things = await readdir(DRAWN)
  return new Map(await Promise.all(things.map(async thing => [thing, await readPicture(thing)] as const)))
}

async function readPicture(thing: string): Promise<Encoded> {
  const names = (await readdir(join(DRAWN, thing))).sort()
  const files = await Promise.all(
    names.map(async name => ({ name, content: await readFile(join(DRAWN, thing, name)) })),
  )
  const hash = createHash('sha256')
  for (const { content } of files) hash.update(content)
  return { hash: hash.digest('base64url').slice(0, 22), width: SIDE, height: SIDE, files }
}

/** The name of a thing as the name of a folder: "Chef’s Knife" → "chefs-knife". */
export function folderOf(thing: string): string {
  return thing.toLowerCase().replaceAll('’', '').replaceAll(' ', '-')
}
