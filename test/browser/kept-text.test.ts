import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { BrowserContext } from 'playwright-core'
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
