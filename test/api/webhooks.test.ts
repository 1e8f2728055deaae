import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { after, before, beforeEach, test } from 'node:test'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { Webhook } from 'standardwebhooks'
import { createApiKey } from '../../src/accounts/sessions/api-keys.ts'
import { cookieNames } from '../../src/accounts/sessions/cookies.ts'
import { tell } from '../../src/database/news/wakeup.ts'
import { publishToFeed } from '../../src/events/publish.ts'
import { thingsOf } from '../../src/feed/event-subjects.ts'
import { stamp } from '../../src/feed/stamp.ts'
import { startStamper } from '../../src/feed/stamper.ts'
import { AddressRules } from '../../src/http/outgoing/addresses.ts'
import { Poster } from '../../src/http/outgoing/post.ts'
import { MINUTE, SECOND } from '../../src/time.ts'
import { startDispatcher } from '../../src/webhooks/dispatcher.ts'
import { createEndpoint, disableEndpoint, enableEndpoint, requireEndpoint } from '../../src/webhooks/endpoints.ts'
import { type Claim, claim, fanOut, record, SLOTS } from '../../src/webhooks/ledger.ts'
import { findWebhookDelivery } from '../../src/webhooks/queries.ts'
import { person } from '../support/people.ts'
import { openReceiver } from '../support/receiver.ts'
import { type Semel, startSemel } from '../support/semel.ts'
import { until } from '../support/until.ts'

let semel: Semel
before(async () => {
  semel = await startSemel({}, { worker: false })
})
after(() => semel[Symbol.asyncDispose]())
beforeEach(() => sql`delete from webhook_endpoints`.execute(semel.db))

const DEADLINE = 1 * SECOND

function dispatch(deadline = DEADLINE): AsyncDisposable {
  const stack = new AsyncDisposableStack()
  stack.use(startStamper(semel))
  stack.use(startDispatcher(semel, { thingsOf, deadline }))
  return stack
}

async function happen(count = 1, userId = 'u'): Promise<void> {
  const events = Array.from({ length: count }, () => ({ type: 'user.updated' as const, data: { userId } }))
  await semel.db.transaction().execute(tx => publishToFeed(tx, new Date('2026-01-31T12:00:00Z'), ...events))
  tell(semel.db)
}

const endpoint = (url: string, more = {}) => createEndpoint(semel, { url, ...more })

/** Waits until no delivery of the endpoint is in one of the states. */
async function settled(id: string, ...open: string[]): Promise<void> {
  const states = open.length > 0 ? open : ['pending', 'sending']
  await until(async () => {
    const { rows } = await sql<{ done: boolean }>`
      select not exists (select from webhook_deliveries where endpoint_id = ${id} and state = any(${states}))
        and position = (select position from event_head) and not exists (select from event_outbox) as done
      from webhook_endpoints where id = ${id}
    `.execute(semel.db)
    return rows[0]!.done
  })
}

async function dueNow(id: string): Promise<void> {
  await sql`update webhook_deliveries set due_at = now() where endpoint_id = ${id} and state = 'pending'`.execute(
    semel.db,
  )
  tell(semel.db)
}

async function stateOf(id: string) {
  return semel.db.selectFrom('webhook_endpoints').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
}

async function deliveriesOf(id: string) {
  return semel.db
    .selectFrom('webhook_deliveries')
    .selectAll()
    .where('endpoint_id', '=', id)
    .orderBy('position')
    .execute()
}

test('event arrives once, signed, and any library of Standard Webhooks verifies it', async () => {
  await using receiver = await openReceiver()
  const { id, secret } = await endpoint(receiver.url)
  await using _ = dispatch()
  await happen()
  const [request] = await receiver.received(1)
  await settled(id)
  const { headers, body } = request!
  assert.deepEqual(new Webhook(secret).verify(body, headers), JSON.parse(body))
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`
  const mac = createHmac('sha256', Buffer.from(secret.slice('whsec_'.length), 'base64'))
    .update(signed)
    .digest('base64')
  assert.equal(headers['webhook-signature'], `v1,${mac}`)
  const { event } = request!
  assert.equal(headers['content-type'], 'application/json')
  assert.equal(headers['webhook-id'], event.id)
  assert.deepEqual(event, {
    type: 'user.updated',
    timestamp: '2026-01-31T12:00:00.000Z',
    id: event.id,
    position: event.position,
    data: { userId: 'u' },
  })
  const delivery = (await findWebhookDelivery(semel.db, id, event.position))!
  assert.deepEqual(
    [delivery.state, delivery.attempts, delivery.last, delivery.eventId],
    ['delivered', 1, '204', event.id],
  )
  const { rows } = await sql<{ secret: Buffer }>`select secret from webhook_secrets where endpoint_id = ${id}`.execute(
    semel.db,
  )
  assert.ok(!rows[0]!.secret.toString('latin1').includes(secret.slice(6)), 'the stored secret is encrypted')
})

test('endpoint gets only its types since creation, and its own test events', async () => {
  await using receiver = await openReceiver()
  await happen(3)
  await stamp(semel.db)
  const { id } = await endpoint(receiver.url, { types: ['order.placed'] })
  const all = await endpoint(receiver.url.replace('webhooks', 'all'), { types: [] })
  await using ofUsers = await openReceiver()
  const family = await endpoint(ofUsers.url, { types: ['user.*', 'order.placed'] })
  await using ofOrders = await openReceiver()
  const other = await endpoint(ofOrders.url, { types: ['order.*', 'use.*'] })
  await happen(2)
  const admin = await person(semel, 'admin')
  const tested = await semel.client().post(`/api/webhooks/${id}/test`, {}, { token: admin.token })
  assert.equal(tested.status, 202, tested.text)
  await using _ = dispatch()
  await settled(id)
  await settled(all.id)
  await settled(family.id)
  await settled(other.id)
  assert.deepEqual([ofUsers.requests.length, ofOrders.requests.length], [2, 0])
  assert.deepEqual(receiver.requests.map(({ event }) => event.type).sort(), [
    'user.updated',
    'user.updated',
    'webhook.test',
  ])
})

test('process dies → its attempt is repeated with same id and bytes, re-signed', async () => {
  await using receiver = await openReceiver()
  const { id, secret } = await endpoint(receiver.url)
  await happen()
  await stamp(semel.db)
  await fanOut(semel.db)
  // The receiver has got it, and the process is gone.
  const [claimed] = await claim(semel.db, new Map())
  assert.equal(claimed!.attempt, 1)
  assert.deepEqual(await claim(semel.db, new Map()), [], 'nobody else takes it while the lease lasts')
  await sql`update webhook_deliveries set due_at = now() where endpoint_id = ${id}`.execute(semel.db)
  receiver.answer = (_, response) => void response.writeHead(receiver.requests.length === 1 ? 500 : 200).end()
  await using _ = dispatch()
  await receiver.received(1)
  await settled(id, 'sending')
  await dueNow(id)
  const [first, second] = await receiver.received(2)
  await settled(id)
  assert.equal(first!.headers['webhook-id'], second!.headers['webhook-id'])
  assert.equal(first!.body, second!.body)
  for (const { headers, body } of [first!, second!]) new Webhook(secret).verify(body, headers)
  assert.equal((await deliveriesOf(id))[0]!.attempts, 3)
})

test('failure → retried by the schedule, then failed, and can be sent again', async () => {
  await using receiver = await openReceiver()
  const { id } = await endpoint(receiver.url)
  receiver.answer = (_, response) => void response.writeHead(503, { 'retry-after': '600' }).end('busy')
  await using _ = dispatch()
  await happen()
  await receiver.received(1)
  await settled(id, 'sending')
  const [first] = await deliveriesOf(id)
  assert.deepEqual([first!.state, first!.step], ['pending', 1])
  assert.ok(first!.due_at.getTime() - Date.now() > 9 * MINUTE, 'Retry-After is obeyed')
  await sql`update webhook_deliveries set step = 9, due_at = now() where endpoint_id = ${id}`.execute(semel.db)
  await receiver.received(2)
  await settled(id)
  const { position, state } = (await deliveriesOf(id))[0]!
  assert.equal(state, 'failed')
  receiver.answer = (_, response) => void response.writeHead(200).end('thank you')
  const admin = await person(semel, 'admin')
  const again = await semel
    .client()
    .post(`/api/webhooks/${id}/deliveries/${position}/send-again`, {}, { token: admin.token })
  assert.equal(again.status, 200, again.text)
  await receiver.received(3)
  await settled(id)
  const shown = await semel.client().get(`/api/webhooks/${id}/deliveries/${position}`, { token: admin.token })
  assert.deepEqual(
    shown.body.history.map(({ number, status, response }: Record<string, unknown>) => [number, status, response]),
    [
      [1, 503, 'busy'],
      [2, 503, 'busy'],
      [3, 200, 'thank you'],
    ],
  )
  assert.equal(new Set(receiver.requests.map(({ headers }) => headers['webhook-id'])).size, 1)
  const list = await semel.client().get(`/api/webhooks/${id}/deliveries?state=delivered`, { token: admin.token })
  assert.deepEqual([list.body.totalCount, list.body.items[0].last], [1, '200'])
  assert.deepEqual(
    (await semel.client().post(`/api/webhooks/${id}/send-failed-again`, {}, { token: admin.token })).body,
    { count: 0 },
  )
})

test('redirects are not followed, and 429 takes no step of the schedule', async () => {
  await using receiver = await openReceiver()
  const { id } = await endpoint(receiver.url)
  receiver.answer = (_, response) =>
    void (
      receiver.requests.length === 1
        ? response.writeHead(302, { location: receiver.url })
        : response.writeHead(429, { 'retry-after': 'soon' })
    ).end()
  await using _ = dispatch()
  await happen()
  await receiver.received(1)
  await settled(id, 'sending')
  assert.equal((await deliveriesOf(id))[0]!.step, 1)
  await dueNow(id)
  await receiver.received(2)
  await settled(id, 'sending')
  const [delivery] = await deliveriesOf(id)
  assert.deepEqual([delivery!.step, delivery!.attempts, receiver.requests.length], [1, 2, 2])
})

test('410 → endpoint disabled and creator told; enabled again → continues', async () => {
  await using receiver = await openReceiver()
  const creator = await person(semel, 'admin')
  const { id } = await createEndpoint(semel, { url: receiver.url }, { userId: creator.id })
  receiver.answer = (_, response) => void response.writeHead(410).end()
  await using _ = dispatch()
  await happen()
  await until(async () => (await stateOf(id)).disabled_because === 'gone')
  const mails = await semel.db
    .selectFrom('deliveries')
    .innerJoin('events', 'events.id', 'event_id')
    .select('type')
    .where('user_id', '=', creator.id)
    .execute()
  assert.deepEqual(mails, [{ type: 'webhook.disabled' }])
  await happen(5)
  await stamp(semel.db)
  const refused = await semel.client().post(`/api/webhooks/${id}/test`, {}, { token: creator.token })
  assert.deepEqual([refused.status, refused.body.code], [409, 'webhook_disabled'])
  receiver.answer = (_, response) => void response.writeHead(200).end()
  await dueNow(id)
  await enableEndpoint(semel, id)
  await settled(id)
  const positions = new Set(receiver.requests.map(({ event }) => event.position))
  assert.equal(positions.size, 6)
})

test('an endpoint that fails for three days is disabled', async () => {
  await using receiver = await openReceiver()
  const { id } = await endpoint(receiver.url)
  receiver.answer = (_, response) => void response.writeHead(500).end()
  await sql`update webhook_endpoints set failures = 1, failing_since = now() - interval '73 hours' where id = ${id}`.execute(
    semel.db,
  )
  await using _ = dispatch()
  await happen()
  await until(async () => (await stateOf(id)).disabled_because === 'failing')
  const support = await semel.db
    .selectFrom('deliveries')
    .innerJoin('events', 'events.id', 'event_id')
    .select('recipient')
    .where('type', '=', 'webhook.disabled')
    .where('user_id', 'is', null)
    .execute()
  assert.deepEqual(support, [{ recipient: 'support' }])
})

test('five failures in a row → one delivery at a time', async () => {
  await using receiver = await openReceiver()
  const { id } = await endpoint(receiver.url)
  receiver.answer = (_, response) => void response.writeHead(500).end()
  await happen(6 * SLOTS)
  {
    await using _ = dispatch()
    await until(async () => (await stateOf(id)).paused_until !== null)
    await settled(id, 'sending')
  }
  const tried = receiver.requests.length
  assert.ok(tried >= 5 && tried <= 5 * SLOTS, `${tried} attempts before the pause`)
  assert.deepEqual(await claim(semel.db, new Map()), [], 'nothing while it is paused')
  await sql`update webhook_endpoints set paused_until = now() where id = ${id}`.execute(semel.db)
  const claims = await Promise.all([1, 2, 3].map(() => claim(semel.db, new Map())))
  assert.equal(claims.flat().length, 1, 'one probe')
  receiver.answer = (_, response) => void response.writeHead(200).end()
  await sql`update webhook_deliveries set due_at = now() where endpoint_id = ${id} and state <> 'delivered'`.execute(
    semel.db,
  )
  await sql`update webhook_endpoints set paused_until = now() where id = ${id}`.execute(semel.db)
  await using _ = dispatch()
  await settled(id)
  assert.deepEqual([(await stateOf(id)).failures, (await deliveriesOf(id)).length], [0, 6 * SLOTS])
})

test('ten failures together → one; the fifth in a row pauses ten seconds', async () => {
  const { id } = await endpoint('http://127.0.0.1:9/webhooks')
  await happen(60)
  await stamp(semel.db)
  await fanOut(semel.db)
  const breakAll = (claims: Claim[]) =>
    record(
      semel.db,
      claims.map(claim => ({ claim, startedAt: new Date(), response: { reason: 'reset', milliseconds: 1 } })),
    )
  const together = await claim(semel.db, new Map())
  assert.equal(together.length, SLOTS)
  // Breaks them in two messages, as two processes would tell it.
  await breakAll(together.slice(0, 4))
  await breakAll(together.slice(4))
  assert.deepEqual([(await stateOf(id)).failures, (await stateOf(id)).paused_until], [1, null])

  for (let wave = 2; wave <= 5; wave++) await breakAll(await claim(semel.db, new Map()))
  const { failures, failed_at, paused_until } = await stateOf(id)
  assert.deepEqual([failures, paused_until!.getTime() - failed_at!.getTime()], [5, 10 * SECOND])
  const shown = await requireEndpoint(semel.db, id)
  assert.deepEqual([shown.state, shown.pausedUntil], ['paused', paused_until])

  const admin = await person(semel, 'admin')
  const cookie = `${cookieNames(semel).session}=${admin.token}`
  const page = (await semel.client().get(`/admin/webhooks/${id}`, { headers: { cookie } })).text
  assert.match(page, /Paused until/)
  assert.match(page, /Continue now/)
  const enabled = await semel.client().post(`/api/webhooks/${id}/enable`, undefined, { token: admin.token })
  assert.deepEqual([enabled.status, enabled.body.state, enabled.body.pausedUntil], [200, 'active', null])
  assert.equal((await claim(semel.db, new Map())).length, SLOTS, 'enable continues at once')
})

test('endpoint that hangs slows no other and holds only its slots', async () => {
  await using slow = await openReceiver()
  await using quick = await openReceiver()
  let open = 0
  let most = 0
  slow.answer = (_, response) => {
    open++
    most = Math.max(most, open)
    response.once('close', () => open--)
  }
  await endpoint(slow.url)
  const { id } = await endpoint(quick.url)
  // A long time limit: on a busy machine, a late answer would rightly cause a second request.
  await using _ = dispatch(15 * SECOND)
  await happen(300)
  await quick.received(300)
  await settled(id)
  assert.ok(most > 0 && most <= SLOTS, `${most} requests were open`)
  assert.equal(new Set(quick.requests.map(({ event }) => event.id)).size, 300)
  assert.equal(quick.requests.length, 300, 'without faults nothing is sent twice')
})

test('receiver answers 2xx, then trickles, never ends or sends too much → acknowledged', async () => {
  await using receiver = await openReceiver()
  const { id } = await endpoint(receiver.url)
  let sent = 0
  receiver.answer = ({ event }, response) => {
    response.writeHead(200)
    const isTrickle = event.position % 2 === 0
    const timer = setInterval(() => {
      const part = isTrickle ? 'x' : 'x'.repeat(64 * 1024)
      if (!isTrickle) sent += part.length
      response.write(part)
    }, 5)
    response.on('close', () => clearInterval(timer))
  }
  await using _ = dispatch()
  await happen(2)
  await receiver.received(2)
  await settled(id, 'sending')
  assert.deepEqual(
    (await deliveriesOf(id)).map(({ state }) => state),
    ['delivered', 'delivered'],
  )
  assert.ok(sent < 2 ** 22, `${sent} bytes were sent`)
})

test('head of a response is the answer, whatever its tail or headers', async () => {
  const head = 'HTTP/1.1 200 OK\r\n'
  const cases: [status: number | undefined, bytes: string][] = [
    [200, `${head}Content-Security-Policy: ${'a'.repeat(40_000)}\r\nContent-Length: 2\r\n\r\nok`],
    [200, `${head}X-Note: a\x01b\r\nContent-Length: 2\r\n\r\nok`],
    [200, `${head}X-Powered : php\r\nContent-Length: 2\r\n\r\nok`],
    [200, `${head}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n`],
    [200, 'HTTP/1.1 200 OK\nContent-Length: 2\n\nok'],
    [200, `${head}Content-Length: 100\r\n\r\nok`],
    [204, 'HTTP/1.1 204 No Content\r\nContent-Type: text/plain\r\n\r\nnothing'],
    [200, 'HTTP/1.1 200\r\nContent-Length: 2\r\n\r\nok'],
    [503, 'HTTP/1.1 503 Busy\r\nContent-Length: 100\r\n\r\n'],
    [undefined, `${head}X: ${'a'.repeat(100_000)}`],
    [undefined, `${head}X-Half: `],
    [undefined, '200 OK\r\n\r\n'],
    [undefined, ''],
  ]
  using poster = new Poster(new AddressRules(['loopback']), DEADLINE)
  for (const [expected, bytes] of cases) {
    await using server = createServer(socket => void socket.on('error', () => {}).once('data', () => socket.end(bytes)))
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { status, reason } = await poster.post(
      `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
      {},
      '{}',
    )
    assert.equal(status, expected, `${bytes.slice(0, 80)} ${reason}`)
  }
})

test('compressed answer of the receiver → text in the log, without half characters', async () => {
  const text = `{"ok":true} ${'é'.repeat(487)}😀`
  const logged = `${text.slice(0, -2)}\ufffd`
  const long = 'no end '.repeat(2 ** 18)
  const cases: [coding: string, body: Buffer, log: string][] = [
    ['identity', Buffer.from(text), logged],
    ['gzip', gzipSync(text), logged],
    ['GZIP', gzipSync(text).subarray(0, -8), logged],
    ['x-gzip', gzipSync(text), logged],
    ['deflate', deflateSync(text), logged],
    ['br', brotliCompressSync(text), logged],
    ['gzip', Buffer.from('not compressed'), '(gzip, not unpacked)'],
    ['gzip', gzipSync(long), '(gzip, not unpacked)'],
    ['zstd', Buffer.from([0x28, 0xb5, 0x2f, 0xfd]), '(zstd, not unpacked)'],
  ]
  using poster = new Poster(new AddressRules(['loopback']), DEADLINE)
  await using receiver = await openReceiver()
  for (const [coding, body, log] of cases) {
    receiver.answer = (_, answer) => void answer.writeHead(200, { 'content-encoding': coding }).end(body)
    const { status, response } = await poster.post(receiver.url, {}, '{}')
    assert.deepEqual([status, response], [200, log], coding)
  }
})

test('spaces and invisible marks around the address of a webhook → ignored', async () => {
  await using receiver = await openReceiver()
  const [client, { token }] = [semel.client(), await person(semel, 'admin')]
  const made = await client.post('/api/webhooks', { url: ` \u200e${receiver.url}\n` }, { token })
  assert.deepEqual([made.status, made.body.url], [201, receiver.url], made.text)
  const changed = await client.patch(`/api/webhooks/${made.body.id}`, { url: `${receiver.url}2\u00a0` }, { token })
  assert.deepEqual([changed.status, changed.body.url], [200, `${receiver.url}2`], changed.text)
})

test('a receiver that switches protocols ends its attempt', async () => {
  const answer = 'HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n'
  const server = createServer(socket => void socket.on('error', () => {}).once('data', () => socket.write(answer)))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  using poster = new Poster(new AddressRules(['loopback']))
  const { port } = server.address() as AddressInfo
  const { status, reason } = await poster.post(`http://127.0.0.1:${port}/`, {}, '{}')
  assert.deepEqual([status, reason], [undefined, 'The connection was closed without a response.'])
  server.close()
})

test('two processes deliver each event once', async () => {
  await using receiver = await openReceiver()
  const { id } = await endpoint(receiver.url)
  // A long time limit: on a busy machine, a late answer would rightly cause a second request.
  await using _ = dispatch(15 * SECOND)
  await using __ = dispatch(15 * SECOND)
  await Promise.all([happen(100), happen(100), happen(100)])
  await receiver.received(300)
  await settled(id)
  assert.equal(receiver.requests.length, 300)
})

test('rotation → both secrets sign for a while; leak → only the new one', async () => {
  await using receiver = await openReceiver()
  const admin = await person(semel, 'admin')
  const { id, secret: first } = await endpoint(receiver.url)
  await using _ = dispatch()
  const signatures = async () => {
    await happen()
    await receiver.received(receiver.requests.length + 1)
    await settled(id)
    return receiver.requests.at(-1)!
  }
  const rotate = async (body: object) => {
    const {
      status,
      body: answer,
      text,
    } = await semel.client().post(`/api/webhooks/${id}/rotate`, body, { token: admin.token })
    assert.equal(status, 200, text)
    return answer.secret as string
  }
  const second = await rotate({})
  const both = await signatures()
  for (const secret of [first, second]) new Webhook(secret).verify(both.body, both.headers)
  const third = await rotate({ graceHours: 0 })
  const one = await signatures()
  assert.equal(one.headers['webhook-signature']!.split(' ').length, 1)
  new Webhook(third).verify(one.body, one.headers)
  assert.equal(
    (await semel.client().post(`/api/webhooks/${id}/rotate`, { graceHours: 169 }, { token: admin.token })).status,
    422,
  )
})

test('secret cannot be decrypted → only that endpoint stops, until a new secret', async () => {
  await using broken = await openReceiver()
  await using sound = await openReceiver()
  const { id } = await endpoint(broken.url)
  const other = await endpoint(sound.url)
  await sql`update webhook_secrets set secret = ${Buffer.alloc(80)} where endpoint_id = ${id}`.execute(semel.db)
  await using _ = dispatch()
  await happen()
  await sound.received(1)
  await settled(other.id)
  await until(async () => (await stateOf(id)).failures === 1)
  const [delivery] = await deliveriesOf(id)
  const shown = await findWebhookDelivery(semel.db, id, delivery!.position)
  assert.match(shown!.last!, /cannot be decrypted/)
  assert.equal(broken.requests.length, 0)
  const admin = await person(semel, 'admin')
  const { body } = await semel.client().post(`/api/webhooks/${id}/rotate`, {}, { token: admin.token })
  await dueNow(id)
  await broken.received(1)
  const [request] = broken.requests
  new Webhook(body.secret).verify(request!.body, request!.headers)
})

test('admins with recent second factor and keys with webhooks:manage manage webhooks', async () => {
  const [admin, staff] = [await person(semel, 'admin'), await person(semel, 'staff')]
  const input = { url: 'https://example.com/hooks', types: ['order.placed'], description: 'ERP' }
  assert.equal((await semel.client().post('/api/webhooks', input, { token: staff.token })).status, 403)
  const headers = { 'idempotency-key': 'hook-1' }
  const made = await semel.client().post('/api/webhooks', input, { token: admin.token, headers })
  assert.equal(made.status, 201, made.text)
  assert.match(made.body.secret, /^whsec_[\w+/]{43}=$/)
  const replayed = await semel.client().post('/api/webhooks', input, { token: admin.token, headers })
  assert.deepEqual(replayed.body, made.body)
  const { secret: _, ...shown } = made.body
  assert.deepEqual((await semel.client().get('/api/webhooks', { token: admin.token })).body, { items: [shown] })
  const { key } = await createApiKey(semel, { name: 'x', scopes: ['webhooks:manage'] })
  const withKey = { headers: { 'x-api-key': key } }
  const { id } = made.body
  const changed = await semel.client().patch(`/api/webhooks/${id}`, { types: [] }, withKey)
  assert.deepEqual(changed.body, { ...shown, types: [] })
  assert.equal((await semel.client().post(`/api/webhooks/${id}/disable`, {}, withKey)).body.state, 'disabled')
  assert.equal((await semel.client().post(`/api/webhooks/${id}/enable`, {}, withKey)).body.state, 'active')
  for (const url of ['http://10.0.0.1/', 'https://10.0.0.1/', 'https://a:b@example.com']) {
    const refused = await semel.client().post('/api/webhooks', { url }, withKey)
    assert.deepEqual([refused.status, refused.body.errors[0].field], [422, 'url'], url)
  }
  await sql`update sessions set second_factor_at = second_factor_at - interval '1 hour'`.execute(semel.db)
  assert.equal(
    (await semel.client().post('/api/webhooks', input, { token: admin.token })).body.code,
    'reauthentication_required',
  )
  assert.equal((await semel.client().delete(`/api/webhooks/${id}`, withKey)).status, 204)
  assert.equal((await semel.client().get(`/api/webhooks/${id}`, withKey)).status, 404)
})

test('delivery being sent → not sent again meanwhile; endpoints are limited', async () => {
  const { id } = await endpoint('http://127.0.0.1:9/')
  const admin = await person(semel, 'admin')
  await happen()
  await stamp(semel.db)
  await fanOut(semel.db)
  const [{ position }] = (await claim(semel.db, new Map())) as unknown as [{ position: number }]
  const again = await semel
    .client()
    .post(`/api/webhooks/${id}/deliveries/${position}/send-again`, {}, { token: admin.token })
  assert.deepEqual([again.status, again.body.code], [409, 'webhook_in_flight'])
  await disableEndpoint(semel, id, 'operator')
  for (let n = 1; n < 50; n++) await endpoint('http://127.0.0.1:9/')
  const refused = await semel.client().post('/api/webhooks', { url: 'http://127.0.0.1:9/' }, { token: admin.token })
  assert.deepEqual([refused.status, refused.body.code], [409, 'too_many_webhooks'])
})

test('of 60 simultaneous requests for a webhook 50 get one', async () => {
  await semel.db.deleteFrom('webhook_endpoints').execute()
  const made = Array.from({ length: 60 }, () => endpoint('http://127.0.0.1:9/', { types: ['user.deleted'] }))
  const outcomes = await Promise.allSettled(made)
  assert.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 50)
  await semel.db.deleteFrom('webhook_endpoints').execute()
})

test('webhook disabled → page of its delivery neither promises nor offers attempts', async () => {
  const { id } = await endpoint('http://127.0.0.1:9/')
  await happen()
  await stamp(semel.db)
  await fanOut(semel.db)
  const [delivery] = await deliveriesOf(id)
  const admin = await person(semel, 'admin')
  const client = semel.client()
  client.cookies.set(cookieNames(semel).session, admin.token)
  const read = async () => {
    const { text } = await client.get(`/admin/webhooks/${id}/deliveries/${delivery!.position}`)
    return [/Next attempt/.test(text), /Send again/.test(text), /The webhook is disabled/.test(text)]
  }
  assert.deepEqual(await read(), [true, true, false])
  await disableEndpoint(semel, id, 'operator')
  assert.deepEqual(await read(), [false, false, true])
})

test('webhook with snapshots → things as when sent, as its creator may read', async () => {
  await using all = await openReceiver()
  await using some = await openReceiver()
  await using none = await openReceiver()
  const admin = await person(semel, 'admin')
  const { key } = await createApiKey(semel, { name: 'Shipping', scopes: ['webhooks:manage', 'products:read'] })
  const client = semel.client()
  const types = ['user.updated', 'product.created']
  const made = await client.post('/api/webhooks', { url: all.url, types, snapshot: true }, admin)
  assert.deepEqual([made.status, made.body.snapshot], [201, true], made.text)
  const keyed = { headers: { 'x-api-key': key } }
  const bounded = await client.post('/api/webhooks', { url: some.url, types, snapshot: true }, keyed)
  assert.equal((await client.post('/api/webhooks', { url: none.url, types }, admin)).body.snapshot, false)
  const ada = await person(semel)
  const change = () =>
    semel.db
      .transaction()
      .execute(tx => publishToFeed(tx, new Date(), { type: 'user.updated', data: { userId: ada.id } }))
  await change()
  const { body: lamp } = await client.post(
    '/api/products',
    { sku: 'SNAP', name: 'Lamp', category: 'x', price: 1 },
    admin,
  )
  await semel.db.updateTable('users').set({ user_name: 'Ada King' }).where('id', '=', ada.id).execute()
  await using _ = dispatch()
  tell(semel.db)
  const bodies = async (receiver: typeof all) =>
    Object.fromEntries((await receiver.received(2)).map(({ event }) => [event.type, event as Record<string, unknown>]))
  const [full, scoped, thin] = [await bodies(all), await bodies(some), await bodies(none)]
  assert.equal((full['user.updated']!.user as { userName: string }).userName, 'Ada King')
  assert.deepEqual(full['product.created']!.product, lamp)
  assert.equal(scoped['user.updated']!.user, null)
  assert.deepEqual(scoped['product.created']!.product, lamp)
  assert.ok(!('user' in thin['user.updated']!) && !('product' in thin['product.created']!))

  // Events of somebody else's webhook show no more than the key that moves it may read.
  await using moved = await openReceiver()
  const elsewhere = await client.patch(`/api/webhooks/${made.body.id}`, { url: moved.url }, keyed)
  assert.deepEqual([elsewhere.status, elsewhere.body.snapshot], [200, true], elsewhere.text)
  await change()
  tell(semel.db)
  const [first] = await moved.received(1)
  assert.equal((first!.event as unknown as { user: unknown }).user, null)

  const off = { snapshot: false }
  assert.equal((await client.patch(`/api/webhooks/${bounded.body.id}`, off, keyed)).body.snapshot, false)
})
