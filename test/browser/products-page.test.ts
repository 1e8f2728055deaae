import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { createDemoProducts } from '../../src/dev/seed.ts'
import { barriers } from '../support/axe.ts'
import { openBrowser, picture, VIEWS } from '../support/browser.ts'
import { type Semel, startSemel } from '../support/semel.ts'

let semel: Semel
let browser: Browser
before(async () => {
  semel = await startSemel()
  await createDemoProducts(semel)
  browser = await openBrowser()
})
after(async () => {
  await browser.close()
  await semel[Symbol.asyncDispose]()
})

for (const view of Object.keys(VIEWS) as (keyof typeof VIEWS)[]) {
  test(`a visitor browses, filters, sorts, pages and opens a product: ${view}`, async () => {
    const context = await browser.newContext(VIEWS[view])
    const page = await context.newPage()
    const broken: string[] = []
    page.on('pageerror', error => broken.push(error.message))
    page.on('console', message => {
      if (message.text().includes('Content Security Policy')) broken.push(message.text())
    })

    await page.goto(`${semel.origin}/`)
    await look(page, `home ${view}`)
    await page.getByRole('link', { name: 'Lighting', exact: true }).click()
    await page.getByRole('heading', { level: 1, name: 'Lighting' }).waitFor()

    await page.getByLabel('Sort by').selectOption('price')
    await page.getByLabel('Availability').selectOption('active')
    await page.getByRole('button', { name: 'Apply' }).click()
    await page.waitForURL(/sort=price/)
    const cards = page.locator('.product')
    const prices = (await page.locator('.product .price').allInnerTexts()).map(text => Number(text.replace('€', '')))
    assert.ok(prices.length > 5)
    assert.deepEqual(
      prices,
      prices.toSorted((a, b) => a - b),
    )

    await page.goto(`${semel.origin}/products?sort=-price`)
    await look(page, `products ${view}`)
    await page.getByText('1 to 24 of 500 products').waitFor()
    await page.getByRole('link', { name: 'Next' }).click()
    await page.getByText('25 to 48 of 500 products').waitFor()
    assert.equal(await cards.count(), 24)

    await page.getByLabel('Search').fill('no such thing')
    await page.getByRole('button', { name: 'Apply' }).click()
    await page.getByRole('heading', { name: 'No products match "no such thing"' }).waitFor()
    await page.getByRole('link', { name: 'Clear filters' }).click()

    await page.goto(`${semel.origin}/products?status=active`)
    const name = (await cards.first().getByRole('link').textContent())!
    await cards.first().getByRole('link').click()
    await page.getByRole('heading', { level: 1, name }).waitFor()
    await page.getByRole('button', { name: 'Add to cart' }).waitFor()
    await look(page, `product ${view}`)
    assert.deepEqual(broken, [])
    await context.close()
  })
}

test('pages without a chosen order show the newest product first and each product once', async () => {
  const client = semel.client()
  const shown: number[] = []
  for (let page = 1; page <= 21; page++) {
    const { text } = await client.get(`/products?page=${page}`)
    shown.push(...[...text.matchAll(/class="name"><a href="\/products\/(\d+)"/g)].map(([, id]) => Number(id)))
  }
  const newestFirst = await semel.db
    .selectFrom('products')
    .select('id')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  assert.deepEqual(
    shown,
    newestFirst.map(({ id }) => id),
  )
})

test('a list page ignores invalid parameters, and an unknown product gets a page that says so', async () => {
  const client = semel.client()
  const list = await client.get('/products?sort=colour&page=-3&status=lost&category=&q=%20')
  assert.equal(list.status, 200)
  assert.match(list.text, /of 500 products/)
  for (const id of ['999999', 'abc', '99999999999999999999']) {
    const missing = await client.get(`/products/${id}`, { headers: { accept: 'text/html' } })
    assert.equal(missing.status, 404)
    assert.match(missing.text, /find that product/)
  }
})

async function look(page: Page, name: string): Promise<void> {
  await picture(page, name)
  const overflow = await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth')
  assert.equal(overflow, 0, 'the page is as wide as the screen')
  if (!name.includes('without JavaScript')) assert.deepEqual(await barriers(page), [])
}
