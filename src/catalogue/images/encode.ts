/*
 * An upload becomes pictures of our own making. Nothing of the upload is kept: not its metadata, which can contain the
 * place of the camera, and no bytes after its end. sharp (libvips) decodes in native code, so it gets as little as possible:
 * three formats, at most 40 megapixels, one picture at a time, ten seconds.
 */
import { createHash } from 'node:crypto'
import type { Sharp } from 'sharp'
import { type FieldError, invalidInput } from '../../problems.ts'

export type Encoded = { hash: string; width: number; height: number; files: { name: string; content: Buffer }[] }

export const MAX_BYTES = 8 * 1024 * 1024
const MAX_PIXELS = 40_000_000

/** The longest sides of the WebP files. Narrower pictures are not enlarged. */
export const WIDTHS = [160, 320, 480, 800, 1200, 1600] as const

/** For emails and old programs. */
export const FALLBACK = '800.jpg'

/**
 * @param sides of the WebP files; by default those that the size of the picture calls for
 * @throws a problem of the field `data`
 */
export async function encodeImage(upload: Buffer, sides?: readonly number[]): Promise<Encoded> {
  if (upload.length > MAX_BYTES) throw refused('too_large', 'must be at most 8 MB')
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
    const limits = { limitInputPixels: MAX_PIXELS, failOn: 'warning', sequentialRead: true, pages: 1 } as const
    // autoOrient comes first, because the side that is up is metadata, which is dropped.
    const whole = sharp(upload, limits).autoOrient().timeout({ seconds: 10 })
    const { data, info } = await fit(whole, WIDTHS.at(-1)!).raw().toBuffer({ resolveWithObject: true })
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
    throw explain(error as Error)
  }
}

function fit(image: Sharp, side: number): Sharp {
  return image.resize(side, side, { fit: 'inside', withoutEnlargement: true })
}

/** The sizes that a picture has: all that are smaller, and the next one, which shows it as it is. */
export function sidesFor(longest: number): number[] {
  return WIDTHS.filter((_, index) => index === 0 || WIDTHS[index - 1]! < longest)
}

function explain({ message }: Error): Error {
  if (/pixel limit/i.test(message)) return refused('too_many_pixels', 'must have at most 40 megapixels')
  if (/timeout/i.test(message)) return refused('too_slow', 'takes too long to read; save it in another program')
  return refused('invalid_image', 'must be a JPEG, PNG or WebP picture')
}

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
