/** Describes one route as an operation of the document. */
import { STATUS_CODES } from 'node:http'
import type { TSchema } from 'typebox'
import { takesIfMatch } from '../http/representation/entity-tags.ts'
import { PROBLEMS, type ProblemCode } from '../problems.ts'
import type { Version } from '../versions/table.ts'
import { describeAccess, securityOf } from './access.ts'
import type { Route } from './collect-routes.ts'
import { exampleBodyOf, exampleOf } from './examples.ts'
import { problemResponse, problemsOf, rateLimits, takesIdempotencyKey } from './problems.ts'
import type { SchemaLibrary } from './schemas.ts'
import { tagOf } from './tags.ts'
import { asSchema, type Operation, type Parameter, type Reference, type Response, type Schema } from './types.ts'

/** `/orders/:id` in the notation of OpenAPI: `/orders/{id}`. */
export function openapiPathOf({ path }: Route): string {
  return path.replaceAll(/:(\w+)/g, '{$1}')
}

function describeStepUp(stepUp: Route['stepUp']): string | undefined {
  return stepUp === true ? 'Step-up: a session needs a second factor of the last ten minutes.' : undefined
}

/** @param shared collects the responses that several operations share */
export function describeRoute(
  route: Route,
  version: Version,
  library: SchemaLibrary,
  shared: Record<string, Response>,
): Operation {
  const { method, access, stepUp, schema } = route
  const { operationId = '', summary = '', description } = schema
  const parameters = [
    ...parametersIn('path', schema.params, library),
    ...parametersIn('query', schema.querystring, library),
    ...parametersIn('header', schema.headers, library),
  ]
  return {
    operationId,
    summary,
    description: [description, describeStepUp(stepUp), describeAccess(access)].filter(Boolean).join('\n\n'),
    tags: [tagOf(route.path)],
    ...(version.deprecated && { deprecated: true }),
    security: securityOf(access, { method, takesJson: schema.body !== undefined }),
    ...(parameters.length > 0 && { parameters }),
    ...(schema.body && { requestBody: requestBody(named(schema.body, operationId, 'Request'), library) }),
    responses: { ...successes(route, version, library), ...refusals(route, version, shared) },
  }
}

function parametersIn(place: Parameter['in'], schema: Route['schema']['params'], library: SchemaLibrary): Parameter[] {
  if (!schema) return []
  const { properties, required = [] } = library.refer(schema)
  return Object.entries(properties!).map(([key, { description, deprecated, ...part }]) => {
    // A parameter with a default is optional.
    const isRequired = place === 'path' || (required.includes(key) && part.default === undefined)
    const name = place === 'header' ? key.replace(/(^|-)[a-z]/g, letter => letter.toUpperCase()) : key
    return {
      name,
      in: place,
      required: isRequired,
      ...(description && { description }),
      ...(deprecated && { deprecated }),
      schema: part,
      ...(place !== 'query' && { example: exampleOf(part, library.schemas) }),
      ...(place === 'query' && !isRequired && part.default === undefined && { examples: leftOut(part, library) }),
    }
  })
}

/** The viewer of the reference shows the value, and does not send it: filters with examples would find nothing. */
function leftOut(schema: Schema, library: SchemaLibrary): Parameter['examples'] {
  return { default: { value: exampleOf(schema, library.schemas), 'x-disabled': true } }
}

function requestBody(body: NonNullable<Route['schema']['body']>, library: SchemaLibrary): Operation['requestBody'] {
  const schema = library.refer(body)
  const required = (body as { required?: string[] }).required ?? []
  return {
    required: required.length > 0,
    content: { 'application/json': { schema, example: exampleBodyOf(schema, library.schemas) } },
  }
}

function successes({ method, path, access, schema }: Route, version: Version, library: SchemaLibrary) {
  const isPage = asSchema(schema.response['200'] ?? {}).properties?.totalCount !== undefined
  return Object.fromEntries(
    Object.entries(schema.response).map(([status, schemaOfStatus]): [string, Response] => {
      const { type, description = STATUS_CODES[status]!, contentMediaType } = asSchema(schemaOfStatus)
      const headers = {
        ...commonHeaders(version),
        ...(isPage && reference('Link')),
        ...(('304' in schema.response || (takesIfMatch(schema) && status === '200')) && reference('ETag')),
        // A visitor who is not signed in cannot read what they sent, so they get no address of it.
        ...(/^20[12]$/.test(status) &&
          method === 'POST' &&
          !path.startsWith('/auth') &&
          access !== 'public' &&
          access !== 'visitor' &&
          reference('Location')),
        ...(takesIdempotencyKey(schema) && reference('Idempotent-Replayed')),
        ...(schema.problems?.includes('rate_limited') && rateLimits),
      }
      if (type === 'null') return [status, { description, headers }]
      if (contentMediaType) return [status, { description, headers, content: { [contentMediaType]: FILE } }]
      const body = library.refer(named(schemaOfStatus, schema.operationId!, 'Response'))
      const example = exampleOf(body, library.schemas)
      return [status, { description, headers, content: { 'application/json': { schema: body, example } } }]
    }),
  )
}

const FILE = { schema: { type: 'string', format: 'binary' }, example: '%PDF-1.3 …' }

/** A body without a title gets the name of its operation, so that generators never make up a name. */
function named<T extends TSchema>(schema: T, operationId: string, role: 'Request' | 'Response'): T {
  const { title, properties } = asSchema(schema)
  return title || !properties ? schema : { ...schema, title: `${pascal(operationId)}${role}` }
}

/** Refusals with the same codes share one response. */
function refusals(route: Route, version: Version, shared: Record<string, Response>): Record<string, Reference> {
  const byStatus = Map.groupBy(
    problemsOf(route, { retires: version.sunset !== undefined }),
    code => PROBLEMS[code].status,
  )
  return Object.fromEntries(
    [...byStatus]
      .sort(([a], [b]) => a - b)
      .map(([status, codes]: [number, ProblemCode[]]) => {
        const name = nameOfResponse(status, codes)
        shared[name] ??= problemResponse(codes, commonHeaders(version))
        return [String(status), { $ref: `#/components/responses/${name}` }]
      }),
  )
}

/** Identifies the codes. Generators use it as the name of a type, so it leaves out what nearly every operation answers. */
function nameOfResponse(status: number, codes: ProblemCode[]): string {
  return [`Problem${status}`, ...codes.filter(code => !COMMON.includes(code)).map(pascal)].join('')
}

const COMMON: ProblemCode[] = [
  ...(['malformed_request', 'invalid_query', 'ambiguous_version', 'unknown_version'] as const),
  ...(['unauthenticated', 'second_factor_required', 'invalid_api_key'] as const),
]

function pascal(name: string): string {
  return name.replace(/(?:^|_)([a-z])/g, (_, letter) => letter.toUpperCase())
}

/** The headers of every response. */
function commonHeaders({ deprecated, sunset }: Version) {
  return {
    ...reference('Semel-Version'),
    ...reference('X-Request-Id'),
    ...reference('Semel-Ignored'),
    ...(deprecated && { ...reference('Deprecation'), ...reference('Link') }),
    ...(sunset && reference('Sunset')),
  }
}

function reference(header: string): Record<string, Reference> {
  return { [header]: { $ref: `#/components/headers/${header}` } }
}
