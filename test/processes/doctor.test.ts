import assert from 'node:assert/strict'
import { randomUUIDv7 } from 'node:crypto'
import { test } from 'node:test'
import { sql } from 'kysely'
import { cookieNames } from '../../src/accounts/sessions/cookies.ts'
import { openDatabase } from '../../src/database/open.ts'
import { callSemel } from '../support/commands.ts'
import { cloneDatabase } from '../support/database.ts'
import { person } from '../support/people.ts'
import { runSemel } from '../support/process.ts'
import { stockProduct } from '../support/products.ts'
import { openTestRelay } from '../support/relay.ts'
import { startSemel } from '../support/semel.ts'

const SECRET = { SECRET_KEY: 'test '.repeat(8) }

async function run(args: string[], env: Record<string, string>, start: typeof runSemel = callSemel) {
  const { code, output } = await start(args, { ...SECRET, ...env })
  assert.doesNotMatch(output, /^\s+at .*:\d+:\d+\)?$/m, 'no stack trace')
  return { code, output }
}

test('all is well → doctor shows a line per check, exits with 0', async () => {
  await using semel = await startSemel()
  const { code, output } = await run(['doctor'], { DATABASE_URL: semel.databaseUrl }, runSemel)
  const subjects = [...output.matchAll(/^✓ (\S+(?: \S+)?) {2,}/gm)].map(([, subject]) => subject)
  assert.deepEqual(
    subjects,
    ['Configuration', 'Database', 'Migrations', 'Key', 'Clocks', 'Mail relay', 'Payments', 'Deliveries'],
    output,
  )
  assert.equal(code, 0)
})

test('worker or inbox missing, doubts, late deliveries → doctor exits with 1', async () => {
  await using semel = await startSemel({}, { worker: false })
  const buyer = await person(semel)
  const productId = await stockProduct(semel.db)
  for (const state of ['in_doubt', 'pending'] as const) {
    await semel.client().post('/api/orders', { items: [{ productId, quantity: 1 }] }, { token: buyer.token })
    await semel.db
      .updateTable('deliveries')
      .set({ state, created_at: new Date(Date.now() - 60_000) })
      .where('id', 'in', eb => eb.selectFrom('deliveries').select('id').orderBy('id', 'desc').limit(1))
      .execute()
  }
  await semel.inbox[Symbol.asyncDispose]()
  const { code, output } = await run(['doctor'], { DATABASE_URL: semel.databaseUrl })
  assert.equal(code, 1)
  assert.match(output, /^✗ Mail relay +the development inbox cannot be reached: /m)
  assert.match(output, /^✗ Deliveries +No worker is active/m)
  assert.match(
    output,
    /^✗ Deliveries +1 delivery has waited longer than 30 seconds\. No attempt has been made yet\n +http\S+state=pending$/m,
  )
  assert.match(output, /^! Deliveries +1 delivery is in doubt\. .*\n +http\S+state=in_doubt$/m)

  await semel.db.updateTable('deliveries').set({ reply: '451 4.7.1 Later' }).where('state', '=', 'pending').execute()
  const again = await run(['doctor'], { DATABASE_URL: semel.databaseUrl })
  assert.match(again.output, /1 delivery has waited .* Most frequent reply: 451 4\.7\.1 Later$/m)
})

test('doctor reports a wrong setting, an unreachable database and missing migrations', async () => {
  const wrong = await run(['doctor'], { PORT: 'http' }, runSemel)
  assert.equal(wrong.code, 1)
  assert.match(wrong.output, /^✗ Configuration +The configuration is invalid:\n\s+PORT must be/m)

  const unknown = await run(['doctor'], { RESEND_IN_DOUBT: 'order.shiped:10' })
  assert.equal(unknown.code, 1)
  assert.match(unknown.output, /^✗ Configuration +RESEND_IN_DOUBT names order\.shiped, which Semel does not send\./m)

  const gone = await run(['doctor'], { DATABASE_URL: 'postgres://semel:hidden@127.0.0.1:1/shop' })
  assert.equal(gone.code, 1)
  assert.match(gone.output, /^✗ Database .*shop at 127\.0\.0\.1:1/m)
  assert.doesNotMatch(gone.output, /hidden/)

  await using database = await cloneDatabase()
  await using opened = openDatabase(database.url)
  const migrations = async () => (await run(['doctor'], { DATABASE_URL: database.url })).output
  assert.match(await migrations(), /^✓ Migrations +the database is up to date$/m)
  await opened.pool.query(`update schema_migrations set name = '001_events.sql' where name = '001_baseline.sql'`)
  assert.match(await migrations(), /^✗ Migrations +This version cannot use the database .*delete DATA_DIR or choose/m)
  const started = await run(['migrate'], { DATABASE_URL: database.url }, runSemel)
  assert.equal(started.code, 1)
  assert.match(started.output, /^\s*This version cannot use the database /)
  await opened.pool.query('delete from schema_migrations')
  const behind = await run(['doctor'], { DATABASE_URL: database.url })
  assert.equal(behind.code, 1)
  assert.match(behind.output, /^✗ Migrations +missing: .*001_baseline\.sql.*\. Run: semel migrate/m)
  await opened.pool.query('drop table schema_migrations')
  assert.match(await migrations(), /^✗ Migrations +missing: .*001_baseline\.sql.*\. Run: semel migrate/m)
})

test('database takes no writes → doctor and writing commands say so', async () => {
  await using database = await cloneDatabase()
  await using opened = openDatabase(database.url)
  await opened.pool.query(
    `alter database ${new URL(database.url).pathname.slice(1)} set default_transaction_read_only = on`,
  )
  const doctor = await run(['doctor'], { DATABASE_URL: database.url })
  assert.equal(doctor.code, 1)
  assert.match(doctor.output, /^✗ Database +The database takes no writes: it is a standby/m)

  const user = await run(['user', 'create', '--email', 'ada@example.com', '--name', 'Ada'], {
    DATABASE_URL: database.url,
  })
  assert.equal(user.code, 1)
  assert.match(user.output, /^The database cannot do this now: .* Run "semel doctor" to see why\.$/m)
})

test('deliveries list filters, and prints lines or JSON', async () => {
  await using semel = await startSemel()
  const buyer = await person(semel)
  const productId = await stockProduct(semel.db)
  const order = () =>
    semel.client().post('/api/orders', { items: [{ productId, quantity: 1 }] }, { token: buyer.token })
  const { body: first } = await order()
  await order()
  await semel.client().post('/api/contact-messages', { email: 'ada@example.com', message: 'Hello' })
  await semel.mailTo(buyer.email, 2)
  const env = { DATABASE_URL: semel.databaseUrl }
  const list = (...args: string[]) => run(['deliveries', 'list', ...args], env)
  assert.match((await run(['deliveries', 'list'], env, runSemel)).output, /3 in total/)
  assert.match((await list('--limit', '1')).output, /1 of 3/)
  const ofOrder = await list('--order', String(first.id), '--user', buyer.email, '--kind', 'order.placed', '--json')
  const delivery = JSON.parse(ofOrder.output)
  assert.equal(delivery.address, buyer.email)
  assert.equal(delivery.payload.orderId, first.id)
  assert.match(
    (await list('--user', 'nobody@example.com')).output,
    /There is no user with the id or email address nobody@example\.com/,
  )
  assert.equal((await list('--state', 'lost')).code, 1)
  assert.match((await list('--order', 'x')).output, /whole number, 1 or more/)
})

test('server may lose commits, relay delivers without the dot → doctor names both', async () => {
  await using database = await cloneDatabase()
  const name = new URL(database.url).pathname.slice(1)
  await using opened = openDatabase(database.url)
  await opened.pool.query(`alter database "${name}" set synchronous_commit = off`)
  await using relay = await openTestRelay()
  relay.greet = () => '220 localhost ESMTP msmtpd'
  const { output } = await run(['doctor'], { DATABASE_URL: database.url, SMTP_URL: relay.url })
  assert.match(output, /^! Mail relay +The relay is msmtpd\. It delivers an email whose end Semel has held back/m)
  // The servers of tests run without fsync.
  assert.match(output, /^! Database +fsync is off, so a crash .* Run: alter system set fsync = on/m)
  assert.match(output, /^! Database +synchronous_commit is off, so a crash .* set synchronous_commit = on/m)
})

test('production shop does not describe itself → doctor names what is missing', async () => {
  await using semel = await startSemel()
  const settings = {
    NODE_ENV: 'production',
    SECRET_KEY: 'vQ7mPz0rT4yKe9sLw2Xb6Jc1Nf8Hd3Ga',
    DATABASE_URL: semel.databaseUrl,
    BASE_URL: 'https://shop.example.com',
    TRUSTED_PROXIES: 'none',
    MAIL_FROM: 'shop@example.com',
    SUPPORT_EMAIL: 'help@example.com',
    SMTP_URL: 'smtp://127.0.0.1:9',
    SMS_URL: 'http://me:secret@127.0.0.1:9/?From=1',
  }
  const before = await run(['doctor'], settings)
  assert.match(
    before.output,
    /^! Shop +missing: The name of the shop, .*postal address, The page "Imprint", .*The IBAN/m,
  )

  const { token } = await person(semel, 'admin')
  await semel
    .client()
    .patch(
      '/api/admin/settings',
      { name: 'Tea', legalName: 'T', seat: 'Paris', iban: 'DE89370400440532013000' },
      { token },
    )
  for (const slug of ['imprint', 'terms', 'privacy', 'withdrawal', 'delivery']) {
    await semel.client().put(`/api/admin/pages/${slug}/en`, { title: slug, body: slug }, { token })
    await semel.client().post(`/api/admin/pages/${slug}/en/publish`, {}, { token })
  }
  const after = await run(['doctor'], settings)
  assert.match(after.output, /^✓ Shop +Tea says who sells/m)
})

test('proxy missing from TRUSTED_PROXIES → doctor and /admin/health say so', async () => {
  const settings = { production: true, baseUrl: 'https://shop.example.com' }
  await using semel = await startSemel(settings, { worker: false, serviceKey: Buffer.alloc(32) })
  const admin = await person(semel, 'admin')
  const env = {
    NODE_ENV: 'production',
    SECRET_KEY: 'vQ7mPz0rT4yKe9sLw2Xb6Jc1Nf8Hd3Ga',
    DATABASE_URL: semel.databaseUrl,
    BASE_URL: settings.baseUrl,
    MAIL_FROM: 'shop@example.com',
    SUPPORT_EMAIL: 'help@example.com',
    SMTP_URL: 'smtp://127.0.0.1:9',
    SMS_URL: 'http://me:secret@127.0.0.1:9/?From=1',
  }
  const doctor = async (TRUSTED_PROXIES: string) => (await run(['doctor'], { ...env, TRUSTED_PROXIES })).output
  const page = async () => {
    const headers = { cookie: `${cookieNames(semel).session}=${admin.token}` }
    return (await semel.client().get('/admin/health', { headers })).text
  }
  const none = /With TRUSTED_PROXIES=none every client has the address of that proxy/
  assert.match(await doctor('none'), new RegExp(`^! Configuration +.*${none.source}`, 'm'))
  assert.match(await page(), none)
  assert.doesNotMatch(await doctor('1'), none)

  const visit = async (ip: string, userId = randomUUIDv7()) =>
    semel.db
      .insertInto('audit_log')
      .values({ id: randomUUIDv7(), at: new Date(), action: 'signed_in', user_id: userId, ip, detail: '{}' })
      .execute()
  await semel.db.deleteFrom('audit_log').execute()
  const seen = /The newest 12 entries of the audit log all have the address 10\.1\.2\.3\. If that is a proxy/
  // One machine in the network of the shop is no proxy.
  const one = randomUUIDv7()
  for (let i = 0; i < 9; i++) await visit('10.1.2.3', one)
  assert.doesNotMatch(await doctor('10.1.2.4'), seen)
  for (let i = 0; i < 3; i++) await visit('10.1.2.3')
  assert.match(await doctor('10.1.2.4'), new RegExp(`^! Proxies +${seen.source}`, 'm'))
  assert.match(await page(), seen)
  assert.doesNotMatch(await doctor('10.1.2.3'), seen)
  await visit('198.51.100.7')
  assert.doesNotMatch(await doctor('10.1.2.4'), /^! Proxies/m)
})

test('the bundle has findings, settings and figures, no secret or personal address', async () => {
  await using semel = await startSemel({}, { worker: false })
  const buyer = await person(semel)
  const items = [{ productId: await stockProduct(semel.db), quantity: 1 }]
  for (let i = 0; i < 3; i++) await semel.client().post('/api/orders', { items }, { token: buyer.token })
  const reply = `550 <${buyer.email}>: unknown`
  await semel.db.updateTable('deliveries').set({ state: 'failed', reply, ended_at: new Date() }).execute()
  await sql`update deliveries set reply = '554 5.7.1 Blocked' where id = (select id from deliveries order by id desc limit 1)`.execute(
    semel.db,
  )
  const url = new URL(semel.databaseUrl)
  url.searchParams.set('options', '-c application_name=option-secret')
  const secrets = {
    SECRET_KEY: 'key-secret '.repeat(4),
    NEW_SECRET_KEY: 'new-key-secret '.repeat(4),
    SMTP_URL: 'smtp://user-secret:relay-secret@127.0.0.1:9?tls=off',
    SMS_URL: 'https://sid-secret:sms-secret@sms.example/path-secret?From=number-secret',
    STRIPE_SECRET_KEY: 'sk_test_stripesecret',
    STRIPE_WEBHOOK_SECRET: 'whsec_hooksecret',
    OTEL_EXPORTER_OTLP_HEADERS: 'authorization=otel-secret',
    DATABASE_READ_URL: 'postgres://reader-secret:read-secret@127.0.0.1:1/semel',
  }
  const { code, output } = await run(['doctor', '--bundle'], {
    ...secrets,
    DATABASE_URL: url.href,
    OPEN_ORDERS: '77',
    OTEL_SDK_DISABLED: 'true',
    MAIL_FROM: 'Shop <shop@example.com>',
  })
  assert.equal(code, 0)
  const bundle = JSON.parse(output)
  assert.doesNotMatch(output, /-secret|stripesecret|hooksecret/)
  assert.ok(!output.includes(buyer.email))
  for (const value of Object.values(secrets)) assert.ok(!output.includes(value), value)
  assert.equal(bundle.settings.OPEN_ORDERS, '77')
  assert.equal(bundle.settings.SMTP_URL, 'smtp://127.0.0.1:9 tls=off')
  assert.equal(bundle.settings.SECRET_KEY, '(set)')
  assert.ok(
    bundle.doctor.some((line: string) =>
      line.includes('550 <***@example.com>: unknown. Newest reply: 554 5.7.1 Blocked'),
    ),
  )
  assert.ok(bundle.database.migrations.includes('001_baseline.sql'))
  assert.ok(bundle.database.tables.some((line: string) => line.startsWith('orders: ')))
  assert.ok(bundle.build.version)
})
