/** Sends the operation of a form, and reads the answer, even a malformed one. */
import { input } from './dom.js'
import { bodyOf, changedFields, NO_ANSWER, problemOf, UNREACHABLE } from './form-rules.js'

/** @typedef {import('./form-rules.js').Problem} Problem */

/** Milliseconds: longer than the server needs, shorter than a person waits for a silent page. */
const FORM_TIMEOUT = 40_000
/** A file of 8 MB on a slow line. The server gives it 5 minutes. */
const FILE_TIMEOUT = 330_000

/**
 * @param {HTMLFormElement} form
 * @returns {Promise<{ answer?: unknown, problem?: Problem, retryAfter?: string | null }>}
 */
export async function send(form, isRetry = false) {
  const [method, address] = /** @type {[string, string]} */ ((form.dataset.operation ?? '').split(' '))
  /** @type {Record<string, string>} */
  const headers = { accept: 'application/json', 'content-type': 'application/json' }
  const { lang, dataset } = document.documentElement
  if (lang) headers['accept-language'] = `${dataset.locale ?? lang}, ${lang};q=0.9`
  const csrf = input(form, '_csrf')
  const key = input(form, '_key')
  if (csrf) headers['x-csrf-token'] = csrf.value
  if (key) headers['idempotency-key'] = key.value
  let response
  let text
  const timeout = new AbortController()
  const timer = setTimeout(() => timeout.abort(), form.enctype === 'multipart/form-data' ? FILE_TIMEOUT : FORM_TIMEOUT)
  try {
    response = await fetch(address, {
      method,
      headers,
      body: JSON.stringify(await typedIn(form)),
      credentials: 'same-origin',
      signal: timeout.signal,
    })
    text = await response.text()
  } catch {
    return { problem: timeout.signal.aborted ? NO_ANSWER : UNREACHABLE }
  } finally {
    clearTimeout(timer)
  }
  const answer = response.ok ? readAnswer(text) : undefined
  if (answer !== undefined) return { answer }
  const problem = problemOf(response.status, response.headers.get('content-type'), text)
  // The token expired while the page was open. The request was rejected before it did anything.
  if (csrf && !isRetry && problem.code?.includes('csrf') && (await renewToken(csrf))) return send(form, true)
  return { problem, retryAfter: response.headers.get('retry-after') }
}

/** @param {HTMLFormElement} form */
async function typedIn(form) {
  /** @type {import('./form-rules.js').FieldRule[]} */
  const rules = []
  /** @type {Record<string, string>} */
  const values = {}
  for (const control of /** @type {Iterable<HTMLInputElement>} */ (form.elements)) {
    if (!control.name || control.name.startsWith('_')) continue
    const { value, empty } = /** @type {any} */ (control.dataset)
    if (!rules.some(({ name }) => name === control.name)) rules.push({ name: control.name, value, empty })
  }
  for (const [name, value] of new FormData(form)) values[name] = typeof value === 'string' ? value : await base64(value)
  return bodyOf(changedFields(rules, values), values)
}

/**
 * @param {File} file
 * @returns {Promise<string>}
 */
async function base64(file) {
  let text = ''
  // A call takes only so many arguments.
  const bytes = new Uint8Array(await file.arrayBuffer())
  for (let start = 0; start < bytes.length; start += 8192) {
    text += String.fromCharCode(...bytes.subarray(start, start + 8192))
  }
  return btoa(text)
}

/** @param {string} text empty or JSON, unless a proxy replaced it */
function readAnswer(text) {
  try {
    return text === '' ? {} : JSON.parse(text)
  } catch {
    return undefined
  }
}

/**
 * The page is out of date. The server sends it anew, with the error and the typed text.
 *
 * @param {HTMLFormElement} form
 * @param {Problem} problem
 */
export function isOutdated(form, problem) {
  const codes = [problem.code, ...(problem.errors ?? []).map(({ code }) => code)]
  return form.dataset.outdatedBy?.split(' ').some(code => codes.includes(code)) ?? false
}

/** @param {HTMLInputElement} csrf */
async function renewToken(csrf) {
  const response = await fetch('/api/auth/csrf', { credentials: 'same-origin' }).catch(() => undefined)
  if (!response?.ok) return false
  csrf.value = (await response.json()).csrfToken
  return true
}

/** @param {HTMLFormElement} form whose next request is another one */
export function renewKey(form) {
  const key = input(form, '_key')
  if (key) key.value = newKey()
}

function newKey() {
  // randomUUID exists only on secure origins, and a test installation may use plain http in a local network.
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), byte => byte.toString(16).padStart(2, '0')).join('')
}
