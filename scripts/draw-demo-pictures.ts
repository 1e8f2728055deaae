/*
 * `npm run demo-pictures`: makes the pictures of the demo shop anew from their drawings. The pictures are committed, because
 * encoding them takes three seconds, which nobody should wait for at the first start.
 */
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { encodeImage } from '../src/catalogue/images/encode.ts'
import { SAMPLE_GROUPS } from '../src/dev/demo-groups/sample-groups.ts'
import { DRAWN, folderOf, SIDE } from '../src/dev/demo-pictures/drawn.ts'
import { SILHOUETTES } from '../src/dev/demo-pictures/silhouettes.ts'
import { SAMPLE_CATALOGUE } from '../src/dev/sample-catalogue.ts'

type Palette = { body: string; shade: string; light: string }

const PALETTES: readonly Palette[] = [
  { body: '#c99b66', shade: '#9d7343', light: '#e9cfa9' },
  { body: '#3d7a5b', shade: '#275640', light: '#86b69b' },
  { body: '#c2694a', shade: '#934a31', light: '#e6ab93' },
  { body: '#5d7899', shade: '#425871', light: '#a3b7cf' },
  { body: '#3b4143', shade: '#23282a', light: '#6a7376' },
]
const GROUNDS = ['#e3efe8', '#e1eef0', '#e4ebf5', '#ebe8f5', '#f4e7ee', '#f6e8e3', '#e9efdf']

// The decoder of uploads refuses SVG in the whole process from its first use on, so all are drawn before.
const drawings: { drawing: string; png: Buffer }[] = []
for (const [section, { things }] of SAMPLE_CATALOGUE.entries()) {
  for (const [index, [thing]] of things.entries()) {
    const ground = GROUNDS[section % GROUNDS.length]!
    const add = async (drawing: string, palette: Palette) => {
      const svg = draw(SILHOUETTES[thing.toLowerCase()]!, ground, palette)
      drawings.push({ drawing, png: await sharp(Buffer.from(svg)).png().toBuffer() })
    }
    await add(thing, PALETTES[(section + index) % 5]!)
    for (const group of SAMPLE_GROUPS.filter(group => group.thing === thing)) {
      for (const [value, color] of Object.entries(group.colors ?? {})) await add(`${thing} ${value}`, paletteOf(color))
    }
  }
}
await rm(DRAWN, { recursive: true, force: true })
for (const { drawing, png } of drawings) {
  const folder = join(DRAWN, folderOf(drawing))
  await mkdir(folder, { recursive: true })
  for (const { name, content } of (await encodeImage(png)).files) await writeFile(join(folder, name), content)
}

function draw(shapes: readonly string[], ground: string, { body, shade, light }: Palette): string {
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

function paletteOf(body: string): Palette {
  const mix = (other: number, share: number) => {
    const parts = [1, 3, 5].map(at => Number.parseInt(body.slice(at, at + 2), 16))
    const mixed = parts.map(part => Math.round(part + (other - part) * share))
    return `#${mixed.map(part => part.toString(16).padStart(2, '0')).join('')}`
  }
  return { body, shade: mix(0, 0.28), light: mix(255, 0.45) }
}
