import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bodyOf, filled, localAddress, problemOf, reasonsOf } from './assets/form-rules.js'
import { destination, type Form, renderForm } from './form.ts'

const form: Form = {
  id: 'try',
  action: '/try',
  operation: { method: 'POST', address: '/api/tries/:id' },
  fields: [
    { name: 'email', label: 'E-mail', type: 'email', required: true, hint: 'Yours' },
    { name: 'password', label: 'Password', type: 'password', required: true },
    { name: 'quantity', label: 'Quantity', type: 'number', value: 'integer' },
  ],
  button: 'Try',
  success: { go: '/tries/{id}', next: 'follow' },
}

const problem = {
  title: 'Invalid input',
  status: 422,
  errors: [
    { field: 'email', reason: 'is required', code: 'required' },
    { field: 'elsewhere', reason: 'is wrong', code: 'invalid' },
  ],
}

test('an error stands in the summary and beside its field, tied to it', () => {
  const page = renderForm(form, { problem, params: { id: 'a/b' } }).toString()
  assert.match(page, /role="alert" tabindex="-1"/)
  assert.match(page, /<a href="#try-email">email is required<\/a>/)
  assert.match(page, /<li>elsewhere is wrong<\/li>/)
  assert.match(page, /aria-describedby="try-email-hint try-email-error" aria-invalid="true"/)
  assert.match(page, /id="try-email-error">email is required</)
  assert.match(page, /data-operation="POST \/api\/tries\/a%2Fb"/)
  assert.match(page, /novalidate/)
})

test('what was typed stays, escaped, but never a password', () => {
  const page = renderForm(form, {
    problem,
    values: { email: '"><script>', password: 'secret', quantity: 'x' },
  }).toString()
  assert.match(page, /value="&quot;&gt;&lt;script&gt;"/)
  assert.match(page, /value="x" id="try-quantity"/)
  assert.doesNotMatch(page, /secret|<script>/)
})

test('fields become the body that the API documents', () => {
  const fields = [
    ...form.fields,
    { name: 'terms', value: 'boolean' as const },
    { name: 'phone', empty: 'null' as const },
    { name: 'items.0.productId', value: 'integer' as const },
  ]
  const values = { email: '', quantity: '3', phone: '', 'items.0.productId': '7', extra: 'x' }
  assert.deepEqual(bodyOf(fields, values), { quantity: 3, terms: false, phone: null, items: [{ productId: 7 }] })
  assert.deepEqual(bodyOf(form.fields, { quantity: 'many' }), { quantity: 'many' })
  const boxes = ['scopes.0', 'scopes.1', 'scopes.2'].map(name => ({ name }))
  assert.deepEqual(bodyOf(boxes, { 'scopes.0': 'read', 'scopes.2': 'send' }), { scopes: ['read', 'send'] })
  const days = ['from', 'until'].map(name => ({ name, value: 'day' as const }))
  const asDays = bodyOf(days, { from: '2026-02-28', until: 'soon' })
  assert.deepEqual(asDays, { from: '2026-02-28T00:00:00Z', until: 'soon' })
})

test('a problem without fields tells its detail, when to try again and how to ask about it', () => {
  assert.deepEqual(reasonsOf({ title: 'Too many requests', status: 429, detail: 'Enough.' }, '120'), [
    { reason: 'Enough.' },
    { reason: 'Please try again in 2 minutes.' },
  ])
  assert.deepEqual(reasonsOf({ title: 'Internal error', status: 500, detail: 'Oh.', requestId: 'r1' }, null), [
    { reason: 'Oh.' },
    { reason: 'Reference: r1' },
  ])
  const ended = { title: 'Not signed in', status: 401, code: 'unauthenticated', detail: 'Send a bearer token.' }
  assert.match(renderForm(form, { problem: ended }).toString(), /<li><a href="\/login">You are not signed in any more/)
  assert.equal(problemOf(502, 'text/html', '<h1>Bad gateway</h1>').title, 'Something went wrong')
  assert.equal(problemOf(502, 'application/json', '{"title":').title, 'Something went wrong')
})

test('`next` stays inside the site and cannot be filled', () => {
  for (const outside of [
    '//evil.test',
    '/\\evil.test',
    'https://evil.test/',
    'javascript:alert(1)',
    '',
    undefined,
    '/\t/evil.test',
  ]) {
    assert.equal(localAddress(outside), undefined, String(outside))
  }
  const go = form.success as { go: string; next: 'follow' }
  assert.equal(destination(go, '//evil.test'), '/tries/{id}')
  assert.equal(filled(destination(go, '/{id}?a=1'), { id: 'x' }), '/%7Bid%7D?a=1')
  assert.equal(destination({ go: '/login/code', next: 'carry' }, '/cart?a=1'), '/login/code?next=%2Fcart%3Fa%3D1')
  assert.equal(filled('/tries/{id}', { id: '../x' }), '/tries/..%2Fx')
})
