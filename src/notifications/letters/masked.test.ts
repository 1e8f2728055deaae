import assert from 'node:assert/strict'
import { test } from 'node:test'
import { maskAddress } from './masked.ts'

const HOME = { name: 'Ada Lovelace', line1: 'Hauptstraße 12a', postcode: '10115', city: 'Berlin', country: 'DE' }

test('address of a stranger → initials, house number, postcode and country', () => {
  const masked = { name: 'A… L…', line1: 'H… 12', postcode: '10115', city: 'B…', country: 'DE' }
  assert.deepEqual(maskAddress(HOME), masked)
})

test('words, links and numbers in an address → none can be read', () => {
  const texts = [
    'You have won, see https://evil.example/now',
    'Call 0900 1234567 now and win',
    'write to win@evil.example',
    '中奖了请联系我们',
    'WIN.EVIL.EXAMPLE',
    '0900-123456',
  ]
  for (const text of texts) {
    const shown = Object.values(
      maskAddress({ ...HOME, name: text, line1: text, line2: text, postcode: text, city: text }),
    )
    for (const part of shown.filter(part => part !== 'DE')) {
      assert.doesNotMatch(part, /[\p{L}\p{M}]{2}|\d{5}|[@/:.]/u, `${text} → ${part}`)
      assert.ok(part.length <= 20, part)
    }
  }
})
