import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'
import { test } from 'node:test'
import { cloneDatabase } from '../support/database.ts'
import { spawnSemel } from '../support/process.ts'

/** The units of `deploy/systemd` do not start it again then. */
const WRONG_SETTING = 78
const secret = { SECRET_KEY: 'test '.repeat(8) }

/** Starts Semel and waits for it to give up. @returns what it printed */
async function givesUp(env: Record<string, string>, exitCode = 1): Promise<string> {
  await using semel = spawnSemel(['serve'], env)
  const [code] = await once(semel.child, 'close')
  assert.equal(code, exitCode)
  assert.doesNotMatch(semel.output(), /^\s+at .*:\d+:\d+\)?$/m, 'no stack trace')
  return semel.output()
}

test('all wrong settings are named before anything is opened', async () => {
  const output = await givesUp({ PORT: 'http', SMTP_URL: 'mail' }, WRONG_SETTING)
  assert.match(output, /PORT must be a whole number/)
  assert.match(output, /SMTP_URL must be an address/)
})

test('an unreachable database is named without its password', async () => {
  const database = 'postgres://semel:hidden@127.0.0.1:1/shop'
  const output = await givesUp({ DATABASE_URL: database, DATABASE_WAIT: '0', ...secret })
  assert.match(output, /database shop at 127\.0\.0\.1:1 \(DATABASE_URL\) cannot be used/)
  assert.doesNotMatch(output, /hidden/)
})

test('database does not exist → an error at once, without waiting', async () => {
  await using database = await cloneDatabase()
  const url = new URL(database.url)
  url.pathname += '_missing'
  const output = await givesUp({ DATABASE_URL: url.href, ...secret })
  assert.match(output, /\(DATABASE_URL\) cannot be used: database ".*_missing" does not exist/)
  assert.doesNotMatch(output, /waiting/)
})

test('database away at the start → Semel waits and says so once', async () => {
  await using database = await cloneDatabase()
  const proxy = createServer(client => {
    const upstream = connect(`${new URL(database.url).searchParams.get('host')}/.s.PGSQL.5432`)
    client
      .on('error', () => {})
      .pipe(upstream.on('error', () => {}))
      .pipe(client)
  })
  // A port that nobody listens on yet.
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  const { port } = proxy.address() as AddressInfo
  proxy.close()
  await once(proxy, 'close')

  const url = new URL(database.url)
  url.host = `127.0.0.1:${port}`
  url.search = ''
  await using semel = spawnSemel(['serve'], { DATABASE_URL: url.href, ...secret })
  await semel.printed(/waiting for the database/)
  proxy.listen(port, '127.0.0.1')
  await semel.printed(/listens on/)
  assert.equal(semel.output().match(/waiting for the database/g)?.length, 1)
  await semel.stop()
  proxy.close()
})

test('a port that is taken gives a message with the solution', async () => {
  await using database = await cloneDatabase()
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  const { port } = other.address() as { port: number }
  // Nobody was served, so there is nothing to drain.
  const started = performance.now()
  const output = await givesUp({ PORT: String(port), DATABASE_URL: database.url, DRAIN_DELAY: '60s', ...secret })
  assert.match(output, new RegExp(`Port ${port} on 127.0.0.1 is taken.*PORT=${port + 1}`))
  assert.ok(performance.now() - started < 50_000)
  other.close()
})

test('HOST is no address of this machine → a message', async () => {
  await using database = await cloneDatabase()
  assert.match(
    await givesUp({ HOST: '192.0.2.1', DATABASE_URL: database.url, ...secret }),
    /HOST 192\.0\.2\.1 is not an address/,
  )
})

for (const name of ['HOST', 'OPERATIONS_HOST']) {
  test(`${name} that does not resolve is named, and not the database`, async () => {
    await using database = await cloneDatabase()
    const env = { [name]: 'nosuch.invalid', OPERATIONS_PORT: '0', DATABASE_URL: database.url }
    const output = await givesUp({ OPERATIONS_HOST: '127.0.0.1', ...env, ...secret })
    assert.match(output, new RegExp(`\\b${name} nosuch\\.invalid is not an address of this machine`))
    assert.doesNotMatch(output, /database/)
  })
}

test('in production a start that fails prints one JSON object per line', async () => {
  const output = await givesUp({ NODE_ENV: 'production', PORT: 'http' }, WRONG_SETTING)
  const [line, ...more] = output.trimEnd().split('\n')
  assert.deepEqual(more, [])
  const { level, msg, text, name } = JSON.parse(line!)
  assert.deepEqual([level, msg, name], ['fatal', 'not started', 'serve'])
  assert.match(text, /PORT must be a whole number/)
  // A misspelt NODE_ENV is no development either, so the log is collected.
  const misspelt = await givesUp({ NODE_ENV: 'prod' }, WRONG_SETTING)
  assert.match(JSON.parse(misspelt).text, /NODE_ENV must be one of production, development, test, not "prod"/)
  await using doctor = spawnSemel(['user', 'disable', 'x'], { NODE_ENV: 'production' })
  await doctor.printed(/^\nThe configuration is invalid:\n/)
})

test('DATABASE_SCHEMA unknown beside other shops → refused until migrate creates it', async () => {
  await using database = await cloneDatabase()
  const env = { DATABASE_URL: database.url, DATABASE_SCHEMA: 'pubic', ...secret }
  assert.match(
    await givesUp(env),
    /DATABASE_SCHEMA names pubic, which does not exist\. This database has public\. For a new shop, run: semel migrate/,
  )
  await using migrating = spawnSemel(['migrate'], env)
  await migrating.printed(/Applied: 001/)
  await using semel = spawnSemel(['serve'], env)
  await semel.printed(/listens on/)
  await semel.stop()
})

test('a reader that closes its end early → the command ends quietly', async () => {
  for (const args of [['doctor'], ['--help'], ['verify']]) {
    await using semel = spawnSemel(args, { PORT: 'http' })
    semel.child.stdout!.destroy()
    const [code] = await once(semel.child, 'close')
    assert.doesNotMatch(semel.output(), /EPIPE/)
    assert.ok(code !== null, String(code))
  }
})

test('--version in a clone → version and commit', async () => {
  await using semel = spawnSemel(['--version'])
  await semel.printed(/^\d+\.\d+\.\d+ \([0-9a-f]{12}\)\n$/)
})

test('an unknown command prints the list of commands', async () => {
  await using semel = spawnSemel(['swerve'])
  const [code] = await once(semel.child, 'close')
  assert.equal(code, 1)
  assert.match(semel.output(), /unknown command|too many arguments/)
  assert.match(semel.output(), /serve/)
})
