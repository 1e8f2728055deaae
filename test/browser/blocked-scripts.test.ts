import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openAs, startWithBrowser } from '../support/pages.ts'
import { person } from '../support/people.ts'
import { stockProduct } from '../support/products.ts'

/* Scripts that do not arrive: a blocker stops them, or the connection is lost. The browser itself has scripts. */

const at = await startWithBrowser({ worker: false })
const { semel } = at

async function open(role: 'guest' | { token: string }) {
  const opened = await openAs(at, role, 'narrow')
  await opened.context.addInitScript(
    'document.addEventListener("DOMContentLoaded", () => { document.adoptedStyleSheets = [] })',
  )
  await opened.context.route('**/assets/*.js', route => route.abort())
  return opened
}

test('scripts blocked → each button of the checkout and the list works', async () => {
  const buyer = await person(semel)
  const productId = await stockProduct(semel.db, { name: 'Lamp', category: 'Lights' })
  await semel.client().post('/api/cart/items', { productId, quantity: 1 }, { token: buyer.token })
  await using opened = await open(buyer)
  const { page } = opened
  await page.goto('/checkout')
  await page.getByLabel('Address line 1').fill('1 Main Street')
  await page.getByLabel('Country').selectOption('FR')
  await page.locator('.field', { hasText: 'Country' }).getByRole('button', { name: 'Use this country' }).click()
  assert.equal(await page.getByLabel('Country').inputValue(), 'FR')
  assert.equal(await page.getByLabel('Address line 1').inputValue(), '1 Main Street')
  assert.equal(new URL(page.url()).pathname, '/checkout/quote')
  await page.goto('/products')
  const box = page.locator('details.filter-box:not([open]) summary')
  if (await box.count()) await box.click()
  await page.getByLabel('Sort by').selectOption('price')
  await page.getByRole('button', { name: 'Apply' }).click()
  await page.waitForURL(/sort=price/)
})

test('scripts blocked → a refused form says why, then is sent', async () => {
  await using opened = await open('guest')
  const { page } = opened
  await page.goto('/contact')
  await page.getByLabel('Message').fill('Hello')
  await page.getByRole('button', { name: 'Send Message' }).click()
  await page.getByText('Email is required').waitFor()
  await page.getByLabel('Email').fill('ada@example.com')
  await page.getByRole('button', { name: 'Send Message' }).click()
  await page.locator('.notice.success').waitFor()
})

test('page before its script → no control that only the script needs', async () => {
  const buyer = await person(semel)
  const productId = await stockProduct(semel.db)
  const client = semel.client()
  await client.post('/api/cart/items', { productId, quantity: 1 })
  const pages = ['/login', '/register', '/cart', '/contact', `/products/${productId}`, '/products', '/forgot-password']
  const seen = await Promise.all(pages.map(address => client.get(address)))
  seen.push(await client.get('/account', { headers: { cookie: `semel_session=${buyer.token}` } }))
  for (const { text } of seen) {
    // A popover opens without a script.
    const dead = text.match(/<button type="button"(?![^>]*popovertarget)[^>]*>/g) ?? []
    assert.deepEqual(dead, [])
    assert.doesNotMatch(text, />\s*Use a passkey|>[^<]*all six digits/)
  }
})

test('script arrives → nothing has moved, and buttons for it are gone', async () => {
  const productId = await stockProduct(semel.db)
  await using opened = await openAs(at, 'guest', 'narrow')
  const { page } = opened
  await page.route('**/assets/*.js', async route => {
    await new Promise(resolve => setTimeout(resolve, 400))
    await route.continue()
  })
  for (const address of [`/products/${productId}`, '/register', '/products']) {
    await page.goto(address, { waitUntil: 'commit' })
    const heading = page.locator('footer.site')
    await heading.waitFor()
    const before = await heading.boundingBox()
    await page.locator('[data-scripts]').first().waitFor()
    assert.deepEqual(await heading.boundingBox(), before, address)
    assert.equal(await page.locator('.button.scriptless:visible').count(), 0)
  }
})
