import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { addressShape, askedParts, labelLines, postcodeInstead } from './addresses.ts'
import { COUNTRIES } from './countries.ts'
import { listRegions } from './regions.ts'

/** The table as the script has written it, read without the code that is tested. */
const ROWS = readFileSync(new URL('./addresses.txt', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n')
  .map(line => {
    const [code = '', format, latin, required, , , , , pattern = '', example = ''] = line.split('\t')
    return { code, format: latin || format || '%N%n%O%n%A%n%C', required: required || 'AC', pattern, example }
  })

test('the countries of the table → those that Semel knows', () => {
  assert.equal(ROWS.length, 252)
  assert.deepEqual(
    ROWS.map(({ code }) => code),
    COUNTRIES.toSorted(),
  )
})

/** Each a part of the source that Semel does not ask for, by the letter that the source has for it. */
const NOT_ASKED: Record<string, string> = {
  X: 'Code of a sorting office (CEDEX): people write it behind the city, and few have one.',
  T: 'A landmark, which India alone has: people write it into the lines of the street.',
  F: 'The same.',
  L: 'The same.',
}

test('parts that the source has → asked, but for those with a reason', () => {
  for (const { code, format } of ROWS) {
    const letters = [...format.matchAll(/%([A-Z])/g)].map(([, letter]) => letter!)
    const asked = letters.filter(letter => !(letter in NOT_ASKED)).toSorted()
    const names = { district: 'D', city: 'C', region: 'S', postcode: 'Z' }
    assert.deepEqual(['N', 'O', 'A', ...askedParts(code).map(({ part }) => names[part])].toSorted(), asked, code)
  }
})

test('parts that the source requires → required, and no others', () => {
  for (const { code, required } of ROWS) {
    const letters = { name: '', company: '', street: 'A', district: 'D', city: 'C', region: 'S', postcode: 'Z' }
    assert.deepEqual(
      addressShape(code)
        .required.map(part => letters[part])
        .toSorted(),
      [...required].toSorted(),
      code,
    )
  }
})

/** Patterns of the older source that do not fit an example of the newer one; the script adds the shape of the example. */
const WIDENED = ['EG', 'SV', 'TT']

test('the example of each country → fits its pattern; three were widened', () => {
  for (const { code, example } of ROWS) assert.equal(postcodeInstead(code, example), undefined, code)
  const widened = ROWS.filter(({ pattern }) => /(^|\|)(\\d){4,}$/.test(pattern))
  assert.deepEqual(
    widened.map(({ code }) => code),
    WIDENED,
  )
})

test('an odd postcode → an example; with the sign of the country → none', () => {
  assert.equal(postcodeInstead('FR', '6900'), '33380')
  assert.equal(postcodeInstead('FR', '69001'), undefined)
  for (const typed of ['8001', 'CH-8001', 'ch 8001']) assert.equal(postcodeInstead('CH', typed), undefined)
  for (const typed of ['SW1Y 4JH', 'sw1y4jh', 'ＳＷ１Ｙ ４ＪＨ']) assert.equal(postcodeInstead('GB', typed), undefined)
  assert.equal(postcodeInstead('AE', 'anything'), undefined)
})

const ADA = { name: 'Ada', street: ['Road 1'] }

for (const [country, parts, lines] of [
  ['LV', { city: 'Rīga', postcode: 'LV-1010' }, ['Rīga, LV-1010']],
  ['MT', { city: 'Valletta', postcode: 'VLT 1117' }, ['Valletta VLT 1117']],
  ['PR', { city: 'San Juan', postcode: '00901' }, ['San Juan PR 00901']],
  ['SG', { postcode: '546080' }, ['SINGAPORE 546080']],
  ['CH', { city: 'Zürich', postcode: 'CH-8001' }, ['CH-8001 Zürich']],
  ['CO', { city: 'San Juan', region: 'Antioquia' }, ['San Juan, Antioquia']],
  ['US', { city: 'Springfield', region: 'Illinois', postcode: '62704' }, ['Springfield, IL 62704']],
  ['US', { city: 'Springfield', postcode: '62704' }, ['Springfield 62704']],
  ['IE', { city: 'Cork', region: 'CO' }, ['Cork', 'Co. Cork']],
  // A program sends what addresses there do not have.
  ['JP', { city: 'Chiyoda-ku', region: 'JP-13', postcode: '100-8111' }, ['Chiyoda-ku, Tokyo', '100-8111']],
  ['DE', { city: 'Berlin', region: 'Berlin', postcode: '10115' }, ['10115 Berlin', 'Berlin']],
  ['LY', { city: 'Tripoli', postcode: '13494' }, ['Tripoli', '13494']],
] as const) {
  test(`label of ${country} (${Object.values(parts)}) → ${lines.join(' | ')}`, () => {
    assert.deepEqual(labelLines(country, { ...ADA, ...parts }).slice(2), lines)
  })
}

test('company and street → above or below as in the country', () => {
  const parts = { ...ADA, company: 'Lamps', city: 'Town', postcode: '1000' }
  assert.deepEqual(labelLines('HU', parts), ['Ada', 'Lamps', 'Town', 'Road 1', '1000'])
  assert.deepEqual(labelLines('DE', parts), ['Ada', 'Lamps', 'Road 1', '1000 Town'])
  assert.deepEqual(labelLines('FR', parts), ['Lamps', 'Ada', 'Road 1', '1000 Town'])
})

test('an address in letters of its country → in its order', () => {
  const parts = { name: '山田', street: ['千代田1-1'], region: 'Tokyo', postcode: '100-0001' }
  assert.deepEqual(labelLines('JP', parts), ['〒100-0001', '東京都', '千代田1-1', '山田'])
})

test('regions → by name, with what a label has', () => {
  assert.deepEqual(listRegions('US').at(4), { value: 'AR', name: 'Arkansas' })
  assert.deepEqual([listRegions('CO').length, listRegions('IE').length, listRegions('DE').length], [33, 26, 0])
  assert.deepEqual(listRegions('JP').at(12), { value: 'Tokyo', name: 'Tokyo' })
})
