/**
 * The palette of a shop: it chooses the accent, the background and the text of pages by day, and Semel makes all other colors of
 * them, those of the night too. A choice with too little contrast is refused with its ratio. Least contrasts: WCAG 2.2, 1.4.3 for
 * text (4.5 to 1) and 1.4.11 for edges of controls (3 to 1).
 */
import type { FieldError } from '../../problems.ts'
import {
  DARK,
  DEFAULT_ACCENT,
  LEAST_CONTRAST,
  LIGHT,
  leastContrast,
  lightMistake,
  luminance,
  mixed,
  ratioText,
} from './accent.ts'

/** Colors as #rrggbb. */
export type Palette = { accent: string; backgroundColor: string; textColor: string }

/** The one that assets/style/colors.css has; a test compares them. */
export const DEFAULT_PALETTE: Palette = { accent: DEFAULT_ACCENT, backgroundColor: LIGHT.paper, textColor: '#13201c' }

/** The text of dark pages, the text of their buttons, and the red of errors by day. */
const NIGHT_INK = '#e8efeb'
const NIGHT_BRAND_INK = '#0b1512'
export const DAY_RED = '#a81f2d'

const LEAST_EDGE = 3
/** Keeps computed colors above the least contrast when they are rounded. */
const ROUNDING = 0.1

type Page = Record<keyof typeof LIGHT | 'ink', string>
type Scheme = Page & Partial<Record<string, string>> & { brand: string; 'brand-ink': string; 'brand-soft': string }

/** The colors of pages by day and by night, by their names in the style sheet. */
export function schemesOf(palette: Palette): { light: Scheme; dark: Scheme } {
  const { accent } = palette
  const { light, dark } = pagesOf(palette)
  const brand = lightened(accent, [...backgroundsOf(dark), NIGHT_BRAND_INK])
  return {
    light: { ...light, brand: accent, 'brand-ink': '#ffffff', 'brand-soft': mixed(accent, '#ffffff', 0.13) },
    dark: { ...dark, brand, 'brand-ink': NIGHT_BRAND_INK, 'brand-soft': mixed(brand, dark.surface, 0.18) },
  }
}

/** Text on a palette's pages whose contrast is too low, by the names of the settings. */
export function* mistakesInPalette(palette: Palette): Generator<FieldError> {
  const { light } = schemesOf(palette)
  const red = leastContrast(DAY_RED, [light.paper, light.sunken])
  if (red < LEAST_CONTRAST) {
    const reason =
      `is too dark: the contrast of errors on it is ${ratioText(red)} to 1, and must be at least 4.5 to 1. ` +
      'Choose a lighter color'
    yield { field: 'backgroundColor', reason, code: 'low_contrast' }
    return
  }
  const text = lightMistake(palette.textColor, [...backgroundsOf(light), light['brand-soft']])
  if (text) yield { field: 'textColor', ...text }
  const accent = lightMistake(palette.accent, backgroundsOf(light))
  if (accent) yield { field: 'accent', ...accent }
}

/** @returns the first rules of a shop's style; undefined for the palette of style.css itself, and for one that is refused */
export function paletteStyle(palette: Palette): string | undefined {
  const { accent, backgroundColor, textColor } = palette
  if (isDefaultPage(palette) && accent === DEFAULT_ACCENT) return undefined
  if (!mistakesInPalette({ accent, backgroundColor, textColor }).next().done) return undefined
  const { light, dark } = schemesOf(palette)
  const [day, night] = [light, dark].map(scheme => declared(isDefaultPage(palette) ? ofAccent(scheme) : scheme))
  return `:root{${day}}@media (prefers-color-scheme:dark){:root{${night}}}\n`
}

export function isDefaultPage({ backgroundColor, textColor }: Palette): boolean {
  return backgroundColor === DEFAULT_PALETTE.backgroundColor && textColor === DEFAULT_PALETTE.textColor
}

/** Contrasts of text and of links on their worst background. */
export function contrastsOf(scheme: Scheme): { text: number; links: number } {
  const backgrounds = backgroundsOf(scheme)
  return { text: leastContrast(scheme.ink, backgrounds), links: leastContrast(scheme.brand, backgrounds) }
}

function pagesOf(palette: Palette): { light: Page; dark: Page } {
  const { backgroundColor, textColor } = palette
  if (isDefaultPage(palette)) return { light: { ...LIGHT, ink: textColor }, dark: { ...DARK, ink: NIGHT_INK } }
  const light = pageOf(backgroundColor, textColor, { surface: '#ffffff', ring: 0.05, sunken: 0.06 })
  // Text and background change places at night, as dark and as light as those of style.css.
  const night = towards(textColor, '#000000', color => luminance(color) <= luminance(DARK.paper))
  const pale = towards(backgroundColor, '#ffffff', color => luminance(color) >= luminance(NIGHT_INK))
  const dark = pageOf(night, pale, { surface: mixed(pale, night, 0.04), ring: 0.02, sunken: 0.07 })
  return { light, dark }
}

type Shares = { surface: string; ring: number; sunken: number }

function pageOf(paper: string, ink: string, { surface, ring, sunken }: Shares): Page {
  const page = { paper, surface, ring: mixed(ink, paper, ring), sunken: mixed(ink, paper, sunken), ink }
  const backgrounds = backgroundsOf(page)
  return {
    ...page,
    'ink-soft': blend(page, 0.7, color => leastContrast(color, backgrounds) >= LEAST_CONTRAST + ROUNDING),
    line: mixed(ink, paper, 0.15),
    'line-strong': blend(page, 0.4, color => leastContrast(color, [paper, surface]) >= LEAST_EDGE + ROUNDING),
  } as Page
}

function backgroundsOf({ paper, surface, sunken, ring }: Omit<Page, 'ink'>): string[] {
  return [paper, surface, sunken, ring]
}

/** Mixes as much ink into the paper as `isEnough` asks for, and no less than `least`. */
function blend({ paper, ink }: Page, least: number, isEnough: (color: string) => boolean): string {
  for (let share = least; share < 1; share += 0.05) {
    const color = mixed(ink, paper, share)
    if (isEnough(color)) return color
  }
  return ink
}

/** Adds as much white as an accent needs on dark pages, and for dark text on a button. */
function lightened(accent: string, backgrounds: readonly string[]): string {
  return towards(accent, '#ffffff', color => leastContrast(color, backgrounds) >= LEAST_CONTRAST + 0.5)
}

function towards(color: string, end: string, isEnough: (color: string) => boolean): string {
  for (let share = 1; share > 0; share -= 0.05) {
    const found = mixed(color, end, share)
    if (isEnough(found)) return found
  }
  return end
}

function ofAccent({ brand, 'brand-ink': ink, 'brand-soft': soft }: Scheme): Partial<Record<string, string>> {
  return { brand, 'brand-ink': ink, 'brand-soft': soft }
}

function declared(scheme: Partial<Record<string, string>>): string {
  return Object.entries(scheme)
    .map(([name, color]) => `--${name}:${color}`)
    .join(';')
}
