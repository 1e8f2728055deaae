/** The picture of a product: its photograph, or else a drawn silhouette of the thing in the color of its finish. */
import { type Html, html } from '../pages/html.ts'
import { sidesFor } from './images/encode.ts'
import type { Image } from './images/image.ts'
import { PARCEL, SILHOUETTES } from './silhouettes.ts'

export type Pictured = {
  name: string
  category: string
  description?: string
  images?: readonly Image[]
  /** Whether the shop still has a page of it. */
  isSold?: boolean
}

/** @param width the width of the photograph on the page, as in the attribute `sizes` */
export function productPicture({ name, category, description = '', images = [] }: Pictured, width = '14rem'): Html {
  if (images[0]) return photograph(images[0], width)
  const finish = finishOf({ description })
  const look = finish ? ` finish-${FINISHES.indexOf(finish)}` : ''
  return html`<svg class="figure hue-${hueOf(category)}${look}" viewBox="-9 -9 118 118" aria-hidden="true" focusable="false">${(
    SILHOUETTES[thingOf(name, category)] ?? PARCEL
  ).map(shape)}</svg>`
}

export function photograph({ url, alt, width, height }: Image, shownWidth: string): Html {
  const longest = Math.max(width, height)
  const set = sidesFor(longest).map(side => {
    const scaled = Math.round((width * Math.min(side, longest)) / longest)
    return `${url.replace(/[^/]+$/, `${side}.webp`)} ${scaled}w`
  })
  return html`<img class="figure photo" src="${url}" srcset="${set.join(', ')}" sizes="${shownWidth}" alt="${alt}" width="${width}" height="${height}" loading="lazy">`
}

/** The finishes of the demo products; the style sheet has a color for each. */
const FINISHES = ['natural', 'black', 'white', 'forest green', 'terracotta', 'slate blue', 'sand']

export function finishOf({ description }: { description: string }): string | undefined {
  return FINISHES.find(word => description.includes(`in ${word}`))
}

const HUES = 8

function hueOf(category: string): number {
  let sum = 0
  for (const character of category) sum = (sum * 18 + character.codePointAt(0)!) % 65_521
  return sum % HUES
}

/** The thing that a name ends with, or else the one that stands for the category. */
function thingOf(name: string, category: string): string {
  const words = name.toLowerCase().replaceAll("'", '’')
  return Object.keys(SILHOUETTES).find(thing => words.endsWith(thing)) ?? CATEGORY_THINGS.get(category) ?? ''
}

const CATEGORY_THINGS = new Map(
  Object.entries({
    Kitchen: 'saucepan',
    'Coffee & Tea': 'teapot',
    Lighting: 'desk lamp',
    Furniture: 'armchair',
    Bedroom: 'alarm clock',
    Bath: 'hand soap',
    Garden: 'watering can',
    Stationery: 'notebook',
    Audio: 'headphones',
    Bags: 'backpack',
    Toys: 'wooden train',
    Outdoor: 'camp mug',
  }),
)

const PARTS: Readonly<Record<string, string>> = {
  f: 'body',
  o: 'body',
  s: 'shadow',
  c: 'shadow',
  h: 'light',
  w: 'light',
  l: 'line',
  d: 'dot',
}

function shape(drawn: string): Html {
  const [kind, geometry] = [drawn[0]!, drawn.slice(1)]
  if (!'ocwd'.includes(kind)) return html`<path class="${PARTS[kind]}" d="${geometry}"/>`
  const [x, y, r] = geometry.split(' ')
  return html`<circle class="${PARTS[kind]}" cx="${x}" cy="${y}" r="${r}"/>`
}
