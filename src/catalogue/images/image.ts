import { type Static, Type } from 'typebox'
import { MAX_IMAGE_BYTES } from './encode.ts'

/** A picture of a product, as the API shows it. */
export const Image = Type.Object(
  {
    url: Type.String({
      description:
        'An address below that of the shop. A JPEG of at most 800 pixels; beside it are WebP files with other ' +
        'sizes: `160.webp` to `1600.webp`.',
      examples: ['/assets/images/t7s-7bLqKn21cHwLtw07LN/800.jpg'],
    }),
    alt: Type.String(),
    width: Type.Integer(),
    height: Type.Integer(),
  },
  { title: 'Image' },
)
export type Image = Static<typeof Image>

/** The picture that a request brings. */
export const PictureData = Type.String({
  minLength: 1,
  contentEncoding: 'base64',
  description: 'A JPEG, PNG or WebP file of at most 16 MB and 64 megapixels, in base64.',
})

/** The limits of an operation that takes one. Base64 makes four bytes of three. */
export const TAKES_PICTURE = {
  config: { takesFile: true, tooLarge: { field: 'data', reason: 'must be at most 16 MB', code: 'too_large' } },
  bodyLimit: 1.5 * MAX_IMAGE_BYTES,
} as const
