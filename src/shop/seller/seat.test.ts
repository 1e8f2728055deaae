import assert from 'node:assert/strict'
import { test } from 'node:test'
import { seatLines, seatParts } from './seat.ts'

const SEATS: [country: string, seat: string, street: string[], postcode: string, city: string, region?: string][] = [
  ['DE', 'Grüner Weg 1\n10115 Berlin', ['Grüner Weg 1'], '10115', 'Berlin'],
  ['DE', 'Haus 3\nGrüner Weg 1\nD-10115 Berlin\nDeutschland', ['Haus 3', 'Grüner Weg 1'], '10115', 'Berlin'],
  ['FR', '12 rue de la République\n69002 Lyon\nFrance', ['12 rue de la République'], '69002', 'Lyon'],
  ['FR', '12 rue X\n75001 Paris Cedex 01', ['12 rue X'], '75001', 'Paris Cedex 01'],
  ['AT', 'Ring 1\nA-1010 Wien\nÖsterreich', ['Ring 1'], '1010', 'Wien'],
  ['GB', '10 Downing Street\nLondon\nSW1A 2AA', ['10 Downing Street'], 'SW1A 2AA', 'London'],
  ['NL', 'Dam 1\n1012 JS Amsterdam\nNederland', ['Dam 1'], '1012 JS', 'Amsterdam'],
  ['US', '1 Main St\nAustin, TX 78701', ['1 Main St'], '78701', 'Austin', 'TX'],
  ['IE', '1 Main Street\nDublin', ['1 Main Street'], '', 'Dublin'],
  ['DE', 'Berlin', [], '', 'Berlin'],
  ['DE', '', [], '', ''],
  ['BE', 'Rue 12345 A\n1000 Bruxelles', ['Rue 12345 A'], '1000', 'Bruxelles'],
]

for (const [country, seat, street, postcode, city, region = ''] of SEATS)
  test(`the address ${JSON.stringify(seat)} in ${country} → its parts`, () => {
    assert.deepEqual(seatParts(seat, country), { street, postcode, city, region })
  })

test('an address ends with its country, in any language → lines without it', () => {
  for (const last of ['Deutschland', 'germany', 'Allemagne', 'DE'])
    assert.deepEqual(seatLines(`Weg 1\n10115 Berlin\n${last}`, 'DE'), ['Weg 1', '10115 Berlin'])
  assert.deepEqual(seatLines('Via Roma 1\n00100 Roma\nItalia', 'IT'), ['Via Roma 1', '00100 Roma'])
  assert.deepEqual(seatLines('Weg 1\n10115 Berlin', 'DE'), ['Weg 1', '10115 Berlin'])
})
