/**
 * Lists the supplies to businesses in other member states for the recapitulative statement (in Germany "Zusammenfassende Meldung").
 * Directive 2006/112/EC, Article 262(1)(a): to whom goods were supplied; Article 263: by month or by quarter, as the state wants; Article
 * 264(1): own VAT ID, that of the buyer, sum of the supplies (d) and of what corrects them (f). A correction belongs to the period in
 * which the buyer learned of it (Article 264(2)): that of the credit note. By Article 67 a supply belongs to that of its invoice.
 */
import { sql } from 'kysely'
import { type CsvForm, csvLine } from '../../csv.ts'
import type { Db } from '../../database/schema.ts'
import { amountCell, type BooksPeriod, within } from '../books.ts'

type Supplied = {
  month: string
  sellerVatId: string
  buyerVatId: string
  currency: string
  documents: number
  supplies: number
  corrections: number
}

/** Oldest month first. The VAT ID of the buyer is empty once the retention of the document has ended. */
async function sumSupplies(db: Db, period: BooksPeriod): Promise<Supplied[]> {
  const { rows } = await sql<Supplied>`
    select left(content ->> 'issuedOn', 7) as month,
      regexp_replace(upper(content -> 'seller' ->> 'vatId'), '[^A-Z0-9]', '', 'g') as "sellerVatId",
      coalesce(content -> 'buyer' ->> 'vatId', '') as "buyerVatId",
      content ->> 'currency' as currency, count(distinct id)::int as documents,
      sum(case kind when 'invoice' then net else 0 end)::float8 as supplies,
      sum(case kind when 'invoice' then 0 else -net end)::float8 as corrections
    from documents cross join lateral jsonb_to_recordset(content -> 'taxes') as t (net bigint, category text)
    where ${within(period)} and category = 'K'
    group by 1, 2, 3, 4
    order by 1, 2, 3, 4
  `.execute(db)
  return rows
}

const SUPPLY_COLUMNS = 'month,quarter,seller_vat_id,buyer_vat_id,currency,documents,supplies,corrections,total'.split(
  ',',
)

export async function* suppliesCsv(db: Db, period: BooksPeriod, form: CsvForm): AsyncGenerator<string> {
  yield csvLine(SUPPLY_COLUMNS, form)
  for (const { month, currency, documents, supplies, corrections, ...ids } of await sumSupplies(db, period)) {
    const amounts = [supplies, corrections, supplies + corrections].map(amount => amountCell(amount, currency))
    const [year = '', n] = month.split('-')
    const quarter = `${year}-Q${Math.ceil(Number(n) / 3)}`
    yield csvLine([month, quarter, ids.sellerVatId, ids.buyerVatId, currency, documents, ...amounts], form)
  }
}
