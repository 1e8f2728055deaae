import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { MINUTE } from '../../src/time.ts'
import { enterPassword, newPerson, PASSWORD, type Person } from '../support/accounts.ts'
import { openBrowser, picture } from '../support/browser.ts'
import { type Semel, startSemel } from '../support/semel.ts'

let semel: Semel
let browser: Browser
let origin: string
before(async () => {
  semel = await startSemel({}, { worker: false })
  browser = await openBrowser()
  // A passkey belongs to a host name; an IP address cannot have one.
  origin = semel.origin.replace('127.0.0.1', 'localhost')
})
after(async () => {
  await browser.close()
  await semel[Symbol.asyncDispose]()
})

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

/** A page in a browser with a virtual authenticator, which approves every request. */
async function openWithAuthenticator() {
  const context = await browser.newContext({ baseURL: origin })
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return { page, [Symbol.asyncDispose]: () => context.close() }
}

async function enterCredentials(page: Page, person: Person) {
  await page.goto('/login')
  await page.getByLabel('Email').fill(person.email)
  await page.getByLabel('Password').fill(PASSWORD)
  await press(page, 'Sign in')
  await page.waitForURL('**/login/code')
}

test('a passkey is added, signs in, steps up, and is refused once it is removed', async () => {
  const person = await newPerson(semel)
  await using opened = await openWithAuthenticator()
  const { page } = opened
  await enterCredentials(page, person)
  assert.equal(await page.getByRole('button', { name: 'Use a passkey' }).count(), 0)
  await page.getByRole('textbox', { name: 'Code', exact: true }).fill(person.code())
  await press(page, 'Sign in')
  await page.waitForURL('**/account')
  await page.locator('summary', { hasText: 'Add a passkey' }).click()
  await page.locator('#add-passkey-name').fill('My laptop')
  const added = page.waitForRequest(request => request.url().endsWith('/api/users/me/passkeys'))
  await press(page, 'Add a passkey')
  await page.getByRole('rowheader', { name: 'My laptop' }).waitFor()
  // The form sends an Idempotency-Key: the same request again adds no second passkey.
  const sent = await added
  const key = sent.headers()['idempotency-key']!
  const repeated = await semel.client().post('/api/users/me/passkeys', sent.postData()!, {
    token: person.token,
    headers: { 'idempotency-key': key },
  })
  assert.deepEqual([repeated.status, repeated.headers.get('idempotent-replayed')], [201, 'true'])
  await picture(page, 'account with passkey')
  await press(page, 'Sign out')
  await page.getByRole('link', { name: 'Sign in' }).first().waitFor()

  await enterCredentials(page, person)
  const signed = page.waitForRequest(request => request.url().endsWith('/api/auth/mfa/passkey'))
  await press(page, 'Use a passkey')
  await page.waitForURL('**/account')

  // The same signature again, in the same attempt and in a new one.
  const body = JSON.parse((await signed).postData()!)
  const attempt = await enterPassword(semel.client(), person.email)
  const replay = await semel.client().post('/api/auth/mfa/passkey', body, { token: attempt })
  assert.deepEqual([replay.status, replay.body.code], [401, 'invalid_code'])
  await semel.client().post('/api/auth/mfa/passkey/options', {}, { token: attempt })
  const withChallenge = await semel.client().post('/api/auth/mfa/passkey', body, { token: attempt })
  assert.equal(withChallenge.body.code, 'invalid_code')

  semel.clock.advance(11 * MINUTE)
  await page.reload()
  await page.getByRole('heading', { name: "Confirm it's you" }).waitFor()
  await press(page, 'Use a passkey')
  await page.getByRole('heading', { name: "Confirm it's you" }).waitFor({ state: 'detached' })

  const remove = page.locator('tr').filter({ hasText: 'My laptop' }).getByRole('button', { name: 'Remove' })
  await remove.click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await remove.waitFor({ state: 'detached' })
  await press(page, 'Sign out')
  await page.getByRole('link', { name: 'Sign in' }).first().waitFor()
  await enterCredentials(page, person)
  assert.equal(await page.getByRole('button', { name: 'Use a passkey' }).count(), 0)
})

test('a malformed or unknown passkey gets the error of a wrong code, not a 5xx', async () => {
  const person = await newPerson(semel)
  const attempt = () => enterPassword(semel.client(), person.email)
  const bodies = [
    { passkey: { id: 'x' } },
    { passkey: { id: 'x', rawId: 'x', type: 'public-key', response: {}, clientExtensionResults: {} } },
  ]
  for (const body of bodies) {
    const { status, body: said } = await semel.client().post('/api/auth/mfa/passkey', body, { token: await attempt() })
    assert.deepEqual([status, said.code], [401, 'invalid_code'])
  }
  const missing = await semel.client().post('/api/auth/mfa/passkey', {}, { token: await attempt() })
  assert.deepEqual([missing.status, missing.body.errors[0].field], [422, 'passkey'])
  const bad = await semel.client().post('/api/users/me/passkeys', bodies[1], { token: person.token })
  assert.deepEqual([bad.status, bad.body.detail], [422, 'passkey could not be verified'])
})
