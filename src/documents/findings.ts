/** What keeps invoices from being written. */
import { sql } from 'kysely'
import { one } from '../database/rows.ts'
import type { Db } from '../database/schema.ts'
import { missingFacts } from '../shop/missing.ts'
import { loadShop } from '../shop/settings.ts'
import { listSeries } from './series.ts'

export type DocumentFinding = { level: 'warn' | 'bad'; text: string; see?: { href: string; label: string } }

export async function findDocumentFindings(db: Db): Promise<DocumentFinding[]> {
  const shop = await loadShop(db)
  if (shop.invoiceMoment === 'never') return []
  const waiting = (await listSeries(db)).filter(({ isWaiting }) => isWaiting).map(({ name }) => name)
  const see = { href: '/admin/documents', label: 'Enter it' }
  const text = `The database was set back, so nobody knows which invoices left the house. The numbers of ${waiting.join(', ')} wait until an admin says what the last one was.`
  const doubts: DocumentFinding[] = waiting.length > 0 ? [{ level: 'bad', text, see }] : []
  if (missingFacts(shop).length === 0) return doubts
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from (
      select from orders where needs_invoice and total > 0 and status in ('shipped', 'delivered') limit 1000
    ) as due
  `.execute(db)
  const { n } = one(rows)
  if (n === 0) return doubts
  const legal = { href: '/admin/settings/legal', label: 'Enter it' }
  const wait = `${n === 1000 ? 'More than 999' : n} shipped orders have no invoice, because nobody has entered who sells and from where.`
  return [...doubts, { level: 'warn', text: wait, see: legal }]
}
