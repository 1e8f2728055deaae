/** The API of product pictures, and the addresses of their files. */
import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import type { AppContext } from '../../context.ts'
import type { Tx } from '../../database/schema.ts'
import type { App } from '../../http/app.ts'
import { rowIdOf } from '../../http/filters.ts'
import { answerOnce } from '../../http/idempotency/once.ts'
import { operation } from '../../http/operation.ts'
import { Problem } from '../../problems.ts'
import { Product } from '../product.ts'
import { findEditable } from '../states/queries.ts'
import { encodeImage, MAX_BYTES } from './encode.ts'
import { addImage, findImageFile, moveImage, removeImage } from './images.ts'

/** The hash of an upload, as it stands in the address of the picture. */
const HASH = /^[\w-]{22}$/

const Id = rowIdOf('product')

const OneImage = Type.Object({
  ...Id.properties,
  image: Type.String({ description: 'The part of its `url` after `/assets/images/`.' }),
})

const NewImage = Type.Object(
  {
    data: Type.String({
      minLength: 1,
      contentEncoding: 'base64',
      description: 'A JPEG, PNG or WebP file of at most 16 MB and 64 megapixels, in base64.',
    }),
    alt: Type.String({
      minLength: 1,
      maxLength: 200,
      pattern: '\\S',
      description: 'Describes the picture to people who cannot see it.',
    }),
  },
  { title: 'NewImage' },
)

export function imageRoutes(api: App, context: AppContext): void {
  const { clock } = context

  operation(api, 'POST /products/:id/images', {
    id: 'addProductImage',
    summary: 'Add a picture to a product',
    access: { role: 'staff', permission: 'products', scope: 'products:write' },
    config: { takesFile: true, tooLarge: { field: 'data', reason: 'must be at most 16 MB', code: 'too_large' } },
    description: 'The same picture again only changes its `alt`.',
    params: Id,
    body: NewImage,
    answers: { 200: Product },
    // Base64 makes four bytes of three.
    bodyLimit: 1.5 * MAX_BYTES,
    once: true,
    handler: async (request, reply) => {
      const { data, alt } = request.body
      const encoded = await encodeImage(Buffer.from(data, 'base64'))
      const picture = { encoded, alt: alt.trim(), now: clock.now() }
      const add = async (tx: Tx) => (await addImage(tx, request.params.id, picture)) ?? throwNotFound()
      return answerOnce(context, request, reply, add)
    },
  })

  operation(api, 'PATCH /products/:id/images/:image', {
    id: 'moveProductImage',
    summary: 'Move a picture of a product to another place',
    access: { role: 'staff', permission: 'products', scope: 'products:write' },
    params: OneImage,
    body: Type.Object({
      place: Type.Integer({ minimum: 1, maximum: 8, description: 'The first picture is the one in lists.' }),
    }),
    answers: { 200: Product },
    once: true,
    handler: async (request, reply) => {
      const { id, image } = request.params
      const to = { place: request.body.place, now: clock.now() }
      const move = (tx: Tx) => (HASH.test(image) ? moveImage(tx, id, image, to) : findEditable(tx, id))
      return answerOnce(context, request, reply, async tx => (await move(tx)) ?? throwNotFound())
    },
  })

  operation(api, 'DELETE /products/:id/images/:image', {
    id: 'removeProductImage',
    summary: 'Remove a picture from a product',
    access: { role: 'staff', permission: 'products', scope: 'products:write' },
    params: OneImage,
    answers: { 200: Product },
    handler: async request => {
      const { id, image } = request.params
      return (
        (await (HASH.test(image) ? removeImage(context.db, id, image, clock.now()) : findEditable(context.db, id))) ??
        throwNotFound()
      )
    },
  })
}

function throwNotFound(): never {
  throw new Problem('not_found', 'There is no such product.')
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
