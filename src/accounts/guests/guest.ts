/** Guests: owners of an order without an account. Each has one order, an address that may change, and no credentials. */
import { randomUUIDv7 } from 'node:crypto'
import type { Tx } from '../../database/schema.ts'
import { hashedSubject } from '../../http/rate-limits/clients.ts'
import type { Language } from '../../words/languages.ts'
import { mailboxOf } from '../users/unverified-emails.ts'
import { emailKey } from '../users/user.ts'

export type NewGuest = {
  email: string
  /** '' when the customer gave none. */
  userName: string
  /** The language of the page on which the guest ordered; null: the first one of the shop. */
  locale: Language | null
  now: Date
}

/** Creates the owner of an order that is placed in the same transaction. @returns its id */
export async function createGuest(tx: Tx, { email, userName, locale, now }: NewGuest): Promise<string> {
  const id = randomUUIDv7()
  await tx
    .insertInto('users')
    .values({
      id,
      email,
      email_verified_at: null,
      user_name: userName,
      phone: null,
      locale,
      role: 'customer',
      password_hash: '',
      created_at: now,
      confirmed_at: null,
      is_guest: true,
    })
    .execute()
  return id
}

/**
 * Names the guests of a mailbox in one network, for limits: a guest is new with each order. The network is a part of it, so that a
 * stranger elsewhere uses up nothing of the mailbox's owner.
 */
export async function subjectOfGuests(tx: Tx, email: string, network = ''): Promise<string> {
  return hashedSubject(mailboxOf(await emailKey(tx, email)), network)
}
