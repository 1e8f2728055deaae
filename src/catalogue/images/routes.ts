/** The API of the pictures of products and groups, and the addresses of their files. */
import type { FastifyInstance } from 'fastify'
import { type TSchema, Type } from 'typebox'
import { PRODUCT_WRITERS } from '../../accounts/sessions/shop-callers.ts'
import type { AppContext } from '../../context.ts'
import type { Tx } from '../../database/schema.ts'
import type { App } from '../../http/app.ts'
import { rowIdOf } from '../../http/filters.ts'
import { answerOnce } from '../../http/idempotency/once.ts'
import { operation } from '../../http/operation.ts'
import { WITHOUT_STEP_UP } from '../../http/step-up-reasons.ts'
import { Problem } from '../../problems.ts'
import { ProductGroup } from '../groups/group.ts'
import { Product } from '../product.ts'
import { type Album, OF_GROUPS, OF_PRODUCTS } from './albums.ts'
import { encodeImage } from './encode.ts'
import { type Image, PictureData, TAKES_PICTURE } from './image.ts'
import { addImage, changeImage, findImageFile, removeImage } from './images.ts'

/** The hash of an upload, as it is in the address of the picture. */
const HASH = /^[\w-]{22}$/

const Alt = Type.String({
  minLength: 1,
  maxLength: 200,
  pattern: '\\S',
  description: 'Describes the picture to people who cannot see it.',
})

const NewImage = Type.Object(
  {
    data: PictureData,
    alt: Alt,
  },
  { title: 'NewImage' },
)

type Pictured<Owner extends { images: Image[] }> = {
  /** The address of one, as in a route. */
  base: `/${string}`
  /** Name in the ids of the operations. */
  name: string
  /** Name in the words of the reference. */
  of: string
  answer: TSchema
  album: Album<Owner>
}

export function imageRoutes(api: App, context: AppContext): void {
  routesOf(api, context, {
    base: '/products/:id',
    name: 'Product',
    of: 'a product',
    answer: Product,
    album: OF_PRODUCTS,
  })
  routesOf(api, context, {
    base: '/product-groups/:id',
    name: 'ProductGroup',
    of: 'a group of products',
    answer: ProductGroup,
    album: OF_GROUPS,
  })
}

const byWriters = {
  access: PRODUCT_WRITERS,
  stepUp: WITHOUT_STEP_UP.products,
} as const

function routesOf<Owner extends { images: Image[] }>(api: App, context: AppContext, pictured: Pictured<Owner>): void {
  const { clock, db } = context
  const { base, name, of, answer, album } = pictured
  const Id = rowIdOf(album.owner)
  const OneImage = Type.Object({
    ...Id.properties,
    image: Type.String({ description: 'The part of its `url` after `/assets/images/`.' }),
  })
  const throwNotFound = (): never => {
    throw new Problem('not_found', `There is no such ${album.owner}.`)
  }

  operation(api, `POST ${base}/images`, {
    id: `add${name}Image`,
    summary: `Add a picture to ${of}`,
    ...byWriters,
    ...TAKES_PICTURE,
    description: 'The same picture again only changes its `alt`.',
    params: Id,
    body: NewImage,
    answers: { 200: answer },
    once: true,
    handler: async (request, reply) => {
      const { data, alt } = request.body
      const encoded = await encodeImage(Buffer.from(data, 'base64'))
      const picture = { encoded, alt: alt.trim(), now: clock.now() }
      const add = async (tx: Tx) => (await addImage(tx, album, request.params.id, picture)) ?? throwNotFound()
      return answerOnce(context, request, reply, add)
    },
  })

  operation(api, `PATCH ${base}/images/:image`, {
    id: `move${name}Image`,
    summary: `Move a picture of ${of} to another place, or describe it anew`,
    ...byWriters,
    params: OneImage,
    body: Type.Object(
      {
        place: Type.Optional(
          Type.Integer({ minimum: 1, maximum: 8, description: 'The first picture is the one in lists.' }),
        ),
        alt: Type.Optional(Alt),
      },
      { minProperties: 1 },
    ),
    answers: { 200: answer },
    once: true,
    handler: async (request, reply) => {
      const { id, image } = request.params
      const { place, alt } = request.body
      const to = { place, alt: alt?.trim(), now: clock.now() }
      const change = (tx: Tx) => (HASH.test(image) ? changeImage(tx, album, id, image, to) : album.find(tx, id))
      return answerOnce(context, request, reply, async tx => (await change(tx)) ?? throwNotFound())
    },
  })

  operation(api, `DELETE ${base}/images/:image`, {
    id: `remove${name}Image`,
    summary: `Remove a picture from ${of}`,
    ...byWriters,
    params: OneImage,
    answers: { 200: answer },
    handler: async request => {
      const { id, image } = request.params
      const isHash = HASH.test(image)
      return (await (isHash ? removeImage(db, album, id, image, clock.now()) : album.find(db, id))) ?? throwNotFound()
    },
  })
}

/** The files, for everybody. They can stay in every cache, because the address contains the hash of the picture. */
export function serveImages(app: FastifyInstance, { reader }: AppContext): void {
  app.get('/assets/images/:hash/:name', async (request, reply) => {
    const { hash, name } = request.params as { hash: string; name: string }
    const type = /^\d+\.(webp|jpg)$/.exec(name)?.[1]
    const content = type && HASH.test(hash) ? await reader.read(db => findImageFile(db, hash, name)) : undefined
    if (!content) throw new Problem('not_found')
    return (
      reply
        .type(type === 'webp' ? 'image/webp' : 'image/jpeg')
        .header('cache-control', 'public, max-age=31536000, immutable')
        .header('content-disposition', 'inline')
        .header('content-security-policy', "default-src 'none'; sandbox")
        // Mail programs in browsers show it inside their own pages.
        .header('cross-origin-resource-policy', 'cross-origin')
        .send(content)
    )
  })
}
