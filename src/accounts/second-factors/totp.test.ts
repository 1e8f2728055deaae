import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import {
  acceptedSteps,
  canonicalCode,
  codeOf,
  enrollment,
  fromBase32,
  matchingSteps,
  stepAt,
  toBase32,
} from './totp.ts'

test('codes are those of RFC 6238, appendix B', () => {
  const seed = Buffer.from('12345678901234567890')
  const vectors: [second: number, code: string][] = [
    [59, '287082'],
    [1111111109, '081804'],
    [1111111111, '050471'],
    [1234567890, '005924'],
    [2000000000, '279037'],
    [20000000000, '353130'],
  ]
  for (const [second, code] of vectors) assert.equal(codeOf(seed, stepAt(new Date(second * 1000))), code)
})

test('codes of eight digits are those of RFC 6238, appendix B', () => {
  const seeds = { sha1: 20, sha256: 32, sha512: 64 }
  const vectors: [digest: keyof typeof seeds, second: number, code: string][] = [
    ['sha1', 59, '94287082'],
    ['sha256', 59, '46119246'],
    ['sha512', 59, '90693936'],
    ['sha256', 1111111109, '68084774'],
    ['sha512', 20000000000, '47863826'],
  ]
  for (const [digest, second, code] of vectors) {
    const seed = Buffer.from('1234567890'.repeat(7).slice(0, seeds[digest]))
    assert.equal(codeOf(seed, stepAt(new Date(second * 1000)), { digits: 8, digest }), code)
  }
})

test('codes of the current and previous step → accepted, of the next refused', () => {
  const now = new Date('2026-03-01T12:00:15Z')
  const step = stepAt(now)
  assert.deepEqual(acceptedSteps(now), [step, step - 1])
})

test('a code that two steps share by chance is found for both', () => {
  const seed = Buffer.from('12345678901234567890')
  const seen = new Map<string, number>()
  for (let step = 0; ; step++) {
    const code = codeOf(seed, step)
    const earlier = seen.get(code)
    seen.set(code, step)
    if (earlier === undefined) continue
    assert.deepEqual(matchingSteps(seed, code, [earlier, step]), [earlier, step])
    return
  }
})

test('every spelling of a code is one code', () => {
  for (const typed of [
    '123456',
    ' 123 456 ',
    '123-456',
    '１２３４５６',
    '١٢٣٤٥٦',
    '123\u00a0456',
    '123–456',
    '1\t2 3 4 5 6',
  ]) {
    assert.equal(canonicalCode(typed), '123456')
  }
  for (const typed of ['', '12345', '1234567', '12345a', '-', '12 34']) {
    assert.throws(() => canonicalCode(typed), { message: 'code must be 6 digits' })
  }
})

test('base32 is that of RFC 4648 and comes back', () => {
  assert.equal(toBase32(Buffer.from('foobar')), 'MZXW6YTBOI')
  for (let length = 0; length < 40; length++) {
    const bytes = randomBytes(length)
    assert.deepEqual(fromBase32(toBase32(bytes)), bytes)
  }
  assert.equal(fromBase32('MZX1'), undefined)
})

test('the enrollment carries one secret in three forms', () => {
  const { secret, uri, qr } = enrollment(Buffer.alloc(20, 7), 'ada+x@example.com', 'Tea & more (tea.example)')
  assert.equal(secret.length, 32)
  const parsed = new URL(uri)
  assert.equal(parsed.searchParams.get('secret'), secret)
  assert.equal(decodeURIComponent(parsed.pathname), '/Tea & more (tea.example):ada+x@example.com')
  assert.equal(parsed.searchParams.get('issuer'), 'Tea & more (tea.example)')
  assert.match(qr, /^data:image\/svg\+xml;base64,/)
})
