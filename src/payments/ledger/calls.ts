/*
 * The ledger of calls to providers, and its own queue:
 *
 *     pending ──claim──▶ sending ──it is done─────────▶ done
 *        ▲                  ├─────the provider refuses▶ failed
 *        └──no answer,──────┤
 *           lease over      └─────outcome unknown────▶ in_doubt ──a person knows──▶ done, or pending again
 *
 * Why each call has its effect at most once:
 *
 * 1. A claim is a lease (`for update skip locked`), and each claim increments `attempts`. An attempt that is not the newest
 *    changes nothing.
 * 2. The provider gets the id of the call as its idempotency key. As long as it surely remembers the key, a repeat has no
 *    second effect, whatever became of the first attempt.
 * 3. Afterwards a repeat could. So Semel asks first, by the name of the operation that lies beside everything at the provider:
 *    found, the call is done; surely absent, it is made again with the next key; otherwise it is `in_doubt`. The same holds when
 *    the provider has answered 500 and keeps that answer under the key.
 *    Absence needs time. A provider may carry a request out after it has answered 500, and its lists may lag. So a refund is
 *    made anew only when it is absent twice, ABSENCE apart. The other calls need no pause: a payment is captured or cancelled
 *    once, however often it is asked for, and a second page has an address that nobody knows, so it takes no money and expires.
 * 4. A database that was set back may have forgotten that a call was made. So calls from before are asked about, too.
 *
 * The calls of a payment wait until the provider has named it (`create` is done). All times are those of the database.
 */
import { sql } from 'kysely'
import { CURRENT_TIMELINE, DATABASE_IS_TRUSTED } from '../../database/history.ts'
import type { Db, Tx } from '../../database/schema.ts'
import { storableReply } from '../../mail/transport.ts'
import { HOUR, SECOND } from '../../time.ts'
import { settleOrder } from '../order-status.ts'
import type { Provider } from '../providers/provider.ts'
import { PAY_WITHIN } from '../settings.ts'
import { type CancelIfUnpaid, endUnbegun } from '../standing.ts'
import type { CallKind } from '../states.ts'
import { closeCalls } from './close-calls.ts'
import { countRefunds, tellFailed } from './refunds.ts'
import '../tables.ts'

/** Longer than a provider may take to answer. */
const CALL_LEASE = 45 * SECOND
/**
 * Time that a refund has to stay absent before it is made anew. Far longer than a provider needs to put a failure in
 * order.
 */
const ABSENCE = 4 * HOUR
/** The pauses in seconds after attempts without an answer. */
const CALL_PAUSES = [1, 2, 4, 8, 15, 30, 60, 120, 300, 600]

export type ClaimedCall = {
  id: string
  attempt: number
  kind: CallKind
  key: string
  amount: number
  paymentId: string
  orderId: number
  provider: string
  currency: string
  expiresAt: Date
  providerId: string | null
  transactionId: string | null
  createdAt: Date
  /** The order expires. A customer who has agreed at the last second has paid in time. */
  keepsAuthorization: boolean
  /** The provider may have forgotten the key, or the database that the call was made. */
  asksFirst: boolean
}

type Which = Pick<Provider, 'name' | 'keyLife' | 'shortestPage'> & { limit: number; paymentId?: string }

/** Takes due calls, of one payment if it is given. */
export async function claimCalls(
  db: Db,
  { name, keyLife, shortestPage, limit, paymentId }: Which,
): Promise<ClaimedCall[]> {
  const { rows } = await sql<ClaimedCall>`
    with here as materialized (${CURRENT_TIMELINE}),
    due as materialized (
      select c.id from payment_calls c join payments p on p.id = c.payment_id
      where c.state in ('pending', 'sending') and c.due_at <= now()
        and p.provider = ${name} and (c.kind = 'create' or p.provider_id is not null)
        -- A cancel that came first makes a capture unwanted
        and (c.kind <> 'capture' or p.state = 'authorized')
        and (${paymentId ?? null}::uuid is null or p.id = ${paymentId ?? null}::uuid)
        and ${DATABASE_IS_TRUSTED}
      order by c.due_at
      limit ${limit}
      for update of c skip locked
    ), asking as materialized (
      select c.id, coalesce(c.key_since < now() - make_interval(secs => ${keyLife / SECOND}), false)
        or coalesce(coalesce(c.key_since, c.created_at) < (select changed_at from database_history), false) as "asksFirst"
      from payment_calls c join due using (id)
    ), moved as (
      -- A provider that was away has used up the time of the page. The other parameters spend the key, which is asked about.
      update payments p set expires_at = now() + make_interval(secs => ${PAY_WITHIN / SECOND})
      from payment_calls c join due using (id)
      where c.kind = 'create' and p.id = c.payment_id and p.expires_at < now() + make_interval(secs => ${shortestPage / SECOND})
      returning p.id, p.expires_at
    )
    update payment_calls c
    set state = 'sending', attempts = c.attempts + 1, due_at = now() + make_interval(secs => ${CALL_LEASE / SECOND}),
      key_since = case when "asksFirst" then c.key_since else coalesce(c.key_since, now()) end
    from asking, orders o, payments p left join moved on moved.id = p.id
    where c.id = asking.id and p.id = c.payment_id and o.id = p.order_id
    returning c.id, c.attempts as attempt, c.kind, c.amount, c.id || case when c.key_number > 1 then '-' || c.key_number else '' end as key,
      p.id as "paymentId", p.order_id as "orderId", p.provider, p.currency,
      coalesce(moved.expires_at, p.expires_at) as "expiresAt",
      p.provider_id as "providerId", p.transaction_id as "transactionId", c.created_at as "createdAt", "asksFirst",
      p.ends_order and o.status <> 'cancelled' as "keepsAuthorization"
  `.execute(db)
  return rows
}

export type CallEnding =
  | { outcome: 'done'; made?: { id: string; redirect: string } | undefined }
  | { outcome: 'failed' | 'in_doubt'; reply: string }
  | { outcome: 'later'; reply: string; retryAfter?: number | undefined }
  /** The provider does not show it. When that is sure, the next attempt has another key. */
  | { outcome: 'absent' }
  /** The key is of no use: ask, then take another one. */
  | { outcome: 'key_spent'; reply: string }

/**
 * Records how an attempt ended, and that the provider is to be asked the status of the payment.
 * @returns false when a newer attempt has replaced it
 */
export async function recordCall(
  db: Db,
  claim: ClaimedCall,
  ending: CallEnding,
  cancelIfUnpaid: CancelIfUnpaid,
): Promise<boolean> {
  return db.transaction().execute(async tx => {
    // The order first, as everywhere.
    await tx.selectFrom('orders').select('id').where('id', '=', claim.orderId).forNoKeyUpdate().execute()
    if (!(await changeCall(tx, claim, ending))) return false
    if (ending.outcome === 'done' && claim.kind === 'create') await keepMade(tx, claim, ending.made!)
    if (ending.outcome === 'failed') await recordRefused(tx, claim, cancelIfUnpaid)
    await closeCalls(tx, claim.paymentId)
    if (ending.outcome === 'done' || ending.outcome === 'failed')
      await sql`update payments set look_at = now() where id = ${claim.paymentId} and provider_id is not null`.execute(
        tx,
      )
    return true
  })
}

async function changeCall(tx: Tx, { id, attempt, kind }: ClaimedCall, ending: CallEnding): Promise<boolean> {
  const { outcome } = ending
  if (outcome === 'absent') return changeAbsent(tx, { id, attempt, kind })
  const reply = 'reply' in ending ? storableReply(ending.reply).slice(0, 500) : null
  const hasEnded = outcome === 'done' || outcome === 'failed'
  const state = hasEnded || outcome === 'in_doubt' ? outcome : 'pending'
  const pause = CALL_PAUSES[Math.min(attempt, CALL_PAUSES.length) - 1]! * SECOND
  const wait = outcome === 'later' ? Math.max(pause, ending.retryAfter ?? 0) : pause
  const { numAffectedRows } = await sql`
    update payment_calls
    set state = ${state}, reply = ${reply}, is_refused = ${outcome === 'failed'}, ended_at = case when ${hasEnded} then now() end,
      due_at = now() + make_interval(secs => ${wait / SECOND}),
      key_since = case when ${outcome === 'key_spent'} then '-infinity' else key_since end
    where id = ${id} and attempts = ${attempt} and state = 'sending'
  `.execute(tx)
  return numAffectedRows === 1n
}

/** Made anew with the next key, or asked about again after the pause. */
async function changeAbsent(
  tx: Tx,
  { id, attempt, kind }: Pick<ClaimedCall, 'id' | 'attempt' | 'kind'>,
): Promise<boolean> {
  const pause = sql`make_interval(secs => ${(kind === 'refund' ? ABSENCE : 0) / SECOND})`
  const isSure = sql`coalesce(absent_since, now()) <= now() - ${pause}`
  const { numAffectedRows } = await sql`
    update payment_calls
    set state = 'pending', key_number = key_number + case when ${isSure} then 1 else 0 end,
      key_since = case when ${isSure} then now() else key_since end,
      absent_since = case when ${isSure} then null else coalesce(absent_since, now()) end,
      due_at = case when ${isSure} then now() else coalesce(absent_since, now()) + ${pause} end,
      reply = case when ${isSure} then null else ${NOT_SHOWN} end
    where id = ${id} and attempts = ${attempt} and state = 'sending'
  `.execute(tx)
  return numAffectedRows === 1n
}

const NOT_SHOWN = 'The provider does not show it yet. It may still come, so Semel looks again after four hours.'

/** The provider has a page for the payment. If it is to be cancelled meanwhile, its cancel call has waited for this name. */
async function keepMade(tx: Tx, { paymentId }: ClaimedCall, made: { id: string; redirect: string }): Promise<void> {
  await sql`
    update payments
    set provider_id = ${made.id}, redirect = ${made.redirect}, state = case state when 'created' then 'pending' else state end
    where id = ${paymentId}
  `.execute(tx)
}

/** The status check tells the rest. */
async function recordRefused(
  tx: Tx,
  { id, kind, paymentId, orderId }: Pick<ClaimedCall, 'id' | 'kind' | 'paymentId' | 'orderId'>,
  cancelIfUnpaid: CancelIfUnpaid,
): Promise<void> {
  if (kind === 'create') return endUnbegun(tx, paymentId, cancelIfUnpaid)
  if (kind !== 'refund') return
  const { rows } = await sql<{ refundId: string; ownerId: string; now: Date }>`
    update refunds set state = 'failed', ended_at = now()
    from payment_calls c, orders o
    where c.id = ${id} and refunds.id = c.refund_id and refunds.state = 'pending' and o.id = ${orderId}
    returning refunds.id as "refundId", o.owner_id as "ownerId", now() as now
  `.execute(tx)
  const [failed] = rows
  if (!failed) return
  await countRefunds(tx, paymentId)
  await settleOrder(tx, orderId, failed.now)
  await tellFailed(tx, { orderId, ...failed }, failed.refundId)
}

/**
 * A person says what became of a call in doubt. The order is locked. The provider is asked again all the same; a refund that it
 * cannot show counts as done because the person has seen it.
 * @param details `again`: it was surely not made, and is made anew; `failed`: and nobody can, because its provider is not configured
 * @returns false when it is not in doubt
 */
export async function settleCall(
  tx: Tx,
  id: string,
  { outcome, orderId, now }: { outcome: 'done' | 'again' | 'failed'; orderId: number; now: Date },
  cancelIfUnpaid: CancelIfUnpaid,
): Promise<boolean> {
  const isDone = outcome === 'done'
  const state = outcome === 'again' ? 'pending' : outcome
  const { rows } = await sql<{ kind: CallKind; paymentId: string }>`
    with settled as (
      update payment_calls
      set state = ${state}, ended_at = case when ${outcome !== 'again'} then now() end, due_at = now(), is_stranded = false,
        key_number = key_number + case when ${isDone} then 0 else 1 end, key_since = case when ${isDone} then key_since else now() end,
        absent_since = null
      where id = ${id} and state = 'in_doubt'
      returning kind, payment_id, refund_id
    ), refund as (
      update refunds r set state = 'done', ended_at = now() from settled where ${isDone} and r.id = settled.refund_id
      and r.state = 'pending'
    ), due as (
      update payments p set look_at = now() from settled where p.id = settled.payment_id and p.provider_id is not null
    )
    select kind, payment_id as "paymentId" from settled
  `.execute(tx)
  const [settled] = rows
  if (!settled) return false
  const { paymentId } = settled
  if (outcome === 'failed') await recordRefused(tx, { ...settled, id, orderId }, cancelIfUnpaid)
  if (isDone && settled.kind === 'refund') await countRefunds(tx, paymentId)
  // Nobody can tell Semel where the page is that a person has seen. The customer begins again.
  if (isDone && settled.kind === 'create') await endUnbegun(tx, paymentId, cancelIfUnpaid)
  await settleOrder(tx, orderId, now)
  return true
}
