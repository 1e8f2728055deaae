/**
 * Forms without JavaScript. The POST of a page is a client of the API: it sends the request that assets/enhance.js would
 * have sent, with the visitor's cookies and address, and shows the answer. It has no permissions and no rules of its
 * own. So page and API cannot disagree, and CSRF checks, rate limits and roles protect both.
 */
import multipart from '@fastify/multipart'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest, InjectOptions } from 'fastify'
import { type Html, html } from '../html/html.ts'
import { localAddress } from '../html/site-address.ts'
import { Problem } from '../problems.ts'
import { currentLanguage, currentLocale, inLanguage } from '../words/words.ts'
import { bodyOf, changedFields, filled, problemOf, spendsKey } from './assets/form-rules.js'
import { doneKey, formDone, leaveDone, leaveSaid } from './done.ts'
import { withTickedBoxes } from './field.ts'
import { destination, type Form, type FormState, hasFile, notice, renderDone, renderForm, withParams } from './form.ts'
import { page } from './layout.ts'
import { typedText } from './pressed.ts'
import { isCustomer, sendPage, type Visitor } from './visitor.ts'

type RenderPage = (
  visitor: Visitor,
  state: FormState,
  request: FastifyRequest,
  reply: FastifyReply,
) => Html | Promise<Html>

/** A form that waited for another one, which was accepted: it is sent as it was. */
type Sent = { readonly form: Form; readonly values: Readonly<Record<string, string>>; readonly render: RenderPage }
/** `params`: of the address of the form that waited. */
type Follow = (
  values: Readonly<Record<string, string>>,
) => (Sent & { readonly params: Readonly<Record<string, string>> }) | undefined

/** A page with one form. GET shows it, POST sends it. */
export function formPage(app: FastifyInstance, form: Form, render: RenderPage): void {
  app.get(form.action, async (request, reply) => {
    const visitor = await app.visitorOf(request, reply)
    return sendPage(reply, await render(visitor, stateOf(request), request, reply))
  })
  formAction(app, form, render)
}

/** Adds only the POST, for pages with several forms. `render` shows the page of the form. */
export function formAction(app: FastifyInstance, form: Form, render: RenderPage, follow?: Follow): void {
  if ('go' in form.success && form.success.done) doneKey(form.success.done)
  if (!hasFile(form)) addPost(app, form, render, follow)
  else
    void app.register(async scope => {
      const limits = { fileSize: MAX_FILE + 1, files: 1, fields: 20, parts: 21 }
      // A file that is too large arrives cut off at one byte too many, and the API says that it is too large.
      await scope.register(multipart, { attachFieldsToBody: 'keyValues', limits, throwFileSizeLimit: false })
      // Many large files of strangers at once would fill the memory. Forms with files are for staff.
      scope.addHook('onRequest', async (request, reply) => {
        const { user } = await app.visitorOf(request, reply)
        if (!user) throw new Problem('unauthenticated', 'Sign in to send a file.')
        if (user.role === 'customer') throw new Problem('forbidden', 'Only staff can send files.')
      })
      const read = new WeakSet<FastifyRequest>()
      scope.addHook('preHandler', async request => void read.add(request))
      scope.setErrorHandler(async (error: Partial<FastifyError>, request) => {
        // The parser reports a mistake of the client like one of its own.
        const isOfParser = !read.has(request) && error.statusCode === undefined && !(error instanceof Problem)
        throw isOfParser ? new Problem('malformed_request', UNREADABLE) : error
      })
      addPost(scope, form, render)
    })
}

/** Shows a page anew as it is for what was typed, such as the fields of an address in another country. It calls no operation. */
export function showAction(app: FastifyInstance, address: string, render: RenderPage): void {
  app.post(address, async (request, reply) => {
    const visitor = await app.visitorOf(request, reply)
    const values = typedIn(request.body)
    return sendPage(reply, await render(visitor, { ...stateOf(request), values, key: values._key }, request, reply))
  })
}

const UNREADABLE = 'The form is cut off, or is not multipart/form-data (RFC 7578).'

const MAX_FILE = 16 * 1024 * 1024

function addPost(app: FastifyInstance, form: Form, render: RenderPage, follow?: Follow): void {
  app.post(form.action, { config: { takesFile: hasFile(form) } }, async (request, reply) => {
    if ('show' in form.success && request.headers['x-show-answer'] === 'yes') {
      return sendShown(form, request, reply, render)
    }
    return answerForm({ form, values: typedIn(request.body), render }, request, reply, follow)
  })
}

async function answerForm(
  { form, values, render }: Sent,
  request: FastifyRequest,
  reply: FastifyReply,
  follow?: Follow,
) {
  const app = request.server
  if (form.confirm && values._confirmed !== 'yes') {
    const visitor = await app.visitorOf(request, reply)
    // The API refuses everybody else, and its answer leads to the sign-in page.
    const state = { ...asking(request), values, key: values._key }
    const shown = isCustomer(visitor) ? await render(visitor, state, request, reply) : undefined
    // A page that no longer has the form cannot ask, but the API can say why.
    if (shown?.toString().includes('name="_confirmed"')) return sendPage(reply, shown)
  }
  const sent = operation(form, values, request)
  const answer = await inLanguage('en', () => app.inject(sent))
  relay(answer.headers, reply)
  // The operation may have changed the session, and the page is for the user who is signed in now.
  for (const { name, value } of answer.cookies) request.cookies[name] = value
  if (answer.cookies.length > 0) request.headers.cookie = cookieHeader(request.cookies)
  const state = { ...stateOf(request), values }
  const failed = answer.statusCode >= 300
  if (failed) {
    const problem = problemOf(answer.statusCode, answer.headers['content-type']?.toString(), answer.body)
    const retryAfter = answer.headers['retry-after']?.toString()
    const key = spendsKey(problem) ? undefined : values._key
    // The cause of the failure can hide the visitor too. The typed text matters more than the name in the header.
    const guest = async (): Promise<Visitor> => ({ ...(await app.guestOf(request)), csrfToken: values._csrf })
    const visitor = await app.visitorOf(request, reply).catch(guest)
    const refused = { ...state, problem, retryAfter, key }
    const isSignedOut = problem.code === 'unauthenticated' && !visitor.user
    const shown = isSignedOut ? signedOut(form, visitor, refused) : await render(visitor, refused, request, reply)
    return sendPage(reply, shown, problem.status)
  }
  // A code that was asked for on the way is followed by the form that wanted it (accounts/second-factors/kept-form.ts).
  const next = follow?.(values)
  if (next) {
    request.params = next.params
    return answerForm(next, request, reply)
  }
  const body = answer.body === '' ? {} : answer.json()
  if ('go' in form.success) {
    if (form.success.done) leaveDone(reply, form.success.done)
    return reply.redirect(filled(destination(form.success, state.next), body), 303)
  }
  if ('say' in form.success && values._kept === undefined) {
    // A reload of the page with the message must not send the form again. This address leads to its page (errors.ts).
    leaveSaid(reply, filled(form.success.say, body), form.success.keepForm ? '' : form.id)
    return reply.redirect(request.url, 303)
  }
  const visitor = await app.visitorOf(request, reply)
  return sendPage(reply, await render(visitor, { ...state, answer: body }, request, reply))
}

function cookieHeader(cookies: Readonly<Record<string, string | undefined>>): string {
  return Object.entries(cookies)
    .map(([name, value = '']) => `${name}=${encodeURIComponent(value)}`)
    .join('; ')
}

/** The page with the question of a form, in place of the dialog that scripts show. */
function asking(request: FastifyRequest): FormState {
  const { referer = '' } = request.headers
  const { pathname, search } = URL.canParse(referer) ? new URL(referer) : {}
  const action = request.url.split('?')[0]!
  return { ...stateOf(request), asks: { action, back: pathname && localAddress(pathname + search) } }
}

/** The page around the form is not for guests. The form alone keeps the typed text until the visitor has signed in. */
function signedOut(form: Form, visitor: Visitor, state: FormState): Html {
  const title = 'Sign in to continue'
  const main = html`<h1>${title}</h1>${renderForm(form, state, visitor.csrfToken)}`
  return page({ title, visitor, failed: true, width: 'narrow', main })
}

function operation(form: Form, values: Record<string, string>, request: FastifyRequest): InjectOptions {
  const fields = changedFields(withTickedBoxes(form.fields, values), values)
  const body = JSON.stringify(bodyOf(fields, values))
  const headers: Record<string, string> = { accept: 'application/json', 'content-type': 'application/json' }
  for (const name of FORWARDED_HEADERS) {
    const value = request.headers[name]
    if (value !== undefined) headers[name] = String(value)
  }
  // Says it as the script does: how the page writes numbers, and its language.
  headers['accept-language'] = `${currentLocale()}, ${currentLanguage()};q=0.9`
  // Always set: without it the API would accept this request as JSON, which other sites cannot send.
  headers['x-csrf-token'] = values._csrf ?? ''
  if (form.once && values._key) headers['idempotency-key'] = values._key
  const url = withParams(form.operation.address, request.params as Record<string, string>)
  const { remoteAddress } = request.socket
  return { method: form.operation.method, url, headers, body, ...(remoteAddress && { remoteAddress }) }
}

/** Headers about the client and its connection. With them the API decides as for a direct request. */
const FORWARDED_HEADERS = [
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

/** Characters. The longest answer to a form is the report of an import with a hundred bad rows. */
const LONGEST_ANSWER = 128 * 1024

/**
 * Renders an answer that the script has already received. It uses only the given data. Other sites cannot call it: the
 * header needs a preflight, which is never granted.
 */
async function sendShown(form: Form, request: FastifyRequest, reply: FastifyReply, render: RenderPage) {
  reply.header('cache-control', 'no-store').type('text/html; charset=utf-8')
  const state = { ...stateOf(request), answer: request.body ?? {} }
  try {
    // A guest can send anything as an answer, and a megabyte becomes many of them on the page.
    if (JSON.stringify(state.answer).length > LONGEST_ANSWER) throw new RangeError('too long')
    const part = renderDone(form, state.answer, state.next) ?? html``
    if (!('page' in form.success && form.success.page)) return reply.send(part.toString())
    return sendPage(reply, await render(await request.server.visitorOf(request, reply), state, request, reply))
  } catch {
    return reply.code(400).send(notice('This is not an answer of the operation.').toString())
  }
}

/** The parameters and `?next=` of a request for a page with a form. */
export function stateOf(request: FastifyRequest): FormState {
  const { next } = request.query as { next?: unknown }
  return {
    params: request.params as Record<string, string>,
    next: typeof next === 'string' ? localAddress(next) : undefined,
    here: request.url,
    replaced: formDone(request),
  }
}

/** The last value of a repeated field counts, as in the browser script. */
function typedIn(body: unknown): Record<string, string> {
  const values: Record<string, string> = Object.create(null)
  for (const [name, value] of Object.entries(body ?? {})) {
    const last = Array.isArray(value) ? value.at(-1) : value
    values[name] = Buffer.isBuffer(last) ? last.toString('base64') : typedText(last)
  }
  // Browsers submit line breaks of a text area as CR LF, the script as LF.
  for (const name in values) values[name] = values[name]!.replaceAll('\r\n', '\n')
  return values
}
