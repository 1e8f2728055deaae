import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { type RawBuilder, sql } from 'kysely'
import { ALGORITHMS } from '../../src/accounts/passwords/imported/algorithms.ts'
import { newPerson } from '../support/accounts.ts'
import { HASHES } from '../support/imported-hashes.ts'
import { person } from '../support/people.ts'
import { startSemel } from '../support/semel.ts'

const REFUSAL_STEP = 1500

test('imported hashes → each refused sign-in is answered at a full step', async () => {
  await using semel = await startSemel({}, { worker: false })
  const refuse = async (email: string) => {
    const started = performance.now()
    const { status, body } = await semel.client().post('/api/auth/login', { email, password: 'not the password' })
    assert.deepEqual([status, body.code], [401, 'invalid_credentials'])
    return performance.now() - started
  }
  const { email: own } = await newPerson(semel)
  assert.deepEqual(Object.keys(HASHES).toSorted(), ALGORITHMS.toSorted())
  for (const [kind, hash] of Object.entries(HASHES)) {
    const email = `${randomUUID()}@example.com`
    const { id } = await newPerson(semel, { email })
    await semel.db.updateTable('users').set({ password_hash: hash }).where('id', '=', id).execute()
    const times = await Promise.all([email, own, `${randomUUID()}@example.com`].map(refuse))
    for (const time of times) assert.ok(time >= REFUSAL_STEP, `${kind}: ${times}`)
  }
})

test('no imported hash → a refused sign-in does not wait', async () => {
  await using semel = await startSemel({}, { worker: false })
  const { email } = await newPerson(semel)
  const answers = Array.from({ length: 5 }, () =>
    semel.client().post('/api/auth/login', { email, password: 'not the password' }),
  )
  const started = performance.now()
  await Promise.race(answers)
  assert.ok(performance.now() - started < REFUSAL_STEP)
  await Promise.all(answers)
})

/** Another value than that of an ordinary account, for each column that an account has. */
const COLUMNS: Record<string, RawBuilder<unknown>> = {
  id: sql`gen_random_uuid()`,
  email: sql`upper(email)`,
  email_verified_at: sql`now()`,
  email_verified_in_session: sql`true`,
  user_name: sql`'Ada'`,
  phone: sql`'+4917000000001'`,
  locale: sql`'de'`,
  role: sql`'admin'`,
  permissions: sql`'{orders}'::text[]`,
  password_hash: sql`''`,
  created_at: sql`now() - interval '9 years'`,
  updated_at: sql`now() - interval '9 years'`,
  metadata: sql`'{"crm":"1"}'::jsonb`,
  confirmed_at: sql`null`,
  disabled_at: sql`now()`,
  password_expires_at: sql`now() - interval '1 day'`,
  invitation_id: sql`gen_random_uuid()`,
  // No account is a guest: test/api/guest-attacks.test.ts asks with the address of one.
  is_guest: sql`false`,
  claimed_at: sql`now()`,
}

test('account column has another value → sign-in and reset answer as for nobody', async () => {
  await using semel = await startSemel({}, { worker: false })
  const { rows: columns } = await sql<{ name: string }>`
    select attname as name from pg_attribute
    where attrelid = 'users'::regclass and attnum > 0 and not attisdropped and attgenerated = ''
  `.execute(semel.db)
  assert.deepEqual(columns.map(({ name }) => name).toSorted(), Object.keys(COLUMNS).toSorted())
  const client = semel.client()
  const { csrfToken } = (await client.get('/api/auth/csrf')).body
  const ask = async (email: string) => {
    const refused = await client.post('/api/auth/login', { email, password: 'not the password' })
    const reset = await client.post('/api/auth/forgot-password', { email }, { headers: { 'x-csrf-token': csrfToken } })
    const { requestId: _, ...problem } = refused.body
    return [refused.status, problem, reset.status, reset.body]
  }
  const nobody = await ask(`${randomUUID()}@example.com`)
  for (const [column, value] of Object.entries(COLUMNS)) {
    const { id, email } = await person(semel)
    // Frees the id to change.
    await semel.db.deleteFrom('sessions').where('user_id', '=', id).execute()
    await sql`update users set ${sql.ref(column)} = ${value} where email = ${email}`.execute(semel.db)
    assert.deepEqual(await ask(email), nobody, column)
  }
})
