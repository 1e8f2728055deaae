import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createOperationsServer } from '../../src/console/operations/operations-server.ts'
import { newPerson, PASSWORD } from '../support/accounts.ts'
import { startSemel } from '../support/semel.ts'

/*
 * Settings of operators: the port for health and metrics, trusted proxies, log lines, text messages switched off.
 */
test('with OPERATIONS_PORT, metrics are there only; health is on both ports', async () => {
  await using semel = await startSemel({ operationsPort: 0 })
  const operations = createOperationsServer(semel)
  const { email } = await newPerson(semel)
  await semel.mailTo(email)
  const seen = async (app: typeof operations, url: string) => (await app.inject({ url })).statusCode
  for (const path of ['/healthz', '/readyz', '/readyz/reads']) {
    assert.deepEqual([await seen(semel.app, path), await seen(operations, path)], [200, 200], path)
    for (const app of [semel.app, operations])
      assert.equal((await app.inject({ url: path })).headers['cache-control'], 'no-store', path)
  }
  assert.deepEqual([await seen(semel.app, '/metrics'), await seen(operations, '/metrics')], [404, 200])
  assert.equal(await seen(operations, '/api/products'), 404)

  const { body } = await operations.inject({ url: '/metrics' })
  assert.match(body, /^semel_build_info\{version="\d+\.\d+\.\d+",commit="[0-9a-f]{0,12}",node="v26\.\d+\.\d+"\} 1$/m)
  assert.match(body, /^semel_delivery_duration_seconds_count\{event="user\.registered",outcome="sent"\} 1$/m)
  assert.match(body, /^semel_database_connections [1-9]/m)
  assert.match(body, /^semel_database_connection_wait_seconds_count [1-9]/m)

  operations.stopping = true
  assert.deepEqual([await seen(operations, '/readyz'), await seen(operations, '/healthz')], [503, 200])
  for (const [app, url] of [
    [operations, '/readyz'],
    [operations, '/metrics'],
    [semel.app, '/metrics'],
  ] as const)
    assert.equal((await app.inject({ url })).headers['cache-control'], 'no-store', url)
  await operations.close()
})

test('in production, metrics are on OPERATIONS_PORT alone', async () => {
  await using semel = await startSemel({ production: true }, { worker: false })
  const { status, text } = await semel.client().get('/metrics')
  assert.equal(status, 404)
  assert.doesNotMatch(text, /semel_/)
})

test('a forwarded address counts only from a trusted proxy', async () => {
  const seenFrom = async (settings: object, forwarded = '192.0.2.7') => {
    await using semel = await startSemel(settings, { worker: false })
    await semel
      .client()
      .post(
        '/api/auth/login',
        { email: 'ada@example.com', password: 'x' },
        { headers: { 'x-forwarded-for': forwarded } },
      )
    return (await semel.db.selectFrom('audit_log').select('ip').executeTakeFirstOrThrow()).ip
  }
  assert.equal(await seenFrom({}), '127.0.0.1')
  assert.equal(await seenFrom({ production: true }), '127.0.0.1')
  assert.equal(await seenFrom({ trustedProxies: ['10.0.0.0/8'] }), '127.0.0.1')
  assert.equal(await seenFrom({ trustedProxies: ['loopback'] }), '192.0.2.7')
  assert.equal(await seenFrom({ trustedProxies: 1 }), '192.0.2.7')
  for (const trustedProxies of [1, ['loopback', 'uniquelocal']])
    assert.equal(await seenFrom({ trustedProxies }, '203.0.113.9, nonsense, 10.0.0.5'), '10.0.0.5')
})

test('proxy writes ports behind addresses → connections of one client stay one client', async () => {
  await using semel = await startSemel({ trustedProxies: ['loopback', '10.0.0.0/8'] }, { worker: false })
  const email = 'nobody@example.com'
  const signInFrom = (address: string) =>
    semel.client().post('/api/auth/login', { email, password: 'x' }, { headers: { 'x-forwarded-for': address } })
  const statuses = new Set<number>()
  for (let port = 4000; port < 4011; port++) statuses.add((await signInFrom(`192.0.2.7:${port}`)).status)
  assert.deepEqual([...statuses], [401, 429])
  for (const address of ['192.0.2.8, 10.0.0.1:80', '[2001:db8::8]:4000', '2001:db8::8']) await signInFrom(address)
  const seen = await semel.db.selectFrom('audit_log').select('ip').orderBy('id').execute()
  assert.deepEqual([...new Set(seen.map(({ ip }) => ip))], ['192.0.2.7', '192.0.2.8', '2001:db8::8'])
})

test('request → one line and id, probe → none, ignored proxy → named once', async () => {
  const lines: string[] = []
  await using semel = await startSemel(
    { logLevel: 'info', production: true },
    { logTo: { write: line => void lines.push(line) }, worker: false },
  )
  const headers = { 'x-forwarded-for': '192.0.2.7' }
  const { headers: sent } = await semel.app.inject({ url: '/api/auth/csrf', headers })
  for (const url of ['/healthz', '/readyz', '/readyz/reads', '/metrics']) await semel.app.inject({ url, headers })
  const logged = lines.map(line => JSON.parse(line))
  const answered = logged.filter(({ msg }) => msg === 'answered')
  assert.equal(answered.length, 1)
  assert.deepEqual(
    [answered[0].level, answered[0].requestId, answered[0].reqId, answered[0].route],
    ['info', sent['x-request-id'], undefined, '/api/v3/auth/csrf'],
  )
  assert.equal(lines.join('').split(String(sent['x-request-id'])).length, 2)
  assert.deepEqual(
    logged.filter(({ level }) => level === 'warn').map(({ msg }) => msg),
    ['forwarded addresses are ignored; name the proxy in TRUSTED_PROXIES'],
  )
})

test('client on the Internet sends X-Forwarded-For itself → not named as proxy', async () => {
  const lines: string[] = []
  await using semel = await startSemel(
    { logLevel: 'info', production: true },
    { logTo: { write: line => void lines.push(line) }, worker: false },
  )
  const headers = { 'x-forwarded-for': '192.0.2.7' }
  await semel.app.inject({ url: '/api/auth/csrf', headers, remoteAddress: '198.51.100.7' })
  assert.doesNotMatch(lines.join(), /forwarded addresses are ignored/)
})

test('a shop without text messages says so and stores no phone', async () => {
  await using semel = await startSemel({ smsUrl: 'none' }, { worker: false })
  const { client, token } = await newPerson(semel)
  const phone = { kind: 'sms', phone: '+491701234567' }
  const { status, body } = await client.post('/api/users/me/second-factors', phone, { token })
  assert.deepEqual([status, body.code], [409, 'sms_disabled'])
  assert.equal((await client.get('/api/users/me/second-factors', { token })).body.items.length, 1)
  assert.doesNotMatch((await client.get('/account')).text, /Add a phone/)
  // A phone of an earlier time is offered nowhere either.
  const { email } = await newPerson(semel, { phone: '+491701234568' })
  const browser = semel.client()
  const entered = await browser.post('/api/auth/login', { email, password: PASSWORD })
  assert.deepEqual(entered.body.methods, ['totp', 'recovery'])
  assert.doesNotMatch((await browser.get('/login/code')).text, /login\/code\/sms/)
  assert.doesNotMatch((await semel.client().get('/register')).text, /text message/)
})
