import assert from 'node:assert/strict'
import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { codeOf, fromBase32, stepAt } from '../../src/accounts/second-factors/totp.ts'
import { asKey } from '../../src/config/key.ts'
import { openDatabase } from '../../src/database/open.ts'
import { changeSecretKey, openServiceKey } from '../../src/database/service-key.ts'
import { PASSWORD } from '../support/accounts.ts'
import { Client } from '../support/client.ts'
import { callSemel } from '../support/commands.ts'
import { cloneDatabase } from '../support/database.ts'
import { runSemel, spawnServe } from '../support/process.ts'

const OLD = 'old '.repeat(10)
const NEW = 'new '.repeat(10)

const emptyFolder = () => mkdtempDisposable(join(tmpdir(), 'semel-key-'))

async function run(
  databaseUrl: string,
  args: string[],
  env: Record<string, string>,
  start: typeof runSemel = callSemel,
) {
  const { code, output } = await start(args, { DATABASE_URL: databaseUrl, ...env })
  assert.doesNotMatch(output, /^\s+at /m, 'no stack trace')
  return { code, output }
}

test('SECRET_KEY changed → authenticators and recovery codes work; old key no longer starts', async () => {
  await using database = await cloneDatabase()
  await using empty = await emptyFolder()
  const create = ['user', 'create', '--email', 'ada@example.com', '--name', 'Ada']
  const created = await run(database.url, create, { SECRET_KEY: OLD, SEMEL_PASSWORD: PASSWORD })
  const [, secret] = /Secret {4}(\S+)/.exec(created.output)!
  const [recoveryCode] = /\w{4}-\w{4}-\w{4}-\w{4}/.exec(created.output)!

  for (const [env, words] of [
    [{ SECRET_KEY: OLD }, /NEW_SECRET_KEY must be at least 32 characters/],
    [{ SECRET_KEY: OLD, NEW_SECRET_KEY: 'short' }, /NEW_SECRET_KEY must be at least 32 characters/],
    [{ DATA_DIR: empty.path, NEW_SECRET_KEY: NEW }, /SECRET_KEY is not the key that this database/],
    [{ SECRET_KEY: NEW, NEW_SECRET_KEY: NEW }, /SECRET_KEY is not the key that this database was set up with/],
  ] as const) {
    const { code, output } = await run(database.url, ['change-secret-key'], env)
    assert.deepEqual([code, words.test(output)], [1, true], output)
  }
  const changed = await run(database.url, ['change-secret-key'], { SECRET_KEY: OLD, NEW_SECRET_KEY: NEW }, runSemel)
  assert.equal(changed.code, 0, changed.output)

  const refused = await run(database.url, ['serve'], { SECRET_KEY: OLD }, runSemel)
  assert.equal(refused.code, 1)
  assert.match(refused.output, /SECRET_KEY is not the key/)
  assert.match((await run(database.url, ['doctor'], { SECRET_KEY: OLD })).output, /^✗ Key +SECRET_KEY is not the key/m)

  await using semel = await spawnServe(database.url, { SECRET_KEY: NEW })
  const enter = async (path: string, body: object) => {
    const client = new Client(semel.origin)
    const login = await client.post('/api/auth/login', { email: 'ada@example.com', password: PASSWORD })
    return client.post(path, body, { token: login.body.partialToken })
  }
  const code = codeOf(fromBase32(secret!)!, stepAt(new Date()))
  assert.equal((await enter('/api/auth/mfa', { code })).status, 200)
  assert.equal((await enter('/api/auth/mfa/recovery', { recoveryCode })).status, 200)
})

test('a shop that began without SECRET_KEY gets one', async () => {
  await using database = await cloneDatabase()
  await using folder = await emptyFolder()
  const DATA_DIR = folder.path
  const create = ['user', 'create', '--email', 'ada@example.com', '--name', 'Ada']
  assert.equal((await run(database.url, create, { DATA_DIR, SEMEL_PASSWORD: PASSWORD })).code, 0)
  const doctor = async () => (await run(database.url, ['doctor'], { SECRET_KEY: NEW })).output
  assert.match(await doctor(), /^✗ Key +SECRET_KEY is not the key/m)
  const changed = await run(database.url, ['change-secret-key'], { DATA_DIR, NEW_SECRET_KEY: NEW })
  assert.equal(changed.code, 0, changed.output)
  assert.match(await doctor(), /^✓ Key /m)
})

test('simultaneous starts agree on one key; of simultaneous changes one succeeds', async () => {
  await using database = await cloneDatabase()
  await using opened = openDatabase(database.url)
  const { db } = opened
  const keys = await Promise.all(Array.from({ length: 8 }, () => openServiceKey(db, asKey(OLD))))
  assert.equal(new Set(keys.map(key => key.toString('hex'))).size, 1)
  const others = [asKey(NEW), asKey('third '.repeat(8))]
  const changes = await Promise.allSettled(others.map(to => changeSecretKey(db, { from: asKey(OLD), to })))
  const won = changes.map(({ status }) => status === 'fulfilled')
  assert.deepEqual(won.toSorted(), [false, true])
  assert.deepEqual(await openServiceKey(db, others[won.indexOf(true)]!), keys[0])
})

test('key lost → passwords and sessions stay; the operator replaces lost factors', async () => {
  await using database = await cloneDatabase()
  const create = ['user', 'create', '--email', 'ada@example.com', '--name', 'Ada']
  const created = await run(database.url, create, { SECRET_KEY: OLD, SEMEL_PASSWORD: PASSWORD })
  const [, secret] = /Secret {4}(\S+)/.exec(created.output)!
  const [recoveryCode] = /\w{4}-\w{4}-\w{4}-\w{4}/.exec(created.output)!
  const env = { DATABASE_URL: database.url, NEW_SECRET_KEY: NEW }
  const giveUp = ['change-secret-key', '--old-key-is-lost']

  {
    await using old = await spawnServe(database.url, { SECRET_KEY: OLD })
    const beside = await callSemel([...giveUp, '--yes'], env)
    assert.deepEqual(
      [beside.code, /These processes still run: .*semel serve/.test(beside.output)],
      [1, true],
      beside.output,
    )
    assert.ok(old.origin)
  }
  for (const input of ['', 'yes\n']) {
    const unsure = await callSemel(giveUp, env, input)
    assert.equal(unsure.code, 1)
    assert.match(
      unsure.output,
      /1 authenticator apps and hardware tokens.*1 accounts have nothing else.*Nothing was changed/s,
    )
  }
  assert.match((await run(database.url, ['doctor'], { SECRET_KEY: OLD })).output, /^✓ Key /m)
  const done = await callSemel(giveUp, env, 'lost\n')
  assert.equal(done.code, 0, done.output)
  assert.match((await run(database.url, ['doctor'], { SECRET_KEY: OLD })).output, /^✗ Key /m)

  await using semel = await spawnServe(database.url, { SECRET_KEY: NEW })
  const enter = async (path: string, body: object) => {
    const client = new Client(semel.origin)
    const login = await client.post('/api/auth/login', { email: 'ada@example.com', password: PASSWORD })
    assert.equal(login.status, 200)
    return client.post(path, body, { token: login.body.partialToken })
  }
  const code = codeOf(fromBase32(secret!)!, stepAt(new Date()))
  // The password alone opens nothing, and neither does anything that the thief of an old backup could have.
  for (const old of [code, '000000']) {
    const { status, body } = await enter('/api/auth/mfa', { code: old })
    assert.deepEqual([status, body.code], [401, 'second_factor_disabled'])
    assert.match(body.detail, /is disabled.*recovery code, then set it up again/)
  }
  assert.equal((await enter('/api/auth/mfa/recovery', { recoveryCode })).status, 401)

  const issued = await run(database.url, ['user', 'reset-factors', 'ada@example.com'], { SECRET_KEY: NEW })
  const [handedOver] = /\w{4}-\w{4}-\w{4}-\w{4}/.exec(issued.output)!
  const session = await enter('/api/auth/mfa/recovery', { recoveryCode: handedOver })
  assert.equal(session.status, 200)
  const { token } = session.body
  const added = await new Client(semel.origin).post('/api/users/me/second-factors', { kind: 'totp' }, { token })
  assert.equal(added.status, 201, added.text)
  const fresh = fromBase32(added.body.totp.secret)!
  const confirmed = await new Client(semel.origin).post(
    `/api/users/me/second-factors/${added.body.id}/confirm`,
    { code: codeOf(fresh, stepAt(new Date())) },
    { token },
  )
  assert.ok(confirmed.status < 300, confirmed.text)
})
