/** Webhooks whose address has to agree before it gets anything (CloudEvents HTTP 1.1 Web Hooks 1.0.2, §4). */
import assert from 'node:assert/strict'
import type { ServerResponse } from 'node:http'
import { after, before, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import { createApiKey } from '../../src/accounts/sessions/api-keys.ts'
import { cookieNames } from '../../src/accounts/sessions/cookies.ts'
import { tell } from '../../src/database/news/wakeup.ts'
import { publishToFeed } from '../../src/events/publish.ts'
import { thingsOf } from '../../src/feed/event-subjects.ts'
import { startStamper } from '../../src/feed/stamper.ts'
import { startDispatcher } from '../../src/webhooks/dispatcher.ts'
import { createEndpoint, requireEndpoint } from '../../src/webhooks/endpoints.ts'
import { findWebhookFindings } from '../../src/webhooks/findings.ts'
import { claimHandshakes, originOf, recordHandshake } from '../../src/webhooks/handshake.ts'
import { person } from '../support/people.ts'
import { openReceiver } from '../support/receiver.ts'
import { type Semel, startSemel } from '../support/semel.ts'
import { until } from '../support/until.ts'

let semel: Semel
let key: string
before(async () => {
  semel = await startSemel({}, { worker: false })
  key = (await createApiKey(semel, { name: 'Webhooks', scopes: ['webhooks:manage'] })).key
})
after(() => semel[Symbol.asyncDispose]())
beforeEach(() => sql`delete from webhook_endpoints`.execute(semel.db))

function dispatch(): AsyncDisposable {
  const stack = new AsyncDisposableStack()
  stack.use(startStamper(semel))
  stack.use(startDispatcher(semel, { thingsOf }))
  return stack
}

async function happen(): Promise<void> {
  await semel.db
    .transaction()
    .execute(tx => publishToFeed(tx, new Date(), { type: 'user.updated', data: { userId: 'u' } }))
  tell(semel.db)
}

const agree =
  (origin = '*') =>
  (response: ServerResponse) =>
    void response.writeHead(204, { 'webhook-allowed-origin': origin, 'webhook-allowed-rate': '*' }).end()

test('an address agrees → it gets the events that waited', async () => {
  await using receiver = await openReceiver()
  receiver.consent = agree(originOf(semel).toUpperCase())
  const { id } = await createEndpoint(semel, { url: receiver.url, handshake: true })
  await happen()
  await using _ = dispatch()
  const [first] = await receiver.received(1)
  const asked = receiver.asked.map(headers => headers['webhook-request-origin'])
  assert.deepEqual(asked, [originOf(semel)])
  assert.equal(first!.headers['webhook-request-origin'], originOf(semel))
  const { agreedAt, state } = await requireEndpoint(semel.db, id)
  assert.ok(agreedAt)
  assert.equal(state, 'active')
})

test('answers that are no consent → nothing is sent, with the reason', async () => {
  const answers: [RegExp, (response: ServerResponse) => void][] = [
    [/has no header/, response => void response.writeHead(200).end('OK')],
    [/names neither/, agree('other.example')],
    [/names neither/, agree(`*, ${originOf(semel)}`)],
    [/names neither/, agree('')],
    [/has no header/, response => void response.writeHead(302, { location: '/elsewhere' }).end()],
    [/hang up|ECONNRESET/, response => void response.socket!.destroy()],
  ]
  for (const [failure, answer] of answers) {
    await sql`delete from webhook_endpoints`.execute(semel.db)
    await using receiver = await openReceiver()
    receiver.consent = answer
    const { id } = await createEndpoint(semel, { url: receiver.url, handshake: true })
    await happen()
    await using _ = dispatch()
    await until(async () => (await requireEndpoint(semel.db, id)).handshakeFailure !== null)
    const { body } = await semel.client().get(`/api/webhooks/${id}`, { headers: { 'x-api-key': key } })
    assert.match(body.handshakeFailure, failure)
    assert.deepEqual([body.state, body.pausedBecause, body.agreedAt], ['paused', null, null])
    assert.match((await findWebhookFindings(semel.db))[0]!.text, /has not agreed/)
    assert.equal(receiver.requests.length, 0)
  }
})

test('an address has refused → the page offers to ask again', async () => {
  await using receiver = await openReceiver()
  const { id } = await createEndpoint(semel, { url: receiver.url, handshake: true })
  await using _ = dispatch()
  await until(async () => (await requireEndpoint(semel.db, id)).handshakeFailure !== null)
  const { token } = await person(semel, 'admin')
  const cookie = `${cookieNames(semel).session}=${token}`
  const page = await fetch(`${semel.origin}/admin/webhooks/${id}`, { headers: { cookie } })
  assert.match(await page.text(), /address has not agreed[\s\S]*Ask again/)
  receiver.consent = agree()
  const { status } = await semel.client().post(`/api/webhooks/${id}/enable`, {}, { headers: { 'x-api-key': key } })
  assert.equal(status, 200)
  await until(async () => (await requireEndpoint(semel.db, id)).state === 'active')
})

test('a new address, or a new handshake → it is asked anew', async () => {
  await using receiver = await openReceiver()
  receiver.consent = agree()
  const { id } = await createEndpoint(semel, { url: receiver.url, handshake: true })
  await using _ = dispatch()
  const agreed = async () => (await requireEndpoint(semel.db, id)).agreedAt !== null
  await until(agreed)
  receiver.consent = response => void response.writeHead(405).end()
  const change = async (change: object) =>
    (await semel.client().patch(`/api/webhooks/${id}`, change, { headers: { 'x-api-key': key } })).body
  assert.equal((await change({ url: receiver.url, handshake: true, description: 'x' })).state, 'active')
  assert.equal((await change({ url: `${receiver.url}/other` })).agreedAt, null)
  assert.equal((await change({ handshake: false })).state, 'active')
  receiver.consent = agree()
  assert.equal((await change({ handshake: true })).agreedAt, null)
  await until(agreed)
})

test('an answer of a former address → it counts for nothing', async () => {
  const { id } = await createEndpoint(semel, { url: 'http://127.0.0.1:9/', handshake: true })
  const [asked] = await claimHandshakes(semel.db)
  assert.deepEqual(await claimHandshakes(semel.db), [], 'one process asks at a time')
  await sql`update webhook_endpoints set url = 'http://127.0.0.1:9/new'`.execute(semel.db)
  await recordHandshake(semel.db, asked!, undefined)
  assert.equal((await requireEndpoint(semel.db, id)).agreedAt, null)
})

test('an address refuses eight times → nobody asks until it is enabled', async () => {
  await createEndpoint(semel, { url: 'http://127.0.0.1:9/', handshake: true })
  for (let asked = 0; asked < 8; asked++) {
    const [handshake] = await claimHandshakes(semel.db)
    await recordHandshake(semel.db, handshake!, 'no')
    await sql`
      update webhook_endpoints set handshake_due_at = least(handshake_due_at, now()) where handshake_due_at < 'infinity'
    `.execute(semel.db)
  }
  assert.deepEqual(await claimHandshakes(semel.db), [])
})
