/** hledger and ledger of Debian read the files for accountants: `apt-get install hledger ledger`. */
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { after, before, test } from 'node:test'
import type { Booking } from '../../src/documents/bookings/bookings.ts'
import { datevBatch } from '../../src/documents/bookings/datev.ts'
import { fecFile } from '../../src/documents/bookings/fec.ts'

let folder: string
before(() => {
  folder = mkdtempSync(join(tmpdir(), 'semel-books-'))
})
after(() => rmSync(folder, { recursive: true, force: true }))

const booking = (position: number, kind: Booking['kind'], taxes: Booking['taxes'], taxCountry = 'DE'): Booking => ({
  position,
  kind,
  label: `R-2026-0000${position}`,
  orderId: position,
  content: {
    issuedOn: `2026-03-0${position}`,
    buyer: { name: 'Zoë; "Ł" | Müller', address: [], email: '', country: taxCountry },
    seller: { country: 'DE' } as Booking['content']['seller'],
    taxCountry,
    total: taxes.reduce((sum, { gross }) => sum + gross, 0),
    language: 'de',
  },
  taxes,
})

const BOOKINGS = [
  booking(1, 'invoice', [
    { rate: 1900, net: 12_220, tax: 2322, gross: 14_542 },
    { rate: 700, net: 2243, tax: 157, gross: 2400 },
  ]),
  booking(2, 'invoice', [{ rate: 2000, net: 1000, tax: 200, gross: 1200 }], 'FR'),
  booking(3, 'invoice', [{ rate: 0, net: 5000, tax: 0, gross: 5000 }], 'CH'),
  booking(4, 'credit_note', [{ rate: 1900, net: 420, tax: 80, gross: 500 }]),
]
const SHOP = { datevChart: 'skr03' as const, accountNumbers: [], datevConsultant: 1001, datevClient: 1 }

async function textOf(lines: AsyncIterable<string>): Promise<string> {
  return (await Array.fromAsync(lines)).join('')
}

/** Reads a file by rules of hledger. @returns the balance of each account, in cents */
function balances(text: string, rules: string): Record<string, number> {
  const file = join(folder, 'file.csv')
  writeFileSync(file, text)
  writeFileSync(`${file}.rules`, rules)
  const journal = execFileSync('hledger', ['-f', file, 'print'], { encoding: 'utf8' })
  writeFileSync(join(folder, 'file.journal'), journal)
  const balance = (program: string, args: string[]) => {
    const lines = execFileSync(program, args, { encoding: 'utf8' }).matchAll(/^\s*EUR(-?\d+(?:,\d+)?)\s+(\S+)$/gm)
    return Object.fromEntries(
      [...lines].map(([, sum, account]) => [account!, Math.round(100 * Number(sum!.replace(',', '.')))]),
    )
  }
  const byHledger = balance('hledger', ['-f', file, 'balance', '--flat', '--no-total'])
  const byLedger = balance('ledger', ['-f', join(folder, 'file.journal'), 'balance', '--flat', '--no-total'])
  assert.deepEqual(byLedger, byHledger, journal)
  return byHledger
}

test('hledger and ledger read the French file → balanced, with its sums', async () => {
  const text = await textOf(fecFile(Readable.from(BOOKINGS), SHOP))
  const fields = text
    .split('\r\n')[0]!
    .split('\t')
    .map(name => name.toLowerCase())
  const rules = [
    'separator TAB',
    'skip 1',
    `fields ${fields.join(', ')}`,
    'date %ecrituredate',
    'date-format %Y%m%d',
    'decimal-mark ,',
    'description %ecriturelib',
    'currency1 EUR',
    'account1 %comptenum',
    'account2 others',
    'amount1-in %debit',
    'amount1-out %credit',
  ].join('\n')
  assert.deepEqual(balances(text, rules), { 411000: 22_642, 445710: -2599, 707000: -20_043 })
})

test('hledger and ledger read the batch for DATEV → its sums by account', async () => {
  const days = { first: '2026-01-01', last: '2026-12-31' }
  const text = await textOf(
    datevBatch(Readable.from(BOOKINGS), days, { ...SHOP, now: new Date('2026-04-01T10:00:00Z') }),
  )
  const rules = [
    'separator ;',
    'skip 2',
    'fields amount_, side, money, a, b, c, account1, account2, d, day, document, e, f, description',
    'date 2026%day',
    'date-format %Y%d%m',
    'decimal-mark ,',
    'currency1 EUR',
    'amount1 %amount_',
    'if %side H',
    ' amount1 -%amount_',
  ].join('\n')
  const expected = { 10000: 22_642, 8120: -5000, 8300: -2400, 8320: -1200, 8400: -14_042 }
  assert.deepEqual(balances(text, rules), expected)
})
