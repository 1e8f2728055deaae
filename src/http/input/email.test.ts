import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Ajv } from 'ajv'
import formats from 'ajv-formats'
import fc from 'fast-check'
import { times } from '../../../test/support/times.ts'
import { isEmail, isStoredEmail } from './email.ts'

const ADDRESSES = [
  'a@b.c',
  "grace.o'hopper+navy@mail.example.com",
  "!#$%&'*+-/=?^_`{|}~@example.com",
  'a@xn--bcher-kva.example',
  'a@1.com',
  `${'a'.repeat(64)}@example.com`,
]

const INTERNATIONAL = [
  'zoë@bücher.example',
  '用户@例え.jp',
  'अ@हिन्दी.भारत',
  'ä@example.com',
  'a@bücher.example',
  'ſ@example.com',
  'a@\u212a.example',
]

const NONE = [
  '',
  'a',
  'a@b',
  '@example.com',
  'a@',
  'a@@example.com',
  'a b@example.com',
  '"a b"@example.com',
  '.a@example.com',
  'a.@example.com',
  'a..b@example.com',
  'a@example..com',
  'a@example.com.',
  'a@-example.com',
  'a@example-.com',
  'a@127.0.0.1',
  'a@[127.0.0.1]',
  'Ada <a@example.com>',
  'a@example.com,b@example.com',
  'a@example.com\n',
  'a\r\nBcc: b@example.com',
  // Invisible characters: zero width, direction marks, lone surrogates.
  'a\u200b@example.com',
  'a\u202e@example.com',
  'a\u00ad@example.com',
  '\ud800@example.com',
  // RFC 5321 §4.5.3.1 counts octets.
  `${'a'.repeat(65)}@example.com`,
  `${'é'.repeat(33)}@example.com`,
  `a@${'b'.repeat(64)}.com`,
  `a@${`${'b'.repeat(60)}.`.repeat(4)}example.com`,
]

test('email addresses → accepted if relays take them and people distinguish them', () => {
  for (const address of ADDRESSES) assert.ok(isEmail(address), address)
  for (const address of ADDRESSES) assert.ok(isEmail(address) && isStoredEmail(address), address)
  for (const text of [...NONE, ...INTERNATIONAL])
    assert.ok(!isEmail(text) && !isStoredEmail(text), JSON.stringify(text))
})

test('every accepted address is valid for `format: email` of ajv-formats', () => {
  const ajv = new Ajv()
  formats.default(ajv)
  const isValid = ajv.compile({ type: 'string', format: 'email' })
  for (const address of ADDRESSES) assert.ok(isValid(address), address)
  const part = fc.string({ unit: fc.constantFrom(...'aZ9.-_+@!"<(\\ äßſ\u212a\n'), maxLength: 12 })
  const made = fc.tuple(part, part).map(([local, domain]) => `${local}@${domain}.com`)
  fc.assert(
    fc.property(made, text => !isEmail(text) || isValid(text)),
    { numRuns: times(2000) },
  )
})

test('long text is checked quickly', () => {
  // Microseconds on the processor: what other processes do meanwhile does not count.
  const before = process.cpuUsage()
  for (const part of ['a.', 'a@b-', 'a@b.', 'a@']) {
    isEmail(`${part.repeat(300_000)}!`)
    isStoredEmail(`${part.repeat(300_000)}!`)
  }
  assert.ok(process.cpuUsage(before).user < 1_000_000)
})
