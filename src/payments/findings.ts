/** What a person has to look at: doubts, money of another amount, and what was done without this shop. */
import { sql } from 'kysely'
import { one } from '../database/rows.ts'
import type { Db } from '../database/schema.ts'

export type PaymentFinding = { level: 'warn' | 'bad'; text: string }

/** Each count has an index of its own. */
export async function findPaymentFindings(db: Db): Promise<PaymentFinding[]> {
  const { rows } = await sql<Counts>`
    select
      (select count(*)::int from payment_calls where state = 'in_doubt') as doubts,
      (select count(*)::int from payment_calls where state in ('pending', 'sending') and due_at < now() - interval '5 minutes'
        and exists (select from payments p where p.id = payment_id and p.provider_id is not null)) as late,
      (select count(*)::int from payments where finding is not null) as mistakes,
      (select min(order_id) from payments where finding is not null) as "mistaken",
      (select count(*)::int from refunds where source in ('external', 'chargeback') and created_at > now() - interval '30 days') as elsewhere,
      (select count(*)::int from refunds where state = 'failed' and created_at > now() - interval '30 days') as failed,
      (select count(*)::int from provider_events where is_lost) as lost
  `.execute(db)
  const { doubts, late, mistakes, mistaken, elsewhere, failed, lost } = one(rows)
  const found: (PaymentFinding | false)[] = [
    doubts > 0 && {
      level: 'bad',
      text: `${doubts} calls to the payment provider are in doubt. Look there, then say what became of them: semel payments list, semel payments settle ID`,
    },
    late > 0 && { level: 'warn', text: `${late} calls to the payment provider have waited for more than 5 minutes.` },
    mistakes > 0 && {
      level: 'bad',
      text: `${mistakes} payments differ from what was asked, the first one of order #${mistaken}. No order was marked as paid by them.`,
    },
    failed > 0 && { level: 'warn', text: `${failed} refunds of the last 30 days have failed. Their orders show why.` },
    elsewhere > 0 && {
      level: 'warn',
      text: `${elsewhere} refunds and chargebacks of the last 30 days were made at the provider.`,
    },
    lost > 0 && {
      level: 'bad',
      text: `${lost} events are about payments that this database does not know. It was set back, or another shop uses the same account.`,
    },
  ]
  return found.filter(finding => finding !== false)
}

type Counts = Record<'doubts' | 'late' | 'mistakes' | 'elsewhere' | 'failed' | 'lost', number> & {
  mistaken: number | null
}
