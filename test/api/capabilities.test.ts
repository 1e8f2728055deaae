/*
 * Capabilities are values that open something to every holder. docs/security.md lists them. No answer but the one that hands a value
 * out, no event and no line of the log contains one. An id is no capability: many may read it, so it proves nothing.
 */
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { describeAll } from '../../scripts/openapi-documents.ts'
import { resetToken } from '../../src/accounts/passwords/reset.ts'
import { objectionToken, recoveryToken } from '../../src/accounts/recovery/links.ts'
import { createApiKey } from '../../src/accounts/sessions/api-keys.ts'
import { deviceMark } from '../../src/accounts/sign-in/known-devices.ts'
import { invitationToken } from '../../src/accounts/staff/invitations.ts'
import { addressToken } from '../../src/accounts/staff/shop-addresses.ts'
import { mailboxToken } from '../../src/accounts/users/verify-email.ts'
import { messageIdOf } from '../../src/mail/message-id.ts'
import { unsubscribeAddress } from '../../src/notifications/announcements/unsubscribe.ts'
import type { Operation, Schema } from '../../src/openapi/types.ts'
import { accountToken } from '../../src/payments/transfers-out/account.ts'
import { enterPassword, newPerson } from '../support/accounts.ts'
import { sentDraft } from '../support/drafts.ts'
import { person } from '../support/people.ts'
import { accountLinkOf } from '../support/prepared.ts'
import { stockProduct } from '../support/products.ts'
import { startSemel } from '../support/semel.ts'
import { owedTransfer } from '../support/transfers.ts'
import { untilDatabase } from '../support/until.ts'

const SIGNS_IN = [
  'enterCode',
  'enterPasskey',
  'enterRecoveryCode',
  'reauthenticate',
  'reauthenticateByPasskey',
  'registerByPasskey',
  'signInByPasskey',
]
const SHOWS_SEED = ['addSecondFactor', 'login', 'recoverAccount', 'register']

const SHOWS_SETTINGS = ['getSettings', 'changeSettings', 'setLogo', 'removeLogo', 'setHomePicture', 'removeHomePicture']

/** Answers that hand a capability to the one for whom it is made, or why a value that sounds like one is none. */
const HANDED_OUT: Record<string, string[] | string> = {
  token: SIGNS_IN,
  // The settings have the page of a carrier under this name.
  link: ['placeGuestOrder', 'confirmDraftOrder', 'correctGuestEmail', ...SHOWS_SETTINGS],
  partialToken: ['login', 'recoverAccount', 'register', 'startRegistrationByLink'],
  recoveryCodes: [...SIGNS_IN, 'renewRecoveryCodes'],
  recoveryCode: ['resetFactors'],
  totp: SHOWS_SEED,
  qr: SHOWS_SEED,
  secret: [...SHOWS_SEED, 'createWebhook', 'rotateWebhookSecret'],
  key: ['createApiKey'],
  csrfToken: ['getCsrfToken'],
  tokenType: 'It is the word Bearer.',
  messageId: 'It is the id of a delivery or of a contact message, without the key of the Message-ID.',
  createdByKey: 'It is the id of an API key.',
  password: 'It is whether an imported customer has one that works here.',
  unusablePasswords: 'It is how many imported customers have none that works here.',
  code: 'It is a discount code, the code of a refusal, or that of a rate.',
}

const SOUNDS_SECRET = /token|secret|key$|password|recoverycodes?$|messageid|\blink\b|totp|\bqr\b|challenge|\bcode$/i

test('a property of an answer that sounds secret → it is listed', async () => {
  const document = (await describeAll()).get('v3')!
  const unlisted: string[] = []
  for (const path of Object.values(document.paths)) {
    for (const { operationId, responses } of Object.values(path) as Operation[]) {
      for (const [status, response] of Object.entries(responses)) {
        if (!status.startsWith('2') || '$ref' in response) continue
        for (const { schema } of Object.values(response.content ?? {})) {
          for (const name of namesIn(schema, document.components.schemas)) {
            const listed = HANDED_OUT[name]
            const isListed = typeof listed === 'string' || listed?.includes(operationId)
            if (SOUNDS_SECRET.test(name) && !isListed) unlisted.push(`${operationId}: ${name}`)
          }
        }
      }
    }
  }
  assert.deepEqual([...new Set(unlisted)], [])
})

function namesIn(schema: Schema, all: Record<string, Schema>, seen = new Set<string>()): string[] {
  if (schema.$ref) {
    const name = schema.$ref.split('/').at(-1)!
    if (seen.has(name)) return []
    return namesIn(all[name]!, all, new Set([...seen, name]))
  }
  const own = Object.entries(schema.properties ?? {}).flatMap(([name, part]) => [name, ...namesIn(part, all, seen)])
  const parts = [schema.items, ...(schema.anyOf ?? []), ...(schema.allOf ?? [])].filter(part => part !== undefined)
  return [...own, ...parts.flatMap(part => namesIn(part, all, seen))]
}

const lines: string[] = []
const semel = await startSemel({ logLevel: 'debug' }, { logTo: { write: line => void lines.push(line) } })
after(() => semel[Symbol.asyncDispose]())

test('admin reads every list, event and log line → none contains a capability', async () => {
  const admin = await person(semel, 'admin')
  const held = await capabilities(admin.token)
  const documented = await readFile('docs/security.md', 'utf8')
  for (const name of Object.keys(held))
    assert.ok(documented.includes(`| ${name} `), `docs/security.md does not list: ${name}`)

  const document = (await describeAll()).get('v3')!
  const read: [string, string][] = []
  for (const [path, operations] of Object.entries(document.paths)) {
    if (!operations.get || path.includes('{') || path.includes('/events')) continue
    const { status, text } = await semel.client().get(`/api/v3${path}`, { token: admin.token })
    if (path !== '/auth/csrf' && status < 300) read.push([`GET ${path}`, text])
  }
  assert.ok(read.length > 20)
  for (const table of ['events', 'event_outbox', 'event_feed', 'audit_log', 'delivery_attempts'])
    read.push([table, JSON.stringify((await sql`select * from ${sql.table(table)}`.execute(semel.db)).rows)])
  read.push(['the log', lines.join('')])

  for (const [where, text] of read) {
    for (const [name, values] of Object.entries(held)) {
      for (const value of values) assert.ok(!text.includes(value), `${where} holds: ${name}`)
    }
  }
})

/** One of each kind, of people and things that the lists of an admin show. */
async function capabilities(admin: string): Promise<Record<string, string[]>> {
  const client = semel.client()
  const buyer = await person(semel)
  const items = [{ productId: await stockProduct(semel.db), quantity: 1 }]
  await client.post('/api/orders', { items }, { token: buyer.token })
  const { key } = await createApiKey(semel, { name: 'Form', scopes: ['auth:reset'] })
  await client.post('/api/auth/forgot-password', { email: buyer.email }, { token: key })
  const invited = await client.post(
    '/api/admin/invitations',
    { email: 'new@example.com', role: 'staff' },
    { token: admin },
  )
  assert.equal(invited.status, 201, invited.text)
  const settings = { replyTo: 'answers@example.com' }
  await client.patch('/api/admin/settings', settings, { token: admin })
  const { items: addresses } = (await client.get('/api/admin/settings/addresses', { token: admin })).body
  assert.equal(addresses.length, 1)
  const webhook = { url: 'https://hooks.example/semel', types: ['order.placed'] }
  const made = await client.post('/api/webhooks', webhook, { token: admin })
  assert.equal(made.status, 201, made.text)
  const renewed = await client.post('/api/users/me/recovery-codes', {}, { token: buyer.token })
  assert.ok(renewed.body.recoveryCodes?.length > 0, renewed.text)
  const browser = semel.client()
  await browser.post('/api/cart/items', { productId: items[0]!.productId, quantity: 1 })
  const carts = [...browser.cookies].filter(([name]) => /cart/.test(name)).map(([, value]) => value)
  assert.equal(carts.length, 1)
  const guest = await client.post('/api/guest-orders', { email: 'guest@example.com', items })
  assert.equal(guest.status, 201, guest.text)
  const newcomer = await newPerson(semel)
  const entered = await enterPassword(client, newcomer.email)
  await semel.db
    .updateTable('users')
    .set({ email_verified_at: semel.clock.now() })
    .where('id', '=', newcomer.id)
    .execute()
  const asked = await client.post('/api/auth/mfa/recovery-request', undefined, { token: entered })
  assert.equal(asked.status, 202, asked.text)
  const recoveries = await semel.db.selectFrom('recovery_requests').select('id').execute()
  const { refundId } = await owedTransfer(semel)
  await untilDatabase(semel, sql<boolean>`(select count(*) >= 2 from deliveries where state = 'sent')`)
  const deliveries = await semel.db.selectFrom('deliveries').select('id').execute()
  const resets = await semel.db.selectFrom('password_resets').select('id').execute()
  return {
    'session token': [buyer.token, admin],
    'partial token': [entered],
    'API key': [key],
    'recovery code': renewed.body.recoveryCodes,
    'cart cookie': carts,
    'device cookie': [buyer.id, newcomer.id].map(id => deviceMark(semel.serviceKey, id)),
    'draft order link': [(await sentDraft(semel, { token: admin })).token],
    'order link': [tokenIn(guest.body.link)],
    'password reset link': resets.map(({ id }) => resetToken(semel.serviceKey, id)),
    'recovery link': recoveries.map(({ id }) => recoveryToken(semel.serviceKey, id)),
    'objection link': recoveries.map(({ id }) => objectionToken(semel.serviceKey, id)),
    'address link': (['verify-email', 'release-email'] as const).map(purpose =>
      mailboxToken(semel.serviceKey, purpose, buyer, semel.clock.now()),
    ),
    'invitation link': [invitationToken(semel.serviceKey, invited.body.id)],
    'setting address link': [addressToken(semel.serviceKey, addresses[0].id)],
    'refund account link': [accountToken(semel.serviceKey, refundId)],
    'account link': [await accountLinkOf(semel, guest.body.id)],
    'unsubscribe link': [tokenIn(unsubscribeAddress(semel, buyer.id, 'news'))],
    'webhook secret': [made.body.secret],
    'Message-ID of an email': deliveries.map(({ id }) => messageIdOf(semel.serviceKey, id, '').slice(1, -2)),
  }
}

function tokenIn(address: string): string {
  return new URL(address).searchParams.get('token')!
}
