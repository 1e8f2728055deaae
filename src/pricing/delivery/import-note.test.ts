import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inLanguage } from '../../words/words.ts'
import { importNote } from './import-note.ts'

const at = new Date('2026-11-28T12:00:00Z')
const sent = { from: 'DE', to: { country: 'CH' }, goods: 4000, currency: 'EUR', isTaxed: false, at }
const DUTY = /the duty is 3 euros for each kind/

test('parcel within the Union, or far from it → nothing to read', () => {
  for (const [from, country, postcode] of [
    ['DE', 'FR', ''],
    ['GB', 'CH', ''],
    ['DE', 'GB', 'BT1 5GS'],
    ['', 'FR', ''],
  ]) {
    assert.equal(importNote({ ...sent, from: from!, to: { country: country!, postcode: postcode! } }), undefined)
  }
})

test('parcel that leaves the Union → charges of its country', () => {
  assert.match(importNote(sent)!, /import tax of Switzerland may be due/)
  assert.match(inLanguage('de', () => importNote(sent))!, /verlässt die Europäische Union.*Schweiz/)
})

test('parcel into the Union → duty of three euros until 2028', () => {
  const into = { ...sent, from: 'GB', to: { country: 'FR' } }
  assert.match(importNote(into)!, DUTY)
  assert.match(importNote({ ...into, goods: 15_000 })!, DUTY)
  assert.doesNotMatch(importNote({ ...into, goods: 15_001 })!, DUTY)
  assert.match(importNote({ ...into, goods: 99_000, currency: 'GBP' })!, DUTY)
  assert.doesNotMatch(importNote({ ...into, at: new Date('2028-07-01T00:00:00Z') })!, DUTY)
  assert.doesNotMatch(importNote({ ...into, isTaxed: true })!, /import VAT/)
  assert.match(inLanguage('fr', () => importNote(into))!, /3\u00a0euros par catégorie/)
})
