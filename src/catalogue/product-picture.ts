/** The picture of a product: its photograph, or else a parcel. */
import { type Html, html } from '../html/html.ts'
import { sidesFor } from './images/encode.ts'
import type { Image } from './images/image.ts'

/** A parcel, for products that nobody has photographed. */
export const PARCEL = html`<svg class="figure" viewBox="-9 -9 118 118" aria-hidden="true"
  focusable="false"><path class="body" d="M16 38h68v46H16z"/><path class="shadow"
  d="M16 38 27 20h46l11 18z"/><path class="light" d="M44 20h12v64H44z"/><circle class="dot" cx="50" cy="62" r="5"/></svg>`

/** @param width the width of the photograph on the page, as in the attribute `sizes` */
export function productPicture(product: { images?: readonly Image[] } | undefined, width = '14rem'): Html {
  const image = product?.images?.[0]
  return image ? imageTag(image, width) : PARCEL
}

/** The address of the largest file of a picture. */
export function largestFile({ url, width, height }: Image): string {
  return url.replace(/[^/]+$/, `${sidesFor(Math.max(width, height)).at(-1)}.webp`)
}

export function imageTag({ url, alt, width, height }: Image, shownWidth: string): Html {
  const longest = Math.max(width, height)
  const set = sidesFor(longest).map(side => {
    const scaled = Math.round((width * Math.min(side, longest)) / longest)
    return `${url.replace(/[^/]+$/, `${side}.webp`)} ${scaled}w`
  })
  return html`<img class="figure photo" src="${url}" srcset="${set.join(', ')}" sizes="${shownWidth}" alt="${alt}"
    width="${width}" height="${height}" loading="lazy">`
}
