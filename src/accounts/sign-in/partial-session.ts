/** Partial sessions: what a password, a registration or a link opens until a second factor is presented. */
import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import type { AppContext } from '../../context.ts'
import { PREPARED } from '../../database/prepared.ts'
import type { Tx } from '../../database/schema.ts'
import { digest, newToken } from '../../secrets/crypto.ts'
import { sendsSms } from '../../sms/transport.ts'
import { after, MINUTE, SECOND } from '../../time.ts'
import { unusedRecoveryCodes } from '../second-factors/recovery-codes.ts'

/** Time that a sign-in may rest between password and second factor. */
export const PARTIAL_LIFETIME = 5 * MINUTE
const CODE_TRIES = 5

export type PartialSignIn = { partialToken: string; expiresIn: number; methods: string[] }

export async function openPartialSession(
  tx: Tx,
  { config }: Pick<AppContext, 'config'>,
  { userId, now }: { userId: string; now: Date },
): Promise<PartialSignIn> {
  const partialToken = newToken()
  await sql`
    with person as (select ${userId}::uuid as id) ${insertPartialSession(partialToken, now, 'person')}
  `.execute(tx)
  return partialSignIn(partialToken, await methodsOf({ db: tx, config }, userId, now))
}

/** @param person a table expression of the statement; its column `id` is the user */
export function insertPartialSession(token: string, now: Date, person: string) {
  return sql`
    insert into partial_sessions (id, token_hash, user_id, tries_left, created_at, expires_at)
    select ${randomUUIDv7()}, ${digest(token)}, id, ${CODE_TRIES}, ${now}, ${after(now, PARTIAL_LIFETIME)}
    from ${sql.table(person)}
  `
}

export function partialSignIn(partialToken: string, methods: string[]): PartialSignIn {
  return { partialToken, expiresIn: PARTIAL_LIFETIME / SECOND, methods }
}

/** The second factors that the user can present as the second step. A phone is none while the shop sends no text messages. */
export async function methodsOf(
  { db, config }: Pick<AppContext, 'db' | 'config'>,
  userId: string,
  now: Date,
): Promise<string[]> {
  const factors = await db
    .selectFrom('second_factors')
    .modifyFront(PREPARED)
    .select(eb => ['kind', 'disabled_at', eb.exists(unusedRecoveryCodes(db, userId, now)).as('recovery')])
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is not', null)
    .orderBy('id')
    .execute()
  if (factors.length === 0) return ['totp']
  const usable = factors.filter(
    ({ kind, disabled_at }) => disabled_at === null && (kind !== 'sms' || sendsSms({ config })),
  )
  const kinds = new Set(usable.map(({ kind }) => kind))
  return [...kinds, ...(factors[0]!.recovery ? ['recovery'] : [])]
}
