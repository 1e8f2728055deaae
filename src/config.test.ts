import assert from 'node:assert/strict'
import { test } from 'node:test'
import { loadConfig, StartError } from './config.ts'

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
  for (const name of ['DATABASE_URL', 'SMTP_URL', 'SMS_URL', 'BASE_URL', 'MAIL_FROM', 'SUPPORT_EMAIL', 'SECRET_KEY']) {
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

test('an empty value counts as missing; the trailing slash of BASE_URL is removed', () => {
  assert.equal(loadConfig({ PORT: '', BASE_URL: 'https://shop.example/' }).baseUrl, 'https://shop.example')
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
