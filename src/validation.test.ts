import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isEmail } from './validation.ts'

const ADDRESSES = [
  'a@b.c',
  "grace.o'hopper+navy@mail.example.com",
  'zoë@bücher.example',
  '用户@例え.jp',
  'अ@हिन्दी.भारत',
  'a@xn--bcher-kva.example',
  'a@1.com',
  `${'a'.repeat(64)}@example.com`,
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
  // What nobody sees: of no width, of another direction, half a character.
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

test('an e-mail address is what a relay takes, and what people can tell apart', () => {
  for (const address of ADDRESSES) assert.ok(isEmail(address), address)
  for (const text of NONE) assert.ok(!isEmail(text), JSON.stringify(text))
})

test('no text takes long to be told from an address', () => {
  const before = performance.now()
  for (const part of ['a.', 'a@b-', 'a@b.', 'a@']) isEmail(`${part.repeat(300_000)}!`)
  assert.ok(performance.now() - before < 1000)
})
