/** Registration: a pending account, which the first code from its second factor confirms. */
import { randomUUIDv7 } from 'node:crypto'
import type { Static } from 'typebox'
import type { AppContext } from '../../context.ts'
import type { Tx } from '../../database/schema.ts'
import type { RunOnce } from '../../http/idempotency/once.ts'
import { consumeByClient } from '../../http/rate-limits/attempts.ts'
import { Problem } from '../../problems.ts'
import { derive } from '../../secrets/crypto.ts'
import { audit, type Visit } from '../audit-log.ts'
import { askForNews } from '../email-preferences.ts'
import { provesMailbox } from '../guests/account-link.ts'
import { hashPassword } from '../passwords/hashing.ts'
import { requireGoodPassword } from '../passwords/rules.ts'
import { addAuthenticator } from '../second-factors/factors.ts'
import { enrollment, issuerOf } from '../second-factors/totp.ts'
import { openPartialSession, type PartialSignIn } from '../sign-in/partial-session.ts'
import { findByToken, invalidInvitation } from '../staff/invitations.ts'
import { requireLocaleOfShop } from './locale.ts'
import { emailKey, findRegistered, type User, userByEmail } from './user.ts'

type Registration = {
  email: string
  password: string
  userName: string
  phone?: string | null
  locale?: string | undefined
  /** The person has asked for news. */
  news?: boolean
  /** The token of an invitation for this address. */
  invitation?: string
  /** The token of a link that a guest with this address has asked for (guests/account-link.ts). */
  accountLink?: string
}
type Registered = PartialSignIn & { user: Static<typeof User>; totp?: ReturnType<typeof enrollment> }

/**
 * Creates a registration, which its first code turns into an account. Any number may wait for one address, so a stranger
 * can neither block an address nor end a registration under way. Only this response and that of a change of address admit
 * that an address is registered: the limit is counted before the look-up, so that it tells nothing itself.
 * @throws Problem `email_taken`, `invalid_invitation`, `rate_limited`
 */
export async function register(
  context: AppContext,
  input: Registration,
  visit: Visit,
  runOnce: RunOnce,
): Promise<Registered> {
  const now = context.clock.now()
  await consumeByClient(context.db, 'registrations', visit.ip, now)
  await consumeByClient(context.db, 'registrations-daily', visit.ip, now)
  await requireGoodPassword(context, input.password, input)
  const invitationId = await invitationFor(context, input)
  // A link that has ended costs nothing but the proof: the welcome has one to confirm the address.
  const { accountLink } = input
  const isVerified = accountLink !== undefined && (await provesMailbox(context, accountLink, input.email))
  if (input.locale !== undefined) await requireLocaleOfShop(context.db, input.locale)
  const passwordHash = await hashPending(context, input.email, input.password)
  const issuer = await issuerOf(context)
  return runOnce<Registered>(async tx => {
    if (await userByEmail(tx, input.email).select('id').executeTakeFirst()) throw emailTaken()
    const userId = await createUser(tx, { ...input, confirmedAt: null, invitationId, isVerified }, passwordHash, now)
    if (input.news) await askForNews(tx, userId, now)
    const { id, seed } = await addAuthenticator(tx, context, { userId })
    await audit(tx, 'registered', { at: now, visit, userId })
    const partial = await openPartialSession(tx, context, { userId, now })
    return {
      body: { ...partial, user: (await findRegistered(tx, userId))!, totp: enrollment(seed, input.email, issuer) },
      secrets: { members: ['totp'], usedBy: id },
    }
  })
}

/** An invitation is for one address. The first code accepts it (staff/invitations.ts). */
async function invitationFor(context: AppContext, { email, invitation: token }: Registration) {
  if (token === undefined) return undefined
  const invitation = await findByToken(context, token)
  if (!invitation || (await emailKey(context.db, invitation.email)) !== (await emailKey(context.db, email)))
    throw invalidInvitation()
  return invitation.id
}

/**
 * All pending registrations of an address have one salt, which no other address has. So a sign-in tries its password with
 * all of them for the price of one hash, and no stranger hides the owner's among others.
 */
export async function hashPending(context: AppContext, email: string, password: string): Promise<string> {
  const salt = derive(context.serviceKey, 'registration-salt', await emailKey(context.db, email))
  return hashPassword(password, context.passwordCost, Buffer.from(salt, 'base64url').subarray(0, 16))
}

export function emailTaken(): Problem {
  const reason = 'is already registered'
  return new Problem('email_taken', `email ${reason}`, { errors: [{ field: 'email', reason, code: 'taken' }] })
}

/**
 * @param input.confirmedAt null: a registration that waits for its first code
 * @param input.isVerified the person reads the mailbox, so the account begins as if a session had verified the address
 */
export async function createUser(
  tx: Tx,
  input: Omit<Registration, 'password'> & {
    confirmedAt?: Date | null
    invitationId?: string | undefined
    isVerified?: boolean
  },
  passwordHash: string,
  now: Date,
): Promise<string> {
  const id = randomUUIDv7()
  await tx
    .insertInto('users')
    .values({
      id,
      email: input.email,
      email_verified_at: input.isVerified ? now : null,
      email_verified_in_session: input.isVerified ?? false,
      user_name: input.userName,
      phone: input.phone ?? null,
      locale: input.locale ?? null,
      role: 'customer',
      password_hash: passwordHash,
      created_at: now,
      confirmed_at: input.confirmedAt === undefined ? now : input.confirmedAt,
      invitation_id: input.invitationId ?? null,
    })
    .execute()
  return id
}
