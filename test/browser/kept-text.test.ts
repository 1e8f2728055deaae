import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { BrowserContext, Page } from 'playwright-core'
import { cookieNames } from '../../src/accounts/sessions/cookies.ts'
import { lastSms } from '../support/accounts.ts'
import { agree, enterCode, openAs, startWithBrowser } from '../support/pages.ts'
import { person } from '../support/people.ts'
import { stockProduct } from '../support/products.ts'

/* The script keeps typed text (assets/draft.js), and shows it nowhere else. */

const at = await startWithBrowser({ worker: false })
const { semel } = at

const signIn = (context: BrowserContext, { token }: { token: string }) =>
  context.addCookies([{ name: cookieNames(semel).session, value: token, url: semel.origin }])

test('text typed beside a conflict outlives its resolution and the session', async () => {
  const id = await stockProduct(semel.db, { stock: 5 })
  const sell = (stock: number) => semel.db.updateTable('products').set({ stock }).where('id', '=', id).execute()
  await using opened = await openAs(at, 'staff', 'wide', `/admin/products/${id}`)
  const { page, context, who } = opened
  const description = page.locator('textarea[name=description]')
  const save = page.getByRole('button', { name: 'Save availability' })
  await sell(4)
  await description.fill('Written for an hour')
  await page.getByLabel('Stock').fill('20')
  await save.click()
  await page.getByRole('alert').getByText('it is 4 now').waitFor()
  await page.waitForLoadState()
  assert.equal(await description.inputValue(), 'Written for an hour')

  await context.clearCookies({ name: cookieNames(semel).session })
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  const link = page.getByRole('link', { name: "You've been signed out. Sign in to continue." })
  const { searchParams } = new URL((await link.getAttribute('href'))!, semel.origin)
  await link.click()
  await page.waitForURL('**/login?next=*')
  await signIn(context, who)
  await page.goto(searchParams.get('next')!)
  assert.equal(await description.inputValue(), 'Written for an hour')
  assert.equal(await page.getByLabel('Stock').inputValue(), '20')

  await sell(3)
  await save.click()
  await page.getByRole('alert').getByText('it is 3 now').waitFor()
  await save.click()
  await page.getByText('Availability saved.').waitFor()
  await page.waitForLoadState()
  assert.equal(await description.inputValue(), 'Written for an hour')
})

test('details saved → a refused stock beside them is still there', async () => {
  const id = await stockProduct(semel.db, { stock: 5 })
  await using opened = await openAs(at, 'staff', 'wide', `/admin/products/${id}`)
  const { page } = opened
  await semel.db.updateTable('products').set({ stock: 4 }).where('id', '=', id).execute()
  await page.getByLabel('Stock').fill('20')
  await page.getByRole('button', { name: 'Save availability' }).click()
  await page.getByRole('alert').getByText('it is 4 now').waitFor()
  await page.locator('textarea[name=description]').fill('Newer')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Saved.', { exact: true }).waitFor()
  await page.waitForLoadState()
  assert.equal(await page.getByLabel('Stock').inputValue(), '20')
})

test('phone added on another page → a typed name is still there', async () => {
  await using opened = await openAs(at, 'customer', 'wide', '/account')
  const { page } = opened
  const name = page.getByLabel('Name', { exact: true })
  await name.fill('Half a na')
  const section = page.locator('details').filter({ hasText: 'Add a phone' })
  await section.locator('summary').click()
  await section.getByLabel('Phone number').fill('+491701234599')
  await section.getByRole('button', { name: 'Add a phone' }).click()
  await page.getByText("We've sent a code to").waitFor()
  await enterCode(page, (await lastSms(semel, '+491701234599')).code, 'Confirm')
  await page.getByText('Sign-in method added.').waitFor()
  await page.waitForLoadState()
  assert.equal(await name.inputValue(), 'Half a na')
  await page.reload()
  assert.equal(await name.inputValue(), 'Someone')
})

test('product back in the cart → the quantity typed before stays away', async () => {
  const id = await stockProduct(semel.db)
  await using opened = await openAs(at, 'guest', 'wide')
  const { page } = opened
  const add = async () => {
    await page.goto(`/products/${id}`)
    await page.getByRole('button', { name: 'Add to cart' }).click()
    await page.waitForURL('/cart')
  }
  await add()
  await page.getByLabel('Quantity').fill('7')
  await page.getByRole('button', { name: 'Remove' }).click()
  await page.getByRole('heading', { name: 'Your cart is empty' }).waitFor()
  await page.waitForLoadState()
  await add()
  assert.equal(await page.getByLabel('Quantity').inputValue(), '1')
})

test('text saved after signing in elsewhere is not typed into forms again', async () => {
  await using opened = await openAs(at, 'staff', 'wide', '/admin/products/new')
  const { page, context, who } = opened
  const values = { Name: 'Lamp', SKU: 'LAMP-77', Category: 'Lights', Price: '12.50', Stock: '3' }
  for (const [label, text] of Object.entries(values)) await page.getByLabel(label, { exact: true }).fill(text)
  await context.clearCookies({ name: cookieNames(semel).session })
  await page.getByRole('button', { name: 'Create product' }).click()
  await page.getByText("You've been signed out.").waitFor()
  await signIn(context, who)
  await page.getByRole('button', { name: 'Create product' }).click()
  await page.getByText('Product created.').waitFor()
  await page.goto('/admin/products/new')
  assert.equal(await page.getByLabel('Name', { exact: true }).inputValue(), '')
})

test('draft unsaved when "Publish" was pressed → saved, then published', async () => {
  await person(semel)
  await using opened = await openAs(at, 'staff', 'wide', '/admin/announcements')
  const { page } = opened
  await page.getByLabel('Subject').fill('Sunday hours')
  await page.getByLabel('Message').fill('We open at nine.')
  await page.getByRole('button', { name: 'Preview' }).click()
  await page.getByText('Saved as a draft.').waitFor()
  await page.getByLabel('Message').fill('We open at ten.')
  await page.getByRole('button', { name: /^Publish to/ }).click()
  await page.getByRole('alert').getByText('not saved it yet').waitFor()
  await page.getByRole('button', { name: 'Save and preview' }).click()
  await page.locator('pre').getByText('We open at ten.').waitFor()
  await page.getByRole('button', { name: /^Publish to/ }).click()
  await agree(page, 'wide', /^Publish to/)
  await page.getByRole('heading', { name: 'Sunday hours', exact: true }).waitFor()
})

test('session ended, somebody else signs in → what was typed is deleted', async () => {
  const id = await stockProduct(semel.db, { stock: 5 })
  await using opened = await openAs(at, 'staff', 'wide', `/admin/products/${id}`)
  const { page, context } = opened
  const drafts = () => page.evaluate<string[]>('Object.keys(sessionStorage).filter(key => key.startsWith("draft "))')
  await page.locator('textarea[name=description]').fill('Written for an hour')
  await context.clearCookies({ name: cookieNames(semel).session })
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('alert').waitFor()
  await page.goto('/login')
  assert.equal((await drafts()).length, 1)
  await signIn(context, await person(semel, 'staff'))
  await page.goto('/products')
  assert.deepEqual(await drafts(), [])
})

test('the console asks before something typed and not saved is lost', async () => {
  const id = await stockProduct(semel.db, { name: 'Unsaved lamp', sku: 'UNSAVED-1' })
  await using opened = await openAs(at, 'staff', 'wide')
  const { page } = opened
  await page.goto(`/admin/products/${id}`)
  const name = page.locator('#change').getByLabel('Name')
  // Browsers ask only for those who have done something on the page.
  await name.click()
  await name.fill('Typed lamp')
  const asked = page.waitForEvent('dialog')
  const pressed = page.getByRole('link', { name: 'Orders' }).first().click()
  const dialog = await asked
  assert.equal(dialog.type(), 'beforeunload')
  await dialog.dismiss()
  await pressed
  assert.equal(await name.inputValue(), 'Typed lamp')
  await page.locator('#change').getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved.').first().waitFor()
  await page.getByRole('link', { name: 'Orders' }).first().click()
  await page.waitForURL(/admin\/orders/)
})

/** Browsers put typed text back by themselves after "Back", but not into such a form, nor Firefox into a page with `no-store`. */
const FORGETFUL = `document.addEventListener('DOMContentLoaded', () => {
  for (const form of document.forms) form.autocomplete = 'off'
})`

/** Leaves the page by the name of the shop, and goes back to it. */
async function leaveAndReturn(page: Page) {
  await page.locator('a.wordmark').click()
  await page.waitForURL(url => url.pathname === '/')
  await page.goBack()
  await page.waitForLoadState()
}

test('typed, left by a link, back → still typed, passwords left out', async () => {
  const id = await stockProduct(semel.db)
  await using opened = await openAs(at, 'guest', 'wide')
  const { page, context, broken } = opened
  await context.addInitScript(FORGETFUL)
  await page.goto('/contact')
  await page.getByLabel('Message').fill('Written for an hour')
  await leaveAndReturn(page)
  assert.equal(await page.getByLabel('Message').inputValue(), 'Written for an hour')
  await page.goto('/contact')
  assert.equal(await page.getByLabel('Message').inputValue(), '')

  await page.goto('/register')
  await page.getByLabel('Email').fill('ada@example.com')
  const password = page.getByLabel('Password', { exact: true })
  await password.fill('nobody reads this')
  await leaveAndReturn(page)
  assert.equal(await page.getByLabel('Email').inputValue(), 'ada@example.com')
  assert.equal(await password.inputValue(), '')

  await page.goto(`/products/${id}`)
  await page.getByRole('button', { name: 'Add to cart' }).click()
  await page.waitForURL('/cart')
  await page.goto('/checkout')
  await page.getByLabel('Address line 1').fill('1 Main Street')
  await page.getByLabel('Country').selectOption('AT')
  await page.locator('.form-ending[aria-busy]').waitFor({ state: 'detached' })
  await page.getByLabel('Order note').fill('Ring twice')
  await leaveAndReturn(page)
  await page.locator('.form-ending[aria-busy]').waitFor({ state: 'detached' })
  assert.equal(await page.getByLabel('Address line 1').inputValue(), '1 Main Street')
  assert.equal(await page.getByLabel('Country').inputValue(), 'AT')
  assert.equal(await page.getByLabel('Order note').inputValue(), 'Ring twice')
  assert.deepEqual(broken, [])
})

test('signed in, typed, left by a link, back → still typed', async () => {
  await using opened = await openAs(at, 'customer', 'wide')
  const { page, context } = opened
  await context.addInitScript(FORGETFUL)
  await page.goto('/account')
  await page.getByLabel('Name', { exact: true }).fill('Half a na')
  await leaveAndReturn(page)
  assert.equal(await page.getByLabel('Name', { exact: true }).inputValue(), 'Half a na')
})

test('left while a message is sent → text and key are back', async () => {
  await using opened = await openAs(at, 'guest', 'wide')
  const { page, context } = opened
  await context.addInitScript(FORGETFUL)
  await page.goto('/contact')
  await page.getByLabel('Email').fill('ada@example.com')
  await page.getByLabel('Message').fill('Sent twice, read once')
  const key = await page.locator('#contact [name=_key]').inputValue()
  const { promise: arrived, resolve: arrive } = Promise.withResolvers<void>()
  await page.route('**/api/contact-messages', async route => {
    await route.fetch()
    arrive()
  })
  await page.getByRole('button', { name: 'Send Message' }).click()
  await arrived
  await leaveAndReturn(page)
  await page.unroute('**/api/contact-messages')
  assert.equal(await page.getByLabel('Message').inputValue(), 'Sent twice, read once')
  assert.equal(await page.locator('#contact [name=_key]').inputValue(), key)
  await page.getByRole('button', { name: 'Send Message' }).click()
  await page.locator('.notice.success').waitFor()
  await leaveAndReturn(page)
  assert.equal(await page.getByLabel('Message').inputValue(), '')
  const messages = await semel.db.selectFrom('contact_messages').select('message').execute()
  assert.deepEqual(messages.filter(({ message }) => message.startsWith('Sent twice')).length, 1)
})

test('refused without scripts, left, back → the form with its text', async () => {
  await using opened = await openAs(at, 'guest', 'without JavaScript', '/contact')
  const { page } = opened
  await page.getByLabel('Message').fill('Written for an hour')
  await page.getByRole('button', { name: 'Send Message' }).click()
  await page.getByText('Email is required').waitFor()
  await leaveAndReturn(page)
  assert.equal(await page.getByLabel('Message').inputValue(), 'Written for an hour')
})

test('pages of strangers may be kept; those of a person are not', async () => {
  const client = semel.client()
  const caching = async (address: string) => (await client.get(address)).headers.get('cache-control')
  assert.equal(await caching('/contact'), 'private, no-cache')
  assert.equal(await caching('/checkout'), 'private, no-cache')
  for (const address of ['/cart', '/reset-password?token=x', '/withdraw?receipt=x'])
    assert.equal(await caching(address), 'no-store', address)
  const { token } = await person(semel)
  client.cookies.set(cookieNames(semel).session, token)
  for (const address of ['/contact', '/account', '/products']) assert.equal(await caching(address), 'no-store', address)
})
