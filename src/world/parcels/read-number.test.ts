import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CARRIERS, type Carrier, placeholdersOf } from './carriers.ts'
import { parcelLink, readParcelNumber } from './read-number.ts'

const NL = { postcode: '1234 AB', country: 'NL' }
const GB = { postcode: 'SW1A 1AA', country: 'GB' }
const FR = { postcode: '69001', country: 'FR' }

/** [as typed, carrier, number, the end of the link, where it goes] */
const READ: [
  typed: string,
  carrier: string,
  number: string,
  end: string,
  where?: { postcode: string; country: string },
][] = [
  ['1Z999AA10123456784', 'ups', '1Z999AA10123456784', 'tracknum=1Z999AA10123456784'],
  ['1z 999 aa1 01 2345 6784', 'ups', '1Z999AA10123456784', 'tracknum=1Z999AA10123456784'],
  ['1Z999AA10123456784\u001d', 'ups', '1Z999AA10123456784', 'tracknum=1Z999AA10123456784'],
  ['UPS Nr. 1Z999AA10123456784', 'ups', '1Z999AA10123456784', 'tracknum=1Z999AA10123456784'],
  ['00340434161094015902', 'dhl', '00340434161094015902', 'tracking-id=00340434161094015902'],
  ['(00) 3 4043416 109401590 2', 'dhl', '00340434161094015902', 'tracking-id=00340434161094015902'],
  [']C100340434161094015902', 'dhl', '00340434161094015902', 'tracking-id=00340434161094015902'],
  ['DHL Paket 00340434161094015902', 'dhl', '00340434161094015902', 'tracking-id=00340434161094015902'],
  ['DHL Sendungsnummer: 0034 0434 1610 9401 5902', 'dhl', '00340434161094015902', 'tracking-id=00340434161094015902'],
  ['0034\u00a00434\u200b1610-9401.5902', 'dhl', '00340434161094015902', 'tracking-id=00340434161094015902'],
  ['００340434161094015902', 'dhl', '00340434161094015902', 'tracking-id=00340434161094015902'],
  ['https://www.dhl.de/suche?lang=de&piececode=00340434161094015902', 'dhl', '00340434161094015902', '5902'],
  ['JJD1410302937991', 'dhl', 'JJD1410302937991', 'tracking-id=JJD1410302937991'],
  ['dhl: 1234567890', 'dhl', '1234567890', 'tracking-id=1234567890'],
  ['DHL Express 1234567891', 'dhl', '1234567891', 'tracking-id=1234567891'],
  ['DHL 201298452277', 'dhl', '201298452277', 'tracking-id=201298452277'],
  ['FedEx Express 986578788855', 'fedex', '986578788855', 'trknbr=986578788855'],
  ['1001921334250001000300779017972697', 'fedex', '779017972697', 'trknbr=779017972697'],
  ['GLS Italy 12345678901', 'gls', '12345678901', 'match=12345678901'],
  ['GLS ZYX12AB3', 'gls', 'ZYX12AB3', 'match=ZYX12AB3'],
  ['GLS 12345678901', 'gls', '12345678901', 'trackid=12345678901&zipcode=1234AB', NL],
  ['DPD 0150 5000 1234 56', 'dpd', '01505000123456', 'parcel/01505000123456'],
  ['DPD UK 15501234567890', 'dpd', '15501234567890', 'parcels/15501234567890', GB],
  ['01015026003653C', 'dpd', '01015026003653C', 'parcel/01015026003653C'],
  ['008182709980000020033350276C', 'dpd', '09980000020033', 'parcel/09980000020033'],
  ['Hermes 09133131530724', 'hermes', '09133131530724', '#09133131530724'],
  ['H1234567890123456789', 'hermes', 'H1234567890123456789', '#H1234567890123456789'],
  ['Evri H00HHA0000000001', 'evri', 'H00HHA0000000001', 'evri.com/track/parcel/H00HHA0000000001', GB],
  ['6A12345678901', 'colissimo', '6A12345678901', 'code=6A12345678901'],
  ['La Poste - Colissimo 6A12345678901', 'colissimo', '6A12345678901', 'code=6A12345678901'],
  ['Chronopost XY123456785FR', 'chronopost', 'XY123456785FR', 'listeNumerosLT=XY123456785FR'],
  ['Mondial Relay 12345678', 'mondial_relay', '12345678', 'codePostal=69001&numeroExpedition=12345678', FR],
  ['Mondial Relay 1234567890', 'mondial_relay', '1234567890', '?numeroExpedition=1234567890'],
  ['3SABCD1234567', 'postnl', '3SABCD1234567', '3SABCD1234567-NL-1234AB', NL],
  ['PostNL Pakket 3SABCD1234567', 'postnl', '3SABCD1234567', 'track-and-trace/3SABCD1234567'],
  ['bpost 323212345659900123456030', 'bpost', '323212345659900123456030', 'itemCode=323212345659900123456030'],
  ['InPost 520000012680041086770098', 'inpost', '520000012680041086770098', 'number=520000012680041086770098'],
  ['RB 123 456 785 GB', 'royal_mail', 'RB123456785GB', 'tracking-results/RB123456785GB'],
  ['Royal Mail Tracked 24 RB123456785GB', 'royal_mail', 'RB123456785GB', 'tracking-results/RB123456785GB'],
  ['Royal Mail Tracked 24 1234567', 'royal_mail', '1234567', 'tracking-results/1234567'],
  ['Deutsche Post RX123456785DE', 'dhl', 'RX123456785DE', 'tracking-id=RX123456785DE'],
  ['RX123456785CH', 'swiss_post', 'RX123456785CH', 'search/RX123456785CH'],
  ['Swiss Post 99.00.123456.12345678', 'swiss_post', '990012345612345678', 'search/990012345612345678'],
  ['RX123456785AT', 'austrian_post', 'RX123456785AT', 'snr=RX123456785AT'],
  ['9205500000000000000001', 'usps', '9205500000000000000001', 'tLabels=9205500000000000000001'],
  ['420123459205500000000000000001', 'usps', '9205500000000000000001', 'tLabels=9205500000000000000001'],
  ['USPS 4201002334249200190132607600833457', 'usps', '9200190132607600833457', '=9200190132607600833457'],
  ['USPS 12345678', 'usps', '12345678', 'tLabels=12345678'],
]

for (const [typed, carrier, number, end, where] of READ) {
  test(`${JSON.stringify(typed)} → ${carrier} ${number}`, () => {
    const parcel = readParcelNumber(typed)
    assert.deepEqual([parcel.carrier?.code, parcel.number], [carrier, number])
    const link = parcelLink(parcel, where ?? null) ?? ''
    assert.ok(link.endsWith(end), link)
    assert.match(link, /^https:\/\/[\w./?=&#%-]+$/)
  })
}

for (const typed of ['201298452277', '123456789016', '12345678901', '09133131530724', '123456789012', '12345678']) {
  test(`${typed} of several carriers → no carrier and no link`, () => {
    const parcel = readParcelNumber(typed)
    assert.deepEqual([parcel.number, parcel.carrier, parcel.warnings], [typed, undefined, ['carrier_unclear']])
    assert.equal(parcelLink(parcel, FR), undefined)
    assert.equal(readParcelNumber(typed, { usual: 'gls' }).carrier?.code, 'gls')
    assert.equal(readParcelNumber(typed, { usual: 'gls', chosen: 'dhl' }).carrier?.code, 'dhl')
  })
}

for (const typed of [
  '',
  'by bicycle',
  'DHL',
  'DHL "><script>',
  '1234',
  'SML 1',
  'javascript:alert(1)',
  '#'.repeat(100),
]) {
  test(`${JSON.stringify(typed)} → stays as typed, without a link`, () => {
    const parcel = readParcelNumber(typed)
    assert.equal(parcel.number, typed)
    assert.equal(parcelLink(parcel, NL), undefined)
  })
}

test('wrong last digit → warning, the number stays', () => {
  for (const typed of ['1Z999AA10123456785', 'RB123456789GB', '00340434161094021501', '9400111899223100001234']) {
    const { warnings, number } = readParcelNumber(typed)
    assert.deepEqual([warnings, number], [['check_digit'], typed])
  }
})

test('number of another carrier than that of the method → warning', () => {
  const parcel = readParcelNumber('1Z999AA10123456784', { usual: 'dhl' })
  assert.equal(parcel.carrier?.code, 'ups')
  assert.deepEqual(readParcelNumber('1Z999AA10123456784', { chosen: 'dhl' }).warnings, ['other_carrier'])
  assert.equal(readParcelNumber('1Z999AA10123456785', { usual: 'dhl' }).carrier?.code, 'dhl')
})

test('scan on another keyboard → what it meant', () => {
  for (const typed of ['1Y999AA10123456784', '&W)))QQ&à&éç', "&WçççQQ&à&é\"'(-è_'"]) {
    const { warnings } = readParcelNumber(typed)
    assert.deepEqual(warnings, ['keyboard'], typed)
  }
  assert.equal(readParcelNumber('1Y999AA10123456784').meant, '1Z999AA10123456784')
  assert.equal(readParcelNumber("&WçççQQ&à&é\"'(-è_'").meant, '1Z999AA10123456784')
})

test('two numbers in one text → no link, and a warning', () => {
  const parcel = readParcelNumber('1Z999AA10123456784, 1Z5R89390357567127')
  assert.deepEqual([parcel.warnings, parcelLink(parcel, null)], [['several'], undefined])
})

test("a shop's own carrier → its link with encoded values", () => {
  const own: Carrier[] = [
    {
      code: 'velo',
      name: 'Vélo Kurier',
      words: [],
      links: [{ template: 'https://velo.example/{number}?zip={postcode}' }],
    },
  ]
  const parcel = readParcelNumber('Vélo Kurier: AB-12/3', { own })
  assert.deepEqual([parcel.carrier?.code, parcel.number], ['velo', 'AB-12/3'])
  assert.equal(parcelLink(parcel, FR), 'https://velo.example/AB-12%2F3?zip=69001')
  assert.equal(parcelLink(parcel, null), undefined)
  assert.equal(readParcelNumber('77', { own, usual: 'velo' }).carrier?.code, 'velo')
})

test('each carrier → one code, https, known placeholders', () => {
  assert.equal(new Set(CARRIERS.map(({ code }) => code)).size, CARRIERS.length)
  for (const { template } of CARRIERS.flatMap(({ links }) => links)) {
    assert.match(template, /^https:\/\//)
    assert.ok(placeholdersOf(template).includes('number'))
    assert.ok(placeholdersOf(template).every(name => ['number', 'postcode', 'country'].includes(name)))
  }
})
