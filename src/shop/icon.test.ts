import assert from 'node:assert/strict'
import { test } from 'node:test'
import { drawIcon, iconAddress, initialOf } from './icon.ts'

test('a name in any writing → its first letter or digit, or none', () => {
  const initials = [
    'maison du thé',
    '  Ölmühle',
    '«Étoile»',
    '9 Grad',
    'straße',
    '茶屋',
    'ßa',
    '🍵',
    '',
    '<b>',
    '\u0301',
  ]
  assert.deepEqual(initials.map(initialOf), ['M', 'Ö', 'É', '9', 'S', '茶', 'ß', '', '', 'B', ''])
})

test('every address of an icon, and no other → leads to a picture', () => {
  for (const name of ['Maison du Thé', '🍵', '茶屋', 'ßa']) {
    const [, color, letter] = /^\/assets\/icon\/(\w+)\/(.+)\.svg$/.exec(
      iconAddress({ accent: '#7a1f3d', logo: null }, name),
    )!
    assert.match(drawIcon(`#${color}`, decodeURIComponent(letter!)) ?? name, /^<svg .* fill="#7a1f3d"/s)
  }
  for (const [color, letter] of [
    ['#ffffff', 'M'],
    ['#7a1f3d', 'ab'],
    ['#7a1f3d', '<'],
    ['red', 'M'],
    ['#7a1f3d', 'm'],
  ]) {
    assert.equal(drawIcon(color!, letter!), undefined)
  }
  assert.equal(iconAddress({ accent: '#7a1f3d', logo: 'abc' }, 'Maison'), '/assets/images/abc/320.webp')
})
