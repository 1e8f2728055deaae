import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { addFactor, confirmFactor } from '../../src/accounts/second-factors/factors.ts'
import { STEP } from '../../src/accounts/second-factors/totp.ts'
import { mailboxToken } from '../../src/accounts/users/verify-email.ts'
import { currentCode } from '../../src/dev/current-codes.ts'
import { MINUTE } from '../../src/time.ts'
import { enterPassword, lastSms, newPerson, PASSWORD, type Person } from '../support/accounts.ts'
import { WALKS } from '../support/browser.ts'
import { agree, enterCode, look, openAs, startWithBrowser } from '../support/pages.ts'

const at = await startWithBrowser()
const { semel } = at

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

async function signIn(page: Page, person: Pick<Person, 'email'>, password = PASSWORD) {
  await page.goto('/login')
  await page.getByLabel('Email').fill(person.email)
  await page.getByLabel('Password').fill(password)
  await press(page, 'Sign in')
  await page.waitForURL('/login/code')
}

async function enterCurrentCode(page: Page, person: Pick<Person, 'email'>) {
  semel.clock.advance(STEP)
  await enterCode(page, (await currentCode(semel, person.email))!.code, 'Sign in')
  await page.waitForURL('/account')
}

for (const view of WALKS) {
  test(`without a phone → recovery code signs in, authenticator app replaced: ${view}`, async () => {
    const person = await newPerson(semel)
    await using opened = await openAs(at, 'guest', view)
    const { page } = opened
    await signIn(page, person)
    await page.getByRole('link', { name: 'Use a recovery code' }).click()
    await page.getByLabel('Recovery code').fill('aaaa-bbbb-cccc-dddd')
    await press(page, 'Sign in')
    await page.getByRole('alert').waitFor()
    await page.getByLabel('Recovery code').fill(person.recoveryCodes[3]!)
    await press(page, 'Sign in')
    await page.waitForURL('/account')
    await page.getByText('You have 9 unused recovery codes.').waitFor()
    await look(page, view, 'account in full')

    // The only one stays, and the page says why.
    await page.getByText('You need at least one sign-in method.').waitFor()
    assert.equal(await page.getByRole('button', { name: 'Remove Authenticator app' }).count(), 0)
    await page.getByText('Add an authenticator app').first().click()
    await page.getByRole('textbox', { name: 'Name (optional)' }).fill('New phone')
    await press(page, 'Add an authenticator app')
    await page.waitForURL(/\/account\/factors\/[0-9a-f-]{36}$/)
    await page.getByText('Scan this QR code').waitFor()
    await enterCode(page, '000000', 'Confirm')
    await page.getByText("That code isn't right.").first().waitFor()
    semel.clock.advance(STEP)
    await enterCode(page, (await currentCode(semel, person.email))!.code, 'Confirm')
    await page.waitForURL('/account')
    await page.getByRole('rowheader', { name: 'New phone' }).waitFor()
    const old = page.locator('tr').filter({ hasNotText: 'New phone' }).getByRole('button', { name: 'Remove' })
    await old.click()
    await agree(page, view, 'Remove')
    await old.waitFor({ state: 'detached' })

    await press(page, 'Generate new codes')
    await agree(page, view, 'Generate new codes')
    await page.getByText('Save your recovery codes').waitFor()
    assert.equal(await page.locator('.codes li').count(), 10)
    await page.getByText('You have 10 unused recovery codes.').waitFor()
  })

  test(`email change → code entered again, and new address confirmed by link: ${view}`, async () => {
    const person = await newPerson(semel)
    await using opened = await openAs(at, 'guest', view)
    const { page } = opened
    await signIn(page, person)
    await enterCurrentCode(page, person)
    await page.goto('/account')
    const email = `new-${person.email}`
    await page.getByLabel('Email').fill(email)
    // The page has been open for a while, and has no field for a code.
    semel.clock.advance(11 * MINUTE)
    await press(page, 'Change email')
    await page.getByRole('link', { name: "Confirm it's you to continue" }).click()
    await page.getByRole('heading', { name: "Confirm it's you" }).waitFor()
    await enterCode(page, (await currentCode(semel, person.email))!.code, 'Confirm')
    // The address is changed without another press.
    await page.getByText('Email changed. Check your inbox to confirm the new address.').waitFor()
    await page.getByText('not confirmed yet').waitFor()
    await page.reload()
    await page.getByText('not confirmed yet').waitFor()
    const [mail] = await semel.mailTo(email)
    await page.goto(/https?:\/\/\S+\/verify-email\?token=\S+/.exec(mail!.text)![0])
    await press(page, 'Confirm this address')
    await page.getByText(/Thank you. Your email address is verified\./).waitFor()
    await page.goto('/account')
    await page.getByText('confirmed', { exact: true }).waitFor()
  })

  test(`data is downloaded, sign-in method and account deleted, with a code: ${view}`, async () => {
    const person = await newPerson(semel)
    await using opened = await openAs(at, 'guest', view)
    const { page } = opened
    await signIn(page, person)
    await enterCurrentCode(page, person)
    const key = await addFactor(semel.db as never, semel, { userId: person.id, kind: 'passkey', name: 'Old key' })
    await confirmFactor(semel.db as never, key, semel.clock.now())
    const confirmed = async () => {
      await page.getByRole('heading', { name: "Confirm it's you" }).waitFor()
      semel.clock.advance(MINUTE)
      await enterCode(page, (await currentCode(semel, person.email))!.code, 'Confirm')
    }
    semel.clock.advance(11 * MINUTE)
    await page.goto('/account')
    const download = page.waitForEvent('download')
    await page.getByRole('link', { name: "Confirm it's you to download your data" }).click()
    await confirmed()
    assert.match((await download).suggestedFilename(), /json$/)

    await page.goto('/account')
    semel.clock.advance(11 * MINUTE)
    await page.locator('tr', { hasText: 'Old key' }).getByRole('button', { name: 'Remove' }).click()
    await agree(page, view, 'Remove')
    await confirmed()
    await page.getByText('Sign-in method removed.').waitFor()

    await page.goto('/account')
    semel.clock.advance(11 * MINUTE)
    await press(page, 'Delete my account')
    await agree(page, view, 'Delete my account')
    await confirmed()
    await page.getByText('Your account is deleted. We have sent you one last email.').waitFor()
  })

  test(`message of one form does not stay above the next: ${view}`, async () => {
    await using opened = await openAs(at, 'customer', view, '/account')
    const { page } = opened
    await page.getByLabel('Email').fill(`${crypto.randomUUID()}@example.com`)
    await press(page, 'Change email')
    const message = page.getByText('Email changed. Check your inbox to confirm the new address.')
    await message.waitFor()
    await page.getByLabel('Name', { exact: true }).fill('Ada')
    await press(page, 'Save')
    await page.getByText('Saved.', { exact: true }).waitFor()
    assert.equal(await message.count(), 0)
  })

  test(`a mistyped address is corrected before the authenticator is set up: ${view}`, async () => {
    await using opened = await openAs(at, 'guest', view, '/register?next=%2Fcheckout')
    const { page } = opened
    const register = async (email: string) => {
      await page.getByLabel('Name').fill('Nora New')
      await page.getByLabel('Email').fill(email)
      await page.getByLabel('Password').fill(PASSWORD)
      await page.getByLabel('Phone').fill('+49 170 1234567')
      await press(page, 'Create account')
      await page.getByText(`You are creating the account of ${email}.`).waitFor()
    }
    const id = view.replace(/\W/g, '')
    await register(`typo-${id}@exmaple.com`)
    await page.getByRole('link', { name: 'Correct the address' }).click()
    await page.waitForURL('/register?next=%2Fcheckout')
    // The form comes back with the address, to correct its typo. A page never contains a password again.
    for (const [label, content] of [
      ['Name', 'Nora New'],
      ['Email', `typo-${id}@exmaple.com`],
      ['Phone', '+491701234567'],
      ['Password', ''],
    ] as const) {
      assert.equal(await page.getByLabel(label).inputValue(), content)
    }
    await using other = await openAs(at, 'guest', view, '/register')
    assert.equal(await other.page.getByLabel('Name').inputValue(), '')
    await register(`nora-${id}@example.com`)
  })

  test(`all factors disabled → recovery code asked for, not an app code: ${view}`, async () => {
    const person = await newPerson(semel)
    await semel.db
      .updateTable('second_factors')
      .set({ disabled_at: semel.clock.now() })
      .where('user_id', '=', person.id)
      .execute()
    await using opened = await openAs(at, 'guest', view)
    const { page } = opened
    await signIn(page, person)
    await page.getByText('The other sign-in methods of this account are disabled.').waitFor()
    assert.equal(await page.getByText('authenticator app').count(), 0)
    await page.getByRole('link', { name: 'Use a recovery code' }).click()
    await page.getByLabel('Recovery code').fill(person.recoveryCodes[0]!)
    await press(page, 'Sign in')
    await page.waitForURL('/account')
  })

  test(`password forgotten → replaced by emailed link, and sign-in needs a code: ${view}`, async () => {
    const person = await newPerson(semel)
    await semel.mailTo(person.email)
    await using opened = await openAs(at, 'guest', view)
    const { page } = opened
    await page.goto('/login')
    await page.getByRole('link', { name: 'Forgot your password?' }).click()
    await press(page, 'Send Reset Link')
    await page.getByText('Email is required').first().waitFor()
    await page.getByLabel('Email').fill(person.email)
    await press(page, 'Send Reset Link')
    await page.getByText('a reset link is on its way').waitFor()
    const mails = await semel.mailTo(person.email, 2)
    const link = /https?:\/\/\S+\/reset-password\?token=\S+/.exec(mails[1]!.text)![0]
    await page.goto(link)
    await page.getByLabel('New password').fill('password123')
    await press(page, 'Set new password')
    await page.getByText('Password is too common').first().waitFor()
    await page.getByLabel('New password').fill('a passphrase after the old one')
    await press(page, 'Set new password')
    await page.getByText('Your password has been changed.').waitFor()
    await signIn(page, person, 'a passphrase after the old one')
    await enterCurrentCode(page, person)
    await page.goto(link)
    await page.getByText('It was already used').waitFor()
  })

  test(`new password ended all other sessions → its page lists none: ${view}`, async () => {
    const person = await newPerson(semel)
    await using opened = await openAs(at, 'guest', view)
    const { page } = opened
    await signIn(page, person)
    await enterCurrentCode(page, person)
    await page.goto('/account')
    const sessions = page.getByRole('table', { name: 'Your sessions' })
    assert.equal(await sessions.getByRole('row').count(), 3)
    await page.getByLabel('Current password').fill(PASSWORD)
    await page.getByLabel('New password').fill('a passphrase after the old one')
    await press(page, 'Change password')
    await page.getByText('Password changed. You have been signed out everywhere else.').waitFor()
    assert.equal(await sessions.getByRole('row').count(), 2)
    assert.equal(await page.getByLabel('Current password').inputValue(), '')
  })

  test(`code by text message signs in, and all other sessions end: ${view}`, async () => {
    const phone = `+4917${String(view.length).padStart(7, '5')}`
    const person = await newPerson(semel, { phone })
    semel.clock.advance(STEP)
    const other = await enterPassword(semel.client(), person.email)
    const elsewhere = await semel.client().post('/api/auth/mfa', { code: person.code() }, { token: other })
    assert.equal(elsewhere.status, 200)
    await using opened = await openAs(at, 'guest', view)
    const { page } = opened
    await signIn(page, person)
    await press(page, 'Text me a code instead')
    await page.getByText("We've sent a code to +49…").waitFor()
    await enterCode(page, (await lastSms(semel, phone)).code, 'Sign in')
    await page.waitForURL('/account')
    const sessions = page.getByRole('table', { name: 'Your sessions' })
    assert.equal(await sessions.getByRole('row').count(), 4)
    await sessions.getByRole('button', { name: 'End' }).first().click()
    await sessions.getByRole('row').nth(3).waitFor({ state: 'detached' })
    await press(page, 'End all other sessions')
    await page.getByRole('button', { name: 'End all other sessions' }).waitFor({ state: 'detached' })
    for (const token of [person.token, elsewhere.body.token]) {
      assert.equal((await semel.client().get('/api/users/me', { token })).status, 401)
    }
    await page.reload()
    assert.equal(await sessions.getByRole('row').count(), 2)
  })
}

for (const view of WALKS) {
  test(`waiting pages name the address, to the visitor who proved it: ${view}`, async () => {
    const email = `mia.${view.length}.${Date.now()}@example.com`
    await using opened = await openAs(at, 'guest', view, '/register')
    const { page } = opened
    const main = page.getByRole('main')
    await page.getByLabel('Name', { exact: true }).fill('Mia')
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password').fill(PASSWORD)
    await press(page, 'Create account')
    await main.getByText(`You are creating the account of ${email}.`).waitFor()
    await enterCode(page, (await currentCode(semel, email))!.code, 'Confirm and sign in')
    await main.getByText(`We've also sent a link to ${email}. It confirms your address.`).waitFor()

    await page.goto('/account')
    await press(page, 'Email me a new link')
    await main.getByText(`We've sent a new link to ${email}.`).waitFor()
    const { id } = await semel.db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirstOrThrow()
    const link = `/verify-email?token=${mailboxToken(semel.serviceKey, 'verify-email', { id, email }, semel.clock.now())}`
    await page.goto(link)
    await main.getByText(`This confirms ${email}.`).waitFor()
    // The reader of the mailbox may be somebody else, who sees whose account it is before the click.
    for (const who of ['guest', 'customer'] as const) {
      await using reader = await openAs(at, who, view, link)
      for (const fact of [email, 'Mia']) await reader.page.getByText(fact, { exact: true }).waitFor()
      await look(reader.page, view, 'confirm as somebody else')
      await reader.page.getByRole('link', { name: 'This account is not mine' }).click()
      await reader.page.getByRole('button', { name: 'Release my address' }).waitFor()
    }

    await using again = await openAs(at, 'guest', view)
    await signIn(again.page, { email })
    await again.page.getByRole('main').getByText(`You are signing in as ${email}.`).waitFor()
    await look(again.page, view, 'code page')
  })
}

test('new recovery codes → text beside them stays, and their message has focus', async () => {
  await using opened = await openAs(at, 'customer', 'wide', '/account')
  const { page } = opened
  await page.getByLabel('Name', { exact: true }).fill('Half a na')
  await press(page, 'Generate new codes')
  await agree(page, 'wide', 'Generate new codes')
  await page.locator(':focus').getByText('Save your recovery codes').waitFor()
  await page.getByText('You have 10 unused recovery codes.').waitFor()
  assert.equal(await page.getByLabel('Name', { exact: true }).inputValue(), 'Half a na')
})

test('owner enters the code → the account is deleted without another press', async () => {
  const person = await newPerson(semel)
  await using opened = await openAs(at, person, 'narrow', '/account')
  const { page } = opened
  semel.clock.advance(11 * MINUTE)
  await press(page, 'Delete my account')
  await agree(page, 'narrow', 'Delete my account')
  await enterCode(page, person.code(), 'Confirm')
  await page.getByText('Your account is deleted.').waitFor()
})
