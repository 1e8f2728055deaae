import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import cookie from '@fastify/cookie'
import formbody from '@fastify/formbody'
import Fastify, { type FastifyReply, type FastifyRequest } from 'fastify'
import type { Browser, Page } from 'playwright-core'
import { html } from '../../src/html/html.ts'
import { serveAssets } from '../../src/pages/assets.ts'
import { copyable } from '../../src/pages/components.ts'
import { readDone } from '../../src/pages/done.ts'
import { type Form, renderForm } from '../../src/pages/form.ts'
import { page as layout } from '../../src/pages/layout.ts'
import { formPage } from '../../src/pages/submit.ts'
import { openBrowser } from '../support/browser.ts'

let browser: Browser
before(async () => {
  browser = await openBrowser()
})
after(() => browser.close())

const form: Form = {
  id: 'try',
  action: '/try',
  operation: { method: 'POST', address: '/api/tries' },
  fields: [{ name: 'email', label: 'Email', type: 'email', required: true }],
  button: 'Try',
  success: { say: 'Done: {message}' },
}

type Answer = (request: FastifyRequest, reply: FastifyReply) => unknown

/** A page with one form, and its operation. */
async function open(of: Form, answer: Answer, { path = '/try', javaScriptEnabled = true } = {}) {
  const app = Fastify()
  const seen: FastifyRequest[] = []
  await app.register(formbody)
  await app.register(cookie)
  app.decorate('messageKey', Buffer.alloc(32))
  app.decorate('visitorOf', async request => ({ path: request.url, csrfToken: 'stale', done: readDone(request) }))
  serveAssets(app)
  app.post('/api/tries', (request, reply) => {
    seen.push(request)
    return answer(request, reply)
  })
  app.get('/api/auth/csrf', () => ({ csrfToken: 'fresh' }))
  app.get('/cart', (_, reply) => reply.type('text/html').send('<title>Cart</title>'))
  formPage(app, of, (visitor, state) =>
    layout({ title: 'Try', visitor, main: html`<h1>Try</h1>${renderForm(of, state, visitor.csrfToken)}` }),
  )
  const origin = await app.listen({ port: 0 })
  const context = await browser.newContext({ javaScriptEnabled })
  const page = await context.newPage()
  await page.goto(origin + path)
  const close = async () => {
    await context.close()
    await app.close()
  }
  return { page, seen, [Symbol.asyncDispose]: close }
}

const send = (page: Page) => page.getByRole('button', { name: 'Try', exact: true }).click()

for (const javaScriptEnabled of [true, false]) {
  const way = javaScriptEnabled ? 'with JavaScript' : 'without JavaScript'

  test(`an answer is shown with markup from the server: ${way}`, async () => {
    const show: Form = {
      ...form,
      success: { show: answer => html`<div class="notice" tabindex="-1"><b>${answer.secret}</b></div>` },
    }
    await using opened = await open(show, () => ({ secret: '<img src=x onerror=alert(1)>' }), { javaScriptEnabled })
    await send(opened.page)
    await opened.page.locator('#try b').waitFor()
    assert.equal(await opened.page.locator('#try b').textContent(), '<img src=x onerror=alert(1)>')
    assert.equal(await opened.page.locator('form#try').count(), 0)
  })

  test(`a success follows \`next\` inside the site, with the query of its own page: ${way}`, async () => {
    const follow: Form = { ...form, success: { go: '/try?done={id}', next: 'follow', done: false } }
    for (const [next, arrives] of [
      ['/cart?a=1', '/cart?a=1&done=a%2Fb'],
      ['//evil.test/', '/try?done=a%2Fb'],
    ] as const) {
      const path = `/try?next=${encodeURIComponent(next)}`
      await using opened = await open(follow, () => ({ id: 'a/b' }), { javaScriptEnabled, path })
      await send(opened.page)
      await opened.page.waitForURL(url => url.pathname + url.search === arrives)
    }
  })

  test(`typed text reaches the API with the documented types: ${way}`, async () => {
    const typed: Form = {
      ...form,
      fields: [
        ...form.fields,
        { name: 'items.0.productId', label: 'Product', type: 'hidden', value: 'integer' },
        { name: 'items.0.quantity', label: 'Quantity', type: 'number', value: 'integer' },
        { name: 'terms', label: 'Terms', type: 'checkbox', value: 'boolean' },
        { name: 'phone', label: 'Phone', type: 'tel', empty: 'null' },
        { name: 'note', label: 'Note', type: 'textarea' },
      ],
    }
    await using opened = await open(typed, () => ({}), { javaScriptEnabled })
    const { page, seen } = opened
    await page.getByLabel('Quantity').fill('3')
    await page.getByLabel('Terms').check()
    await page.getByLabel('Note').fill('\nfirst\nsecond')
    await send(page)
    await page.getByRole('status').filter({ hasText: 'Done' }).waitFor()
    assert.deepEqual(seen[0]?.body, { items: [{ quantity: 3 }], terms: true, phone: null, note: '\nfirst\nsecond' })
  })

  test(`typed text is kept after an error, a password is not: ${way}`, async () => {
    const fields: Form['fields'] = [
      ...form.fields,
      { name: 'password', label: 'Password', type: 'password', required: true },
    ]
    const refuse: Answer = (_, reply) =>
      reply
        .code(401)
        .type('application/problem+json')
        .send(JSON.stringify({ title: 'Invalid credentials', status: 401, detail: 'Email or password is wrong.' }))
    await using opened = await open({ ...form, fields }, refuse, { javaScriptEnabled })
    await opened.page.getByLabel('Email').fill('flavia@example.com')
    await opened.page.getByLabel('Password').fill('correct horse')
    await send(opened.page)
    assert.equal(
      await opened.page.getByRole('alert').getByRole('listitem').textContent(),
      'Email or password is wrong.',
    )
    assert.equal(await opened.page.getByLabel('Email').inputValue(), 'flavia@example.com')
    assert.equal(await opened.page.getByLabel('Password').inputValue(), '')
  })
}

test('a form that stays shows its success above the fields', async () => {
  const stays: Form = { ...form, success: { say: 'Saved.', keepForm: true } }
  await using opened = await open(stays, () => ({}))
  const { page } = opened
  await page.getByLabel('Email').fill('flavia@example.com')
  await send(page)
  await page.getByText('Saved.').waitFor()
  assert.equal(await page.getByLabel('Email').inputValue(), 'flavia@example.com')
})

test('form with a question → not sent after "Go back" or Escape', async () => {
  await using opened = await open({ ...form, confirm: 'Really?' }, () => ({ message: 'gone' }))
  const { page, seen } = opened
  await send(page)
  await page.getByRole('dialog', { name: 'Really?' }).getByRole('button', { name: 'Go back' }).click()
  await send(page)
  await page.getByRole('dialog').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  assert.equal(seen.length, 0)
  await send(page)
  await page.getByRole('dialog').getByRole('button', { name: 'Try' }).click()
  await page.getByText('Done: gone').waitFor()
  assert.equal(seen.length, 1)
})

test('an expired CSRF token is renewed, and the form is sent again', async () => {
  await using opened = await open(form, (request, reply) =>
    request.headers['x-csrf-token'] === 'fresh'
      ? { message: 'at last' }
      : reply
          .code(403)
          .type('application/problem+json')
          .send(JSON.stringify({ title: 'CSRF token or API key required', status: 403, code: 'csrf_required' })),
  )
  await send(opened.page)
  await opened.page.getByText('Done: at last').waitFor()
  assert.deepEqual(
    opened.seen.map(({ headers }) => headers['x-csrf-token']),
    ['stale', 'fresh'],
  )
})

test('a retry after a lost answer sends the same key', async () => {
  let times = 0
  await using opened = await open({ ...form, once: true }, (_, reply) =>
    times++ === 0 ? reply.code(503).send('') : { message: 'one' },
  )
  const { page, seen } = opened
  await send(page)
  await page.getByRole('alert').waitFor()
  await send(page)
  await page.getByText('Done: one').waitFor()
  const [first, second] = seen.map(({ headers }) => headers['idempotency-key'])
  assert.ok(first)
  assert.equal(first, second)
})

test('previous problem is pale while the next try is on its way', async () => {
  const answered = Promise.withResolvers<void>()
  let times = 0
  await using opened = await open(form, async (_, reply) => {
    if (times++ === 0) return reply.code(503).send('')
    await answered.promise
    return { message: 'one' }
  })
  const { page } = opened
  const opacity = () => page.evaluate("getComputedStyle(document.querySelector('.notice.problem')).opacity")
  await send(page)
  await page.getByRole('alert').waitFor()
  assert.equal(await opacity(), '1')
  await send(page)
  await page.locator('form[aria-busy=true]').waitFor()
  assert.equal(await opacity(), '0.5')
  answered.resolve()
  await page.getByText('Done: one').waitFor()
})

const secret: Form = {
  ...form,
  success: { show: answer => html`<div class="notice" tabindex="-1">${copyable(answer.secret, 'Copy')}</div>` },
}

test('a shown secret can be copied', async () => {
  await using opened = await open(secret, () => ({ secret: 'JBSW' }))
  const { page } = opened
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await send(page)
  await page.getByRole('button', { name: 'Copy' }).click()
  await page.getByRole('status').filter({ hasText: 'Copied' }).waitFor({ state: 'attached' })
  assert.equal(await page.evaluate('navigator.clipboard.readText()'), 'JBSW')
})

test('accepted request whose result cannot be shown → says so, not sent again', async () => {
  await using opened = await open(secret, () => ({ secret: 'JBSW' }))
  const { page, seen } = opened
  await page.route('**/try', route => route.abort())
  await send(page)
  await page.getByText('Your request was accepted').waitFor()
  assert.equal(await page.getByRole('button', { name: 'Try' }).count(), 0)
  assert.equal(seen.length, 1)
})
