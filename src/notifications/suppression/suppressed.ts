/*
 * The suppression list has addresses to which nothing is sent, because mail comes back or its reader complained. A sender who goes
 * on writing to dead addresses loses the others, too: providers block it.
 *
 * - The key is the address, not the account. A user who enters another address gets emails at once, and a report about an
 *   earlier address does not touch the present one.
 * - A report is not believed, because anybody can write one. It has to name one of our emails by its Message-ID, whose key only
 *   its recipient and the relays on the way know (mail/message-id.ts). The address to which that email went is suppressed,
 *   whatever the report says, so nobody silences somebody else.
 * - One report, even a true one, silences no password reset, no email that gives an address back to its reader, and no receipt
 *   that the law asks for. A report about a second email does.
 * - A refusal of a recipient by our own relay counts once the relay has taken an email for somebody else (refused-recipients.ts).
 * - A report counts once, by the key (email, kind). A repeat after staff have cleared the address changes nothing.
 * - Only the address counts (`isAboutAddress`). Were a full mailbox or a blocked sender to count, one wrong rule of a relay would
 *   end all emails.
 * - A reader who complained gets no advertising, and still confirmations, invoices and password resets: those were asked for.
 * - `commitToSend` looks here in the statement that is the last look at the address. Composing looks, too, so that an attempt
 *   ends with a reason and does not go round.
 * - A withheld email fails and is not skipped. So staff see it, and by sending it again they confirm that the address works.
 */
import { type RawBuilder, sql } from 'kysely'
import type { Config } from '../../config.ts'
import type { AppContext } from '../../context.ts'
import { countRows } from '../../database/lists/count.ts'
import { newestFirst, type Paging, readListPage } from '../../database/lists/keyset.ts'
import { one, recordsetSql } from '../../database/rows.ts'
import type { Db } from '../../database/schema.ts'
import type { EventType } from '../../events/announce.ts'
import { hasSeenEmail } from '../../mail/message-id.ts'
import type { Finding } from '../../words/text.ts'
import { t } from '../../words/words.ts'
import type { SuppressionReason } from '../tables.ts'
import type { MailReport } from './read-report.ts'
import { forgetRefused, forgetRefusedOf } from './refused-recipients.ts'

/** Emails that a reader who complained no longer gets. Those about an order still arrive. */
const ADVERTISING: readonly EventType[] = ['announcement.published', 'product.back_in_stock']

/** Emails that the law, or a customer, expects to arrive. When one cannot, staff have to know. */
const LEGAL: readonly EventType[] = [
  'order.placed',
  'order.confirmation_requested',
  'document.issued',
  'withdrawal.received',
]

/** Emails with which the reader of a mailbox gets an account or an address back. */
const GIVING_BACK: readonly EventType[] = [
  'user.password_reset_requested',
  'user.registered',
  'user.email_changed',
  'user.verification_requested',
  // The warning and the link: one never goes where the other does not.
  'user.recovery_asked',
  'user.recovery_linked',
]

/** Tests whether an email of this kind to this address is withheld. */
export function isSuppressedSql(address: RawBuilder<unknown>, kind: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql`exists (
    select from suppressed_addresses s
    where s.address = lower(${address}) and case s.reason
      when 'complained' then ${kind} = any(${[...ADVERTISING]}::text[])
      when 'bounced' then s.reports > 1 or ${kind} <> all(${[...GIVING_BACK, ...LEGAL]}::text[])
      else true end
  )`
}

/** Finds why nothing may be sent; undefined for those to whom it may. In the order of the questions. */
export async function findSuppressed(
  db: Db,
  asked: { address: string; kind: EventType }[],
): Promise<(string | undefined)[]> {
  const numbered = asked.map((ask, number) => ({ ...ask, number }))
  const { rows } = await sql<{ number: number; reason: SuppressionReason; detail: string; since: Date }>`
    select number, reason, detail, since
    from ${recordsetSql(numbered)} as a (number int, address text, kind text)
    join suppressed_addresses s on s.address = lower(a.address)
    where ${isSuppressedSql(sql`a.address`, sql`a.kind`)}
  `.execute(db)
  const found = new Map(rows.map(row => [row.number, row]))
  return asked.map((_, number) => {
    const stop = found.get(number)
    if (!stop) return undefined
    const why = stop.reason === 'complained' ? 'its reader complained' : 'mail to it comes back'
    return `Not sent: the address is suppressed since ${stop.since.toISOString().slice(0, 10)}, because ${why}: ${stop.detail}`
  })
}

type ReportOutcome = 'suppressed' | 'noted' | 'repeated' | 'unknown'

type Receiver = Pick<AppContext, 'db' | 'serviceKey'> & { config: Pick<Config, 'supportEmail'> }

/** Counts a report once. What it suppresses is the address that the email went to, whatever the report says. */
export async function receiveReport({ db, serviceKey, config }: Receiver, report: MailReport): Promise<ReportOutcome> {
  const { kind, deliveryId, detail, isAboutAddress } = report
  if (!hasSeenEmail(serviceKey, report)) return 'unknown'
  const { rows } = await sql<{ isOurs: boolean; isNew: boolean; isSuppressed: boolean }>`
    with delivery as materialized (
      select id, lower(address) as address from deliveries d
      where id = ${deliveryId}::uuid and address is not null and state in ('finishing', 'sent', 'in_doubt')
        -- Nothing is kept about somebody who has deleted the account.
        and kind <> 'user.deleted' and (d.user_id is null or exists (select from users where id = d.user_id))
    ), report as (
      insert into mail_reports (delivery_id, kind, detail) select id, ${kind}, ${detail} from delivery
      on conflict do nothing
      returning delivery_id
    ), suppressed as (
      insert into suppressed_addresses as s (address, reason, detail, delivery_id)
      select address, ${kind}, ${detail}, id from delivery join report on delivery_id = id
      where ${isAboutAddress}::boolean and address <> lower(${config.supportEmail})
      -- Mail that comes back outweighs a complaint.
      on conflict (address) do update set reason = excluded.reason, detail = excluded.detail, delivery_id = excluded.delivery_id,
        reports = case s.reason when 'bounced' then s.reports + 1 else 1 end
        where s.reason <> 'refused' and excluded.reason <> 'complained'
      returning 1
    )
    select exists (select from delivery) as "isOurs", exists (select from report) as "isNew",
      exists (select from suppressed) as "isSuppressed"
  `.execute(db)
  const { isOurs, isNew, isSuppressed } = one(rows)
  if (!isOurs) return 'unknown'
  if (!isNew) return 'repeated'
  return isSuppressed ? 'suppressed' : 'noted'
}

/** One page of the list, newest first, with the owner of each address and what could not be sent to it. */
export async function listSuppressed(db: Db, paging: Paging) {
  const all = db.selectFrom('suppressed_addresses')
  const [list, totalCount] = await Promise.all([
    readListPage(
      ({ beyond }) => all.where(beyond).select('suppressed_addresses.address'),
      newestFirst(
        'suppressed addresses',
        ['suppressed_addresses.since', 'timestamptz'],
        ['suppressed_addresses.address', 'text'],
      ),
      paging,
      (page, orderBy) =>
        all
          .leftJoin('users as u', join =>
            join.on(sql<boolean>`u.email_key = suppressed_addresses.address and u.confirmed_at is not null`),
          )
          .select(['suppressed_addresses.id', 'address', 'reason', 'detail', 'since', 'delivery_id as deliveryId'])
          .select(['u.id as userId', unsentOf(sql`u.id`, sql`since`).as('unsent')])
          .where('suppressed_addresses.address', 'in', page)
          .orderBy(orderBy)
          .execute(),
      ({ since, address }) => [since, address],
    ),
    countRows(db, all),
  ])
  return { ...list, totalCount }
}

export type SuppressedAddress = Awaited<ReturnType<typeof listSuppressed>>['items'][number]

/** Confirmations, invoices and receipts that were withheld, counted up to a hundred. */
function unsentOf(user: RawBuilder<unknown>, since: RawBuilder<unknown>): RawBuilder<number> {
  return sql`(select count(*)::int from (
    select from deliveries d
    where d.user_id = ${user} and d.state = 'failed' and d.kind = any(${[...LEGAL]}::text[]) and d.ended_at >= ${since}
    limit 100
  ) as withheld)`
}

/** Emails that the law expects, and that nobody gets. */
export async function findSuppressionFindings(db: Db): Promise<Finding[]> {
  const { rows } = await sql<{ n: number }>`
    select coalesce(sum(unsent), 0)::int as n from (
      select ${unsentOf(sql`u.id`, sql`s.since`)} as unsent
      from (select address, since from suppressed_addresses order by since desc limit 1000) as s
      join users u on u.email_key = s.address and u.confirmed_at is not null
    ) as each
  `.execute(db)
  const { n } = one(rows)
  if (n === 0) return []
  const text =
    '{count} confirmations, invoices or receipts were not sent, because emails to the customer come back. Give them to the customer another way.'
  return [
    {
      level: 'warn',
      text: t(text, { count: n }),
      see: { href: '/admin/suppressed-addresses', label: 'Show the addresses' },
    },
  ]
}

export async function findSuppression(db: Db, address: string) {
  return db
    .selectFrom('suppressed_addresses')
    .select(['reason', 'detail', 'since'])
    .where('address', '=', address.toLowerCase())
    .executeTakeFirst()
}

/** Emails go there again. @returns false when it is not on the list */
export async function clearSuppressed(db: Db, id: string): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('suppressed_addresses').where('id', '=', id).executeTakeFirst()
  return numDeletedRows > 0n
}

/** An operator who sends an email again says that the address works. */
export async function clearSuppressedFor(db: Db, deliveryId: string): Promise<void> {
  await sql`
    delete from suppressed_addresses where delivery_id = ${deliveryId}::uuid or address in (
      select u.email_key from deliveries d join users u on u.id = d.user_id where d.id = ${deliveryId}::uuid
    )
  `.execute(db)
  await forgetRefusedOf(db, deliveryId)
}

/** Runs with the deletion of the account, or of the last guest, of the address. A new owner of the address begins anew. */
export async function forgetSuppressed(db: Db, address: string): Promise<void> {
  await sql`delete from suppressed_addresses where address = lower(${address})`.execute(db)
  await forgetRefused(db, address)
}
