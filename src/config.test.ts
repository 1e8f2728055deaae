import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { predictable } from './config/key.ts'
import { doubtsAbout, loadConfig, StartError } from './config.ts'

test('without settings Semel listens on this machine only', () => {
  const config = loadConfig({})
  assert.deepEqual(
    [config.host, config.port, config.databaseUrl, config.smtpUrl],
    ['127.0.0.1', 3000, undefined, undefined],
  )
})

test('one message names every invalid value', () => {
  const env = {
    PORT: '99999',
    DATABASE_URL: 'mysql://me:secret@db/x',
    SMTP_URL: 'mail.example.com',
    BASE_URL: 'shop',
    MAIL_FROM: 'nobody',
    SECRET_KEY: 'short',
    LOG_LEVEL: 'loud',
    RESEND_IN_DOUBT: 'order.shipped',
  }
  const message = mistake(env)
  for (const name of Object.keys(env)) assert.match(message, new RegExp(`\\b${name} must be `))
  assert.doesNotMatch(message, /secret/, 'a password in a wrong address is not shown')
})

test('an address with a bare % is refused before anything decodes it', () => {
  const message = mistake({ DATABASE_URL: 'postgres://me:50%@db/x', SMTP_URL: 'smtp://me:%zz@mail' })
  assert.match(message, /DATABASE_URL must encode the character % as %25/)
  assert.match(message, /SMTP_URL must encode the character % as %25/)
  assert.doesNotMatch(message, /50%|%zz/)
  assert.ok(loadConfig({ DATABASE_URL: 'postgres://me:50%25@db/x' }).databaseUrl)
})

test('in production the message names every missing setting', () => {
  const message = mistake({ NODE_ENV: 'production' })
  for (const name of [
    'DATABASE_URL',
    'SMTP_URL',
    'SMS_URL',
    'BASE_URL',
    'TRUSTED_PROXIES',
    'MAIL_FROM',
    'SUPPORT_EMAIL',
    'SECRET_KEY',
  ]) {
    assert.match(message, new RegExp(`${name} is required in production`))
  }
})

test('SMS_URL needs credentials and a sender', () => {
  assert.match(mistake({ SMS_URL: 'https://api.twilio.com?From=1' }), /SMS_URL must contain the credentials/)
  assert.match(mistake({ SMS_URL: 'https://AC1:token@api.twilio.com' }), /SMS_URL must name the sender/)
  assert.doesNotMatch(mistake({ SMS_URL: 'https://AC1:token@api.twilio.com' }), /token@/)
  assert.ok(loadConfig({ SMS_URL: 'https://AC1:token@api.twilio.com?MessagingServiceSid=MG1' }).smsUrl)
})

test('SMTP_URL says how the relay is encrypted, and contradictions are refused', () => {
  for (const [url, words] of [
    [
      'smtp://mail?tls=maybe',
      /SMTP_URL allows only the parameters .*tls=<required, opportunistic or off> and ca=<file>/,
    ],
    ['smtp://mail?messages=0', /messages=<1 to 9999>/],
    ['smtps://mail?tls=off', /SMTP_URL must begin with smtp:\/\/ for tls=off/],
    ['smtp://me:secret@mail?tls=opportunistic', /SMTP_URL must not have a password with tls=opportunistic/],
    ['smtp://mail?tls=off&ca=ca.pem', /SMTP_URL cannot use ca=ca\.pem with tls=off/],
    ['smtp://mail?ca=/nowhere.pem', /SMTP_URL names with ca=\/nowhere\.pem a file that cannot be read \(ENOENT\)/],
    [`smtp://mail?ca=${import.meta.filename}`, /a file that is not a certificate in PEM/],
  ] as const) {
    const message = mistake({ SMTP_URL: url })
    assert.match(message, words)
    assert.doesNotMatch(message, /secret/)
  }
  assert.ok(loadConfig({ SMTP_URL: 'smtp://me:secret@mail?tls=off' }).smtpUrl)
})

test('DATABASE_URL with unreadable files or a malformed address → refused, password not shown', () => {
  for (const [url, words] of [
    ['postgres://db/shop?sslrootcert=/nowhere.pem', /names with sslrootcert=\/nowhere\.pem a file that cannot be read/],
    [`postgres://db/shop?sslrootcert=${import.meta.filename}`, /a file that is not a certificate in PEM/],
    [
      'postgres://db/shop?sslkey=/nowhere.key',
      /names with sslkey=\/nowhere\.key a file that cannot be read \(ENOENT\)/,
    ],
    [
      'postgres://me:sec/ret@db/shop',
      /DATABASE_URL must have a host, and in a password \/ as %2F, .* not "postgres:\/\/\*\*\*@db\/shop"/,
    ],
    [
      'mysql://me:sec@ret@db/shop',
      /DATABASE_URL must be an address that begins with .* not "mysql:\/\/\*\*\*@db\/shop"/,
    ],
  ] as const) {
    const message = mistake({ DATABASE_URL: url })
    assert.match(message, words)
    assert.doesNotMatch(message, /sec\b|ret@/)
  }
})

test('an empty value → missing; a trailing slash of BASE_URL → removed', () => {
  assert.equal(loadConfig({ PORT: '', BASE_URL: 'https://shop.example/' }).baseUrl, 'https://shop.example')
})

test('BASE_URL is refused with anything that the links in emails cannot have', () => {
  for (const url of ['https://me:secret@shop.example', 'https://shop.example/?a=b', 'https://shop.example/#top']) {
    const message = mistake({ BASE_URL: url })
    assert.match(message, /BASE_URL must not have a user, a query or a fragment/)
    assert.doesNotMatch(message, /secret/)
  }
})

test('DATABASE_READ_URL takes one address or several', () => {
  const [one, two] = ['postgres://me@db2/shop?options=-c%20a=b,c', 'postgresql://db3/shop']
  for (const text of [`${one},${two}`, ` ${one} , ${two}`, `${one}\n${two}`])
    assert.deepEqual(loadConfig({ DATABASE_READ_URL: text }).databaseReadUrls, [one, two])
  assert.deepEqual(loadConfig({}).databaseReadUrls, [])
  const message = mistake({ DATABASE_READ_URL: 'postgres://me:secret@db2/%x' })
  assert.match(message, /DATABASE_READ_URL must encode the character % as %25/)
  assert.doesNotMatch(message, /secret/)
})

test('every secret can be read from a file', () => {
  const file = join(mkdtempSync(join(tmpdir(), 'semel-')), 'key')
  writeFileSync(file, 'smtps://me:secret@mail\n')
  assert.equal(loadConfig({ SMTP_URL_FILE: file }).smtpUrl, 'smtps://me:secret@mail')
  assert.equal(loadConfig({ SMTP_URL: 'smtp://mail', SMTP_URL_FILE: file }).smtpUrl, 'smtp://mail')
  writeFileSync(file, `${'key '.repeat(10)}\n`)
  assert.equal(loadConfig({ NEW_SECRET_KEY_FILE: file }).newSecretKey?.length, 32)
  assert.match(mistake({ SECRET_KEY_FILE: '/nowhere' }), /SECRET_KEY_FILE names a file that cannot be read \(ENOENT\)/)
  rmSync(dirname(file), { recursive: true })
})

test('production refuses weak keys and unencrypted addresses, unless ALLOW_INSECURE names them', () => {
  const insecure = {
    SECRET_KEY: 'a'.repeat(40),
    SMTP_URL: 'smtp://me:secret@mail.example?tls=off',
    SMS_URL: 'http://AC1:token@sms.example?From=1',
    BASE_URL: 'http://shop.example',
    DATABASE_URL: 'postgres://me:secret@db/x?sslmode=require',
    DATABASE_DIRECT_URL: 'postgres://me:secret@db/x',
    DATABASE_READ_URL: 'postgres://db/x?sslmode=verify-full, postgres://me:secret@db2/x',
  }
  const others = { MAIL_FROM: 'a@b.example', SUPPORT_EMAIL: 'a@b.example', TRUSTED_PROXIES: 'none' }
  const production = { NODE_ENV: 'production', ...others }
  const message = mistake({ ...production, ...insecure })
  assert.match(message, /SECRET_KEY is too regular.*openssl rand -base64 32.*add SECRET_KEY to ALLOW_INSECURE/)
  assert.match(message, /SMTP_URL sends its password without TLS/)
  for (const name of ['DATABASE_URL', 'DATABASE_DIRECT_URL', 'DATABASE_READ_URL'])
    assert.match(message, new RegExp(`${name} must end with sslmode=verify-full.*add ${name} to ALLOW_INSECURE`))
  assert.doesNotMatch(message, /secret/)
  for (const name of ['SMS_URL', 'BASE_URL']) assert.match(message, new RegExp(`${name} must begin with https://`))
  const meant = { ALLOW_INSECURE: Object.keys(insecure).join(','), ...production, ...insecure }
  assert.equal(loadConfig(meant).baseUrl, 'http://shop.example')
  assert.ok(loadConfig(insecure), 'development accepts them')
  assert.match(mistake({ ALLOW_INSECURE: 'all' }), /ALLOW_INSECURE must be a list of SECRET_KEY, DATABASE_URL/)
  for (const [url, words] of [
    ['smtp://mail.example?tls=off', /SMTP_URL sends links that set passwords without TLS/],
    ['smtp://mail.example?tls=opportunistic', /SMTP_URL does not verify the relay/],
    ['smtp://mail.example', /SMTP_URL does not verify the relay.*add SMTP_URL to ALLOW_INSECURE/],
  ] as const)
    assert.match(mistake({ ...production, SMTP_URL: url }), words)
  for (const url of ['postgres:///x?host=/run/postgresql', 'postgres://[::1]/x', 'postgres://db/x?sslmode=verify-ca'])
    assert.doesNotMatch(mistake({ ...production, DATABASE_URL: url }), /DATABASE_URL/)
  const local = {
    DATABASE_URL: 'postgres://db/x?sslmode=verify-full',
    SMTP_URL: 'smtp://me:secret@127.0.0.1?tls=off',
    SMS_URL: 'none',
    BASE_URL: 'http://localhost:3000',
  }
  assert.equal(loadConfig({ ...production, ...local, SECRET_KEY: randomBytes(16).toString('hex') }).smsUrl, 'none')
})

test('settings that are accepted and probably not meant are named', () => {
  assert.deepEqual(doubtsAbout(loadConfig({})), [])
  assert.match(doubtsAbout(loadConfig({ BASE_URL: 'https://shop.example' })).join(), /Set NODE_ENV=production$/)
  assert.match(doubtsAbout(loadConfig({ TRUSTED_PROXIES: 'loopback, uniquelocal' })).join(), /TRUSTED_PROXIES=1$/)
  const behind = { ...loadConfig({}), production: true, baseUrl: 'https://shop.example' }
  assert.match(doubtsAbout(behind).join(), /a proxy that ends TLS is in front\. With TRUSTED_PROXIES=none/)
  assert.deepEqual(doubtsAbout({ ...behind, trustedProxies: 1 }), [])
  assert.deepEqual(doubtsAbout({ ...behind, baseUrl: 'http://10.1.2.3' }), [])
  assert.match(
    mistake({ TRUSTED_PROXIES: 'everybody' }),
    /TRUSTED_PROXIES must be none, a number of proxies .*"everybody"/,
  )
})

test('keys that repeat themselves are refused, and random ones are not', () => {
  for (const weak of ['a'.repeat(40), 'test '.repeat(8), 'abcdefghij'.repeat(4), '0123456789'.repeat(10)])
    assert.match(predictable(weak)!, /too regular/, weak)
  for (const [bytes, encoding] of [
    [16, 'hex'],
    [32, 'hex'],
    [24, 'base64'],
    [32, 'base64url'],
  ] as const)
    for (let i = 0; i < 1000; i++) assert.equal(predictable(randomBytes(bytes).toString(encoding)), undefined, encoding)
})

test('TRUSTED_PROXIES → none, a number, addresses or networks; missing → nobody is trusted', () => {
  assert.deepEqual(loadConfig({}).trustedProxies, [])
  const proxies = ['10.0.0.0/8', '::1', 'fd00::/8', 'loopback']
  assert.deepEqual(loadConfig({ TRUSTED_PROXIES: proxies.join(', ') }).trustedProxies, proxies)
  assert.deepEqual(loadConfig({ TRUSTED_PROXIES: 'none' }).trustedProxies, [])
  assert.equal(loadConfig({ TRUSTED_PROXIES: '2' }).trustedProxies, 2)
  for (const wrong of ['proxy.example', '10.0.0.0/33', '10.0.0.0/8/8', 'true', '0', '::/129', '0.0.0.0/0', '::/00'])
    assert.match(mistake({ TRUSTED_PROXIES: wrong }), /TRUSTED_PROXIES must be none.* or a list of addresses/, wrong)
})

function mistake(env: Record<string, string>): string {
  try {
    loadConfig(env)
  } catch (error) {
    assert.ok(error instanceof StartError)
    return error.message
  }
  return assert.fail('accepted')
}

test('a misspelt name of a setting → a doubt that names the setting', () => {
  const misspelt = {
    SMTP_ULR: 'SMTP_URL',
    SMTP_UR: 'SMTP_URL',
    ORDER_PER_DAY: 'ORDERS_PER_DAY',
    TRUSTED_PROXYS: 'TRUSTED_PROXIES',
    DATABASEURL: 'DATABASE_URL',
    base_url: 'BASE_URL',
    SEMEL_MAIL_FROM: 'MAIL_FROM',
    SECRET_KEY_FIEL: 'SECRET_KEY_FILE',
  }
  for (const [name, meant] of Object.entries(misspelt)) {
    const doubts = doubtsAbout(loadConfig({ [name]: '1' })).join()
    assert.match(
      doubts,
      new RegExp(`^${name} is not a setting of Semel, and has no effect\\. Did you mean ${meant}\\?$`),
    )
  }
  assert.match(doubtsAbout(loadConfig({ BASE_URL_FILE: '/x' })).join(), /^BASE_URL_FILE has no effect: .* from a file/)
})

test('names of other programs, of settings and of OpenTelemetry → no doubt', () => {
  const names =
    'PATH HOME HOSTNAME POST PORTS LANG SHELL PGHOST PGPORT NODE_OPTIONS NODE_PATH XDG_DATA_DIRS LOGNAME MAIL ' +
    'OTEL_SERVICE_NAME SEMEL_PORT SEMEL_SERVICE_HOST SEMEL_SERVICE_PORT SEMEL_PASSWORD http_proxy NO_PROXY'
  const foreign = Object.fromEntries(names.split(' ').map(name => [name, 'tcp://10.0.0.1:1']))
  assert.deepEqual(doubtsAbout(loadConfig({ ...foreign, OTEL_SDK_DISABLED: 'true' })), [])
  assert.deepEqual(doubtsAbout(loadConfig({ SMS_PER_DAY: '5', SMTP_ULR: '' })), [])
})

test('NODE_ENV with an unknown value → refused; production with a space → production', () => {
  for (const value of ['prod', 'Production', 'PRODUCTION', 'staging', 'dev']) {
    assert.match(mistake({ NODE_ENV: value }), /NODE_ENV must be one of production, development, test, not "/)
  }
  for (const value of ['', 'development', 'test']) assert.equal(loadConfig({ NODE_ENV: value }).production, false)
  assert.match(mistake({ NODE_ENV: 'production ' }), /is required in production/)
})

test('BASE_URL with a path → refused; with a slash at its end → accepted', () => {
  for (const value of ['https://shop.example/shop', 'https://shop.example/a/b/', 'http://localhost:3000//x']) {
    assert.match(mistake({ BASE_URL: value }), /BASE_URL must not have a path, .*not "/)
  }
  assert.equal(loadConfig({ BASE_URL: 'https://shop.example/' }).baseUrl, 'https://shop.example')
})
