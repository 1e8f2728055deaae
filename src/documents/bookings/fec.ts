/**
 * Writes the French file of bookings (fichier des écritures comptables): Livre des procédures fiscales, article A47 A-1. It has 18 fields
 * with these names in the first line, tabs, decimal commas and days as AAAAMMJJ. Its name is made of SIREN, FEC and the end of the
 * business year. It has the journal of sales only: the accountant adds banks and purchases. Each document is one booking whose debit
 * equals its credit.
 */
import { decimal } from '../../pages/format.ts'
import { percentOf } from '../../pricing/totals.ts'
import type { Shop } from '../../shop/settings.ts'
import { plainVatId } from '../../world/vat-id.ts'
import { FRENCH_ACCOUNTS, ownAccount } from './accounts.ts'
import type { Booking } from './bookings.ts'

export const FEC_FIELDS: readonly string[] = [
  ...'JournalCode JournalLib EcritureNum EcritureDate CompteNum CompteLib CompAuxNum CompAuxLib PieceRef'.split(' '),
  ...'PieceDate EcritureLib Debit Credit EcritureLet DateLet ValidDate Montantdevise Idevise'.split(' '),
]

/** A booked line; below zero it is a credit. */
type Posting = { account: readonly [number: string, name: string]; debit: number; text: string }

export async function* fecFile(
  bookings: AsyncIterable<Booking>,
  shop: Pick<Shop, 'accountNumbers'>,
): AsyncGenerator<string> {
  yield line(FEC_FIELDS)
  for await (const booking of bookings) {
    for (const posting of postingsOf(booking)) if (posting.debit !== 0) yield line(row(booking, posting, shop))
  }
}

function postingsOf({ kind, label, orderId, content, taxes }: Booking): Posting[] {
  const sign = kind === 'invoice' ? 1 : -1
  const what = `${kind === 'invoice' ? 'Facture' : 'Avoir'} ${label}, commande ${orderId}`
  const sales = taxes.flatMap(({ rate, net, tax }) => {
    const text = rate === null ? what : `${what}, TVA ${content.taxCountry ?? ''} ${percentOf(rate)} %`
    return [
      { account: FRENCH_ACCOUNTS.sales, debit: -sign * net, text },
      { account: FRENCH_ACCOUNTS.vat, debit: -sign * tax, text },
    ]
  })
  const gross = taxes.reduce((sum, tax) => sum + tax.gross, 0)
  return [{ account: FRENCH_ACCOUNTS.customers, debit: sign * gross, text: what }, ...sales]
}

function row(
  { position, label, content }: Booking,
  { account, debit, text }: Posting,
  shop: Pick<Shop, 'accountNumbers'>,
) {
  const day = content.issuedOn.replaceAll('-', '')
  const [number, name] = account
  const sides = [Math.max(debit, 0), Math.max(-debit, 0)].map(cents => decimal(cents, 'EUR').replace('.', ','))
  const names = [ownAccount(number, shop), name, '', '']
  return ['VE', 'Ventes', String(position), day, ...names, label, day, text, ...sides, '', '', day, '', '']
}

/** A tab, a bar or a line break in a text would end its field. */
function line(cells: readonly string[]): string {
  return `${cells.map(cell => cell.replaceAll(/[\t\r\n|]+/g, ' ')).join('\t')}\r\n`
}

/** The SIREN is the number of the register, and ends the VAT ID (python-stdnum, `fr.tva`). A shop without either names the file itself. */
export function fecName({ registerNumber, vatId }: Pick<Shop, 'registerNumber' | 'vatId'>, year: string): string {
  const [, registered] = /(?<!\d)(\d{9})(?!\d)/.exec(registerNumber.replaceAll(/[\s.]/g, '')) ?? []
  const [, taxed] = /^FR[A-Z\d]{2}(\d{9})$/.exec(plainVatId(vatId)) ?? []
  return `${registered ?? taxed ?? 'SIREN'}FEC${year}1231.txt`
}
