import assert from 'node:assert/strict'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { codeOf, fromBase32, stepAt } from '../../src/accounts/second-factors/totp.ts'
import { openDatabase } from '../../src/database/open.ts'
import { Client } from '../support/client.ts'
import { callSemel } from '../support/commands.ts'
import { cloneDatabase } from '../support/database.ts'
import { runSemel, spawnServe } from '../support/process.ts'

const SECRET_KEY = 'test '.repeat(8)

const run = (databaseUrl: string, args: string[], env: Record<string, string> = {}) =>
  callSemel(args, { DATABASE_URL: databaseUrl, SECRET_KEY, ...env })

test('admins and keys created by command work; the key within its scope', async () => {
  await using database = await cloneDatabase()
  const args = ['user', 'create', '--email', 'boss@example.com', '--name', 'Boss', '--role', 'admin']
  const created = await runSemel(args, { DATABASE_URL: database.url, SECRET_KEY })
  assert.equal(created.code, 0, created.output)
  const [, password] = /Password {2}(\S+)/.exec(created.output)!
  const [, secret] = /Secret {4}(\S+)/.exec(created.output)!
  assert.match(created.output, /█|▄/)
  const again = await run(database.url, args)
  assert.equal(again.code, 1)
  assert.match(again.output, /email is already registered\./)
  const weak = await run(database.url, [...args.slice(0, 3), 'x@example.com', '--name', 'X'], {
    SEMEL_PASSWORD: 'password1',
  })
  assert.match(weak.output, /password is among the most common ones/)

  const keyArgs = ['api-key', 'create', '--name', 'CI', '--scope', 'users:read']
  const key = (await runSemel(keyArgs, { DATABASE_URL: database.url, SECRET_KEY })).output.trim()
  const unknown = await run(database.url, ['api-key', 'create', '--name', 'CI', '--scope', 'everything'])
  assert.equal(unknown.code, 1)
  assert.match(unknown.output, /It must be one of .*users:read/)

  await using server = await spawnServe(database.url)
  const client = new Client(server.origin)
  const login = await client.post('/api/auth/login', { email: 'boss@example.com', password })
  const code = codeOf(fromBase32(secret!)!, stepAt(new Date()))
  const { body } = await client.post('/api/auth/mfa', { code }, { token: login.body.partialToken })
  assert.equal(body.user.role, 'admin')
  const stranger = new Client(server.origin)
  const read = await stranger.get(`/api/users/${body.user.id}`, { headers: { 'x-api-key': key } })
  assert.equal(read.body.email, 'boss@example.com')
  const beyond = await stranger.get('/api/orders', { headers: { 'x-api-key': key } })
  assert.equal(beyond.status, 403)
  const keys = await client.get('/api/admin/api-keys', { token: body.token })
  assert.equal(keys.body.totalCount, 1)
  await client.delete(`/api/admin/api-keys/${keys.body.items[0].id}`, { token: body.token })
  assert.equal((await stranger.get(`/api/users/${body.user.id}`, { headers: { 'x-api-key': key } })).status, 401)
})

test('the operator disables and enables accounts, but never the only admin', async () => {
  await using database = await cloneDatabase()
  const create = (name: string, role: string) =>
    run(database.url, ['user', 'create', '--email', `${name}@example.com`, '--name', name, '--role', role])
  const created = await create('ada', 'customer')
  await create('boss', 'admin')
  const [, password] = /Password {2}(\S+)/.exec(created.output)!
  await using server = await spawnServe(database.url)
  const login = () => new Client(server.origin).post('/api/auth/login', { email: 'ada@example.com', password })

  const disabled = await runSemel(['user', 'disable', 'Ada@example.com'], { DATABASE_URL: database.url, SECRET_KEY })
  assert.deepEqual([disabled.code, disabled.output.trim()], [0, 'Ada@example.com is disabled.'])
  assert.equal((await login()).status, 401)
  assert.equal((await run(database.url, ['user', 'enable', 'ada@example.com'])).code, 0)
  assert.equal((await login()).status, 200)

  const alone = await run(database.url, ['user', 'disable', 'boss@example.com'])
  assert.equal(alone.code, 1)
  assert.match(alone.output, /This is the only admin\. Make another user an admin first\./)
  const unknown = await run(database.url, ['user', 'disable', 'nobody@example.com'])
  assert.match(unknown.output, /There is no account with the email address nobody@example\.com\./)
})

test('reset-factors prints a recovery code that signs in', async () => {
  await using database = await cloneDatabase()
  const created = await run(database.url, ['user', 'create', '--email', 'ada@example.com', '--name', 'Ada'])
  const [, password] = /Password {2}(\S+)/.exec(created.output)!
  const reset = await runSemel(['user', 'reset-factors', 'ada@example.com'], { DATABASE_URL: database.url, SECRET_KEY })
  const [recoveryCode, , words] = reset.output.split('\n')
  assert.match(words!, /^Give this code to the user\. It works once, together with the password, until \d{4}-/)
  await using server = await spawnServe(database.url)
  const client = new Client(server.origin)
  const login = await client.post('/api/auth/login', { email: 'ada@example.com', password })
  const token = login.body.partialToken
  const signedIn = await client.post('/api/auth/mfa/recovery', { recoveryCode }, { token })
  assert.equal(signedIn.status, 200, signedIn.text)
})

test('tokens imported → bad lines are reported; a second run changes nothing', async () => {
  await using database = await cloneDatabase()
  const file = join(await mkdtemp(join(tmpdir(), 'semel-')), 'tokens.csv')
  const good = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'
  await writeFile(
    file,
    ['serial,secret', `A-1,${good}`, 'A-2,not base32!', 'A-3', `A-4,"${good.toLowerCase()}"`, 'A-5,JBSW', ''].join(
      '\n',
    ),
  )
  const first = await runSemel(['tokens', 'import', file], { DATABASE_URL: database.url, SECRET_KEY })
  assert.equal(first.code, 1)
  assert.match(first.output, /line 3: secret is neither base32 nor hexadecimal digits/)
  assert.match(first.output, /line 4: has 1 fields, not serial and secret/)
  assert.match(first.output, /line 6: secret has 16 bits, and needs at least 128/)
  assert.match(first.output, /2 imported, 0 already imported\. 3 rejected\./)
  const second = await run(database.url, ['tokens', 'import', file])
  assert.match(second.output, /0 imported, 2 already imported/)
  await using opened = openDatabase(database.url)
  const tokens = await opened.db.selectFrom('hardware_tokens').select(['serial', 'secret']).execute()
  assert.deepEqual(tokens.map(({ serial }) => serial).sort(), ['A-1', 'A-4'])
  assert.ok(tokens.every(({ secret }) => !secret.includes(fromBase32(good)!)))
  assert.match((await run(database.url, ['tokens', 'import', '/nowhere.csv'])).output, /is not a file/)
})

test('token with a new secret → told, and replaced when unused and asked', async () => {
  await using database = await cloneDatabase()
  const [wrong, right] = ['JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP', 'UVG4UGBFGC5R23ITFTPNMI33F3MR4P3S']
  const take = (secret: string, ...more: string[]) =>
    callSemel(['tokens', 'import', '-', ...more], { DATABASE_URL: database.url, SECRET_KEY }, `SN-7,${secret}\n`)
  assert.match((await take(wrong)).output, /^1 imported, 0 already imported\.$/m)
  const told = await take(right)
  assert.deepEqual([told.code, told.output.split('\n')[1]], [1, '0 imported, 0 already imported. 1 rejected.'])
  assert.match(told.output, /^line 1: SN-7 was imported before with another secret\. .* use --replace$/m)
  assert.equal((await take(right, '--replace')).output, '0 imported, 0 already imported. 1 replaced.\n')

  const created = await run(database.url, ['user', 'create', '--email', 'ada@example.com', '--name', 'Ada'])
  const [, password] = /Password {2}(\S+)/.exec(created.output)!
  const [, secret] = /Secret {4}(\S+)/.exec(created.output)!
  await using server = await spawnServe(database.url)
  const client = new Client(server.origin)
  const login = await client.post('/api/auth/login', { email: 'ada@example.com', password })
  const codeAt = (seed: string, step: number) => codeOf(fromBase32(seed)!, step)
  const now = stepAt(new Date())
  const { body } = await client.post(
    '/api/auth/mfa',
    { code: codeAt(secret!, now) },
    { token: login.body.partialToken },
  )
  const claim = { kind: 'hardware', serial: 'SN-7', codes: [codeAt(right, now), codeAt(right, now + 1)] }
  const claimed = await client.post('/api/users/me/second-factors', claim, { token: body.token })
  assert.equal(claimed.status, 201, claimed.text)
  assert.match(
    (await take(wrong, '--replace')).output,
    /another secret, and an account uses it\. Its owner has to remove/,
  )
  assert.match((await take(right)).output, /0 imported, 1 already imported\./)
})
