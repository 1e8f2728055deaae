import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { currentCode } from '../src/accounts/demo.ts'
import { STEP } from '../src/accounts/totp.ts'
import { PASSWORD } from './accounts.ts'
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

async function open(options: BrowserContextOptions): Promise<{ page: Page } & AsyncDisposable> {
  const context = await browser.newContext({ ...options, baseURL: semel.origin })
  return { page: await context.newPage(), [Symbol.asyncDispose]: () => context.close() }
}

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

async function look(page: Page, name: string) {
  await picture(page, name)
  if (!name.includes('without JavaScript')) assert.deepEqual(await barriers(page), [], name)
}

for (const [view, options] of Object.entries(VIEWS)) {
  test(`register, sign out, sign in: ${view}`, async () => {
    await using opened = await open(options)
    const { page } = opened
    const email = `${view.replaceAll(' ', '-').toLowerCase()}@example.com`

    await page.goto('/register')
    await page.getByLabel('Name', { exact: true }).fill('Ada Lovelace')
    await page.getByLabel('E-mail').fill('ada')
    await page.getByLabel('Password').fill('short')
    await press(page, 'Create account')
    await page.getByRole('alert').waitFor()
    assert.deepEqual(await page.getByRole('alert').getByRole('link').allInnerTexts(), [
      'email must be a valid e-mail address',
    ])
    await look(page, `register ${view}`)
    await page.getByLabel('E-mail').fill(email)
    await page.getByLabel('Password').fill(PASSWORD)
    await press(page, 'Create account')

    await page.waitForURL('/register/authenticator')
    await look(page, `authenticator ${view}`)
    await page.reload()
    await page.getByRole('textbox', { name: 'Code' }).fill('000000')
    await press(page, 'Confirm and sign in')
    await page.getByText('The code is wrong').first().waitFor()
    const code = (await currentCode(semel, email))!.code
    await page.getByRole('textbox', { name: 'Code' }).fill(code)
    await press(page, 'Confirm and sign in')
    await page.getByText('Keep these recovery codes').waitFor()
    assert.equal(await page.locator('.codes li').count(), 10)
    await look(page, `recovery codes ${view}`)
    await page.getByRole('link', { name: 'to my account' }).click()

    await page.waitForURL('/account')
    await page.getByLabel('Name', { exact: true }).fill('')
    await press(page, 'Save')
    await page.getByText('userName is required').first().waitFor()
    await page.getByLabel('Name', { exact: true }).fill('Countess Lovelace')
    await press(page, 'Save')
    await page.getByText('Saved.').waitFor()
    await look(page, `account ${view}`)
    await press(page, 'Sign out')
    await page.getByRole('link', { name: 'Sign in' }).first().waitFor()

    await page.goto('/account')
    await page.waitForURL('/login?next=%2Faccount')
    await page.getByLabel('E-mail').fill(email)
    await page.getByLabel('Password').fill('not the password')
    await press(page, 'Sign in')
    await page.getByText('The e-mail address or the password is wrong.').waitFor()
    assert.equal(await page.getByLabel('E-mail').inputValue(), email)
    assert.equal(await page.getByLabel('Password').inputValue(), '')
    await look(page, `login ${view}`)
    await page.getByLabel('Password').fill(PASSWORD)
    await press(page, 'Sign in')
    await page.waitForURL('/login/code?next=%2Faccount')
    await page.getByRole('textbox', { name: 'Code' }).fill(code)
    await press(page, 'Sign in')
    await page.getByText('This code was already used').first().waitFor()
    await look(page, `code ${view}`)
    semel.clock.advance(STEP)
    await page.getByRole('textbox', { name: 'Code' }).fill((await currentCode(semel, email))!.code)
    await press(page, 'Sign in')
    await page.waitForURL('/account')
    assert.equal(await page.getByLabel('Name', { exact: true }).inputValue(), 'Countess Lovelace')
  })
}
