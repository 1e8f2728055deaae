import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pagesToShow, pagination } from './components.ts'
import { date, money, time } from './format.ts'
import { qr } from './graphics/qr.ts'

test('page links → first, last, neighbors, and gaps for the rest', () => {
  assert.deepEqual(pagesToShow(1, 1), [1])
  assert.deepEqual(pagesToShow(1, 3), [1, 2, 3])
  assert.deepEqual(pagesToShow(4, 7), [1, 2, 3, 4, 5, 6, 7])
  assert.deepEqual(pagesToShow(50, 100_000), [1, undefined, 49, 50, 51, undefined, 100_000])
  assert.deepEqual(pagesToShow(100, 100), [1, undefined, 99, 100])
  assert.deepEqual(pagesToShow(500, 10), [1, undefined, 10])
  for (let count = 1; count < 12; count++) {
    for (let page = 1; page <= count; page++) {
      const shown = pagesToShow(page, count).filter(p => p !== undefined)
      assert.ok(shown.includes(page) && new Set(shown).size === shown.length, `${page} of ${count}: ${shown}`)
    }
  }
  assert.equal(
    pagination(1, 1, page => `/?page=${page}`),
    undefined,
  )
})

test('money is formatted by the minor units of its currency', () => {
  assert.equal(money(1999, 'EUR'), '€19.99')
  assert.equal(money(123456789, 'EUR'), '€1,234,567.89')
  assert.equal(money(1999, 'JPY'), 'JP¥1,999')
})

test('times name their zone', () => {
  const at = '2026-01-31T23:59:00.000Z'
  assert.match(
    time(at).toString(),
    /<time datetime="2026-01-31T23:59:00.000Z" data-local="minute">31 Jan 2026, 23:59 UTC<\/time>/,
  )
  assert.match(date(at).toString(), />31 Jan 2026</)
})

test('a QR code → has a label, without its content in the markup', () => {
  const code = qr('otpauth://totp/x?secret=SECRET', 'For "your" app').toString()
  assert.match(code, /role="img" aria-label="For &quot;your&quot; app"/)
  assert.doesNotMatch(code, /SECRET/)
})
