import assert from 'node:assert/strict'
import { test } from 'node:test'
import { transferCode } from './transfer-code.ts'

const IBAN = 'DE89370400440532013000'
const linesOf = (payee: Partial<Parameters<typeof transferCode>[0]>) =>
  transferCode({ holder: 'Lamp House', iban: IBAN, reference: 'Order 7', amount: '12.50', ...payee })?.split('\n')

test('a payee → eleven lines, each in its place', () => {
  const lines = linesOf({ iban: 'DE89 3704 0044 0532 0130 00', bic: 'COBADEFFXXX' })
  assert.deepEqual(lines, ['BCD', '002', '1', 'SCT', 'COBADEFFXXX', 'Lamp House', IBAN, 'EUR12.50', '', '', 'Order 7'])
})

test('names that no bank takes → shortened, and spelled with letters of SEPA', () => {
  assert.equal(linesOf({ holder: 'a'.repeat(80) })![5], 'a'.repeat(70))
  assert.equal(linesOf({ holder: 'Gru\u0308ne Lämpchen & Söhne' })![5], 'Gruene Laempchen + Soehne')
  assert.equal(linesOf({ holder: 'Lamp\nHouse' })!.length, 11)
  assert.equal(linesOf({ reference: 'Заказ 7' })![10], '..... 7')
})

test('no name or too much money → no code', () => {
  assert.equal(linesOf({ holder: ' / ' }), undefined)
  assert.equal(linesOf({ amount: '1000000000.00' }), undefined)
  assert.ok(linesOf({ amount: '999999999.99' }))
})

test('the longest of all → within the 331 bytes of a code', () => {
  const iban = 'MT84MALT011000012345MTLCAST001S'
  const code = linesOf({
    holder: 'ß'.repeat(80),
    iban,
    bic: 'COBADEFFXXX',
    reference: 'ü'.repeat(200),
    amount: '999999999.99',
  })!
  assert.ok(Buffer.byteLength(code.join('\n')) <= 331)
})
