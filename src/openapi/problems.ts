import { PROBLEMS, Problem, type ProblemCode, problemBody } from '../problems.ts'
import type { Route } from './collect-routes.ts'
import { CATALOGUE } from './problem-catalogue.ts'
import { asSchema, type Response, type Schema } from './types.ts'

/** What a route may refuse: what its schemas, its access and its version imply, and what it names itself. */
export function problemsOf({ method, access, schema }: Route, retires: boolean): ProblemCode[] {
  const codes: ProblemCode[] = ['malformed_request', 'invalid_query', 'ambiguous_version', 'unknown_version']
  if (schema.params) codes.push('not_found')
  if (method !== 'GET') codes.push('malformed_json', 'body_too_large', 'unsupported_media_type')
  if (schema.body) codes.push('invalid_input')
  if (takesIdempotencyKey(schema)) codes.push('idempotency_key_in_use', 'idempotency_key_reused')
  if (access === 'partial') codes.push('unauthenticated', 'sign_in_ended', 'invalid_api_key')
  else if (access !== 'public') codes.push('unauthenticated', 'second_factor_required', 'invalid_api_key')
  if (access !== 'public' && access !== 'partial' && access !== 'csrf-or-key') codes.push('forbidden')
  if (access === 'csrf-or-key' || (access !== 'public' && method !== 'GET')) codes.push('csrf_required')
  codes.push(...(schema.problems ?? []), 'version_not_acceptable')
  if (retires) codes.push('version_retired')
  codes.push('internal_error', 'database_unavailable')
  return [...new Set(codes)]
}

export function takesIdempotencyKey({ headers }: Route['schema']): boolean {
  return headers !== undefined && asSchema(headers).properties?.['idempotency-key'] !== undefined
}

/** One response for all problems that share a status. */
export function problemResponse(codes: ProblemCode[], headers: Response['headers']): Response {
  const members = Object.assign({}, ...codes.map(code => CATALOGUE[code].members ?? {}))
  return {
    description: codes.map(code => `\`${code}\`: ${PROBLEMS[code][1]}.`).join(' '),
    headers: {
      ...headers,
      ...(codes.some(code => PROBLEMS[code][0] === 401) && challenge),
      ...(codes.some(code => RETRIED.includes(code)) && retryAfter),
    },
    content: {
      'application/problem+json': {
        schema: {
          allOf: [
            { $ref: '#/components/schemas/Problem' },
            { type: 'object', properties: { code: { type: 'string', enum: codes }, ...members } },
          ],
        },
        examples: Object.fromEntries(codes.map(code => [code, { $ref: `#/components/examples/${code}` }])),
      },
    },
  }
}

const RETRIED: ProblemCode[] = ['rate_limited', 'sms_not_sent', 'database_unavailable', 'idempotency_key_in_use']
const challenge = { 'WWW-Authenticate': { $ref: '#/components/headers/WWW-Authenticate' } }
const retryAfter = { 'Retry-After': { $ref: '#/components/headers/Retry-After' } }

export function exampleProblem(code: ProblemCode): object {
  const detail = CATALOGUE[code].detail
  const fields = /^(invalid_input|invalid_query)$/.test(code) && {
    errors: detail.split('; ').map(sentence => {
      const [field = '', ...reason] = sentence.split(' ')
      return { field, reason: reason.join(' '), code: sentence.endsWith('required') ? 'required' : 'too_small' }
    }),
  }
  const body = problemBody(new Problem(code, detail), '/api/orders', '0197a5c8-7c4e-7d1a-9b57-3f2b8c1d4e5f')
  return { ...body, ...fields }
}

const text: Schema = { type: 'string' }

/** The body of every error (RFC 9457). */
export const PROBLEM: Schema = {
  title: 'Problem',
  type: 'object',
  description: 'The body of every error (RFC 9457). Programs go by `code`, people read `detail`.',
  required: ['type', 'title', 'status', 'detail', 'instance', 'code', 'requestId', 'error', 'message'],
  properties: {
    type: { ...text, format: 'uri-reference', description: 'Where the problem is explained.' },
    title: { ...text, description: 'The same for every occurrence.' },
    status: { type: 'integer', description: 'The status of the answer.' },
    detail: { ...text, description: 'What is wrong with this request, in one sentence.' },
    instance: { ...text, description: 'The path that was asked for.' },
    code: { ...text, description: 'Stable for ever.' },
    requestId: { ...text, format: 'uuid', description: 'Also in `X-Request-Id`; name it when you ask for help.' },
    errors: {
      type: 'array',
      description: 'One entry for each wrong field.',
      items: {
        title: 'FieldError',
        type: 'object',
        required: ['field', 'reason', 'code'],
        properties: {
          field: { ...text, description: 'A path like `items.0.quantity`.' },
          reason: { ...text, description: '"<field> <reason>" reads as a sentence.' },
          code: { ...text, description: 'Stable: `required`, `invalid_email`, …' },
        },
      },
    },
    error: { ...text, description: 'The same as `title`.' },
    message: { ...text, description: 'The same as `detail`.' },
  },
}
