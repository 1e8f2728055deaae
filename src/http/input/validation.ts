/** Validates requests with Ajv. */
import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv'
import formats from 'ajv-formats'
import type { FastifySchemaCompiler } from 'fastify'
import { type FieldError, invalidInput, invalidQuery, Problem } from '../../problems.ts'
import { readDay } from '../../time.ts'
import { isEmail, isStoredEmail } from './email.ts'
import { CHECK, checkValue, isVisible, TRIM, trim } from './keywords.ts'
import { describe } from './wording.ts'

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
  instance.addFormat('date', text => readDay(text) !== undefined)
  instance.addFormat('uuid', isUuid)
  instance.addFormat('email', isEmail)
  instance.addFormat('stored-email', isStoredEmail)
  // Documents call for an address here too, and the route itself says what is wrong with another text.
  instance.addFormat('typed-email', text => text !== '')
  instance.removeKeyword('pattern')
  instance.addKeyword({ keyword: 'pattern', type: 'string', compile: patternOf })
  instance.addKeyword({ keyword: CHECK, type: 'string', validate: checkValue, errors: 'full' })
  // An address is checked as it is kept.
  instance.addKeyword({ keyword: TRIM, type: 'string', validate: trim, modifying: true, before: 'format' })
  return instance
}

/** `\\S` is the pattern of texts that must say something, and characters that nobody sees say nothing. */
function patternOf(pattern: string): (text: string) => boolean {
  const regexp = new RegExp(pattern, 'u')
  return text => regexp.test(text) && (pattern !== '\\S' || isVisible(text))
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

/** A body as an older version writes it. It is validated as that version does, and then translated. */
export class OlderBody {
  /** @returns the body as the current version writes it */
  readonly read: () => { error: Problem } | { value: unknown }

  constructor(read: () => { error: Problem } | { value: unknown }) {
    this.read = read
  }
}

/**
 * The validator compiler for Fastify. Query, path and headers are text, so their numbers are converted. Their UUIDs get
 * one spelling: either case is the same one (RFC 9562 §4), also where code compares them.
 */
export const compileValidator: FastifySchemaCompiler<object> = ({ schema, httpPart }) => {
  let validate: ValidateFunction | undefined
  let validateAll: ValidateFunction | undefined
  const numbers = httpPart === 'body' ? [] : namesIn(schema, ({ type }) => type === 'integer')
  const uuids = httpPart === 'body' ? [] : namesIn(schema, ({ format }) => format === 'uuid')
  return (value: Record<string, unknown> | OlderBody) => {
    if (value instanceof OlderBody) return value.read()
    convertTexts(value, numbers, uuids)
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

function convertTexts(value: Record<string, unknown>, numbers: string[], uuids: string[]): void {
  for (const name of numbers) if (value[name] !== undefined) value[name] = asNumber(value[name])
  for (const name of uuids) if (typeof value[name] === 'string') value[name] = value[name].toLowerCase()
}

/** Accepts one spelling per number. `Number` also takes `0x10`, `1e1` and ` 1`, which would give an order many addresses. */
function asNumber(text: unknown): unknown {
  return typeof text === 'string' && /^-?(0|[1-9]\d*)$/.test(text) ? Number(text) : text
}

function problemFor(httpPart: string | undefined, errors: ErrorObject[]): Problem {
  // A malformed path parameter (`/api/orders/abc`) is an unknown address, not a wrong field.
  if (httpPart === 'params') return new Problem('not_found')
  const fields = new Map<string, FieldError>()
  // The reason of a union explains more than the error of its first branch, and the limit of a rule more than the one before it.
  const isExplained = ({ keyword, parentSchema, params }: ErrorObject) =>
    (keyword === 'anyOf' && parentSchema?.['x-reason']) || (keyword === CHECK && params.code === 'too_long')
  for (const error of [...errors.filter(isExplained), ...errors]) {
    // The other branch says what is wrong with a value that may be null.
    const described = error.params.type === 'null' ? undefined : describe(error, httpPart)
    if (!described || fields.size >= MAX_ERRORS) continue
    // One error per field is enough; composite keywords only repeat their branches, or what is wrong inside.
    const isTold = [...fields.keys()].some(
      field => field === described.field || (error.keyword === 'anyOf' && field.startsWith(`${described.field}.`)),
    )
    if (!isTold) fields.set(described.field, described)
  }
  return httpPart === 'body' ? invalidInput(...fields.values()) : invalidQuery(...fields.values())
}
