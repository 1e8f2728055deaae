import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { addFactor, confirmFactor } from '../../src/accounts/second-factors/factors.ts'
import { codeOf, fromBase32, stepAt } from '../../src/accounts/second-factors/totp.ts'
import type { Role } from '../../src/accounts/tables.ts'
import { readSms } from '../../src/dev/sms-inbox.ts'
import type { Client } from './client.ts'
import { verifiedFor } from './people.ts'
import type { Semel } from './semel.ts'

export const PASSWORD = 'a long enough passphrase'

export type Person = {
  id: string
  email: string
  /** A full session. */
  token: string
  recoveryCodes: string[]
  seed: Buffer
  /** Signed in by cookie as well. */
  client: Client
  /** The current code of the authenticator, or the code some time steps later. */
  code(later?: number): string
}

/** Somebody who has registered over the API and confirmed the authenticator with the code of the step before. */
export async function newPerson(
  semel: Semel,
  {
    email = `${randomUUID()}@example.com`,
    userName = 'Ada Lovelace',
    role = 'customer' as Role,
    phone = undefined as string | undefined,
  } = {},
): Promise<Person> {
  const client = semel.client()
  const registered = await client.post('/api/auth/register', { email, password: PASSWORD, userName })
  assert.equal(registered.status, 201, registered.text)
  const { user, totp, partialToken } = registered.body
  const seed = fromBase32(totp.secret)!
  // Runs before the confirmation, because the length of a session depends on it.
  const email_verified_at = verifiedFor(role, semel.clock.now())
  await semel.db.updateTable('users').set({ role, email_verified_at }).where('id', '=', user.id).execute()
  const code = (later = 0) => codeOf(seed, stepAt(semel.clock.now()) + later)
  const confirmed = await client.post('/api/auth/mfa', { code: code(-1) }, { token: partialToken })
  assert.equal(confirmed.status, 200, confirmed.text)
  const { token, recoveryCodes } = confirmed.body
  if (phone) await addPhone(semel, user.id, phone)
  return { id: user.id, email, token, recoveryCodes, seed, client, code }
}

/** A phone as second factor, as if its code had been returned. */
async function addPhone(semel: Semel, userId: string, phone: string): Promise<void> {
  await semel.db.transaction().execute(async tx => {
    const id = await addFactor(tx, semel, { userId, kind: 'sms', name: 'Phone', phone })
    await confirmFactor(tx, id, semel.clock.now())
  })
}

/** The first step of a sign-in. @returns the partial token */
export async function enterPassword(client: Client, email: string, password = PASSWORD): Promise<string> {
  const { status, body, text } = await client.post('/api/auth/login', { email, password })
  assert.equal(status, 200, text)
  return body.partialToken
}

/** The last text message to a number. */
export async function lastSms(semel: Semel, to: string): Promise<{ text: string; code: string }> {
  const message = (await readSms(semel.db, to)).at(-1)
  assert.ok(message, `no text message to ${to}`)
  return { text: message.text, code: /^\d{6}/.exec(message.text)![0] }
}
