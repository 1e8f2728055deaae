import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { createTransport } from 'nodemailer'
import { type Semel, startSemel } from '../../test/support/semel.ts'
import { openProxy } from '../../test/support/tcp-proxy.ts'
import { openDatabase } from '../database/open.ts'
import { ATTEMPT_HEADER, openInbox, resultOf } from './mail-inbox.ts'

let semel: Semel
before(async () => {
  semel = await startSemel()
})
after(() => semel[Symbol.asyncDispose]())

test('an email → the inbox keeps it as sent, lists it, deletes it', async () => {
  const to = address()
  await send({ to, subject: 'Grüße', text: 'plain', html: '<p>rich</p>' })
  const { body } = await semel.client().get(`/dev/mail?to=${to.toUpperCase()}`)
  assert.equal(body.length, 1)
  const { id, messageId, receivedAt, ...rest } = body[0]
  assert.deepEqual(rest, {
    to,
    from: 'Test <test@semel.example>',
    subject: 'Grüße',
    text: 'plain\n',
    html: '<p>rich</p>\n',
  })
  assert.match(id, /^[0-9a-f-]{36}$/)
  assert.match(messageId, /^<.+@.+>$/)
  assert.ok(Date.parse(receivedAt) > Date.now() - 10_000)
  assert.equal((await semel.client().delete('/dev/mail')).status, 204)
  assert.deepEqual((await semel.client().get('/dev/mail')).body, [])
})

test('a plus in an address in the query → taken as it is', async () => {
  const to = `a+${address()}`
  await send({ to })
  assert.equal((await semel.client().get(`/dev/mail?to=${to}`)).body.length, 1)
  const person = { email: to, password: 'a passphrase for somebody', userName: 'Ada' }
  assert.equal((await semel.client().post('/api/auth/register', person)).status, 201)
  assert.equal((await semel.client().get(`/dev/code?email=${to}`)).status, 200)
})

test('a fault happens once, at the stage where it is set', async () => {
  const to = address()
  const { faults } = semel.inbox
  faults.add({ at: 'recipient', refuse: '550 5.1.1 No such user' })
  await assert.rejects(send({ to }), { responseCode: 550, command: 'RCPT TO' })
  faults.add({ at: 'dot', refuse: '452 4.3.1 Full' })
  await assert.rejects(send({ to }), { responseCode: 452, command: 'DATA' })
  for (const at of ['connect', 'recipient', 'body', 'dot'] as const) {
    faults.add({ at, drop: true })
    await assert.rejects(send({ to }), /closed|ECONNRESET/, at)
  }
  assert.equal((await semel.client().get(`/dev/mail?to=${to}`)).body.length, 0)
  faults.add({ at: 'reply', drop: true })
  await assert.rejects(send({ to }), /closed|ECONNRESET/)
  assert.equal((await semel.client().get(`/dev/mail?to=${to}`)).body.length, 1)
  await send({ to })
  assert.equal((await semel.client().get(`/dev/mail?to=${to}`)).body.length, 2)
})

test('after the answer "never" the inbox refuses the attempt', async () => {
  const to = address()
  const [early, late] = [randomUUID(), randomUUID()]
  await send({ to, headers: { [ATTEMPT_HEADER]: early } })
  assert.equal(await resultOf(semel.db, early), 'arrived')

  const { promise, resolve } = Promise.withResolvers<void>()
  semel.inbox.faults.add({ at: 'dot', until: promise })
  const underway = semel.inbox.faults.reached('dot')
  const sending = send({ to, headers: { [ATTEMPT_HEADER]: late } })
  await underway
  assert.equal(await resultOf(semel.db, late), 'never')
  resolve()
  await assert.rejects(sending, { responseCode: 451 })
  assert.equal(await resultOf(semel.db, late), 'never')
  assert.equal((await semel.client().get(`/dev/mail?to=${to}`)).body.length, 1)
})

test('the inbox loses its database → no reply about a possibly kept email', async () => {
  await using proxy = await openProxy(semel.databaseUrl)
  await using opened = openDatabase(proxy.through(semel.databaseUrl), { max: 1 })
  await using inbox = await openInbox(opened.db)
  const to = address()
  proxy.loseAnswerTo('commit')
  await assert.rejects(send({ to }, inbox), /closed|ECONNRESET/)
  assert.equal((await semel.client().get(`/dev/mail?to=${to}`)).body.length, 1)
})

function address(): string {
  return `${randomUUID()}@example.test`
}

async function send(mail: object, { port } = semel.inbox): Promise<void> {
  const transport = createTransport({ host: '127.0.0.1', port })
  await transport.sendMail({ from: 'Test <test@semel.example>', subject: 'Test', text: 'plain', ...mail })
}
