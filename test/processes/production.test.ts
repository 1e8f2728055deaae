import assert from 'node:assert/strict'
import { once } from 'node:events'
import { after, before, test } from 'node:test'
import { hashPassword } from '../../src/accounts/passwords/hashing.ts'
import { DEMO_PASSWORD } from '../../src/accounts/users/demo-accounts.ts'
import { openDatabase } from '../../src/database/open.ts'
import { cloneDatabase, type TestDatabase } from '../support/database.ts'
import { freePorts } from '../support/free-ports.ts'
import { spawnSemel } from '../support/process.ts'

let database: TestDatabase
let env: Record<string, string>
before(async () => {
  database = await cloneDatabase()
  env = {
    DATABASE_URL: database.url,
    SECRET_KEY: 'vQ7mPz0rT4yKe9sLw2Xb6Jc1Nf8Hd3Ga',
    NODE_OPTIONS: `--import=${new URL('../support/report-dev-modules.ts', import.meta.url)}`,
  }
})
after(() => database[Symbol.asyncDispose]())

const PRODUCTION = {
  NODE_ENV: 'production',
  BASE_URL: 'https://shop.example',
  TRUSTED_PROXIES: 'none',
  SMTP_URL: 'smtp://127.0.0.1:9',
  SMS_URL: 'http://me:secret@127.0.0.1:9/?From=1',
  MAIL_FROM: 'shop@example.com',
  SUPPORT_EMAIL: 'support@example.com',
  DRAIN_DELAY: '0s',
}

for (const [command, ready] of [
  ['start', /listens on/],
  ['serve', /listens on/],
  ['work', /worker is running/],
] as const) {
  test(`semel ${command} loads no development code in production`, async () => {
    await using semel = spawnSemel([command], { ...env, ...PRODUCTION })
    await semel.printed(ready)
    assert.equal(await semel.stop(), 0)
    assert.doesNotMatch(semel.output(), /^loaded /m)
  })
}

test('semel work serves health and metrics, and prints only JSON', async () => {
  const operations = { HOST: '192.0.2.1', OPERATIONS_HOST: '127.0.0.1', OPERATIONS_PORT: '0' }
  await using semel = spawnSemel(['work'], { ...env, ...PRODUCTION, ...operations })
  const [, origin] = await semel.printed(/"origin":"(http:[^"]+)"/)
  await semel.printed(/worker is running/)
  for (const path of ['/healthz', '/readyz']) assert.equal((await fetch(origin + path)).status, 200)
  assert.match(await (await fetch(`${origin}/metrics`)).text(), /^semel_build_info/m)
  assert.equal(await semel.stop(), 0)
  for (const line of semel.output().trim().split('\n')) assert.doesNotThrow(() => JSON.parse(line), line)
})

test('PORT and OPERATIONS_PORT that are equal → a message that names both', async () => {
  const port = String((await freePorts(1))[0])
  await using semel = spawnSemel(['serve'], { ...env, ...PRODUCTION, PORT: port, OPERATIONS_PORT: port })
  await once(semel.child, 'close')
  assert.match(semel.output(), new RegExp(`PORT and OPERATIONS_PORT are both ${port}\\. Set one of them`))
})

test('semel doctor loads no development code in production', async () => {
  await using semel = spawnSemel(['doctor'], { ...env, ...PRODUCTION })
  await once(semel.child, 'close')
  assert.match(semel.output(), /production/)
  assert.doesNotMatch(semel.output(), /^loaded /m)
})

test('demo account with the published password → production refuses to start', async () => {
  await using own = await cloneDatabase()
  await using opened = openDatabase(own.url)
  const published = await hashPassword(DEMO_PASSWORD, { memory: 8, passes: 1, parallelism: 1 })
  await opened.pool.query(`insert into users (id, email, user_name, role, password_hash, created_at, confirmed_at)
    values (gen_random_uuid(), 'Admin@example.com', 'Alex', 'admin', $$${published}$$, now(), now())`)
  const settings = { ...env, ...PRODUCTION, DATABASE_URL: own.url }
  await using serve = spawnSemel(['serve'], settings)
  assert.equal((await once(serve.child, 'close'))[0], 1)
  assert.match(serve.output(), /Anybody can sign in to 1 of the accounts.*semel doctor.*semel user disable/)
  await using doctor = spawnSemel(['doctor'], settings)
  assert.equal((await once(doctor.child, 'close'))[0], 1)
  assert.match(doctor.output(), /^✗ Accounts +Admin@example\.com: demo accounts with the published password/m)
})

test("stranger registers with a demo account's address and password → production starts", async () => {
  await using own = await cloneDatabase()
  await using opened = openDatabase(own.url)
  const published = await hashPassword(DEMO_PASSWORD, { memory: 8, passes: 1, parallelism: 1 })
  for (const confirmed of ['null', 'now()']) {
    await opened.pool.query(`insert into users (id, email, user_name, password_hash, created_at, confirmed_at)
      values (gen_random_uuid(), 'admin@example.com', 'Eve', $$${published}$$, now(), ${confirmed})`)
  }
  await using serve = spawnSemel(['serve'], { ...env, ...PRODUCTION, DATABASE_URL: own.url })
  await serve.printed(/listens on/)
  assert.equal(await serve.stop(), 0)
})

test('outside production the same processes do load it', async () => {
  await using semel = spawnSemel(['work'], env)
  await semel.printed(/worker is running/)
  assert.match(semel.output(), /^loaded .*\/src\/dev\/development\.ts$/m)
})

test('semel seed refuses to create demo data in production', async () => {
  await using semel = spawnSemel(['seed'], { ...env, ...PRODUCTION })
  const [code] = await once(semel.child, 'close')
  assert.equal(code, 1)
  assert.match(semel.output(), /^There is no demo data in production\./m)
  assert.doesNotMatch(semel.output(), /^loaded /m)
})
