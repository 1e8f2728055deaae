import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { describeAll } from '../../scripts/openapi-documents.ts'
import type { Schema } from '../../src/openapi/types.ts'
import { VERSIONS } from '../../src/versions/table.ts'
import { newPerson, PASSWORD } from '../support/accounts.ts'
import { Contract } from '../support/contract.ts'
import { person } from '../support/people.ts'
import { type Semel, startSemel } from '../support/semel.ts'

let semel: Semel
before(async () => {
  semel = await startSemel()
})
after(() => semel[Symbol.asyncDispose]())

const INTERNATIONAL = ['ä@example.com', 'zoë@bücher.example', '用户@例え.jp', 'ſ@example.com']
const NONE = ['', 'ada', 'ada@', 'ada@example', 'a b@example.com', 'ada@exa_mple.com', 'ada@-a.com']

test('a new address must match the documented format email, in every version', async () => {
  const { token } = await person(semel)
  for (const { name } of VERSIONS) {
    const nameField = name === 'v1' ? 'user_name' : 'userName'
    for (const email of [...INTERNATIONAL, ...NONE]) {
      for (const { status, body } of [
        await semel.client().post(`/api/${name}/auth/register`, { email, password: PASSWORD, [nameField]: 'Ada' }),
        await semel.client().post(`/api/${name}/contact-messages`, { email, message: 'Hello' }),
        await semel.client().patch(`/api/${name}/users/me`, { email }, { token }),
      ]) {
        assert.deepEqual([status, body.errors?.[0].field], [422, 'email'], JSON.stringify(email))
        assert.match(body.detail, /^email (is required|must be a valid e-?mail address)$/)
        assert.match(body.errors[0].code, /^(required|invalid_email)$/)
      }
    }
  }
})

test('invisible characters around an address → ignored, wherever one is sent', async () => {
  const client = semel.client()
  const admin = await person(semel, 'admin')
  const pasted = (email: string) => `\u200e \u00a0${email}\u200f\u200b \n`
  const plain = 'pasted@example.com'
  const registered = await client.post('/api/auth/register', {
    email: pasted(plain),
    password: PASSWORD,
    userName: 'Ada',
  })
  assert.deepEqual([registered.status, registered.body.user?.email], [201, plain])
  const { code } = (await client.get(`/dev/code?email=${plain}`)).body
  await client.post('/api/auth/mfa', { code }, { token: registered.body.partialToken })
  const { status, body } = await client.post('/api/auth/login', { email: pasted(plain), password: PASSWORD })
  assert.deepEqual([status, body.mfaRequired], [200, true])
  const csrf = { 'x-csrf-token': (await client.get('/api/auth/csrf')).body.csrfToken }
  const forgotten = await client.post('/api/auth/forgot-password', { email: pasted(plain) }, { headers: csrf })
  assert.ok(forgotten.status < 300, forgotten.text)
  const found = await client.get(`/api/users?email=${encodeURIComponent(pasted(plain))}`, admin)
  assert.deepEqual(
    found.body.items.map(({ email }: { email: string }) => email),
    [plain],
  )
  const someone = await newPerson(semel)
  const changed = await client.patch('/api/users/me', { email: pasted('moved@example.com') }, { token: someone.token })
  assert.deepEqual([changed.status, changed.body.email], [200, 'moved@example.com'], changed.text)
  const invited = await client.post(
    '/api/admin/invitations',
    { email: pasted('new@example.com'), role: 'staff' },
    admin,
  )
  assert.deepEqual([invited.status, invited.body.email], [201, 'new@example.com'], invited.text)
  const asked = await client.post('/api/contact-messages', { email: pasted(plain), message: 'Hello' })
  assert.equal(asked.status, 201, asked.text)
  const setTo = { replyTo: pasted(plain), orderEmail: pasted(plain) }
  const set = await client.patch('/api/admin/settings', setTo, admin)
  assert.deepEqual([set.status, set.body.waitingAddresses], [200, { replyTo: plain, orderEmail: plain }], set.text)
})

test('direction mark before or behind an address → 422 wherever one is sent', async () => {
  const client = semel.client()
  const admin = await person(semel, 'admin')
  const csrf = { 'x-csrf-token': (await client.get('/api/auth/csrf')).body.csrfToken }
  const errors = (field: string) => [
    { field, reason: 'contains an invisible character: type it anew', code: 'invalid_email' },
  ]
  for (const mark of '\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069') {
    for (const email of [`${mark}ada@example.com`, `ada@example.com${mark}`, ` \u200e${mark} ada@example.com`]) {
      for (const { status, body } of [
        await client.post('/api/auth/register', { email, password: PASSWORD, userName: 'Ada' }),
        await client.post('/api/contact-messages', { email, message: 'Hello' }),
        await client.post('/api/auth/forgot-password', { email }, { headers: csrf }),
        await client.post('/api/withdrawals', { email, order: '1', name: 'Ada' }),
        await client.patch('/api/users/me', { email }, { token: admin.token }),
        await client.post('/api/admin/invitations', { email, role: 'staff' }, admin),
      ]) {
        assert.deepEqual([status, body.errors], [422, errors('email')], JSON.stringify(email))
      }
      const signedIn = await client.post('/api/auth/login', { email, password: PASSWORD })
      assert.deepEqual([signedIn.status, signedIn.body.errors], [401, errors('email')])
      const set = await client.patch('/api/admin/settings', { replyTo: email, orderEmail: email }, admin)
      assert.deepEqual([set.status, set.body.errors], [422, [...errors('replyTo'), ...errors('orderEmail')]])
      const imported = await client.post('/api/users/import', { users: [{ email }] }, admin)
      assert.deepEqual([imported.status, imported.body.added], [200, 0], imported.text)
      assert.equal((await client.get(`/api/users?email=${encodeURIComponent(email)}`, admin)).status, 400)
    }
  }
})

test('non-ASCII domain → stored as in DNS; both spellings are one address', async () => {
  const client = semel.client()
  for (const [typed, kept] of [
    ['ada@bücher.example', 'ada@xn--bcher-kva.example'],
    ['ada@BÜCHER2.example ', 'ada@xn--bcher2-3ya.example'],
    ['ada@例え.jp', 'ada@xn--r8jz45g.jp'],
    ['ada@ｅｘａｍｐｌｅ．com', 'ada@example.com'],
  ] as const) {
    const registered = await client.post('/api/auth/register', { email: typed, password: PASSWORD, userName: 'Ada' })
    assert.deepEqual([registered.status, registered.body.user?.email], [201, kept], registered.text)
    for (const email of [typed, kept]) {
      assert.equal((await client.post('/api/auth/login', { email, password: PASSWORD })).status, 200, email)
    }
    assert.equal((await client.post('/api/contact-messages', { email: typed, message: 'Hello' })).status, 201)
  }
  for (const email of [
    'ada@ｒeleased.invalid',
    'ada@xn--bücher.example',
    'ada@bü cher.example',
    'ada@bücher.example/x',
    'ada@ü',
    'ada@ü..com',
  ]) {
    const { status, body } = await client.post('/api/auth/register', { email, password: PASSWORD, userName: 'Eve' })
    assert.deepEqual([status, body.errors?.[0].field], [422, 'email'], email)
  }
})

test('address with a hidden invisible character → refused with this reason', async () => {
  const client = semel.client()
  for (const mark of ['\u200b', '\u00ad', '\u2060', '\u200f']) {
    const email = `ada@exam${mark}ple.com`
    for (const answer of [
      await client.post('/api/auth/register', { email, password: PASSWORD, userName: 'Ada' }),
      await client.post('/api/contact-messages', { email, message: 'Hello' }),
      await client.post('/api/auth/login', { email, password: PASSWORD }),
    ]) {
      assert.deepEqual(answer.body.errors, [
        { field: 'email', reason: 'contains an invisible character: type it anew', code: 'invalid_email' },
      ])
    }
  }
})

test('nobody can take an address that stands for accounts without one', async () => {
  const person = await newPerson(semel)
  for (const email of ['deleted-user@semel.invalid', `${person.id}@RELEASED.invalid`]) {
    const input = { email, password: PASSWORD, userName: 'Eve' }
    const registered = await semel.client().post('/api/auth/register', input)
    assert.deepEqual([registered.status, registered.body.errors?.[0].field], [422, 'email'])
    const changed = await semel.client().patch('/api/users/me', { email }, { token: person.token })
    assert.deepEqual([changed.status, changed.body.errors?.[0].field], [422, 'email'])
  }
})

test('impossible address → login treats it as wrong; forgot-password names the field', async () => {
  const client = semel.client()
  const headers = { 'x-csrf-token': (await client.get('/api/auth/csrf')).body.csrfToken }
  for (const email of [...INTERNATIONAL, ...NONE]) {
    // No account can have it; an empty one is a field that was left out.
    assert.equal((await client.post('/api/auth/login', { email, password: PASSWORD })).status, email === '' ? 422 : 401)
    assert.equal((await client.post('/api/auth/forgot-password', { email }, { headers })).status, 422)
  }
})

test('every address in a document → format email; accepted ones validate strictly', async () => {
  for (const [version, document] of await describeAll()) {
    const found: string[] = []
    const look = (schema: Schema, where: string) => {
      for (const [name, part] of Object.entries(schema.properties ?? {})) {
        // The contact of a shop on its papers may be without one, and is then empty.
        if (name === 'email' && where !== 'DocumentContact') found.push(`${where} ${part.format}`)
        look(part, `${where}.${name}`)
      }
      if (schema.items) look(schema.items, where)
      for (const branch of [...(schema.anyOf ?? []), ...(schema.allOf ?? [])]) look(branch, where)
    }
    for (const [name, schema] of Object.entries(document.components.schemas)) look(schema, name)
    for (const operations of Object.values(document.paths)) {
      for (const { operationId, requestBody, responses } of Object.values(operations)) {
        if (requestBody) look(requestBody.content['application/json']!.schema, operationId)
        for (const response of Object.values(responses)) {
          if (!('$ref' in response)) look(response.content?.['application/json']?.schema ?? {}, operationId)
        }
      }
    }
    assert.ok(found.length > 5, version)
    assert.deepEqual(
      found.filter(place => !place.endsWith(' email')),
      [],
      version,
    )
    // A strict client fails on an unknown format.
    const ajv = new Ajv2020({ strict: true, allowUnionTypes: true })
    formats.default(ajv)
    const { Credentials, Registration } = document.components.schemas
    for (const schema of [Credentials!, Registration!]) assert.doesNotThrow(() => ajv.compile(schema))
  }
})

test('the address of a new account satisfies the contract', async () => {
  const document = (await describeAll()).get('v3')!
  const email = "grace.o'hopper+navy!#$%&*/=?^_`{|}~@mail.example.com"
  const answer = await semel.client().post('/api/v3/auth/register', { email, password: PASSWORD, userName: 'Grace' })
  assert.equal(answer.status, 201)
  new Contract(document).check(document.paths['/auth/register']!.post!, answer, 'POST /auth/register')
})
