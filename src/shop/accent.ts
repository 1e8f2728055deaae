/**
 * The accent color of a shop: the color of links and buttons. It must be readable on every light background of style.css, and
 * white must be readable on it. The color for dark pages is made of it.
 */

/** The one that style.css has. */
export const DEFAULT_ACCENT = '#0f5a48'

/** WCAG 2.2, 1.4.3: the least contrast of text. */
const LEAST_CONTRAST = 4.5

/** The backgrounds of pages, as assets/style/colors.css has them; a test compares them. */
export const LIGHT = { paper: '#f3f6f3', surface: '#ffffff', sunken: '#e9efea', ring: '#e9f0ea' }
export const DARK = { paper: '#0d1513', surface: '#15201d', sunken: '#1c2926', ring: '#111b18' }
const DARK_INK = '#0b1512'

type Scheme = { brand: string; 'brand-ink': string; 'brand-soft': string }

/** The rule for an accent, for `CHECK`. */
export function accentMistake(color: string): { reason: string; code: string } | undefined {
  if (!/^#[0-9a-f]{6}$/i.test(color)) {
    return { reason: 'must be a color like #0f5a48: # and six digits or letters from a to f', code: 'invalid_format' }
  }
  // White as text on the accent has the same contrast as the accent on white.
  const worst = Math.min(...Object.values(LIGHT).map(background => contrastOf(color, background)))
  if (worst >= LEAST_CONTRAST) return undefined
  return {
    reason:
      `is too light to be read: its contrast on the page is ${(Math.floor(worst * 10) / 10).toFixed(1)} to 1, and ` +
      'must be at least 4.5 to 1. Choose a darker color',
    code: 'low_contrast',
  }
}

/** The colors of a light and of a dark page that come from the accent. */
export function schemesOf(accent: string): { light: Scheme; dark: Scheme } {
  const brand = lightened(accent)
  return {
    light: { brand: accent, 'brand-ink': '#ffffff', 'brand-soft': mixed(accent, '#ffffff', 0.13) },
    dark: { brand, 'brand-ink': DARK_INK, 'brand-soft': mixed(brand, DARK.surface, 0.18) },
  }
}

/** Adds as much white as the accent needs on dark pages, and for dark text on a button. */
function lightened(accent: string): string {
  for (let share = 1; share > 0; share -= 0.05) {
    const color = mixed(accent, '#ffffff', share)
    if ([...Object.values(DARK), DARK_INK].every(background => contrastOf(color, background) >= LEAST_CONTRAST + 0.5))
      return color
  }
  return '#ffffff'
}

/** @returns undefined for the accent that style.css has already, and for one that no shop can have */
export function accentStyle(accent: string): string | undefined {
  if (accent === DEFAULT_ACCENT || accentMistake(accent)) return undefined
  const { light, dark } = schemesOf(accent)
  return `:root{${declared(light)}}@media (prefers-color-scheme:dark){:root{${declared(dark)}}}\n`
}

function declared(scheme: Scheme): string {
  return Object.entries(scheme)
    .map(([name, color]) => `--${name}:${color}`)
    .join(';')
}

export function contrastOf(a: string, b: string): number {
  const [high, low] = [luminance(a), luminance(b)].sort((x, y) => y - x) as [number, number]
  return (high + 0.05) / (low + 0.05)
}

/** WCAG 2.2, "relative luminance". */
function luminance(color: string): number {
  const [r, g, b] = channelsOf(color).map(channel => {
    const value = channel / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  }) as [number, number, number]
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

/** @param share of the first color */
function mixed(first: string, second: string, share: number): string {
  const other = channelsOf(second)
  const channels = channelsOf(first).map((channel, index) => Math.round(channel * share + other[index]! * (1 - share)))
  return `#${channels.map(channel => channel.toString(16).padStart(2, '0')).join('')}`
}

function channelsOf(color: string): number[] {
  return [1, 3, 5].map(at => Number.parseInt(color.slice(at, at + 2), 16))
}
