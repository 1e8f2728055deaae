import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { MINUTE } from '../../src/time.ts'
import { enterPassword, newPerson, PASSWORD, type Person } from '../support/accounts.ts'
import { openBrowser, picture } from '../support/browser.ts'
import { enterCode } from '../support/pages.ts'
import { accountLinkOf, orderedByGuest } from '../support/prepared.ts'
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

const PHONE = { viewport: { width: 320, height: 700 }, hasTouch: true, isMobile: true }

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

/**
 * A page in a browser with a virtual authenticator, which approves every request. `verifies`: a finger, not only a touch.
 * `offers`: the email field offers passkeys, and the first one is chosen at once.
 */
async function openWithAuthenticator({ verifies = true, offers = false } = {}) {
  const context = await browser.newContext({ baseURL: origin })
  const page = await context.newPage()
  if (!offers) await page.addInitScript('PublicKeyCredential.isConditionalMediationAvailable = async () => false')
  const devtools = await context.newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: verifies,
      isUserVerified: verifies,
      automaticPresenceSimulation: true,
    },
  })
  return { page, [Symbol.asyncDispose]: () => context.close() }
}

/** Somebody with a passkey, which was added on the page. */
async function withPasskey({ page }: { page: Page }) {
  const person = await newPerson(semel)
  await page.context().addCookies([{ name: 'semel_session', value: person.token, url: origin }])
  await page.goto('/account')
  await page.locator('summary', { hasText: 'Add a passkey' }).click()
  await press(page, 'Add a passkey')
  await page.getByRole('rowheader', { name: 'Passkey' }).waitFor()
  await page.context().clearCookies()
  return person
}

/** The body of a sign-in by passkey alone, signed by the authenticator of the page. */
async function sign(page: Page) {
  const { body: options } = await semel.client().post('/api/auth/passkey/options', {})
  const passkey = await page.evaluate(async options => {
    // @ts-expect-error code of the browser
    const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options)
    // @ts-expect-error code of the browser
    return (await navigator.credentials.get({ publicKey })).toJSON()
  }, options)
  return { passkey }
}

const signIn = async (body: unknown) => {
  const { status, body: said } = await semel.client().post('/api/auth/passkey', body)
  return status === 200 ? said.user.id : `${status} ${said.code}: ${said.detail}`
}
const REFUSED = '401 invalid_passkey: This passkey was not accepted. Try again, or sign in with your password.'

async function enterCredentials(page: Page, person: Person) {
  await page.goto('/login')
  await page.getByLabel('Email').fill(person.email)
  await page.getByLabel('Password').fill(PASSWORD)
  await press(page, 'Sign in')
  await page.waitForURL('**/login/code')
}

test('a passkey signs in, steps up, and is refused once removed', async () => {
  const person = await newPerson(semel)
  await using opened = await openWithAuthenticator()
  const { page } = opened
  await enterCredentials(page, person)
  assert.equal(await page.getByRole('button', { name: 'Use a passkey' }).count(), 0)
  await enterCode(page, person.code(), 'Sign in')
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

test('second passkey on the same device → refused with the true reason', async () => {
  await using opened = await openWithAuthenticator()
  const { page } = opened
  const { token } = await withPasskey(opened)
  await page.context().addCookies([{ name: 'semel_session', value: token, url: origin }])
  await page.goto('/account')
  await page.locator('summary', { hasText: 'Add a passkey' }).click()
  await press(page, 'Add a passkey')
  await page.getByRole('alert').filter({ hasText: 'This device already has a passkey for your account.' }).waitFor()
  assert.equal(await page.getByRole('alert').getByText('cancelled').count(), 0)
})

test('malformed or unknown passkey → the error of a wrong code', async () => {
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

test('a passkey signs in alone, and leads to the wanted page', async () => {
  await using opened = await openWithAuthenticator()
  const { page } = opened
  const person = await withPasskey(opened)
  await page.goto('/login?next=/orders')
  await picture(page, 'login with passkey')
  await press(page, 'Use a passkey')
  await page.waitForURL(({ pathname }) => pathname === '/orders')
  const { items } = (await semel.client().get('/api/auth/sessions', { token: person.token })).body
  assert.equal(items.length, 2)
  const [entry] = await semel.db
    .selectFrom('audit_log')
    .select(['action', 'detail'])
    .where('user_id', '=', person.id)
    .orderBy('id', 'desc')
    .limit(1)
    .execute()
  assert.deepEqual(entry, { action: 'signed_in', detail: { method: 'passkey' } })
})

test('the browser offers the passkey in the email field', async () => {
  await using opened = await openWithAuthenticator({ offers: true })
  const { page } = opened
  await withPasskey(opened)
  await page.goto('/login')
  await page.waitForURL('**/account')
  await page.getByText("You're signed in.").waitFor()
})

test('one signature opens one session, of many requests at once', async () => {
  await using opened = await openWithAuthenticator()
  const person = await withPasskey(opened)
  const body = await sign(opened.page)
  const answers = await Promise.all(Array.from({ length: 8 }, () => signIn(body)))
  assert.deepEqual(answers.toSorted(), [...Array(7).fill(REFUSED), person.id].toSorted())
  assert.equal(await signIn(body), REFUSED, 'later')
  const two = [await sign(opened.page), await sign(opened.page)]
  assert.deepEqual(await Promise.all(two.map(signIn)).then(all => all.includes(person.id)), true)
})

test('a passkey that must not sign in alone gets one answer', async () => {
  await using opened = await openWithAuthenticator()
  const { page } = opened
  const person = await withPasskey(opened)
  const passkeys = semel.db.updateTable('passkeys')
  const refusals: Record<string, () => Promise<unknown>> = {
    unknown: async () => ({ passkey: { ...(await sign(page)).passkey, id: 'unknown', rawId: 'unknown' } }),
    malformed: async () => ({ passkey: { id: (await sign(page)).passkey.id } }),
    'of another account': async () => {
      const { passkey } = await sign(page)
      return { passkey: { ...passkey, response: { ...passkey.response, userHandle: 'c29tZWJvZHk' } } }
    },
    'a challenge of somebody else': async () => {
      const attempt = await enterPassword(semel.client(), person.email)
      const { passkey } = await sign(page)
      await semel.client().post('/api/auth/mfa/passkey/options', {}, { token: attempt })
      const { challenge } = await semel.db
        .selectFrom('passkey_challenges')
        .select('challenge')
        .executeTakeFirstOrThrow()
      const data = { type: 'webauthn.get', challenge, origin, crossOrigin: false }
      const clientDataJSON = Buffer.from(JSON.stringify(data)).toString('base64url')
      return { passkey: { ...passkey, response: { ...passkey.response, clientDataJSON } } }
    },
    'too late': async () => {
      const body = await sign(page)
      semel.clock.advance(16 * MINUTE)
      return body
    },
    'a copy was used': async () => {
      const body = await sign(page)
      await passkeys.set({ counter: 1_000_000 }).execute()
      return body
    },
    disabled: async () => {
      await passkeys.set({ counter: 0 }).execute()
      const body = await sign(page)
      await semel.db.updateTable('users').set({ disabled_at: new Date() }).where('id', '=', person.id).execute()
      return body
    },
    removed: async () => {
      await semel.db.updateTable('users').set({ disabled_at: null }).where('id', '=', person.id).execute()
      const body = await sign(page)
      await semel.db
        .deleteFrom('second_factors')
        .where('user_id', '=', person.id)
        .where('kind', '=', 'passkey')
        .execute()
      return body
    },
  }
  assert.equal(await signIn(await sign(page)), person.id)
  for (const [reason, body] of Object.entries(refusals)) assert.equal(await signIn(await body()), REFUSED, reason)
})

test('device does not verify its user → only a second factor', async () => {
  await using opened = await openWithAuthenticator({ verifies: false })
  const { page } = opened
  const person = await withPasskey(opened)
  await page.goto('/login')
  await press(page, 'Use a passkey')
  await page.getByRole('alert').filter({ hasText: 'Passkey not used.' }).waitFor()
  await enterCredentials(page, person)
  await press(page, 'Use a passkey')
  await page.waitForURL('**/account')
})

test('without JavaScript the sign-in page has no passkey button', async () => {
  const context = await browser.newContext({ baseURL: origin, javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto('/login')
  assert.equal(await page.getByRole('button', { name: 'Use a passkey' }).count(), 0)
  assert.equal(await page.getByText('or', { exact: true }).isVisible(), false)
  await context.close()
})

async function register(page: Page, email: string) {
  await page.goto('/register?next=%2Forders')
  await page.getByLabel('Name').fill('Ada')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(PASSWORD)
  await press(page, 'Create account')
  await page.waitForURL('**/register/authenticator?next=%2Forders')
}

test('passkeys register with one touch; after a cancellation the app remains', async () => {
  await using opened = await openWithAuthenticator()
  const { page } = opened
  await page.addInitScript(`
    const { create } = navigator.credentials
    navigator.credentials.create = () => {
      navigator.credentials.create = create
      return Promise.reject(new DOMException('', 'NotAllowedError'))
    }`)
  await register(page, 'one-touch@example.com')
  const button = page.getByRole('button', { name: 'Create a passkey' })
  await page.waitForFunction("document.activeElement.textContent === 'Create a passkey'")
  const code = page.getByRole('textbox', { name: 'Code' })
  assert.equal(await code.isVisible(), false)
  await button.click()
  await page.getByRole('alert').filter({ hasText: 'Try again, or choose another way.' }).waitFor()
  await page.getByText('Use an authenticator app instead').click()
  assert.equal(await code.isVisible(), true)
  await button.click()
  await page.getByText('Save your recovery codes').waitFor()
  assert.equal(await page.locator('.codes li').count(), 10)
  // They are shown once.
  await page.reload()
  await page.waitForURL('**/orders')
  await press(page, 'Sign out')
  await page.getByRole('link', { name: 'Sign in' }).first().click()
  await press(page, 'Use a passkey')
  await page.getByText("You're signed in.").waitFor()
})

test('guest opens the link of an account → one touch creates it', async () => {
  await using opened = await openWithAuthenticator()
  const { page } = opened
  const { id } = await orderedByGuest(semel)
  await page.goto(`/guest-account?token=${await accountLinkOf(semel, id)}`)
  await page.waitForFunction("document.activeElement.textContent === 'Create a passkey'")
  assert.equal(await page.getByLabel('Password').isVisible(), false)
  await picture(page, 'guest-account')
  await press(page, 'Create a passkey')
  await page.getByText('Save your recovery codes').waitFor()
  assert.equal(await page.getByText("We've also sent a link").count(), 0)
  await page.getByRole('link', { name: "I've saved them. Continue" }).click()
  await press(page, 'Add them to my account')
  await page.getByRole('link', { name: `#${id}` }).waitFor()
})

test('phone without passkeys → its authenticator opens; the QR code is hidden', async () => {
  const context = await browser.newContext({ baseURL: origin, ...PHONE })
  const page = await context.newPage()
  await register(page, 'on-phone@example.com')
  await page.waitForFunction("document.activeElement.id === 'confirm-code'")
  const codePicture = page.getByRole('img', { name: 'Picture to scan with your authenticator app' })
  assert.match(
    (await page.getByRole('link', { name: 'Open your authenticator app' }).getAttribute('href'))!,
    /^otpauth:/,
  )
  assert.equal(await codePicture.isVisible(), false)
  // Turned to its side, it still shows the way to the picture.
  await page.setViewportSize({ width: 900, height: 400 })
  await page.getByText('Use another device').click()
  assert.equal(await codePicture.isVisible(), true)
  await context.close()
})
