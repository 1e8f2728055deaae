import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readAmount } from './assets/form-rules.js'

test('an amount is read as people write it', () => {
  const amounts: [string, string, number][] = [
    ['49', 'EUR', 4900],
    ['49,90', 'EUR', 4990],
    ['12.5', 'EUR', 1250],
    ['€ 12.50', 'EUR', 1250],
    ['1.299,00', 'EUR', 129_900],
    ['1,299.00', 'EUR', 129_900],
    ['1 234,50 €', 'EUR', 123_450],
    ['1’234.50', 'CHF', 123_450],
    ['1.234.567,89', 'EUR', 123_456_789],
    ['1,234,567', 'JPY', 1_234_567],
    // Grouped as people in India group them.
    ['1,23,456', 'EUR', 12_345_600],
    ['12,34,567.50', 'INR', 123_456_750],
    ['45.0000', 'EUR', 4500],
    ['0.500', 'EUR', 50],
    ['1250.00', 'JPY', 1250],
    ['1.250', 'KWD', 1250],
    ['1.234,567', 'KWD', 1_234_567],
    ['-5', 'EUR', -500],
    ['−5,00\u00a0€', 'EUR', -500],
    ['CHF 12.-', 'CHF', 1200],
    ["1'250.–", 'CHF', 125_000],
    ['12,—', 'EUR', 1200],
    ['12,50 EUR', 'EUR', 1250],
    ['eur12.50', 'EUR', 1250],
    ['\u200e12.50\u200e', 'EUR', 1250],
    ['１２．５０', 'EUR', 1250],
  ]
  for (const [typed, currency, minor] of amounts) assert.equal(readAmount(typed, currency), minor, typed)
  assert.equal(readAmount('1,250', 'KWD', ','), 1250)
})

test('an amount ambiguous or impossible in its currency → not read', () => {
  for (const [typed, currency] of [
    ['1.234', 'EUR'],
    ['1,234', 'EUR'],
    ['19.999', 'EUR'],
    ['1,250', 'JPY'],
    ['1,250', 'KWD'],
  ] as const) {
    assert.equal(readAmount(typed, currency), 'ambiguous', typed)
  }
  assert.equal(readAmount('1.250', 'KWD', ','), 'ambiguous')
  assert.equal(readAmount('12.750', 'KWD', ''), 'ambiguous')
  for (const [typed, currency] of [
    ['19.9999', 'EUR'],
    ['12.50', 'JPY'],
    ['1.23456', 'KWD'],
  ] as const) {
    assert.equal(readAmount(typed, currency), 'too_precise', typed)
  }
  for (const typed of [
    '',
    'a',
    '12 50',
    '.5',
    '12.',
    '1,23,45',
    '1.23.456',
    '12,34,567,89',
    '1.234.5',
    '1,234.5,6',
    '1.2.3',
    '4,90 to 5',
    '12 USD',
    '12 XYZ',
    '12-',
    '12.-5',
    '12²',
  ]) {
    assert.equal(readAmount(typed, 'EUR'), 'unreadable', typed)
  }
})
