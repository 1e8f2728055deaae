import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type TSchema, Type } from 'typebox'
import { User, UserReference } from '../accounts/users/user.ts'
import { rewriteSchema, rewriteValue } from './rewrite.ts'
import { VERSIONS } from './table.ts'
import type { VersionChange } from './version-change.ts'

const [v1, v2] = VERSIONS.map(({ change }) => change!) as [VersionChange, VersionChange]

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
  ['or null', user => Type.Union([user, Type.Null()]), user => user],
  ['deep', user => Type.Object({ a: Type.Array(Type.Object({ user })) }), user => ({ a: [{ user }] })],
]

for (const [where, wrap, value] of places) {
  test(`a user ${where} is rewritten for each version, schema and value`, () => {
    const schema = wrap(User)
    const second = rewriteSchema(schema, v2, 'responses')
    const down2 = rewriteValue(schema, v2, 'responses')!
    const down1 = rewriteValue(second, v1, 'responses')!
    assert.deepEqual(down2(value(ada)), value(asV2))
    assert.deepEqual(down1(down2(value(ada))), value(asV1))
    const first = JSON.stringify(rewriteSchema(second, v1, 'responses'))
    assert.ok(first.includes('"user_name"') && !first.includes('userName'), first)
    const original = value(ada)
    down1(down2(original))
    assert.deepEqual(original, value(ada), 'the value that the route returned is unchanged')
  })
}

test('null stays null, and absent members stay absent', () => {
  const schema = Type.Object({ owner: Type.Union([UserReference, Type.Null()]) })
  const down = rewriteValue(schema, v1, 'responses')!
  assert.deepEqual(down({ owner: null }), { owner: null })
  assert.deepEqual(down({}), {})
})

test('a user inside another user is rewritten too', () => {
  const schema = Type.Object({ userName: Type.String(), friend: UserReference }, { 'x-resource': 'user-reference' })
  const down = rewriteValue(schema, v1, 'responses')!
  assert.deepEqual(down({ userName: 'Ada', friend: { userName: 'Bob' } }), {
    user_name: 'Ada',
    friend: { user_name: 'Bob' },
  })
})

test('a schema without differences compiles to no function', () => {
  assert.equal(rewriteValue(Type.Object({ id: Type.Integer() }), v1, 'responses'), undefined)
  assert.equal(rewriteValue(UserReference, v2, 'responses'), undefined)
})

test('a mark where values cannot be rewritten → adding the route throws', () => {
  const hidden = { type: 'object', patternProperties: { '^x': UserReference } } as unknown as TSchema
  assert.throws(() => rewriteSchema(hidden, v1, 'responses'), /patternProperties/)
  const unclear = Type.Union([UserReference, Type.Object({ gone: Type.Boolean() })])
  assert.throws(() => rewriteValue(unclear, v1, 'responses'), /cannot tell the branches/)
})

test("a v1 request → upgraded, and a field's v2 name is ignored", () => {
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
