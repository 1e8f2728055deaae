/** Steps of the tests and of the proof of recovery requests. */
import assert from 'node:assert/strict'
import { sql } from 'kysely'
import { moveRecoveryRequests } from '../../src/accounts/recovery/due.ts'
import { objectionToken, recoveryToken } from '../../src/accounts/recovery/links.ts'
import { HOUR, SECOND } from '../../src/time.ts'
import { enterPassword, newPerson, PASSWORD, type Person } from './accounts.ts'
import type { Semel } from './semel.ts'
import { untilDatabase } from './until.ts'

export function recoverySteps(semel: Semel) {
  const post = (path: string, body: unknown = undefined, token?: string) =>
    semel.client().post(`/api${path}`, body, token === undefined ? {} : { token })

  /** A customer whose address was confirmed in a session. `mailboxOnly`: whose password was set by a link since. */
  async function customer({ mailboxOnly = false } = {}): Promise<Person> {
    const person = await newPerson(semel)
    const verified = { email_verified_at: semel.clock.now(), email_verified_in_session: true }
    await semel.db.updateTable('users').set(verified).where('id', '=', person.id).execute()
    if (mailboxOnly) {
      await sql`insert into audit_log (id, at, action, user_id, detail)
        values (gen_random_uuid(), ${semel.clock.now()}, 'password_reset', ${person.id}, '{}')`.execute(semel.db)
    }
    return person
  }

  const attempt = ({ email }: Person, password = PASSWORD) => enterPassword(semel.client(), email, password)
  const ask = async (person: Person) => post('/auth/mfa/recovery-request', undefined, await attempt(person))
  const requestOf = ({ id }: Person) =>
    semel.db
      .selectFrom('recovery_requests')
      .selectAll()
      .where('user_id', '=', id)
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()

  async function asked(person: Person) {
    const answer = await ask(person)
    assert.equal(answer.status, 202, answer.text)
    return requestOf(person)
  }

  /** Lets time pass for the request: the cleanup goes by the clock of the database, which no test can move. */
  async function pass(person: Person, duration: number) {
    const by = sql`make_interval(secs => ${duration / SECOND})`
    await sql`
      update recovery_requests set asked_at = asked_at - ${by}, waits_until = waits_until - ${by},
        reminded_at = reminded_at - ${by}, linked_at = linked_at - ${by}
      where user_id = ${person.id}
    `.execute(semel.db)
    await sql`update deliveries set created_at = created_at - ${by}, ended_at = ended_at - ${by}
      where user_id = ${person.id}`.execute(semel.db)
    await moveRecoveryRequests(semel.db)
  }

  const emailsLeft = ({ id }: Person) =>
    untilDatabase(
      semel,
      sql<boolean>`(select bool_and(state in ('sent', 'skipped')) from deliveries where user_id = ${id})`,
    )

  /** The whole waiting time. The cleanup runs on the way, as it does every ten minutes. */
  async function waitOut(person: Person) {
    await pass(person, 48 * HOUR)
    await emailsLeft(person)
    await pass(person, 24 * HOUR)
  }

  const linkOf = (id: string) => recoveryToken(semel.serviceKey, id)
  const objectionOf = (id: string) => objectionToken(semel.serviceKey, id)
  const recover = (id: string, password = 'an entirely new passphrase') =>
    post('/auth/recovery', { token: linkOf(id), password })
  const object = (id: string) => post('/auth/recovery/objection', { token: objectionOf(id) })
  const approve = (id: string, by: Person) => post(`/admin/recovery-requests/${id}/approve`, undefined, by.token)
  const decline = (id: string, by: Person) => post(`/admin/recovery-requests/${id}/decline`, undefined, by.token)
  return {
    post,
    customer,
    attempt,
    ask,
    requestOf,
    asked,
    pass,
    emailsLeft,
    waitOut,
    recover,
    object,
    approve,
    decline,
  }
}
