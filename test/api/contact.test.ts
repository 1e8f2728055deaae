import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { cookieNames } from '../../src/accounts/sessions/cookies.ts'
import { person } from '../support/people.ts'
import { type Semel, startSemel } from '../support/semel.ts'

let semel: Semel
before(async () => {
  semel = await startSemel()
})
after(() => semel[Symbol.asyncDispose]())

const OPEN = { answered_at: null, answered_by: null }
const good = { email: 'flavia@example.com', message: 'Where is my order?' }

test('a message is stored and sent to the support desk once', async () => {
  const { status, body } = await semel.client().post('/api/contact-messages', { ...good, name: 'Flavia' })
  assert.equal(status, 201)
  assert.equal(body.receivedAt, semel.clock.now().toISOString())
  const stored = await semel.db.selectFrom('contact_messages').selectAll().where('id', '=', body.id).execute()
  assert.deepEqual(stored, [
    { id: body.id, ...good, name: 'Flavia', received_at: semel.clock.now(), user_id: null, locale: null, ...OPEN },
  ])
  const { rows } = await sql`
    select type, payload, recipient from events join deliveries on event_id = events.id
  `.execute(semel.db)
  assert.deepEqual(rows, [{ type: 'contact.message_received', payload: { messageId: body.id }, recipient: 'support' }])
})

test('spaces and line breaks around message and name → dropped', async () => {
  const sent = { ...good, message: ' \n Where is it?\n\nAda \t\n', name: ' Flavia  ' }
  const { body } = await semel.client().post('/api/contact-messages', sent)
  const { message, name } = await semel.db
    .selectFrom('contact_messages')
    .selectAll()
    .where('id', '=', body.id)
    .executeTakeFirstOrThrow()
  assert.deepEqual({ message, name }, { message: 'Where is it?\n\nAda', name: 'Flavia' })
})

test('signed-in visitor → the form has their name and address', async () => {
  const { email, userName, token } = await person(semel)
  const client = semel.client()
  client.cookies.set(cookieNames(semel).session, token)
  const { text } = await client.get('/contact')
  for (const value of [email, userName]) assert.ok(text.includes(`value="${value}"`), value)
})

test('guest at a page for one form → sees no other form', async () => {
  for (const path of ['/contact', '/forgot-password', '/register']) {
    const { text } = await semel.client().get(path)
    assert.equal(text.match(/<form /g)?.length, 1, path)
    assert.equal(text.match(/type="submit"/g)?.length, 1, path)
  }
})

test('repeat with the same Idempotency-Key → no second message, and same answer', async () => {
  const headers = { 'idempotency-key': 'one message' }
  const client = semel.client()
  const sendings = Array.from({ length: 10 }, () => client.post('/api/contact-messages', good, { headers }))
  const answers = await Promise.all(sendings)
  assert.equal(new Set(answers.map(({ status, body }) => `${status} ${body.id}`)).size, 1)
  assert.equal(answers.filter(answer => answer.headers.has('idempotent-replayed')).length, 9)
  const changed = await client.post('/api/contact-messages', { ...good, message: 'Another' }, { headers })
  assert.equal(changed.body.code, 'idempotency_key_reused')
})

const wrong: [name: string, body: unknown, errors: Record<string, string>][] = [
  ['nothing', {}, { email: 'is required', message: 'is required' }],
  ['no email', { message: 'Hello' }, { email: 'is required' }],
  ['empty', { email: '', message: '' }, { email: 'is required', message: 'is required' }],
  ['malformed email', { ...good, email: 'flavia' }, { email: 'must be a valid email address' }],
  ['blank message', { ...good, message: ' \n\t ' }, { message: 'is required' }],
  ['long message', { ...good, message: 'x'.repeat(5001) }, { message: 'must have at most 5000 characters' }],
  [
    'wrong types',
    { email: 1, message: [], name: {} },
    { email: 'must be a string', message: 'must be a string', name: 'must be a string' },
  ],
]
for (const [name, sent, errors] of wrong) {
  test(`a message is refused with field and reason: ${name}`, async () => {
    const { status, body } = await semel.client().post('/api/contact-messages', sent)
    assert.equal(status, 422)
    assert.deepEqual(
      Object.fromEntries(body.errors.map((e: { field: string; reason: string }) => [e.field, e.reason])),
      errors,
    )
    const sentence = Object.entries(errors)
      .map(pair => pair.join(' '))
      .join('; ')
    // Clients look for the description under any of these names.
    for (const text of [body.detail, body.message, body.error]) assert.equal(text, sentence)
  })
}

test('5,000 characters are accepted, including those that JavaScript counts twice', async () => {
  const { status } = await semel.client().post('/api/contact-messages', { ...good, message: '🏛'.repeat(5000) })
  assert.equal(status, 201)
})

test('the API refuses a form post from another site with 415', async () => {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const { status } = await semel.client().post('/api/contact-messages', 'email=a%40b.cd&message=x', { headers })
  assert.equal(status, 415)
})
