/*
 * Recipients that our own relay refused in words about the address. A relay that does not relay for this shop refuses every
 * recipient, and some say it as for a mailbox that does not exist. So a refusal counts once the same relay has taken an email for
 * somebody else (`confirmSql`, in the statement that records it). Refusals at several domains with nothing taken in between are the
 * relay's fault: their emails return to the queue, and none of them ever suppresses. The rows are the streak; the next acceptance
 * ends it, on whatever worker. OpenSMTPD 6.8 answers "550 Invalid recipient" when no rule of it matches. Such an unclear refusal is
 * part of the streak, and suppresses nobody.
 */
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../database/schema.ts'

/** Refused recipients at so many domains, and nobody accepted in between, mean that the relay refuses us. */
const DOMAINS_OF_A_FAULT = 3

const isOfRelay = sql`count(distinct split_part(address, '@', 2)) >= ${sql.lit(DOMAINS_OF_A_FAULT)}`

/**
 * Keeps the refusals among endings, and suppresses those kept before that an acceptance confirms.
 * @param ended a table expression with id, outcome, address, relay, reply, "refusedAddress", "refusedBy" and "isUnclear"
 * @returns table expressions
 */
export function confirmSql(ended: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`refused as (
      insert into refused_recipients (address, relay, detail, delivery_id, is_about_address)
      select distinct on (lower("refusedAddress")) lower("refusedAddress"), "refusedBy", left(reply, 500), id,
        "isUnclear" is distinct from true
      from ${ended} where "refusedAddress" is not null
      on conflict (address) do update
        set relay = excluded.relay, detail = excluded.detail, delivery_id = excluded.delivery_id, since = now(),
          is_about_address = excluded.is_about_address
    ), confirmed as (
      delete from refused_recipients where relay in (select relay from ${ended} where outcome = 'sent')
      returning address, relay, detail, delivery_id, is_about_address
    ), suppressed as (
      insert into suppressed_addresses (address, reason, detail, delivery_id)
      select address, 'refused', detail, delivery_id from confirmed
      where is_about_address and address not in (select lower(address) from ${ended} where outcome = 'sent' and address is not null)
        and relay not in (select relay from confirmed group by relay having ${isOfRelay})
      on conflict (address) do nothing
    )`
}

/**
 * Puts the emails of refused recipients back into the queue when the relay refuses everybody.
 * @returns the ids of their deliveries; none while the relay may be right
 */
export async function requeueRefused(db: Db, relay: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    update deliveries d
    set state = 'pending', due_at = statement_timestamp(), retrying_since = statement_timestamp(), ended_at = null,
      reply = 'To be sent again: the relay refuses everybody.'
    from refused_recipients r
    where r.relay = ${relay} and d.id = r.delivery_id and d.state = 'failed'
      and (select ${isOfRelay} from refused_recipients where relay = ${relay})
    returning d.id
  `.execute(db)
  return rows.map(({ id }) => id)
}

/** Runs with the deletion of the account, and when staff say that the address works. */
export async function forgetRefused(db: Db, address: string): Promise<void> {
  await sql`delete from refused_recipients where address = lower(${address})`.execute(db)
}

/** An operator sends this email again. */
export async function forgetRefusedOf(db: Db, deliveryId: string): Promise<void> {
  await sql`delete from refused_recipients where delivery_id = ${deliveryId}::uuid`.execute(db)
}
