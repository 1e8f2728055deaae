/** The audit log: who did what to which account, from where and when. */
import { randomUUIDv7 } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { deleteInBatches } from '../database/delete-in-batches.ts'
import { countRows } from '../database/lists/count.ts'
import { newestFirst, type Paging, readListPage } from '../database/lists/keyset.ts'
import { PREPARED } from '../database/prepared.ts'
import type { Db } from '../database/schema.ts'
import { SECOND } from '../time.ts'

/** Every action that the audit log knows. */
export type AuditAction =
  | 'registered'
  | 'password_accepted'
  | 'password_refused'
  | 'signed_in'
  | 'code_refused'
  | 'passkey_refused'
  | 'code_replayed'
  | 'signed_out'
  | 'session_ended'
  | 'password_reset_requested'
  | 'password_reset'
  | 'sms_code_sent'
  | 'reauthenticated'
  | 'factor_added'
  | 'factor_removed'
  | 'factor_disabled'
  | 'recovery_codes_renewed'
  | 'password_changed'
  | 'email_verified'
  | 'email_released'
  | 'role_changed'
  | 'permissions_changed'
  | 'staff_invited'
  | 'invitation_resent'
  | 'invitation_withdrawn'
  | 'invitation_accepted'
  | 'user_created'
  | 'customers_imported'
  | 'customers_exported'
  | 'orders_imported'
  | 'user_disabled'
  | 'user_enabled'
  | 'factors_reset'
  | 'recovery_asked'
  | 'recovery_approved'
  | 'recovery_linked'
  | 'recovery_ended'
  | 'api_key_created'
  | 'api_key_revoked'
  | 'profile_changed'
  | 'email_changed'
  | 'account_deleted'
  | 'webhook_created'
  | 'webhook_changed'
  | 'webhook_secret_rotated'
  | 'webhook_disabled'
  | 'webhook_enabled'
  | 'webhook_deleted'
  | 'webhook_taken_over'
  | 'announcement_taken_over'
  | 'announcement_ended'
  | 'address_cleared'
  | 'service_key_replaced'
  | 'settings_changed'
  | 'setting_address_entered'
  | 'setting_address_confirmed'
  | 'setting_address_renewed'
  | 'setting_address_withdrawn'
  | 'invoice_number_confirmed'
  | 'payment_call_settled'
  | 'payment_finding_ended'
  | 'refund_account_set'
  | 'refund_waived'
  | 'page_published'
  | 'page_withdrawn'
  | 'email_text_changed'
  | 'email_text_reset'
  | 'delivery_method_created'
  | 'delivery_method_changed'
  | 'delivery_method_deleted'
  | 'tax_rate_created'
  | 'tax_rate_changed'
  | 'tax_rate_deleted'
  | 'category_renamed'
  | 'category_merged'
  | 'discount_code_created'
  | 'discount_code_changed'
  | 'discount_code_deleted'
  | 'draft_order_created'
  | 'draft_order_changed'
  | 'draft_order_sent'
  | 'draft_order_withdrawn'

/** The network address and the browser from which an account is used. */
export type Visit = {
  ip: string
  userAgent: string | undefined
  /** The cookie of a browser that has signed in before. */
  device?: string | undefined
}

export function visitOf(request: FastifyRequest): Visit {
  const { semel_device, '__Host-semel_device': device = semel_device } = request.cookies
  return { ip: request.ip, userAgent: request.headers['user-agent']?.slice(0, 300), device }
}

type Entry = {
  at: Date
  visit?: Visit
  /** undefined for an unknown address. The address itself is never logged: users type passwords there by mistake. */
  userId?: string
  actorId?: string
  /** Ids and kinds; no secrets, no addresses. */
  detail?: Record<string, string | number | boolean>
}

/** Writes one line of the audit log, in the transaction of the action; a refusal has no other writes. */
export async function audit(db: Db, action: AuditAction, { at, visit, userId, actorId, detail = {} }: Entry) {
  await db
    .insertInto('audit_log')
    .values({
      id: randomUUIDv7(),
      at,
      action,
      user_id: userId ?? null,
      actor_id: actorId ?? null,
      ip: visit?.ip ?? null,
      user_agent: visit?.userAgent ?? null,
      detail: JSON.stringify(detail),
    })
    .modifyEnd(PREPARED)
    .execute()
}

/**
 * Writes to the audit log, as a table expression of a larger statement: one line for each row of `subject`, another table
 * expression, whose column `id` is the user.
 */
export function auditSql(
  action: AuditAction,
  { at, visit, detail = {}, subject }: { at: Date; visit: Visit; detail?: Entry['detail']; subject: string },
) {
  return sql`
      insert into audit_log (id, at, action, user_id, ip, user_agent, detail)
      select ${randomUUIDv7()}::uuid, ${at}::timestamptz, ${action}, id, ${visit.ip}, ${visit.userAgent ?? null},
        ${JSON.stringify(detail)}::jsonb
      from ${sql.table(subject)}
    `
}

/** Deletes entries older than `kept` milliseconds, by the clock of the database. */
export async function deleteOldAudit(db: Db, kept: number): Promise<void> {
  await deleteInBatches(db, 'audit_log', ['id'], sql`at < now() - make_interval(secs => ${kept / SECOND})`)
}

type AuditQuery = Paging & { user?: string; action?: string }

/** Lists the entries, newest first. */
export async function listAudit(db: Db, { user, action, ...paging }: AuditQuery) {
  const entries = db
    .selectFrom('audit_log')
    .$if(user !== undefined, query => query.where('user_id', '=', user!))
    .$if(action !== undefined, query => query.where('action', '=', action!))
  const totalCount = await countRows(db, entries)
  const list = await readListPage(
    ({ beyond }) => entries.where(beyond).select('id'),
    newestFirst('audit'),
    paging,
    (page, orderBy) => db.selectFrom('audit_log').selectAll().where('id', 'in', page).orderBy(orderBy).execute(),
    ({ id }) => [id],
  )
  const items = list.items.map(({ user_id, actor_id, user_agent, at, ...row }) => ({
    ...row,
    at: at.toISOString(),
    userId: user_id,
    actorId: actor_id,
    userAgent: user_agent,
  }))
  return { ...list, items, totalCount }
}
