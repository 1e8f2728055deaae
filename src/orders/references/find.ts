/** Finds orders and papers by what somebody writes on a transfer or types into a search field. */
import { sql } from 'kysely'
import type { Db } from '../../database/schema.ts'
import { decimalsOf } from '../../pages/assets/form-rules.js'
import { DUE, IS_DUE } from '../../payments/due.ts'
import { readShop } from '../../shop/settings.ts'
import { type Numbers, readNumbers, readSpokenPaper, readTypedAmount, type Spelling, type SpokenPaper } from './read.ts'

type FoundPaper = { id: string; kind: 'invoice' | 'credit_note'; label: string; orderId: number }
type FoundPastOrder = {
  id: string
  number: string
  ownerId: string
  placedAt: Date
  total: number
  currency: string
}

/** Lists of a search are short. */
const MOST_MATCHES = 50

export async function readSpelling(db: Db): Promise<Spelling> {
  const { transferReference, invoicePrefix, creditNotePrefix } = await readShop(db)
  return { transferReference, invoicePrefix, creditNotePrefix }
}

/** @param text as typed. @returns the orders that it names, those of its papers, and the open ones of which so much is due */
export async function findByReference(db: Db, text: string) {
  const spelling = await readSpelling(db)
  const numbers = readNumbers(text, spelling)
  const [named, labelled, spoken, pastOrders, ofAmount] = await Promise.all([
    existing(db, numbers.named),
    findPapers(db, numbers.labels),
    findSpoken(db, readSpokenPaper(text, spelling)),
    findPastOrders(db, numbers),
    findByAmount(db, text),
  ])
  const papers = [...labelled, ...spoken.filter(({ id }) => labelled.every(paper => paper.id !== id))]
  const orderIds = [...new Set([...named, ...papers.map(({ orderId }) => orderId), ...ofAmount])]
  return { orderIds, papers, pastOrders }
}

async function existing(db: Db, ids: readonly number[]): Promise<number[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<{
    id: number
  }>`select id from orders where id = any(${ids}::bigint[]) limit ${MOST_MATCHES}`.execute(db)
  return ids.filter(id => rows.some(row => row.id === id))
}

/** Invoices and credit notes. */
export async function findPapers(db: Db, labels: readonly string[]): Promise<FoundPaper[]> {
  if (labels.length === 0) return []
  const { rows } = await sql<FoundPaper>`
    select id, kind, label, order_id as "orderId" from documents
    where regexp_replace(upper(label), '[^A-Z0-9]', '', 'g') = any(${labels}::text[])
    order by issued_at desc, id limit ${MOST_MATCHES}
  `.execute(db)
  return rows
}

/** The series are few: two for each year at most. */
async function findSpoken(db: Db, paper: SpokenPaper | undefined): Promise<FoundPaper[]> {
  if (!paper) return []
  const { rows } = await sql<FoundPaper>`
    select d.id, d.kind, d.label, d.order_id as "orderId"
    from invoice_series s join documents d on d.series = s.name and d.number = ${paper.number}::bigint
    where d.kind = any(${paper.kinds}::text[]) and (${paper.year}::text is null or s.name like '%/' || ${paper.year}::text)
    order by d.issued_at desc, d.id limit ${MOST_MATCHES}
  `.execute(db)
  return rows
}

async function findPastOrders(db: Db, { labels }: Numbers): Promise<FoundPastOrder[]> {
  if (labels.length === 0) return []
  const { rows } = await sql<FoundPastOrder>`
    select id, number, owner_id as "ownerId", placed_at as "placedAt", total, currency from past_orders
    where regexp_replace(upper(number), '[^A-Z0-9]', '', 'g') = any(${labels}::text[])
    order by placed_at desc, id limit ${MOST_MATCHES}
  `.execute(db)
  return rows
}

/** An amount counts in the currency of each order: `60.00` is 6000 cents, and 60 yen. */
async function findByAmount(db: Db, text: string): Promise<number[]> {
  const typed = readTypedAmount(text)
  if (typed === undefined) return []
  const [whole = '', fraction = ''] = typed.split('.')
  const digits = fraction.replace(/0+$/, '')
  const inMinor = (decimals: number) => (digits.length > decimals ? -1 : Number(whole + digits.padEnd(decimals, '0')))
  const amounts = [0, 2, 3].map(inMinor).filter(amount => amount > 0)
  // The total has an index. An order that costs less now, or is partly paid, is compared by what is still due.
  const { rows } = await sql<{ id: number; due: number; currency: string }>`
    select id, due, currency from (
      select id, currency, ${DUE} as due from orders where ${IS_DUE} and total = any(${amounts}::bigint[])
      union
      select id, currency, ${DUE} as due from orders where ${IS_DUE} and (credited > 0 or payment_status in ('partly_paid', 'charged_back'))
    ) as open where due = any(${amounts}::bigint[]) order by id desc limit ${MOST_MATCHES}
  `.execute(db)
  return rows.filter(({ due, currency }) => due === inMinor(decimalsOf(currency))).map(({ id }) => id)
}
