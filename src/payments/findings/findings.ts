/**
 * Counts what needs a person: doubts, money of another amount, what was done without this shop, and a provider that
 * refuses or does not answer. `semel doctor`, `/admin/health`, the metrics and the alerts read the same figures.
 */
import { sql } from 'kysely'
import { one } from '../../database/rows.ts'
import type { Db } from '../../database/schema.ts'
import { after, DAY } from '../../time.ts'
import type { Finding, Said } from '../../words/text.ts'
import { sentences, t } from '../../words/words.ts'
import { entryOf, titleOf } from '../providers/table.ts'
import { firstIdOf } from '../queries.ts'

export type PaymentHealth = {
  doubts: number
  /** Names of the providers, separated by commas. The same for the other figures. */
  doubtsAt: string | null
  /** Calls that have found no answer for five minutes. */
  failing: number
  failingAt: string | null
  failingReply: string | null
  /** Calls of the last day that the provider has refused. */
  refused: number
  refusedAt: string | null
  refusedReply: string | null
  /** Payments that the provider has said nothing about for ten minutes. */
  unanswered: number
  unansweredAt: string | null
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
  lostAt: string | null
  /** Events of the last day that did not come, and were found in the provider's list. */
  missed: number
  missedAt: string | null
  /** Refused events since the last one of the same provider that was accepted. */
  refusedEvents: number
  refusedEventsAt: string | null
  lastEventAt: Date | null
  listFailing: boolean
  listFailingAt: string | null
  listReply: string | null
}

/** Each figure has an index of its own. */
export async function readPaymentHealth(db: Db, now: Date): Promise<PaymentHealth> {
  const dayAgo = sql`${firstIdOf(after(now, -DAY))}::uuid`
  const { rows } = await sql<PaymentHealth>`
    with failing as materialized (
      select provider, reply from payment_calls c join payments p on p.id = c.payment_id
      where c.state in ('pending', 'sending') and attempts > 0 and absent_since is null and c.created_at < now() - interval '5 minutes'
    ), refused as materialized (
      select provider, reply from payment_calls c join payments p on p.id = c.payment_id
      where c.id >= ${dayAgo} and c.state = 'failed' and is_refused
    ), unanswered as materialized (
      select provider, unread_reason as reply from payments where unread_since < now() - interval '10 minutes'
      union all
      select provider, null from payments where state = 'created' and created_at < now() - interval '10 minutes'
    ), doubts as materialized (
      select provider from payment_calls c join payments p on p.id = c.payment_id where c.state = 'in_doubt'
    ), lost as materialized (
      select provider from provider_events where is_lost
    ), missed as materialized (
      select provider from provider_events where is_found and received_at > now() - interval '1 day'
    ), accepted as materialized (
      select provider, max(received_at) as at from provider_events where not is_found group by provider
    ), forged as materialized (
      select r.provider, number from refused_events r left join accepted a using (provider)
      where last_at > coalesce(a.at, '-infinity') and day > current_date - 2
    ), unlisted as materialized (
      select provider from provider_cursors where failing_since < now() - interval '10 minutes'
    )
    select
      (select count(*)::int from doubts) as doubts,
      ${placesIn('doubts')} as "doubtsAt",
      ${placesIn('failing')} as "failingAt",
      ${placesIn('refused')} as "refusedAt",
      ${placesIn('unanswered')} as "unansweredAt",
      ${placesIn('lost')} as "lostAt",
      ${placesIn('missed')} as "missedAt",
      ${placesIn('forged')} as "refusedEventsAt",
      ${placesIn('unlisted')} as "listFailingAt",
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
      (select count(*)::int from lost) as lost,
      (select count(*)::int from missed) as missed,
      (select coalesce(sum(number), 0)::int from forged) as "refusedEvents",
      (select max(at) from accepted where provider in (select provider from forged union select provider from missed)
        or not exists (select from forged union select from missed)) as "lastEventAt",
      exists (select from unlisted) as "listFailing",
      (select max(reply) from provider_cursors where failing_since is not null) as "listReply"
  `.execute(db)
  return one(rows)
}

/** The providers of a table expression. */
function placesIn(name: string) {
  return sql`(select string_agg(distinct provider, ',') from ${sql.ref(name)})`
}

const LOOK: NonNullable<Finding['see']> = { href: '/admin/payments?state=to_look_at', label: 'Payments to look at' }

export async function findPaymentFindings(db: Db, now: Date): Promise<Finding[]> {
  return paymentFindingsOf(await readPaymentHealth(db, now))
}

function paymentFindingsOf(health: PaymentHealth): Finding[] {
  return [...callFindings(health), ...moneyFindings(health), ...eventFindings(health)].filter(
    finding => finding !== false,
  )
}

type Found = (Finding | false)[]

/** Values of a sentence about some calls, payments or events, at these providers. */
function counted(count: number, providers: string | null): { count: number; provider: string } {
  return { count, provider: (providers ?? '').split(',').map(titleOf).join(', ') }
}

const said = (reply: string | null): Said | undefined => (reply ? t('It says: {reply}', { reply }) : undefined)

function callFindings(health: PaymentHealth): Found {
  const { doubts, failing, failingReply, refused, refusedReply, unanswered, unansweredReply } = health
  const { doubtsAt, failingAt, refusedAt, unansweredAt } = health
  return [
    doubts > 0 && {
      level: 'bad',
      text: t(
        '{count} calls to the payment provider {provider} are in doubt. Look there, then say how each ended: semel payments list, semel payments settle ID',
        counted(doubts, doubtsAt),
      ),
      see: LOOK,
    },
    failing > 0 && {
      level: 'bad',
      text: sentences(
        t(
          '{count} calls to the payment provider {provider} had no answer for more than 5 minutes. We go on trying.',
          counted(failing, failingAt),
        ),
        said(failingReply),
      ),
    },
    refused > 0 && {
      level: 'warn',
      text: sentences(
        t(
          'The payment provider {provider} has refused {count} calls in the last 24 hours.',
          counted(refused, refusedAt),
        ),
        said(refusedReply),
      ),
    },
    unanswered > 0 && {
      level: 'bad',
      text: sentences(
        t(
          'For more than 10 minutes the payment provider {provider} has not said how {count} payments stand. Check its key and what the key may do.',
          counted(unanswered, unansweredAt),
        ),
        said(unansweredReply),
      ),
    },
  ]
}

function moneyFindings(health: PaymentHealth): Found {
  const { mistakes, mistaken, failed, elsewhere, toAnswer, answerBy, toDecide } = health
  return [
    toAnswer > 0 && {
      level: 'bad',
      text: t(
        '{count} chargebacks or questions of banks wait for an answer at the provider, the first one until {time} UTC. An answer that is late loses the money.',
        { count: toAnswer, time: answerBy?.toISOString().slice(0, 16) ?? '–' },
      ),
      see: LOOK,
    },
    toDecide > 0 && {
      level: 'warn',
      text: t(
        'Banks have taken back {count} payments, and nobody has decided whether a credit note is written. The pages of the orders ask.',
        { count: toDecide },
      ),
      see: LOOK,
    },
    mistakes > 0 && {
      level: 'bad',
      text: t(
        '{count} payments differ from what was asked, the first one of order #{id}. The page of the order says what to do.',
        { count: mistakes, id: mistaken ?? '–' },
      ),
      see: LOOK,
    },
    failed > 0 && {
      level: 'warn',
      text: t('{count} refunds of the last 30 days have failed. Their orders show why.', { count: failed }),
    },
    elsewhere > 0 && {
      level: 'warn',
      text: t('{count} refunds of the last 30 days were made at the provider.', { count: elsewhere }),
    },
  ]
}

function eventFindings(health: PaymentHealth): Found {
  const { lost, lostAt, missed, missedAt, refusedEvents, refusedEventsAt, lastEventAt } = health
  const { listFailing, listFailingAt, listReply } = health
  const last = lastEventAt
    ? t('The last accepted one came on {time} UTC.', { time: lastEventAt.toISOString().slice(0, 16) })
    : t('None was ever accepted.')
  return [
    lost > 0 && {
      level: 'bad',
      text: t(
        '{count} events of the payment provider {provider} are about payments that this database does not know. It was set back, or another shop uses the same account: look, then press "Known" among the payments to look at.',
        counted(lost, lostAt),
      ),
      see: LOOK,
    },
    refusedEvents > 0 && {
      level: 'bad',
      text: sentences(
        t('{count} events were refused, because their signature is not by {secrets}.', {
          count: refusedEvents,
          secrets: secretsOf(refusedEventsAt),
        }),
        last,
        t('Compare the secret with that of the endpoint at the provider.'),
      ),
    },
    missed > 0 && {
      level: 'warn',
      text: sentences(
        t(
          '{count} events of the payment provider {provider} did not come in the last 24 hours, but its list has them.',
          counted(missed, missedAt),
        ),
        last,
        t('Look at the endpoint at the provider.'),
      ),
    },
    listFailing && {
      level: 'warn',
      text: sentences(
        t(
          'The list of events of the payment provider {provider} cannot be read, so an event that is missing is not noticed.',
          { provider: counted(0, listFailingAt).provider },
        ),
        said(listReply),
      ),
    },
  ]
}

/** The settings with which these providers sign. */
function secretsOf(providers: string | null): string {
  return (providers ?? '')
    .split(',')
    .map(name => entryOf(name)?.signedBy ?? t('the secret of {name}', { name }))
    .join(', ')
}
