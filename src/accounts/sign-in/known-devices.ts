/*
 * The places from which a user has signed in before. A browser that has signed in to an account keeps a cookie that says so. A client
 * without the cookie is known by its network together with the kind of its browser.
 */
import type { Db } from '../../database/schema.ts'
import { network64 } from '../../http/rate-limits/clients.ts'
import { derive, sameSecret } from '../../secrets/crypto.ts'
import { after, DAY } from '../../time.ts'
import type { Visit } from '../audit-log.ts'
import { accounts } from '../users/user.ts'

/** Sign-ins before that count no longer. */
const DEVICE_KEPT = 90 * DAY

/** The value of the cookie. It proves a sign-in to this account, and is good for nothing else. */
export function deviceMark(key: Buffer, userId: string): string {
  return derive(key, 'device', userId)
}

/**
 * Decides whether the owner should hear of this sign-in. The email of the registration tells of the first one. An old
 * account that nobody has signed in to for months knows no device but those with the cookie.
 */
export async function isNewDevice(db: Db, key: Buffer, { userId, visit, now }: SignIn): Promise<boolean> {
  if (hasMark(key, userId, visit)) return false
  const earlier = await earlierSignIns(db, userId, now)
  if (earlier.length === 0) return isOld(db, userId, now)
  const isSame = ({ ip, user_agent }: (typeof earlier)[number]) =>
    isSameNetwork(ip, visit.ip) && kindOf(user_agent) === kindOf(visit.userAgent)
  return !earlier.some(isSame)
}

async function isOld(db: Db, userId: string, now: Date): Promise<boolean> {
  const old = await accounts(db)
    .select('id')
    .where('id', '=', userId)
    .where('confirmed_at', '<', after(now, -DEVICE_KEPT))
    .executeTakeFirst()
  return old !== undefined
}

/** Checks whether the account has signed in with this browser, or from this network. */
export async function isKnown(db: Db, key: Buffer, signIn: SignIn): Promise<boolean> {
  return hasMark(key, signIn.userId, signIn.visit) || signedInFromHere(db, signIn)
}

function hasMark(key: Buffer, userId: string, { device }: Visit): boolean {
  return device !== undefined && sameSecret(device, deviceMark(key, userId))
}

/**
 * Checks whether the user has signed in from this network in the last 90 days. Such a user is exempt from the limit per
 * client, so a neighbor who guesses passwords in the same office, or behind the same provider, cannot lock them out.
 */
export async function signedInFromHere(db: Db, { userId, visit, now }: SignIn): Promise<boolean> {
  return (await earlierSignIns(db, userId, now)).some(({ ip }) => isSameNetwork(ip, visit.ip))
}

type SignIn = { userId: string; visit: Visit; now: Date }

function earlierSignIns(db: Db, userId: string, now: Date) {
  return db
    .selectFrom('audit_log')
    .select(['ip', 'user_agent'])
    .distinct()
    .where('user_id', '=', userId)
    .where('action', '=', 'signed_in')
    .where('at', '>', after(now, -DEVICE_KEPT))
    .execute()
}

function isSameNetwork(one: string | null, other: string): boolean {
  return one !== null && network64(one) === network64(other)
}

/** The user agent without its versions, which change every month. */
function kindOf(userAgent: string | null | undefined): string {
  return (userAgent ?? '').replaceAll(/[\d.]+/g, '')
}
