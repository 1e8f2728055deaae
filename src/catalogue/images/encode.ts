/*
 * An upload becomes pictures of our own making. Nothing of the upload is kept: not its metadata, which can contain the
 * place of the camera, and no bytes after its end. sharp (libvips) decodes in native code, so it gets as little as possible:
 * three formats, at most 64 megapixels, one picture at a time, ten seconds.
 */
import { createHash } from 'node:crypto'
import type { Sharp } from 'sharp'
import { type FieldError, invalidInput } from '../../problems.ts'
import { formatOf } from './format.ts'
import { mendJpeg } from './mend-jpeg.ts'

export type Encoded = { hash: string; width: number; height: number; files: { name: string; content: Buffer }[] }

export const MAX_IMAGE_BYTES = 16 * 1024 * 1024
const MAX_PIXELS = 64_000_000

/** The longest sides of the WebP files. Narrower pictures are not enlarged. */
const WIDTHS = [160, 320, 480, 800, 1200, 1600] as const

/** The JPEG for emails and old programs. */
export const FALLBACK = '800.jpg'

/**
 * @param sides of the WebP files; by default those that the size of the picture calls for
 * @throws a problem of the field `data`
 */
export async function encodeImage(upload: Buffer, sides?: readonly number[]): Promise<Encoded> {
  if (upload.length > MAX_IMAGE_BYTES) throw refused('too_large', 'must be at most 16 MB')
  const turn = queue.then(() => encode(upload, sides))
  queue = turn.catch(() => undefined)
  return turn
}

/** Decoding takes much memory, so pictures wait for each other. */
let queue: Promise<unknown> = Promise.resolve()

async function encode(upload: Buffer, sides?: readonly number[]): Promise<Encoded> {
  const sharp = await openSharp()
  const hash = createHash('sha256').update(upload).digest('base64url').slice(0, 22)
  try {
    const { data, info } = await decode(sharp, upload)
    const { width, height, channels } = info
    const copy = () => sharp(data, { raw: { width, height, channels } }).timeout({ seconds: 10 })
    const files = []
    for (const side of sides ?? sidesFor(Math.max(width, height))) {
      files.push({ name: `${side}.webp`, content: await fit(copy(), side).webp({ quality: 78 }).toBuffer() })
    }
    const flat = fit(copy(), 800).flatten({ background: '#fff' })
    files.push({ name: FALLBACK, content: await flat.jpeg({ quality: 78, mozjpeg: true }).toBuffer() })
    return { hash, width, height, files }
  } catch (error) {
    throw explain(error as Error, upload)
  }
}

/**
 * Many phones write JPEGs that libjpeg warns about, and every program shows them. Some warnings mean lost data, and the rest
 * of such a picture would be gray. libjpeg stops at the first warning, so its known causes are mended before the second look.
 */
async function decode(sharp: typeof import('sharp').default, upload: Buffer) {
  const read = (file: Buffer, failOn: 'warning' | 'error') => {
    const limits = { limitInputPixels: MAX_PIXELS, failOn, sequentialRead: true, pages: 1 } as const
    // autoOrient comes first, because the side that is up is metadata, which is dropped.
    const whole = sharp(file, limits).autoOrient().timeout({ seconds: 10 })
    return fit(whole, WIDTHS.at(-1)!).raw().toBuffer({ resolveWithObject: true })
  }
  const unlessLost = (next: (mended: Buffer) => ReturnType<typeof read>) => (error: Error) => {
    if (formatOf(upload) !== 'JPEG' || LOST.test(error.message)) throw error
    return next(mendJpeg(upload))
  }
  return read(upload, 'warning')
    .catch(unlessLost(mended => read(mended, 'warning')))
    .catch(unlessLost(mended => read(mended, 'error')))
}

const LOST = /premature end|bad Huffman|bad arithmetic|instead of RST|pixel limit|timeout/i

function fit(image: Sharp, side: number): Sharp {
  return image.resize(side, side, { fit: 'inside', withoutEnlargement: true })
}

/** The sizes that a picture has: all that are smaller, and the next one, which shows it as it is. */
export function sidesFor(longest: number): number[] {
  return WIDTHS.filter((_, index) => index === 0 || WIDTHS[index - 1]! < longest)
}

function explain({ message }: Error, upload: Buffer): Error {
  if (/pixel limit/i.test(message)) return refused('too_many_pixels', 'must have at most 64 megapixels')
  if (/timeout/i.test(message)) return refused('too_slow', 'takes too long to read; save it in another program')
  const format = formatOf(upload)
  if (format && READ.has(format)) return refused('incomplete_image', 'is incomplete or damaged. Upload it again')
  const instead = format ? `, not ${format}` : ''
  return refused('invalid_image', `must be a JPEG, PNG or WebP picture${instead}${format === 'HEIC' ? FOR_PHONES : ''}`)
}

const READ = new Set(['JPEG', 'PNG', 'WebP'])
const FOR_PHONES =
  '. On an iPhone choose Settings, Camera, Formats, Most Compatible for new pictures, or share the picture as a JPEG'

function refused(code: string, reason: string): Error {
  const error: FieldError = { field: 'data', reason, code }
  return invalidInput(error)
}

let opened: Promise<typeof import('sharp').default> | undefined

/** Loaded with the first upload, because most processes never see one. */
function openSharp() {
  opened ??= (async () => {
    process.env.VIPS_BLOCK_UNTRUSTED = '1'
    const { default: sharp } = await import('sharp')
    sharp.block({ operation: ['VipsForeignLoad'] })
    sharp.unblock({
      operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'],
    })
    sharp.cache(false)
    sharp.concurrency(1)
    return sharp
  })().catch(() => {
    opened = undefined
    throw refused('unsupported', 'cannot be read, because the library for pictures (sharp) is missing on this server')
  })
  return opened
}
