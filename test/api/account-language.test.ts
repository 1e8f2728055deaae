import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { changeShop, forgetShop } from '../../src/shop/settings.ts'
import { newPerson, PASSWORD } from '../support/accounts.ts'
import { stockProduct } from '../support/products.ts'
import { startSemel } from '../support/semel.ts'

/* The language of an account: chosen at registration, changed on the account page, one of the shop's. */
const semel = await startSemel()
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

async function registered(locale: string | undefined, acceptLanguage: string | undefined): Promise<string> {
  const body = someone(locale)
  const headers = acceptLanguage === undefined ? {} : { 'accept-language': acceptLanguage }
  assert.equal((await semel.client().post('/api/auth/register', body, { headers })).status, 201)
  return body.email
}

test('registration language → of body, else of Accept-Language, else none; unknown refused', async () => {
  for (const [locale, acceptLanguage, stored] of [
    ['de', 'fr', 'de'],
    [undefined, 'de-AT, fr;q=0.5', 'de'],
    [undefined, 'en', null],
    [undefined, '*', null],
    [undefined, undefined, null],
  ] as const) {
    assert.equal(await storedFor(await registered(locale, acceptLanguage)), stored)
  }
  for (const locale of ['en', 'it', 'DE']) {
    const { status, body } = await semel.client().post('/api/auth/register', someone(locale))
    assert.deepEqual([status, body.errors[0].field], [422, 'locale'], locale)
  }
})

test('words by which programs find → in English for whoever names no language', async () => {
  for (const [acceptLanguage, subject, send, reset, label] of [
    ['fr', 'Réinitialiser votre mot de passe', 'Envoyer le message', 'Envoyer le lien de réinitialisation', 'E-mail'],
    ['de', 'Neues Passwort festlegen', 'Nachricht senden', 'Link zum Zurücksetzen senden', 'E-Mail'],
    [undefined, 'Reset your password', 'Send Message', 'Send Reset Link', 'Email'],
    ['*', 'Reset your password', 'Send Message', 'Send Reset Link', 'Email'],
  ] as const) {
    const headers = acceptLanguage === undefined ? {} : { 'accept-language': acceptLanguage }
    for (const [page, button] of [
      ['/contact', send],
      ['/forgot-password', reset],
    ] as const) {
      const { text } = await semel.client().get(page, { headers })
      assert.match(text, new RegExp(`<label [^>]*>${label}\\b`), `${page}, ${acceptLanguage}`)
      assert.match(text, new RegExp(`>${button}</button>`), `${page}, ${acceptLanguage}`)
    }
    const email = await registered(undefined, acceptLanguage)
    const client = semel.client()
    const { csrfToken } = (await client.get('/api/auth/csrf')).body
    await client.post('/api/auth/forgot-password', { email }, { headers: { 'x-csrf-token': csrfToken } })
    assert.equal((await semel.mailTo(email))[0]!.subject, subject)
  }
})

test('profile language → only in v3 for its owner; a change localizes pages', async () => {
  const { id, token, client } = await newPerson(semel)
  assert.equal((await client.get('/api/users/me', { token })).body.locale, null)
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

test('order language → from the page, Accept-Language, account or shop, and kept', async () => {
  const productId = await stockProduct(semel.db)
  const items = [{ productId, quantity: 1 }]
  const { token, client } = await newPerson(semel)
  const place = async (acceptLanguage?: string) => {
    const headers = acceptLanguage === undefined ? {} : { 'accept-language': acceptLanguage }
    const { body } = await client.post('/api/orders', { items }, { token, headers })
    assert.equal((await client.get(`/api/orders/${body.id}`, { token })).body.locale, body.locale)
    return body.locale
  }
  assert.equal(await place('de-AT, fr;q=0.5'), 'de')
  assert.equal(await place('it, fr;q=0.2, de;q=0'), 'fr')
  assert.equal(await place('*'), 'fr')
  await client.patch('/api/users/me', { locale: 'de' }, { token })
  for (const unknown of [undefined, '*', 'it', '\u00fc', ',;q=,'])
    assert.equal(await place(unknown), 'de', String(unknown))
  await semel.db.updateTable('users').set({ locale: 'en' }).execute()
  assert.equal(await place('it'), 'fr')

  await client.post('/api/cart/items', { productId, quantity: 1 })
  const { text } = await client.get('/de/checkout', { headers: { 'accept-language': 'fr' } })
  const hidden = [...text.matchAll(/<input [^>]*name="([^"]+)" value="([^"]*)"/g)].map(([, name, value]) => [
    name!,
    value!,
  ])
  const address = { name: 'Ada', line1: 'Am Platz 1', postcode: '1010', city: 'Wien', country: 'AT' }
  const typed = Object.entries(address).map(([name, value]) => [`deliveryAddress.${name}`, value])
  const headers = { 'content-type': 'application/x-www-form-urlencoded', 'accept-language': 'fr' }
  const sent = new URLSearchParams([...hidden, ...typed]).toString()
  assert.equal((await client.post('/de/checkout', sent, { headers })).status, 303)
  const { body } = await client.get('/api/users/me/export', { token })
  assert.deepEqual(
    body.orders.map(({ locale }: { locale: string }) => locale),
    ['de', 'fr', 'de', 'de', 'de', 'de', 'de', 'fr', 'fr', 'de'],
  )
})
