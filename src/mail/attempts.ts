/** What the development inbox knows of attempts. Apart from the inbox, so that a worker in production loads none of it. */
import { sql } from 'kysely'
import type { Config } from '../config.ts'
import type { Db } from '../database/schema.ts'
import '../dev/tables.ts'

/** Names one attempt of one delivery; the header by which the development inbox knows it. */
export const ATTEMPT_HEADER = 'Semel-Attempt'

/** @returns undefined for a relay, which cannot be asked: nothing of ours goes into an email to a customer */
export function attemptHeaderOf({ smtpUrl }: Config): string | undefined {
  return smtpUrl === undefined ? ATTEMPT_HEADER : undefined
}

/** The last word on an attempt: 'arrived', or 'never', after which the inbox refuses it. */
export async function becameOf(db: Db, attempt: string): Promise<'arrived' | 'never'> {
  return (await outcomeOf(db, attempt, 'given_up')) === 'accepted' ? 'arrived' : 'never'
}

/** Writes the outcome if there is none yet. @returns the one that stands */
export async function outcomeOf(db: Db, attempt: string, outcome: 'accepted' | 'given_up') {
  const { rows } = await sql<{ outcome: 'accepted' | 'given_up' }>`
    insert into dev_mail_attempts (attempt, outcome) values (${attempt}, ${outcome})
    on conflict (attempt) do update set attempt = excluded.attempt
    returning outcome
  `.execute(db)
  return rows[0]!.outcome
}
