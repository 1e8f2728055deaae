/** The icon of a shop in tabs and bookmarks: its logo, or else the first letter of its name on its color. */
import { html } from '../html/html.ts'
import { accentMistake } from './look/accent.ts'
import { logoAddress } from './pictures.ts'
import type { ShopSettings } from './settings.ts'

/** @param name what customers read */
export function iconAddress({ accent, logo }: Pick<ShopSettings, 'accent' | 'logo'>, name: string): string {
  if (logo) return logoAddress(logo)
  return `/assets/icon/${accent.slice(1)}/${encodeURIComponent(initialOf(name) || '-')}.svg`
}

/** The icon inside a page, where it needs no request. Programs that keep icons get one from `iconAddress`. */
export function pageIcon(shop: Pick<ShopSettings, 'accent' | 'logo'>, name: string): string {
  if (shop.logo) return logoAddress(shop.logo)
  const icon = drawIcon(shop.accent, initialOf(name) || '-')
  return icon ? `data:image/svg+xml,${encodeURIComponent(icon)}` : iconAddress(shop, name)
}

const characters = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/** The first letter or digit of a name, as a capital. '' if there is none. */
export function initialOf(name: string): string {
  for (const { segment } of characters.segment(name.slice(0, 60).normalize('NFC'))) {
    // A letter with many marks above it would leave the picture.
    if (!/^[\p{L}\p{N}]\p{M}{0,2}$/u.test(segment)) continue
    const capital = segment.toUpperCase()
    return capital.length > segment.length ? segment : capital
  }
  return ''
}

/** @returns undefined for a color or a letter that no shop has */
export function drawIcon(accent: string, letter: string): string | undefined {
  const initial = letter === '-' ? '' : letter
  if (accentMistake(accent) || initialOf(initial) !== initial) return undefined
  return html`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8"
    fill="${accent}"/><text x="16" y="23" text-anchor="middle" font-family="system-ui, sans-serif" font-size="20"
    font-weight="700" fill="#fff">${initial}</text></svg>`.toString()
}
