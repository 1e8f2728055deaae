/** The settings of colors and layout. palette.ts checks that the colors fit each other. */
import { Type } from 'typebox'
import { CHECK } from '../../http/input/keywords.ts'
import { accentMistake, colorMistake } from './accent.ts'
import { DEFAULT_PALETTE, type Palette } from './palette.ts'

const PRODUCT_LAYOUTS = ['gallery', 'compact'] as const

export type Look = Palette & { darkPages: boolean; productLayout: (typeof PRODUCT_LAYOUTS)[number] }

export const LOOK_SETTINGS = {
  accent: Type.String({
    maxLength: 20,
    [CHECK]: accentMistake,
    description:
      'Color of links and buttons, as #rrggbb. Its contrast to white and to the page is at least 4.5 to 1; ' +
      'Semel makes the color of dark pages of it.',
  }),
  backgroundColor: Type.String({
    maxLength: 20,
    [CHECK]: colorMistake,
    description:
      'Background of pages by day, as #rrggbb. It is light: the contrast of the red of errors on it is at least 4.5 to 1. ' +
      'The text of dark pages is made of it.',
  }),
  textColor: Type.String({
    maxLength: 20,
    [CHECK]: colorMistake,
    description:
      'Color of text by day, as #rrggbb. Its contrast to `backgroundColor` and to white is at least 4.5 to 1 (WCAG 2.2, 1.4.3). ' +
      'The background of dark pages is made of it.',
  }),
  darkPages: Type.Boolean({
    description: 'Pages are dark for readers whose device asks for it. False: always light.',
  }),
  productLayout: Type.Enum([...PRODUCT_LAYOUTS], {
    type: 'string',
    description:
      'How lists and pages of products look. `gallery`: large pictures. `compact`: small pictures, a row for each product.',
  }),
}

export const UNSET_LOOK: Look = { ...DEFAULT_PALETTE, darkPages: true, productLayout: 'gallery' }
