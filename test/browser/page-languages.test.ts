import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { changeShop, forgetShop } from '../../src/shop/settings.ts'
import { barriers, loadAxe } from '../support/axe.ts'
import { picture } from '../support/browser.ts'
import { openAs, startWithBrowser } from '../support/pages.ts'
import { stockProduct } from '../support/products.ts'
import { THOROUGH } from '../support/thorough.ts'

/* Words of other languages are longer: pages stay accessible and fit a small phone. */
const at = await startWithBrowser({ worker: false })
const { semel } = at
await changeShop(semel.db, { name: 'Haus der Tees', languages: ['en', 'de', 'fr'] })
await forgetShop(semel.db)
const productId = await stockProduct(semel.db, { name: 'Assam', stock: 50 })
const soldOut = await stockProduct(semel.db, { name: 'Darjeeling', stock: 0, status: 'out_of_stock' })

const GUEST = [
  '/',
  '/products',
  `/products/${productId}`,
  '/login',
  '/register',
  '/forgot-password',
  '/contact',
  '/nothing',
]

for (const language of THOROUGH ? (['de', 'fr'] as const) : (['fr'] as const)) {
  test(`pages are accessible, fit small phones and need few requests: ${language}`, async () => {
    await using guest = await openAs(at, 'guest', 'wide')
    await using customer = await openAs(at, 'customer', 'wide')
    const { token } = customer.who
    const { body } = await semel.client().post('/api/orders', { items: [{ productId, quantity: 1 }] }, { token })
    const put = { data: { productId, quantity: 2 }, headers: { authorization: `Bearer ${token}` } }
    await customer.context.request.post('/api/cart/items', put)
    const own = ['/cart', '/checkout', '/account', '/orders', `/orders/${body.id}`, `/products/${soldOut}`]
    for (const [{ page }, paths] of [
      [guest, GUEST],
      [customer, own],
    ] as const) {
      await loadAxe(page)
      for (const path of paths) {
        await page.goto(`/${language}${path}`)
        assert.deepEqual(await barriers(page), [], path)
        const [requests, bytes] = (await page.evaluate(LOADED)) as [number, number]
        assert.ok(requests <= 6, `${path} needs ${requests} requests`)
        assert.ok(bytes < 100_000, `${path} transfers ${bytes} bytes`)
        await page.setViewportSize({ width: 320, height: 700 })
        assert.equal(await page.evaluate('Math.max(0, document.documentElement.scrollWidth - innerWidth)'), 0, path)
        await page.setViewportSize({ width: 1280, height: 900 })
      }
    }
    for (const path of REFUSED) await lookRefused(guest.page, `/${language}${path}`)
    await lookRefused(customer.page, `/${language}/checkout`)
  })
}

test("on a phone the shop's header has at most two rows", async () => {
  await using guest = await openAs(at, 'guest', 'narrow')
  await using customer = await openAs(at, 'customer', 'narrow')
  const headers = { authorization: `Bearer ${customer.who.token}` }
  await customer.context.request.post('/api/cart/items', { data: { productId, quantity: 40 }, headers })
  for (const { page } of [guest, customer]) {
    for (const language of ['en', 'de', 'fr']) {
      await page.goto(`/${language}/products`)
      for (const width of [390, 360, 320]) {
        await page.setViewportSize({ width, height: 700 })
        const height = (await page.locator('header.site').boundingBox())!.height
        const where = `${language} ${width} ${page === guest.page ? 'guest' : 'customer'}`
        // Two rows of 44 pixels to touch, with the space around them.
        assert.ok(height <= 132, `${where}: ${height} px`)
        assert.equal(await page.evaluate('document.documentElement.scrollWidth - innerWidth'), 0, where)
        assert.deepEqual(await page.evaluate(CUT_OFF), [], where)
      }
      await picture(page, `header ${language} ${page === guest.page ? 'guest' : 'customer'}`)
    }
  }
})

/** The links that are wider than their place, or outside the screen. */
const CUT_OFF = `[...document.querySelectorAll('header.site li a:not(.user-name), header.site .menu')]
  .filter(a => a.checkVisibility() && (a.scrollWidth > a.clientWidth + 1 || a.getBoundingClientRect().left < 0 ||
    a.getBoundingClientRect().right > innerWidth))
  .map(a => a.textContent)`

/** Pages whose form is refused when it is sent as it is. */
const REFUSED = ['/login', '/register', '/forgot-password', '/contact', '/withdraw']

async function lookRefused(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await page.locator('main form button[type=submit], main form button:not([type])').last().click()
  await page.getByRole('alert').first().waitFor()
  assert.deepEqual(await barriers(page), [], `${path}, refused`)
  await page.setViewportSize({ width: 320, height: 700 })
  assert.equal(await page.evaluate('Math.max(0, document.documentElement.scrollWidth - innerWidth)'), 0, path)
  await page.setViewportSize({ width: 1280, height: 900 })
}

/** Counts the requests that a page needs, without the pictures of products, and what they transfer. */
const LOADED = `(() => {
  const all = [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]
  const needed = all.filter(({ name }) => !name.includes('/assets/images/'))
  return [needed.length, all.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0)]
})()`
