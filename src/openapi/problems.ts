/** Describes the problems of a route, in the documents of the API. */
import { invalidInput, invalidQuery, PROBLEMS, Problem, type ProblemCode, problemBody } from '../problems.ts'
import type { Route } from './collect-routes.ts'
import { asSchema, type Response, type Schema } from './types.ts'

/** The problems that a route may answer with: those that its schemas, access and version imply, and those it lists. */
export function problemsOf(
  { method, access, stepUp, schema }: Route,
  { retires }: { retires: boolean },
): ProblemCode[] {
  const codes: ProblemCode[] = ['malformed_request', 'invalid_query', 'ambiguous_version', 'unknown_version']
  if (schema.params) codes.push('not_found')
  if (method !== 'GET') codes.push('malformed_json', 'body_too_large', 'unsupported_media_type')
  if (schema.body) codes.push('invalid_input')
  if (takesIdempotencyKey(schema)) codes.push('idempotency_key_in_use', 'idempotency_key_reused')
  if (access === 'partial') codes.push('unauthenticated', 'sign_in_ended', 'invalid_api_key')
  else if (access !== 'public') codes.push('unauthenticated', 'second_factor_required', 'invalid_api_key')
  if (access !== 'public' && access !== 'visitor' && access !== 'partial') codes.push('forbidden')
  const isBare = method === 'POST' && !schema.body
  if (mayNeedStepUp(stepUp)) codes.push('reauthentication_required')
  if (access === 'csrf-or-key' || (access !== 'public' && method !== 'GET') || isBare) codes.push('csrf_required')
  codes.push(...(schema.problems ?? []), 'version_not_acceptable')
  if (retires) codes.push('version_retired')
  codes.push('internal_error', 'database_unavailable')
  return [...new Set(codes)]
}

function mayNeedStepUp(stepUp: Route['stepUp']): boolean {
  return stepUp === true || (stepUp !== undefined && 'when' in stepUp)
}

export function takesIdempotencyKey({ headers }: Route['schema']): boolean {
  return headers !== undefined && asSchema(headers).properties?.['idempotency-key'] !== undefined
}

/** One response for all problems that share a status. */
export function problemResponse(codes: ProblemCode[], headers: Response['headers']): Response {
  const members: Record<string, Schema> = Object.assign({}, ...codes.map(code => PROBLEMS[code].members))
  const examples = Object.fromEntries(codes.map(code => [code, { $ref: `#/components/examples/${code}` }]))
  return {
    description: codes.map(code => `\`${code}\`: ${PROBLEMS[code].title}.`).join(' '),
    headers: {
      ...headers,
      ...(codes.some(code => PROBLEMS[code].status === 401) && challenge),
      ...(codes.includes('rate_limited') && rateLimits),
      ...(codes.some(code => RETRIED.includes(code)) && retryAfter),
    },
    content: {
      'application/problem+json': {
        schema: {
          allOf: [
            { $ref: '#/components/schemas/Problem' },
            { type: 'object', required: ['code'], properties: { code: { type: 'string', enum: codes }, ...members } },
          ],
        },
        examples,
      },
      // The same body, for a client whose Accept names only this type.
      'application/json': { schema: { $ref: '#/components/schemas/Problem' } },
    },
  }
}

const RETRIED: ProblemCode[] = [
  'rate_limited',
  'sms_not_sent',
  'pdf_not_drawn',
  'database_unavailable',
  'idempotency_key_in_use',
]
const challenge = { 'WWW-Authenticate': { $ref: '#/components/headers/WWW-Authenticate' } }
/** Sends them on successes too, so that a client can slow down in time. */
export const rateLimits = {
  RateLimit: { $ref: '#/components/headers/RateLimit' },
  'RateLimit-Policy': { $ref: '#/components/headers/RateLimit-Policy' },
}
const retryAfter = { 'Retry-After': { $ref: '#/components/headers/Retry-After' } }

export function exampleProblem(code: ProblemCode): object {
  return problemBody(exampleOfCode(code), '/api/orders', '0197a5c8-7c4e-7d1a-9b57-3f2b8c1d4e5f')
}

function exampleOfCode(code: ProblemCode): Problem {
  const required = { reason: 'is required', code: 'required' }
  if (code === 'invalid_input') return invalidInput({ field: 'email', ...required }, { field: 'message', ...required })
  if (code === 'invalid_query') return invalidQuery({ field: 'page', reason: 'must be at least 1', code: 'too_small' })
  return new Problem(code)
}

const text: Schema = { type: 'string' }

/** The body of every error (RFC 9457). */
export const PROBLEM: Schema = {
  title: 'Problem',
  type: 'object',
  description: 'The body of every error (RFC 9457). Programs decide by `code`; `detail` is for people.',
  required: ['type', 'title', 'status', 'detail', 'instance', 'code', 'requestId', 'error', 'message'],
  properties: {
    type: { ...text, format: 'uri-reference', description: 'The address of the page that explains the problem.' },
    title: { ...text, description: 'The same for every occurrence.' },
    status: { type: 'integer', description: 'The status of the response.' },
    detail: { ...text, description: 'The mistake in this request, in one sentence.' },
    instance: { ...text, description: 'The path of the request.' },
    code: { ...text, description: 'Never changes its meaning.', examples: ['invalid_input'] },
    requestId: { ...text, format: 'uuid', description: 'Also in `X-Request-Id`; quote it when you ask for help.' },
    errors: {
      type: 'array',
      description: 'One entry for each wrong field.',
      items: {
        title: 'FieldError',
        type: 'object',
        required: ['field', 'reason', 'code'],
        properties: {
          field: { ...text, description: 'A path such as `items.0.quantity`.' },
          reason: { ...text, description: '"<field> <reason>" reads as a sentence.' },
          code: { ...text, description: 'Stable: `required`, `invalid_email`, …', examples: ['required'] },
          line: { type: 'integer', description: 'For a text: the line of the mistake, from 1.' },
          column: { type: 'integer', description: 'For a text: the column of the mistake, from 1.' },
        },
      },
    },
    error: { ...text, description: 'The same as `detail`.' },
    message: { ...text, description: 'The same as `detail`.' },
  },
}
