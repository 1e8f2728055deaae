import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { mailboxToken } from '../../src/accounts/users/verify-email.ts'
import { DAY } from '../../src/time.ts'
import { newPerson } from '../support/accounts.ts'
import { type Semel, startSemel } from '../support/semel.ts'

let semel: Semel
before(async () => {
  semel = await startSemel()
})
after(() => semel[Symbol.asyncDispose]())

const verify = (token: string) => semel.client().post('/api/auth/verify-email', { token })

test('link verifies its address for three days, or until the address changes', async () => {
  const person = await newPerson(semel)
  const token = () =>
    mailboxToken(semel.serviceKey, 'verify-email', { id: person.id, email: person.email }, semel.clock.now())
  const link = token()
  assert.equal((await verify(link.replace(/.$/, '_'))).body.code, 'invalid_verification_token')
  assert.equal((await verify('nonsense')).status, 422)
  assert.equal((await verify(link)).status, 200)
  const me = () => semel.client().get('/api/users/me', { token: person.token })
  assert.equal((await me()).body.emailVerified, true)

  await semel.client().patch('/api/users/me', { email: `new-${person.email}` }, { token: person.token })
  assert.equal((await me()).body.emailVerified, false)
  assert.equal((await verify(link)).status, 422)
  const [event] = await semel.db
    .selectFrom('events')
    .select('payload')
    .where('type', '=', 'user.email_changed')
    .execute()
  assert.deepEqual(event!.payload, { userId: person.id })
  const moved = { id: person.id, email: `new-${person.email}` }
  const late = mailboxToken(semel.serviceKey, 'verify-email', moved, semel.clock.now())
  semel.clock.advance(3 * DAY)
  assert.equal((await verify(late)).status, 422)
  assert.equal((await verify(mailboxToken(semel.serviceKey, 'verify-email', moved, semel.clock.now()))).status, 200)
})
