import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { localAddress } from '../html/site-address.ts'
import { reasonsOf } from './assets/form-errors.js'
import { bodyOf, filled, problemOf } from './assets/form-rules.js'
import { destination, type Form, renderForm } from './form.ts'

const form: Form = {
  id: 'try',
  action: '/try',
  operation: { method: 'POST', address: '/api/tries/:id' },
  fields: [
    { name: 'email', label: 'Email', type: 'email', required: true, hint: 'Yours' },
    { name: 'password', label: 'Password', type: 'password', required: true },
    { name: 'quantity', label: 'Quantity', type: 'number', value: 'integer' },
  ],
  button: 'Try',
  success: { go: '/tries/{id}', next: 'follow', done: false },
}

const problem = {
  title: 'Invalid input',
  status: 422,
  errors: [
    { field: 'email', reason: 'is required', code: 'required' },
    { field: 'some_where', reason: 'is wrong', code: 'invalid' },
  ],
}

test('an error → once beside its field; the summary links there by label', () => {
  const page = renderForm(form, { problem, params: { id: 'a/b' } }).toString()
  assert.match(
    page,
    /There is a problem with:<\/h2><ul class="wrong" id="try-wrong"><li><a href="#try-email">Email<\/a>/,
  )
  assert.equal(page.split('Email is required').length, 2, 'the reason stands once')
  assert.equal(page.split('role="alert"').length, 2, 'the page has one alert')
  assert.match(page, /<li>Some where is wrong<\/li>/)
  assert.match(page, /aria-describedby="try-email-hint try-email-error" aria-invalid="true"/)
  assert.match(page, /role="alert"><span id="try-email-error">Email is required</)
  assert.match(page, /data-operation="POST \/api\/tries\/a%2Fb"/)
  assert.match(page, /novalidate/)
})

test('typed text is kept and escaped; a password is not kept', () => {
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
})

test('phones and prices are read as people write them', () => {
  const phone = (typed: string) => bodyOf([{ name: 'phone', value: 'phone' as const }], { phone: typed }).phone
  for (const typed of ['+49 170 1234567', '0049170/1234567', ' +49 (0)170 123–45.67\u200e', '+49(170)1234567']) {
    assert.equal(phone(typed), '+491701234567', typed)
  }
  assert.equal(phone('0170 123'), '0170123')
  const price = (typed: string, currency = 'EUR') =>
    bodyOf([{ name: 'price', value: 'price' as const }], { price: typed, currency }).price
  for (const [typed, amount] of [
    ['12.50', 1250],
    ['12,5', 1250],
    ['€ 1 234', 123400],
    ['0', 0],
    ['-1', -100],
  ] as const) {
    assert.equal(price(typed), amount, typed)
  }
  for (const typed of ['1,234', '1.999', 'x', '1.2.3', '.']) assert.equal(price(typed), typed)
  assert.equal(price('540', 'JPY'), 540)
  assert.equal(price('1.5', 'JPY'), '1.5')
  assert.equal(price('1.234', 'KWD'), 1234)
})

test('a problem without fields → shows detail, when to retry, and a reference', () => {
  assert.deepEqual(reasonsOf({ title: 'Too many requests', status: 429, detail: 'Enough.' }, '120'), [
    { reason: 'Enough.' },
    { reason: 'Please try again in 2 minutes.' },
  ])
  assert.deepEqual(reasonsOf({ title: 'Internal error', status: 500, detail: 'Oh.', requestId: 'r1' }, null), [
    { reason: 'Oh.' },
    { reason: 'Reference: r1' },
  ])
  const ended = { title: 'Not signed in', status: 401, code: 'unauthenticated', detail: 'Send a bearer token.' }
  const shown = renderForm(form, { problem: ended, here: '/tries?page=2' }).toString()
  // Opens another tab, so that this one keeps the typed text.
  assert.match(shown, /<li><a href="\/login\?next=%2Ftries%3Fpage%3D2" target="_blank">You(&#39;|')ve been signed out/)
  assert.equal(problemOf(502, 'text/html', '<h1>Bad gateway</h1>').title, 'Something went wrong')
  assert.equal(problemOf(502, 'application/json', '{"title":').title, 'Something went wrong')
})

test('an error → names its field by the label, not the property', () => {
  const fields = [
    { name: 'userName', label: 'Name' },
    { name: 'phone', label: 'Phone', kind: 'phone' },
    { name: 'orderedBefore', label: 'Customers who ordered before' },
    { name: 'items.0.productId', label: 'Product' },
  ]
  const text = (field: string, reason: string, code: string) =>
    reasonsOf({ title: 'Invalid input', status: 422, errors: [{ field, reason, code }] }, null, fields)[0]!.reason
  assert.equal(text('userName', 'is required', 'required'), 'Enter your name')
  assert.equal(
    text('phone', 'must be an international number', 'invalid_format'),
    'Phone must include the country code, like +49 170 1234567',
  )
  assert.equal(
    text('orderedBefore', 'must be later than orderedFrom', 'empty_period'),
    'Customers who ordered before must be later than the first day',
  )
  assert.equal(text('items.0.productId', 'names no product (7)', 'unknown_product'), 'Product is no longer sold')
  assert.equal(text('items.1.unitPrice', 'must be an integer', 'invalid_type'), 'Unit price must be a whole number')
})

test('a price refused in a currency without decimals → an example without them', () => {
  const reason = (typed: string, currency: string) => {
    const fields = [
      { name: 'price', label: 'Price', kind: 'price', value: typed },
      { name: 'currency', label: 'Currency', value: currency },
    ]
    const errors = [{ field: 'price', reason: 'must be an integer', code: 'invalid_type' }]
    return reasonsOf({ title: 'Invalid input', status: 422, errors }, null, fields)[0]!.reason
  }
  assert.equal(reason('24.50', 'JPY'), 'Price must be a whole amount like 2450, without decimals')
  assert.equal(reason('a lot', 'KWD'), 'Price must be an amount like 24.50')
  assert.equal(reason('a lot', ''), 'Price must be an amount like 24.50')
})

test('a shortage → says how many are left, and already in the cart', () => {
  const problem = {
    title: 'Insufficient stock',
    status: 409,
    code: 'insufficient_stock',
    all: [{ product: { name: 'Lamp' }, asked: 502, left: 7 }],
  }
  const text = (asked?: string) =>
    reasonsOf(problem, null, asked === undefined ? [] : [{ name: 'quantity', label: 'Quantity', value: asked }])
  assert.deepEqual(text('500'), [{ field: 'quantity', reason: 'Only 7 left (2 are already in your cart).' }])
  assert.deepEqual(text('502'), [{ field: 'quantity', reason: 'Only 7 left.' }])
  assert.deepEqual(text(), [{ reason: 'Lamp: only 7 left.' }])
})

test('a rate limit names the waiting time once', () => {
  const problem = { title: 'Too many requests', status: 429, code: 'rate_limited', detail: 'Try again in 29 seconds.' }
  assert.deepEqual(reasonsOf(problem, '29'), [{ reason: 'Too many attempts. Try again in 29 seconds.' }])
})

test('`next` stays inside the site, and its braces are not placeholders', () => {
  for (const outside of [
    '//evil.test',
    '/\\evil.test',
    'https://evil.test/',
    'javascript:alert(1)',
    '',
    undefined,
    '/\t/evil.test',
    '/.//evil.test',
    '/a/..//evil.test',
    '/%2e//evil.test',
  ]) {
    assert.equal(localAddress(outside), undefined, String(outside))
  }
  const parts = fc.constantFrom('/', '\\', '.', '..', '%2e', '\t', '\n', '@', ':', '?', '#', 'evil.test', 'https:', 'a')
  fc.assert(
    fc.property(fc.array(parts), tail => {
      const inside = localAddress(`/${tail.join('')}`)
      if (inside === undefined) return
      assert.equal(localAddress(inside), inside)
      assert.equal(new URL(inside, 'https://shop.example').origin, 'https://shop.example')
    }),
  )
  const go = form.success as { go: string; next: 'follow' }
  assert.equal(destination(go, '//evil.test'), '/tries/{id}')
  assert.equal(filled(destination(go, '/{id}?a=1'), { id: 'x' }), '/%7Bid%7D?a=1')
  assert.equal(destination({ go: '/list?moved={moved}', next: 'follow' }, '/list?page=2'), '/list?page=2&moved={moved}')
  assert.equal(destination({ go: '/login/code', next: 'carry' }, '/cart?a=1'), '/login/code?next=%2Fcart%3Fa%3D1')
  assert.equal(filled('/tries/{id}', { id: '../x' }), '/tries/..%2Fx')
})
