/*
 * Moves recovery requests on with time: the reminder, the email with the link, and their end. The cleanup runs it in every
 * process, by the clock of the database. Each step is one conditional statement, and its email is announced in the same transaction:
 * of two processes one sends, and one that dies has done nothing.
 */
import { type RawBuilder, sql } from 'kysely'
import { deleteInBatches } from '../../database/delete-in-batches.ts'
import type { Db, Tx } from '../../database/schema.ts'
import { announce } from '../../events/announce.ts'
import { DAY, SECOND } from '../../time.ts'
import { audit } from '../audit-log.ts'
import { isRecoverableSql, LINK_LIFETIME } from './links.ts'
import { noteEnd } from './requests.ts'

/** The second email comes so long before the first moment at which the link may leave. */
const REMINDER_AHEAD = DAY

/** Ends a request that nobody has approved for so long. Staff who look once a week see it twice. */
const APPROVAL_WAIT = 14 * DAY

/** Shows staff for so long how a request ended. The audit log keeps it longer. */
const ENDED_KEPT = 90 * DAY

/** So many at once keep a transaction short. The rest comes with the next run. */
const REQUESTS_A_BATCH = 100

type Due = { id: string; userId: string; at: Date }

export async function moveRecoveryRequests(db: Db): Promise<void> {
  await remind(db)
  await sendLinks(db)
  await expire(db)
  await deleteInBatches(db, 'recovery_requests', ['id'], sql`ended_at < now() - ${milliseconds(ENDED_KEPT)}`)
}

async function remind(db: Db): Promise<void> {
  await forEachDue(
    db,
    sql`
    update recovery_requests r set reminded_at = now()
    where r.id in (${dueSql(sql`r.reminded_at is null and r.waits_until - ${milliseconds(REMINDER_AHEAD)} <= now()`)})
      and r.ended_at is null and r.reminded_at is null
    returning r.id, r.user_id as "userId", now() as at
  `,
    async (tx, { id: requestId, userId, at }) => {
      const payload = { requestId, isReminder: true }
      await announce(tx, { type: 'user.recovery_asked', payload, to: [{ userId }], at })
    },
  )
}

/**
 * The owner has had the whole time to object, and a day since the reminder has left: while the relay takes no mail, or the address is
 * suppressed, no link leaves either.
 */
async function sendLinks(db: Db): Promise<void> {
  const isOver = sql`r.waits_until <= now() and r.reminded_at <= now() - ${milliseconds(REMINDER_AHEAD)}
      and (r.approved_at is not null or not r.needs_approval) and r.linked_at is null and not exists (
        select from deliveries d where d.user_id = r.user_id and d.kind = 'user.recovery_asked' and d.created_at >= r.reminded_at
          and (d.state not in ('sent', 'in_doubt') or d.ended_at > now() - ${milliseconds(REMINDER_AHEAD)})
      )`
  await forEachDue(
    db,
    sql`
    update recovery_requests r set linked_at = now() from users u
    where r.id in (${dueSql(isOver)}) and r.ended_at is null and ${isOver}
      and u.id = r.user_id and ${isRecoverableSql}
    returning r.id, r.user_id as "userId", now() as at
  `,
    async (tx, { id: requestId, userId, at }) => {
      await audit(tx, 'recovery_linked', { at, userId, detail: { request: requestId } })
      await announce(tx, { type: 'user.recovery_linked', payload: { requestId }, to: [{ userId }], at })
    },
  )
}

/** A link that nobody used, and a request that nobody approved or whose account may no longer be recovered. */
async function expire(db: Db): Promise<void> {
  const isOld = sql`(r.linked_at <= now() - ${milliseconds(LINK_LIFETIME)}
      or (r.linked_at is null and r.asked_at <= now() - ${milliseconds(APPROVAL_WAIT)}))`
  await forEachDue(
    db,
    sql`
    update recovery_requests r set ended_at = now(), outcome = 'expired'
    where r.id in (${dueSql(isOld)}) and r.ended_at is null and ${isOld}
    returning r.id, r.user_id as "userId", now() as at
  `,
    (tx, { id, userId, at }) => noteEnd(tx, id, { userId, outcome: 'expired', now: at }),
  )
}

function dueSql(condition: RawBuilder<unknown>) {
  return sql`
    select r.id from recovery_requests r where r.ended_at is null and ${condition}
    order by r.waits_until limit ${REQUESTS_A_BATCH} for update skip locked
  `
}

async function forEachDue(
  db: Db,
  statement: RawBuilder<unknown>,
  work: (tx: Tx, due: Due) => Promise<void>,
): Promise<void> {
  await db.transaction().execute(async tx => {
    const { rows } = await (statement as RawBuilder<Due>).execute(tx)
    for (const due of rows) await work(tx, due)
  })
}

function milliseconds(duration: number) {
  return sql`make_interval(secs => ${sql.lit(duration / SECOND)})`
}
