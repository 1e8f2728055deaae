import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { connect, type Socket } from 'node:net'
import { after, before, test } from 'node:test'
import { person } from '../support/people.ts'
import { type Semel, startSemel } from '../support/semel.ts'

/* A body is kept in memory while it is read. Clients that send many large ones slowly must not fill the memory. */
let semel: Semel
before(async () => {
  semel = await startSemel({ trustedProxies: ['loopback'] }, { worker: false })
})
after(() => semel[Symbol.asyncDispose]())

const contact = '/api/contact-messages'

type Slow = { socket: Socket; response: ServerResponse }

/** Sends the head of a request with a large body, and waits until the server has begun to read. */
async function begin(ip: string, length = `Content-Length: ${1024 * 1024}`): Promise<Slow> {
  const { hostname, port } = new URL(semel.origin)
  const socket = connect(Number(port), hostname)
  const asked = once(semel.app.server, 'request')
  socket.write(`POST ${contact} HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: ${ip}\r\n`)
  socket.write(`Content-Type: application/json\r\n${length}\r\n\r\n`)
  const [, response] = await asked
  return { socket, response }
}

const large = (ip: string, token?: string) =>
  semel.client().post(
    contact,
    { email: 'ada@example.com', message: 'Hello', more: 'x'.repeat(20_000) },
    {
      headers: { 'x-forwarded-for': ip },
      ...(token && { token }),
    },
  )
const small = (ip: string) =>
  semel.client().post(contact, { email: 'ada@example.com', message: 'Hello' }, { headers: { 'x-forwarded-for': ip } })

async function end(slow: Slow[]): Promise<void> {
  const noticed = Promise.all(slow.map(({ response }) => once(response, 'close')))
  for (const { socket } of slow) socket.destroy()
  await noticed
}

test('eight large requests → more refused; small and other ones go on', async () => {
  const slow: Slow[] = []
  for (let i = 0; i < 8; i++) slow.push(await begin('192.0.2.1', i % 2 ? 'Transfer-Encoding: chunked' : undefined))
  const refused = await large('192.0.2.1')
  assert.deepEqual([refused.status, refused.body.code, refused.headers.get('retry-after')], [429, 'rate_limited', '5'])
  assert.equal((await small('192.0.2.1')).status, 201)
  assert.equal((await large('192.0.2.2')).status, 201)
  await end(slow)
  assert.equal((await large('192.0.2.1')).status, 201)
})

test('all networks together have 64, and staff are not counted', async () => {
  const slow: Slow[] = []
  for (let i = 0; i < 64; i++) slow.push(await begin(`198.51.100.${i}`))
  assert.equal((await large('192.0.2.3')).status, 429)
  const { token } = await person(semel, 'staff')
  const product = { sku: 'LARGE-1', name: 'Large', description: '', category: 'Lamps', price: 1, stock: 1 }
  const made = await semel.client().post('/api/products', { ...product, more: 'x'.repeat(20_000) }, { token })
  assert.equal(made.status, 201, made.text)
  await end(slow)
  assert.equal((await large('192.0.2.3')).status, 201)
})

test('slow requests from some networks → the busiest network loses one', async () => {
  const slow: Slow[] = []
  for (let i = 0; i < 64; i++) slow.push(await begin(`203.0.113.${i % 8}`))
  const ended = Promise.race(slow.map(({ response }) => once(response, 'close')))
  assert.equal((await large('192.0.2.4')).status, 201)
  await ended
  const open = slow.filter(({ response }) => !response.destroyed)
  assert.equal(open.length, 63)
  await end(open)
  assert.equal((await large('203.0.113.1')).status, 201)
})

test('large bodies of many networks → in turns, without holding up others', async t => {
  let inThisTurn = 0
  let most = 0
  const parse = JSON.parse
  t.mock.method(JSON, 'parse', (text: string, ...more: []) => {
    if (text.length > 16 * 1024) {
      inThisTurn++
      setImmediate(() => {
        inThisTurn = 0
      })
      most = Math.max(most, inThisTurn)
    }
    return parse(text, ...more)
  })
  const payload = { email: 'nobody', message: 'Hello', more: 'x'.repeat(20_000) }
  const sent = Array.from({ length: 20 }, (_, i) =>
    semel.app.inject({ method: 'POST', url: contact, payload, headers: { 'x-forwarded-for': `203.0.113.${i}` } }),
  )
  const statuses = (await Promise.all(sent)).map(({ statusCode }) => statusCode)
  assert.deepEqual([...new Set(statuses)], [422])
  assert.equal(most, 1)
})

/** Writes the whole body before it reads, as many programs do. @returns the status line, or undefined if the connection broke */
async function writeAll(bytes: number, framing: 'length' | 'chunked'): Promise<string | undefined> {
  const { hostname, port } = new URL(semel.origin)
  const socket = connect(Number(port), hostname).pause()
  socket.setMaxListeners(0).on('error', () => undefined)
  const next = (event: string) => once(socket, event).catch(() => undefined)
  const length = framing === 'length' ? `Content-Length: ${bytes}` : 'Transfer-Encoding: chunked'
  socket.write(`POST ${contact} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n${length}\r\n\r\n`)
  const part = Buffer.alloc(64 * 1024, ' ')
  const chunk = framing === 'length' ? part : Buffer.concat([Buffer.from('10000\r\n'), part, Buffer.from('\r\n')])
  for (let sent = 0; sent < bytes && !socket.destroyed; sent += part.length) {
    if (!socket.write(chunk)) await Promise.race([next('drain'), next('close')])
  }
  if (framing === 'chunked' && !socket.destroyed) socket.write('0\r\n\r\n')
  let answer = ''
  socket.on('data', data => (answer += data)).resume()
  await Promise.race([next('end'), next('close')])
  socket.destroy()
  return answer.split('\r\n')[0] || undefined
}

const MEGABYTE = 1024 * 1024

test('client that writes everything before reading → still sees the size error', async () => {
  for (const size of [2, 5, 20]) {
    for (const framing of ['length', 'chunked'] as const) {
      assert.equal(await writeAll(size * MEGABYTE, framing), 'HTTP/1.1 413 Payload Too Large', `${size} MB, ${framing}`)
    }
  }
})

test('far too large body → server reads only some tens of megabytes', async () => {
  let connection: Socket | undefined
  semel.app.server.once('connection', socket => (connection = socket))
  await writeAll(200 * MEGABYTE, 'length')
  assert.ok(connection!.bytesRead < 40 * MEGABYTE, String(connection!.bytesRead))
})
