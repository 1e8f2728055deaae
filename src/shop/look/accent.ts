/**
 * The accent color of a shop: the color of links and buttons. It must be readable on every light background of style.css, and
 * white must be readable on it. palette.ts makes the color for dark pages of it.
 */

/** The one that style.css has. */
export const DEFAULT_ACCENT = '#0f5a48'

/** WCAG 2.2, 1.4.3: the least contrast of text. */
export const LEAST_CONTRAST = 4.5

/** The backgrounds of pages, as assets/style/colors.css has them; a test compares them. */
export const LIGHT = { paper: '#f3f6f3', surface: '#ffffff', sunken: '#e9efea', ring: '#e9f0ea' }
export const DARK = { paper: '#0d1513', surface: '#15201d', sunken: '#1c2926', ring: '#111b18' }

type Mistake = { reason: string; code: string }

/** The rule for an accent, for `CHECK`. */
export function accentMistake(color: string): Mistake | undefined {
  return colorMistake(color) ?? lightMistake(color, Object.values(LIGHT))
}

/** The rule for any color, for `CHECK`. */
export function colorMistake(color: string): Mistake | undefined {
  if (/^#[0-9a-f]{6}$/i.test(color)) return undefined
  return { reason: 'must be a color like #0f5a48: # and six digits or letters from a to f', code: 'invalid_format' }
}

/** The rule for text on light backgrounds. White as text on a color has the same contrast as the color on white. */
export function lightMistake(color: string, backgrounds: readonly string[]): Mistake | undefined {
  const worst = leastContrast(color, backgrounds)
  if (worst >= LEAST_CONTRAST) return undefined
  return {
    reason:
      `is too light to be read: its contrast on the page is ${ratioText(worst)} to 1, and ` +
      'must be at least 4.5 to 1. Choose a darker color',
    code: 'low_contrast',
  }
}

/** Rounded down, so that a color that is refused never seems to be enough. */
export function ratioText(contrast: number): string {
  return (Math.floor(contrast * 10) / 10).toFixed(1)
}

export function leastContrast(color: string, others: readonly string[]): number {
  return Math.min(...others.map(other => contrastOf(color, other)))
}

export function contrastOf(a: string, b: string): number {
  const [high, low] = [luminance(a), luminance(b)].sort((x, y) => y - x) as [number, number]
  return (high + 0.05) / (low + 0.05)
}

/** WCAG 2.2, "relative luminance". */
export function luminance(color: string): number {
  const [r, g, b] = channelsOf(color).map(channel => {
    const value = channel / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  }) as [number, number, number]
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

/** @param share of the first color */
export function mixed(first: string, second: string, share: number): string {
  const other = channelsOf(second)
  const channels = channelsOf(first).map((channel, index) => Math.round(channel * share + other[index]! * (1 - share)))
  return `#${channels.map(channel => channel.toString(16).padStart(2, '0')).join('')}`
}

function channelsOf(color: string): number[] {
  return [1, 3, 5].map(at => Number.parseInt(color.slice(at, at + 2), 16))
}
