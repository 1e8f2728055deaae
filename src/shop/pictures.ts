/** Addresses of the pictures of the shop. They are files like those of products (catalogue/images). */

/** The longest sides of the files of a picture. */
export const LOGO_SIDES = [160, 320] as const
export const HOME_PICTURE_SIDES = [480, 800, 1600] as const

export function logoAddress(hash: string): string {
  return `/assets/images/${hash}/${LOGO_SIDES.at(-1)}.webp`
}

export function homePictureAddress(hash: string, side: (typeof HOME_PICTURE_SIDES)[number] = 800): string {
  return `/assets/images/${hash}/${side}.webp`
}
