/** The collection for Postman. */
import { operationsOf } from '../reference-page.ts'
import type { Document, Operation } from '../types.ts'

type Listed = ReturnType<typeof operationsOf>[number]
type Pair = { key: string; value: string; description?: string; disabled?: boolean }

/**
 * A collection for Postman (format 2.1.0), with a folder for each tag and an example body for each request. Its variables
 * are `origin`, `token` for a session, and `apiKey`.
 */
export function postmanCollection(document: Document, origin: string) {
  const { info, tags, servers } = document
  const operations = operationsOf(document)
  return {
    info: {
      name: `${info.title} ${info.version}`,
      description: info.description,
      schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
    },
    variable: [pair('origin', origin), pair('token', ''), pair('apiKey', '')],
    item: tags.map(tag => ({
      name: tag['x-displayName'] ?? tag.name,
      description: tag.description,
      item: operations
        .filter(operation => operation.tags[0] === tag.name)
        .map(operation => ({ name: operation.summary, request: requestOf(operation, servers[0]!.url) })),
    })),
  }
}

function requestOf(operation: Listed, base: string) {
  const { method, path, description, security, parameters = [], requestBody } = operation
  const [type, content] = Object.entries(requestBody?.content ?? {})[0] ?? []
  const inPlace = (place: string) => parameters.filter(parameter => parameter.in === place)
  const segments = `${base}${path}`
    .slice(1)
    .replaceAll(/\{(\w+)\}/g, ':$1')
    .split('/')
  const query = inPlace('query').map(
    ({ name, description = '', required }): Pair => ({ ...pair(name, ''), description, disabled: !required }),
  )
  return {
    method: method.toUpperCase(),
    description,
    auth: authOf(security),
    header: [
      ...(type ? [pair('Content-Type', type)] : []),
      ...inPlace('header').map(
        ({ name, description = '' }): Pair => ({
          ...pair(name, name === 'Idempotency-Key' ? '{{$guid}}' : ''),
          description,
          disabled: name !== 'Idempotency-Key',
        }),
      ),
    ],
    ...(content && {
      body: { mode: 'raw', raw: JSON.stringify(content.example, undefined, 2), options: { raw: { language: 'json' } } },
    }),
    url: {
      raw: `{{origin}}/${segments.join('/')}`,
      host: ['{{origin}}'],
      path: segments,
      query,
      variable: inPlace('path').map(({ name, example, description = '' }) => ({
        ...pair(name, String(example)),
        description,
      })),
    },
  }
}

/** A session where one is accepted, or else an API key. As a bearer token both work. */
function authOf(security: Operation['security']) {
  const accepts = (scheme: string) => security.some(requirement => scheme in requirement)
  const bearer = { type: 'bearer', bearer: [{ key: 'token', value: '{{token}}', type: 'string' }] }
  if (security.length === 0) return { type: 'noauth' }
  if (accepts('session') || accepts('partial')) return bearer
  const key = (name: string, value: string) => ({ key: name, value, type: 'string' })
  return { type: 'apikey', apikey: [key('key', 'X-API-Key'), key('value', '{{apiKey}}'), key('in', 'header')] }
}

function pair(key: string, value: string): Pair {
  return { key, value }
}
