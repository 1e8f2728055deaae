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
  ['nothing', {}, {}, []],
  ['an answer that gives more', {}, { answer: Type.Object({ ...lamp, colour: Type.String() }) }, []],
  ['an answer that gives less', {}, { answer: Type.Object({ id: Type.Integer() }) }, ['200 name is gone']],
  ['another type', {}, { answer: Type.Object({ ...lamp, id: Type.String() }) }, ['200 id is string, not integer']],
  [
    'null where there was none',
    {},
    { answer: Type.Object({ ...lamp, name: Type.Union([Type.String(), Type.Null()]) }) },
    ['200 name is null or string, not string'],
  ],
  ['a member that may be missing', {}, { answer: Type.Object({ ...lamp, name: text }) }, ['200 name may be missing']],
  [
    'deep in a list',
    { answer: Type.Object({ items: Type.Array(Type.Object(lamp)) }) },
    { answer: Type.Object({ items: Type.Array(Type.Object({ id: Type.Integer() })) }) },
    ['200 items [] name is gone'],
  ],
  ['another status', {}, { status: 201 }, ['no longer answers 200']],
  ['a body that takes more', { body: Type.Object({ a: text }) }, { body: Type.Object({ a: text, b: text }) }, []],
  [
    'a body that asks for more',
    { body: Type.Object({ a: text }) },
    { body: Type.Object({ a: text, b: Type.String() }) },
    ['asks for the body b', 'asks for a body'],
  ],
  [
    'a member that is asked for now',
    { body: Type.Object({ a: Type.String(), b: text }) },
    { body: Type.Object({ a: Type.String(), b: Type.String() }) },
    ['asks for the body b'],
  ],
  ['a member that is ignored', { body: Type.Object({ a: text }) }, { body: Type.Object({}) }, ['ignores the body a']],
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
    'a value that is refused',
    { body: Type.Object({ a: Type.Enum(['x', 'y']) }) },
    { body: Type.Object({ a: Type.Enum(['x']) }) },
    ['the body a refuses y'],
  ],
  [
    'a parameter that is asked for',
    {},
    { query: Type.Object({ q: Type.String() }) },
    ['asks for the query parameter q'],
  ],
  ['a parameter that is ignored', { query: Type.Object({ q: text }) }, {}, ['ignores the query parameter q']],
  ['another name', {}, { operationId: 'illuminate' }, ['is called illuminate, not light']],
  ['credentials where none were asked', { access: 'public' }, {}, ['asks for credentials']],
  [
    'a key that no longer opens',
    { access: { role: 'user', scope: 'orders:read' } },
    {},
    ['can no longer be called with apiKey'],
  ],
  ['a CSRF token that is no longer asked for', {}, { body: Type.Object({ hours: text }) }, []],
  ['a key that opens too', {}, { access: { role: 'user', scope: 'orders:read' } }, []],
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
  ['a problem more', [], ['sku_taken'], []],
  ['a problem that is gone', ['sku_taken'], [], ['no longer refuses with sku_taken']],
  [
    'a problem in place of another of the same status',
    ['insufficient_stock'],
    ['product_unavailable'],
    ['no longer refuses with insufficient_stock'],
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

test('a problem under another status, or without a member that it had', () => {
  const before = document({ problems: ['insufficient_stock'] })
  const after = structuredClone(before)
  const { '409': conflict, ...others } = after.paths['/lamps']!.post!.responses
  after.paths['/lamps']!.post!.responses = { ...others, '422': conflict! }
  assert.ok(
    breakingChanges(before, after).includes('POST /lamps: refuses with insufficient_stock as 422, not 409'),
    String(breakingChanges(before, after)),
  )
  const poorer = structuredClone(before)
  const name = Object.keys(poorer.components.responses).find(key => key.startsWith('409'))!
  const { schema } = poorer.components.responses[name]!.content!['application/problem+json']!
  delete schema.allOf![1]!.properties!.left
  assert.deepEqual(breakingChanges(before, poorer), ['POST /lamps: insufficient_stock left is gone'])
})

test('an operation that is gone', () => {
  const newer = { ...document({}), paths: {} }
  assert.deepEqual(breakingChanges(document({}), newer), ['POST /lamps is gone'])
})
