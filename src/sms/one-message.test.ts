import assert from 'node:assert/strict'
import { test } from 'node:test'
import { codeText } from '../accounts/second-factors/sms-codes.ts'
import { LANGUAGES } from '../words/languages.ts'
import { inLanguage } from '../words/words.ts'
import { inGsmAlphabet, isOneMessage } from './one-message.ts'

const NAMES = [
  'Semel',
  'Café Zoë',
  'Boutique de l’Été',
  'Süßes & Œufs – Łódź',
  'Teehaus „Grün“: Köln…',
  'Ça va ? [shop]',
  'Çeşme Şıklık',
  'Чайная',
  '茶屋',
  'Καφές',
  'A name that is as long as some people make the names of their shops, with all of their three family names',
]
const HOSTS = ['shop.example', 'boutique-de-la-grand-mere.example', `${'a'.repeat(40)}.example`]

for (const language of LANGUAGES) {
  test(`codes in ${language} → one message in 7 bits for any name`, () => {
    for (const shop of NAMES) {
      for (const host of HOSTS) {
        const text = inLanguage(language, () => codeText({ shop, host, code: '123456' }))
        assert.equal(inGsmAlphabet(text), text)
        assert.ok(isOneMessage(text), `${text.length}: ${text}`)
        assert.ok(text.startsWith('123456 '), text)
        assert.ok(text.endsWith(`\n\n@${host} #123456`), text)
      }
    }
  })
}

test('short names keep their letters as far as the alphabet has them', () => {
  assert.equal(inGsmAlphabet('Café Zoë'), 'Café Zoe')
  assert.equal(inGsmAlphabet('Boutique de l’Été'), "Boutique de l'Été")
  assert.equal(inGsmAlphabet('Süßes & Œufs – Łódź'), 'Süßes & OEufs - Lodz')
  assert.equal(inGsmAlphabet('Ça\u00a0va\u202f?\u200b'), 'Ca va ?')
  assert.equal(inGsmAlphabet('Чайная'), undefined)
})

test('the warning is left out before a second message begins', () => {
  const text = (host: string) => inLanguage('fr', () => codeText({ shop: 'Thé', host, code: '123456' }))
  assert.match(text('the.example'), /demandons/)
  assert.doesNotMatch(text('boutique-de-la-grand-mere.example'), /demandons/)
})

test('room → 160 letters, of which those behind an escape count twice', () => {
  assert.deepEqual([isOneMessage('a'.repeat(160)), isOneMessage('a'.repeat(161))], [true, false])
  assert.deepEqual([isOneMessage('€'.repeat(80)), isOneMessage(`${'€'.repeat(80)}a`)], [true, false])
})
