/*
 * Invitations of staff. The link in the email proves that its reader has the mailbox; what comes after it is an ordinary account:
 *
 *   no account yet     registration with the link ──▶ first code of the authenticator ──▶ staff
 *   a customer         sign-in with both factors ──▶ "accept" ──▶ all sessions end, and the next sign-in is one of staff
 *
 * So nothing of the console opens before a password and a second factor. One conditional statement accepts an invitation, in the
 * transaction of the command that gives the role: of two clicks one wins, and one that was withdrawn or has expired gives nothing.
 * It refers to the admin who sent it: while that one is disabled or no admin, it gives nothing either, and another admin can send it
 * again as their own.
 */
import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import type { AppContext } from '../../context.ts'
import { countRows } from '../../database/lists/count.ts'
import type { Db, Tx } from '../../database/schema.ts'
import { announce } from '../../events/announce.ts'
import { publishToFeed } from '../../events/publish.ts'
import { Problem } from '../../problems.ts'
import { derive, sameSecret } from '../../secrets/crypto.ts'
import { after, DAY } from '../../time.ts'
import { audit, type Visit } from '../audit-log.ts'
import { endAllSessions } from '../sessions/sessions.ts'
import { isActiveAdminSql } from '../sessions/still-may.ts'
import type { Permission } from '../tables.ts'
import { accounts, userByEmail, withUserLocked } from '../users/user.ts'
import { inOrder } from './permissions.ts'

/** Long enough for a colleague's holiday, short enough for a mailbox that changes hands. */
const INVITATION_LIFETIME = 7 * DAY

/** The link of an invitation works as long as the invitation is open, so each of its emails has the same. */
export function invitationToken(key: Buffer, id: string): string {
  return `${id}.${derive(key, 'invitation', id)}`
}

type NewInvitation = {
  email: string
  role: 'staff' | 'admin'
  permissions: readonly Permission[]
  by: string
  visit: Visit
  now: Date
}

/** Invites an address, and announces the email. @throws Problem `already_staff`, `already_invited` */
export async function invite(tx: Tx, { email, role, permissions, by, visit, now }: NewInvitation) {
  const id = randomUUIDv7()
  // One that has expired, or whose admin is none anymore, makes room for another.
  const { rows } = await sql`
    insert into staff_invitations as i (id, email, role, permissions, invited_by, created_at, sent_at, expires_at)
    select ${id}, ${email}, ${role}, ${inOrder(permissions)}, ${by}, ${now}, ${now}, ${after(now, INVITATION_LIFETIME)}
    where not exists (
      select from users where email_key = lower(${email}) and confirmed_at is not null and role <> 'customer'
    )
    on conflict (email_key) where accepted_at is null and withdrawn_at is null do update
    set id = excluded.id, email = excluded.email, role = excluded.role, permissions = excluded.permissions,
      invited_by = excluded.invited_by, created_at = excluded.created_at, sent_at = excluded.sent_at,
      expires_at = excluded.expires_at
    where i.expires_at <= ${now} or not ${isActiveAdminSql(sql`i.invited_by`)}
    returning id
  `.execute(tx)
  if (rows.length === 0) {
    const member = await userByEmail(tx, email).select('role').executeTakeFirst()
    throw new Problem(member && member.role !== 'customer' ? 'already_staff' : 'already_invited')
  }
  await audit(tx, 'staff_invited', { at: now, visit, actorId: by, detail: { invitation: id, role } })
  await send(tx, id, now)
  return (await findInvitation(tx, id))!
}

async function send(tx: Tx, id: string, now: Date): Promise<void> {
  await announce(tx, { type: 'staff.invited', payload: { invitationId: id }, to: [{ invitationId: id }], at: now })
}

type Step = { id: string; by: string; visit: Visit; now: Date }

/**
 * Sends the email once more, and lets the link work for the whole time again. From now on the invitation is that of the admin
 * who sends it. @throws Problem `invitation_ended`
 */
export async function resendInvitation(tx: Tx, { id, by, visit, now }: Step) {
  const { numUpdatedRows } = await tx
    .updateTable('staff_invitations')
    .set({ sent_at: now, expires_at: after(now, INVITATION_LIFETIME), invited_by: by })
    .where('id', '=', id)
    .where('accepted_at', 'is', null)
    .where('withdrawn_at', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw new Problem('invitation_ended')
  await audit(tx, 'invitation_resent', { at: now, visit, actorId: by, detail: { invitation: id } })
  await send(tx, id, now)
  return (await findInvitation(tx, id))!
}

/** Its link stops working, and an email that has not left is not sent. @throws Problem `not_found` */
export async function withdrawInvitation({ db }: AppContext, { id, by, visit, now }: Step): Promise<void> {
  await db.transaction().execute(async tx => {
    const { numUpdatedRows } = await tx
      .updateTable('staff_invitations')
      .set({ withdrawn_at: now })
      .where('id', '=', id)
      .where('accepted_at', 'is', null)
      .where('withdrawn_at', 'is', null)
      .executeTakeFirst()
    if (numUpdatedRows === 0n)
      throw new Problem('not_found', 'There is no such invitation, or it was accepted already.')
    await audit(tx, 'invitation_withdrawn', { at: now, visit, actorId: by, detail: { invitation: id } })
  })
}

/** An invitation that can be accepted now, by the token of its link. Looking changes nothing. */
export async function findByToken({ db, serviceKey, clock }: AppContext, token: string) {
  const id = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}(?=\.)/.exec(token)?.[0]
  if (!id || !sameSecret(token, invitationToken(serviceKey, id))) return undefined
  const found = await findInvitation(db, id)
  return found && isOpen(found, clock.now()) ? found : undefined
}

export async function findInvitation(db: Db, id: string) {
  return listed(db).where('i.id', '=', id).executeTakeFirst()
}

type Invitation = NonNullable<Awaited<ReturnType<typeof findInvitation>>>

/** While the inviter is no active admin, nobody is invited: a thief of an admin's session makes an invitation first. */
export function isOpen({ acceptedAt, withdrawnAt, expiresAt, inviterMay }: Invitation, now: Date): boolean {
  return !acceptedAt && !withdrawnAt && inviterMay && expiresAt > now
}

/** Lists invitations that nobody has accepted or withdrawn, newest first. */
export async function listInvitations(db: Db, { page, limit, by }: { page: number; limit: number; by?: string }) {
  const open = listed(db)
    .where('accepted_at', 'is', null)
    .where('withdrawn_at', 'is', null)
    .$if(by !== undefined, query => query.where('i.invited_by', '=', by!))
  const items = await open
    .orderBy('i.id', 'desc')
    .limit(limit)
    .offset((page - 1) * limit)
    .execute()
  return { items, totalCount: await countRows(db, open) }
}

function listed(db: Db) {
  return db
    .selectFrom('staff_invitations as i')
    .leftJoin('users as u', 'u.id', 'i.invited_by')
    .select(['i.id', 'i.email', 'i.role', 'i.permissions', 'i.created_at as createdAt', 'i.sent_at as sentAt'])
    .select(['expires_at as expiresAt', 'accepted_at as acceptedAt', 'withdrawn_at as withdrawnAt'])
    .select(['u.user_name as invitedBy', 'i.invited_by as inviterId'])
    .select(isActiveAdminSql(sql`i.invited_by`).as('inviterMay'))
}

type Acceptance = { invitationId: string; userId: string; visit: Visit; now: Date }

/**
 * Makes the owner of the invited address staff. The caller has locked the account, and opens or ends its sessions.
 * @throws Problem `invitation_ended`, also for an account with another address; `already_staff`
 */
export async function acceptInvitation(tx: Tx, { invitationId, userId, visit, now }: Acceptance): Promise<void> {
  const accepted = await tx
    .updateTable('staff_invitations')
    .set({ accepted_at: now })
    .where('id', '=', invitationId)
    .where('accepted_at', 'is', null)
    .where('withdrawn_at', 'is', null)
    .where('expires_at', '>', now)
    .where(isActiveAdminSql(sql`staff_invitations.invited_by`))
    .where('email_key', '=', eb => eb.selectFrom('users').select('users.email_key').where('users.id', '=', userId))
    .returning(['role', 'permissions'])
    .executeTakeFirst()
  if (!accepted) throw new Problem('invitation_ended')
  const { role, permissions } = accepted
  const { numUpdatedRows } = await tx
    .updateTable('users')
    // The visitor has the link, so they read the mailbox. They have also just shown that the account is theirs.
    .set(eb => ({
      role,
      permissions,
      email_verified_at: eb.fn.coalesce('email_verified_at', eb.val(now)),
      email_verified_in_session: true,
      invitation_id: null,
    }))
    .where('id', '=', userId)
    .where('role', '=', 'customer')
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw new Problem('already_staff')
  await audit(tx, 'invitation_accepted', { at: now, visit, userId, detail: { invitation: invitationId, role } })
  await publishToFeed(tx, now, { type: 'user.updated', data: { userId } })
}

/**
 * A customer accepts, and has to sign in again: the sessions of customers live longer than those of staff.
 * @throws Problem `invalid_invitation`, `invitation_ended`, `already_staff`
 */
export async function joinStaff(
  context: AppContext,
  { token, userId, visit }: { token: string; userId: string; visit: Visit },
): Promise<void> {
  const invitation = await findByToken(context, token)
  if (!invitation) throw invalidInvitation()
  const now = context.clock.now()
  await withUserLocked(context.db, userId, async tx => {
    await acceptInvitation(tx, { invitationId: invitation.id, userId, visit, now })
    await endAllSessions(tx, userId)
  })
}

/** Lists all users but customers, admins first. */
export async function listStaff(db: Db) {
  return accounts(db)
    .select(['id', 'user_name as userName', 'email', 'role', 'permissions', 'disabled_at as disabledAt'])
    .where('role', '<>', 'customer')
    .orderBy('role')
    .orderBy('id')
    .limit(1000)
    .execute()
}

export function invalidInvitation(): Problem {
  const reason = 'is unknown, used, withdrawn or expired; ask for a new one'
  return new Problem('invalid_invitation', `The invitation ${reason}.`, {
    errors: [{ field: 'invitation', reason, code: 'invalid_token' }],
  })
}
