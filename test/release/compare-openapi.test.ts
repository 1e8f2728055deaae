import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type TSchema, Type } from 'typebox'
import { breakingChanges } from '../../scripts/compare-openapi.ts'
import type { Access } from '../../src/accounts/sessions/access.ts'
import { describeVersion } from '../../src/openapi/document.ts'
import type { ProblemCode } from '../../src/problems.ts'
import { VERSIONS } from '../../src/versions/table.ts'

type Parts = {
  problems?: ProblemCode[]
  body?: TSchema
  answer?: TSchema
  query?: TSchema
  access?: Access
  operationId?: string
  status?: number
}
const lamp = { id: Type.Integer(), name: Type.String() }

function document({
  body,
  answer = Type.Object(lamp),
  query,
  access = 'user',
  operationId = 'light',
  status = 200,
  problems = [],
}: Parts) {
  const schema = { operationId, summary: 'Light', problems, response: { [status]: answer } }
  return describeVersion(VERSIONS[0]!, [
    {
      method: 'POST',
      path: '/lamps',
      access,
      schema: { ...schema, ...(body && { body }), ...(query && { querystring: query }) },
    },
  ])
}

const text = Type.Optional(Type.String())
const cases: [what: string, before: Parts, after: Parts, breaks: string[]][] = [
  ['the same document', {}, {}, []],
  ['a response with one more field', {}, { answer: Type.Object({ ...lamp, colour: Type.String() }) }, []],
  ['a response with one field fewer', {}, { answer: Type.Object({ id: Type.Integer() }) }, ['200 name is gone']],
  ['another type', {}, { answer: Type.Object({ ...lamp, id: Type.String() }) }, ['200 id is string, not integer']],
  [
    'a body that may now have decimals',
    { body: Type.Object({ watts: Type.Integer() }) },
    { body: Type.Object({ watts: Type.Number() }) },
    [],
  ],
  [
    'a response that may now have decimals',
    {},
    { answer: Type.Object({ ...lamp, id: Type.Number() }) },
    ['200 id is number, not integer'],
  ],
  [
    'a response that may say a new word',
    { answer: Type.Object({ ...lamp, state: Type.Enum(['on', 'off']) }) },
    { answer: Type.Object({ ...lamp, state: Type.Union([Type.Enum(['on', 'off', 'dimmed']), Type.Null()]) }) },
    ['200 state is null or string, not string', '200 state can be dimmed'],
  ],
  [
    'a new kind of event, scope or country',
    { answer: Type.Object({ ...lamp, type: Type.Enum(['a.b', 'a:b', 'DE']) }) },
    { answer: Type.Object({ ...lamp, type: Type.Enum(['a.b', 'a:b', 'DE', 'a.c', 'a:c', 'ES-CN']) }) },
    [],
  ],
  [
    'a field that may now be null',
    {},
    { answer: Type.Object({ ...lamp, name: Type.Union([Type.String(), Type.Null()]) }) },
    ['200 name is null or string, not string'],
  ],
  [
    'a field that may now be missing',
    {},
    { answer: Type.Object({ ...lamp, name: text }) },
    ['200 name may be missing'],
  ],
  [
    'a field that is gone deep in a list',
    { answer: Type.Object({ items: Type.Array(Type.Object(lamp)) }) },
    { answer: Type.Object({ items: Type.Array(Type.Object({ id: Type.Integer() })) }) },
    ['200 items [] name is gone'],
  ],
  ['another status', {}, { status: 201 }, ['no longer returns 200']],
  [
    'a body with one more optional field',
    { body: Type.Object({ a: text }) },
    { body: Type.Object({ a: text, b: text }) },
    [],
  ],
  [
    'a body with one more required field',
    { body: Type.Object({ a: text }) },
    { body: Type.Object({ a: text, b: Type.String() }) },
    ['requires the body b', 'requires a body'],
  ],
  [
    'a body field that is now required',
    { body: Type.Object({ a: Type.String(), b: text }) },
    { body: Type.Object({ a: Type.String(), b: Type.String() }) },
    ['requires the body b'],
  ],
  [
    'a body field that is now ignored',
    { body: Type.Object({ a: text }) },
    { body: Type.Object({}) },
    ['ignores the body a'],
  ],
  [
    'a wider limit',
    { body: Type.Object({ a: Type.String({ maxLength: 5 }) }) },
    { body: Type.Object({ a: Type.String({ maxLength: 9 }) }) },
    [],
  ],
  [
    'a tighter limit',
    { body: Type.Object({ a: Type.String({ maxLength: 9 }) }) },
    { body: Type.Object({ a: Type.String({ maxLength: 5 }) }) },
    ['the body a has a lower maxLength'],
  ],
  [
    'a new limit',
    { body: Type.Object({ a: Type.Integer() }) },
    { body: Type.Object({ a: Type.Integer({ minimum: 1 }) }) },
    ['the body a has a higher minimum'],
  ],
  [
    'an enum value that is now refused',
    { body: Type.Object({ a: Type.Enum(['x', 'y']) }) },
    { body: Type.Object({ a: Type.Enum(['x']) }) },
    ['the body a refuses y'],
  ],
  ['a new required parameter', {}, { query: Type.Object({ q: Type.String() }) }, ['requires the query parameter q']],
  ['a parameter that is now ignored', { query: Type.Object({ q: text }) }, {}, ['ignores the query parameter q']],
  ['another operation id', {}, { operationId: 'illuminate' }, ['is called illuminate, not light']],
  ['new required credentials', { access: 'public' }, {}, ['requires credentials']],
  [
    'an API key that is no longer accepted',
    { access: { role: 'user', scope: 'orders:read' } },
    {},
    ['can no longer be called with apiKey'],
  ],
  ['a CSRF token that is no longer required', {}, { body: Type.Object({ hours: text }) }, []],
  ['an API key that is now accepted', {}, { access: { role: 'user', scope: 'orders:read' } }, []],
]

for (const [what, before, after, breaks] of cases) {
  test(`${what}: ${breaks.length === 0 ? 'fine' : breaks.join(', ')}`, () => {
    const found = breakingChanges(document(before), document(after))
    assert.deepEqual(
      found,
      breaks.map(change => `POST /lamps: ${change}`),
    )
  })
}

const refused: [what: string, before: ProblemCode[], after: ProblemCode[], breaks: string[]][] = [
  ['one more problem', [], ['sku_taken'], []],
  ['a problem that is gone', ['sku_taken'], [], ['no longer reports sku_taken']],
  [
    'a problem in place of another of the same status',
    ['insufficient_stock'],
    ['product_unavailable'],
    ['no longer reports insufficient_stock'],
  ],
]

for (const [what, problems, after, breaks] of refused) {
  test(`${what}: ${breaks.join(', ') || 'fine'}`, () => {
    const found = breakingChanges(document({ problems }), document({ problems: after }))
    assert.deepEqual(
      found,
      breaks.map(change => `POST /lamps: ${change}`),
    )
  })
}

test('a problem with another status, or without one of its members', () => {
  const before = document({ problems: ['insufficient_stock'] })
  const after = structuredClone(before)
  const { '409': conflict, ...others } = after.paths['/lamps']!.post!.responses
  after.paths['/lamps']!.post!.responses = { ...others, '422': conflict! }
  assert.ok(
    breakingChanges(before, after).includes('POST /lamps: reports insufficient_stock as 422, not 409'),
    String(breakingChanges(before, after)),
  )
  const poorer = structuredClone(before)
  const name = Object.keys(poorer.components.responses).find(key => key.startsWith('Problem409'))!
  const { schema } = poorer.components.responses[name]!.content!['application/problem+json']!
  delete schema.allOf![1]!.properties!.left
  assert.deepEqual(breakingChanges(before, poorer), ['POST /lamps: insufficient_stock left is gone'])
})

test('an operation that is gone: POST /lamps is gone', () => {
  const newer = { ...document({}), paths: {} }
  assert.deepEqual(breakingChanges(document({}), newer), ['POST /lamps is gone'])
})
