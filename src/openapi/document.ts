/** Writes the OpenAPI document of a version. */
import { PROBLEMS, type ProblemCode } from '../problems.ts'
import { VERSIONS, type Version } from '../versions/table.ts'
import { SECURITY_SCHEMES } from './access.ts'
import type { Route } from './collect-routes.ts'
import { describeRoute, openapiPathOf } from './operation.ts'
import { exampleProblem, PROBLEM } from './problems.ts'
import { SchemaLibrary } from './schemas.ts'
import { tagsOf } from './tags.ts'
import type { Document, Header, Operation, Response } from './types.ts'
import { describeWebhooks } from './webhooks.ts'

/** The OpenAPI document of one version. It depends on the routes alone, so the same routes give the same bytes. */
export function describeVersion(version: Version, routes: Route[]): Document {
  const library = new SchemaLibrary()
  library.refer(PROBLEM as never)
  const responses: Record<string, Response> = {}
  const paths: Record<string, Record<string, Operation>> = {}
  for (const route of [...routes].sort(byAddress)) {
    const operation = describeRoute(route, version, library, responses)
    paths[openapiPathOf(route)] = { ...paths[openapiPathOf(route)], [route.method.toLowerCase()]: operation }
  }
  const webhooks = describeWebhooks(library)
  return {
    openapi: '3.1.1',
    info: {
      title: 'Semel',
      version: version.name,
      summary: 'A commerce and account service in which what must happen once happens once.',
      description: introduction(version),
      contact: { name: 'Semel', email: 'support@semel.example' },
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: `/api/${version.name}`, description: 'The server of this document.' }],
    tags: tagsOf(paths),
    paths,
    webhooks,
    components: {
      schemas: sorted(library.schemas),
      responses: sorted(responses),
      headers: headersOf(version),
      examples: Object.fromEntries(
        codesIn(responses).map(code => [code, { summary: PROBLEMS[code].title, value: exampleProblem(code) }]),
      ),
      securitySchemes: SECURITY_SCHEMES,
    },
  }
}

function introduction(version: Version): string {
  const { name, released, deprecated, sunset } = version
  const others = VERSIONS.filter(other => other !== version).map(other => `\`${other.name}\``)
  const successor = VERSIONS[VERSIONS.indexOf(version) + 1]
  return [
    `Version ${name}, released ${released}.`,
    deprecated && successor && `Deprecated since ${day(deprecated)}: use \`${successor.name}\`.`,
    sunset && `It is removed on ${day(sunset)}.`,
    `Choose a version by the path (\`/api/${name}/…\`), by the media type (\`Accept: ` +
      `application/vnd.semel.${name}+json\`, or \`application/json; version=${name.slice(1)}\`) or by a date ` +
      `(\`?api-version=${released}\`).`,
    `Other supported versions: ${others.join(', ')}.`,
    'Times are ISO 8601 in UTC; money is an integer in minor units.',
    successor
      ? 'Unknown query parameters and body members are ignored, and named in `Semel-Ignored`.'
      : 'Unknown query parameters are refused. Unknown body members are ignored and named in `Semel-Ignored`, or ' +
        'refused if the request has `Prefer: handling=strict`.',
    'In a POST, `null` for an optional member means that it is absent.',
  ]
    .filter(Boolean)
    .join(' ')
}

/** The headers of responses, each described once. */
function headersOf({ deprecated, sunset }: Version): Record<string, Header> {
  const text = { type: 'string' }
  return {
    'Semel-Version': { description: 'The version that served the request.', schema: text },
    'X-Request-Id': {
      description: 'The id of this request. Quote it when you ask for help.',
      schema: { ...text, format: 'uuid' },
    },
    'Semel-Ignored': {
      description:
        'The query parameters and body members that had no effect, because the operation does not know them.',
      schema: text,
    },
    'WWW-Authenticate': { description: 'How to sign in (RFC 6750).', schema: text },
    'Retry-After': { description: 'Seconds to wait before the next attempt.', schema: { type: 'integer' } },
    RateLimit: {
      description: 'The rest of the limit, and the seconds until there is more: `"resets";r=0;t=120`.',
      schema: text,
    },
    'RateLimit-Policy': {
      description: 'The limit (draft-ietf-httpapi-ratelimit-headers): `"resets";q=5;w=900` is 5 in 900 seconds.',
      schema: text,
    },
    'Idempotent-Replayed': {
      description: '`true` if this is the stored response to an earlier request with the same `Idempotency-Key`.',
      schema: { ...text, enum: ['true'] },
    },
    Link: {
      description: 'Related addresses (RFC 8288): the pages of a list, the successor of a deprecated version.',
      schema: text,
    },
    ETag: {
      description:
        'Identifies this state (RFC 9110 §8.8.3). A read with it as `If-None-Match` gets 304 while the state is ' +
        'unchanged; an update with it as `If-Match` gets 412 if it has changed.',
      schema: text,
    },
    Location: { description: 'The address of the created resource.', schema: { ...text, format: 'uri-reference' } },
    ...(deprecated && {
      Deprecation: { description: 'The time since which this version is deprecated (RFC 9745).', schema: text },
    }),
    ...(sunset && { Sunset: { description: 'The time at which this version is removed (RFC 8594).', schema: text } }),
  }
}

function codesIn(responses: Record<string, Response>): ProblemCode[] {
  const named = new Set(
    Object.values(responses).flatMap(({ content = {} }) =>
      Object.values(content).flatMap(({ examples = {} }) => Object.keys(examples)),
    ),
  )
  return (Object.keys(PROBLEMS) as ProblemCode[]).filter(code => named.has(code))
}

function byAddress(a: Route, b: Route): number {
  const order = (route: Route) => `${openapiPathOf(route)} ${METHODS.indexOf(route.method)}`
  return order(a) < order(b) ? -1 : 1
}
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']

function sorted<T>(object: Record<string, T>): Record<string, T> {
  return Object.fromEntries(Object.entries(object).sort(([a], [b]) => (a < b ? -1 : 1)))
}

function day(date: Date): string {
  return date.toISOString().slice(0, 10)
}
