/** Sends the operation that a form stands for, and reads what comes back, whatever it is. */
import { input } from './dom.js'
import { bodyOf, NO_ANSWER, problemOf, spendsKey, UNREACHABLE } from './form-rules.js'

/** @typedef {import('./form-rules.js').Problem} Problem */

/** Longer than a server takes, shorter than a person waits before a page that says nothing. */
const PATIENCE = 40_000

/**
 * @param {HTMLFormElement} form
 * @returns {Promise<{ answer?: unknown, problem?: Problem, retryAfter?: string | null }>}
 */
export async function send(form, again = false) {
  const [method, address] = /** @type {[string, string]} */ ((form.dataset.operation ?? '').split(' '))
  /** @type {Record<string, string>} */
  const headers = { accept: 'application/json', 'content-type': 'application/json' }
  const csrf = input(form, '_csrf')
  const key = input(form, '_key')
  if (csrf) headers['x-csrf-token'] = csrf.value
  if (key) headers['idempotency-key'] = key.value
  let response
  let text
  const patience = new AbortController()
  const timer = setTimeout(() => patience.abort(), PATIENCE)
  try {
    response = await fetch(address, {
      method,
      headers,
      body: JSON.stringify(typedIn(form)),
      credentials: 'same-origin',
      signal: patience.signal,
    })
    text = await response.text()
  } catch {
    return { problem: patience.signal.aborted ? NO_ANSWER : UNREACHABLE }
  } finally {
    clearTimeout(timer)
  }
  const answer = response.ok ? readAnswer(text) : undefined
  if (answer !== undefined) return { answer }
  const problem = problemOf(response.status, response.headers.get('content-type'), text)
  // The page stood open longer than its token lives. The request was refused before it did anything.
  if (csrf && !again && problem.code?.includes('csrf') && (await renewToken(csrf))) return send(form, true)
  if (key && spendsKey(problem)) key.value = newKey()
  return { problem, retryAfter: response.headers.get('retry-after') }
}

/** @param {HTMLFormElement} form */
function typedIn(form) {
  /** @type {import('./form-rules.js').FieldRule[]} */
  const rules = []
  /** @type {Record<string, string>} */
  const values = {}
  for (const control of /** @type {Iterable<HTMLInputElement>} */ (form.elements)) {
    if (!control.name || control.name.startsWith('_')) continue
    const { value, empty } = /** @type {any} */ (control.dataset)
    if (!rules.some(({ name }) => name === control.name)) rules.push({ name: control.name, value, empty })
  }
  for (const [name, value] of new FormData(form)) values[name] = String(value)
  return bodyOf(rules, values)
}

/** @param {string} text nothing, or JSON; or what some box on the way put in its place */
function readAnswer(text) {
  try {
    return text === '' ? {} : JSON.parse(text)
  } catch {
    return undefined
  }
}

/** @param {HTMLInputElement} csrf */
async function renewToken(csrf) {
  const response = await fetch('/api/auth/csrf', { credentials: 'same-origin' }).catch(() => undefined)
  if (!response?.ok) return false
  csrf.value = (await response.json()).csrfToken
  return true
}

function newKey() {
  // randomUUID exists only on secure origins, and a trial may run on a plain address in the local network.
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), byte => byte.toString(16).padStart(2, '0')).join('')
}
