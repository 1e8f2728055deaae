/**
 * Calls and payments of a provider that is not configured anymore. Nobody can make its calls or ask it, so after a while they are for
 * a person: a call is in doubt, a payment under way gets a finding. When the provider is configured again, both go on by themselves.
 */
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../database/schema.ts'
import { MINUTE, SECOND } from '../../time.ts'
import { titleOf } from '../providers/table.ts'
import '../tables.ts'
import { TRANSFER } from './wishes.ts'

/**
 * Time that work has to be overdue. While a new provider is rolled out, some processes do not know it yet, and others
 * work for it.
 */
const STRANDED_AFTER = 60 * MINUTE

/** @param configured the names of all providers that are configured */
export async function strand(db: Db, configured: readonly string[]): Promise<void> {
  const overdue = sql`now() - make_interval(secs => ${STRANDED_AFTER / SECOND})`
  for (const provider of await findGone(db, configured, overdue)) {
    await sql`
      with stranded as materialized (
        select c.id from payment_calls c join payments p on p.id = c.payment_id
        where c.state in ('pending', 'sending') and c.due_at < ${overdue} and p.provider = ${provider}
          -- The others wait until the provider has named the payment.
          and (c.kind = 'create' or p.provider_id is not null)
        for update of c skip locked
      )
      update payment_calls c
      set state = 'in_doubt', is_stranded = true,
        reply = ${titleOf(provider) + GONE_CALL} || coalesce(' It said before: ' || c.reply, '')
      from stranded where c.id = stranded.id
    `.execute(db)
    const finding = titleOf(provider) + GONE_PAYMENT
    await sql`
      update payments set finding = ${finding}
      where look_at < ${overdue} and provider = ${provider} and finding is null and finding_known is distinct from ${finding}
    `.execute(db)
  }
}

/** The providers for which calls or payments are overdue. */
async function findGone(db: Db, configured: readonly string[], overdue: RawBuilder<unknown>): Promise<string[]> {
  const { rows } = await sql<{ provider: string }>`
    select distinct provider from payments
    where provider <> all(${configured}::text[]) and provider <> ${TRANSFER} and id in (
      select id from payments where look_at < ${overdue}
      union select payment_id from payment_calls where state in ('pending', 'sending') and due_at < ${overdue}
    )
  `.execute(db)
  return rows.map(row => row.provider)
}

const GONE_CALL =
  ' is not configured anymore, so nobody can ask it. Configure it again, and this goes on by itself. ' +
  'Or look there: what was not done there counts as failed here.'
const GONE_PAYMENT =
  ' is not configured anymore, so nobody can ask it how this payment ends. Configure it again, ' +
  'and leave it out of PAYMENT_PROVIDERS if it is to take no new payments. Or look there, and close the payment here.'

/** The provider is back, and can be asked. An old key makes that the first step (calls.ts). */
export async function resumeStranded(db: Db, configured: readonly string[]): Promise<void> {
  await sql`
    update payment_calls c set state = 'pending', is_stranded = false, due_at = now(), reply = null
    from payments p
    where p.id = c.payment_id and c.state = 'in_doubt' and c.is_stranded and p.provider = any(${configured}::text[])
  `.execute(db)
}

type Abandoned = { provider: string; payments: number; orderId: number }

/** Counts the payments that need a provider, and whose provider is not configured: their calls, looks or checks are overdue. */
export async function countAbandoned(db: Db, configured: readonly string[]): Promise<Abandoned[]> {
  const overdue = sql`now() - interval '5 minutes'`
  const { rows } = await sql<Abandoned>`
    select provider, count(*)::int as payments, min(order_id) as "orderId" from payments
    where provider <> all(${configured}::text[]) and provider <> ${TRANSFER} and id in (
      select id from payments where look_at < ${overdue}
      union select id from payments where check_at < ${overdue}
      union select payment_id from payment_calls where state in ('pending', 'sending') and due_at < ${overdue}
      union select payment_id from payment_calls where state = 'in_doubt'
    )
    group by provider order by provider
  `.execute(db)
  return rows
}
