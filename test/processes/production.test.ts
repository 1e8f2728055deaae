import assert from 'node:assert/strict'
import { once } from 'node:events'
import { after, before, test } from 'node:test'
import { cloneDatabase, type TestDatabase } from '../support/database.ts'
import { spawnSemel } from '../support/process.ts'

let database: TestDatabase
let env: Record<string, string>
before(async () => {
  database = await cloneDatabase()
  env = {
    DATABASE_URL: database.url,
    SECRET_KEY: 'test '.repeat(8),
    NODE_OPTIONS: `--import=${new URL('../support/report-dev-modules.ts', import.meta.url)}`,
  }
})
after(() => database[Symbol.asyncDispose]())

const PRODUCTION = {
  NODE_ENV: 'production',
  BASE_URL: 'https://shop.example',
  SMTP_URL: 'smtp://127.0.0.1:9',
  SMS_URL: 'http://me:secret@127.0.0.1:9/?From=1',
  MAIL_FROM: 'shop@example.com',
  SUPPORT_EMAIL: 'support@example.com',
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

test('semel doctor loads no development code in production', async () => {
  await using semel = spawnSemel(['doctor'], { ...env, ...PRODUCTION })
  await once(semel.child, 'close')
  assert.match(semel.output(), /production/)
  assert.doesNotMatch(semel.output(), /^loaded /m)
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
