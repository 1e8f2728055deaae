import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { STEP } from '../../src/accounts/second-factors/totp.ts'
import { currentCode } from '../../src/dev/current-codes.ts'
import { PASSWORD } from '../support/accounts.ts'
import { WALKS } from '../support/browser.ts'
import { enterCode, look, openAs, reasonsOn, startWithBrowser } from '../support/pages.ts'

const at = await startWithBrowser()
const { semel } = at

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

for (const view of WALKS) {
  test(`register, sign out, sign in: ${view}`, async () => {
    await using opened = await openAs(at, 'guest', view)
    const { page } = opened
    const email = `${view.replaceAll(' ', '-').toLowerCase()}@example.com`

    await page.goto('/register')
    await page.getByLabel('Name', { exact: true }).fill('Ada Lovelace')
    await page.getByLabel('Email').fill('ada')
    await page.getByLabel('Password').fill('short')
    await press(page, 'Create account')
    await page.getByRole('alert').waitFor()
    assert.deepEqual(await reasonsOn(page), [
      'Email must be a valid address, like name@example.com',
      'Password must have at least 8 characters',
    ])
    await look(page, view, 'register')
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password').fill(PASSWORD)
    await press(page, 'Create account')

    await page.waitForURL('/register/authenticator')
    await look(page, view, 'authenticator')
    await page.reload()
    await enterCode(page, '000000', 'Confirm and sign in')
    await page.getByText("That code isn't right.").first().waitFor()
    const code = (await currentCode(semel, email))!.code
    await enterCode(page, code, 'Confirm and sign in')
    await page.getByText('Save your recovery codes').waitFor()
    assert.equal(await page.locator('.codes li').count(), 10)
    await look(page, view, 'recovery codes')
    await page.getByRole('link', { name: "I've saved them. Continue" }).click()

    await page.waitForURL('/account')
    await page.getByLabel('Name', { exact: true }).fill('')
    await press(page, 'Save')
    await page.getByText('Enter your name').first().waitFor()
    await page.getByLabel('Name', { exact: true }).fill('Countess Lovelace')
    await press(page, 'Save')
    await page.getByText('Saved.').waitFor()
    assert.equal(await page.locator('header a[href="/account"]').textContent(), 'Countess Lovelace')
    await look(page, view, 'account')
    if (view === 'narrow') await press(page, 'Menu')
    await press(page, 'Sign out')
    await page.getByRole('link', { name: 'Sign in' }).first().waitFor()

    await page.goto('/account')
    await page.waitForURL('/login?next=%2Faccount')
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password').fill('not the password')
    await press(page, 'Sign in')
    await page.getByText('Wrong email or password.').waitFor()
    assert.equal(await page.getByLabel('Email').inputValue(), email)
    assert.equal(await page.getByLabel('Password').inputValue(), '')
    await look(page, view, 'login')
    await page.getByLabel('Password').fill(PASSWORD)
    await press(page, 'Sign in')
    await page.waitForURL('/login/code?next=%2Faccount')
    await enterCode(page, code, 'Sign in')
    await page.getByText('This code was already used').first().waitFor()
    await look(page, view, 'code')
    semel.clock.advance(STEP)
    await enterCode(page, (await currentCode(semel, email))!.code, 'Sign in')
    await page.waitForURL('/account')
    assert.equal(await page.getByLabel('Name', { exact: true }).inputValue(), 'Countess Lovelace')
  })
}
