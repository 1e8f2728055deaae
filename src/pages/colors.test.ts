import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'

const css = readFileSync(new URL('./assets/style/colors.css', import.meta.url), 'utf8')
const [light, dark] = css
  .split('@media')
  .map(part => new Map([...part.matchAll(/--([\w-]+): (#[0-9a-f]{6});/g)].map(m => [m[1]!, m[2]!])))

/** Text on its background: WCAG 2.2, 1.4.3 requires 4.5. */
const TEXT: [string, string[]][] = [
  ['ink', ['paper', 'surface', 'sunken', 'ring']],
  ['ink-soft', ['paper', 'surface', 'sunken', 'ring']],
  ['brand', ['paper', 'surface', 'sunken', 'ring']],
  ['brand-ink', ['brand']],
  ['bad', ['paper', 'surface', 'bad-soft']],
  ['warn', ['warn-soft']],
  ['good', ['good-soft']],
  ['info', ['info-soft']],
  ['progress', ['progress-soft']],
]
/** Edges of controls and the focus ring: 1.4.11 requires 3. */
const EDGES: [string, string[]][] = [
  ['line-strong', ['paper', 'surface']],
  ['bad', ['surface']],
  ['brand', ['paper', 'surface']],
]

for (const [scheme, colors] of [
  ['light', light],
  ['dark', new Map([...light!, ...dark!])],
] as const) {
  test(`pairs of colors have enough contrast: ${scheme}`, () => {
    for (const [pairs, least] of [
      [TEXT, 4.5],
      [EDGES, 3],
    ] as const) {
      for (const [front, backgrounds] of pairs) {
        for (const back of backgrounds) {
          const contrast = contrastOf(colors!.get(front)!, colors!.get(back)!)
          assert.ok(contrast >= least, `${front} on ${back}: ${contrast.toFixed(2)} is less than ${least}`)
        }
      }
    }
  })
}

function contrastOf(a: string, b: string): number {
  const [high, low] = [luminance(a), luminance(b)].sort((x, y) => y - x)
  return (high! + 0.05) / (low! + 0.05)
}

/** WCAG 2.2, "relative luminance". */
function luminance(color: string): number {
  const [r, g, b] = [1, 3, 5].map(at => {
    const value = Number.parseInt(color.slice(at, at + 2), 16) / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!
}

test('badge tones → not named like classes that would give them a size', () => {
  const directory = new URL('./assets/style/', import.meta.url)
  for (const name of readdirSync(directory)) {
    const rules = readFileSync(new URL(name, directory), 'utf8')
    assert.doesNotMatch(rules, /^\s*\.(?:good|warn|bad|info|progress)\b/m, name)
  }
})
