import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { newPerson, PASSWORD } from '../support/accounts.ts'
import type { View } from '../support/browser.ts'
import { enterCode, openAs, reasonsOn, startWithBrowser } from '../support/pages.ts'
import { THOROUGH } from '../support/thorough.ts'

/*
 * Pages name fields by their labels, with and without JavaScript. The API names them by their properties.
 */
const at = await startWithBrowser()
const { semel } = at

const REQUIRED: Record<string, string[]> = {
  '/contact': ['Email is required', 'Message is required'],
  '/forgot-password': ['Email is required'],
  '/login': ['Email is required', 'Password is required'],
  '/register': ['Enter your name', 'Email is required', 'Password is required'],
}

const submit = (page: Page) => page.locator('main form button[type=submit]').click()

// Without scripts the server words the same errors, and every-form.test.ts sees that they are shown.
for (const view of (THOROUGH ? ['wide', 'without JavaScript'] : ['wide']) satisfies View[]) {
  for (const [path, expected] of Object.entries(REQUIRED)) {
    test(`${path}: one field is named "Email", and errors say so: ${view}`, async () => {
      await using opened = await openAs(at, 'guest', view, path)
      const { page } = opened
      await hasOneEmailField(page)
      await submit(page)
      await page.getByRole('alert').waitFor()
      await hasOneEmailField(page)
      assert.equal(
        await page.getByRole('heading', { name: 'There is a problem' }).textContent(),
        'There is a problem with:',
      )
      assert.deepEqual(await reasonsOn(page), expected)
      for (const reason of expected) assert.equal(await page.getByText(reason).count(), 1, reason)
      assert.equal(await page.getByRole('alert').count(), 1)
      assert.equal(await page.getByRole('alert').textContent(), expected[0])
      assert.match(await page.title(), /^Error: /)
      if (path === '/login') return
      await page.getByLabel('Email').fill('mia@')
      await submit(page)
      const reason = 'Email must be a valid address, like name@example.com'
      await page.locator('.field-error').filter({ hasText: reason }).waitFor()
      assert.ok((await reasonsOn(page)).includes(reason))
    })
  }

  test(`registration errors are in plain words: ${view}`, async () => {
    await using opened = await openAs(at, 'guest', view, '/register')
    const { page } = opened
    await page.getByLabel('Name').fill('Mia')
    await page.getByLabel('Email').fill('mia@example.com')
    await page.getByLabel('Password').fill(PASSWORD)
    await page.getByLabel('Phone').fill('0170 123')
    await submit(page)
    await page.getByRole('alert').waitFor()
    assert.deepEqual(await reasonsOn(page), ['Phone must include the country code, like +49 170 1234567'])
    await page.getByLabel('Phone').fill('')
    await page.getByLabel('Password').fill('password123')
    await submit(page)
    await page
      .getByRole('alert')
      .filter({ hasText: /^Password is too common/ })
      .waitFor()
  })

  test(`sign-in errors are in plain words, each at its field: ${view}`, async () => {
    const person = await newPerson(semel)
    await using opened = await openAs(at, 'guest', view, '/login')
    const { page } = opened
    await page.getByLabel('Email').fill(person.email)
    await page.getByLabel('Password').fill('not the password')
    await submit(page)
    await page.getByRole('alert').waitFor()
    assert.deepEqual(await reasonsOn(page), ['Wrong email or password.'])
    await page.getByLabel('Password').fill(PASSWORD)
    await submit(page)

    await page.waitForURL('**/login/code')
    await enterCode(page, '000000', 'Sign in')
    const wrongCode = "That code isn't right. Enter the newest code."
    await page.getByRole('alert').filter({ hasText: wrongCode }).waitFor()
    assert.equal(await page.getByLabel('Code', { exact: true }).getAttribute('aria-invalid'), 'true')

    await page.goto(`${semel.origin}/login/recovery`)
    await page.getByLabel('Recovery code').fill('aaaa-bbbb-cccc-dddd')
    await submit(page)
    await page.getByRole('alert').filter({ hasText: "That recovery code isn't right, or was already used." }).waitFor()
    assert.equal(await page.getByLabel('Recovery code').getAttribute('aria-invalid'), 'true')
  })

  test(`second text message requested early → waiting time named once: ${view}`, async () => {
    const person = await newPerson(semel, { phone: view === 'wide' ? '+4917000000101' : '+4917000000102' })
    await using opened = await openAs(at, 'guest', view, '/login')
    const { page } = opened
    await page.getByLabel('Email').fill(person.email)
    await page.getByLabel('Password').fill(PASSWORD)
    await submit(page)
    await page.getByText('From your authenticator app or text message.').waitFor()
    const ask = page.getByRole('button', { name: 'Text me a code instead' })
    await ask.click()
    await page.getByText(/We've sent a code to \+49…10[12]\. It's valid for 5 minutes\./).waitFor()
    // The button makes room for the answer, so a second message takes another look at the page.
    await page.getByRole('link', { name: 'Send another' }).click()
    await ask.click()
    await page.getByRole('alert').waitFor()
    const told = await reasonsOn(page)
    assert.equal(told.length, 1)
    assert.match(told[0]!, /^Too many attempts\. Try again in \d+ seconds\.$/)
  })

  test(`visitor has only text-message codes → told to ask for one: ${view}`, async () => {
    const person = await newPerson(semel, { phone: view === 'wide' ? '+4917000000103' : '+4917000000104' })
    await semel.db.deleteFrom('second_factors').where('user_id', '=', person.id).where('kind', '=', 'totp').execute()
    await using opened = await openAs(at, 'guest', view, '/login')
    const { page } = opened
    await page.getByLabel('Email').fill(person.email)
    await page.getByLabel('Password').fill(PASSWORD)
    await submit(page)
    await page.getByText('From a text message. Ask for it below.').waitFor()
    await page.getByRole('button', { name: 'Text me a code', exact: true }).click()
    await page.getByText(/We've sent a code to \+49…10[34]\./).waitFor()
  })

  test(`confirming a new phone asks for the text message's code: ${view}`, async () => {
    await using opened = await openAs(at, 'customer', view, '/account')
    const { page } = opened
    await page.locator('summary', { hasText: 'Add a phone' }).click()
    await page.getByLabel('Phone number').fill(view === 'wide' ? '+4917000000105' : '+4917000000106')
    await page.getByRole('button', { name: 'Add a phone' }).click()
    await page.waitForURL('**/account/factors/*')
    const field = page.getByRole('textbox', { name: 'Code' })
    const hint = await field.getAttribute('aria-describedby')
    assert.equal(await page.locator(`[id="${hint!.split(' ')[0]}"]`).textContent(), 'From the text message.')
  })

  test(`a reset link that was used meanwhile offers a new one: ${view}`, async () => {
    const { email } = await newPerson(semel)
    const headers = { 'x-csrf-token': '' }
    const client = semel.client()
    headers['x-csrf-token'] = (await client.get('/api/auth/csrf')).body.csrfToken
    await client.post('/api/auth/forgot-password', { email }, { headers })
    const mail = (await semel.mailTo(email, 2)).find(({ subject }) => subject === 'Reset your password')!
    await using opened = await openAs(at, 'guest', view, /http\S+reset-password\S+/.exec(mail.text)![0])
    const { page } = opened
    await semel.db.deleteFrom('password_resets').execute()
    await page.getByLabel('New password').fill('a passphrase that nobody has')
    await submit(page)
    await page
      .getByRole('alert')
      .getByRole('link', { name: /^This link has expired or was already used\./ })
      .click()
    await page.waitForURL('**/forgot-password')
  })
}

async function hasOneEmailField(page: Page): Promise<void> {
  assert.equal(await page.getByLabel(/email/i).count(), 1)
  assert.equal(await page.getByLabel('Email', { exact: true }).count(), 1)
  assert.equal(await page.getByRole('textbox', { name: /email/i }).count(), 1)
}

test('the API names fields by their property names', async () => {
  const { status, body } = await semel.client().post('/api/contact-messages', {})
  assert.equal(status, 422)
  assert.equal(body.detail, 'email is required; message is required')
})
