import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { openEmbedded } from '#embedded-postgres'
import { findUser } from '../../src/accounts/users/user.ts'
import { isUnavailable } from '../../src/database/errors.ts'
import { openDatabase } from '../../src/database/open.ts'
import { SECOND, systemClock } from '../../src/time.ts'
import { type Answer, Client } from '../support/client.ts'
import { cloneDatabase } from '../support/database.ts'
import { person } from '../support/people.ts'
import { spawnSemel, spawnServe } from '../support/process.ts'
import { stockProduct } from '../support/products.ts'
import { until } from '../support/until.ts'

test('SIGTERM → /readyz is 503 at once, requests served until the delay ends', async () => {
  await using database = await cloneDatabase()
  await using serve = await spawnServe(database.url, { DRAIN_DELAY: '2s' })
  const client = new Client(serve.origin)
  assert.equal((await client.get('/readyz')).status, 200)
  const stopped = serve.stop()
  const signaled = performance.now()
  await until(async () => (await client.get('/readyz')).status === 503)
  assert.ok(performance.now() - signaled < SECOND)
  let served = 0
  // Until the listener closes, every request gets its answer. It refuses connections, and resets one that was just made.
  await until(async () => {
    const answer = await client.get('/api/auth/csrf').catch(error => {
      assert.match(error.cause?.code, /ECONNREFUSED|ECONNRESET|UND_ERR_SOCKET/)
    })
    if (!answer) return true
    assert.deepEqual([answer.status, answer.headers.get('connection')], [200, 'close'])
    served++
    return false
  })
  assert.ok(served > 0)
  assert.ok(performance.now() - signaled > 1.9 * SECOND)
  assert.equal(await stopped, 0)
})

test('SIGTERM → requests in flight finish, new ones are refused, exit 0', async () => {
  await using database = await cloneDatabase()
  await using serve = await spawnServe(database.url)
  await using opened = openDatabase(database.url)
  const buyer = await person({ db: opened.db, clock: systemClock })
  const productId = await stockProduct(opened.db)
  const idle = connect(Number(new URL(serve.origin).port), '127.0.0.1')
  await once(idle, 'connect')

  // The order waits for the lock on the product.
  const holder = await opened.pool.connect()
  await holder.query('begin')
  await holder.query('select from products where id = $1 for update', [productId])
  const order = new Client(serve.origin).post(
    '/api/orders',
    { items: [{ productId, quantity: 1 }] },
    { token: buyer.token },
  )
  await until(async () => {
    const { rows } = await opened.pool.query(`select from pg_stat_activity where wait_event_type = 'Lock'`)
    return rows.length > 0
  })
  const stopped = serve.stop()
  await until(() =>
    new Client(serve.origin).get('/healthz').then(
      () => false,
      () => true,
    ),
  )
  assert.equal(serve.child.exitCode, null, 'the process waits for the request in flight')
  const released = performance.now()
  await holder.query('commit')
  holder.release()
  const { status, body } = await order
  assert.equal(status, 201)
  assert.equal(await stopped, 0)
  // The process waits neither for unused connections nor for keep-alive connections.
  assert.ok(performance.now() - released < 5 * SECOND)
  assert.ok(await opened.db.selectFrom('orders').select('id').where('id', '=', body.id).executeTakeFirst())
})

test('migration changes a column type → at most one 503 per connection', async () => {
  await using database = await cloneDatabase()
  await using opened = openDatabase(database.url, { max: 1 })
  const { id } = await person({ db: opened.db, clock: systemClock })
  assert.ok(await findUser(opened.db, id))
  // PostgreSQL refuses to change a column that a trigger names.
  await sql`drop trigger users_updated on users`.execute(opened.db)
  await sql`alter table users alter column phone type varchar(40)`.execute(opened.db)
  await assert.rejects(findUser(opened.db, id), isUnavailable)
  assert.ok(await findUser(opened.db, id))
})

test('connections use up the open files → one log line; another afterwards', async t => {
  if (process.platform !== 'linux') return t.diagnostic('This system does not tell.')
  await using database = await cloneDatabase()
  const limited = fileURLToPath(new URL('../support/few-files.ts', import.meta.url))
  await using serve = await spawnServe(database.url, { LOG_LEVEL: 'info' }, limited)
  const { port, hostname } = new URL(serve.origin)
  const sockets = Array.from({ length: 90 }, () => connect(Number(port), hostname).on('error', () => {}))
  const [line] = await serve.printed(/^.*nearly no file or connection is left.*$/m)
  const { level, used, limit } = JSON.parse(line)
  assert.deepEqual([level, limit], ['error', 60])
  assert.ok(used > 48)
  for (const socket of sockets) socket.destroy()
  await serve.printed(/files and connections are left again/)
  assert.equal(serve.output().match(/nearly no file/g)?.length, 1)
})

test('database away → 503; when it is back everything works without restart', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'semel-outage-'))
  try {
    let database = await openEmbedded(directory, { fsync: false })
    const { url } = database
    await using semel = spawnSemel(['start'], {
      DATABASE_URL: url,
      DATA_DIR: join(directory, 'of-semel'),
      SECRET_KEY: 'test '.repeat(8),
    })
    const [, origin] = await semel.printed(/Shop\s+(http:\/\/[^/]+)/)
    const client = new Client(origin!)
    const html = { headers: { accept: 'text/html' } }
    assert.equal((await client.get('/readyz')).status, 200)

    await database.close()
    const away: [path: string, Answer][] = []
    for (const path of ['/readyz', '/products', '/api/auth/csrf', '/metrics', '/healthz']) {
      away.push([path, await client.get(path, path === '/products' ? html : {})])
    }
    const login = await client.post('/api/auth/login', { email: 'ada@example.com', password: 'whatever it was' })
    const answered = Object.fromEntries(away)
    assert.equal(answered['/readyz']!.status, 503)
    assert.equal(answered['/readyz']!.headers.get('retry-after'), '2')
    assert.equal(answered['/products']!.status, 503)
    assert.match(answered['/products']!.text, /We will be right back/)
    assert.equal(login.status, 503)
    assert.equal(login.body.code, 'database_unavailable')
    assert.equal(answered['/healthz']!.status, 200, 'a restart would not help')
    assert.equal(answered['/metrics']!.status, 200)
    assert.match(answered['/metrics']!.text, /^semel_database_up 0$/m)

    database = await openEmbedded(directory, { fsync: false })
    assert.equal(database.url, url)
    try {
      await until(async () => (await client.get('/readyz')).status === 200)
      assert.equal((await client.get('/products', html)).status, 200)
      // The worker has recovered as well: a new email is delivered.
      const message = { email: 'ada@example.com', message: 'Are you there?' }
      assert.equal((await client.post('/api/contact-messages', message)).status, 201)
      await until(async () => (await client.get('/dev/mail')).body.length > 0)
      assert.equal(await semel.stop(), 0)
    } finally {
      await semel.kill()
      await database.close()
    }
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
})
