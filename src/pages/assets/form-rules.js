/**
 * The server and the browser do this alike with a form: they make the body of a request of its fields, and they read
 * the problem that comes back. `form-words.js` puts the problem into words.
 *
 * @typedef {{ name: string, value?: 'string' | 'integer' | 'boolean' | 'day' | 'json', empty?: 'omit' | 'null' | 'keep' }} FieldRule
 * @typedef {{ title: string, status: number, detail?: string, code?: string, requestId?: string,
 *             errors?: FieldProblem[], all?: Shortage[] }} Problem
 * @typedef {{ field: string, reason: string, code?: string }} FieldProblem
 * @typedef {{ product: { name: string }, asked: number, left: number }} Shortage
 */

/**
 * The body that the API gets. An empty field is left out, so that the API itself says that it is required; a number
 * that is none is sent as typed for the same reason. `items.0.quantity` names a place inside the body; of a list of
 * boxes (`scopes.0`, `scopes.1`) only the ticked ones are in it.
 *
 * @param {readonly FieldRule[]} fields
 * @param {Readonly<Record<string, string | undefined>>} values
 * @returns {Record<string, unknown>}
 */
export function bodyOf(fields, values) {
  /** @type {Record<string, unknown>} */
  const body = {}
  for (const field of fields) {
    const value = jsonOf(field, values[field.name])
    if (value !== undefined) put(body, field.name.split('.'), value)
  }
  return body
}

/**
 * @param {FieldRule} field
 * @param {string | undefined} typed
 */
function jsonOf(field, typed) {
  if (field.value === 'boolean') return typed !== undefined && typed !== '' && typed !== 'false'
  if (typed === '' && field.empty === 'keep') return ''
  if (typed === undefined || typed === '') return field.empty === 'null' ? null : undefined
  if (field.value === 'json') return parsedOr(typed)
  if (field.value === 'integer' && /^\s*-?\d{1,15}\s*$/.test(typed)) return Number(typed)
  // A day is its first moment, in UTC.
  if (field.value === 'day' && /^\d{4}-\d\d-\d\d$/.test(typed)) return `${typed}T00:00:00Z`
  return typed
}

/** @param {string} typed by a script; whatever else comes is for the API to refuse */
function parsedOr(typed) {
  try {
    return JSON.parse(typed)
  } catch {
    return typed
  }
}

/**
 * @param {Record<string, unknown>} body
 * @param {string[]} path
 * @param {unknown} value
 */
function put(body, path, value) {
  let place = body
  for (const [index, step] of path.slice(0, -1).entries()) {
    const next = /^\d+$/.test(path[index + 1] ?? '') ? [] : {}
    if (!Object.hasOwn(place, step)) place[step] = next
    place = /** @type {Record<string, unknown>} */ (place[step])
  }
  if (Array.isArray(place)) place.push(value)
  else place[path.at(-1) ?? ''] = value
}

/**
 * The problem that an answer carries, or one that says that the answer cannot be read.
 *
 * @param {number} status
 * @param {string | null | undefined} contentType
 * @param {string} text
 * @returns {Problem}
 */
export function problemOf(status, contentType, text) {
  if (/\bjson\b/.test(contentType ?? '')) {
    try {
      const body = JSON.parse(text)
      if (typeof body?.title === 'string') return { ...body, status }
    } catch {
      // falls through: an answer cut short is an answer that cannot be read
    }
  }
  const detail = 'The server gave an answer that could not be read. Nothing you typed is lost; please try again.'
  return { title: 'Something went wrong', status, detail }
}

/** @type {Problem} */
export const UNREACHABLE = {
  title: 'No connection',
  status: 0,
  detail: 'The server could not be reached. Nothing you typed is lost; check your connection and try again.',
}

/** @type {Problem} */
export const NO_ANSWER = {
  title: 'No answer',
  status: 0,
  detail:
    'The server did not answer, so it may or may not have done this. Nothing you typed is lost; please try again.',
}

/**
 * `/orders/{id}` with the values of an answer, made safe for an address when it is one.
 *
 * @param {string} template
 * @param {unknown} answer
 */
export function filled(template, answer) {
  return template.replace(/\{([\w.]+)\}/g, (_, path) => {
    /** @type {any} */
    let value = answer
    for (const step of path.split('.')) value = value?.[step]
    const words = value === undefined || value === null ? '' : String(value)
    return template.startsWith('/') ? encodeURIComponent(words) : words
  })
}

/**
 * An address inside this site, or nothing: what follows `?next=` must not lead elsewhere.
 *
 * @param {string | null | undefined} address
 * @returns {string | undefined}
 */
export function localAddress(address) {
  if (!address?.startsWith('/')) return undefined
  const url = URL.parse(address, 'http://here.invalid')
  return url?.origin === 'http://here.invalid' ? url.pathname + url.search + url.hash : undefined
}

/**
 * Whether the Idempotency-Key of a form is used up. A refused request has done nothing and leaves its key; a lost answer
 * must be asked for with the same one; only a key that stands for another body needs a successor.
 *
 * @param {Problem} problem
 */
export function spendsKey(problem) {
  return problem.status === 422 && (problem.code ?? '').includes('idempotency')
}
