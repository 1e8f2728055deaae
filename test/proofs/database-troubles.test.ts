import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { isUnavailable } from '../../src/database/errors.ts'
import { limitStatements } from '../../src/database/limits.ts'
import { type OpenDatabase, openDatabase } from '../../src/database/open.ts'
import { connectDirectly } from '../../src/database/pooling/client.ts'
import { readShop } from '../../src/shop/settings.ts'
import { SECOND } from '../../src/time.ts'
import type { Answer } from '../support/client.ts'
import { person } from '../support/people.ts'
import { stockProduct } from '../support/products.ts'
import { type Semel, startSemel } from '../support/semel.ts'
import { openProxy, type TcpProxy } from '../support/tcp-proxy.ts'
import { until } from '../support/until.ts'

/** The time that a request has for the database here; in production it is 11 seconds. */
const TIME = 1.5 * SECOND
/** A request is over after this: its time, and the least time that its last statement gets. */
const ANSWERED = TIME + 2 * SECOND

let proxy: TcpProxy
let semel: Semel
/** Past the proxy. */
let direct: OpenDatabase

before(async () => {
  proxy = await openProxy(process.env.TEST_DATABASE_URL!)
  semel = await startSemel({}, { worker: false, through: proxy.through, databaseTime: TIME })
  direct = openDatabase(semel.databaseUrl)
})

after(async () => {
  // First: Semel would wait for the answers that it has swallowed.
  await proxy[Symbol.asyncDispose]()
  await direct[Symbol.asyncDispose]()
  await semel[Symbol.asyncDispose]()
})

test('connections swallow packets → 503 in time, then new connections serve', async () => {
  const buyer = await person({ ...semel, db: direct.db })
  const productId = await stockProduct(direct.db)
  const order = (key = randomUUID()) => {
    const { token } = buyer
    const items = [{ productId, quantity: 1 }]
    return timed(semel.client().post('/api/orders', { items }, { token, headers: { 'idempotency-key': key } }))
  }
  const read = (path: string) => timed(semel.client().get(path, { token: buyer.token }))
  const all = () =>
    Promise.all([order(), read('/api/users/me'), read('/api/products'), read('/api/orders'), read('/readyz')])
  assert.deepEqual(statuses(await all()), [201, 200, 200, 200, 200])

  proxy.swallow()
  const started = performance.now()
  const key = randomUUID()
  const [repeated, ...others] = await Promise.all([order(key), ...Array.from({ length: 3 }, all)])
  for (const { status, headers, at } of [repeated, ...others.flat()]) {
    assert.ok([200, 201, 503].includes(status), String(status))
    if (status !== 503) continue
    assert.ok(headers.get('retry-after'))
    // Those that new connections serve may be slow on a busy machine.
    assert.ok(at - started < ANSWERED, `${at - started} ms`)
  }
  assert.deepEqual(statuses(await all()), [201, 200, 200, 200, 200])
  assert.equal((await order(key)).status, 201)
})

test('network swallows everything → 503 in time; all is well once healed', async () => {
  const { token } = await person({ ...semel, db: direct.db })
  assert.equal((await semel.client().get('/api/users/me', { token })).status, 200)
  proxy.swallow()
  proxy.swallowNew()
  try {
    for (let round = 0; round < 2; round++) {
      const started = performance.now()
      const answers = await Promise.all([
        semel.client().get('/api/users/me', { token }),
        semel.client().get('/readyz'),
        semel.client().post('/api/contact-messages', { email: 'a@example.com', message: 'Hello' }),
      ])
      assert.deepEqual(statuses(answers), [503, 503, 503])
      assert.ok(performance.now() - started < ANSWERED, `${performance.now() - started} ms`)
    }
  } finally {
    proxy.heal()
  }
  assert.equal((await semel.client().get('/api/users/me', { token })).status, 200)
})

test('settings that cannot be read → nobody waits for them again at once', async () => {
  await using one = openDatabase(proxy.through(semel.databaseUrl), { max: 1 })
  proxy.swallowNew()
  try {
    const first = limitStatements(200, () => readShop(one.db))
    await assert.rejects(first, isUnavailable)
    assert.equal(readShop(one.db), first)
  } finally {
    proxy.heal()
  }
})

test('BEGIN without an answer → the write after it is not lost', async () => {
  await using one = openDatabase(proxy.through(semel.databaseUrl), { max: 1 })
  const backend = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(one.db)
  const pid = backend.rows[0]!.pid
  process.kill(pid, 'SIGSTOP')
  try {
    await assert.rejects(
      limitStatements(200, () => one.db.transaction().execute(async () => {})),
      isUnavailable,
    )
  } finally {
    process.kill(pid, 'SIGCONT')
  }
  const { id } = await person({ ...semel, db: one.db })
  assert.ok(await direct.db.selectFrom('users').select('id').where('id', '=', id).executeTakeFirst())
})

test('node became read-only → 503, /readyz says so, connections are replaced', async () => {
  const { token } = await person({ ...semel, db: direct.db })
  const productId = await stockProduct(direct.db)
  const order = () => semel.client().post('/api/orders', { items: [{ productId, quantity: 1 }] }, { token })
  const name = new URL(semel.databaseUrl).pathname.slice(1)
  await sql`alter database ${sql.id(name)} set default_transaction_read_only = on`.execute(direct.db)
  try {
    // The setting counts for new connections, as a name counts that has moved to a standby.
    await disconnectAll()
    const refused = await order()
    assert.deepEqual([refused.status, refused.body.code], [503, 'database_unavailable'])
    assert.ok(refused.headers.get('retry-after'))
    const ready = await semel.client().get('/readyz')
    assert.deepEqual([ready.status, ready.body.code], [503, 'database_unavailable'])
    assert.match(ready.body.detail, /read-only/)
  } finally {
    await sql`set default_transaction_read_only = off`.execute(direct.db)
    const admin = new pg.Client(semel.databaseUrl)
    await admin.connect()
    await admin.query('set default_transaction_read_only = off')
    await admin.query(`alter database ${name} reset default_transaction_read_only`)
    await admin.end()
  }
  // The connection that said so is gone. No restart and no pause is needed.
  await until(async () => (await order()).status === 201)
})

test('a connection that only listens notices that the server is silent', async () => {
  const client = await connectDirectly(proxy.through(semel.databaseUrl), {
    name: 'test',
    deadline: 200,
    checkEvery: 100,
  })
  await client.query('listen news')
  const ended = new Promise(resolve => client.once('end', resolve))
  proxy.swallow()
  await ended
  await assert.rejects(client.query('select 1'), isUnavailable)
})

test('long statements may say so; a COPY stream has a deadline too', async () => {
  const client = await connectDirectly(proxy.through(semel.databaseUrl), { name: 'test', deadline: 200 })
  await limitStatements(5 * SECOND, () => client.query('select pg_sleep(0.4)'))
  await client.query('create temp table incoming (n int)')
  const copy = client.query(copyFrom('copy incoming from stdin'))
  copy.write('1\n')
  // The server waits for more, and nothing more comes.
  const [error] = await once(copy, 'error')
  assert.ok(isUnavailable(error))
})

test('errors of a database, network or machine in trouble count as unavailable', () => {
  for (const code of ['EHOSTUNREACH', 'ENETUNREACH', 'EHOSTDOWN', 'EMFILE', 'ERR_SSL_WRONG_VERSION_NUMBER']) {
    assert.ok(isUnavailable(Object.assign(new Error('connect'), { code })), code)
  }
  for (const code of ['25006', '53100', '53200', '53300', '58030', '28P01', '25P03', '57P01', '55P03']) {
    assert.ok(isUnavailable(Object.assign(new pg.DatabaseError('trouble', 0, 'error'), { code })), code)
  }
  for (const message of [
    'There was an error establishing an SSL connection',
    'SSL connection has been closed unexpectedly',
    'Client was closed and is not queryable',
  ]) {
    assert.ok(isUnavailable(new Error(message)), message)
  }
  for (const code of ['23505', '22P05', '42P01']) {
    assert.ok(!isUnavailable(Object.assign(new pg.DatabaseError('mistake', 0, 'error'), { code })), code)
  }
})

async function timed(asked: Promise<Answer>) {
  const answer = await asked
  return { ...answer, at: performance.now() }
}

function statuses(answers: Answer[]): number[] {
  return answers.map(({ status }) => status)
}

async function disconnectAll(): Promise<void> {
  await sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()
  `.execute(direct.db)
}
