/**
 * The pictures of a list in strips, each of them one file: a page with twenty products would otherwise send twenty requests. A
 * strip is an SVG that contains WebP files as they are stored, one below the other, so nothing is encoded again, and its address
 * says which, so every process can answer. A page shows one picture of the strip by `object-position` (product-picture.css).
 */
import { promisify } from 'node:util'
import { constants, gzip } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { AppContext } from '../../context.ts'
import type { Db } from '../../database/schema.ts'
import { type Html, html } from '../../html/html.ts'
import { codingFor } from '../../http/representation/compression.ts'
import { Problem } from '../../problems.ts'
import type { Image } from './image.ts'

/** Two rows of a list at 1280 pixels. The next strip is loaded when the reader comes near it. */
const CELLS = 8

/** So many letters of a hash, 48 bits, are enough for the pictures of a shop. An index has them (migration 260). */
const LETTERS = 8

/** Sides of the cells: for screens with one pixel a pixel of CSS, and for those with more. */
const SIDES = [320, 480] as const
type Side = (typeof SIDES)[number]

const START = '/assets/images/strips'
const WIDTH = '(max-width: 30rem) 5.5rem, 14rem'

/** Makes the markup of each picture. Two or more share strips. @returns undefined where there is no picture */
export function inStrips(images: readonly (Image | undefined)[], single: (image: Image) => Html): (Html | undefined)[] {
  const codes = [...new Set(images.flatMap(image => codeOf(image) ?? []))]
  return images.map(image => {
    const code = codeOf(image)
    const place = code === undefined ? -1 : codes.indexOf(code)
    if (!image || place < 0 || codes.length < 2) return image && single(image)
    const first = place - (place % CELLS)
    return cell(image, codes.slice(first, first + CELLS).join(''), place - first)
  })
}

function codeOf(image: Image | undefined): string | undefined {
  return image && /\/([\w-]{22})\/[^/]+$/.exec(image.url)?.[1]?.slice(0, LETTERS)
}

function cell({ alt }: Image, codes: string, place: number): Html {
  const [small, large] = SIDES.map(side => `${START}/${side}/${codes}.svg`)
  return html`<img class="figure strip at${place}" src="${small}" srcset="${small} 320w, ${large} 480w" sizes="${WIDTH}"
    alt="${alt}" width="320" height="320" loading="lazy">`
}

const STRIP = new RegExp(`^(?:[\\w-]{${LETTERS}}){1,${CELLS}}$`)

/** The strips, for everybody. They can stay in every cache, because the hash of a picture is that of its content. */
export function serveStrips(app: FastifyInstance, { reader }: AppContext): void {
  app.get(`${START}/:side/:codes.svg`, async (request, reply) => {
    const { side, codes } = request.params as { side: string; codes: string }
    const wanted = SIDES.find(one => String(one) === side)
    if (!wanted || !STRIP.test(codes)) throw new Problem('not_found')
    const named = codes.match(new RegExp(`.{${LETTERS}}`, 'g'))!
    const files = await reader.read(db => findFiles(db, named, wanted))
    if (files.size === 0) throw new Problem('not_found')
    reply
      .type('image/svg+xml')
      .header('vary', 'Accept-Encoding')
      // A picture that is missing now may be added again.
      .header('cache-control', files.size === named.length ? 'public, max-age=31536000, immutable' : 'no-cache')
      .header('content-security-policy', "default-src 'none'; img-src data:; sandbox")
    const body = draw(
      named.map(code => files.get(code)),
      wanted,
    )
    if (!codingFor(request.headers['accept-encoding'])) return reply.send(body)
    return reply.header('content-encoding', 'gzip').send(await packed(body))
  })
}

/** The widest file of each picture that is not wider than `side`. */
async function findFiles(db: Db, codes: readonly string[], side: Side): Promise<Map<string, Buffer>> {
  const { rows } = await sql<{ code: string; content: Buffer }>`
    select distinct on (code) left(hash, ${sql.lit(LETTERS)}) as code, content from image_files
    where left(hash, ${sql.lit(LETTERS)}) = any(${codes})
    and name in ('160.webp', '320.webp', ${`${side}.webp`})
    order by code, hash, split_part(name, '.', 1)::int desc
  `.execute(db)
  return new Map(rows.map(({ code, content }) => [code, content]))
}

/** All strips have the same height, so that a place is the same share of each. */
function draw(files: readonly (Buffer | undefined)[], side: Side): string {
  const cells = files.map((file, place) =>
    file
      ? `<svg y="${place * side}" width="${side}" height="${side}"><image width="${side}" height="${side}" ` +
        `preserveAspectRatio="xMidYMid slice" href="data:image/webp;base64,${file.toString('base64')}"/></svg>`
      : '',
  )
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${side}" height="${side * CELLS}">${cells.join('')}</svg>`
}

/** Base64 needs 8 bits for 6. Without a search for repetitions, which pictures do not have, gzip only undoes that. */
function packed(body: string): Promise<Buffer> {
  return promisify(gzip)(body, { strategy: constants.Z_HUFFMAN_ONLY })
}
