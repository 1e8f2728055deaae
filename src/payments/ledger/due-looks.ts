/**
 * Finds the payments that are due to be looked at: after news, after a while, when a customer comes back, or after a
 * set-back.
 */
import { sql } from 'kysely'
import type { Db, Tx } from '../../database/schema.ts'
import { SECOND } from '../../time.ts'

/** Longer than a provider may take to answer. */
const LOOK_LEASE = 45 * SECOND

/** Takes payments that are due to be looked at, those with news first. @returns their ids, each with the lease that `look` gives back */
export async function claimLooks(db: Db, provider: string, limit: number): Promise<Due[]> {
  const lease = sql`now() + make_interval(secs => ${LOOK_LEASE / SECOND})`
  const { rows } = await sql<Due>`
    with due as materialized (
      select id from payments where look_at <= now() and provider = ${provider} and provider_id is not null
      order by look_at limit ${limit} for update skip locked
    ), checks as materialized (
      select id from payments where check_at <= now() and provider = ${provider} and provider_id is not null
      order by check_at limit (select greatest(0, ${limit} - count(*)) from due) for update skip locked
    )
    update payments p
    set look_at = case when p.id in (select id from due) then ${lease} else look_at end,
      check_at = case when p.id in (select id from checks) then ${lease} else check_at end
    where p.id in (select id from due union select id from checks)
    returning p.id, p.look_at::text as lease
  `.execute(db)
  return rows
}

/**
 * Tests whether the return of a customer is a reason to look: once in two seconds, however often the page is loaded.
 */
export async function claimReturn(db: Db, id: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update payments set returned_at = now() where id = ${id} and (returned_at is null or returned_at < now() - interval '2 seconds')
  `.execute(db)
  return numAffectedRows === 1n
}

export type Due = { id: string; lease: string | null }

/** The database was set back at this time: what it holds about payments may be older than what the provider holds. */
export async function lookAtAll(db: Db, setBackAt: string): Promise<void> {
  await sql`
    update payments set look_at = now()
    where coalesce(looked_at, created_at) < ${setBackAt}::timestamptz and provider_id is not null
      and created_at > ${setBackAt}::timestamptz - interval '90 days'
  `.execute(db)
}

/** @returns whether no answer that was asked for later has been applied. The order is locked. */
export async function isNewest(tx: Tx, id: string, askedAt: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update payments set asked_at = ${askedAt}::timestamptz
    where id = ${id} and (asked_at is null or asked_at <= ${askedAt}::timestamptz)
  `.execute(tx)
  return numAffectedRows === 1n
}
