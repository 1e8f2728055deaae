/** A database that answers but takes no order: customers, probes, metrics, doctor and console all say why. */
import assert from 'node:assert/strict'
import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import pg from 'pg'
import { cookieNames } from '../../src/accounts/sessions/cookies.ts'
import { type Trouble, troubleOf } from '../../src/database/errors.ts'
import { findDatabaseFindings } from '../../src/database/health/findings.ts'
import { openDatabase } from '../../src/database/open.ts'
import { SECOND } from '../../src/time.ts'
import type { Answer } from '../support/client.ts'
import { cloneDatabase } from '../support/database.ts'
import { hold, lockedOut, waitAtLock } from '../support/locks.ts'
import { type Person, person } from '../support/people.ts'
import { spawnSemel } from '../support/process.ts'
import { stockProduct } from '../support/products.ts'
import { type Semel, startSemel } from '../support/semel.ts'
import { until } from '../support/until.ts'

let semel: Semel
let buyer: Person
let admin: Person
let productId: number
const log: string[] = []

before(async () => {
  semel = await startSemel({ logLevel: 'error' }, { worker: false, logTo: { write: line => void log.push(line) } })
  buyer = await person(semel)
  admin = await person(semel, 'admin')
  productId = await stockProduct(semel.db)
})
after(() => semel[Symbol.asyncDispose]())

/** With a key an order is a transaction of several statements, without one a single statement. */
function order(key?: string): Promise<Answer> {
  return semel
    .client()
    .post(
      '/api/orders',
      { items: [{ productId, quantity: 1 }] },
      { token: buyer.token, ...(key && { headers: { 'idempotency-key': key } }) },
    )
}

async function refused(reason: Trouble, detail: RegExp, send: () => Promise<Answer>[]): Promise<void> {
  const before = await metric(`semel_writes_refused_total{reason="${reason}"}`)
  const started = performance.now()
  log.length = 0
  const requests = send()
  for (const { status, body, headers } of await Promise.all(requests)) {
    assert.deepEqual([status, body.code], [503, 'database_unavailable'])
    assert.match(body.detail, detail)
    assert.equal(headers.get('retry-after'), '2')
  }
  assert.ok(performance.now() - started < 12 * SECOND)
  // Hundreds a minute of these fill a disk: the words of PostgreSQL, and no stack.
  const lines = log.filter(line => line.includes('"request failed"')).map(line => JSON.parse(line))
  assert.deepEqual(
    lines.map(({ trouble, err }) => [trouble, Object.keys(err).includes('stack')]),
    requests.map(() => [reason, false]),
  )
  assert.ok(lines.every(({ err }) => err.message && !/not queryable/.test(err.message)))
  assert.equal(await metric(`semel_writes_refused_total{reason="${reason}"}`), before + requests.length)
}

async function metric(name: string): Promise<number> {
  const { text } = await semel.client().get('/metrics')
  const line = text.split('\n').find(line => line.startsWith(`${name} `))
  assert.ok(line, `${name} is missing`)
  return Number(line.slice(name.length))
}

async function isReady(): Promise<number> {
  return (await semel.client().get('/readyz')).status
}

async function doctor(url = semel.databaseUrl): Promise<{ code: number; output: string }> {
  await using process = spawnSemel(['doctor'], { SECRET_KEY: 'test '.repeat(8), DATABASE_URL: url })
  const [code] = await once(process.child, 'close')
  return { code, output: process.output() }
}

async function healthPage(): Promise<string> {
  const headers = { cookie: `${cookieNames(semel).session}=${admin.token}` }
  return (await semel.client().get('/admin/health', { headers })).text
}

test('all is well: the probe leaves nothing behind, and nothing is found', async () => {
  assert.equal(await isReady(), 200)
  assert.equal(await metric('semel_database_writable'), 1)
  const { rows } = await sql`select from write_probe`.execute(semel.db)
  assert.equal(rows.length, 0)
  assert.deepEqual(await findDatabaseFindings(semel.db), [])
  assert.equal((await order()).status, 201)
})

test('full disk → orders and /readyz get 503; doctor and console say so', async () => {
  await sql`
    create function no_space() returns trigger language plpgsql as $$ begin
      raise 'could not extend file "base/1/2": No space left on device' using errcode = 'disk_full';
    end $$;
    create trigger full_disk before insert on orders execute function no_space();
    create trigger full_disk before insert on write_probe execute function no_space();
  `.execute(semel.db)
  try {
    await refused('disk_full', /no room to store/, () => [order(), order(randomUUID())])
    const ready = await semel.client().get('/readyz')
    assert.deepEqual([ready.status, ready.headers.get('retry-after')], [503, '2'])
    assert.deepEqual([await metric('semel_database_up'), await metric('semel_database_writable')], [1, 0])
    const { code, output } = await doctor()
    assert.equal(code, 1)
    assert.match(output, /^✗ Database +The disk of the database is full/m)
    assert.match(await healthPage(), /The disk of the database is full/)
  } finally {
    await sql`drop function no_space() cascade`.execute(semel.db)
  }
  assert.deepEqual([await isReady(), (await order()).status], [200, 201])
})

test('no room for a file of PostgreSQL → counts as a full disk', async () => {
  const name = new URL(semel.databaseUrl).pathname.slice(1)
  // The nearest to a full disk that needs no rights: no room for a file of the probe.
  await sql`alter database ${sql.id(name)} set temp_file_limit = '64kB'`.execute(semel.db)
  try {
    await using other = openDatabase(semel.databaseUrl)
    const [finding] = await findDatabaseFindings(other.db)
    assert.match(finding!.text, /has reached a limit/)
  } finally {
    await sql`alter database ${sql.id(name)} reset temp_file_limit`.execute(semel.db)
  }
})

test('session holds a table → doctor and console name it and details', async () => {
  await using lock = await hold(semel.databaseUrl, tx => sql`lock table orders in access exclusive mode`.execute(tx))
  await using _waiting = await waitAtLock(semel.databaseUrl, 'select from orders limit 1')
  await lockedOut(semel.db)
  const findings = await findDatabaseFindings(semel.db)
  const lockFinding = findings.find(({ text }) => text.startsWith('Session'))
  assert.equal(lockFinding?.level, 'bad')
  assert.match(
    lockFinding!.text,
    /^Session (\d+) \(semel, role \w+\) holds locks on orders for \d+ seconds\. \d statements? waits? for it\. .*pg_terminate_backend\(\1\)$/,
  )
  assert.match(await healthPage(), /holds locks on orders/)
  await refused('locked', /Another operation holds the data/, () => [order(), order(randomUUID())])
  await lock.release()
  assert.equal((await order()).status, 201)
})

test('another role holds a table, nobody waits → doctor names it', async () => {
  await using server = new Server(semel.databaseUrl)
  const role = `plain_${randomBytes(4).toString('hex')}`
  await server.run(`create role ${role} login; grant pg_read_all_data to ${role};
    grant insert, delete on write_probe to ${role}`)
  const url = new URL(semel.databaseUrl)
  url.username = role
  try {
    await using _lock = await hold(semel.databaseUrl, tx => sql`lock table orders in access exclusive mode`.execute(tx))
    const { code, output } = await doctor(url.href)
    assert.equal(code, 1)
    assert.match(output, /^! Database +Session \d+ \(semel, role \w+\) holds locks on orders\. /m)
    assert.match(output, /^✗ Database +A check failed, and those after it were left out: .*lock timeout$/m)
  } finally {
    await server.run(`drop owned by ${role}; drop role ${role}`)
  }
})

test('read-only database → orders get 503 with that reason everywhere', async () => {
  const name = new URL(semel.databaseUrl).pathname.slice(1)
  await sql`alter database ${sql.id(name)} set default_transaction_read_only = on`.execute(semel.db)
  try {
    await disconnectAll()
    // The pool may not have noticed yet that its connections are gone.
    await order()
    await refused('read_only', /read-only/, () => [order(randomUUID())])
    await refused('read_only', /read-only/, () => [order()])
    assert.equal(await isReady(), 503)
    assert.deepEqual([await metric('semel_database_up'), await metric('semel_database_writable')], [1, 0])
    const { code, output } = await doctor()
    assert.equal(code, 1)
    assert.match(output, /^✗ Database +The database takes no writes: it is a standby/m)
  } finally {
    await using server = new Server(semel.databaseUrl)
    await server.run('set default_transaction_read_only = off')
    await server.run(`alter database ${name} reset default_transaction_read_only`)
  }
  await disconnectAll()
  assert.deepEqual([await isReady(), (await order()).status], [200, 201])
})

test('all connections used → requests get 503 with that reason; doctor agrees', async () => {
  await using database = await cloneDatabase()
  await using server = new Server(database.url)
  const role = `few_${randomBytes(4).toString('hex')}`
  await server.run(`create role ${role} login connection limit 8`)
  try {
    await server.run(`grant select, insert, update, delete on all tables in schema public to ${role};
      grant usage on all sequences in schema public to ${role}`)
    const url = new URL(database.url)
    url.username = role
    const few = await startSemel({ databaseUrl: database.url }, { worker: false, through: () => url.href })
    const taken = await takeAll(server, url, 8)
    const answer = await few.client().post('/api/contact-messages', { email: 'a@example.com', message: 'Hello' })
    assert.deepEqual([answer.status, answer.body.code], [503, 'database_unavailable'])
    assert.match(answer.body.detail, /no free connection/)
    const { text } = await few.client().get('/metrics')
    assert.match(text, /^semel_writes_refused_total\{reason="connections"\} 1$/m)
    assert.match(text, /^semel_database_writable 0$/m)
    assert.match((await doctor(url.href)).output, /^✗ Database .*too many connections for role/m)

    // Else it would take the connection that is freed now.
    await few[Symbol.asyncDispose]()
    await server.run(`select pg_terminate_backend(${taken.pop()!.processID}, 5000)`)
    await using opened = openDatabase(url.href, { max: 1 })
    // Its first connection is the last one, so its probe finds none. A session that was refused counts until it has ended.
    await until(() =>
      sql`select`.execute(opened.db).then(
        () => true,
        error => {
          assert.equal(troubleOf(error), 'connections')
          return false
        },
      ),
    )
    const texts = (await findDatabaseFindings(opened.db)).map(({ text }) => text).join(' ')
    assert.match(texts, /8 of 8 connections of the role are used\./)
    for (const client of taken) await client.end()
  } finally {
    await server.run(`drop owned by ${role}`)
    await server.run(`drop role ${role}`)
  }
})

/** Takes every connection of the role, also those that its process opens meanwhile. */
async function takeAll(server: Server, url: URL, limit: number): Promise<Client[]> {
  const taken: Client[] = []
  while (taken.length < limit) {
    const ours = taken.map(client => client.processID)
    await server.run(`select pg_terminate_backend(pid, 5000) from pg_stat_activity
      where usename = '${url.username}' and pid <> all ('{${ours}}')`)
    try {
      taken.push(await Server.open(url.href))
    } catch (error) {
      assert.equal(troubleOf(error), 'connections')
    }
  }
  return taken
}

/** The types of `pg` lack its process. */
type Client = pg.Client & { processID: number }

class Server implements AsyncDisposable {
  #client: Promise<Client>
  constructor(url: string) {
    this.#client = Server.open(url)
  }
  static async open(url: string): Promise<Client> {
    const client = new pg.Client(url) as Client
    client.on('error', () => {})
    await client.connect()
    return client
  }
  async run(statement: string): Promise<void> {
    await (await this.#client).query(statement)
  }
  async [Symbol.asyncDispose](): Promise<void> {
    await (await this.#client).end()
  }
}

async function disconnectAll(): Promise<void> {
  await using server = new Server(semel.databaseUrl)
  await server.run(`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`)
}
