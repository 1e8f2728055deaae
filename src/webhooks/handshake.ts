/*
 * Asks the address of a webhook whether it wants our events, before it gets any: the handshake of CloudEvents "HTTP 1.1 Web Hooks
 * for Event Delivery" 1.0.2, §4. One OPTIONS request names our host; the address agrees by naming it in its answer. The status of
 * the answer proves nothing (§4.2), because many servers answer OPTIONS without knowing what for.
 *
 *     asked ──agrees──▶ agreed ──another address──▶ asked
 *       │ ▲                                           ▲
 *       └─┘ refused: after a pause, then no more ─────┘ enabled
 *
 * `handshake_due_at` is the lease of the process that asks. The address is part of each statement that records an answer, so an
 * answer of a former address counts for nothing.
 */
import { sql } from 'kysely'
import type { AppContext } from '../context.ts'
import { secondsAfter } from '../database/clock.ts'
import type { Db, Tx } from '../database/schema.ts'
import type { WebhookResponse } from '../http/outgoing/post.ts'
import { storableReply } from '../mail/transport.ts'
import { HOUR, MINUTE, SECOND } from '../time.ts'
import { makerMaySql } from './maker.ts'
import './tables.ts'

/** Longer than a request may take. */
const HANDSHAKE_LEASE = 20 * SECOND
/** The pauses after refusals. After the last one, nobody asks until a person enables the webhook. */
const HANDSHAKE_PAUSES = [10 * SECOND, 1 * MINUTE, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR]

/** @param endpoint the alias of `webhook_endpoints` */
export function hasAgreedSql(endpoint: string) {
  return sql<boolean>`(not ${sql.ref(`${endpoint}.handshake`)} or ${sql.ref(`${endpoint}.agreed_at`)} is not null)`
}

/** Condition that the address has to be asked now. @param endpoint the alias of `webhook_endpoints` */
export function isHandshakeDueSql(endpoint: string) {
  const column = (name: string) => sql.ref(`${endpoint}.${name}`)
  return sql<boolean>`(${column('disabled_at')} is null and ${makerMaySql(endpoint)} and not ${hasAgreedSql(endpoint)}
    and ${column('handshake_due_at')} <= now())`
}

/** Lets an address be asked: it is new, or a person lets it be asked again. */
export const UNASKED = { handshake_tries: 0, handshake_due_at: sql<Date>`now()`, handshake_failure: null }

/** A new address has agreed to nothing, nor has one that is to be asked from now on. */
export async function forgetConsent(
  tx: Tx,
  id: string,
  url = null as string | null,
  handshake = null as boolean | null,
) {
  await tx
    .updateTable('webhook_endpoints')
    .set({ ...UNASKED, agreed_at: null })
    .where('id', '=', id)
    .where(sql<boolean>`(url <> ${url}::text or handshake <> ${handshake}::boolean)`)
    .execute()
}

export type Handshake = { id: string; url: string }

/** Takes the webhooks whose address has to be asked. Each is taken by one process. */
export async function claimHandshakes(db: Db): Promise<Handshake[]> {
  const { rows } = await sql<Handshake>`
    update webhook_endpoints e
    set handshake_due_at = ${secondsAfter(sql`now()`, sql.lit(HANDSHAKE_LEASE / SECOND))}, handshake_tries = handshake_tries + 1
    where ${isHandshakeDueSql('e')}
    returning e.id, e.url
  `.execute(db)
  return rows
}

/** Records an answer, unless the address has been changed or has agreed meanwhile. */
export async function recordHandshake(db: Db, { id, url }: Handshake, failure: string | undefined): Promise<void> {
  const pauses = sql.raw(`(array[${HANDSHAKE_PAUSES.map(pause => pause / SECOND).join(', ')}]::float8[])`)
  await sql`
    update webhook_endpoints
    set agreed_at = case when ${failure === undefined} then now() end,
      handshake_failure = ${failure === undefined ? null : storableReply(failure)},
      handshake_due_at = coalesce(${secondsAfter(sql`now()`, sql`${pauses}[handshake_tries]`)}, 'infinity')
    where id = ${id} and url = ${url} and handshake and agreed_at is null
  `.execute(db)
}

/** The name of the shop for those whom it asks (§4.1.2), also in each later request: "a DNS expression". */
export function originOf({ baseUrl }: Pick<AppContext, 'baseUrl'>): string {
  return new URL(baseUrl()).hostname
}

/** @returns why the answer is no consent (§4.2.1) */
export function refusalIn({ allowedOrigin, status, reason }: WebhookResponse, origin: string): string | undefined {
  if (allowedOrigin?.trim() === '*' || allowedOrigin?.trim().toLowerCase() === origin) return undefined
  if (status === undefined) return reason ?? 'There was no response.'
  if (allowedOrigin === undefined) return `The answer (${status}) has no header WebHook-Allowed-Origin.`
  return `The header WebHook-Allowed-Origin of the answer (${status}) names neither ${origin} nor *.`
}
