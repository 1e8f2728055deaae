import assert from 'node:assert/strict'
import { test } from 'node:test'
import { COUNTRIES, countryName, regionOf } from './countries.ts'

test('a country → a name in each language; an unknown one → as typed', () => {
  assert.deepEqual([countryName('DE', 'fr'), countryName('DE', 'de')], ['Allemagne', 'Deutschland'])
  for (const typed of ['xxx', '', 'de', '\0', 'D'.repeat(1000)]) assert.equal(countryName(typed, 'de'), typed)
})

test('each country → in one region, 27 in the European Union', () => {
  assert.equal(COUNTRIES.filter(code => regionOf(code) === 'European Union').length, 27)
  assert.equal(COUNTRIES.filter(code => regionOf(code) === 'Rest of Europe').length, 25)
})
