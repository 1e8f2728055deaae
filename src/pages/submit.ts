/**
 * The way of a form without JavaScript. The page's own POST is a client of the API: it sends the request that
 * assets/enhance.js would have sent, with the visitor's own cookies and address, and shows the answer. It has no rights
 * and no rules of its own, so page and API cannot disagree, and what guards the API (CSRF, budgets, roles) guards this.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest, InjectOptions } from 'fastify'
import { bodyOf, filled, localAddress, problemOf, spendsKey } from './assets/form-rules.js'
import { destination, type Form, type FormState, notice, renderDone, withParams } from './form.ts'
import { type Html, html } from './html.ts'
import { sendPage, type Visitor } from './visitor.ts'

export type RenderPage = (visitor: Visitor, state: FormState, request: FastifyRequest) => Html | Promise<Html>

/** A page with one form: GET shows it, POST sends it. */
export function formPage(app: FastifyInstance, form: Form, render: RenderPage): void {
  app.get(form.action, async (request, reply) => {
    const visitor = await app.visitorOf(request, reply)
    return sendPage(reply, await render(visitor, stateOf(request), request))
  })
  formAction(app, form, render)
}

/** One form of several on a page: only the POST; `render` shows the page that the form stands on. */
export function formAction(app: FastifyInstance, form: Form, render: RenderPage): void {
  app.post(form.action, async (request, reply) => {
    if ('show' in form.success && request.headers['x-show-answer'] === 'yes') return sendShown(form, request, reply)
    const values = typedIn(request.body)
    const answer = await app.inject(operation(form, values, request))
    relay(answer.headers, reply)
    // The page is shown to who is signed in now: an operation may have changed the token of the session.
    for (const { name, value } of answer.cookies) request.cookies[name] = value
    const state = { ...stateOf(request), values }
    const failed = answer.statusCode >= 300
    if (failed) {
      const problem = problemOf(answer.statusCode, answer.headers['content-type']?.toString(), answer.body)
      const retryAfter = answer.headers['retry-after']?.toString()
      const key = spendsKey(problem) ? undefined : values._key
      // What refused the request may refuse to say who asked, too; what was typed is worth more than the name above it.
      const stranger = { path: request.url.split('?')[0]!, csrfToken: values._csrf }
      const visitor = await app.visitorOf(request, reply).catch(() => stranger)
      const page = await render(visitor, { ...state, problem, retryAfter, key }, request)
      return sendPage(reply, page, problem.status)
    }
    const body = answer.body === '' ? {} : answer.json()
    if ('go' in form.success) return reply.redirect(filled(destination(form.success, state.next), body), 303)
    const visitor = await app.visitorOf(request, reply)
    return sendPage(reply, await render(visitor, { ...state, answer: body }, request))
  })
}

function operation(form: Form, values: Record<string, string>, request: FastifyRequest): InjectOptions {
  const body = JSON.stringify(bodyOf(form.fields, values))
  const headers: Record<string, string> = { accept: 'application/json', 'content-type': 'application/json' }
  for (const name of PASSED_ON) {
    const value = request.headers[name]
    if (value !== undefined) headers[name] = String(value)
  }
  // Always sent: without it the API would take this request for JSON that no other site can have sent.
  headers['x-csrf-token'] = values._csrf ?? ''
  if (form.once && values._key) headers['idempotency-key'] = values._key
  const url = withParams(form.operation.address, request.params as Record<string, string>)
  return { method: form.operation.method, url, headers, body, remoteAddress: request.socket.remoteAddress }
}

/** Who asks, from where and through whom: the API has to come to the same conclusions as if it had been asked itself. */
const PASSED_ON = [
  'cookie',
  'user-agent',
  'host',
  'origin',
  'referer',
  'sec-fetch-site',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'forwarded',
  'traceparent',
]

function relay(headers: Record<string, number | string | string[] | undefined>, reply: FastifyReply): void {
  for (const name of ['set-cookie', 'retry-after', 'idempotent-replayed']) {
    const value = headers[name]
    if (value !== undefined) reply.header(name, value)
  }
}

/**
 * The script has the answer and asks for its look. This shows what it is given and knows nothing; another site cannot
 * ask, because the header needs a preflight that is never granted.
 */
function sendShown(form: Form, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  reply.header('cache-control', 'no-store').type('text/html; charset=utf-8')
  try {
    const part = renderDone(form, request.body ?? {}) ?? html``
    return reply.send(part.toString())
  } catch {
    return reply.code(400).send(notice('This is not an answer of that operation.').toString())
  }
}

function stateOf(request: FastifyRequest): FormState {
  const { next } = request.query as { next?: unknown }
  return {
    params: request.params as Record<string, string>,
    next: typeof next === 'string' ? localAddress(next) : undefined,
  }
}

/** A field sent twice counts with its last value, as in the browser script. */
function typedIn(body: unknown): Record<string, string> {
  const values: Record<string, string> = Object.create(null)
  for (const [name, value] of Object.entries(body ?? {})) {
    values[name] = String(Array.isArray(value) ? value.at(-1) : value)
  }
  // A browser sends line breaks of a text area as CR LF, a script as LF.
  for (const name in values) values[name] = values[name]!.replaceAll('\r\n', '\n')
  return values
}
