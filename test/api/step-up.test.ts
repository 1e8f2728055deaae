/** Operations that need a second factor of the last ten minutes, and how pages lead to it. docs/security.md lists the same. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { createApiKey } from '../../src/accounts/sessions/api-keys.ts'
import { cookieNames } from '../../src/accounts/sessions/cookies.ts'
import { MINUTE } from '../../src/time.ts'
import { newPerson } from '../support/accounts.ts'
import { fieldsOf } from '../support/forms.ts'
import { type Person, person } from '../support/people.ts'
import { type Semel, startSemel } from '../support/semel.ts'

let semel: Semel
let admin: Person
before(async () => {
  semel = await startSemel({}, { worker: false })
  admin = await person(semel, 'admin')
  semel.clock.advance(11 * MINUTE)
})
after(() => semel[Symbol.asyncDispose]())

const MESSAGE = { subject: 'Hello', message: 'All of you' }
const SOMEBODY = '019a1b2c-3d4e-7f50-8a6b-7c8d9e0f1a2b'

/** Sensitive requests of each kind. The kinds have their names in docs/security.md. */
const SENSITIVE: Record<string, [method: string, path: string, body?: object][]> = {
  'would let a thief keep the account': [
    ['PATCH', '/api/users/me', { email: 'new@example.com' }],
    ['POST', '/api/users/me/second-factors', { kind: 'totp' }],
    ['POST', '/api/users/me/recovery-codes'],
    ['DELETE', '/api/users/me'],
  ],
  'gives rights': [
    ['PATCH', `/api/admin/users/${SOMEBODY}`, { role: 'admin' }],
    ['POST', `/api/admin/users/${SOMEBODY}/reset-factors`],
    ['POST', `/api/admin/users/${SOMEBODY}/disable`],
    ['POST', `/api/admin/users/${SOMEBODY}/enable`],
    ['PATCH', `/api/admin/users/${SOMEBODY}/permissions`, { permissions: ['money'] }],
    ['POST', '/api/admin/invitations', { email: 'new@example.com' }],
    ['POST', `/api/admin/invitations/${SOMEBODY}/resend`],
    ['POST', '/api/admin/api-keys', { name: 'n', scopes: ['orders:read'] }],
    ['POST', '/api/webhooks', { url: 'http://127.0.0.1/webhooks' }],
    ['PATCH', `/api/webhooks/${SOMEBODY}`, { url: 'http://127.0.0.1/webhooks' }],
    ['POST', `/api/webhooks/${SOMEBODY}/rotate`, {}],
  ],
  'speaks to all customers': [
    ['POST', '/api/admin/announcements', MESSAGE],
    ['POST', `/api/admin/announcement-drafts/${SOMEBODY}/publish`, {}],
    ['PUT', '/api/admin/email-texts/order.shipped/en', { after: 'Pay again at https://evil.example' }],
  ],
  'moves the money of customers': [
    ['PATCH', '/api/admin/settings', { iban: 'DE89 3704 0044 0532 0130 00' }],
    ['PUT', `/api/admin/refund-transfers/${SOMEBODY}/account`, { iban: 'DE89 3704 0044 0532 0130 00', holder: 'Ada' }],
    ['POST', '/api/admin/transfer-files', {}],
  ],
  'carries data away at once': [['GET', '/api/users/me/export']],
}

for (const [kind, operations] of Object.entries(SENSITIVE)) {
  for (const [method, path, body] of operations) {
    test(`${method} ${path} ${kind}: an old second factor → 403 reauthentication_required`, async () => {
      const response = await fetch(`${semel.origin}${path}`, {
        method,
        headers: { authorization: `Bearer ${admin.token}`, ...(body && { 'content-type': 'application/json' }) },
        ...(body && { body: JSON.stringify(body) }),
      })
      const { code } = (await response.json()) as { code: string }
      assert.deepEqual([response.status, code], [403, 'reauthentication_required'])
    })
  }
}

test('API key publishes announcements without a step-up, which its maker has made', async () => {
  const { key } = await createApiKey(semel, { name: 'news', scopes: ['announcements:write'] })
  const answer = await semel.client().post('/api/admin/announcements', MESSAGE, { headers: { 'x-api-key': key } })
  assert.equal(answer.status, 201)
})

test('unchanged shop account, or settings beside it → no step-up', async () => {
  await semel.db
    .updateTable('shop_settings')
    .set({ settings: sql`settings || '{"iban": "GB82WEST12345698765432"}'` })
    .execute()
  for (const change of [{ daysToPay: 9 }, { iban: 'gb82 west 1234 5698 7654 32' }]) {
    const { status, text } = await semel.client().patch('/api/admin/settings', change, { token: admin.token })
    assert.equal(status, 200, text)
  }
})

test('old second factor without JavaScript → code above typed text, then the result', async () => {
  const somebody = await newPerson(semel, { role: 'admin' })
  const client = browserOf(somebody.token)
  semel.clock.advance(11 * MINUTE)
  for (const [page, typed] of [
    ['/admin/settings/payment', { iban: 'DE89 3704 0044 0532 0130 00' }],
    ['/admin/settings/email-texts/order.shipped/de', { heading: 'Unterwegs' }],
  ] as const) {
    const form = (action: string, values: object, text: string) =>
      client.post(
        `${page}/${action}`,
        new URLSearchParams({ ...fieldsOf(text, `${page}/${action}`), ...values }).toString(),
        {
          headers: { accept: 'text/html', 'content-type': 'application/x-www-form-urlencoded' },
        },
      )
    const refused = await form('save', typed, (await client.get(page)).text)
    assert.equal(refused.status, 403)
    assert.match(refused.text, /Enter your code above to continue/)
    const confirmed = await form('confirm', { code: somebody.code() }, refused.text)
    assert.equal(confirmed.status, 303, confirmed.text)
    const [[name, value]] = Object.entries(typed) as [[string, string]]
    assert.ok((await client.get(page)).text.includes(`value="${value}"`), name)
    // The code is used up, so the form that came with it is not sent a second time.
    assert.equal((await form('confirm', { code: somebody.code() }, refused.text)).status, 401)
    semel.clock.advance(11 * MINUTE)
  }
})

test('files of orders or invoices: old second factor → step-up, then same list', async () => {
  const client = browserOf(admin.token)
  for (const [file, list] of [
    ['orders', 'orders'],
    ['order-lines', 'orders'],
    ['documents', 'documents'],
  ]) {
    const refused = await client.get(`/admin/${file}.csv?status=placed`)
    const account = `/account?next=%2Fadmin%2F${list}%3Fstatus%3Dplaced`
    assert.deepEqual([refused.status, refused.headers.get('location')], [303, `${account}#confirm-title`])
  }
  const account = '/account?next=%2Fadmin%2Forders%3Fstatus%3Dplaced'
  assert.match((await client.get(account)).text, /data-go="\/admin\/orders\?status=placed"/)
})

test('own data or announcement page: old second factor → step-up, then the file', async () => {
  const client = browserOf((await person(semel)).token)
  assert.match((await client.get('/account')).text, /href="\/api\/users\/me\/export"/)
  semel.clock.advance(11 * MINUTE)
  const page = (await client.get('/account')).text
  assert.doesNotMatch(page, /href="\/api\/users\/me\/export"/)
  const way = /href="([^"]+)#confirm-title">Confirm it&#39;s you to download/.exec(page)![1]!
  const next = /data-go="([^"]+)"/.exec((await client.get(way)).text.split('id="confirm-by-recovery-code"')[1]!)![1]!
  assert.equal((await client.get(next)).headers.get('refresh'), null)
  semel.clock.advance(-11 * MINUTE)
  assert.equal((await client.get(next)).headers.get('refresh'), '0; url=/api/users/me/export')
  semel.clock.advance(11 * MINUTE)
})

test('draft without JavaScript: old second factor → page asks for a code', async () => {
  const client = browserOf(admin.token)
  const draft = await semel.client().post('/api/admin/announcement-drafts', MESSAGE, { token: admin.token })
  const address = `/admin/announcements/drafts/${draft.body.id}`
  const page = (await client.get(address)).text
  const field = (name: string) => new RegExp(`name="${name}"[^>]*value="([^"]*)"`).exec(page)?.[1] ?? ''
  const typed = { _csrf: field('_csrf'), version: field('version'), _confirmed: 'yes' }
  const answer = await client.post(`${address}/publish`, new URLSearchParams(typed).toString(), {
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })
  assert.equal(answer.status, 403)
  assert.match(answer.text, /Enter your code above to continue/)
  assert.match(answer.text, new RegExp(`action="${address}/confirm`))
})

function browserOf(token: string) {
  const client = semel.client()
  client.cookies.set(cookieNames(semel).session, token)
  return client
}
