import assert from 'node:assert/strict'
import { hash, randomBytes } from 'node:crypto'
import { after, before, test } from 'node:test'
import pg from 'pg'
import { resetToken } from '../../src/accounts/passwords/reset.ts'
import { importToken } from '../../src/accounts/second-factors/tokens/import-tokens.ts'
import { toBase32 } from '../../src/accounts/second-factors/totp.ts'
import { createApiKey } from '../../src/accounts/sessions/api-keys.ts'
import { enterPassword, newPerson, PASSWORD } from '../support/accounts.ts'
import { stockProduct } from '../support/products.ts'
import { type Semel, startSemel } from '../support/semel.ts'

let semel: Semel
before(async () => {
  semel = await startSemel({}, { worker: false })
})
after(() => semel[Symbol.asyncDispose]())

/** Every value of every table, as a thief of a backup would see it. */
async function dump(): Promise<string> {
  const client = new pg.Client(semel.databaseUrl)
  await client.connect()
  const { rows: tables } = await client.query<{ name: string }>(
    `select quote_ident(tablename) as name from pg_tables where schemaname = 'public'`,
  )
  const texts = await tables.reduce(async (earlier, { name }) => {
    const texts = await earlier
    const { rows } = await client.query<{ t: string }>(`select t::text from ${name} t`)
    return [...texts, ...rows.map(({ t }) => t)]
  }, Promise.resolve<string[]>([]))
  await client.end()
  return texts.join('\n')
}

test('a dump of the database contains no usable secret', async () => {
  const person = await newPerson(semel, { phone: '+491701234567' })
  const partial = await enterPassword(semel.client(), person.email)
  await semel.client().post('/api/auth/mfa/sms', undefined, { token: partial })
  const { key } = await createApiKey(semel, { name: 'CI', scopes: ['users:read'] })
  const browser = semel.client()
  const { csrfToken } = (await browser.get('/api/auth/csrf')).body
  await browser.post('/api/auth/forgot-password', { email: person.email }, { headers: { 'x-csrf-token': csrfToken } })
  const { id } = await semel.db.selectFrom('password_resets').select('id').executeTakeFirstOrThrow()
  const [sms] = await semel.db.selectFrom('dev_sms').select('text').execute()
  // The development inbox plays the phone, and exists in embedded mode only.
  await semel.db.deleteFrom('dev_sms').execute()

  const admin = await newPerson(semel, { role: 'admin' })
  const { body: webhook } = await semel
    .client()
    .post('/api/webhooks', { url: 'https://hooks.example/semel' }, { token: admin.token })
  const tokenSeed = randomBytes(20)
  await semel.db.transaction().execute(tx => importToken(tx, semel, { serial: 'SN-1', seed: tokenSeed }))
  const items = [{ productId: await stockProduct(semel.db), quantity: 1 }]
  const { body: guest } = await semel.client().post('/api/guest-orders', { email: 'guest@example.com', items })

  const text = await dump()
  assert.ok(text.includes(person.email), 'the dump has the tables')
  const secrets: Record<string, string> = {
    'the session token': person.token,
    'the partial token': partial,
    'the API key': key,
    'the reset token': resetToken(semel.serviceKey, id),
    'the password': PASSWORD,
    'the seed in base32': toBase32(person.seed),
    'the seed in base64': person.seed.toString('base64'),
    'the seed in hex': person.seed.toString('hex'),
    'the service key': semel.serviceKey.toString('hex'),
    'the code of the text message': sms!.text.slice(0, 6),
    'the CSRF token': csrfToken,
    'the webhook secret': webhook.secret.slice('whsec_'.length),
    'the webhook secret in hex': Buffer.from(webhook.secret.slice('whsec_'.length), 'base64').toString('hex'),
    'the seed of a hardware token': tokenSeed.toString('hex'),
    'the link of a guest': new URL(guest.link).searchParams.get('token')!,
    ...Object.fromEntries(person.recoveryCodes.map((code, i) => [`recovery code ${i}`, code])),
    ...Object.fromEntries(person.recoveryCodes.map((code, i) => [`recovery code ${i} bare`, code.replaceAll('-', '')])),
  }
  const found = Object.entries(secrets).filter(([, secret]) => text.toLowerCase().includes(secret.toLowerCase()))
  assert.deepEqual(
    found.map(([name]) => name),
    [],
  )
})

test('a stored six-digit code cannot be found by trying all of them', async () => {
  // All plain hashes of six digits take a second. These hashes are keyed with a key outside the database.
  const rows = await semel.db.selectFrom('sms_codes').select(['code_hash', 'user_id']).execute()
  assert.ok(rows.length > 0)
  for (const { code_hash, user_id } of rows) {
    for (let n = 0; n < 1_000_000; n++) {
      const code = String(n).padStart(6, '0')
      if (hash('sha256', code, 'base64url') === code_hash) assert.fail('a plain hash')
      if (hash('sha256', `${user_id}\0${code}`, 'base64url') === code_hash) assert.fail('a salted hash')
    }
  }
})
