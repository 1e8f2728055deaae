/**
 * Writes a booking batch for DATEV: "DATEV-Format", header version 700, category 21 "Buchungsstapel", format version 13 (format
 * description on developer.datev.de). The 31 fields of the header follow a file of DATEV that ledermann/datev and php-common-toolkit
 * test, the names of the 125 columns alyf-de/erpnext_datev and the fields that version 13 added. Fields in quotes are texts.
 * The file is in Windows-1252, with CR LF and decimal commas.
 *
 * Each line books the gross amount of a rate from the customer (debit, S) to the revenue, and a credit note the other way (H). The accounts
 * for 19 and 7 % compute the VAT themselves. Sales with VAT of another member state carry its code and its rate.
 */
import { decimal } from '../../pages/format.ts'
import { percentOf } from '../../pricing/totals.ts'
import type { Shop } from '../../shop/settings.ts'
import { plainVatId, vatPrefixOf } from '../../world/vat-id.ts'
import { germanAccounts, isAbroad, isOwedByBuyer } from './accounts.ts'
import type { BookedYear, Booking } from './bookings.ts'

type DatevSettings = Pick<Shop, 'datevChart' | 'accountNumbers' | 'datevConsultant' | 'datevClient'>

export async function* datevBatch(
  bookings: AsyncIterable<Booking>,
  days: Pick<BookedYear, 'first' | 'last'>,
  shop: DatevSettings & { now: Date },
): AsyncGenerator<string> {
  yield line(header(days, shop))
  yield line(COLUMNS)
  for await (const booking of bookings) {
    for (const tax of booking.taxes) if (tax.gross !== 0) yield line(row(booking, tax, shop))
  }
}

type Cell = string | { text: string }

function line(cells: readonly Cell[]): string {
  const written = cells.map(cell => (typeof cell === 'string' ? cell : `"${plain(cell.text).replaceAll('"', '""')}"`))
  return `${written.join(';')}\r\n`
}

/** Keeps the text within Windows-1252 and one line. Letters lose accents that it does not have. */
function plain(text: string): string {
  return text.replaceAll(/[\r\n\t]+/g, ' ').replaceAll(/[^\u0020-\u007e\u00a0-\u00ff]/gu, letter => {
    const bare = letter.normalize('NFKD').replaceAll(/[^\u0020-\u007e]/g, '')
    return bare || '?'
  })
}

const NO_TEXT: Cell = { text: '' }

function header({ first, last }: Pick<BookedYear, 'first' | 'last'>, shop: DatevSettings & { now: Date }): Cell[] {
  const stamp = shop.now.toISOString().replaceAll(/\D/g, '').padEnd(17, '0')
  const known = (number: number) => (number === 0 ? '' : String(number))
  return [
    ...[{ text: 'EXTF' }, '700', '21', { text: 'Buchungsstapel' }, '13', stamp, '', { text: 'SE' }, NO_TEXT, NO_TEXT],
    ...[known(shop.datevConsultant), known(shop.datevClient), `${first.slice(0, 4)}0101`, '4'],
    ...[compact(first), compact(last), { text: `Rechnungen ${first.slice(0, 4)}` }, NO_TEXT],
    // Kind 1: financial accounting. Nothing is locked: the accountant looks first.
    ...['1', '0', '0', { text: 'EUR' }, '', NO_TEXT, '', '', { text: shop.datevChart.slice(-2) }],
    ...['', '', NO_TEXT, NO_TEXT],
  ]
}

function compact(day: string): string {
  return day.replaceAll('-', '')
}

function row(booking: Booking, tax: Booking['taxes'][number], shop: DatevSettings): Cell[] {
  const { kind, label, orderId, content } = booking
  const { rate, gross } = tax
  const { customers, revenue } = germanAccounts(content, tax, shop)
  const [, month = '', day = ''] = content.issuedOn.split('-')
  const cells: Record<string, Cell> = {
    'Umsatz (ohne Soll/Haben-Kz)': amount(Math.abs(gross)),
    'Soll/Haben-Kennzeichen': { text: (kind === 'invoice') === gross > 0 ? 'S' : 'H' },
    'WKZ Umsatz': { text: 'EUR' },
    Konto: customers,
    'Gegenkonto (ohne BU-Schlüssel)': revenue,
    Belegdatum: `${day}${month}`,
    'Belegfeld 1': { text: documentField(label) },
    Buchungstext: { text: `Bestellung ${orderId} ${content.buyer?.name ?? ''}`.trim().slice(0, 60) },
    Festschreibung: '0',
  }
  const vatId = content.buyer?.vatId
  if (isOwedByBuyer(tax) && vatId) cells['EU-Mitgliedstaat u. USt-IdNr.'] = { text: plainVatId(vatId) }
  else if (isAbroad(content) && rate !== null) {
    cells['EU-Mitgliedstaat u. USt-IdNr.'] = { text: vatPrefixOf(content.taxCountry!) }
    cells['EU-Steuersatz'] = percentOf(rate).toFixed(2).replace('.', ',')
  }
  return COLUMNS.map(name => cells[name] ?? '')
}

function amount(cents: number): string {
  return decimal(cents, 'EUR').replace('.', ',')
}

/** Belegfeld 1 takes these signs, and 36 of them. */
function documentField(label: string): string {
  return label
    .toUpperCase()
    .replaceAll(/[^A-Z0-9_$&%*+\-/]/g, '-')
    .slice(0, 36)
}

const pairs = (name: string, count: number) =>
  Array.from({ length: count }, (_, n) => [`${name} - Art ${n + 1}`, `${name} - Inhalt ${n + 1}`]).flat()

export const COLUMNS: readonly string[] = [
  ...'Umsatz (ohne Soll/Haben-Kz);Soll/Haben-Kennzeichen;WKZ Umsatz;Kurs;Basis-Umsatz;WKZ Basis-Umsatz;Konto'.split(
    ';',
  ),
  ...'Gegenkonto (ohne BU-Schlüssel);BU-Schlüssel;Belegdatum;Belegfeld 1;Belegfeld 2;Skonto;Buchungstext'.split(';'),
  ...'Postensperre;Diverse Adressnummer;Geschäftspartnerbank;Sachverhalt;Zinssperre;Beleglink'.split(';'),
  ...pairs('Beleginfo', 8),
  ...'KOST1 - Kostenstelle;KOST2 - Kostenstelle;KOST-Menge;EU-Mitgliedstaat u. USt-IdNr.;EU-Steuersatz'.split(';'),
  ...'Abw. Versteuerungsart;Sachverhalt L+L;Funktionsergänzung L+L;BU 49 Hauptfunktionstyp'.split(';'),
  ...'BU 49 Hauptfunktionsnummer;BU 49 Funktionsergänzung'.split(';'),
  ...pairs('Zusatzinformation', 20),
  ...'Stück;Gewicht;Zahlweise;Forderungsart;Veranlagungsjahr;Zugeordnete Fälligkeit;Skontotyp'.split(';'),
  ...'Auftragsnummer;Buchungstyp;USt-Schlüssel (Anzahlungen);EU-Mitgliedstaat (Anzahlungen)'.split(';'),
  ...'Sachverhalt L+L (Anzahlungen);EU-Steuersatz (Anzahlungen);Erlöskonto (Anzahlungen);Herkunft-Kz'.split(';'),
  ...'Buchungs GUID;KOST-Datum;SEPA-Mandatsreferenz;Skontosperre;Gesellschaftername;Beteiligtennummer'.split(';'),
  ...'Identifikationsnummer;Zeichnernummer;Postensperre bis;Bezeichnung SoBil-Sachverhalt'.split(';'),
  ...'Kennzeichen SoBil-Buchung;Festschreibung;Leistungsdatum;Datum Zuord. Steuerperiode;Fälligkeit'.split(';'),
  ...'Generalumkehr (GU);Steuersatz;Land;Abrechnungsreferenz;BVV-Position'.split(';'),
  ...'EU-Land u. UStID (Ursprung);EU-Steuersatz (Ursprung);Abw. Skontokonto'.split(';'),
]
