/** The accent color of the shop, changed as little as its readers need: WCAG 2.2 asks for a contrast of 4.5 in text. */

/** `text`: on a light or dark page. `fill`: of a button, with `ink` on it. */
export type Accent = { text: string; fill: string; ink: string }

const LEAST = 4.5
const WHITE = '#ffffff'
const BLACK = '#000000'
/** The darkest of the light backgrounds of an email, and the lightest of the dark ones. */
const PAPER = '#f3f6f3'
const NIGHT = '#1c2926'

/** @param accent `#rrggbb` */
export function accentColors(accent: string): { light: Accent; dark: Accent } {
  const bright = readableOn(NIGHT, accent, WHITE)
  return {
    light: { text: readableOn(PAPER, accent, BLACK), fill: accent, ink: inkOn(accent) },
    dark: { text: bright, fill: bright, ink: inkOn(bright) },
  }
}

function inkOn(fill: string): string {
  return contrastOf(WHITE, fill) >= contrastOf(BLACK, fill) ? WHITE : BLACK
}

/** The color, or the first mixture with `toward` that can be read. */
function readableOn(background: string, color: string, toward: string): string {
  for (let share = 0; share < 1; share += 0.05) {
    const mixed = mix(color, toward, share)
    if (contrastOf(mixed, background) >= LEAST) return mixed
  }
  return toward
}

function mix(color: string, other: string, share: number): string {
  const mixed = channelsOf(color).map((value, at) => Math.round(value + (channelsOf(other)[at]! - value) * share))
  return `#${mixed.map(value => value.toString(16).padStart(2, '0')).join('')}`
}

export function contrastOf(a: string, b: string): number {
  const [high, low] = [luminanceOf(a), luminanceOf(b)].sort((x, y) => y - x)
  return (high! + 0.05) / (low! + 0.05)
}

/** WCAG 2.2, "relative luminance". */
function luminanceOf(color: string): number {
  const [r, g, b] = channelsOf(color).map(channel => {
    const value = channel / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!
}

function channelsOf(color: string): number[] {
  return [1, 3, 5].map(at => Number.parseInt(color.slice(at, at + 2), 16))
}
