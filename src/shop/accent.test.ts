import assert from 'node:assert/strict'
import { test } from 'node:test'
import { accentColors, contrastOf } from './accent.ts'

test('any accent color can be read in light and dark emails, and one that can is not changed', () => {
  for (const accent of ['#0f5a48', '#ffee00', '#ffffff', '#000000', '#777777', '#ff0000', '#0000ff', '#7fd4b6']) {
    const { light, dark } = accentColors(accent)
    for (const [front, back] of [
      [light.text, '#ffffff'],
      [light.text, '#f3f6f3'],
      [light.ink, light.fill],
      [dark.text, '#0d1513'],
      [dark.text, '#15201d'],
      [dark.ink, dark.fill],
    ] as const) {
      assert.ok(contrastOf(front, back) >= 4.5, `${accent}: ${front} on ${back}`)
    }
  }
  assert.deepEqual(accentColors('#0f5a48').light, { text: '#0f5a48', fill: '#0f5a48', ink: '#ffffff' })
})
