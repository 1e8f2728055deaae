import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type TSchema, Type } from 'typebox'
import { VERSIONS } from '../versions/table.ts'
import type { Route } from './collect-routes.ts'
import { describeVersion } from './document.ts'
import { exampleOf, withExample } from './examples.ts'
import { SchemaLibrary } from './schemas.ts'
import { asSchema } from './types.ts'

const [v1, , v3] = VERSIONS as [(typeof VERSIONS)[0], unknown, (typeof VERSIONS)[0]]
const Lamp = Type.Object({ id: Type.Integer(), name: Type.String() }, { title: 'Lamp' })
const lamp: Route = {
  method: 'POST',
  path: '/lamps/:id',
  access: { role: 'staff', permission: 'products', scope: 'products:read' },
  schema: {
    operationId: 'lightLamp',
    summary: 'Light a lamp',
    problems: ['insufficient_stock'],
    params: Type.Object({ id: Type.Integer() }),
    querystring: Type.Object({ dim: Type.Optional(Type.Boolean()), level: Type.Integer({ default: 3 }) }),
    headers: Type.Object({ 'idempotency-key': Type.Optional(Type.String()) }),
    body: Type.Object({ hours: Type.Integer({ minimum: 2 }) }),
    response: { 201: Lamp },
  },
}

test('an operation lists its security, parameters, body, responses and problems', () => {
  const { paths, components } = describeVersion(v3, [lamp])
  const operation = paths['/lamps/{id}']!.post!
  assert.deepEqual(operation.security, [{ session: [] }, { sessionCookie: [] }, { apiKey: [] }])
  const { body: _, ...bodyless } = lamp.schema
  const another = describeVersion(v3, [{ ...lamp, schema: bodyless }]).paths['/lamps/{id}']!.post!
  assert.deepEqual(another.security[1], { sessionCookie: [], csrf: [] })
  assert.deepEqual(
    operation.parameters!.map(({ name, in: place, required }) => `${place} ${name} ${required}`),
    ['path id true', 'query dim false', 'query level false', 'header Idempotency-Key false'],
  )
  assert.deepEqual(operation.requestBody!.content['application/json']!.example, { hours: 2 })
  assert.deepEqual(Object.keys(operation.responses), [
    '201',
    '400',
    '401',
    '403',
    '404',
    '406',
    '409',
    '413',
    '415',
    '422',
    '500',
    '503',
  ])
  const created = operation.responses[201] as { headers: object }
  assert.deepEqual(Object.keys(created.headers), [
    'Semel-Version',
    'X-Request-Id',
    'Semel-Ignored',
    'Location',
    'Idempotent-Replayed',
  ])
  const conflict = components.responses.Problem409IdempotencyKeyInUseInsufficientStock!
  assert.ok(conflict.headers!['Retry-After'])
  const [, own] = conflict.content!['application/problem+json']!.schema.allOf!
  assert.deepEqual(own!.properties!.code!.enum, ['idempotency_key_in_use', 'insufficient_stock'])
  assert.ok(own!.properties!.left, 'the members of the problem are described')
})

test('an old version → deprecated in text, operations and headers', () => {
  const { info, paths, components } = describeVersion(v1, [lamp])
  const operation = paths['/lamps/{id}']!.post!
  assert.equal(operation.deprecated, true)
  assert.match(info.description ?? '', /Deprecated since 2024-01-01: use `v2`/)
  assert.ok((operation.responses[201] as { headers: object }).headers['Deprecation' as never])
  assert.ok(components.headers.Deprecation)
  assert.equal(components.headers.Sunset, undefined)
  const dated = describeVersion({ ...v1, sunset: new Date('2027-01-01') }, [lamp])
  assert.ok(dated.components.headers.Sunset)
  assert.ok(Object.keys(dated.paths['/lamps/{id}']!.post!.responses).includes('410'))
})

test('a title of a schema → a component; of two different schemas → throws', () => {
  const library = new SchemaLibrary()
  assert.deepEqual(library.refer(Type.Array(Lamp)), { type: 'array', items: { $ref: '#/components/schemas/Lamp' } })
  library.refer(Lamp)
  assert.throws(() => library.refer(Type.Object({ other: Type.Integer() }, { title: 'Lamp' })), /the title Lamp/)
})

test('our own keywords are left out of the document', () => {
  const library = new SchemaLibrary()
  const marked = Type.Object({ a: Type.String({ 'x-reason': 'must be short' }) }, { 'x-resource': 'user' })
  assert.deepEqual(library.refer(marked).properties, { a: { type: 'string', description: 'Must be short.' } })
  assert.ok(!JSON.stringify(library.refer(marked)).includes('x-'))
  const union = Type.Union([Type.Literal('a'), Type.Literal('b')])
  assert.deepEqual(library.refer(union), { type: 'string', enum: ['a', 'b'] })
})

test('an example stays within the limits of its schema', () => {
  const example = (schema: TSchema, name = '') => exampleOf(withExample(name, asSchema(schema)), {})
  assert.equal(example(Type.Integer({ minimum: 7 }), 'quantity'), 7)
  assert.equal(example(Type.String({ minLength: 8, maxLength: 8 })), 'stringst')
  assert.equal(example(Type.String({ pattern: '^[A-Z]{3}$' }), 'currency'), 'EUR')
  assert.equal(example(Type.Union([Type.String({ examples: ['x'] }), Type.Null()])), 'x')
  assert.equal((example(Type.Array(Type.Integer(), { minItems: 3 })) as unknown[]).length, 3)
})
