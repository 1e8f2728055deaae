/** Validates requests with Ajv. */
import { Ajv, type ErrorObject, type SchemaValidateFunction, type ValidateFunction } from 'ajv'
import formats from 'ajv-formats'
import type { FastifySchemaCompiler } from 'fastify'
import { type FieldError, invalidInput, invalidQuery, Problem } from '../problems.ts'

/** A keyword with a rule in code. A symbol would be hidden from ajv; documents leave functions out. */
export const CHECK = 'x-check'
type Check = (text: string, parent: object) => Omit<FieldError, 'field'> | undefined

const checkValue: SchemaValidateFunction = (check: Check, text: string, _, at) => {
  const mistake = text === '' ? undefined : check(text, at?.parentData ?? {})
  if (mistake) checkValue.errors = [{ keyword: CHECK, params: mistake }]
  return mistake === undefined
}

/**
 * A keyword for texts that people compare and search: spaces that nobody sees are left out. true: around the text;
 * 'words': also all but one between its words.
 */
export const TRIM = 'x-trim'

const trim: SchemaValidateFunction = (where: true | 'words', text: string, __, at) => {
  if (at) at.parentData[at.parentDataProperty] = where === 'words' ? withSingleSpaces(text) : text.trim()
  return true
}

/**
 * The rule of names, for `CHECK`: no marks that change the direction of text. People cannot see them, and they turn round
 * what stands behind the name.
 */
export function directionMark(name: string): Omit<FieldError, 'field'> | undefined {
  if (!/\p{Bidi_Control}/u.test(name)) return undefined
  return { reason: 'must not contain invisible marks that change the direction of text', code: 'invisible_characters' }
}

export function withSingleSpaces(text: string): string {
  return text.trim().replaceAll(/\s+/g, ' ')
}

/**
 * Validation with readable errors. A wrong request is validated a second time to collect all of its errors. The first
 * pass stops at the first error, so that a hostile body cannot make the collection expensive.
 */
const first = ajv({ allErrors: false })
const all = ajv({ allErrors: true })

const MAX_ERRORS = 20

function ajv(options: { allErrors: boolean }): Ajv {
  const instance = new Ajv({ ...options, useDefaults: true, removeAdditional: false, strict: false, verbose: true })
  formats.default(instance)
  // JavaScript and PostgreSQL reject leap seconds, and PostgreSQL rejects the prefix `urn:uuid:`.
  const rfc3339 = instance.formats['date-time'] as { validate(text: string): boolean }
  instance.addFormat('date-time', text => rfc3339.validate(text) && isPresentable(Date.parse(text)))
  instance.addFormat('uuid', isUuid)
  instance.addFormat('email', isEmail)
  instance.addFormat('stored-email', isStoredEmail)
  // Documents call for an address here too, and the route itself says what is wrong with another text.
  instance.addFormat('typed-email', text => text !== '')
  instance.addKeyword({ keyword: CHECK, type: 'string', validate: checkValue, errors: 'full' })
  instance.addKeyword({ keyword: TRIM, type: 'string', validate: trim, modifying: true })
  return instance
}

/** JavaScript writes earlier and later moments with a sign and six digits, which is no date-time of RFC 3339. */
function isPresentable(moment: number): boolean {
  return moment >= FIRST_MOMENT && moment <= LAST_MOMENT
}
const FIRST_MOMENT = Date.parse('0001-01-01T00:00:00Z')
const LAST_MOMENT = Date.parse('9999-12-31T23:59:59.999Z')

export function isUuid(value: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(value)
}

/**
 * The mailbox of RFC 5321 §4.1.2 as people write it: no quoted local parts, and a domain with a dot. Every accepted
 * address is also valid for `format: email` of JSON Schema, which our documents promise: ASCII only, domains as `xn--…`.
 */
export function isEmail(value: string): boolean {
  return fits(value, EMAIL) && !RESERVED.test(value)
}

/**
 * Semel itself stores such addresses: for accounts that have lost theirs, and for the owner of the orders of deleted
 * accounts. A stranger who had one first could prevent that for everybody.
 */
const RESERVED = /@(?:released|semel)\.invalid$/i

/** The same, or one of those that Semel itself stores. */
export function isStoredEmail(value: string): boolean {
  return fits(value, EMAIL)
}

function fits(value: string, pattern: RegExp): boolean {
  const [local = '', domain = ''] = value.split('@')
  return pattern.test(value) && Buffer.byteLength(local) <= 64 && Buffer.byteLength(`${local}@${domain}`) <= 254
}

/** The last label must not be a number, so that `ada@127.0.0.1` is refused. */
// Without the flag `i`: together with `u` it would match ſ as s and the Kelvin sign as k.
function address(atom: string, label: string): RegExp {
  return new RegExp(`^${atom}(?:\\.${atom})*@(?:${label}\\.)+(?!\\d+$)${label}$`, 'u')
}
const EMAIL = address("[\\w!#$%&'*+/=?^`{|}~\\-]+", '[A-Za-z\\d](?:[A-Za-z\\d\\-]{0,61}[A-Za-z\\d])?')

/**
 * The validator compiler for Fastify. Query, path and headers are text, so their numbers are converted. Their UUIDs get
 * one spelling: either case is the same one (RFC 9562 §4), also where code compares them.
 */
export const compileValidator: FastifySchemaCompiler<object> = ({ schema, httpPart }) => {
  let validate: ValidateFunction | undefined
  let validateAll: ValidateFunction | undefined
  const numbers = httpPart === 'body' ? [] : namesIn(schema, ({ type }) => type === 'integer')
  const uuids = httpPart === 'body' ? [] : namesIn(schema, ({ format }) => format === 'uuid')
  return (value: Record<string, unknown>) => {
    for (const name of numbers) if (value[name] !== undefined) value[name] = asNumber(value[name])
    for (const name of uuids) if (typeof value[name] === 'string') value[name] = value[name].toLowerCase()
    validate ??= first.compile(schema)
    if (validate(value)) return true
    const stopped = validate.errors ?? []
    if (stopped[0]?.keyword === 'maxItems') return { error: problemFor(httpPart, stopped) }
    validateAll ??= all.compile(schema)
    validateAll(value)
    return { error: problemFor(httpPart, validateAll.errors ?? stopped) }
  }
}

type Property = { type?: string; format?: string }

function namesIn({ properties = {} }: { properties?: Record<string, Property> }, are: (one: Property) => boolean) {
  return Object.keys(properties).filter(name => are(properties[name]!))
}

/** Accepts one spelling per number. `Number` also takes `0x10`, `1e1` and ` 1`, which would give an order many addresses. */
function asNumber(text: unknown): unknown {
  return typeof text === 'string' && /^-?(0|[1-9]\d*)$/.test(text) ? Number(text) : text
}

function problemFor(httpPart: string | undefined, errors: ErrorObject[]): Problem {
  // A malformed path parameter (`/api/orders/abc`) is an unknown address, not a wrong field.
  if (httpPart === 'params') return new Problem('not_found')
  const fields = new Map<string, FieldError>()
  // The reason of a union explains more than the error of its first branch.
  const isExplained = ({ keyword, parentSchema }: ErrorObject) => keyword === 'anyOf' && parentSchema?.['x-reason']
  for (const error of [...errors.filter(isExplained), ...errors]) {
    const described = describe(error, httpPart)
    // One error per field is enough; composite keywords only repeat their branches.
    if (described && !fields.has(described.field) && fields.size < MAX_ERRORS) fields.set(described.field, described)
  }
  return httpPart === 'body' ? invalidInput(...fields.values()) : invalidQuery(...fields.values())
}

function describe(error: ErrorObject, httpPart: string | undefined): FieldError | undefined {
  const { keyword, params, data, parentSchema } = error
  const path = error.instancePath.slice(1).split('/').filter(Boolean).map(unescapePointer)
  const field = (keyword === 'required' ? [...path, params.missingProperty] : path).join('.') || (httpPart ?? 'body')
  const say = (code: string, reason: string): FieldError => ({ field, reason, code })

  // `?page=1&page=2`: the parser makes a list of them.
  if (httpPart === 'querystring' && Array.isArray(data) && keyword !== 'maxItems') {
    return say('repeated', 'must be given only once')
  }
  switch (keyword) {
    case 'required':
      return say('required', 'is required')
    case 'type':
      return say(
        'invalid_type',
        path.length === 0 ? 'must be a JSON object' : `must be ${withArticle(String(params.type))}`,
      )
    case 'minLength':
      if (String(data).length === 0) return say('required', 'is required')
      return say('too_short', `must have at least ${count(params.limit, 'character')}`)
    case 'maxLength':
      return say('too_long', `must have at most ${count(params.limit, 'character')}`)
    case 'minItems':
      return say('required', `must have at least ${count(params.limit, 'entry', 'entries')}`)
    case 'maxItems':
      return say('too_many', `must have at most ${count(params.limit, 'entry', 'entries')}`)
    case 'minimum':
    case 'exclusiveMinimum':
      return say(
        'too_small',
        `must be ${params.comparison} ${params.limit}`.replace('>=', 'at least').replace('>', 'more than'),
      )
    case 'maximum':
    case 'exclusiveMaximum':
      return say(
        'too_large',
        `must be ${params.comparison} ${params.limit}`.replace('<=', 'at most').replace('<', 'less than'),
      )
    case 'enum':
      if (data === '' && httpPart === 'body') return say('required', 'is required')
      return say('not_allowed', reasonOf(parentSchema) ?? `must be one of ${params.allowedValues.join(', ')}`)
    case 'const':
      return say('not_allowed', `must be ${JSON.stringify(params.allowedValue)}`)
    case 'format':
      if (String(data).length === 0) return say('required', 'is required')
      if (params.format === 'stored-email') return { ...INVALID_EMAIL, field }
      return say(
        `invalid_${params.format}`.replaceAll('-', '_'),
        FORMATS[params.format] ?? `must be a valid ${params.format}`,
      )
    case 'pattern':
      if (String(data).trim().length === 0) return say('required', 'is required')
      return say('invalid_format', reasonOf(parentSchema) ?? 'has the wrong format')
    case CHECK:
      return say(params.code, params.reason)
    case 'anyOf': {
      const reason = reasonOf(parentSchema)
      return reason === undefined ? say('invalid_type', 'has the wrong type') : say('invalid_format', reason)
    }
    default:
      return say('invalid', error.message ?? 'is wrong')
  }
}

/** A schema gives its own reason where the one for its rule would be unreadable. */
function reasonOf(schema: ErrorObject['parentSchema']): string | undefined {
  return schema?.['x-reason']
}

const FORMATS: Record<string, string> = {
  email: 'must be a valid email address',
  uuid: 'must be a UUID',
  'date-time': 'must be a time like 2026-01-31T12:00:00Z',
  date: 'must be a date like 2026-01-31',
}

/** For commands that detect an invalid address after the schema has accepted it. */
export const INVALID_EMAIL: FieldError = { field: 'email', reason: FORMATS.email!, code: 'invalid_email' }

function withArticle(types: string): string {
  return types
    .split(',')
    .filter(type => type !== 'null')
    .map(type => (/^[aeio]/.test(type) ? `an ${type}` : `a ${type}`))
    .join(' or ')
}

function count(n: number, one: string, many = `${one}s`): string {
  return `${n} ${n === 1 ? one : many}`
}

/** RFC 6901 §4. */
function unescapePointer(segment: string): string {
  return segment.replaceAll('~1', '/').replaceAll('~0', '~')
}
