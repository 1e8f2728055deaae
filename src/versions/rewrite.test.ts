import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type TSchema, Type } from 'typebox'
import { User, UserReference } from '../accounts/users/user.ts'
import { rewriteSchema, rewriteValue } from './rewrite.ts'
import { VERSIONS } from './table.ts'
import type { Change } from './version-change.ts'

const [v1, v2] = VERSIONS.map(({ change }) => change!) as [Change, Change]

const ada = {
  id: '01980000-0000-7000-8000-000000000001',
  email: 'ada@example.com',
  userName: 'Ada',
  phone: '+441234567890',
  emailVerified: true,
  role: 'customer',
  createdAt: '2026-01-01T00:00:00.000Z',
  secondFactors: [],
}
const asV2 = { id: ada.id, email: ada.email, userName: 'Ada' }
const asV1 = { id: ada.id, email: ada.email, user_name: 'Ada' }

const places: [where: string, wrap: (schema: TSchema) => TSchema, value: (user: unknown) => unknown][] = [
  ['alone', schema => schema, user => user],
  ['in a member', user => Type.Object({ token: Type.String(), user }), user => ({ token: 't', user })],
  ['in a list', user => Type.Object({ items: Type.Array(user) }), user => ({ items: [user, user] })],
  ['in a record', user => Type.Record(Type.String(), user, { additionalProperties: user }), user => ({ a: user })],
  ['or null', user => Type.Union([user, Type.Null()]), user => user],
  ['deep', user => Type.Object({ a: Type.Array(Type.Object({ user })) }), user => ({ a: [{ user }] })],
]

for (const [where, wrap, value] of places) {
  test(`a user ${where} is shown as each version shows it, schema and value`, () => {
    const schema = wrap(User)
    if (where === 'in a record') delete (schema as { patternProperties?: unknown }).patternProperties
    const second = rewriteSchema(schema, v2, 'answers')
    const down2 = rewriteValue(schema, v2, 'answers')!
    const down1 = rewriteValue(second, v1, 'answers')!
    assert.deepEqual(down2(value(ada)), value(asV2))
    assert.deepEqual(down1(down2(value(ada))), value(asV1))
    const first = JSON.stringify(rewriteSchema(second, v1, 'answers'))
    assert.ok(first.includes('"user_name"') && !first.includes('userName'), first)
    const original = value(ada)
    down1(down2(original))
    assert.deepEqual(original, value(ada), 'what the route returned stays as it was')
  })
}

test('null stays null, and what is absent stays absent', () => {
  const schema = Type.Object({ owner: Type.Union([UserReference, Type.Null()]) })
  const down = rewriteValue(schema, v1, 'answers')!
  assert.deepEqual(down({ owner: null }), { owner: null })
  assert.deepEqual(down({}), {})
})

test('a list embeds a user that embeds another: the inner one is rewritten too', () => {
  const schema = Type.Object({ userName: Type.String(), friend: UserReference }, { 'x-resource': 'user-reference' })
  const down = rewriteValue(schema, v1, 'answers')!
  assert.deepEqual(down({ userName: 'Ada', friend: { userName: 'Bob' } }), {
    user_name: 'Ada',
    friend: { user_name: 'Bob' },
  })
})

test('where nothing differs nothing runs', () => {
  assert.equal(rewriteValue(Type.Object({ id: Type.Integer() }), v1, 'answers'), undefined)
  assert.equal(rewriteValue(UserReference, v2, 'answers'), undefined)
})

test('a mark that values could not follow is refused when the route is added', () => {
  const hidden = { type: 'object', patternProperties: { '^x': UserReference } } as unknown as TSchema
  assert.throws(() => rewriteSchema(hidden, v1, 'answers'), /patternProperties/)
  const unclear = Type.Union([UserReference, Type.Object({ gone: Type.Boolean() })])
  assert.throws(() => rewriteValue(unclear, v1, 'answers'), /cannot tell the branches/)
})

test("a request of v1 is upgraded, and the newer version's name is no other way to say it", () => {
  const schema = Type.Object(
    { email: Type.String(), userName: Type.Optional(Type.String()) },
    { 'x-resource': 'user-input' },
  )
  const up = rewriteValue(schema, v1, 'requests')!
  assert.deepEqual(up({ email: 'a', user_name: 'Ada' }), { email: 'a', userName: 'Ada' })
  assert.deepEqual(up({ email: 'a', userName: 'Eve', user_name: 'Ada' }), { email: 'a', userName: 'Ada' })
  assert.deepEqual(up({ email: 'a', userName: 'Eve' }), { email: 'a' })
  const asked = rewriteSchema(schema, v1, 'requests') as unknown as { required: string[]; properties: object }
  assert.deepEqual(Object.keys(asked.properties), ['email', 'user_name'])
  assert.deepEqual(asked.required, ['email'])
})
