import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inLanguage } from '../../words/words.ts'
import { basePriceOf, basePriceText } from './base-price.ts'
import type { UnitName } from './units.ts'

const CASES: [price: number, amount: number, unit: UnitName, per: string | undefined][] = [
  [590, 100, 'g', '5900 kg'],
  [590, 0.25, 'kg', '2360 kg'],
  // 1.99 / 0.7 is 2.8428…, and 1 / 8 of 100 is a half that goes up.
  [199, 700, 'ml', '284 l'],
  [1, 8, 'kg', '0 kg'],
  [4, 8, 'kg', '1 kg'],
  // A third of a metre, an area, and pieces.
  [300, 33.3, 'cm', '901 m'],
  [4999, 2.5, 'm2', '2000 m2'],
  [1200, 24, 'piece', '50 piece'],
  [1000, 0.001, 'kg', '1000000 kg'],
  // It is the price itself.
  [590, 1, 'kg', undefined],
  [590, 1000, 'g', undefined],
  [590, 100, 'cl', undefined],
  // Too large for any currency.
  [9_000_000_000_000_000, 1, 'mg', undefined],
]

for (const [price, amount, unit, per] of CASES) {
  test(`${price} for ${amount} ${unit} → ${per}`, () => {
    const found = basePriceOf(price, { content_amount: amount, content_unit: unit })
    assert.equal(found && `${found.amount} ${found.unit}`, per)
  })
}

test('content without its unit, or a unit alone → no price per unit', () => {
  assert.equal(basePriceOf(590, { content_amount: 100 }), undefined)
  assert.equal(basePriceOf(590, { content_unit: 'g' }), undefined)
  assert.equal(basePriceText(undefined, 'EUR'), undefined)
})

test('the currency decides about decimals, the reader about words', () => {
  const per = basePriceOf(500, { content_amount: 24, content_unit: 'piece' })
  const texts = (['en', 'de', 'fr'] as const).map(language => inLanguage(language, () => basePriceText(per, 'JPY')!))
  assert.deepEqual(
    texts.map(text => text.replaceAll(/\s/g, ' ')),
    ['JP¥21 per piece', '21 ¥ pro Stück', '21 JPY par pièce'],
  )
})
