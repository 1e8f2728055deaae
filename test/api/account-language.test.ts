import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { changeShop, forgetShop } from '../../src/shop/settings.ts'
import { newPerson, PASSWORD } from '../support/accounts.ts'
import { startSemel } from '../support/semel.ts'

/* The language of an account: chosen at registration, changed on the account page, one of the shop's. */
const semel = await startSemel({}, { worker: false })
after(() => semel[Symbol.asyncDispose]())
await changeShop(semel.db, { languages: ['fr', 'de'] })
await forgetShop(semel.db)

const someone = (locale?: string) => ({
  email: `${crypto.randomUUID()}@example.com`,
  password: PASSWORD,
  userName: 'Ada',
  ...(locale && { locale }),
})

async function storedFor(email: string) {
  return (await semel.db.selectFrom('users').select('locale').where('email', '=', email).executeTakeFirst())?.locale
}

test('a registration keeps its language, or else the first one of the shop; another one is refused', async () => {
  for (const [locale, stored] of [
    ['de', 'de'],
    [undefined, 'fr'],
  ]) {
    const body = someone(locale)
    assert.equal((await semel.client().post('/api/auth/register', body)).status, 201)
    assert.equal(await storedFor(body.email), stored)
  }
  for (const locale of ['en', 'it', 'DE']) {
    const { status, body } = await semel.client().post('/api/auth/register', someone(locale))
    assert.deepEqual([status, body.errors[0].field], [422, 'locale'], locale)
  }
})

test('the profile has the language, v1 and v2 and other users of v3 do not; a change leads to the page in it', async () => {
  const { id, token, client } = await newPerson(semel)
  assert.equal((await client.get('/api/users/me', { token })).body.locale, 'fr')
  assert.ok(!('locale' in (await client.get(`/api/users/${id}`, { token })).body))
  for (const version of ['v1', 'v2']) {
    assert.equal(Object.keys((await client.get(`/${version}/users/me`, { token })).body).length, 3, version)
  }
  assert.equal((await client.patch('/api/users/me', { locale: 'en' }, { token })).status, 422)
  assert.equal((await client.patch('/api/users/me', { locale: 'de' }, { token })).body.locale, 'de')
  assert.equal((await client.get('/api/users/me/export', { token })).body.user.locale, 'de')
  const { text } = await client.get('/fr/account')
  const _csrf = /name="_csrf" value="([^"]+)"/.exec(text)![1]!
  assert.match(text, /data-go="\/\{locale\}\/account"/)
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const sent = new URLSearchParams({ _csrf, locale: 'de' }).toString()
  const answer = await client.post('/fr/account/language', sent, { headers })
  assert.deepEqual([answer.status, answer.headers.get('location')], [303, '/de/account'])
  assert.match((await client.get('/de/account')).text, /Ihr Konto/)
})
