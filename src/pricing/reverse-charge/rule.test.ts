import assert from 'node:assert/strict'
import { test } from 'node:test'
import { UNSET } from '../../shop/settings.ts'
import { pieceOf } from './amounts-sql.ts'
import { isOwedByBuyer, sellsWithoutVat } from './rule.ts'

const SHOP = { ...UNSET, version: 1, country: 'DE', vatId: 'DE 136 695 976', reverseCharge: true }

test('setting off, small business, foreign number → nobody buys without VAT', () => {
  assert.ok(sellsWithoutVat(SHOP))
  assert.ok(sellsWithoutVat({ ...SHOP, vatRule: 'home' }))
  assert.ok(sellsWithoutVat({ ...SHOP, country: 'GR', vatId: 'EL094259216' }))
  assert.ok(sellsWithoutVat({ ...SHOP, country: 'MC', vatId: 'FR40303265045' }), 'Monaco counts as France')
  for (const change of [
    { reverseCharge: false },
    { vatRule: 'none' as const },
    { vatId: '' },
    { vatId: 'FR40303265045' },
    { country: 'CH', vatId: 'CHE123456788' },
    { country: 'GB', vatId: 'GB980780684' },
  ]) {
    assert.ok(!sellsWithoutVat({ ...SHOP, ...change }), JSON.stringify(change))
  }
})

/** Buyer's number, place of the goods, and whether the buyer owes the VAT of a shop in Germany. */
const SALES: [string | null, string, boolean][] = [
  ['FR40303265045', 'FR', true],
  // The number can be of a third member state (Article 138(1)(b)).
  ['ATU12345675', 'FR', true],
  ['EL094259216', 'GR', true],
  ['XI980780684', 'XI', true],
  ['FR40303265045', 'XI', true],
  ['FR40303265045', 'MC', true],
  ['FR40303265045', 'PT-20', true],
  ['FR40303265045', 'AT-6691', true],
  [null, 'FR', false],
  ['DE136695976', 'FR', false],
  ['FR40303265045', 'DE', false],
  ['FR40303265045', 'DE-27498', false],
  ['FR40303265045', 'CH', false],
  ['FR40303265045', 'GB', false],
  ['FR40303265045', 'IM', false],
  ['FR40303265045', 'RE', false],
  ['FR40303265045', 'ES-CN', false],
  ['FR40303265045', 'AX', false],
  ['CHE123456788', 'FR', false],
  ['GB980780684', 'FR', false],
  ['NO123456785MVA', 'FR', false],
]

for (const [vatId, place, isOwed] of SALES) {
  test(`${vatId} in ${place} → buyer owes VAT: ${isOwed}`, () => {
    assert.equal(isOwedByBuyer(place, vatId, { country: 'DE', reverseCharge: true }), isOwed)
    assert.ok(!isOwedByBuyer(place, vatId, { country: 'DE', reverseCharge: false }))
  })
}

test('price of a piece → part of its line', () => {
  assert.equal(pieceOf('reverse_charge', 4999, { total: 12_602, quantity: 3 }), 4201)
  assert.equal(pieceOf(null, 4999, { total: 14_997, quantity: 3 }), 4999)
})
