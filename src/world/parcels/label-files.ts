/**
 * Files that programs of carriers read to print labels: their columns, separators, encodings and limits. A text that is too long is
 * reported and not cut, because half a street leads nowhere.
 *
 * - DHL: "DHL Online Frankierung, Format der CSV-Importdatei" (scribd.com/document/517878096): semicolons, CP1252, the order of the
 *   columns is fixed, house numbers apart, no line breaks in a field, at most 100 rows; COUPON may be empty. Keys of products: Fakturama
 *   (com.sebulli.fakturama.exporter.DPAddress). Lengths: a generator of OpenERP for the same file (base_delivery_carrier_files,
 *   dhl_shipper).
 * - DPD: "Create a valid import file", doc.dpd.be/node/16, and it-integration.dpd.be ("Importing and exporting"): semicolons, UTF-8, any
 *   order of columns, at most 500 rows, countries of two letters. Its program maps columns by a profile, so ours may be beside its own.
 * - Royal Mail: Click & Drop, help articles 360000250093 (fields) and 360015376694 (customs): commas, weights in kg with at most three
 *   decimals, countries by name or three letters. Columns are mapped in the program. A row for each product, for customs.
 *
 * All read on 28 November 2026.
 */
import { isInUnion } from '../territories.ts'
import { threeLetters } from './three-letters.ts'

export type LabelItem = {
  sku: string
  name: string
  quantity: number
  /** Amount in the currency with its decimals, after discounts. */
  unitPrice: string
  grams: number | undefined
  hsCode: string | undefined
  origin: string | undefined
  customsText: string | undefined
}

export type LabelAddress = {
  name: string
  company: string
  street: string
  houseNumber: string
  line2: string
  postcode: string
  city: string
  region: string
  country: string
}

export type LabelParcel = {
  order: string
  to: LabelAddress
  from: LabelAddress
  email: string
  phone: string
  language: string
  /** undefined: a product has no weight. */
  grams: number | undefined
  total: string
  currency: string
  /** Customs look into it. */
  leaves: boolean
  items: readonly LabelItem[]
}

type Cell = (parcel: LabelParcel, item: LabelItem | undefined) => string
export type LabelColumn = { name: string; cell: Cell; longest?: number; required?: true }

export type LabelFile = {
  code: string
  title: string
  separator: ',' | ';'
  encoding: 'utf-8' | 'windows-1252'
  most: number
  /** A row for each product. */
  perItem?: true
  columns: readonly LabelColumn[]
}

const kilograms = (grams: number | undefined) => (grams === undefined ? '' : String(grams / 1000))

const column = (name: string, longest: number, cell: Cell): LabelColumn => ({ name, longest, cell })
const needed = (name: string, longest: number, cell: Cell): LabelColumn => ({ name, longest, cell, required: true })

/** The smallest parcel that may weigh as much. Other countries have keys that we do not know. */
function productOf({ to, grams }: LabelParcel): string {
  if (grams === undefined) return ''
  const sizes = to.country === 'DE' ? DHL_GERMANY : isInUnion(to.country) ? DHL_UNION : []
  return sizes.find(([most]) => grams <= most)?.[1] ?? ''
}
const DHL_GERMANY: [number, string][] = [
  [2000, 'PAK02.DEU'],
  [5000, 'PAK05.DEU'],
  [10_000, 'PAK10.DEU'],
  [31_500, 'PAK31.DEU'],
]
const DHL_UNION: [number, string][] = [
  [5000, 'PAK05.EU'],
  [10_000, 'PAK10.EU'],
  [20_000, 'PAK20.EU'],
  [31_500, 'PAK315.EU'],
]

const street = ({ street, houseNumber }: LabelAddress) => [street, houseNumber].filter(Boolean).join(' ')

export const LABEL_FILES: readonly LabelFile[] = [
  {
    code: 'dhl',
    title: 'DHL Online Frankierung',
    separator: ';',
    encoding: 'windows-1252',
    most: 100,
    columns: [
      needed('SEND_NAME1', 50, ({ from }) => from.name),
      column('SEND_NAME2', 50, ({ from }) => from.line2),
      needed('SEND_STREET', 50, ({ from }) => from.street),
      needed('SEND_HOUSENUMBER', 11, ({ from }) => from.houseNumber),
      needed('SEND_PLZ', 11, ({ from }) => from.postcode),
      needed('SEND_CITY', 38, ({ from }) => from.city),
      needed('SEND_COUNTRY', 9, ({ from }) => threeLetters(from.country)),
      needed('RECV_NAME1', 50, ({ to }) => to.name),
      column('RECV_NAME2', 50, ({ to }) => [to.company, to.line2].filter(Boolean).join(', ')),
      needed('RECV_STREET', 50, ({ to }) => to.street),
      needed('RECV_HOUSENUMBER', 11, ({ to }) => to.houseNumber),
      needed('RECV_PLZ', 11, ({ to }) => to.postcode),
      needed('RECV_CITY', 38, ({ to }) => to.city),
      needed('RECV_COUNTRY', 9, ({ to }) => threeLetters(to.country)),
      needed('PRODUCT', 30, productOf),
      column('COUPON', 30, () => ''),
    ],
  },
  {
    code: 'dpd',
    title: 'DPD Shipper',
    separator: ';',
    encoding: 'utf-8',
    most: 500,
    columns: [
      needed('recipient_name', 35, ({ to }) => to.name),
      column('recipient_name2', 35, ({ to }) => to.company),
      needed('recipient_street', 35, ({ to }) => to.street),
      column('recipient_house_no', 8, ({ to }) => to.houseNumber),
      column('recipient_street2', 35, ({ to }) => to.line2),
      needed('recipient_zip', 9, ({ to }) => to.postcode),
      needed('recipient_city', 35, ({ to }) => to.city),
      // Two letters, for the United States and Canada alone.
      column('recipient_state', 2, ({ to }) => (['US', 'CA'].includes(to.country) ? to.region : '')),
      needed('recipient_country', 2, ({ to }) => to.country),
      column('recipient_language', 2, ({ language }) => language.toUpperCase()),
      column('recipient_phone', 30, ({ phone }) => phone),
      column('recipient_email', 50, ({ email }) => email),
      needed('recipient_reference', 35, ({ order }) => order),
      // Ours: the profile of the shop maps it.
      column('weight_kg', 10, ({ grams }) => kilograms(grams)),
    ],
  },
  {
    code: 'royal-mail',
    title: 'Royal Mail Click & Drop',
    separator: ',',
    encoding: 'utf-8',
    most: 1000,
    perItem: true,
    columns: [
      needed('Order reference', 40, ({ order }) => order),
      needed('Full name', 200, ({ to }) => to.name),
      column('Company name', 100, ({ to }) => to.company),
      needed('Address line 1', 100, ({ to }) => street(to)),
      column('Address line 2', 100, ({ to }) => to.line2),
      needed('City', 100, ({ to }) => to.city),
      column('County', 100, ({ to }) => to.region),
      needed('Postcode', 20, ({ to }) => to.postcode),
      needed('Country', 200, ({ to }) => threeLetters(to.country)),
      column('Email', 100, ({ email }) => email),
      column('Phone', 25, ({ phone }) => phone),
      column('Weight', 10, ({ grams }) => kilograms(grams)),
      column('Total', 12, ({ total }) => total),
      column('Currency code', 20, ({ currency }) => currency),
      column('Product SKU', 100, (_, item) => item?.sku ?? ''),
      column('Product name', 800, (_, item) => item?.name ?? ''),
      column('Quantity', 10, (_, item) => String(item?.quantity ?? '')),
      column('Unit price', 12, (_, item) => item?.unitPrice ?? ''),
      column('Unit weight', 10, (_, item) => kilograms(item?.grams)),
      column('Product customs code', 10, (_, item) => item?.hsCode ?? ''),
      column('Customs description', 50, (_, item) => item?.customsText ?? ''),
      column('Country of origin', 3, (_, item) => (item?.origin ? threeLetters(item.origin) : '')),
    ],
  },
]

/** `Keizersgracht 1 B` and `12 Hill Road`: the number at the end, else at the beginning. Other texts stay together. */
export function splitStreet(line: string): { street: string; houseNumber: string } {
  const [, street, houseNumber] = /^(.*\D)\s+(\d+(?:\s?[-/]\s?\d+)?\s?[a-zA-Z]?)$/u.exec(line) ?? []
  if (street && houseNumber) return { street: street.replace(/,\s*$/, ''), houseNumber }
  const [, first, rest] = /^(\d+(?:[-/]\d+)?[a-zA-Z]?),?\s+(\D.*)$/u.exec(line) ?? []
  return first && rest ? { street: rest, houseNumber: first } : { street: line, houseNumber: '' }
}

/** Names all that a program would refuse, or a customs officer. */
export function faultsOf(file: LabelFile, parcel: LabelParcel): string[] {
  const items: (LabelItem | undefined)[] = file.perItem ? [...parcel.items] : [undefined]
  const cells = items.flatMap(item =>
    file.columns.map(({ name, cell, longest = 0, required }) => ({
      name,
      longest,
      required,
      text: cell(parcel, item),
    })),
  )
  const wrong = cells.flatMap(({ name, longest, required, text }) => [
    ...(required && text === '' ? [`${name} is missing`] : []),
    ...(text.length > longest ? [`${name} has more than ${longest} characters: ${text}`] : []),
    ...(file.encoding === 'windows-1252' && !fitsWindows1252(text)
      ? [`${name} has letters that the file cannot hold: ${text}`]
      : []),
  ])
  const customs = parcel.leaves ? parcel.items.flatMap(customsFaults) : []
  return [...new Set([...wrong, ...customs])]
}

function customsFaults({ name, hsCode, origin, customsText }: LabelItem): string[] {
  const missing = [
    ...(hsCode ? [] : ['customs tariff number']),
    ...(origin ? [] : ['country of origin']),
    ...(customsText ? [] : ['description for customs']),
  ]
  return missing.length > 0 ? [`${name} has no ${missing.join(', no ')}`] : []
}

const BYTES: ReadonlyMap<string, number> = new Map(
  Array.from({ length: 256 }, (_, byte) => [new TextDecoder('windows-1252').decode(Uint8Array.of(byte)), byte]),
)

export function fitsWindows1252(text: string): boolean {
  return [...text].every(letter => BYTES.has(letter))
}

/** A letter that the encoding does not have loses its accents, or becomes a question mark. */
export function inWindows1252(text: string): Buffer {
  const byteOf = (letter: string) => BYTES.get(letter) ?? BYTES.get(letter.normalize('NFKD')[0]!) ?? 0x3f
  return Buffer.from([...text.normalize('NFC')].map(byteOf))
}
