/**
 * The old SECRET_KEY is lost, and with it the service key: what it encrypts or signs cannot be read any more. A new service key takes its
 * place. Proofs stay as strong as before: a user without another second factor needs a recovery code from an operator, so a
 * password, or a mailbox, still opens no account.
 */
import { sql } from 'kysely'
import { StartError } from '../config.ts'
import { one } from '../database/rows.ts'
import type { Db, Tx } from '../database/schema.ts'
import { newServiceKey } from '../database/service-key.ts'
import { audit } from './audit-log.ts'

type LostWithKey = { authenticators: number; accounts: number; tokens: number; webhooks: number }

/** Counts the losses, so that the operator sees them before confirming. */
export async function countLostWithKey(db: Db): Promise<LostWithKey> {
  const { rows } = await sql<LostWithKey>`
    select (select count(*)::int from second_factors where kind in ('totp', 'hardware') and disabled_at is null
        and confirmed_at is not null) as authenticators,
      (select count(distinct user_id)::int from second_factors where confirmed_at is not null and user_id not in (
        select user_id from second_factors where kind not in ('totp', 'hardware') and disabled_at is null
          and confirmed_at is not null)) as accounts,
      (select count(*)::int from hardware_tokens where factor_id is null) as tokens,
      (select count(*)::int from webhook_endpoints) as webhooks
  `.execute(db)
  return one(rows)
}

/**
 * One transaction, so that no account is without its recovery codes and with factors that nothing can check.
 * @param to the new SECRET_KEY
 * @throws StartError while other processes of Semel run, because they go on with the old service key
 */
export async function replaceLostKey(db: Db, to: Buffer, now: Date): Promise<void> {
  await db.transaction().execute(async tx => {
    await refuseWhileOthersRun(tx)
    await newServiceKey(tx, to)
    // Nobody can read the seeds, and an empty one says so: `explainCode` would otherwise try.
    await sql`update second_factors set disabled_at = coalesce(disabled_at, ${now}), secret = ''
      where kind in ('totp', 'hardware') and confirmed_at is not null`.execute(tx)
    // A registration, or a factor, that waits for its first code would wait for one that nobody can check.
    await sql`delete from second_factors where confirmed_at is null`.execute(tx)
    await sql`delete from users where confirmed_at is null and not is_guest`.execute(tx)
    for (const table of ['recovery_codes', 'hardware_tokens', 'password_resets', 'sms_codes', 'passkey_challenges'])
      await sql`delete from ${sql.table(table)}`.execute(tx)
    // Nobody could object any more: the links in the emails are of the old key.
    await sql`update recovery_requests set ended_at = ${now}, outcome = 'expired' where ended_at is null`.execute(tx)
    await audit(tx, 'service_key_replaced', { at: now })
  })
}

async function refuseWhileOthersRun(tx: Tx): Promise<void> {
  const { rows } = await sql<{ names: string | null }>`
    select string_agg(distinct application_name, ', ') as names from pg_stat_activity
    where datname = current_database() and application_name like 'semel%'
      and application_name not like 'semel change-secret-key%'
  `.execute(tx)
  const { names } = one(rows)
  if (names === null) return
  throw new StartError(
    `These processes still run: ${names}. Stop all of them: they would go on with the old service key.`,
  )
}
