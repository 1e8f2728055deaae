import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { type View, WALKS } from '../support/browser.ts'
import { look, openAs, startWithBrowser } from '../support/pages.ts'
import { person } from '../support/people.ts'
import { stockProduct } from '../support/products.ts'

const at = await startWithBrowser({ worker: false })
const { semel } = at
await sql`
  insert into delivery_methods (id, names, price, currency, days_least, days_most, countries, position) values
    ('0197a5c8-0000-7000-8000-0000000000a1', '{"en": "Express"}', 1990, 'EUR', 1, 2, '{US,HK}', 1)
`.execute(semel.db)
await sql`
  insert into discount_codes (code, kind, value, created_at) values ('SUMMER24', 'percent', 10, now())
`.execute(semel.db)

/** With scripts the page follows what is chosen; without, a button shows it. */
async function show(page: Page, view: View, field: string): Promise<void> {
  if (view !== 'without JavaScript') return
  await page
    .locator('.field', { hasText: field })
    .getByRole('button', { name: /^Use this/ })
    .click()
}

for (const view of WALKS) {
  test(`customer chooses country, delivery and code → pays the total shown: ${view}`, async () => {
    const buyer = await person(semel)
    const productId = await stockProduct(semel.db, { name: 'Lamp', price: 2000 })
    await semel.client().post('/api/cart/items', { productId, quantity: 1 }, { token: buyer.token })
    await using opened = await openAs(at, buyer, view, '/checkout')
    const { page, broken } = opened
    const order = (total: string) => page.getByRole('button', { name: `Order and pay ${total}` })

    await page.getByLabel('Full name').fill('Ada Lovelace')
    await page.getByLabel('Country').selectOption('HK')
    await show(page, view, 'Country')
    await page.getByLabel('District').fill('Kowloon')
    assert.equal(await page.getByLabel('Postcode').count(), 0)
    await page.getByLabel('Country').selectOption('US')
    await show(page, view, 'Country')
    await page.getByLabel('ZIP code').fill('62704')
    assert.equal(await page.getByLabel('Town or city').inputValue(), 'Kowloon')
    assert.equal(await page.getByLabel('Full name').inputValue(), 'Ada Lovelace')

    await order('€20.00').waitFor()
    await page.getByLabel('Express: €19.90').check()
    await show(page, view, 'Express')
    await order('€39.90').waitFor()
    await page.getByLabel('Discount code').fill('nothing')
    await page.getByRole('button', { name: 'Apply' }).click()
    await page.getByText('Discount code is not valid').waitFor()
    await look(page, view, 'checkout with a wrong code')
    await page.getByLabel('Discount code').fill('summer24')
    await page.getByRole('button', { name: 'Apply' }).click()
    await order('€37.90').waitFor()
    await look(page, view, 'checkout with a code')
    assert.ok(await page.getByLabel('Express: €19.90').isChecked())
    if (view === 'narrow') await expectInSight(page)
    await page.getByRole('button', { name: 'Remove code' }).click()
    await order('€39.90').waitFor()

    await order('€39.90').click()
    await page.getByText('State is required').waitFor()
    await page.getByLabel('Address line 1').fill('1 Main Street')
    await page.getByLabel('State').selectOption({ label: 'Illinois' })
    await order('€39.90').click()
    await page.waitForURL(/\/orders\/\d+$/)
    await page.getByText('Kowloon, IL 62704').waitFor()
    await page.getByText('Express: €19.90').waitFor()
    assert.deepEqual(broken, [])
  })
}

/** Checks a phone: the button at the lower edge from the start, and at the end directly below the total. */
async function expectInSight(page: Page) {
  await page.evaluate('scrollTo(0, 0)')
  const button = page.getByRole('button', { name: 'Order and pay' })
  const { height } = page.viewportSize()!
  const start = (await button.boundingBox())!
  assert.ok(start.y + start.height <= height && start.y > height / 2, JSON.stringify(start))
  const total = page.locator('.checkout .costs .whole')
  await page.locator('.small-print').scrollIntoViewIfNeeded()
  const [above, end] = [(await total.boundingBox())!, (await button.boundingBox())!]
  const gap = end.y - above.y - above.height
  assert.ok(gap >= 0 && gap < 60, `the button is ${gap} px below the total`)
}

test('kept address chosen → fills the fields, also over typed text', async () => {
  const buyer = await person(semel)
  const productId = await stockProduct(semel.db, { name: 'Lamp', price: 2000 })
  await semel.client().post('/api/cart/items', { productId, quantity: 1 }, { token: buyer.token })
  const home = {
    name: 'Ada',
    line1: '1 Main Street',
    postcode: '62704',
    city: 'Springfield',
    region: 'IL',
    country: 'US',
  }
  for (const address of [home, { ...home, line1: '2 Main Street' }])
    await semel.client().post('/api/users/me/addresses', { address }, { token: buyer.token })
  await using opened = await openAs(at, buyer, 'wide', '/checkout')
  const { page, broken } = opened
  const street = page.getByLabel('Address line 1')
  assert.equal(await street.inputValue(), '1 Main Street')
  await street.fill('3 Main Street')
  await page.getByLabel('Choose from your addresses').selectOption({ label: 'Ada, 2 Main Street, Springfield, US' })
  await page.locator('[name="deliveryAddress.line1"][value="2 Main Street"]').waitFor()
  assert.equal(await street.inputValue(), '2 Main Street')
  await page.getByLabel('Choose from your addresses').selectOption({ label: 'Another one' })
  await page.getByLabel('Keep this address in my address book').waitFor()
  assert.deepEqual([await street.inputValue(), await page.getByLabel('State').inputValue()], ['', ''])
  assert.deepEqual(broken, [])
})
