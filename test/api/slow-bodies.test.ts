import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { cookieNames } from '../../src/accounts/sessions/cookies.ts'
import { newPerson } from '../support/accounts.ts'
import { hold, lockedOut } from '../support/locks.ts'
import { stockProduct } from '../support/products.ts'
import { type Semel, startSemel } from '../support/semel.ts'

const IMPORT = '/api/products/import'
const CONTACT = '/api/contact-messages'
const csv = (sku: string) => `sku,name,category,price_minor\n${sku},Lamp,Lamps,1\n`

/** Sends a request without the last byte of its body. */
async function begin({ app, origin }: Semel, path: string, headers: Record<string, string>, body: string) {
  const { hostname, port } = new URL(origin)
  const socket = connect(Number(port), hostname)
  let answer = ''
  socket.setEncoding('utf8').on('data', chunk => (answer += chunk))
  socket.on('error', () => {})
  const closed = new Promise(resolve => socket.once('close', resolve))
  const length = headers['transfer-encoding'] ? {} : { 'content-length': `${Buffer.byteLength(body)}` }
  const all = { host: 'x', connection: 'close', ...length, ...headers }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  const begun = once(app.server, 'request')
  socket.write(`POST ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body.slice(0, -1)}`)
  await begun
  const answered = closed.then(() => answer)
  const end = () => {
    socket.write(body.slice(-1))
    return answered
  }
  return { answered, end }
}

const JSON_TYPE = { 'content-type': 'application/json' }
const bearer = (token: string) => ({ ...JSON_TYPE, authorization: `Bearer ${token}` })
const importOf = (sku: string) => JSON.stringify({ data: Buffer.from(csv(sku)).toString('base64') })

test('only files sent by staff may arrive slowly', async () => {
  await using semel = await startSemel({}, { worker: false, bodyTimes: { usual: 1000, file: 60_000 } })
  const staff = await newPerson(semel, { role: 'staff' })
  const customer = await newPerson(semel)
  const boundary = 'x'
  const part = (name: string, value: string, more = '') =>
    `--${boundary}\r\ncontent-disposition: form-data; name="${name}"${more}\r\n\r\n${value}\r\n`
  const form = `${part('_csrf', 'wrong')}${part('data', csv('SLOW-2'), '; filename="a.csv"')}--${boundary}--\r\n`
  const cookie = `${cookieNames(semel).session}=${staff.token}`
  const formHeaders = { cookie, 'content-type': `multipart/form-data; boundary=${boundary}` }
  const page = await begin(semel, '/admin/products/import', formHeaders, form)
  const file = await begin(semel, IMPORT, bearer(staff.token), importOf('SLOW-1'))
  const others = [
    await begin(semel, CONTACT, bearer(staff.token), '{"email":"ada@example.com","message":"Hello"}'),
    await begin(semel, CONTACT, { ...JSON_TYPE, 'transfer-encoding': 'chunked' }, '1\r\n{\r\n0'),
  ]
  const kept = { connection: 'keep-alive', ...bearer(customer.token) }
  const refused = await begin(semel, IMPORT, kept, importOf('SLOW-3'))
  const guest = await begin(semel, '/admin/products/import', { ...formHeaders, cookie: '' }, form)
  assert.match(await refused.answered, /^HTTP\/1.1 403 /)
  assert.match(await guest.answered, /^HTTP\/1.1 401 /)
  for (const { answered } of others) assert.match(await answered, /^HTTP\/1.1 408 .*"code":"request_timeout"/s)
  assert.match(await file.end(), /^HTTP\/1.1 200 .*"added":1/s)
  // The form was read, and its token is wrong.
  assert.match(await page.end(), /^HTTP\/1.1 403 /)
})

test('a file that takes too long gets 408', async () => {
  await using semel = await startSemel({}, { worker: false, bodyTimes: { usual: 60_000, file: 50 } })
  const { token } = await newPerson(semel, { role: 'staff' })
  const file = await begin(semel, IMPORT, bearer(token), importOf('SLOW-4'))
  assert.match(await file.answered, /^HTTP\/1.1 408 .*"code":"request_timeout"/s)
})

test('a session that ends while its file arrives imports nothing', async () => {
  let onSession = () => {}
  const log = ({ query }: { query: { sql: string } }) => void (query.sql.includes('sessions') && onSession())
  await using semel = await startSemel({}, { worker: false, log })
  const { token, client } = await newPerson(semel, { role: 'staff' })
  const admitted = new Promise<void>(resolve => (onSession = resolve))
  const file = await begin(semel, IMPORT, bearer(token), importOf('SLOW-5'))
  await admitted
  assert.equal((await client.post('/api/auth/logout', {}, { token })).status, 204)
  assert.match(await file.end(), /^HTTP\/1.1 401 /)
})

test('imports may take longer, and three at a time hold a connection', async () => {
  await using semel = await startSemel({}, { worker: false, databaseTime: 100 })
  const staff = await newPerson(semel, { role: 'staff' })
  const id = await stockProduct(semel.db, { sku: 'SLOW-6' })
  await using lock = await hold(semel.databaseUrl, tx =>
    tx.selectFrom('products').select('id').where('id', '=', id).forUpdate().execute(),
  )
  const other = await newPerson(semel, { role: 'staff' })
  const file = JSON.parse(importOf('SLOW-6'))
  const send = ({ client, token }: typeof staff) => client.post(IMPORT, file, { token })
  const imported = send(staff)
  await lockedOut(semel.db, 1, imported)
  const more = [staff, staff, other, other].map(send)
  // Two of them find no place in time.
  const refused = await Promise.race(more)
  assert.equal(refused.status, 503)
  const { rows } = await sql`
    select from pg_stat_activity where datname = current_database() and application_name = 'semel import'
  `.execute(semel.db)
  assert.equal(rows.length, 3)
  // A statement gets at least a second, however little time the request has.
  await Promise.race([sleep(1500), imported])
  await lock.release()
  const { status, body } = await imported
  assert.deepEqual([status, body.changed], [200, 1])
  assert.deepEqual((await Promise.all(more)).map(({ status }) => status).sort(), [200, 200, 503, 503])
})
