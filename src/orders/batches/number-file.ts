/**
 * Reads the file that a carrier's program writes back: parcel numbers with the references of the orders. In these programs people choose
 * the columns themselves, so columns are known by the words for them. The references are those of our files for carriers
 * (src/console/packing), so DPD's `recipient_reference` and Royal Mail's "Order reference" are among them.
 */
import { setImmediate } from 'node:timers/promises'
import { detectLayout } from '../../catalogue/import/file-text.ts'
import { fileIn, inPieces } from '../../catalogue/import/route.ts'
import { readCsv, unescapeFormula } from '../../csv.ts'
import type { Db } from '../../database/schema.ts'
import { ID_MAX } from '../../database/schema.ts'
import { decodedText } from '../../encoding.ts'
import { invalidInput } from '../../problems.ts'
import { readShop } from '../../shop/settings.ts'
import { CARRIERS } from '../../world/parcels/carriers.ts'
import { readNumbers, type Spelling } from '../references/read.ts'
import { MOST_IN_BATCH, type NewRow } from './keep.ts'

/** Small letters and digits. The name that says most comes first. */
const NUMBER_COLUMNS = {
  number:
    'sendungsnummer paketnummer paketscheinnummer trackingnummer trackingnumber trackingno trackingnr trackingid trackid ' +
    'packagetrackingnumber parcelnumber parcelno parcelnr parcellabelnumber shipmentnumber consignmentnumber trackingcode ' +
    'identcode numerodesuivi numerodecolis ndesuivi ndecolis trackingnumbers tracking barcode sendung paket colis parcel',
  order:
    'orderreference ordernumber orderno orderid order bestellnummer auftragsnummer bestellung auftrag numerodecommande ' +
    'ndecommande commande recipientreference packagereference1 shipmentreference customerreference sendungsreferenz ' +
    'kundenreferenz referenznummer referenz referenz1 reference1 reference referencenumber referenceclient yourreference ref',
  postcode:
    'recipientzip recipientpostcode recvplz empfangerplz plzempfanger receiverpostcode receiverzip postcode zip zipcode plz ' +
    'postleitzahl codepostal',
  carrier: 'carrier carriername shippingcarrier versanddienstleister versandart transporteur',
} as const
type Column = keyof typeof NUMBER_COLUMNS

/** @throws Problem for a file without the two columns, or without rows */
export async function readNumberFile(db: Db, data: string): Promise<NewRow[]> {
  const bytes = fileIn(data)
  await setImmediate()
  const layout = await detectLayout(decodedText(inPieces(bytes)))
  const shop = await readShop(db)
  const rows: NewRow[] = []
  let columns: Partial<Record<Column, number>> | undefined
  for await (const record of readCsv(layout.text, layout.delimiter)) {
    if ('mistake' in record) throw unreadable(`line ${record.line} ${record.mistake}`)
    const cells = record.fields.map(cell => unescapeFormula(cell.replace(/^\uFEFF/, '')).trim())
    if (!columns) columns = columnsIn(cells)
    else {
      const row = rowOf(cells, columns, record.line, shop)
      if (row) rows.push(row)
    }
    if (rows.length > MOST_IN_BATCH) throw unreadable(`it has more than ${MOST_IN_BATCH} rows`)
  }
  if (!columns) throw unreadable('no line names its columns: one must be called “Tracking number” and one “Order”')
  if (rows.length === 0) throw unreadable('it has no row with a number')
  return rows
}

function unreadable(why: string) {
  return invalidInput({ field: 'data', reason: `cannot be read: ${why}`, code: 'wrong_columns' })
}

/** @returns undefined for a line above the names, such as a title */
function columnsIn(cells: readonly string[]): Partial<Record<Column, number>> | undefined {
  const names = cells.map(cell =>
    cell
      .normalize('NFKD')
      .toLowerCase()
      .replaceAll(/[^a-z0-9]/g, ''),
  )
  const find = (column: Column) => {
    const name = NUMBER_COLUMNS[column].split(' ').find(word => names.includes(word))
    return name === undefined ? undefined : names.indexOf(name)
  }
  const columns = { number: find('number'), order: find('order'), postcode: find('postcode'), carrier: find('carrier') }
  const found = Object.entries(columns).filter((entry): entry is [Column, number] => entry[1] !== undefined)
  return columns.number === undefined || columns.order === undefined ? undefined : Object.fromEntries(found)
}

const LONGEST = 100

/** A row without a number is an order that has no label yet. */
function rowOf(
  cells: readonly string[],
  columns: Partial<Record<Column, number>>,
  line: number,
  spelling: Spelling,
): NewRow | undefined {
  const cell = (column: Column) =>
    cells[columns[column] ?? -1]?.slice(0, LONGEST).toWellFormed().replaceAll('\0', '') ?? ''
  // Spreadsheets keep long numbers as text by writing ="…" around them.
  const trackingNumber = cell('number').replace(/^="(.*)"$/, '$1')
  if (!/\S/.test(trackingNumber)) return undefined
  const named = cell('order')
  return {
    row: line,
    orderId: orderIn(named, spelling),
    named: named || '(none)',
    trackingNumber,
    carrier: carrierIn(cell('carrier')),
    postcode: cell('postcode') || null,
  }
}

/** @returns null for a reference that names no order, or several */
function orderIn(text: string, spelling: Spelling): number | null {
  const { named, bare } = readNumbers(text, spelling)
  const [id, ...others] = named.length > 0 ? named : bare
  return id !== undefined && others.length === 0 && id <= ID_MAX ? id : null
}

/** Finds the carrier that a cell names. The number decides if it names none. */
function carrierIn(text: string): string | null {
  const small = text.toLowerCase()
  const found = CARRIERS.find(({ code, name, words }) =>
    [code, name.toLowerCase(), ...words].some(word => small === word || small.startsWith(`${word} `)),
  )
  return found?.code ?? null
}
