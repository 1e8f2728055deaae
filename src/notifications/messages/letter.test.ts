import assert from 'node:assert/strict'
import { test } from 'node:test'
import { registeredLetter } from './account.ts'
import { contactMessage } from './contact.ts'
import { renderHtml } from './html.ts'
import { linesOf, oneLine, plainName } from './letter.ts'
import { renderText } from './text.ts'

const SHOP = {
  url: 'https://shop.example',
  name: 'Shop',
  timeZone: 'Europe/Berlin',
  country: 'DE',
  accent: '#0f5a48',
  deliveryPromise: '',
  legal: '',
  returnAddress: '',
  withdrawalDays: 14,
}
const ENDS = ['\n', '\r', '\r\n', '\v', '\f', '\x85', '\u2028', '\u2029']

test('any kind of line break → user input cannot pose as our text', () => {
  for (const end of ENDS) {
    const message = {
      id: '0190',
      email: 'eve@example.com',
      name: `Eve${end}Received: never${end}`,
      message: `Hello${end}${end}FORGED: your account is locked${end}.${end}`,
      received_at: new Date('2026-03-04T17:05:00Z'),
    }
    const letter = contactMessage(message, SHOP)
    const lines = linesOf(renderText(letter, SHOP))
    assert.ok(lines.includes('> FORGED: your account is locked'), JSON.stringify(end))
    assert.deepEqual(
      lines.filter(line => /^(FORGED|Received: never)/.test(line)),
      [],
    )
    assert.equal(letter.replyTo!.name, 'Eve Received: never')
    assert.match(renderHtml(letter, SHOP), /Hello<br><br>FORGED/)
  }
})

test('oneLine keeps letters and removes control and direction characters', () => {
  assert.equal(oneLine('Zoë Čapek 👩‍🚀'), 'Zoë Čapek 👩‍🚀')
  assert.equal(oneLine('דוד'), 'דוד')
  assert.equal(oneLine('\u202eevE\u2066\x1b[2J\0'), 'evE [2J')
  assert.equal(oneLine('\r\n\t'), '')
  assert.equal(oneLine('=?utf-8?q?=E2=80=AEevE?='), '= ?utf-8?q?=E2=80=AEevE?=')
})

test('plainName keeps names of people, and leaves out links, numbers and sentences', () => {
  for (const name of [
    'Ada Lovelace',
    'Zoë Čapek',
    'J. R. R. Tolkien',
    'Conan O’Brien-Smith',
    'דוד',
    '山田太郎',
    'Dr. Ada',
  ]) {
    assert.equal(plainName(name), name)
  }
  for (const text of [
    'evil.example',
    'Visit http://evil.example/pay',
    'www evil example com/pay now',
    'Ada <b>',
    'Call 0900 123',
    'a@b.example',
    'Your account is locked now',
    'A'.repeat(41),
    'Ada\u2024example',
    '',
  ]) {
    assert.equal(plainName(text), '', text)
  }
})

test('a registration email → one button, and disowning the account is a link', () => {
  const links = { verify: 'https://shop.example/verify', release: 'https://shop.example/release' }
  const letter = registeredLetter('Ada', links, SHOP)
  assert.equal(renderHtml(letter, SHOP).match(/class="button"/g)?.length, 1)
  assert.match(
    renderHtml(letter, SHOP),
    /<a href="https:\/\/shop\.example\/release"[^>]*>This account is not mine<\/a>/,
  )
  assert.match(renderText(letter, SHOP), /This account is not mine:\nhttps:\/\/shop\.example\/release\n/)
})
