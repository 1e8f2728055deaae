/** Finds orders and papers by what somebody writes on a transfer or types into a search field. */
import { sql } from 'kysely'
import type { Db } from '../../database/schema.ts'
import { decimalsOf } from '../../pages/assets/form-rules.js'
import { DUE, IS_DUE } from '../../payments/due.ts'
import { readShop } from '../../shop/settings.ts'
import {
  type Numbers,
  readNumbers,
  readSpokenPaper,
  readTypedAmount,
  readTypedOrder,
  type Spelling,
  type SpokenPaper,
} from './read.ts'

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

/**
 * @param text as typed. @returns the orders that it names, those of its papers, and the open ones of which so much is due; the papers that
 * it names, and those of this total
 */
export async function findByReference(db: Db, text: string) {
  const spelling = await readSpelling(db)
  const numbers = readNumbers(text, spelling)
  const [named, labelled, spoken, pastOrders, ofAmount, papersOfAmount] = await Promise.all([
    existing(db, namedIn(text, numbers)),
    findPapers(db, numbers.labels),
    findSpoken(db, readSpokenPaper(text, spelling)),
    findPastOrders(db, numbers),
    findByAmount(db, text),
    findPapersByAmount(db, text),
  ])
  const papers = once([...labelled, ...spoken])
  const orderIds = [...new Set([...named, ...papers.map(({ orderId }) => orderId), ...ofAmount])]
  return { orderIds, papers: once([...papers, ...papersOfAmount]), pastOrders }
}

/** @param text as typed into the list of papers. @returns the papers that it names, those of its orders, and those of this total */
export async function findPapersByReference(db: Db, text: string): Promise<FoundPaper[]> {
  const spelling = await readSpelling(db)
  const numbers = readNumbers(text, spelling)
  const found = await Promise.all([
    findPapers(db, numbers.labels),
    findSpoken(db, readSpokenPaper(text, spelling, { bare: true })),
    findPapersOf(db, namedIn(text, numbers)),
    findPapersByAmount(db, text),
  ])
  return once(found.flat()).slice(0, MOST_MATCHES)
}

function namedIn(text: string, { named }: Numbers): number[] {
  const typed = readTypedOrder(text)
  return typed === undefined ? named : [...new Set([typed, ...named])]
}

function once(papers: readonly FoundPaper[]): FoundPaper[] {
  return [...new Map(papers.map(paper => [paper.id, paper])).values()]
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

async function findPapersOf(db: Db, orderIds: readonly number[]): Promise<FoundPaper[]> {
  if (orderIds.length === 0) return []
  const { rows } = await sql<FoundPaper>`
    select id, kind, label, order_id as "orderId" from documents where order_id = any(${orderIds}::bigint[])
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

/** The total has an index. An order that costs less now, or is partly paid, is compared by what is still due. */
async function findByAmount(db: Db, text: string): Promise<number[]> {
  const { amounts, isMeant } = meantAmounts(text)
  if (amounts.length === 0) return []
  const { rows } = await sql<{ id: number; due: number; currency: string }>`
    select id, due, currency from (
      select id, currency, ${DUE} as due from orders where ${IS_DUE} and total = any(${amounts}::bigint[])
      union
      select id, currency, ${DUE} as due from orders where ${IS_DUE} and (credited > 0 or payment_status in ('partly_paid', 'charged_back'))
    ) as open where due = any(${amounts}::bigint[]) order by id desc limit ${MOST_MATCHES}
  `.execute(db)
  return rows.filter(({ due, currency }) => isMeant(due, currency)).map(({ id }) => id)
}

async function findPapersByAmount(db: Db, text: string): Promise<FoundPaper[]> {
  const { amounts, isMeant } = meantAmounts(text)
  if (amounts.length === 0) return []
  const { rows } = await sql<FoundPaper & { total: number; currency: string }>`
    select id, kind, label, order_id as "orderId", (content ->> 'total')::bigint as total, content ->> 'currency' as currency
    from documents where (content ->> 'total')::bigint = any(${amounts}::bigint[])
    order by issued_at desc, id limit ${20 * MOST_MATCHES}
  `.execute(db)
  return rows
    .filter(({ total, currency }) => isMeant(total, currency))
    .slice(0, MOST_MATCHES)
    .map(({ id, kind, label, orderId }) => ({ id, kind, label, orderId }))
}

/** An amount counts in the currency of each order: `60.00` is 6000 cents, and 60 yen. */
function meantAmounts(text: string) {
  const [whole = '', fraction = ''] = readTypedAmount(text)?.split('.') ?? []
  const digits = fraction.replace(/0+$/, '')
  const inMinor = (decimals: number) => (digits.length > decimals ? -1 : Number(whole + digits.padEnd(decimals, '0')))
  return {
    amounts: [...new Set([0, 2, 3].map(inMinor))].filter(amount => Number.isSafeInteger(amount) && amount > 0),
    isMeant: (amount: number, currency: string) => amount === inMinor(decimalsOf(currency)),
  }
}
