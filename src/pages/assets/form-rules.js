/**
 * Server and browser share these rules: they build the body of a request from the fields of a form, and read the problem
 * that comes back. `form-errors.js` turns the problem into text.
 *
 * @typedef {'string' | 'integer' | 'decimal' | 'boolean' | 'json' | 'phone' | 'price' | 'worth' | 'codes' | 'numbers' | 'lines'} Kind
 * @typedef {{ name: string, value?: Kind, empty?: 'omit' | 'null' | 'keep' }} FieldRule
 * @typedef {{ title: string, status: number, detail?: string, code?: string, requestId?: string,
 *             errors?: FieldProblem[], all?: Shortage[] }} Problem
 * @typedef {{ field: string, reason: string, code?: string }} FieldProblem
 * @typedef {{ product: { name: string }, name?: string, asked: number, left: number }} Shortage
 */

/**
 * The body of the request. An empty field is omitted, so that the API reports it as required. An invalid number is sent
 * as typed, for the same reason. `items.0.quantity` is a path inside the body. A list of boxes (`scopes.0`, `scopes.1`)
 * contains only the checked ones.
 *
 * @param {readonly FieldRule[]} fields
 * @param {Readonly<Record<string, string | undefined>>} values
 * @returns {Record<string, unknown>}
 */
export function bodyOf(fields, values) {
  /** @type {Record<string, unknown>} */
  const body = {}
  for (const field of fields) {
    const value = jsonOf(field, values[field.name], values)
    if (value !== undefined) put(body, field.name.split('.'), value)
  }
  return body
}

/**
 * The fields that the visitor has changed, if the form says in `_was` what it showed at first. The others are left out of the
 * request, so a page that was open for long does not undo what somebody else has changed meanwhile. A price is read
 * with its currency.
 *
 * @template {FieldRule} Field
 * @param {readonly Field[]} fields
 * @param {Readonly<Record<string, string | undefined>>} values
 * @returns {readonly Field[]}
 */
export function changedFields(fields, values) {
  const was = values._was ? parsedOr(values._was) : undefined
  if (typeof was !== 'object' || was === null) return fields
  const names = new Set(fields.filter(({ name }) => was[name] !== (values[name] ?? '')).map(({ name }) => name))
  const follows = (/** @type {Kind | undefined} */ kind) =>
    ((kind === 'price' || kind === 'worth') && names.has('currency')) || (kind === 'worth' && names.has('kind'))
  return fields.filter(({ name, value }) => names.has(name) || follows(value))
}

/**
 * @param {FieldRule} field
 * @param {string | undefined} typed
 * @param {Readonly<Record<string, string | undefined>>} values of the whole form
 */
function jsonOf(field, typed, values) {
  if (field.value === 'boolean') return typed !== undefined && typed !== '' && typed !== 'false'
  const list = typed === undefined ? undefined : listIn(field.value, typed)
  if (list?.length === 0 && field.empty === 'omit') return undefined
  if (list) return list.length === 0 && field.empty === 'null' ? null : list
  if (typed === '' && field.empty === 'keep') return ''
  if (typed === undefined || typed === '') return field.empty === 'null' ? null : undefined
  if (field.value === 'json') return parsedOr(typed)
  if (field.value === 'integer' && /^\s*-?\d{1,15}\s*$/.test(typed)) return Number(typed)
  if (field.value === 'decimal' && /^\s*\d{1,6}([.,]\d{1,6})?\s*$/.test(typed)) return Number(typed.replace(',', '.'))
  if (field.value === 'phone') return phoneOf(typed)
  if (field.value === 'worth') return worthOf(typed, values)
  if (field.value === 'price') return minorUnits(typed, values.currency ?? '') ?? typed
  return typed
}

/**
 * `de, AT; ch` is a list of three codes.
 *
 * @param {string} typed
 */
function codesIn(typed) {
  return typed
    .split(/[\s,;]+/)
    .filter(Boolean)
    .map(code => code.toUpperCase())
}

/**
 * @param {Kind | undefined} kind
 * @param {string} typed
 * @returns {unknown[] | undefined}
 */
function listIn(kind, typed) {
  if (kind === 'codes') return codesIn(typed)
  if (kind === 'lines')
    return typed
      .split('\n')
      .map(line => line.trim())
      .filter(Boolean)
  if (kind === 'numbers') return codesIn(typed).map(number => (/^\d{1,15}$/.test(number) ? Number(number) : number))
  return undefined
}

/**
 * Reads the worth of a discount: an amount, or percent.
 *
 * @param {string} typed
 * @param {Readonly<Record<string, string | undefined>>} values of the whole form
 */
function worthOf(typed, values) {
  if (values.kind === 'amount') return minorUnits(typed, values.currency ?? '') ?? typed
  const number = typed.replace('%', '').trim()
  return /^\d{1,9}([.,]\d{1,2})?$/.test(number) ? Number(number.replace(',', '.')) : typed
}

/**
 * `0049 (0)170 123-45 67` and `+49 170 1234567` are the same number. Without a country code the API refuses it.
 *
 * @param {string} typed
 */
function phoneOf(typed) {
  const withoutTrunk = typed.replace(/^(\s*(?:\+|00).*?)\(0\)/, '$1')
  return withoutTrunk.replaceAll(/[\s().\-/\p{Pd}\p{Cf}]/gu, '').replace(/^00/, '+')
}

/** Digits after the point, where they are not two (ISO 4217). Browsers differ about them, so this is a list. */
const DECIMALS = Object.fromEntries([
  ...'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'.split(' ').map(name => [name, 0]),
  ...'BHD IQD JOD KWD LYD OMR TND'.split(' ').map(name => [name, 3]),
])

export const CURRENCIES_WITHOUT_CENTS = Object.keys(DECIMALS)

/** @param {string} currency three letters */
export function decimalsOf(currency) {
  return DECIMALS[currency.toUpperCase()] ?? 2
}

/**
 * `12.5`, `12,50`, `1.234,50` and `€ 12.50` as minor units. A text that could mean two amounts, like `1,234`, is not read.
 *
 * @param {string} typed
 * @param {string} currency
 */
export function minorUnits(typed, currency) {
  const amount = readAmount(typed, currency)
  return typeof amount === 'number' ? amount : undefined
}

/**
 * The amount in minor units, or why it is not read. Three digits behind a single separator are thousands or decimals. Only a
 * currency of three decimals has such decimals, and only the decimal sign of the writer begins them. A minus may be the sign that
 * pages show (U+2212).
 *
 * @param {string} typed
 * @param {string} currency
 * @param {string} [decimalSign] unknown if empty
 * @returns {number | 'unreadable' | 'ambiguous' | 'too_precise'}
 */
export function readAmount(typed, currency, decimalSign = '.') {
  const decimals = decimalsOf(currency)
  const [, minus = '', digits = ''] = /^(-?)(\d(?:.*\d)?)$/s.exec(bareAmount(typed, currency).replace('−', '-')) ?? []
  /** @type {string[]} */
  const signs = digits.match(/[.,]/g) ?? []
  const sign = signs.at(-1)
  // A sign that repeats separates thousands. If there are two different signs, the last one begins the decimals.
  const isDecimal = sign !== undefined && (signs.length === 1 || signs.indexOf(sign) === signs.length - 1)
  const end = isDecimal ? digits.lastIndexOf(sign) : digits.length
  const [whole, part] = [digits.slice(0, end), digits.slice(end + 1)]
  if (
    !/^(?:\d{1,16}|\d{1,3}([.,'’\s])\d{3}(?:\1\d{3}){0,4}|\d{1,2}(?:,\d\d){1,6},\d{3})$/.test(whole) ||
    !/^\d*$/.test(part)
  )
    return 'unreadable'
  const couldBeThousands = signs.length === 1 && part.length === 3 && /^[1-9]\d{0,2}$/.test(whole)
  if (couldBeThousands && (decimals !== 3 || sign !== decimalSign)) return 'ambiguous'
  const fraction = part.replace(/0+$/, '')
  if (fraction.length > decimals) return 'too_precise'
  return Number(minus + whole.replaceAll(/\D/g, '') + fraction.padEnd(decimals, '0'))
}

/**
 * Leaves out the currency, the marks of direction of copied text, and the dash that represents no cents: `CHF 12.-`.
 *
 * @param {string} typed
 * @param {string} currency
 */
function bareAmount(typed, currency) {
  return typed
    .replaceAll(/[\p{Sc}\p{Cf}]/gu, '')
    .replaceAll(/[０-９．，]/g, wide => String.fromCharCode(wide.charCodeAt(0) - 0xfee0))
    .replace(/(?<![a-z])[a-z]{3}(?![a-z])/i, code => (code.toUpperCase() === currency.toUpperCase() ? '' : code))
    .trim()
    .replace(/[.,][-‐-―−]{1,2}$/, '')
}

/**
 * Explains why `readAmount` did not read a text, to follow the name of the field.
 *
 * @param {'unreadable' | 'ambiguous' | 'too_precise'} fault
 * @param {string} typed
 * @param {string} currency
 */
export function amountReason(fault, typed, currency) {
  const decimals = decimalsOf(currency)
  if (fault === 'ambiguous') {
    const [whole = '', part = ''] = typed.replaceAll(/[^\d.,]/g, '').split(/[.,]/)
    const first = [`${whole}${part}`, '0'.repeat(decimals)].filter(Boolean).join('.')
    const example = decimals === 3 ? `${first} or ${whole}.${part}0` : first
    return `${typed.trim()} could mean ${whole}.${part} or ${whole}${part}. Write it like ${example}`
  }
  if (decimals === 0) return 'must be a whole price like 1999, without decimals'
  return fault === 'too_precise' ? `has more decimals than ${currency} has` : 'must be a price like 19.99'
}

/** @param {string} typed JSON from the script; the API rejects anything else */
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
  let parent = body
  for (const [index, step] of path.slice(0, -1).entries()) {
    const next = /^\d+$/.test(path[index + 1] ?? '') ? [] : {}
    if (!Object.hasOwn(parent, step)) parent[step] = next
    parent = /** @type {Record<string, unknown>} */ (parent[step])
  }
  if (Array.isArray(parent)) parent.push(value)
  else parent[path.at(-1) ?? ''] = value
}

/**
 * The problem in an answer, or one that says that the answer is not readable.
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
      // A truncated answer is not readable either.
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

/** @type {Problem} */
export const NOT_SAVED = {
  title: 'Not saved',
  status: 0,
  detail: 'You have changed the text on this page, and not saved it yet. Save it first.',
}

/**
 * Fills the placeholders of `/orders/{id}` from an answer. In an address the values are encoded.
 *
 * @param {string} template
 * @param {unknown} answer
 */
export function filled(template, answer) {
  return template.replace(/\{([\w.]+)\}/g, (_, path) => {
    /** @type {any} */
    let value = answer
    for (const step of path.split('.')) value = value?.[step]
    const text = value === undefined || value === null ? '' : String(value)
    return template.startsWith('/') ? encodeURIComponent(text) : text
  })
}

/**
 * Tests whether a form needs a new Idempotency-Key. A rejected request did nothing, so its key can be used again. A lost
 * answer must be requested with the same key. Only a key that belongs to another body has to be replaced.
 *
 * @param {Problem} problem
 */
export function spendsKey(problem) {
  return problem.status === 422 && (problem.code ?? '').includes('idempotency')
}
