import assert from 'node:assert/strict'
import { test } from 'node:test'
import { canonicalRecoveryCode } from './second-factors/recovery-codes.ts'
import { canonicalCode } from './second-factors/totp.ts'
import { canonicalText } from './typed.ts'

test('decimal digits of every script → ASCII digits', () => {
  for (const system of Intl.supportedValuesOf('numberingSystem')) {
    const script = new Intl.NumberFormat('en', { numberingSystem: system, useGrouping: false }).format(9876543210)
    if (/^\p{Nd}{10}$/u.test(script)) assert.equal(canonicalText(script), '9876543210', system)
  }
  const all = Array.from({ length: 0x110000 }, (_, point) => point).filter(
    point => (point < 0xd800 || point > 0xdfff) && /\p{Nd}/u.test(String.fromCodePoint(point)),
  )
  const digits = all.map(point => canonicalText(String.fromCodePoint(point))).join('')
  assert.equal(digits, '0123456789'.repeat(all.length / 10))
})

test('a code with separators and marks that nobody sees → six digits', () => {
  const invisible =
    '\u200b\u200c\u200d\u200e\u200f\u202a\u202c\u2060\u2066\u2068\u2069\ufeff\u00ad\u034f\u061c\ufe0f\u3164\u{e0101}'
  const separators = ' \t\r\n\u00a0\u2007\u202f\u3000-‐‑‒–—−_.·•,/'
  for (const mark of `${invisible}${separators}`) {
    assert.equal(canonicalCode(`${mark}123${mark}456${mark}`), '123456', mark.codePointAt(0)!.toString(16))
    assert.equal(
      canonicalRecoveryCode(`${mark}ABCD${mark}efgh${mark}2345${mark}mnop${mark}`),
      'abcdefgh2345mnop',
      mark.codePointAt(0)!.toString(16),
    )
  }
  assert.equal(canonicalCode('1️⃣2️⃣3️⃣4️⃣5️⃣6️⃣'), '123456')
})

test('a recovery code with its number in the list → the recovery code', () => {
  for (const typed of ['6. abcd-efgh-2345-mnop', '10) abcd efgh 2345 mnop.', '• abcd-efgh-2345-mnop']) {
    assert.equal(canonicalRecoveryCode(typed), 'abcdefgh2345mnop')
  }
})

test('letters, too few or too many digits → refused by the field name', () => {
  for (const typed of ['', '12345', '1234567', '12345a', '١٢٣٤٥', '-']) {
    assert.throws(() => canonicalCode(typed, 'codes.1'), { message: 'codes.1 must be 6 digits' })
  }
})
