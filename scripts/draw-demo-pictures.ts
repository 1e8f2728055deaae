/*
 * `npm run demo-pictures`: makes the pictures of the demo shop anew from their drawings. The pictures are committed, because
 * encoding them takes three seconds, which nobody should wait for at the first start.
 */
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { encodeImage } from '../src/catalogue/images/encode.ts'
import { DRAWN, folderOf, SIDE } from '../src/dev/demo-pictures/drawn.ts'
import { SILHOUETTES } from '../src/dev/demo-pictures/silhouettes.ts'
import { SAMPLE_CATALOGUE } from '../src/dev/sample-catalogue.ts'

const PALETTES = [
  { body: '#c99b66', shade: '#9d7343', light: '#e9cfa9' },
  { body: '#3d7a5b', shade: '#275640', light: '#86b69b' },
  { body: '#c2694a', shade: '#934a31', light: '#e6ab93' },
  { body: '#5d7899', shade: '#425871', light: '#a3b7cf' },
  { body: '#3b4143', shade: '#23282a', light: '#6a7376' },
]
const GROUNDS = ['#e3efe8', '#e1eef0', '#e4ebf5', '#ebe8f5', '#f4e7ee', '#f6e8e3', '#e9efdf']

// The decoder of uploads refuses SVG in the whole process from its first use on, so all are drawn before.
const drawings = []
for (const [section, { things }] of SAMPLE_CATALOGUE.entries()) {
  for (const [index, [thing]] of things.entries()) {
    const svg = draw(
      SILHOUETTES[thing.toLowerCase()]!,
      GROUNDS[section % GROUNDS.length]!,
      PALETTES[(section + index) % 5]!,
    )
    drawings.push({ thing, png: await sharp(Buffer.from(svg)).png().toBuffer() })
  }
}
await rm(DRAWN, { recursive: true, force: true })
for (const { thing, png } of drawings) {
  const folder = join(DRAWN, folderOf(thing))
  await mkdir(folder, { recursive: true })
  for (const { name, content } of (await encodeImage(png)).files) await writeFile(join(folder, name), content)
}

function draw(shapes: readonly string[], ground: string, { body, shade, light }: (typeof PALETTES)[number]): string {
  const fills: Record<string, string> = { f: body, o: body, s: shade, c: shade, h: light, w: light, d: '#ffb443' }
  const parts = shapes.map(shape => {
    const [kind, geometry] = [shape[0]!, shape.slice(1)]
    const [x, y, r] = geometry.split(' ')
    if ('ocwd'.includes(kind)) return `<circle fill="${fills[kind]}" cx="${x}" cy="${y}" r="${r}"/>`
    if (kind !== 'l') return `<path fill="${fills[kind]}" d="${geometry}"/>`
    return `<path fill="none" stroke="${shade}" stroke-width="4" stroke-linecap="round" stroke-linejoin="round" d="${geometry}"/>`
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${SIDE}" height="${SIDE}" viewBox="-9 -9 118 118"><rect x="-9" y="-9" width="118" height="118" fill="${ground}"/>${parts.join('')}</svg>`
}
