/** Each fault that an operator has to repair is reported in all places: /readyz, /metrics, the alerts, doctor and /admin/health. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { after, before, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { SMTPServer } from 'smtp-server'
import { cookieNames } from '../../src/accounts/sessions/cookies.ts'
import { describeDescriptors, readDescriptors } from '../../src/observability/descriptors.ts'
import { DAY, SECOND } from '../../src/time.ts'
import { firing } from '../support/alerts.ts'
import { callSemel } from '../support/commands.ts'
import { hold, lockedOut, waitAtLock } from '../support/locks.ts'
import { type Person, person } from '../support/people.ts'
import { type Semel, startSemel } from '../support/semel.ts'
import { until } from '../support/until.ts'

let semel: Semel
let admin: Person
/** Places without a fault. */
let usual: Places

before(async () => {
  semel = await startSemel({}, { worker: false })
  admin = await person(semel, 'admin')
  // A worker that lives, as far as the database knows.
  await sql`insert into workers (number, name, lease_until) values (1, 'test', now() + interval '1 hour')`.execute(
    semel.db,
  )
  semel.clock.set(new Date())
  usual = await look()
})
after(() => semel[Symbol.asyncDispose]())

type Places = { ready: { status: number; detail?: string }; metrics: string; doctor: string; page: string }

/** @param shop another one than that of most tests, with its admin and its settings for doctor */
async function look(shop = semel, { token } = admin, settings: Record<string, string> = {}): Promise<Places> {
  const headers = { cookie: `${cookieNames(shop).session}=${token}` }
  const [ready, metrics, page] = await Promise.all([
    shop.client().get('/readyz'),
    shop.client().get('/metrics'),
    shop.client().get('/admin/health', { headers }),
  ])
  const { output } = await callSemel(['doctor'], {
    SECRET_KEY: 'test '.repeat(8),
    DATABASE_URL: shop.databaseUrl,
    ...settings,
  })
  return {
    ready: { status: ready.status, detail: ready.body.detail },
    metrics: metrics.text,
    doctor: output,
    page: page.text,
  }
}

type Told = {
  /** Faults that keep /readyz at 503, and what its answer says. */
  unready?: RegExp
  metric: RegExp
  alert: string
  doctor: RegExp
  page: RegExp
}

/** Looks again for a while, because a probe that a busy machine delays for longer than its limit tells another trouble. */
async function tells(told: Told, places = () => look()): Promise<void> {
  const start = performance.now()
  for (;;) {
    const seen = await places()
    try {
      return compare(told, seen)
    } catch (error) {
      if (performance.now() - start > 20 * SECOND) throw error
    }
  }
}

function compare(told: Told, { ready, metrics, doctor, page }: Places): void {
  assert.equal(ready.status, told.unready ? 503 : 200)
  if (told.unready) assert.match(ready.detail!, told.unready)
  assert.match(relevant(metrics), told.metric)
  assert.ok(firing(metrics, usual.metrics).includes(told.alert), `${told.alert} does not fire`)
  assert.match(doctor, told.doctor)
  assert.match(page, told.page)
}

/** A failure shows the metrics of Semel alone. */
function relevant(metrics: string): string {
  return metrics
    .split('\n')
    .filter(line => line.startsWith('semel_'))
    .join('\n')
}

/** The setting counts for sessions that begin after it. */
async function takesWrites(isSo: boolean): Promise<void> {
  const name = sql.id(new URL(semel.databaseUrl).pathname.slice(1))
  const setting = isSo ? sql`reset default_transaction_read_only` : sql`set default_transaction_read_only = on`
  await semel.db.transaction().execute(async tx => {
    // This session may have begun while the setting counted.
    await sql`set transaction read write`.execute(tx)
    await sql`alter database ${name} ${setting}`.execute(tx)
  })
  await sql`
    select pg_terminate_backend(pid, 10000) from pg_stat_activity
    where application_name = 'semel probe' and datname = current_database()
  `.execute(semel.db)
}

async function write(shop = semel) {
  return shop.client().post('/api/contact-messages', { email: 'ada@example.com', message: 'Hello' })
}

test('all is well → no alert but missing fsync on test servers', async () => {
  assert.deepEqual(firing(usual.metrics), ['SemelDatabaseNotDurable'])
  assert.equal(usual.ready.status, 200)
  await tells({
    metric: /^semel_database_durable 0$/m,
    alert: 'SemelDatabaseNotDurable',
    doctor: /^! Database +fsync is off, so a crash can lose orders/m,
    page: /fsync is off, so a crash can lose orders/,
  })
})

test('a full disk', async t => {
  await sql`
    create function no_space() returns trigger language plpgsql as $$ begin
      raise 'could not extend file "base/1/2": No space left on device' using errcode = 'disk_full';
    end $$;
    create trigger full_disk before insert on write_probe execute function no_space();
  `.execute(semel.db)
  t.after(() => sql`drop function no_space() cascade`.execute(semel.db))
  await tells({
    unready: /no room/,
    metric: /^semel_database_writable 0$/m,
    alert: 'SemelOrdersRefused',
    doctor: /^✗ Database +The disk of the database is full/m,
    page: /The disk of the database is full/,
  })
})

test('a database that takes no writes', async t => {
  await takesWrites(false)
  t.after(() => takesWrites(true))
  await tells({
    unready: /read-only/,
    metric: /^semel_database_writable 0$/m,
    alert: 'SemelOrdersRefused',
    doctor: /^✗ Database +The database takes no writes/m,
    page: /The database takes no writes/,
  })
})

test('a session that holds a lock', async () => {
  await using _lock = await hold(semel.databaseUrl, tx =>
    sql`lock table contact_messages in access exclusive mode`.execute(tx),
  )
  await using _waiting = await waitAtLock(semel.databaseUrl, 'select from contact_messages limit 1')
  await lockedOut(semel.db, 1)
  const refused = await Promise.all(Array.from({ length: 6 }, () => write()))
  assert.ok(refused.every(({ status }) => status === 503))
  await tells({
    metric: /^semel_writes_refused_total\{reason="locked"\} [1-9]/m,
    alert: 'SemelOrdersRefused',
    doctor: /^✗ Database +Session \d+ \(semel, role \w+\) holds locks on contact_messages for \d+ seconds/m,
    page: /holds locks on contact_messages for \d+ seconds/,
  })
})

test('nearly no connection is left', async t => {
  // The limit of the database counts for all of its roles but superusers, and so can be as low as what is in use.
  const name = sql.id(new URL(semel.databaseUrl).pathname.slice(1))
  // A session that began while the database took no writes takes none by default.
  const limit = (most: number) =>
    semel.db
      .transaction()
      .setAccessMode('read write')
      .execute(tx => sql`alter database ${name} connection limit ${sql.lit(most)}`.execute(tx))
  await limit(1)
  t.after(() => limit(-1))
  await tells({
    metric: /^semel_database_connection_share [1-9]/m,
    alert: 'SemelConnectionsShort',
    doctor: /^! Database +\d+ of 1 connections of the database are used/m,
    page: /\d+ of 1 connections of the database are used/,
  })
})

test('a clock that is off', async () => {
  // Twice as far as a busy machine may delay the tests above: the clock of the tests is frozen.
  semel.clock.set(new Date(Date.now() + 100 * SECOND))
  // A session may have begun while the database took no writes. It is replaced by the first request that meets it.
  await until(async () => {
    const { metrics, page, ready } = await look()
    return (
      ready.status === 200 &&
      /^semel_clock_skew_seconds (?:\d\d|100)/m.test(metrics) &&
      firing(metrics).includes('SemelClockOff') &&
      /Clocks: the database is (?:\d\d|100)\.\d s behind this machine/.test(page)
    )
  }, 'the clock is told')
  // Doctor would ask the clock of this machine: test/processes/doctor.test.ts shifts that of a process.
  semel.clock.set(new Date())
})

test('a certificate that ends within 14 days, and one that has ended', async () => {
  const set = (end: Date, from: Date | null = null) =>
    semel.db.updateTable('workers').set({ relay_certificate_from: from, relay_certificate_end: end }).execute()
  await set(new Date(Date.now() + 3.5 * DAY))
  await tells({
    metric: /^semel_certificate_seconds_left\{of="relay"\} 30\d{4}$/m,
    alert: 'SemelCertificateEnds',
    doctor: /^! Deliveries +The certificate of the relay ends in 3 days\. Renew it\./m,
    page: /The certificate of the relay ends in 3 days\. Renew it\./,
  })
  await set(new Date(Date.now() - DAY))
  await until(
    async () => /^✗ Deliveries +The certificate of the relay has ended/m.test((await look()).doctor),
    'doctor says that the certificate has ended',
  )
  const fires = async () => firing((await look()).metrics).includes('SemelCertificateEnds')
  await set(new Date(Date.now() + 60 * DAY))
  await until(async () => !(await fires()), 'the alert is over')
  // One of 45 days is renewed with 15 left, and late in its last sixth.
  await set(new Date(Date.now() + 5 * DAY), new Date(Date.now() - 40 * DAY))
  await until(fires, 'a short certificate in its last sixth')
  await set(new Date(Date.now() + 9 * DAY), new Date(Date.now() - 36 * DAY))
  await until(async () => !(await fires()), 'a short certificate that is not late')
})

test("the relay's certificate is checked before any email and again daily", async t => {
  const read = (name: string) => readFileSync(new URL(`../support/fixtures/${name}`, import.meta.url))
  const relay = new SMTPServer({ cert: read('relay-certificate.pem'), key: read('relay-key.pem'), authOptional: true })
  const listening = relay.on('error', () => {}).listen(0, '127.0.0.1')
  await once(listening, 'listening')
  try {
    await using own = await startSemel({ smtpUrl: `smtp://localhost:${(listening.address() as AddressInfo).port}` })
    const metric = /^semel_certificate_seconds_left\{of="relay"\} 3\d{9}$/m
    await until(async () => metric.test((await own.client().get('/metrics')).text), 'the certificate is known')
    const again = once(listening, 'connection')
    const now = performance.now.bind(performance)
    t.mock.method(performance, 'now', () => now() + 1.1 * DAY)
    await again
  } finally {
    relay.close()
  }
})

test("relay's certificate ended → the cause is named, no other setting suggested", async () => {
  const fixtures = new URL('../support/fixtures/', import.meta.url)
  const certificate = fileURLToPath(new URL('relay-certificate-ended.pem', fixtures))
  const relay = new SMTPServer({
    cert: readFileSync(certificate),
    key: readFileSync(new URL('relay-key.pem', fixtures)),
    authOptional: true,
  }).on('error', () => {})
  const listening = relay.listen(0, '127.0.0.1')
  await once(listening, 'listening')
  const smtpUrl = `smtp://localhost:${(listening.address() as AddressInfo).port}?ca=${certificate}`
  const lines: string[] = []
  try {
    await using own = await startSemel(
      { smtpUrl, logLevel: 'error' },
      { logTo: { write: line => void lines.push(line) } },
    )
    const staff = await person(own, 'admin')
    own.clock.set(new Date())
    await tells(
      {
        metric: /^semel_workers_without_relay 1$/m,
        alert: 'SemelRelayUnreachable',
        doctor: /^✗ Mail relay +localhost:\d+ cannot be reached: The certificate of the relay has ended: .*Renew it/m,
        page: /worker 1 cannot use the mail relay since [^:]+:\d\d UTC: The certificate of the relay has ended: .*Renew it/,
      },
      () => look(own, staff, { SMTP_URL: smtpUrl }),
    )
    const { doctor } = await look(own, staff, { SMTP_URL: smtpUrl })
    // Nothing waits to be sent yet.
    assert.match(doctor, /^✗ Deliveries +Emails to customers cannot go out\. /m)
    assert.doesNotMatch(doctor, /ca=FILE|opportunistic/)
    const told = lines.map(line => JSON.parse(line)).filter(({ msg }) => msg === 'the relay cannot be reached')
    assert.equal(told.length, 1)
    assert.match(told[0].err.message, /^The certificate of the relay has ended/)
  } finally {
    relay.close()
  }
})

test('webhook given up → told; one that a person disabled → meant', async () => {
  const { body } = await semel
    .client()
    .post('/api/webhooks', { url: 'http://127.0.0.1:9/hook', types: ['order.placed'] }, { token: admin.token })
  await semel.client().post(`/api/webhooks/${body.id}/disable`, {}, { token: admin.token })
  assert.ok(!firing((await look()).metrics).includes('SemelWebhookDisabled'))
  await sql`update webhook_endpoints set disabled_at = null, disabled_because = null, failures = 99, failing_since = '2026-01-02T03:04:05Z'`.execute(
    semel.db,
  )
  const failing = /The webhook 127\.0\.0\.1:9 fails since 2026-01-02 03:04 UTC\. No event is lost/
  const { doctor, page } = await look()
  assert.match(doctor, failing)
  assert.match(page, failing)
  await sql`update webhook_endpoints set disabled_at = now(), disabled_because = 'failing'`.execute(semel.db)
  await tells({
    metric: /^semel_webhooks_given_up 1$/m,
    alert: 'SemelWebhookDisabled',
    doctor:
      /^✗ Webhooks +The webhook 127\.0\.0\.1:9 is disabled, because it failed for three days\..*\n +http\S+\/admin\/webhooks\//m,
    page: /The webhook 127\.0\.0\.1:9 is disabled, because it failed for three days/,
  })
})

test('file descriptors have a metric and alert; doctor names low limits', async t => {
  const descriptors = await readDescriptors()
  if (!descriptors) return t.diagnostic('This system does not tell.')
  assert.match(usual.metrics, /^process_max_fds \d+$/m)
  const many = usual.metrics.replace(/^process_open_fds \d+$/m, `process_open_fds ${descriptors.limit}`)
  assert.ok(firing(many).includes('SemelDescriptorsShort'))
  assert.match(describeDescriptors({ used: 95, limit: 100 })[0]!.text, /has 95 of 100 files and connections open/)

  const main = fileURLToPath(new URL('../../src/main.ts', import.meta.url))
  const child = spawn('sh', ['-c', `ulimit -n 300 && exec "$0" "$@"`, process.execPath, main, 'doctor'], {
    env: { ...process.env, SECRET_KEY: 'test '.repeat(8), DATABASE_URL: semel.databaseUrl },
  })
  let output = ''
  child.stdout.on('data', chunk => {
    output += chunk
  })
  await once(child, 'close')
  assert.match(
    output,
    /^! Descriptors +A process may only have 300 files and connections open\. Raise it: LimitNOFILE/m,
  )
})
