import assert from 'node:assert/strict'
import { test } from 'node:test'
import { countriesOf, isInUnion, ratesFor, territoryOf } from './territories.ts'

const PLACES: [country: string, postcode: string, territory: string, inUnion: boolean][] = [
  ['ES', '35001', 'ES-CN', false],
  ['ES', '38 001', 'ES-CN', false],
  ['ES', '28013', 'ES', true],
  ['ES', '07001', 'ES', true],
  ['ES', '51001', 'ES-CE', false],
  ['ES', '52006', 'ES-ML', false],
  ['DE', '27498', 'DE-27498', false],
  ['DE', '78266', 'DE-78266', false],
  ['DE', '78224', 'DE', true],
  ['IT', '23041', 'IT-23041', false],
  ['IT', '22061', 'IT-22061', false],
  ['IT', '47890', 'SM', false],
  ['IT', '00120', 'VA', false],
  ['IT', '00118', 'IT', true],
  ['GR', '630 86', 'GR-69', false],
  ['FI', '22100', 'AX', false],
  ['AX', '22100', 'AX', false],
  ['FR', '97110', 'GP', false],
  ['FR', '97400', 'RE', false],
  ['FR', '98000', 'MC', true],
  ['FR', '20000', 'FR', true],
  ['MC', '98000', 'MC', true],
  ['RE', '97400', 'RE', false],
  ['GB', 'BT1 5GS', 'XI', true],
  ['GB', 'bt15gs', 'XI', true],
  ['GB', 'B1 1AA', 'GB', false],
  ['GB', 'JE2 3AB', 'JE', false],
  ['GB', 'IM1 1AA', 'IM', false],
  ['PT', '9500-150', 'PT-20', true],
  ['PT', '9000-019', 'PT-30', true],
  ['PT', '1000-001', 'PT', true],
  ['AT', '6691', 'AT-6691', true],
  ['AT', '6992', 'AT-6991', true],
  ['AT', 'A-6691', 'AT-6691', true],
  ['DE', '87491', 'AT-6691', true],
  ['DE', '87568', 'AT-6991', true],
  ['CY', '5000', 'CY', true],
  ['CY', '99010', 'CY-99', false],
  ['FR', '97133', 'BL', false],
  ['FR', '97150', 'MF', false],
  ['FR', '97232', 'MQ', false],
  ['FR', '97300', 'GF', false],
  ['FR', '97500', 'PM', false],
  ['FR', '97600', 'YT', false],
  ['FR', '98600', 'WF', false],
  ['FR', '98713', 'PF', false],
  ['FR', '98800', 'NC', false],
  ['GP', '97110', 'GP', false],
  ['DK', '3900', 'GL', false],
  ['DK', '100', 'FO', false],
  ['DK', '1000', 'DK', true],
  ['GB', 'GY1 1AA', 'GG', false],
  ['GB', 'G1 1AA', 'GB', false],
  ['SM', '47890', 'SM', false],
  ['VA', '00120', 'VA', false],
  ['DE', 'D-27498', 'DE-27498', false],
  ['DE', 'DE 27498', 'DE-27498', false],
  ['ES', 'E-35001', 'ES-CN', false],
  ['ES', '３５００１', 'ES-CN', false],
  ['FI', 'AX-22 100', 'AX', false],
  ['FI', 'FI-22100', 'AX', false],
  ['FR', 'MC-98000', 'MC', true],
  ['PT', 'P-9500-150', 'PT-20', true],
  ['GB', 'GB-BT1 5GS', 'XI', true],
  ['GB', 'BT1 5gs', 'XI', true],
  ['CH', '8001', 'CH', false],
]

test('country and postcode → the territory, and whether inside the Union for VAT', () => {
  for (const [country, postcode, territory, inUnion] of PLACES) {
    const place = `${country} ${postcode}`
    assert.equal(territoryOf(country, postcode), territory, place)
    assert.equal(isInUnion(territory), inUnion, place)
  }
})

test('no postcode, or none of the country → the country', () => {
  for (const postcode of [undefined, '', 'x', '350011', "'; drop"]) assert.equal(territoryOf('ES', postcode), 'ES')
})

test('rates of a territory → its own first, then those it counts as', () => {
  assert.deepEqual(ratesFor('MC'), ['MC', 'FR'])
  assert.deepEqual(ratesFor('XI'), ['XI', 'GB'])
  assert.deepEqual(ratesFor('PT-20'), ['PT-20', 'PT'])
  assert.deepEqual(ratesFor('IM'), ['IM', 'GB', '*'])
  assert.deepEqual(ratesFor('ES-CN'), ['ES-CN', '*'])
  assert.deepEqual(ratesFor('DE'), ['DE'])
  assert.deepEqual(ratesFor('CH'), ['CH', '*'])
})

test('countries of a territory → those that its addresses name', () => {
  assert.deepEqual(countriesOf('ES-CN'), ['ES'])
  assert.deepEqual(countriesOf('RE'), ['RE', 'FR'])
  assert.deepEqual(countriesOf('AT-6691'), ['AT', 'DE'])
  assert.deepEqual(countriesOf('XI'), ['GB'])
  assert.deepEqual(countriesOf('DE'), ['DE'])
})
