/** Exports the documents for the accountant: each with its VAT by rate, and the sums by month and country. */
import { sql } from 'kysely'
import { type CsvForm, csvLine, type Written } from '../csv.ts'
import type { Db } from '../database/schema.ts'
import { decimal } from '../pages/format.ts'
import { percentOf } from '../pricing/totals.ts'
import type { DocumentContent, DocumentKind, DocumentTax } from './content.ts'

/** Filters by issue time. */
export type BooksPeriod = { from?: Date; before?: Date }

export const within = ({ from, before }: BooksPeriod) =>
  sql`issued_at >= ${from ?? '-infinity'}::timestamptz and issued_at < ${before ?? 'infinity'}::timestamptz`

/** The VAT of a document by rate. A credit note counts against. An order from before Semel knew VAT has an amount without a rate. */
const TAXES = sql`jsonb_to_recordset(case content -> 'taxes'
  when '[]' then jsonb_build_array(jsonb_build_object('net', content -> 'total', 'tax', 0, 'gross', content -> 'total'))
  else content -> 'taxes'
end) as t (rate int, net bigint, tax bigint, gross bigint)`

export type MonthlySum = {
  month: string
  country: string
  currency: string
  rate: number | null
  documents: number
  net: number
  tax: number
  gross: number
}

/** Sums by month, country, currency and rate, newest month first. */
export async function sumByMonth(db: Db, period: BooksPeriod): Promise<MonthlySum[]> {
  const { rows } = await sql<MonthlySum>`
    select left(content ->> 'issuedOn', 7) as month, coalesce(content ->> 'taxCountry', '') as country,
      content ->> 'currency' as currency, rate, count(*)::int as documents,
      sum(net * sign)::float8 as net, sum(tax * sign)::float8 as tax, sum(gross * sign)::float8 as gross
    from documents cross join lateral ${TAXES}
    cross join lateral (select case kind when 'invoice' then 1 else -1 end as sign) as signed
    where ${within(period)}
    group by 1, 2, 3, 4
    order by 1 desc, 2, 3, 4 desc nulls last
  `.execute(db)
  return rows
}

export async function* sumsCsv(db: Db, period: BooksPeriod, form: CsvForm): AsyncGenerator<string> {
  yield csvLine(['month', 'country', 'currency', 'vat_rate', 'documents', 'net', 'vat', 'gross'], form)
  for (const { month, country, currency, rate, documents, net, tax, gross } of await sumByMonth(db, period)) {
    const amounts = [net, tax, gross].map(amount => amountCell(amount, currency))
    yield csvLine([month, country, currency, rateCell(rate), documents, ...amounts], form)
  }
}

function rateCell(rate: number | null): Written | string {
  return rate === null ? '' : { number: String(percentOf(rate)) }
}

/** Writes the decimals of the currency, as bank statements and other files have them. */
export function amountCell(amount: number, currency: string): Written {
  return { number: decimal(amount, currency) }
}

type Row = {
  id: string
  kind: DocumentKind
  label: string
  order_id: number
  issued_at: string
  content: DocumentContent
}

const DOCUMENTS_A_BATCH = 500

/** A line for each document and rate, oldest first. */
export async function* documentsCsv(db: Db, period: BooksPeriod, form: CsvForm): AsyncGenerator<string> {
  yield csvLine(
    'number,kind,date,order,corrects,buyer,buyer_country,vat_country,currency,vat_rate,net,vat,gross'.split(','),
    form,
  )
  for await (const row of documentsIn(db, period)) yield* linesOf(row, form)
}

/** All documents of a period, oldest first. */
export async function* documentsIn(db: Db, period: BooksPeriod): AsyncGenerator<Row> {
  let last: Row | undefined
  do {
    const { rows } = await sql<Row>`
      select id, kind, label, order_id, issued_at::text, content from documents
      where ${within(period)} and (${last === undefined}
      or (issued_at, id) > (${last?.issued_at ?? null}::timestamptz, ${last?.id ?? null}::uuid))
      order by issued_at, id limit ${DOCUMENTS_A_BATCH}
    `.execute(db)
    yield* rows
    last = rows.length === DOCUMENTS_A_BATCH ? rows.at(-1) : undefined
  } while (last)
}

/** The sums by rate. An order from before Semel knew VAT has an amount without a rate. */
export function taxesOf({ taxes, total }: DocumentContent): (Omit<DocumentTax, 'rate'> & { rate: number | null })[] {
  return taxes.length > 0 ? taxes : [{ rate: null, net: total, tax: 0, gross: total }]
}

function* linesOf({ kind, label, order_id, content }: Row, form: CsvForm): Generator<string> {
  const { issuedOn, corrects, buyer, taxCountry, currency } = content
  const sign = kind === 'invoice' ? 1 : -1
  for (const { rate, net, tax, gross } of taxesOf(content)) {
    const who = [buyer?.name ?? '', buyer?.country ?? '', taxCountry ?? '']
    const amounts = [net, tax, gross].map(amount => amountCell(sign * amount, currency))
    const numbers = [label, kind, issuedOn, order_id, corrects?.number ?? '']
    yield csvLine([...numbers, ...who, currency, rateCell(rate), ...amounts], form)
  }
}
