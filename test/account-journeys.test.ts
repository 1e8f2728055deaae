import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { currentCode } from '../src/accounts/demo.ts'
import { STEP } from '../src/accounts/totp.ts'
import { MINUTE } from '../src/time.ts'
import { enterPassword, lastSms, newPerson, PASSWORD, type Person } from './accounts.ts'
import { barriers } from './axe.ts'
import { openBrowser, picture, VIEWS } from './browser.ts'
import { type Semel, startSemel } from './semel.ts'

let semel: Semel
let browser: Browser
before(async () => {
  semel = await startSemel()
  browser = await openBrowser()
})
after(async () => {
  await browser.close()
  await semel[Symbol.asyncDispose]()
})

type View = keyof typeof VIEWS

async function open(view: View): Promise<{ page: Page } & AsyncDisposable> {
  const context = await browser.newContext({ ...VIEWS[view], baseURL: semel.origin })
  return { page: await context.newPage(), [Symbol.asyncDispose]: () => context.close() }
}

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const codeField = (page: Page) => page.getByRole('textbox', { name: 'Code', exact: true })

async function signIn(page: Page, person: Pick<Person, 'email'>, password = PASSWORD) {
  await page.goto('/login')
  await page.getByLabel('E-mail').fill(person.email)
  await page.getByLabel('Password').fill(password)
  await press(page, 'Sign in')
  await page.waitForURL('/login/code')
}

async function enterCode(page: Page, person: Pick<Person, 'email'>) {
  semel.clock.advance(STEP)
  await codeField(page).fill((await currentCode(semel, person.email))!.code)
  await press(page, 'Sign in')
  await page.waitForURL('/account')
}

/** A question before what cannot be undone is asked by the script. */
async function agree(page: Page, view: View, name: string) {
  if (view !== 'without JavaScript') await page.getByRole('dialog').getByRole('button', { name }).click()
}

for (const view of ['wide', 'narrow', 'without JavaScript'] as const) {
  test(`the telephone is lost: a recovery code lets in, a new authenticator replaces the old one: ${view}`, async () => {
    const person = await newPerson(semel)
    await using opened = await open(view)
    const { page } = opened
    await signIn(page, person)
    await page.getByRole('link', { name: 'Use a recovery code' }).click()
    await page.getByLabel('Recovery code').fill('aaaa-bbbb-cccc-dddd')
    await press(page, 'Sign in')
    await page.getByRole('alert').waitFor()
    await page.getByLabel('Recovery code').fill(person.recoveryCodes[3]!)
    await press(page, 'Sign in')
    await page.waitForURL('/account')
    await page.getByText('9 codes are left').waitFor()
    await picture(page, `account in full ${view}`)
    if (view !== 'without JavaScript') assert.deepEqual(await barriers(page), [])

    await press(page, 'Remove Authenticator app')
    await agree(page, view, 'Remove')
    await page.getByText('This is the last second factor. Add another one first.').first().waitFor()
    await page.goto('/account')
    await page.getByText('Add an authenticator app').first().click()
    await page.getByRole('textbox', { name: 'Name (optional)' }).fill('New telephone')
    await press(page, 'Add an authenticator app')
    await page.waitForURL(/\/account\/factors\/[0-9a-f-]{36}$/)
    await page.getByText('Scan this').waitFor()
    await codeField(page).fill('000000')
    await press(page, 'Confirm')
    await page.getByText('The code is wrong').first().waitFor()
    semel.clock.advance(STEP)
    await codeField(page).fill((await currentCode(semel, person.email))!.code)
    await press(page, 'Confirm')
    await page.waitForURL('/account')
    await page.getByRole('rowheader', { name: 'New telephone' }).waitFor()
    const old = page.locator('tr').filter({ hasNotText: 'New telephone' }).getByRole('button', { name: 'Remove' })
    await old.click()
    await agree(page, view, 'Remove')
    await old.waitFor({ state: 'detached' })

    await press(page, 'Make new recovery codes')
    await agree(page, view, 'Make new recovery codes')
    await page.getByText('Keep these recovery codes').waitFor()
    assert.equal(await page.locator('.codes li').count(), 10)
  })

  test(`the e-mail address changes after a code was entered again, and the link to the new one confirms it: ${view}`, async () => {
    const person = await newPerson(semel)
    await using opened = await open(view)
    const { page } = opened
    await signIn(page, person)
    await enterCode(page, person)
    semel.clock.advance(11 * MINUTE)
    await page.goto('/account')
    const email = `new-${person.email}`
    await page.getByLabel('E-mail').fill(email)
    await press(page, 'Change e-mail address')
    await page.getByText('This needs your second factor again').first().waitFor()
    await codeField(page).fill((await currentCode(semel, person.email))!.code)
    await press(page, 'Confirm')
    await page.getByRole('heading', { name: 'Confirm that it is you' }).waitFor({ state: 'detached' })
    await page.getByLabel('E-mail').fill(email)
    await press(page, 'Change e-mail address')
    await page.getByText(`From now on we write to ${email}.`).waitFor()
    await page.reload()
    await page.getByText('not confirmed yet').waitFor()
    const [mail] = await semel.mailTo(email)
    await page.goto(/https?:\/\/\S+\/verify-email\?token=\S+/.exec(mail!.text)![0])
    await press(page, 'Confirm this address')
    await page.getByText('Thank you, your e-mail address is verified.').waitFor()
    await page.goto('/account')
    await page.getByText('confirmed', { exact: true }).waitFor()
  })

  test(`a forgotten password: the link of the e-mail sets a new one, and the second factor is still asked: ${view}`, async () => {
    const person = await newPerson(semel)
    await semel.mailTo(person.email)
    await using opened = await open(view)
    const { page } = opened
    await page.goto('/login')
    await page.getByRole('link', { name: 'Forgot your password?' }).click()
    await press(page, 'Send Reset Link')
    await page.getByText('email is required').first().waitFor()
    await page.getByLabel('E-mail').fill(person.email)
    await press(page, 'Send Reset Link')
    await page.getByText('a reset link will be sent').waitFor()
    const mails = await semel.mailTo(person.email, 2)
    const link = /https?:\/\/\S+\/reset-password\?token=\S+/.exec(mails[1]!.text)![0]
    await page.goto(link)
    await page.getByLabel('New password').fill('password123')
    await press(page, 'Set new password')
    await page.getByText('password is among the most common ones').first().waitFor()
    await page.getByLabel('New password').fill('a passphrase after the old one')
    await press(page, 'Set new password')
    await page.getByText('Your password has been changed.').waitFor()
    await signIn(page, person, 'a passphrase after the old one')
    await enterCode(page, person)
    await page.goto(link)
    await page.getByLabel('New password').fill('yet another passphrase')
    await press(page, 'Set new password')
    await page
      .getByText('The reset link is unknown, used or expired')
      .or(page.getByText('token is unknown'))
      .first()
      .waitFor()
  })

  test(`a code by text message signs in, and all other sessions are ended: ${view}`, async () => {
    const phone = `+4917${String(view.length).padStart(7, '5')}`
    const person = await newPerson(semel, { phone })
    semel.clock.advance(STEP)
    const other = await enterPassword(semel.client(), person.email)
    const elsewhere = await semel.client().post('/api/auth/mfa', { code: person.code() }, { token: other })
    assert.equal(elsewhere.status, 200)
    await using opened = await open(view)
    const { page } = opened
    await signIn(page, person)
    await press(page, 'Send me a code by text message')
    await page.getByText('A code is on its way to +49…').waitFor()
    await codeField(page).fill((await lastSms(semel, phone)).code)
    await press(page, 'Sign in')
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
