/*
 * Wide budgets (a thousand a day), whose rows would be long if they held each attempt. They hold one time instead: when all
 * of the budget will be there again. It refills steadily (the generic cell rate algorithm), so the next attempt is allowed
 * soon after it was used up.
 */
import { type RawBuilder, sql } from 'kysely'
import { secondsAfter } from '../../database/clock.ts'
import type { Db } from '../../database/schema.ts'
import type { Problem } from '../../problems.ts'
import { after, DAY, SECOND } from '../../time.ts'
import { noteRate, secondsUntil, tooMany } from './headers.ts'

export type WideBudget =
  | 'orders'
  | 'client-orders'
  | 'cancellations'
  | 'sign-ins'
  | 'sms-all'
  | 'network-resets'
  | 'address-resets'
  | 'mailbox-resets'

/** Everybody shares these budgets, so responses do not disclose the rest. */
const SHARED: WideBudget[] = ['sms-all', 'address-resets', 'mailbox-resets']

type Spending = {
  kind: WideBudget
  subject: string
  perDay: number
  now: Date
  /** The part of the budget that may be used up in this way. Default: all. */
  share?: number
}

/** Takes one from a wide budget, in the caller's transaction. @throws Problem `rate_limited` when it is used up */
export async function spendWide(db: Db, spending: Spending): Promise<void> {
  const { rows } = await sql<{ full: Date }>`
    with cause as (select 1), budget as (${spendWideSql({ ...spending, cause: 'cause' })}) select "full" from budget
  `.execute(db)
  if (!rows[0]) throw await wideBudgetUsedUp(db, spending)
  if (!SHARED.includes(spending.kind)) noteWideBudget(spending, rows[0].full)
}

/**
 * Takes one from a wide budget if the table expression `cause` has a row, as a table expression of a larger statement. It
 * has a row itself if the budget allows it. Its column `full` is for `noteWideBudget`.
 */
export function spendWideSql({
  kind,
  subject,
  perDay,
  now,
  share = 1,
  cause,
}: Spending & { cause: string }): RawBuilder<unknown> {
  const step = DAY / perDay
  return sql`
      insert into budgets as b (kind, subject, spent, expires_at)
      select ${kind}, ${subject}, '{}', ${after(now, step)}::timestamptz from ${sql.table(cause)}
      on conflict (kind, subject) do update
      set expires_at = ${secondsAfter(sql`greatest(b.expires_at, ${now}::timestamptz)`, sql`${step / SECOND}`)}
      where b.expires_at <= ${after(now, share * DAY - step)}::timestamptz
      returning subject, expires_at as "full"
    `
}

/** Shows the client what is left of a budget. @param full when all of it will be there again */
export function noteWideBudget({ kind, perDay, now }: Omit<Spending, 'subject'>, full: Date): void {
  const left = leftOf(perDay, full.getTime(), now)
  const seconds = secondsUntil(full.getTime() - DAY + ((left + 1) * DAY) / perDay, now)
  noteRate(kind, { quota: perDay, within: DAY, left, seconds })
}

/** Computes how much of a wide budget is there now. */
export async function wideBudgetLeft(db: Db, { kind, subject, perDay, now }: Spending): Promise<number> {
  return leftOf(perDay, await busyUntil(db, kind, subject), now)
}

function leftOf(perDay: number, busy: number, now: Date): number {
  return Math.floor(perDay * (1 - Math.max(0, busy - now.getTime()) / DAY) + 1e-9)
}

export async function wideBudgetUsedUp(db: Db, { kind, subject, perDay, now, share = 1 }: Spending): Promise<Problem> {
  const full = await busyUntil(db, kind, subject)
  return tooMany({ name: kind, quota: perDay, within: DAY }, full + DAY / perDay - share * DAY, now)
}

/** Time when all of a wide budget will be there again. */
async function busyUntil(db: Db, kind: WideBudget, subject: string): Promise<number> {
  const row = await db
    .selectFrom('budgets')
    .select('expires_at')
    .where('kind', '=', kind)
    .where('subject', '=', subject)
    .executeTakeFirst()
  return row?.expires_at.getTime() ?? 0
}
