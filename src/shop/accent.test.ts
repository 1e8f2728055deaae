import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { accentMistake, accentStyle, contrastOf, DARK, DEFAULT_ACCENT, LIGHT, schemesOf } from './accent.ts'

test('the backgrounds and the default are those of colors.css', () => {
  const css = readFileSync(new URL('../pages/assets/style/colors.css', import.meta.url), 'utf8')
  const [light, dark] = css
    .split('@media')
    .map(part => new Map([...part.matchAll(/--([\w-]+): (#[0-9a-f]{6});/g)].map(m => [m[1]!, m[2]!])))
  for (const [name, color] of Object.entries(LIGHT)) assert.equal(light!.get(name), color, name)
  for (const [name, color] of Object.entries(DARK)) assert.equal(dark!.get(name), color, name)
  assert.equal(light!.get('brand'), DEFAULT_ACCENT)
})

test('every accepted accent → readable by day and night, as text and button', () => {
  let accepted = 0
  for (let red = 0; red < 256; red += 17) {
    for (let green = 0; green < 256; green += 17) {
      for (let blue = 0; blue < 256; blue += 17) {
        const accent = `#${[red, green, blue].map(part => part.toString(16).padStart(2, '0')).join('')}`
        if (accentMistake(accent)) continue
        accepted++
        const { light, dark } = schemesOf(accent)
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
    assert.equal(accentStyle(accent), undefined, accent)
  }
})
