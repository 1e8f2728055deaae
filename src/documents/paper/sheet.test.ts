import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CONTENT } from '../../../test/support/papers.ts'
import { LANGUAGES } from '../../words/languages.ts'
import { canonical, hashOf, type PaymentFacts } from '../content.ts'
import { sheetOf } from './sheet.ts'

test('the same content in another order of members → the same hash', () => {
  const { buyer, ...rest } = CONTENT
  assert.equal(hashOf({ buyer, ...rest }), hashOf(CONTENT))
  assert.equal(canonical({ b: [1, null], a: 'x' }), '{"a":"x","b":[1,null]}')
})

test('each language → title, days, rates and money in its words', () => {
  const texts = LANGUAGES.map(language => {
    const { title, facts, taxes, total } = sheetOf({ ...CONTENT, language })
    return [title, facts[1]![1], taxes[0]![0], total[1]].map(text => text.replaceAll(/\s/g, ' '))
  })
  assert.deepEqual(texts, [
    ['Invoice R-2026-00042', '25 November 2026', '19%', '€21,762.90'],
    ['Rechnung R-2026-00042', '25. November 2026', '19 %', '21.762,90 €'],
    ['Facture R-2026-00042', '25 novembre 2026', '19 %', '21 762,90 €'],
  ])
})

test('an export → says why it has no VAT', () => {
  const taxes = [{ rate: 0, net: 100, tax: 0, gross: 100 }]
  const { notes } = sheetOf({ ...CONTENT, language: 'en', taxCountry: 'CH', taxes })
  assert.match(notes[0]!, /Article 146/)
  assert.doesNotMatch(sheetOf(CONTENT).notes.join(), /146/)
})

const PAID = { reference: 'Order 7', dueOn: null, paid: 2_176_290, due: 0, account: null }
const SELLER = {
  ...{ name: 'Maison Lune', address: ['1 rue X', '69002 Lyon', 'France'], vatId: '', country: 'FR' },
  ...{ legalForm: 'SAS', capital: '10 000 €', registerNumber: '123 456 789', registerPlace: 'Lyon' },
}
const on = (day: string, amount: number) => ({ on: day, amount, means: 'transfer' as const, provider: 'transfer' })
const plain = (texts: readonly string[]) => texts.map(text => text.replaceAll(/[\u00a0\u202f]/g, ' '))

test('an open invoice → account, reference, day and code for banking apps', () => {
  const account = { iban: 'DE89370400440532013000', bic: 'COBADEFFXXX', holder: 'Łódź Lamps', bank: '' }
  const open = { means: 'transfer' as const, account, dueOn: '2026-12-09', reference: 'Order 7', paid: 1000 }
  const payment = { ...open, due: 2_175_290, received: [on('2026-11-24', 1000)] }
  const sheet = sheetOf({ ...CONTENT, language: 'en', form: 3, payment })
  assert.deepEqual(sheet.payment.texts, [
    'Paid on 24 November 2026 by bank transfer: €10.00',
    'Please transfer €21,752.90 by 9 December 2026:',
  ])
  assert.deepEqual(sheet.payment.rows, [
    ['Recipient', 'Łódź Lamps'],
    ['IBAN', 'DE89 3704 0044 0532 0130 00'],
    ['BIC', 'COBADEFFXXX'],
    ['Reference', 'Order 7'],
  ])
  const lines = 'BCD 002 1 SCT COBADEFFXXX Lodz_Lamps DE89370400440532013000 EUR21752.90'.split(' ')
  assert.deepEqual(sheet.payment.code?.split('\n').slice(0, 8), [...lines.slice(0, 5), 'Lodz Lamps', ...lines.slice(6)])
  const dollars = sheetOf({ ...CONTENT, form: 3, currency: 'USD', payment })
  assert.equal(dollars.payment.code, undefined)
})

test('a paid French invoice → payment day, register, terms, one country', () => {
  const received = [{ ...on('2026-11-24', 2_176_290), means: 'online' as const, provider: 'stripe' }]
  const payment = { ...PAID, means: 'online' as const, received, terms: ['Pas d’escompte.'] }
  const sheet = sheetOf({ ...CONTENT, language: 'fr', form: 3, seller: SELLER, payment })
  assert.deepEqual(sheet.seller, ['Maison Lune', '1 rue X', '69002 Lyon', 'France'])
  assert.deepEqual(plain(sheet.legal), ['SAS, au capital de 10 000 €', 'SIREN 123 456 789 · RCS Lyon'])
  assert.deepEqual(plain(sheet.payment.texts), ['Payé le 24 novembre 2026 en ligne (Stripe) : 21 762,90 €'])
  assert.ok(sheet.notes.includes('Pas d’escompte.'))
  assert.equal(sheet.sums.at(-1)![0], 'Livraison\u00a0: Standardversand')
})

test('a credit note → says paid back only of what has gone back', () => {
  const sheetFor = (payment: Partial<PaymentFacts>) =>
    sheetOf({
      ...{ ...CONTENT, kind: 'credit_note' as const, language: 'en' as const, form: 3 as const },
      payment: { ...PAID, means: 'transfer', received: [], ...payment },
    }).payment.texts
  assert.deepEqual(sheetFor({ due: 500, rest: 'to_transfer' }), ['We will pay this back by bank transfer: €5.00'])
  assert.deepEqual(sheetFor({ due: 500, rest: 'taken_off' }), ['This is taken off what is to be paid: €5.00'])
  assert.deepEqual(sheetFor({ received: [on('2026-11-24', 500)] }), [
    'Paid back on 24 November 2026 by bank transfer: €5.00',
  ])
})

test('a document from before → no word of payment', () => {
  assert.deepEqual(sheetOf(CONTENT).payment, { texts: [], rows: [], code: undefined })
})
