import { type Static, Type } from 'typebox'

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
