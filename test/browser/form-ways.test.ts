import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { cookieNames } from '../../src/accounts/sessions/cookies.ts'
import { newPerson, PASSWORD } from '../support/accounts.ts'
import { VIEWS, type View } from '../support/browser.ts'
import { enterCode, openAs, reasonsOn, startWithBrowser } from '../support/pages.ts'
import { stockProduct } from '../support/products.ts'

/*
 * Tests where a form leads, and what survives on the way: the message of a success, the page that a visitor wanted,
 * and the typed text. Each with and without JavaScript.
 */
const at = await startWithBrowser()
const { semel } = at

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

for (const view of ['wide', 'without JavaScript'] satisfies View[]) {
  test(`price typed as a decimal → the next page confirms it once: ${view}`, async () => {
    const id = await stockProduct(semel.db, { price: 1999 })
    await using opened = await openAs(at, 'staff', view)
    const { page } = opened
    await page.goto(`/admin/products/${id}`)
    const price = page.getByLabel('Price', { exact: true })
    assert.equal(await price.inputValue(), '19.99')
    await price.fill('a lot')
    await button(page, 'Save').click()
    await page.getByRole('alert').waitFor()
    assert.deepEqual(await reasonsOn(page), ['Price must be an amount like 24.50'])
    assert.equal(await price.inputValue(), 'a lot')

    await price.fill('€ 54,5')
    await button(page, 'Save').click()
    await page.getByRole('status').getByText('Saved.').waitFor()
    assert.equal(await price.inputValue(), '54.50')
    const stored = await semel.db.selectFrom('products').select('price').where('id', '=', id).executeTakeFirstOrThrow()
    assert.equal(stored.price, 5450)
    await page.goto(`/admin/products/${id}`)
    assert.equal(await page.getByText('Saved.').count(), 0)
    assert.deepEqual(opened.broken, [])
  })

  test(`one response names all mistakes of a registration: ${view}`, async () => {
    await using opened = await openAs(at, 'guest', view, '/register')
    const { page } = opened
    await page.getByLabel('Email').fill('mia@')
    await page.getByLabel('Password').fill('short')
    await page.getByLabel('Phone').fill('0170 123')
    await button(page, 'Create account').click()
    await page.getByRole('alert').waitFor()
    assert.deepEqual(await reasonsOn(page), [
      'Enter your name',
      'Email must be a valid address, like name@example.com',
      'Password must have at least 8 characters',
      'Phone must include the country code, like +49 170 1234567',
    ])
  })

  test(`registration leads back to the page wanted; phones may have spaces: ${view}`, async () => {
    await using opened = await openAs(at, 'guest', view, '/login?next=%2Fcheckout')
    const { page } = opened
    await page.getByRole('link', { name: 'Create an account' }).first().click()
    const email = `${view.replaceAll(' ', '-').toLowerCase()}@example.com`
    await page.getByLabel('Name').fill('Mia')
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password').fill(PASSWORD)
    await page.getByLabel('Phone').fill('0049 (0)170 123-45 67')
    await button(page, 'Create account').click()
    await page.waitForURL('**/register/authenticator?next=%2Fcheckout')
    const { code } = (await semel.client().get(`/dev/code?email=${email}`)).body
    await enterCode(page, code, 'Confirm and sign in')
    await page.getByRole('link', { name: "I've saved them. Go to checkout" }).click()
    await page.waitForURL(/\/(checkout|cart)$/)
    const user = await semel.db.selectFrom('users').select('phone').where('email', '=', email).executeTakeFirstOrThrow()
    assert.equal(user.phone, '+491701234567')
  })

  test(`a password reset leads back to the page wanted: ${view}`, async () => {
    const { email } = await newPerson(semel)
    await using opened = await openAs(at, 'guest', view, '/login?next=%2Forders%3Fpage%3D2')
    const { page } = opened
    await page.getByRole('link', { name: 'Forgot your password?' }).click()
    await page.getByLabel('Email').fill(email)
    await button(page, 'Send Reset Link').click()
    await page.getByText('a reset link is on its way').waitFor()
    const mail = (await semel.mailTo(email, 2)).find(({ subject }) => subject === 'Reset your password')!
    await page.goto(/http\S+reset-password\S+/.exec(mail.text)![0])
    await page.getByLabel('New password').fill('a passphrase that nobody has')
    await button(page, 'Set new password').click()
    await page.locator('main').getByRole('link', { name: 'Sign in' }).click()
    await page.waitForURL('**/login?next=%2Forders%3Fpage%3D2')
  })

  test(`expired link → the page says so and offers a new one: ${view}`, async () => {
    await using opened = await openAs(at, 'guest', view, '/reset-password?token=used-before')
    const { page } = opened
    assert.equal(await page.getByLabel('New password').count(), 0)
    await page.getByRole('heading', { name: 'This link no longer works' }).waitFor()
    await page.getByRole('link', { name: 'Send a new link' }).click()
    await page.waitForURL('**/forgot-password')
    for (const token of ['', '?token=x']) {
      await page.goto(`${semel.origin}/verify-email${token}`)
      await page.getByRole('heading', { name: 'This confirmation link no longer works' }).waitFor()
    }
  })

  test(`typed text survives the end of a session: ${view}`, async () => {
    const id = await stockProduct(semel.db)
    await using opened = await openAs(at, 'staff', view)
    const { page, context, who } = opened
    await page.goto(`/admin/products/${id}`)
    await page.locator('textarea[name=description]').fill('Written for an hour')
    await context.clearCookies({ name: cookieNames(semel).session })
    await button(page, 'Save').click()
    const link = page.getByRole('link', { name: "You've been signed out. Sign in to continue." })
    assert.equal(await page.locator('textarea[name=description]').inputValue(), 'Written for an hour')
    const href = (await link.getAttribute('href'))!
    assert.match(href, new RegExp(`^/login\\?next=%2Fadmin%2Fproducts%2F${id}$`))
    const signIn = () => context.addCookies([{ name: cookieNames(semel).session, value: who.token, url: semel.origin }])
    if (VIEWS[view] === VIEWS['without JavaScript']) {
      // The link opens another tab; this one still has the text.
      assert.equal(await link.getAttribute('target'), '_blank')
      await signIn()
    } else {
      await link.click()
      await page.waitForURL('**/login?next=*')
      await signIn()
      await page.goto(`/admin/products/${id}`)
      assert.equal(await page.locator('textarea[name=description]').inputValue(), 'Written for an hour')
    }
    await button(page, 'Save').click()
    await page.getByRole('status').getByText('Saved.').waitFor()
    const stored = await semel.db
      .selectFrom('products')
      .select('description')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    assert.equal(stored.description, 'Written for an hour')
  })
}

test('a cookie cannot put words on a page', async () => {
  const headers = { cookie: 'semel_done=<b>Pay here</b>', accept: 'text/html' }
  const { text } = await semel.client().get('/contact', { headers })
  assert.ok(!text.includes('Pay here'))
})

test('a typed password can be shown, and is hidden when sent', async () => {
  await using opened = await openAs(at, 'guest', 'narrow', '/login')
  const { page } = opened
  const password = page.locator('#login-password')
  await page.getByLabel('Email').fill('ada@example.com')
  await password.fill('not the password')
  const show = page.getByRole('button', { name: 'Show Password' })
  await show.click()
  assert.deepEqual([await password.getAttribute('type'), await show.getAttribute('aria-pressed')], ['text', 'true'])
  await button(page, 'Sign in').click()
  await page.getByText('Wrong email or password.').waitFor()
  assert.deepEqual(
    [await password.getAttribute('type'), await show.getAttribute('aria-pressed')],
    ['password', 'false'],
  )
  assert.equal(await password.inputValue(), '')
})
