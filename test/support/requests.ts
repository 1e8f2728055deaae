import fc from 'fast-check'
import type { Document, Operation, Schema } from '../../src/openapi/types.ts'
import { PASSWORD } from './accounts.ts'

/** Existing resources for generated requests, by the name of the field or by the path. */
export type Known = Record<string, fc.Arbitrary<unknown>>

export type Generated = { path: string; body?: unknown; headers: Record<string, string> }

/** Valid requests, generated from the document. */
export function goodRequest(document: Document, path: string, operation: Operation, known: Known) {
  const value = (schema: Schema, name: string) => madeOf(schema, name, document, known)
  const { parameters = [], requestBody } = operation
  const place = (where: string) => parameters.filter(parameter => parameter.in === where)
  return fc
    .record({
      ids: fc.record(Object.fromEntries(place('path').map(({ name, schema }) => [name, idOf(path, schema, known)]))),
      query: fc.record(
        Object.fromEntries(
          place('query').map(({ name, schema }) => [name, known[`${path}?${name}`] ?? value(schema, name)]),
        ),
        {
          requiredKeys: place('query').flatMap(({ name, required }) => (required ? [name] : [])),
        },
      ),
      headers: fc.record(Object.fromEntries(place('header').map(({ name }) => [name, known[name] ?? fc.uuid()])), {
        requiredKeys: [],
      }),
      body: requestBody ? value(requestBody.content['application/json']!.schema, '') : fc.constant(undefined),
    })
    .map(({ ids, query, headers, body }): Generated => {
      const sent = Object.entries(query).filter(([, part]) => part !== undefined)
      const search = new URLSearchParams(sent.map(([name, part]) => [name, String(part)]))
      const filled = path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(String(ids[name])))
      return {
        path: search.size > 0 ? `${filled}?${search}` : filled,
        headers: headers as Record<string, string>,
        ...(body !== undefined && { body }),
      }
    })
}

/** The same requests with one mistake. */
export function badRequest(document: Document, path: string, operation: Operation, known: Known) {
  const names = (operation.parameters ?? []).filter(parameter => parameter.in === 'query').map(({ name }) => name)
  const nonsense = fc.constantFrom('', '-1', 'abc', '1e99', '\0', ' ', 'null', 'x'.repeat(3000), '✗')
  const mistakes: fc.Arbitrary<(request: Generated) => Generated>[] = [
    fc.constant(request => ({ ...request, path: `${request.path}${request.path.includes('?') ? '&' : '?'}x=%00` })),
    fc
      .tuple(fc.constantFrom('page', ...names), nonsense, nonsense)
      .map(([name, first, second]) => (request: Generated) => {
        const search = new URLSearchParams([[name, first], ...(second === ' ' ? [[name, second]] : [])])
        return { ...request, path: `${request.path.split('?')[0]}?${search}` }
      }),
  ]
  if (path.includes('{')) {
    const strange = fc.constantFrom('0', '-1', 'abc', '%00', '9'.repeat(600), '%20')
    mistakes.push(strange.map(id => request => ({ ...request, path: path.replace(/\{\w+\}/g, id) })))
  }
  if (operation.requestBody) {
    const junk = fc.constantFrom<unknown>(null, [], {}, '', 'x', -1, 1.5, 1e300, true, 'x'.repeat(20_000), [null], '\0')
    mistakes.push(
      fc
        .constantFrom('{', '[]', '""', 'null', '', '{"a":1}{', '\uFEFF{}')
        .map(body => request => ({ ...request, body })),
      fc
        .constantFrom('text/plain', 'application/xml', 'multipart/form-data; boundary=x', 'application/jsonx')
        .map(type => (request: Generated) => ({ ...request, headers: { ...request.headers, 'content-type': type } })),
      fc.tuple(fc.nat(), junk).map(([which, value]) => request => ({
        ...request,
        body: spoil(request.body, which, value),
      })),
      fc.nat().map(which => request => ({ ...request, body: spoil(request.body, which, undefined) })),
    )
  }
  return fc
    .tuple(goodRequest(document, path, operation, known), fc.oneof(...mistakes))
    .map(([request, wrong]) => wrong(request))
}

function spoil(body: unknown, which: number, value: unknown): unknown {
  if (typeof body !== 'object' || body === null) return value
  const names = Object.keys(body)
  const name = names[which % names.length]
  return name === undefined ? { surplus: value } : { ...body, [name]: value }
}

/** Picks an id: for `/orders/{id}` one of `known['/orders']`, unless `known` has this very path. */
function idOf(path: string, schema: Schema, known: Known): fc.Arbitrary<unknown> {
  const strange = schema.format === 'uuid' ? fc.uuid() : fc.integer({ min: 1, max: 2 ** 31 - 1 })
  if (schema.enum) return fc.constantFrom(...schema.enum)
  const existing = known[path] ?? known[path.split('/{')[0]!]
  return existing ? fc.oneof({ arbitrary: existing, weight: 4 }, { arbitrary: strange, weight: 1 }) : strange
}

function madeOf(schema: Schema, name: string, document: Document, known: Known): fc.Arbitrary<unknown> {
  const inner = (part: Schema, of: string) => madeOf(part, of, document, known)
  if (schema.$ref) return inner(document.components.schemas[schema.$ref.split('/').at(-1)!]!, name)
  if (known[name]) return known[name]
  if (/password/i.test(name)) return fc.constant(PASSWORD)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if ('const' in schema) return fc.constant(schema.const)
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map(branch => inner(branch, name)))
  const type = [schema.type].flat()[0]
  if (type === 'object') {
    const { properties = {} } = schema
    const members: Record<string, fc.Arbitrary<unknown>> = {}
    for (const [key, part] of Object.entries(properties)) members[key] = inner(part, key)
    return fc.record(members, { requiredKeys: schema.required ?? [] })
  }
  if (type === 'array') {
    const { items = {}, minItems = 0, maxItems = 3 } = schema
    return fc.array(inner(items, ''), { minLength: minItems, maxLength: Math.max(minItems, Math.min(maxItems, 3)) })
  }
  if (type === 'boolean') return fc.boolean()
  if (type === 'null') return fc.constant(null)
  if (type === 'integer' || type === 'number') return numberOf(schema, name)
  return textOf(schema)
}

function numberOf({ minimum = 0, maximum = 1000 }: Schema, name: string): fc.Arbitrary<number> {
  if (name === 'quantity') return fc.constant(1)
  const near = { min: Math.ceil(minimum), max: Math.min(maximum, Math.ceil(minimum) + 20) }
  return fc.oneof(
    { arbitrary: fc.integer(near), weight: 5 },
    { arbitrary: fc.constantFrom(minimum, maximum), weight: 1 },
  )
}

function textOf({ examples, ...schema }: Schema): fc.Arbitrary<string> {
  const made = anyTextOf(schema)
  // Texts with a rule in code, such as check digits, are seldom right by chance.
  return examples ? fc.oneof({ arbitrary: fc.constantFrom(...(examples as string[])), weight: 9 }, made) : made
}

function anyTextOf({ format, pattern, minLength = 0, maxLength = 100 }: Schema): fc.Arbitrary<string> {
  if (format === 'email') return fc.uuid().map(name => `${name}@example.com`)
  if (format === 'uuid') return fc.uuid()
  if (format === 'date-time') return fc.integer({ min: 0, max: 4e12 }).map(ms => new Date(ms).toISOString())
  if (format === 'date') return fc.integer({ min: 0, max: 4e12 }).map(ms => new Date(ms).toISOString().slice(0, 10))
  const text = pattern
    ? fc.stringMatching(new RegExp(pattern, 'u'))
    : fc.string({ unit: 'grapheme', minLength, maxLength: Math.min(maxLength, 60) })
  return text.filter(value => value.length >= minLength && value.length <= maxLength && !value.includes('\0'))
}
