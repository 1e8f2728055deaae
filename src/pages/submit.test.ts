import assert from 'node:assert/strict'
import { test } from 'node:test'
import cookie from '@fastify/cookie'
import formbody from '@fastify/formbody'
import Fastify, { type FastifyRequest } from 'fastify'
import { html } from '../html/html.ts'
import { type Form, renderForm } from './form.ts'
import { formPage } from './submit.ts'
import type { Visitor } from './visitor.ts'

const form: Form = {
  id: 'try',
  action: '/try/:name',
  operation: { method: 'PATCH', address: '/api/tries/:name' },
  fields: [
    { name: 'email', label: 'Email', type: 'email', required: true },
    { name: 'count', label: 'Count', type: 'number', value: 'integer' },
  ],
  button: 'Try',
  once: true,
  success: { go: '/done/{id}', done: 'Done.' },
}

type Seen = { headers: FastifyRequest['headers']; body: unknown; ip: string }

async function open(
  answer: { status: number; headers?: Record<string, string | string[]>; body?: unknown },
  of = form,
  user?: Visitor['user'],
) {
  const app = Fastify()
  const seen: Seen[] = []
  await app.register(cookie)
  await app.register(formbody)
  app.decorate('messageKey', Buffer.alloc(32))
  app.decorate('guestOf', async request => ({ path: request.url }))
  app.decorate('visitorOf', async request => ({ path: request.url, ...(user && { user }) }))
  app.patch('/api/tries/:name', (request, reply) => {
    seen.push({ headers: request.headers, body: request.body, ip: request.ip })
    return reply
      .code(answer.status)
      .headers(answer.headers ?? {})
      .send(answer.body)
  })
  formPage(app, of, (_, state) => html`<main>${renderForm(of, state, 'token')}</main>`)
  const post = (payload: string, headers: Record<string, string> = {}) =>
    app.inject({
      method: 'POST',
      url: '/try/a%20b',
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
      payload,
      remoteAddress: '192.0.2.7',
    })
  return { app, seen, post }
}

test('a form post → an operation with headers and address of the visitor', async () => {
  const { post, seen } = await open({ status: 200, body: { id: 'x y' }, headers: { 'set-cookie': ['a=1', 'b=2'] } })
  const response = await post('_csrf=t&_key=k&email=a%40b.cd&count=3&other=1', {
    cookie: 'c=1',
    origin: 'http://localhost',
  })
  assert.equal(response.statusCode, 303)
  assert.equal(response.headers.location, '/done/x%20y')
  assert.deepEqual(response.headers['set-cookie']?.slice(0, 2), ['a=1', 'b=2'])
  assert.match(response.headers['set-cookie']?.[2] ?? '', /^semel_done=[\w-]+; /)
  const [{ headers, body, ip } = assert.fail()] = seen
  assert.deepEqual(body, { email: 'a@b.cd', count: 3 })
  assert.equal(ip, '192.0.2.7')
  assert.deepEqual(
    [headers.cookie, headers.origin, headers['x-csrf-token'], headers['idempotency-key']],
    ['c=1', 'http://localhost', 't', 'k'],
  )
})

test('a rejected form → the page again with status, errors and typed text', async () => {
  const problem = {
    title: 'Invalid input',
    status: 422,
    errors: [{ field: 'email', reason: 'is required', code: 'x' }],
  }
  const { post } = await open({ status: 422, body: problem, headers: { 'content-type': 'application/problem+json' } })
  const response = await post('_key=k&email=&count=many')
  assert.equal(response.statusCode, 422)
  assert.match(response.headers['content-type'] as string, /^text\/html/)
  assert.match(response.body, /Email is required/)
  assert.match(response.body, /value="many"/)
})

test('a form with a question → asks, keeps text and key, then sends', async () => {
  const asking: Form = { ...form, confirm: 'Really?' }
  const { post, seen } = await open({ status: 200, body: { id: 1 } }, asking, {
    id: '1',
    userName: 'Ada',
    role: 'customer',
    permissions: [],
    may: () => true,
  })
  const asked = await post('_key=k&email=a%40b.cd', { referer: 'http://localhost/try/a%20b?page=2' })
  assert.equal(asked.statusCode, 200)
  assert.match(asked.body, /role="alert"[^>]*><p>Really\?/)
  assert.match(asked.body, /name="_key" value="k".*value="a@b.cd".*href="\/try\/a%20b\?page=2">Go back/s)
  assert.equal(seen.length, 0)
  const [, confirmed = ''] = /name="_confirmed" value="(\w+)"/.exec(asked.body) ?? []
  const sent = await post(`_key=k&email=a%40b.cd&_confirmed=${confirmed}`)
  assert.equal(sent.statusCode, 303)
  assert.equal(seen.length, 1)
  // Another site cannot send the visitor back to itself.
  const foreign = await post('email=a%40b.cd', { referer: 'https://evil.example//evil.example/' })
  assert.doesNotMatch(foreign.body, /href="[^"]*evil/)
})

test('a guest is asked nothing, because the API refuses guests', async () => {
  const { post, seen } = await open(
    { status: 401, body: { title: 'Not signed in', code: 'unauthenticated' } },
    { ...form, confirm: 'Really?' },
  )
  assert.equal((await post('email=a%40b.cd')).statusCode, 401)
  assert.equal(seen.length, 1)
})

test('a key that was used for another body is replaced', async () => {
  const body = { title: 'Key used', status: 422, code: 'idempotency_key_reused' }
  const { post } = await open({ status: 422, body })
  assert.match((await post('_key=k')).body, /name="_key" value="(?!k")[^"]{16,}"/)
})

test('any other failure → keeps the key, so a retry cannot act twice', async () => {
  const { post } = await open({ status: 503, body: 'down', headers: { 'retry-after': '5' } })
  const response = await post('_key=k&email=a%40b.cd')
  assert.equal(response.statusCode, 503)
  assert.match(response.body, /name="_key" value="k"/)
  assert.match(response.body, /Please try again in 5 seconds/)
})

test('an answer is shown on the page', async () => {
  const showing: Form = {
    ...form,
    success: { show: (answer: { secret: string }) => html`<b>${answer.secret.trim()}</b>` },
  }
  const { post, app } = await open({ status: 200, body: { secret: '<i>' } }, showing)
  assert.match((await post('email=a%40b.cd')).body, /<b>&lt;i&gt;<\/b>/)
  const headers = { 'x-show-answer': 'yes' }
  const part = await app.inject({ method: 'POST', url: '/try/x', headers, payload: { secret: '<i>' } })
  assert.equal(part.body, '<b>&lt;i&gt;</b>')
  const nonsense = await app.inject({ method: 'POST', url: '/try/x', headers, payload: { secret: 1 } })
  assert.equal(nonsense.statusCode, 400)
})

test('an answer that a guest sends is too long → not rendered', async () => {
  let rendered = 0
  const show = ({ codes }: { codes: string[] }) => {
    rendered++
    return html`${codes.map(code => html`<li>${code}</li>`)}`
  }
  const { app } = await open({ status: 200 }, { ...form, success: { show } })
  const headers = { 'x-show-answer': 'yes' }
  const payload = { codes: Array(9000).fill('"'.repeat(50)) }
  const refused = await app.inject({ method: 'POST', url: '/try/x', headers, payload })
  assert.deepEqual([refused.statusCode, rendered], [400, 0])
  // A page that orders a hundred products again, with long names in any script.
  const codes = Array(100).fill('\u{1f600}'.repeat(200))
  const shown = await app.inject({ method: 'POST', url: '/try/x', headers, payload: { codes } })
  assert.deepEqual([shown.statusCode, rendered], [200, 1])
})

test('an answer that changes more than the form → a whole page', async () => {
  const showing: Form = { ...form, success: { show: ({ secret }) => html`<b>${secret}</b>`, page: true } }
  const { app } = await open({ status: 200 }, showing)
  const headers = { 'x-show-answer': 'yes' }
  const shown = await app.inject({ method: 'POST', url: '/try/x', headers, payload: { secret: '<i>' } })
  assert.match(shown.body, /^<!doctype html>/)
  assert.match(shown.body, /<b>&lt;i&gt;<\/b>/)
})

test('typed text is kept even when the visitor cannot be determined', async () => {
  const { post, app } = await open({ status: 503, body: 'down' })
  app.visitorOf = async () => {
    throw new Error('no database')
  }
  const response = await post('_csrf=t&email=a%40b.cd')
  assert.equal(response.statusCode, 503)
  assert.match(response.body, /value="a@b.cd"/)
})
