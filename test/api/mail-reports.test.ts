/** Mail that comes back: refused addresses, reports of failures and complaints, and the suppression list. */
import assert from 'node:assert/strict'
import { randomUUIDv7 } from 'node:crypto'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { createApiKey } from '../../src/accounts/sessions/api-keys.ts'
import { cookieNames } from '../../src/accounts/sessions/cookies.ts'
import { loadConfig } from '../../src/config.ts'
import { openServiceKey } from '../../src/database/service-key.ts'
import { messageIdOf } from '../../src/mail/message-id.ts'
import { claim, QueueFloor } from '../../src/notifications/claim.ts'
import { commitToSend } from '../../src/notifications/ledger.ts'
import { findSuppressionFindings } from '../../src/notifications/suppression/suppressed.ts'
import { loadSecretKey } from '../../src/secrets/secret-key.ts'
import { MINUTE } from '../../src/time.ts'
import { callSemel } from '../support/commands.ts'
import { type Person, person, verifyEmail } from '../support/people.ts'
import { stockProduct } from '../support/products.ts'
import { openTestRelay } from '../support/relay.ts'
import { type Semel, startSemel } from '../support/semel.ts'
import { until, untilDatabase } from '../support/until.ts'

let semel: Semel
let staff: Person
let productId: number
let key: string
before(async () => {
  semel = await startSemel()
  staff = await person(semel, 'staff')
  productId = await stockProduct(semel.db)
  key = (await createApiKey(semel, { name: 'Bounces', scopes: ['mail-reports:write'] })).key
})
after(() => semel[Symbol.asyncDispose]())

async function order(buyer: Person): Promise<number> {
  const items = [{ productId, quantity: 1 }]
  return (await semel.client().post('/api/orders', { items }, { token: buyer.token })).body.id
}

/** The newest email to a person of a kind, when it has ended. */
async function ended(buyer: Person, kind = 'order.placed') {
  const newest = semel.db
    .selectFrom('deliveries')
    .select(['id', 'state', 'reply', 'address'])
    .where('user_id', '=', buyer.id)
    .where('kind', '=', kind as 'order.placed')
    .orderBy('id', 'desc')
    .limit(1)
  await until(async () => {
    const row = await newest.executeTakeFirst()
    return row !== undefined && ['sent', 'failed', 'skipped'].includes(row.state)
  }, `the end of ${kind}`)
  return newest.executeTakeFirstOrThrow()
}

async function boughtAndSent(): Promise<{ buyer: Person; delivery: string }> {
  const buyer = await person(semel)
  await order(buyer)
  return { buyer, delivery: (await ended(buyer)).id }
}

type Bounce = { recipient?: string; action?: string; status?: string; said?: string; rest?: string; key?: Buffer }

function bounce(
  delivery: string,
  {
    recipient = 'x@y.example',
    action = 'failed',
    status = '5.1.1',
    said = '550 5.1.1 No such\r\n user',
    rest = '',
    key = semel.serviceKey,
  }: Bounce = {},
): string {
  return [
    'From: MAILER-DAEMON@mx.example',
    'To: hello@semel.example',
    'Subject: Undelivered Mail Returned to Sender',
    'MIME-Version: 1.0',
    'Content-Type: multipart/report; report-type=delivery-status; boundary="BB"',
    '',
    '--BB',
    'Content-Type: text/plain',
    '',
    'I am sorry.',
    '--BB',
    'Content-Type: message/delivery-status',
    '',
    'Reporting-MTA: dns; mx.example',
    '',
    `Final-Recipient: rfc822; ${recipient}`,
    `Action: ${action}`,
    `Status: ${status}`,
    `Diagnostic-Code: smtp; ${said}`,
    '',
    '--BB',
    'Content-Type: message/rfc822',
    '',
    `Message-ID: ${messageIdOf(key, delivery, 'semel.example')}`,
    'Subject: Your order',
    '',
    `Hello${rest}`,
    '--BB--',
    '',
  ].join('\r\n')
}

function complaint(delivery: string): string {
  return bounce(delivery)
    .replace('report-type=delivery-status', 'report-type=feedback-report')
    .replace(
      /Content-Type: message\/delivery-status[\s\S]*?--BB/,
      'Content-Type: message/feedback-report\r\n\r\nFeedback-Type: abuse\r\nUser-Agent: Mail/1\r\nVersion: 1\r\n\r\n--BB',
    )
}

/** A report as OpenSMTPD 6.8 writes it (bounce.c): no Diagnostic-Code, and the reply in words for people. */
function ofOpenSmtpd(delivery: string, { action = 'failed', status = '5.0.0', said = '' } = {}): string {
  return bounce(delivery, { action, status, recipient: 'gone@there.example' })
    .replace('multipart/report; report-type=delivery-status;', 'multipart/mixed;')
    .replace(/Diagnostic-Code: .*\r\n(?: .*\r\n)?/, '')
    .replace(
      'I am sorry.',
      `    Hi!\r\n\r\ngone@there.example: ${said}\r\n\r\n    Below is a copy of the original message:`,
    )
    .replace('message/rfc822', 'text/rfc822-headers')
}

function report(source: string, token = key) {
  return semel.client().post('/api/mail-reports', { source }, { token })
}

async function suppressed(address: string) {
  const { body } = await semel.client().get('/api/admin/suppressed-addresses?limit=100', { token: staff.token })
  return body.items.find((item: { address: string }) => item.address === address)
}

/** Somebody else whose email the relay takes. */
async function relayTakesAnother(): Promise<void> {
  const other = await person(semel)
  await order(other)
  assert.equal((await ended(other)).state, 'sent')
}

test('recipient refused by the relay → suppressed once the relay takes another one', async () => {
  const buyer = await person(semel)
  semel.inbox.faults.add({ at: 'recipient', to: buyer.email, refuse: '550 5.1.1 No such user' })
  await order(buyer)
  const first = await ended(buyer)
  assert.deepEqual([first.state, first.reply], ['failed', '550 5.1.1 No such user'])
  assert.equal(await suppressed(buyer.email), undefined)
  await relayTakesAnother()
  const listed = await suppressed(buyer.email)
  assert.deepEqual([listed.reason, listed.detail, listed.userId], ['refused', '550 5.1.1 No such user', buyer.id])

  await order(buyer)
  const second = await ended(buyer)
  assert.equal(second.state, 'failed')
  assert.match(
    second.reply!,
    /^Not sent: the address is suppressed since \d{4}-\d\d-\d\d, because mail to it comes back: 550 5\.1\.1/,
  )
  assert.match((await findSuppressionFindings(semel.db))[0]!.text, /1 confirmation, invoice or receipt was not sent/)
  const headers = { cookie: `${cookieNames(semel).session}=${staff.token}` }
  const page = await semel.client().get('/admin/suppressed-addresses', { headers })
  assert.match(page.text, new RegExp(`<bdi>${buyer.email}</bdi>.*1 confirmation, invoice or receipt was not sent`, 's'))

  assert.equal(
    (await semel.client().delete(`/api/admin/suppressed-addresses/${listed.id}`, { token: buyer.token })).status,
    403,
  )
  const cleared = await semel.client().delete(`/api/admin/suppressed-addresses/${listed.id}`, { token: staff.token })
  assert.equal(cleared.status, 204)
  assert.equal(
    (await semel.client().delete(`/api/admin/suppressed-addresses/${listed.id}`, { token: staff.token })).status,
    404,
  )
  await order(buyer)
  assert.equal((await ended(buyer)).state, 'sent')
})

test('a refused recipient whom the relay takes later is not suppressed', async () => {
  const buyer = await person(semel)
  semel.inbox.faults.add({ at: 'recipient', to: buyer.email, refuse: '550 5.1.1 No such user' })
  await order(buyer)
  assert.equal((await ended(buyer)).state, 'failed')
  await order(buyer)
  assert.equal((await ended(buyer)).state, 'sent')
  await relayTakesAnother()
  assert.equal(await suppressed(buyer.email), undefined)
})

test('a 550 about anything else than the address suppresses nothing', async () => {
  for (const refuse of ['550 5.7.1 Blocked by policy', '552 5.2.2 Mailbox full', '554 5.7.0 Spam', '550 No']) {
    const buyer = await person(semel)
    semel.inbox.faults.add({ at: 'recipient', to: buyer.email, refuse })
    await order(buyer)
    assert.equal((await ended(buyer)).state, 'failed')
    await relayTakesAnother()
    assert.equal(await suppressed(buyer.email), undefined, refuse)
  }
})

test('sending an email again says that the address works', async () => {
  const buyer = await person(semel)
  semel.inbox.faults.add({ at: 'recipient', to: buyer.email, refuse: '550 No such user' })
  await order(buyer)
  const { id } = await ended(buyer)
  await relayTakesAnother()
  assert.ok(await suppressed(buyer.email))
  await semel.client().post(`/api/admin/deliveries/${id}/send-again`, undefined, { token: staff.token })
  assert.equal((await ended(buyer)).state, 'sent')
  assert.equal(await suppressed(buyer.email), undefined)
})

test('report of a failure → counts once, even after staff cleared the address', async () => {
  const { buyer, delivery } = await boughtAndSent()
  const source = bounce(delivery)
  const outcomes = await Promise.all([1, 2, 3, 4].map(() => report(source)))
  assert.deepEqual(outcomes.map(({ body }) => body.outcome).sort(), ['repeated', 'repeated', 'repeated', 'suppressed'])
  const { id, reason, detail, deliveryId } = await suppressed(buyer.email)
  assert.deepEqual([reason, detail, deliveryId], ['bounced', '550 5.1.1 No such user', delivery])
  await semel.client().delete(`/api/admin/suppressed-addresses/${id}`, { token: staff.token })
  assert.equal((await report(source)).body.outcome, 'repeated')
  assert.equal(await suppressed(buyer.email), undefined)
})

test('who complained gets no announcement, and still hears about an order', async () => {
  const { buyer, delivery } = await boughtAndSent()
  assert.equal((await report(complaint(delivery))).body.outcome, 'suppressed')
  assert.deepEqual(
    [(await suppressed(buyer.email)).reason, (await suppressed(buyer.email)).detail],
    ['complained', 'abuse, by Mail/1'],
  )
  await verifyEmail(semel, buyer.id)
  await semel.client().post('/api/admin/announcements', { subject: 'News', message: 'New.' }, { token: staff.token })
  const news = await ended(buyer, 'announcement.published')
  assert.equal(news.state, 'skipped')
  assert.match(news.reply!, /its reader complained/)
  await order(buyer)
  assert.equal((await ended(buyer)).state, 'sent')

  // Mail that comes back outweighs it.
  const next = await ended(buyer)
  assert.equal((await report(bounce(next.id))).body.outcome, 'suppressed')
  assert.equal((await suppressed(buyer.email)).reason, 'bounced')
})

test('report about a former address → the changed one still gets emails', async () => {
  const { buyer, delivery } = await boughtAndSent()
  const address = `new.${buyer.email}`
  await semel.db.updateTable('users').set({ email: address }).where('id', '=', buyer.id).execute()
  assert.equal((await report(bounce(delivery, { recipient: address }))).body.outcome, 'suppressed')
  assert.ok(await suppressed(buyer.email))
  assert.equal(await suppressed(address), undefined)
  await order(buyer)
  assert.deepEqual([(await ended(buyer)).state, (await ended(buyer)).address], ['sent', address])
})

test('forged report with wrong key, email, recipient or quoted name → does nothing', async () => {
  const { delivery } = await boughtAndSent()
  const victim = await person(semel)
  const { key: other } = await createApiKey(semel, { name: 'Other', scopes: ['orders:read'] })
  assert.deepEqual(
    [
      (await report(bounce(delivery), 'x')).status,
      (await report(bounce(delivery), other)).status,
      (await report(bounce(delivery), victim.token)).status,
    ],
    [401, 403, 403],
  )
  assert.equal((await report(bounce(randomUUIDv7()))).body.outcome, 'unknown')
  const quoted = bounce(randomUUIDv7(), { rest: `\r\nMessage-ID: <${delivery}@semel.example>` })
  assert.equal((await report(quoted)).body.outcome, 'unknown')
  await report(bounce(delivery, { recipient: victim.email }))
  assert.equal(await suppressed(victim.email), undefined)

  const about = await semel.db.selectFrom('deliveries').select('id').where('user_id', 'is', null).executeTakeFirst()
  assert.equal(about, undefined)
  await semel.client().post('/api/contact-messages', { email: 'ada@example.com', message: 'Hello' })
  await semel.mailTo(semel.config.supportEmail)
  const toUs = await semel.db
    .selectFrom('deliveries')
    .select('id')
    .where('user_id', 'is', null)
    .executeTakeFirstOrThrow()
  assert.equal((await report(bounce(toUs.id))).body.outcome, 'noted')
})

test('full mailbox or refused content → noted; delay, absence or no report → refused', async () => {
  for (const [status, said] of [
    ['5.2.2', '552 5.2.2 Mailbox full'],
    ['5.7.1', '550 5.7.1 Spam'],
    ['5.0.0', '554 refused'],
  ] as const) {
    const { buyer, delivery } = await boughtAndSent()
    assert.equal((await report(bounce(delivery, { status, said }))).body.outcome, 'noted', said)
    assert.equal(await suppressed(buyer.email), undefined)
  }
  const { delivery } = await boughtAndSent()
  for (const source of [
    bounce(delivery, { action: 'delayed', status: '4.4.1' }),
    bounce(delivery).replace(/Message-ID: .*/, 'Message-ID: <other@example.com>'),
    'Subject: I am away\r\nAuto-Submitted: auto-replied\r\n\r\nBack on Monday.',
    'no email',
    '\u0001',
    `Content-Type: multipart/report; boundary=${'x'.repeat(10_000)}\r\n\r\n${'--x\r\n'.repeat(10_000)}`,
    Array.from({ length: 2000 }, (_, n) => `Content-Type: multipart/mixed; boundary=b${n}\r\n\r\n--b${n}\r\n`).join(''),
  ]) {
    const { status, body } = await report(source)
    assert.deepEqual([status, body.code], [422, 'not_a_mail_report'], source.slice(0, 60))
  }
  const empty = await report('')
  assert.deepEqual([empty.status, empty.body.errors[0].field], [422, 'source'])
})

test('an id that the API shows proves no report', async () => {
  const { buyer, delivery } = await boughtAndSent()
  const right = bounce(delivery)
  for (const name of [`<${delivery}@semel.example>`, `<${delivery}.${'0'.repeat(32)}@semel.example>`]) {
    const { status, body } = await report(right.replace(/Message-ID: .*/, `Message-ID: ${name}`))
    assert.ok(status === 422 || body.outcome === 'unknown', name)
  }
  assert.equal((await report(bounce(delivery, { key: Buffer.alloc(32) }))).body.outcome, 'unknown')
  assert.equal(await suppressed(buyer.email), undefined)
  // The id that staff read of an email is no proof either.
  const logged = await semel.client().get(`/api/admin/deliveries/${delivery}`, { token: staff.token })
  assert.equal(logged.body.messageId, delivery)
})

test('relay repeats the Message-ID in its reply → logged without its key', async () => {
  const buyer = await person(semel)
  const said = (id: string) => `550 5.7.1 ${messageIdOf(semel.serviceKey, id, 'semel.example')} refused`
  await using relay = await openTestRelay()
  relay.dot = mail => said(/^Message-ID: <([^.]+)\./im.exec(mail)![1]!)
  await using other = await startSemel({ smtpUrl: relay.url }, { serviceKey: semel.serviceKey })
  await other.client().post('/api/contact-messages', { email: buyer.email, message: 'Hello' })
  await untilDatabase(other, sql<boolean>`(select bool_and(state = 'failed') from deliveries)`)
  const { id, reply } = await other.db.selectFrom('deliveries').select(['id', 'reply']).executeTakeFirstOrThrow()
  assert.equal(reply, `550 5.7.1 <${id}@semel.example> refused`)
})

test('reports about two emails, not just one → resets and receipts stop', async () => {
  const { buyer, delivery } = await boughtAndSent()
  assert.equal((await report(bounce(delivery))).body.outcome, 'suppressed')
  await order(buyer)
  const receipt = await ended(buyer)
  assert.equal(receipt.state, 'sent')
  const { key: form } = await createApiKey(semel, { name: 'Form', scopes: ['auth:reset'] })
  const asked = await semel.client().post('/api/auth/forgot-password', { email: buyer.email }, { token: form })
  assert.equal(asked.status, 200)
  assert.equal((await ended(buyer, 'user.password_reset_requested')).state, 'sent')

  assert.equal((await report(bounce(receipt.id))).body.outcome, 'suppressed')
  await order(buyer)
  assert.match((await ended(buyer)).reply!, /suppressed/)
})

test('huge report → counts by its beginning; beyond the limit → 413', async () => {
  const { delivery } = await boughtAndSent()
  assert.equal((await report('x'.repeat(1100 * 1024))).status, 413)
  assert.equal((await report(bounce(delivery, { rest: 'x'.repeat(900 * 1024) }))).body.outcome, 'suppressed')
})

test('semel mail-report → takes reports, ignores the rest, asks for retry without database', async () => {
  const { buyer, delivery } = await boughtAndSent()
  const env = { SECRET_KEY: 'test '.repeat(8), DATABASE_URL: semel.databaseUrl }
  const run = (input: string, settings = env) => callSemel(['mail-report'], settings, input)
  const key = await openServiceKey(semel.db, await loadSecretKey(loadConfig(env)))
  assert.deepEqual(await run('Subject: I am away\r\n\r\nBack soon.'), {
    code: 0,
    output: 'This is no report about an email that failed, so it is ignored.\n',
  })
  const away = await run(bounce(delivery, { key }), { ...env, DATABASE_URL: 'postgres://127.0.0.1:1/semel' })
  assert.equal(away.code, 75)
  const huge = bounce(delivery, { rest: 'x'.repeat(3 * 1024 * 1024), key })
  assert.deepEqual(await run(huge), { code: 0, output: 'Nothing is sent to this address any more.\n' })
  assert.deepEqual(await run(huge), { code: 0, output: 'This report is known.\n' })
  assert.equal((await suppressed(buyer.email)).reason, 'bounced')
})

test('address suppressed while its email is composed → no final dot is sent', async () => {
  await using idle = await startSemel({}, { worker: false })
  await idle.db
    .insertInto('workers')
    .values({ number: 1, name: 'test', lease_until: new Date(Date.now() + MINUTE) })
    .execute()
  const buyer = await person(idle)
  const items = [{ productId: await stockProduct(idle.db), quantity: 1 }]
  await idle.client().post('/api/orders', { items }, { token: buyer.token })
  const [claimed] = await claim(idle.db, 1, 1, { start: new QueueFloor() })
  await idle.db
    .insertInto('suppressed_addresses')
    .values({ address: buyer.email, reason: 'refused', detail: 'x', delivery_id: null })
    .execute()
  const commitment = { id: claimed!.id, attempt: claimed!.attempt, messageId: '<x>', relay: 'inbox' }
  assert.deepEqual([...(await commitToSend(idle.db, [{ ...commitment, address: buyer.email }]))], [])
  await idle.db.deleteFrom('suppressed_addresses').execute()
  assert.deepEqual([...(await commitToSend(idle.db, [{ ...commitment, address: buyer.email }]))], [claimed!.id])
})

test('BOUNCE_ADDRESS is set → emails return there, and readers see the usual sender', async () => {
  await using relay = await openTestRelay()
  const senders: string[] = []
  relay.mail = address => {
    senders.push(address)
    return '250 OK'
  }
  await using other = await startSemel({ smtpUrl: relay.url, bounceAddress: 'bounces@semel.example' })
  await other.client().post('/api/contact-messages', { email: 'ada@example.com', message: 'Hello' })
  await until(() => relay.mails.length > 0, 'the email')
  assert.deepEqual(senders, ['bounces@semel.example'])
  assert.match(relay.mails[0]!, /^From: Semel <hello@semel\.example>$/m)
})

test('report of OpenSMTPD → its words say what became of the email', async () => {
  const gone = await boughtAndSent()
  const { body } = await report(ofOpenSmtpd(gone.delivery, { said: '550 5.1.1 <gone@there.example>: User unknown' }))
  assert.equal(body.outcome, 'suppressed')
  assert.match((await suppressed(gone.buyer.email)).detail, /^550 5\.1\.1 .*User unknown/)
  const full = await boughtAndSent()
  const policy = await report(ofOpenSmtpd(full.delivery, { said: '552 5.2.2 Over quota' }))
  assert.equal(policy.body.outcome, 'noted')
  const late = await boughtAndSent()
  const expired = { action: 'delayed', status: '4.4.7', said: 'Envelope expired' }
  assert.equal((await report(ofOpenSmtpd(late.delivery, expired))).body.outcome, 'noted')
  const waiting = await report(ofOpenSmtpd(late.delivery, { ...expired, said: 'Network error on destination MXs' }))
  assert.notEqual(waiting.body.outcome, 'noted')
})
