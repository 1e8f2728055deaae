import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, test } from 'node:test'
import { newPerson, type Person } from '../support/accounts.ts'
import { Authenticator } from '../support/authenticator.ts'
import { type Semel, startSemel } from '../support/semel.ts'

const SHOP = 'https://shop.example'
const PASSKEYS = '/api/users/me/passkeys'

let semel: Semel
let ada: Person
before(async () => {
  semel = await startSemel({ baseUrl: SHOP }, { worker: false })
  ada = await newPerson(semel)
})
after(() => semel[Symbol.asyncDispose]())

const optionsOf = async ({ token }: Person) => (await semel.client().post(`${PASSKEYS}/options`, {}, { token })).body
const add = ({ token }: Person, passkey: unknown) => semel.client().post(PASSKEYS, { passkey }, { token })

async function signIn(authenticator: Authenticator, person: Person) {
  const { body } = await semel.client().post('/api/auth/passkey/options', {})
  return semel.client().post('/api/auth/passkey', { passkey: authenticator.get(body.challenge, person.id) })
}

test("device's statement about its make → ignored, as certificates hold strangers' addresses", async () => {
  const statements = {
    'android-key': new Map<string, unknown>([
      ['alg', -7],
      ['sig', new Uint8Array(8)],
      ['x5c', [new Uint8Array(8)]],
    ]),
    packed: new Map<string, unknown>([['x5c', [new Uint8Array(8)]]]),
    unheard: new Map<string, unknown>(),
  }
  for (const [fmt, attStmt] of Object.entries(statements)) {
    const authenticator = new Authenticator(SHOP)
    const { challenge } = await optionsOf(ada)
    const added = await add(ada, authenticator.create(challenge, { fmt, attStmt: attStmt as never }))
    assert.equal(added.status, 201, `${fmt}: ${added.text}`)
    assert.equal((await signIn(authenticator, ada)).status, 200)
  }
})

test('known transports of a passkey are kept, whatever is sent', async () => {
  const long = 'a'.repeat(20_000)
  for (const [sent, kept] of [
    [
      ['usb', long, 'internal', 'usb', null],
      ['internal', 'usb'],
    ],
    [null, []],
    [1, []],
    ['hybrid', ['hybrid']],
    [{ length: 1 }, []],
    [Array.from({ length: 5000 }, () => 'nfc'), ['nfc']],
  ] as const) {
    const person = await newPerson(semel)
    const passkey = new Authenticator(SHOP).create((await optionsOf(person)).challenge)
    passkey.response.transports = sent
    const added = await add(person, passkey)
    assert.equal(added.status, 201, added.text)
    const { excludeCredentials } = await optionsOf(person)
    assert.deepEqual(excludeCredentials[0].transports, kept)
  }
})

test('passkey with an impossible id or key → refused', async () => {
  const withLongId = new Authenticator(SHOP)
  withLongId.id = randomBytes(6000)
  const named = withLongId.create((await optionsOf(ada)).challenge)
  const longId = await add(ada, { ...named, id: 'AAAA', rawId: 'AAAA' })
  assert.deepEqual([longId.status, longId.body.detail], [422, 'passkey could not be verified'])
  const { challenge } = await optionsOf(ada)
  const longKey = await add(ada, new Authenticator(SHOP).create(challenge, {}, [[-70000, new Uint8Array(5000)]]))
  assert.deepEqual([longKey.status, longKey.body.detail], [422, 'passkey could not be verified'])
})

test('a response of a megabyte is refused before it is decoded', async () => {
  const long = 'a'.repeat(900_000)
  const authenticator = new Authenticator(SHOP)
  const created = authenticator.create((await optionsOf(ada)).challenge)
  const refused = await add(ada, { ...created, response: { ...created.response, transports: [long] } })
  assert.deepEqual([refused.status, refused.body.detail], [422, 'passkey could not be verified'])
  await add(ada, authenticator.create((await optionsOf(ada)).challenge))
  const { body } = await semel.client().post('/api/auth/passkey/options', {})
  const passkey = { ...authenticator.get(body.challenge, ada.id), clientExtensionResults: { long } }
  const signedIn = await semel.client().post('/api/auth/passkey', { passkey })
  assert.equal(signedIn.body.code, 'invalid_passkey')
})

test('counter up to 2^32 - 1 → accepted, but opens no second session', async () => {
  const authenticator = new Authenticator(SHOP)
  await add(ada, authenticator.create((await optionsOf(ada)).challenge))
  authenticator.counter = 2 ** 32 - 1
  assert.equal((await signIn(authenticator, ada)).status, 200)
  const again = await signIn(authenticator, ada)
  assert.deepEqual([again.status, again.body.code], [401, 'invalid_passkey'])
})
