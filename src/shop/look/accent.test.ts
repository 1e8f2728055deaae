import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { accentMistake, contrastOf, DARK, DEFAULT_ACCENT, LIGHT } from './accent.ts'
import { DAY_RED, DEFAULT_PALETTE, mistakesInPalette, type Palette, paletteStyle, schemesOf } from './palette.ts'

test('the backgrounds and the default are those of colors.css', () => {
  const css = readFileSync(new URL('../../pages/assets/style/colors.css', import.meta.url), 'utf8')
  const [light, dark] = css
    .split('@media')
    .map(part => new Map([...part.matchAll(/--([\w-]+): (#[0-9a-f]{6});/g)].map(m => [m[1]!, m[2]!])))
  for (const [name, color] of Object.entries(LIGHT)) assert.equal(light!.get(name), color, name)
  for (const [name, color] of Object.entries(DARK)) assert.equal(dark!.get(name), color, name)
  assert.equal(light!.get('brand'), DEFAULT_ACCENT)
  assert.equal(light!.get('ink'), DEFAULT_PALETTE.textColor)
  assert.equal(light!.get('bad'), DAY_RED)
  assert.equal(dark!.get('ink'), schemesOf(DEFAULT_PALETTE).dark.ink)
})

test('every accepted accent → readable by day and night, as text and button', () => {
  let accepted = 0
  for (let red = 0; red < 256; red += 17) {
    for (let green = 0; green < 256; green += 17) {
      for (let blue = 0; blue < 256; blue += 17) {
        const accent = `#${[red, green, blue].map(part => part.toString(16).padStart(2, '0')).join('')}`
        if (accentMistake(accent)) continue
        accepted++
        const { light, dark } = schemesOf({ ...DEFAULT_PALETTE, accent })
        for (const [scheme, backgrounds] of [
          [light, LIGHT],
          [dark, DARK],
        ] as const) {
          for (const background of [...Object.values(backgrounds), scheme['brand-ink']]) {
            assert.ok(contrastOf(scheme.brand, background) >= 4.5, `${accent}: ${scheme.brand} on ${background}`)
          }
        }
        const [ink, pale] = ['#13201c', '#e8efeb']
        assert.ok(contrastOf(ink, light['brand-soft']) >= 4.5 && contrastOf(pale, dark['brand-soft']) >= 4.5, accent)
      }
    }
  }
  assert.ok(accepted > 1000, String(accepted))
})

test('an accent too light, invalid or that of style.css → no style sheet', () => {
  for (const accent of ['#ffffff', '#ffb443', '#xyzxyz', '#fff', DEFAULT_ACCENT]) {
    assert.equal(paletteStyle({ ...DEFAULT_PALETTE, accent }), undefined, accent)
  }
})

/** Text, and edges of controls with the red of errors, as colors.test.ts asks of style.css (WCAG 2.2, 1.4.3 and 1.4.11). */
test('every accepted palette → readable by day and night', () => {
  let accepted = 0
  const steps = [0, 85, 170, 224, 255]
  const colors = steps.flatMap(r => steps.flatMap(g => steps.map(b => `#${[r, g, b].map(hex).join('')}`)))
  const accents = ['#0f5a48', '#7a1f3d', '#1d4f8c', '#000000']
  const light = colors.filter(color => contrastOf(color, '#000000') > 7)
  const dark = colors.filter(color => contrastOf(color, '#ffffff') > 4)
  for (const backgroundColor of light) {
    for (const [place, textColor] of dark.entries()) {
      const palette: Palette = { accent: accents[place % accents.length]!, backgroundColor, textColor }
      if (!mistakesInPalette(palette).next().done) continue
      accepted++
      const { light: day, dark: night } = schemesOf(palette)
      for (const [scheme, red] of [
        [day, DAY_RED],
        [night, '#ff9d9d'],
      ] as const) {
        const backgrounds = [scheme.paper, scheme.surface, scheme.sunken, scheme.ring]
        const pairs: [string, string[], number][] = [
          [scheme.ink, [...backgrounds, scheme['brand-soft']], 4.5],
          [scheme['ink-soft']!, backgrounds, 4.5],
          [scheme.brand, backgrounds, 4.5],
          [scheme['brand-ink'], [scheme.brand], 4.5],
          [red, [scheme.paper, scheme.surface], 4.5],
          [scheme['line-strong']!, [scheme.paper, scheme.surface], 3],
        ]
        for (const [front, backs, least] of pairs) {
          for (const back of backs)
            assert.ok(contrastOf(front, back) >= least, `${JSON.stringify(palette)}: ${front} on ${back}`)
        }
      }
    }
  }
  assert.ok(accepted > 500, String(accepted))
})

test('palette with too little contrast → the ratio, beside the color to change', () => {
  const mistakes = (palette: Partial<Palette>) =>
    [...mistakesInPalette({ ...DEFAULT_PALETTE, ...palette })].map(({ field, reason }) => `${field} ${reason}`)
  assert.deepEqual(mistakes({}), [])
  assert.match(mistakes({ backgroundColor: '#808080' }).join(), /^backgroundColor is too dark: .* is 1\.\d to 1/)
  assert.match(mistakes({ textColor: '#808080' }).join(), /^textColor is too light to be read: .* 3\.\d to 1/)
  assert.match(mistakes({ backgroundColor: '#e2d6c4', accent: '#6b6b6b' }).join(), /^accent is too light/)
})

function hex(part: number): string {
  return part.toString(16).padStart(2, '0')
}
