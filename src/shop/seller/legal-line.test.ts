import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inLanguage } from '../../words/words.ts'
import { termsForBusinesses, wantedFacts } from '../../world/seller-facts.ts'
import { UNSET } from '../settings.ts'
import { legalLine } from './legal-line.ts'

const SELLERS = [
  [
    'fr',
    { country: 'FR', legalName: 'Maison Lune', legalForm: 'SAS', capital: '10 000 €', registerNumber: '123 456 789' },
    { registerPlace: 'Lyon', seat: '1 rue X\n69002 Lyon\nFrance', vatId: 'FR32123456789' },
    'Maison Lune · 1 rue X, 69002 Lyon · SAS, au capital de 10 000 € · SIREN 123 456 789 · RCS Lyon · N° de TVA FR32123456789',
  ],
  [
    'de',
    { country: 'DE', legalName: 'Halden Home GmbH', legalForm: 'GmbH', registerNumber: 'HRB 12345' },
    { registerPlace: 'Amtsgericht Charlottenburg', directors: 'Ada Lovelace', taxNumber: '30/123/45678' },
    'Halden Home GmbH · Amtsgericht Charlottenburg, HRB 12345 · Geschäftsführung: Ada Lovelace · Steuernummer 30/123/45678',
  ],
  [
    'de',
    { country: 'AT', legalName: 'Ring GmbH', legalForm: 'GmbH', registerNumber: '123456a' },
    { registerPlace: 'Handelsgericht Wien', seat: 'Ring 1\n1010 Wien' },
    'Ring GmbH · Ring 1, 1010 Wien · FN 123456a, Handelsgericht Wien',
  ],
  [
    'en',
    { country: 'BE', legalName: 'Lampe', legalForm: 'SRL', registerNumber: '0123.456.789', registerPlace: 'Bruxelles' },
    {},
    'Lampe · SRL · RPM/RPR Bruxelles 0123.456.789',
  ],
  [
    'en',
    { country: 'IT', legalName: 'Luce S.r.l.', legalForm: 'S.r.l.', registerNumber: '01234567890' },
    { registerPlace: 'Milano', capital: '10.000 € i.v.' },
    'Luce S.r.l. · capital 10.000 € i.v. · Registro delle imprese di Milano, 01234567890',
  ],
  ['en', { country: 'NL', legalName: 'Lamp B.V.', registerNumber: 'KVK 12345678' }, {}, 'Lamp B.V. · KVK 12345678'],
  ['en', { country: 'GB', legalName: 'Lamps' }, {}, 'Lamps'],
] as const

for (const [language, facts, more, line] of SELLERS)
  test(`a seller in ${facts.country} → its facts`, () => {
    inLanguage(language, () => assert.equal(legalLine({ ...UNSET, ...facts, ...more }), line))
  })

test('legal form → facts that the law wants of it', () => {
  assert.deepEqual(wantedFacts('FR', 'SARL'), ['legalForm', 'registerNumber', 'capital', 'registerPlace'])
  assert.deepEqual(wantedFacts('FR', 'EI'), ['legalForm', 'registerNumber'])
  assert.deepEqual(wantedFacts('DE', 'GmbH'), ['legalForm', 'registerNumber', 'registerPlace', 'directors'])
  assert.deepEqual(wantedFacts('DE', 'Einzelunternehmen'), ['legalForm'])
  assert.deepEqual(wantedFacts('US', 'Inc.'), [])
})

test('invoices to businesses → terms of late payment where the law wants them', () => {
  assert.match(termsForBusinesses('FR').join(' '), /escompte.*10\u00a0points.*40\u00a0€.*L441-10 et D441-5/)
  assert.deepEqual(termsForBusinesses('DE'), [])
})
