/**
 * What a person has to look at: doubts, money of another amount, what was done without this shop, and a provider that refuses or
 * does not answer. `semel doctor`, `/admin/health`, the metrics and the alerts read the same figures.
 */
import { sql } from 'kysely'
import { one } from '../../database/rows.ts'
import type { Db } from '../../database/schema.ts'
import { after, DAY } from '../../time.ts'
import { takesCurrencyOf } from '../providers/payable.ts'
import { firstIdOf } from '../queries.ts'

type See = { href: string; label: string }
export type PaymentFinding = { level: 'warn' | 'bad'; text: string; see?: See }

export type PaymentHealth = {
  doubts: number
  /** Calls that have found no answer for five minutes. */
  failing: number
  failingReply: string | null
  /** Calls of the last day that the provider has refused. */
  refused: number
  refusedReply: string | null
  /** Payments that the provider has said nothing about for ten minutes. */
  unanswered: number
  unansweredReply: string | null
  mistakes: number
  mistaken: number | null
  elsewhere: number
  /** Disputes that wait for an answer of the shop, and the time until the first deadline. */
  toAnswer: number
  answerBy: Date | null
  /** Money that banks have taken, and that nobody has decided about. */
  toDecide: number
  failed: number
  lost: number
  /** Events of the last day that did not come, and were found in the provider's list. */
  missed: number
  /** Refused events since the last one that was accepted. */
  refusedEvents: number
  lastEventAt: Date | null
  listFailing: boolean
  listReply: string | null
}

/** Each figure has an index of its own. */
export async function readPaymentHealth(db: Db, now: Date): Promise<PaymentHealth> {
  const dayAgo = sql`${firstIdOf(after(now, -DAY))}::uuid`
  const { rows } = await sql<PaymentHealth>`
    with failing as materialized (
      select reply from payment_calls
      where state in ('pending', 'sending') and attempts > 0 and absent_since is null and created_at < now() - interval '5 minutes'
    ), refused as materialized (
      select reply from payment_calls where id >= ${dayAgo} and state = 'failed' and is_refused
    ), unanswered as materialized (
      select unread_reason as reply from payments where unread_since < now() - interval '10 minutes'
      union all
      select null from payments where state = 'created' and created_at < now() - interval '10 minutes'
    ), accepted as (
      select max(received_at) as at from provider_events where not is_found
    )
    select
      (select count(*)::int from payment_calls where state = 'in_doubt') as doubts,
      (select count(*)::int from failing) as failing,
      (select mode() within group (order by reply) from failing) as "failingReply",
      (select count(*)::int from refused) as refused,
      (select mode() within group (order by reply) from refused) as "refusedReply",
      (select count(*)::int from unanswered) as unanswered,
      (select mode() within group (order by reply) from unanswered) as "unansweredReply",
      (select count(*)::int from payments where finding is not null) as mistakes,
      (select min(order_id) from payments where finding is not null) as mistaken,
      (select count(*)::int from refunds where source = 'external' and not is_known
      and created_at > now() - interval '30 days') as elsewhere,
      (select count(*)::int from disputes where state in ('open', 'inquiry', 'unknown') and respond_by is not null) as "toAnswer",
      (select min(respond_by) from disputes where state in ('open', 'inquiry', 'unknown')) as "answerBy",
      (select count(*)::int from disputes where takes_money and decision is null
      and state in ('lost', 'prevented', 'unknown')) as "toDecide",
      (
        select count(*)::int from refunds
        where state = 'failed' and source <> 'chargeback' and not is_known and created_at > now() - interval '30 days'
      ) as failed,
      (select count(*)::int from provider_events where is_lost) as lost,
      (select count(*)::int from provider_events where is_found and received_at > now() - interval '1 day') as missed,
      (select coalesce(sum(number), 0)::int from refused_events, accepted
        where last_at > coalesce(accepted.at, '-infinity') and day > current_date - 2) as "refusedEvents",
      (select at from accepted) as "lastEventAt",
      (select coalesce(bool_or(failing_since < now() - interval '10 minutes'), false) from provider_cursors) as "listFailing",
      (select max(reply) from provider_cursors) as "listReply"
  `.execute(db)
  return one(rows)
}

const LOOK: See = { href: '/admin/payments?state=to_look_at', label: 'Payments to look at' }

export async function findPaymentFindings(db: Db, now: Date): Promise<PaymentFinding[]> {
  return paymentFindingsOf(await readPaymentHealth(db, now))
}

export function paymentFindingsOf(health: PaymentHealth): PaymentFinding[] {
  return [...callFindings(health), ...moneyFindings(health), ...eventFindings(health)].filter(
    finding => finding !== false,
  )
}

type Found = (PaymentFinding | false)[]

const said = (reply: string | null) => (reply ? ` It says: ${reply}` : '')

function callFindings(health: PaymentHealth): Found {
  const { doubts, failing, failingReply, refused, refusedReply, unanswered, unansweredReply } = health
  return [
    doubts > 0 && {
      level: 'bad',
      text:
        `${doubts} calls to the payment provider are in doubt. Look there, then say what became of them: semel ` +
        'payments list, semel payments settle ID',
      see: LOOK,
    },
    failing > 0 && {
      level: 'bad',
      text: `${failing} calls to the payment provider have had no answer for more than 5 minutes. They are repeated.${said(failingReply)}`,
    },
    refused > 0 && {
      level: 'warn',
      text: `The payment provider has refused ${refused} calls in the last 24 hours.${said(refusedReply)}`,
    },
    unanswered > 0 && {
      level: 'bad',
      text:
        `For more than 10 minutes the payment provider has not said how ${unanswered} payments stand. Check its ` +
        `key and what the key may do.${said(unansweredReply)}`,
    },
  ]
}

function moneyFindings(health: PaymentHealth): Found {
  const { mistakes, mistaken, failed, elsewhere, toAnswer, answerBy, toDecide } = health
  return [
    toAnswer > 0 && {
      level: 'bad',
      text:
        `${toAnswer} chargebacks or questions of banks wait for an answer at the provider, the first one until ` +
        `${answerBy?.toISOString().slice(0, 16)} UTC. An answer that is late loses the money.`,
      see: LOOK,
    },
    toDecide > 0 && {
      level: 'warn',
      text:
        `Banks have taken back ${toDecide} payments, and nobody has decided whether a credit note is written. The ` +
        'pages of the orders ask.',
      see: LOOK,
    },
    mistakes > 0 && {
      level: 'bad',
      text: `${mistakes} payments differ from what was asked, the first one of order #${mistaken}. The page of the order says what to do.`,
      see: LOOK,
    },
    failed > 0 && { level: 'warn', text: `${failed} refunds of the last 30 days have failed. Their orders show why.` },
    elsewhere > 0 && {
      level: 'warn',
      text: `${elsewhere} refunds of the last 30 days were made at the provider.`,
    },
  ]
}

function eventFindings({ lost, missed, refusedEvents, lastEventAt, listFailing, listReply }: PaymentHealth): Found {
  const last = lastEventAt
    ? `The last accepted one came on ${lastEventAt.toISOString().slice(0, 16)} UTC`
    : 'None was ever accepted'
  return [
    lost > 0 && {
      level: 'bad',
      text:
        `${lost} events are about payments that this database does not know. It was set back, or another shop uses ` +
        'the same account: look, then press "Known" among the payments to look at.',
      see: LOOK,
    },
    refusedEvents > 0 && {
      level: 'bad',
      text:
        `${refusedEvents} events were refused, because their signature is not by STRIPE_WEBHOOK_SECRET. ${last}. ` +
        'Compare the secret with that of the endpoint at the provider.',
    },
    missed > 0 && {
      level: 'warn',
      text:
        `${missed} events of the last 24 hours did not come, and were found in the provider's list. ${last}. Look ` +
        'at the endpoint at the provider.',
    },
    listFailing && {
      level: 'warn',
      text: `The provider's list of events cannot be read, so an event that is missing is not noticed.${said(listReply)}`,
    },
  ]
}

/** A currency that the provider does not take cannot be paid online. */
export function findCurrencyFindings(provider: string | undefined, currency: string): PaymentFinding[] {
  if (!provider || takesCurrencyOf(provider, currency)) return []
  const text = `Amounts in ${currency}, the currency of the shop, cannot be paid online: the payment provider does not take it.`
  return [{ level: 'warn', text }]
}
