/** Reads what accountants book: the invoices and credit notes of a year in euros, oldest first, each with its sums by rate. */
import { sql } from 'kysely'
import type { Db } from '../../database/schema.ts'
import { type BooksPeriod, documentsIn, taxesOf, within } from '../books.ts'
import type { DocumentContent, DocumentKind, DocumentTax } from '../content.ts'

/** These files are kept in euros, and documents know no rate of exchange. */
const CURRENCY = 'EUR'

export type Booking = {
  /** Its number in the order of the year. */
  position: number
  kind: DocumentKind
  label: string
  orderId: number
  content: Pick<DocumentContent, 'issuedOn' | 'buyer' | 'seller' | 'taxCountry' | 'vatRule' | 'total' | 'language'>
  taxes: readonly (Omit<DocumentTax, 'rate'> & { rate: number | null })[]
}

/** The days of a file lie in one year, because these programs close their books by year. */
export type BookedYear = { first: string; last: string; period: BooksPeriod; yearBegins: Date }

export async function* bookingsOf(db: Db, { period, yearBegins }: BookedYear): AsyncGenerator<Booking> {
  let position = await countIn(db, { from: yearBegins, before: period.from! })
  for await (const { kind, label, order_id, content } of documentsIn(db, period)) {
    if (content.currency !== CURRENCY) continue
    position++
    yield { position, kind, label, orderId: order_id, content, taxes: taxesOf(content) }
  }
}

async function countIn(db: Db, period: BooksPeriod): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from documents where content ->> 'currency' = ${CURRENCY} and ${within(period)}
  `.execute(db)
  return rows[0]!.count
}

/** Documents in other currencies, which the files leave out. */
export async function countLeftOut(db: Db, { period }: BookedYear): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from documents where content ->> 'currency' <> ${CURRENCY} and ${within(period)}
  `.execute(db)
  return rows[0]!.count
}
