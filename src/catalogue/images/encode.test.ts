/** Pictures as phones and other programs write them. The fixtures follow public bug reports. */
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { before, test } from 'node:test'
import sharp from 'sharp'
import { type Encoded, encodeImage } from './encode.ts'

const PICTURES = new URL('../../../test/support/fixtures/pictures/', import.meta.url)
const encoded = async (name: string) => encodeImage(await readFile(new URL(name, PICTURES)))
const refused = (file: Buffer, reason: RegExp) =>
  assert.rejects(encodeImage(file), (error: { errors: { reason: string }[] }) => reason.test(error.errors[0]!.reason))

/** The left third of each fixture is red, and the right third blue. */
async function colors({ files }: Encoded): Promise<{ left: number; right: number }> {
  const { data, info } = await sharp(files.at(-1)!.content).raw().toBuffer({ resolveWithObject: true })
  const at = (x: number) => (Math.floor(info.height / 2) * info.width + Math.floor(info.width * x)) * info.channels
  return { left: data[at(1 / 6)]!, right: data[at(5 / 6) + 2]! }
}

let noise: Buffer
before(async () => {
  const made = { type: 'gaussian', mean: 120, sigma: 40 } as const
  noise = await sharp({ create: { width: 300, height: 200, channels: 3, background: '#c63', noise: made } })
    .png()
    .toBuffer()
})

test('a JPEG that decodes with warnings → a picture with its colors', async () => {
  for (const name of ['extra-bytes-before-dqt.jpg', 'extra-bytes-before-end.jpg', 'invalid-sos.jpg']) {
    const picture = await encoded(name)
    assert.deepEqual([picture.width, picture.height], [320, 160], name)
    const { left, right } = await colors(picture)
    assert.ok(left > 180 && right > 180, name)
  }
})

test('odd names, depths, color spaces, animations, rotations → the picture that people see', async () => {
  for (const name of ['png-named.jpg', '16bit.png', 'p3.jpg', 'animated.webp']) {
    const picture = await encoded(name)
    assert.deepEqual([picture.width, picture.height], [320, 160], name)
    const { left, right } = await colors(picture)
    assert.ok(left > 180 && right > 180, name)
  }
  const { width, height } = await encoded('exif-6.jpg')
  assert.deepEqual([width, height], [160, 320])
  assert.equal((await encoded('gray.jpg')).width, 320)
})

test('a CMYK picture keeps its red and its blue', async () => {
  const cmyk = await sharp(await readFile(new URL('16bit.png', PICTURES)))
    .toColorspace('cmyk')
    .jpeg()
    .toBuffer()
  const { left, right } = await colors(await encodeImage(cmyk))
  assert.ok(left > 150 && right > 90)
})

test('an incomplete or damaged picture → named as such, never stored partly gray', async () => {
  await refused(await readFile(new URL('truncated.jpg', PICTURES)), /^is incomplete or damaged/)
  const [jpeg, progressive] = [
    await sharp(noise).jpeg().toBuffer(),
    await sharp(noise).jpeg({ progressive: true }).toBuffer(),
  ]
  const webp = await sharp(noise).webp().toBuffer()
  for (const file of [jpeg, progressive, noise, webp]) {
    for (const part of [0.1, 0.5, 0.95])
      await refused(file.subarray(0, file.length * part), /^is incomplete or damaged/)
  }
  const end = Buffer.from([0xff, 0xd9])
  const stray = (file: Buffer) => Buffer.concat([file.subarray(0, 2), Buffer.alloc(18, 7), file.subarray(2)])
  assert.equal((await encodeImage(stray(jpeg))).width, 300)
  for (const file of [jpeg, progressive, stray(jpeg)]) {
    const half = file.length / 2
    await refused(Buffer.concat([file.subarray(0, half), end]), /^is incomplete or damaged/)
    await refused(Buffer.concat([file.subarray(0, half), file.subarray(half + 1500)]), /^is incomplete or damaged/)
  }
})

test('another format is named, and HEIC with what to do', async () => {
  const heic = await readFile(new URL('like-iphone.heic', PICTURES))
  await refused(heic, /^must be a JPEG, PNG or WebP picture, not HEIC\. On an iPhone choose/)
  const svg = Buffer.from('<?xml version="1.0"?>\n<svg xmlns="http://www.w3.org/2000/svg"/>')
  await refused(svg, /^must be a JPEG, PNG or WebP picture, not SVG$/)
  await refused(await readFile(new URL('picture.gif', PICTURES)), /^must be a JPEG, PNG or WebP picture, not GIF$/)
  await refused(Buffer.from('a text'), /^must be a JPEG, PNG or WebP picture$/)
})

test('a picture of 48 megapixels is scaled', async () => {
  const { width, height, files } = await encodeImage(await readFile(new URL('huge.png', PICTURES)), [320])
  assert.deepEqual([width, height, files.map(({ name }) => name)], [1600, 1200, ['320.webp', '800.jpg']])
})
