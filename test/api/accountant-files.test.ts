/** Files for accountants: their sums, their decimals, and what other programs read in them. */
import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { readCsv } from '../../src/csv.ts'
import { germanAccounts } from '../../src/documents/bookings/accounts.ts'
import { money } from '../../src/pages/format.ts'
import { UNSET } from '../../src/shop/settings.ts'
import { ADDRESS, sellAs } from '../support/documents.ts'
import { type Person, person } from '../support/people.ts'
import { stockProduct } from '../support/products.ts'
import { type Semel, startSemel } from '../support/semel.ts'
import { until } from '../support/until.ts'

let semel: Semel
let admin: Person
before(async () => {
  semel = await startSemel()
  admin = await person(semel, 'admin')
  await sellAs(semel, { languages: ['en'], country: 'DE' })
  await sql`
    insert into tax_rates (country, class, rate_bp, valid_from, confirmed) values ('DE', 'reduced', 700, '2020-01-01', true)
    on conflict do nothing
  `.execute(semel.db)
  await sql`update delivery_methods set price = 490, currency = 'EUR'`.execute(semel.db)
  await placeAndCredit()
})
after(() => semel[Symbol.asyncDispose]())

const asAdmin = () => ({ headers: { cookie: `semel_session=${admin.token}` } })
const ask = async (path: string, body: object = {}) => {
  const answer = await semel.client().post(path, body, { token: admin.token })
  assert.ok(answer.status < 300, `${path}: ${answer.text}`)
  return answer.body
}

/** Orders to several countries, with two rates, and a credit note. */
async function placeAndCredit() {
  const buyer = await person(semel)
  const lamp = await stockProduct(semel.db, { name: 'Lamp; "brass"', price: 1190 })
  const book = await stockProduct(semel.db, { name: 'Book', price: 107, tax_class: 'reduced' })
  const items = [
    { productId: lamp, quantity: 1 },
    { productId: book, quantity: 3 },
  ]
  const places = [
    { country: 'DE', postcode: '10115' },
    { country: 'FR', postcode: '69001' },
    { country: 'ES', postcode: '35001' },
  ]
  for (const place of places) {
    const body = {
      items: place.country === 'DE' ? items : items.slice(0, 1),
      deliveryAddress: { ...ADDRESS, ...place },
    }
    const placed = await semel.client().post('/api/orders', body, { token: buyer.token })
    assert.equal(placed.status, 201, placed.text)
    const { id } = placed.body
    await ask(`/api/orders/${id}/mark-paid`)
    if (place.country === 'DE') await ask(`/api/orders/${id}/refunds`, { amount: 500 })
  }
  const written = async () => {
    const { rows } = await sql<{ count: number }>`select count(*)::int as count from documents`.execute(semel.db)
    return rows[0]!.count === 4
  }
  await until(written, 'three invoices and a credit note', 20_000)
}

const read = async (file: string) =>
  (await semel.client().get(`/admin/${file}`, asAdmin())).text.replace('\ufeff', '').trim().split('\r\n').slice(1)

test('files → amounts with the decimals of their currency', async () => {
  for (const file of ['documents.csv', 'vat.csv']) {
    const rows = await read(file)
    assert.ok(rows.length > 0, file)
    for (const row of rows) assert.match(row, /(?:,-?\d+\.\d\d){3}$/, `${file}: ${row}`)
  }
})

test('shop in German or French → files with decimal commas, unless asked', async () => {
  const files = ['orders.csv', 'order-lines.csv', 'documents.csv', 'vat.csv', 'products.csv']
  for (const [languages, country, isComma] of [
    [['de', 'en'], 'DE', true],
    [['fr'], 'FR', true],
    [['de'], 'CH', false],
    [['en', 'de'], 'DE', false],
  ] as const) {
    await sellAs(semel, { languages: [...languages], country })
    for (const file of files) {
      const usual = await read(file)
      assert.ok(usual.length > 0, file)
      assert.deepEqual(
        usual,
        await read(`${file}?decimals=${isComma ? 'comma' : 'point'}`),
        `${languages} ${country} ${file}`,
      )
    }
  }
  // The same cells, and the same sums, in both forms.
  for (const file of files) {
    const [points, commas] = [await read(`${file}?decimals=point`), await read(`${file}?decimals=comma`)]
    assert.equal(points.length, commas.length)
    const cells = async (lines: string[], separator: string, mark: string) => {
      const all: string[] = []
      for await (const record of readCsv(Readable.from([lines.join('\r\n')]), separator))
        if ('fields' in record)
          all.push(...record.fields.map(cell => (/^-?\d+[.,]\d+$/.test(cell) ? cell.replace(mark, '.') : cell)))
      return all
    }
    assert.deepEqual(await cells(commas, ';', ','), await cells(points, ',', '.'), file)
    if (file !== 'products.csv') assert.match(commas.join(), /;-?\d+,\d\d(?:;|$)/, file)
  }
  await sellAs(semel, { languages: ['en'], country: 'DE' })
})

test('sums of a month → equal on page, in files and documents', async () => {
  const page = (
    await semel.client().get('/admin/documents', {
      headers: { cookie: `semel_session=${admin.token}`, accept: 'text/html' },
    })
  ).text
  const [byMonth, each] = [await read('vat.csv'), await read('documents.csv')]
  const { rows } = await sql<{ gross: number }>`
    select sum(case kind when 'invoice' then 1 else -1 end * (content ->> 'total')::int)::int as gross from documents
  `.execute(semel.db)
  const sumOf = (lines: string[]) =>
    lines.reduce((sum, line) => sum + Math.round(100 * Number(line.split(',').at(-1))), 0)
  assert.deepEqual([sumOf(byMonth), sumOf(each)], [rows[0]!.gross, rows[0]!.gross])
  for (const line of byMonth) {
    const [, , currency, , , ...amounts] = line.split(',')
    assert.equal(currency, 'EUR')
    for (const amount of amounts) assert.ok(page.includes(money(Math.round(100 * Number(amount)), 'EUR')), amount)
  }
})

const sumOfDocuments = async () => {
  const { rows } = await sql<{ gross: number }>`
    select sum(case kind when 'invoice' then 1 else -1 end * (content ->> 'total')::int)::int as gross from documents
  `.execute(semel.db)
  return rows[0]!.gross
}
const inCents = (amount: string) => Math.round(100 * Number(amount.replace(',', '.')))

test('French file of bookings → 18 fields, balanced, sums of the documents', async () => {
  await sellAs(semel, {
    languages: ['en'],
    country: 'DE',
    registerNumber: '732 829 320',
    accountNumbers: ['707000 = 707100'],
  })
  const { text, headers } = await semel.client().get('/admin/documents/fec.txt', asAdmin())
  const year = new Date().getFullYear()
  assert.match(headers.get('content-disposition') ?? '', new RegExp(`"732829320FEC${year}1231.txt"`))
  const [head, ...lines] = text.split('\r\n').slice(0, -1)
  const expected =
    'JournalCode JournalLib EcritureNum EcritureDate CompteNum CompteLib CompAuxNum CompAuxLib PieceRef PieceDate'
  assert.equal(
    head,
    `${expected} EcritureLib Debit Credit EcritureLet DateLet ValidDate Montantdevise Idevise`.replaceAll(' ', '\t'),
  )
  const booked = new Map<string, number>()
  const byAccount = new Map<string, number>()
  for (const line of lines) {
    const cells = line.split('\t')
    assert.equal(cells.length, 18, line)
    const [, , number = '', day = '', account = '', , , , , , , debit = '', credit = ''] = cells
    assert.match(`${day} ${debit} ${credit}`, /^\d{8} \d+,\d\d \d+,\d\d$/)
    const amount = inCents(debit) - inCents(credit)
    booked.set(number, (booked.get(number) ?? 0) + amount)
    byAccount.set(account, (byAccount.get(account) ?? 0) + amount)
  }
  assert.deepEqual(
    [...booked],
    [1, 2, 3, 4].map(number => [String(number), 0]),
  )
  assert.equal(byAccount.get('411000'), await sumOfDocuments())
  assert.deepEqual([...byAccount.keys()].toSorted(), ['411000', '445710', '707100'])
})

test('booking batch for DATEV → header, 125 columns, accounts by rate and territory', async () => {
  await sellAs(semel, { languages: ['en'], country: 'DE', datevConsultant: 29098, datevClient: 55003 })
  const answer = await fetch(`${semel.origin}/admin/documents/datev.csv`, asAdmin())
  const bytes = Buffer.from(await answer.arrayBuffer())
  const text = bytes.toString('latin1')
  const [header = '', names = '', ...lines] = text.trimEnd().split('\r\n')
  const year = new Date().getFullYear()
  assert.match(
    header,
    new RegExp(
      `^"EXTF";700;21;"Buchungsstapel";13;${year}\\d{13};;"SE";"";"";29098;55003;${year}0101;4;${year}0101;${year}1231;"Rechnungen ${year}"`,
    ),
  )
  assert.deepEqual([header.split(';').length, names.split(';').length], [31, 125])
  const columns = names.split(';')
  let sum = 0
  const accounts: string[] = []
  for await (const record of readCsv(Readable.from([lines.join('\r\n')]), ';')) {
    assert.ok('fields' in record, JSON.stringify(record))
    const cell = (name: string) => record.fields[columns.indexOf(name)]!
    assert.equal(record.fields.length, 125)
    assert.match(cell('Belegdatum'), /^\d{4}$/)
    assert.match(cell('Belegfeld 1'), /^[RC]-\d{4}-\d{5}$/)
    const sign = cell('Soll/Haben-Kennzeichen') === 'S' ? 1 : -1
    sum += sign * inCents(cell('Umsatz (ohne Soll/Haben-Kz)'))
    assert.equal(cell('Konto'), '10000')
    const place = [cell('EU-Mitgliedstaat u. USt-IdNr.'), cell('EU-Steuersatz')].filter(Boolean).join(' ')
    accounts.push(`${cell('Gegenkonto (ohne BU-Schlüssel)')} ${place}`.trim())
  }
  assert.equal(sum, await sumOfDocuments())
  assert.deepEqual([...new Set(accounts)].toSorted(), ['8120', '8300', '8320 FR 20,00', '8400'])
})

test('other chart, small business, empty year → their accounts, no lines', async () => {
  await sellAs(semel, { datevChart: 'skr04', accountNumbers: ['4400=4410'] })
  const read = async (query = '') => (await semel.client().get(`/admin/documents/datev.csv${query}`, asAdmin())).text
  const text = await read()
  for (const account of ['4410', '4300', '4320', '4120']) assert.ok(text.includes(`;10000;${account};`), account)
  assert.equal((await read('?from=1999-05-01&to=1999-06-30')).trimEnd().split('\r\n').length, 2)
  assert.match(await read('?from=1998-05-01&to=1999-06-30'), /;19990101;4;19990101;19990630;/)
  const revenueOf = (content: object, tax: object) =>
    germanAccounts({ taxCountry: 'DE', seller: { country: 'DE' }, ...content }, { rate: 0, ...tax }, UNSET).revenue
  assert.equal(revenueOf({ vatRule: 'none' }, {}), '8195')
  assert.equal(revenueOf({ taxCountry: 'FR' }, { category: 'K' }), '8125')
  const mistake = await semel
    .client()
    .patch('/api/admin/settings', { accountNumbers: ['8400'] }, { token: admin.token })
  assert.deepEqual([mistake.status, mistake.body.errors?.[0].code], [422, 'invalid_account'], mistake.text)
})
