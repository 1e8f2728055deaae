import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readNumbers, readSpokenPaper, readTypedAmount, readTypedOrder } from './read.ts'

const SHOP = { transferReference: '', invoicePrefix: 'R-', creditNotePrefix: 'C-' }
const TEA = { ...SHOP, transferReference: 'TEA {order}' }

for (const text of [
  'Order 8',
  'ORDER 8',
  'order8',
  'Order #8',
  'Order no. 8',
  'Bestellung Nr. 8',
  'Commande n° 8',
  'COMMANDE NO 8',
  'Commande numéro 8',
  'Order number 8',
  'Bestellung Nummer 8',
  'BESTELLUNG NR.0008',
  'Bestellung 8',
  'BESTELLUNG 8',
  'COMMANDE 8',
  'SVWZ+ORDER 8 VOM 01.11.2026 DANKE',
  'EREF+NOTPROVIDED SVWZ+BESTEL LUNG 8',
  'BESTELLUNG 0008',
  'thanks for the tea ORDER: 8',
  'GRUSSORDER 8',
]) {
  test(`“${text}” names order 8`, () => assert.ok(readNumbers(text, SHOP).named.includes(8)))
}

test('the reference of the settings is found in other spellings', () => {
  for (const text of ['TEA 8', 'tea8', 'T EA 8', 'SVWZ+TEA-0008 MERCI'])
    assert.deepEqual(readNumbers(text, TEA).named, [8])
  const behind = { ...SHOP, transferReference: '{order}/SHOP' }
  assert.deepEqual(readNumbers('0008 / shop', behind).named, [8])
})

test('a number that a line break cut → read in both ways', () => {
  assert.deepEqual(readNumbers('ORDER 10 43', SHOP).named, [10, 1043])
})

test('numbers without a word are kept apart, with and without leading zeros', () => {
  const { named, bare } = readNumbers('0001043 from 12 St James', SHOP)
  assert.deepEqual([named, bare], [[], [1043, 12]])
})

test('numbers of papers are found between words and without signs', () => {
  for (const text of ['R-2026-00001', 'r 2026 00001', 'RGNR.R-2026-00001 DANKE', 'R2026-00001'])
    assert.ok(readNumbers(text, SHOP).labels.includes('R202600001'), text)
})

test('a long text is read in a moment', () => {
  const begun = performance.now()
  readNumbers('B E S T E L L U N G '.repeat(20_000), TEA)
  readNumbers('0'.repeat(100_000), TEA)
  assert.ok(performance.now() - begun < 1000)
})

test('amounts are read as people type them', () => {
  const cases: [string, string | undefined][] = [
    ['169,42', '169.42'],
    ['60.00', '60.00'],
    ['1.234,50', '1234.50'],
    ['€60', '60.0'],
    ['60 EUR', '60.0'],
    ['1 234,50 €', '1234.50'],
    ['1\u202f234,50', '1234.50'],
    ['CHF 1’234.50', '1234.50'],
    ['€ 12,–', '12.00'],
    ['12.-', '12.00'],
    ['60 Euro', '60.0'],
    ['169,42 euros', '169.42'],
    ['EUR169.42', '169.42'],
    ['-85,50', '85.50'],
    ['CA$ 12.50', '12.50'],
    ['100,50 zł', '100.50'],
    ['Fr. 12.50', '12.50'],
    ['60', undefined],
    ['Order 8', undefined],
    ['01.11.2026', undefined],
  ]
  for (const [text, amount] of cases) assert.equal(readTypedAmount(text), amount, text)
})

test('numbers of papers as people say them → kind, year and number', () => {
  const [invoice, credit] = [['invoice' as const], ['credit_note' as const]]
  const cases: [string, ReturnType<typeof readSpokenPaper>][] = [
    ['R-2026-22', { kinds: invoice, year: '2026', number: 22 }],
    ['r 22', { kinds: invoice, year: null, number: 22 }],
    ['C-2026-0022', { kinds: credit, year: '2026', number: 22 }],
    ['2026/22', { kinds: [...invoice, ...credit], year: '2026', number: 22 }],
    ['Invoice 22', { kinds: invoice, year: null, number: 22 }],
    ['Rechnung Nr. 2026/22', { kinds: invoice, year: '2026', number: 22 }],
    ['Rechnungsnummer R-2026-00022', { kinds: invoice, year: '2026', number: 22 }],
    ['facture n° 22', { kinds: invoice, year: null, number: 22 }],
    ['Rechnungskorrektur 22', { kinds: credit, year: null, number: 22 }],
    ['Avoir n° C-2026-22', { kinds: credit, year: '2026', number: 22 }],
    ['22', undefined],
    ['Order 22', undefined],
    ['01.11.2026', undefined],
    ['Main Street 5', undefined],
  ]
  for (const [text, paper] of cases) assert.deepEqual(readSpokenPaper(text, SHOP), paper, text)
})

test('numbers of orders as people type them → the number; other texts → none', () => {
  for (const text of [
    '8',
    '#8',
    '№ 8',
    'n° 8',
    'Nr. 8',
    'Bestellnummer 8',
    'Bestell-Nr. 0008',
    'Auftrag 8',
    'commande n°8',
  ])
    assert.equal(readTypedOrder(text), 8, text)
  for (const text of ['Main Street 8', 'Dauerauftrag 8', 'R-2026-8', '8 lamps', 'order'])
    assert.equal(readTypedOrder(text), undefined, text)
})
