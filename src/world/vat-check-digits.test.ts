import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fitsCheckDigits } from './vat-check-digits.ts'

test('one digit is wrong → the check digits do not fit', () => {
  for (const right of [
    ...[
      'ATU13585627',
      'BE0428759497',
      'BE 0428.759.497',
      'CHE-107.787.577 IVA',
      'CHE107787577',
      'DE136695976',
      'DK13585628',
    ],
    ...['IT00743110157', 'LU15027442', 'PT501964843', 'SE556188840401'],
  ]) {
    assert.equal(fitsCheckDigits(right), true, right)
    const digit = right.search(/\d/) + 3
    const wrong = right.slice(0, digit) + ((Number(right[digit]) + 1) % 10) + right.slice(digit + 1)
    if (/\d/.test(right[digit]!)) assert.equal(fitsCheckDigits(wrong), false, wrong)
  }
  assert.equal(fitsCheckDigits('PL8567346215'), undefined)
})
