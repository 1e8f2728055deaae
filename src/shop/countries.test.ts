import assert from 'node:assert/strict'
import { test } from 'node:test'
import { COUNTRIES, countryName, regionOf } from './countries.ts'

test('a country has a name in each language; what is no country is shown as it was typed', () => {
  assert.deepEqual([countryName('DE', 'fr'), countryName('DE', 'de')], ['Allemagne', 'Deutschland'])
  for (const typed of ['xxx', '', 'de', '\0', 'D'.repeat(1000)]) assert.equal(countryName(typed, 'de'), typed)
})

test('each country is in one region, 27 of them in the European Union', () => {
  assert.equal(COUNTRIES.filter(code => regionOf(code) === 'European Union').length, 27)
  assert.equal(COUNTRIES.filter(code => regionOf(code) === 'Rest of Europe').length, 24)
})
