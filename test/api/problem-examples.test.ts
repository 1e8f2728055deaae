import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { createApiKey } from '../../src/accounts/sessions/api-keys.ts'
import { PROBLEMS, type ProblemCode } from '../../src/problems.ts'
import { MINUTE } from '../../src/time.ts'
import { enterPassword, newPerson, PASSWORD } from '../support/accounts.ts'
import type { Answer, RequestOptions } from '../support/client.ts'
import { person } from '../support/people.ts'
import { stockProduct } from '../support/products.ts'
import { startSemel } from '../support/semel.ts'

/*
 * The reference shows an example of each problem. Here the API is made to report these problems, and its words are
 * compared with the examples.
 */
const semel = await startSemel({ production: true }, { worker: false })
after(() => semel[Symbol.asyncDispose]())

const customer = await newPerson(semel, { email: 'ada@example.com' })
const staff = await person(semel, 'staff')
const ask = (method: string, path: string, options?: RequestOptions) => semel.client().request(method, path, options)
const post = (path: string, body: unknown, token?: string) => ask('POST', path, { body, ...(token && { token }) })
const order = (productId: number, extra = {}) =>
  post('/api/orders', { items: [{ productId, quantity: 5 }], ...extra }, customer.token)
const logIn = (password: string) => post('/api/auth/login', { email: customer.email, password })
const partialToken = () => enterPassword(semel.client(), customer.email)

/** Runs in this order: the last ones use up what the others need. */
const PROVOKED: Partial<Record<ProblemCode, () => Promise<Answer>>> = {
  malformed_json: () => post('/api/contact-messages', '{'),
  malformed_request: () => ask('GET', '/api/%'),
  invalid_query: () => ask('GET', '/api/products?page=0', { token: customer.token }),
  ambiguous_version: () => ask('GET', '/api/v1/users/me?api-version=2025-01-01'),
  unknown_version: () => ask('GET', '/api/users/me?api-version=soon'),
  not_found: () => ask('GET', '/api/nothing'),
  method_not_allowed: () => ask('DELETE', '/api/admin/deliveries'),
  version_not_acceptable: () => ask('GET', '/api/users/me', { headers: { accept: 'application/json;version=9' } }),
  body_too_large: () => post('/api/contact-messages', 'x'.repeat(2 ** 20 + 1)),
  unsupported_media_type: () => ask('POST', '/api/contact-messages', { body: 'x', headers: { 'content-type': 'a/b' } }),
  invalid_input: () => post('/api/contact-messages', {}),
  idempotency_key_reused: async () => {
    const headers = { 'idempotency-key': 'one key' }
    const productId = await stockProduct(semel.db)
    const send = (quantity: number) =>
      ask('POST', '/api/orders', { body: { items: [{ productId, quantity }] }, headers, token: customer.token })
    await send(1)
    return send(2)
  },
  unauthenticated: () => ask('GET', '/api/users/me'),
  second_factor_required: async () => ask('GET', '/api/users/me', { token: await partialToken() }),
  invalid_credentials: () => logIn('wrong'),
  invalid_code: async () => post('/api/auth/mfa', { code: '000000' }, await partialToken()),
  code_from_the_future: async () => post('/api/auth/mfa', { code: customer.code(7) }, await partialToken()),
  code_expired: async () => {
    semel.clock.advance(5 * MINUTE)
    return post('/api/auth/mfa', { code: customer.code(-4) }, await partialToken())
  },
  second_factor_disabled: async () => {
    const person = await newPerson(semel)
    await semel.db
      .updateTable('second_factors')
      .set({ disabled_at: semel.clock.now() })
      .where('user_id', '=', person.id)
      .execute()
    const token = await enterPassword(semel.client(), person.email)
    return post('/api/auth/mfa', { code: person.code() }, token)
  },
  code_already_used: async () => {
    const body = { code: customer.code() }
    await post('/api/auth/mfa', body, await partialToken())
    return post('/api/auth/mfa', body, await partialToken())
  },
  sign_in_ended: async () => {
    const token = await partialToken()
    semel.clock.advance(6 * MINUTE)
    return post('/api/auth/mfa', { code: customer.code() }, token)
  },
  invalid_api_key: () => ask('GET', '/api/products', { headers: { 'x-api-key': 'none' } }),
  forbidden: () => ask('GET', '/api/admin/deliveries', { token: customer.token }),
  csrf_required: () => post('/api/auth/forgot-password', { email: customer.email }),
  email_taken: async () => {
    const { token } = await newPerson(semel)
    return ask('PATCH', '/api/users/me', { body: { email: customer.email }, token })
  },
  no_sms_factor: async () => post('/api/auth/mfa/sms', undefined, await partialToken()),
  last_second_factor: async () => {
    const { token } = await newPerson(semel)
    const { body } = await ask('GET', '/api/users/me/second-factors', { token })
    return ask('DELETE', `/api/users/me/second-factors/${body.items[0].id}`, { token })
  },
  invalid_verification_token: () => post('/api/auth/verify-email', { token: 'none' }),
  invalid_reset_token: () => post('/api/auth/reset-password', { token: 'none', password: `another ${PASSWORD}` }),
  sku_taken: async () => {
    await stockProduct(semel.db, { sku: 'LAMP-0042' })
    const product = { sku: 'LAMP-0042', name: 'Desk lamp', category: 'lighting', price: 1999 }
    return post('/api/products', product, staff.token)
  },
  stock_changed: async () => {
    const id = await stockProduct(semel.db, { stock: 47 })
    const body = { stock: 70, expectedStock: 50 }
    return ask('PATCH', `/api/products/${id}`, { token: staff.token, body })
  },
  insufficient_stock: async () => order(await stockProduct(semel.db, { name: 'Desk lamp', stock: 2 })),
  product_unavailable: async () => order(await stockProduct(semel.db, { name: 'Desk lamp', status: 'coming_soon' })),
  total_changed: async () => order(await stockProduct(semel.db), { expectedTotal: 1 }),
  wrong_order_state: async () => {
    const { body } = await order(await stockProduct(semel.db))
    for (const step of ['process', 'ship']) await post(`/api/orders/${body.id}/${step}`, {}, staff.token)
    return post(`/api/orders/${body.id}/cancel`, undefined, staff.token)
  },
  wrong_payment_state: async () => {
    const { body } = await order(await stockProduct(semel.db))
    await post(`/api/orders/${body.id}/mark-paid`, undefined, staff.token)
    return post(`/api/orders/${body.id}/mark-paid`, undefined, staff.token)
  },
  draft_changed: async () => {
    const text = { subject: 'Sunday hours', message: 'We open at nine.' }
    const { token } = await person(semel, 'staff')
    const { body } = await post('/api/admin/announcement-drafts', text, token)
    return post(`/api/admin/announcement-drafts/${body.id}/publish`, { version: 'of yesterday' }, token)
  },
  not_in_doubt: async () => {
    await semel.db.updateTable('deliveries').set({ state: 'sent' }).execute()
    const { id } = await semel.db.selectFrom('deliveries').select('id').limit(1).executeTakeFirstOrThrow()
    return post(`/api/admin/deliveries/${id}/arrived`, undefined, staff.token)
  },
  reauthentication_required: () => {
    semel.clock.advance(11 * MINUTE)
    return ask('PATCH', '/api/users/me', { body: { email: 'new@example.com' }, token: customer.token })
  },
  rate_limited: async () => {
    const { key } = await createApiKey(semel, { name: 'reset', scopes: ['auth:reset'] })
    const forget = () =>
      ask('POST', '/api/auth/forgot-password', { body: { email: customer.email }, headers: { 'x-api-key': key } })
    for (let i = 0; i < 5; i++) await forget()
    return forget()
  },
}

for (const [code, provoke] of Object.entries(PROVOKED)) {
  test(`the example of ${code} reads like the response of the API`, async () => {
    const { body } = await provoke()
    assert.equal(body.code, code)
    assert.equal(template(body.detail), template(PROBLEMS[code as ProblemCode].detail))
  })
}

/** The sentence without its figures, which differ from case to case. */
function template(detail: string): string {
  return detail.replaceAll(/\d+([.,-]\d+)*/g, '0')
}
