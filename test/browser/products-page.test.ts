import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { noteNewWords } from '../../src/catalogue/search.ts'
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
    assert.equal(await page.getByLabel('Availability').inputValue(), 'active')
    await page.getByRole('button', { name: 'Apply' }).click()
    await page.waitForURL(/sort=price/)
    const cards = page.locator('.product')
    const prices = (await page.locator('.product .price').allInnerTexts()).map(text => Number(text.replace('€', '')))
    assert.ok(prices.length > 5)
    assert.deepEqual(
      prices,
      prices.toSorted((a, b) => a - b),
    )

    await page.goto(`${semel.origin}/products?sort=-price&status=all`)
    await look(page, `products ${view}`)
    await page.getByText('1 to 24 of 500 products').waitFor()
    await page.getByRole('link', { name: 'Next' }).click()
    await page.getByText('25 to 48 of 500 products').waitFor()
    assert.equal(await cards.count(), 24)

    await page.getByLabel('Search').fill('zzzz')
    await page.getByRole('button', { name: 'Search' }).click()
    await page.getByRole('heading', { name: 'No products match "zzzz"' }).waitFor()
    await page.getByRole('link', { name: 'Clear filters' }).click()
    await page.goto(`${semel.origin}/products?q=saucepan&category=Kitchen`)
    await look(page, `products searched ${view}`)
    await page.getByRole('link', { name: 'Remove filter Kitchen' }).click()
    await page.waitForURL(/\?q=saucepan$/)
    await page.goto(`${semel.origin}/products?page=999`)
    await page.getByRole('link', { name: 'Go to the last page' }).click()
    await cards.first().waitFor()

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
    const { text } = await client.get(`/products?status=all&page=${page}`)
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

test('the search box suggests names, and a search without results shows similar products', async () => {
  await noteNewWords(semel.db)
  const client = semel.client()
  const suggested = await client.get('/products/suggestions?q=sau')
  assert.ok(
    suggested.body.some((name: string) => name.endsWith('Saucepan')),
    suggested.text,
  )
  assert.deepEqual((await client.get('/products/suggestions')).body, [])
  const { text } = await client.get('/products?q=sauc')
  assert.match(text, /No products match.*Did you mean one of these\?.*Saucepan/s)
})

test('a product goes into the cart from its card, also without JavaScript', async () => {
  for (const view of ['wide', 'without JavaScript'] as const) {
    const context = await browser.newContext(VIEWS[view])
    const page = await context.newPage()
    await page.goto(`${semel.origin}/products`)
    const card = page.locator('.product').first()
    const name = (await card.getByRole('link').textContent())!
    await card.getByRole('button', { name: 'Add to cart' }).click()
    await page.getByText('Added to your cart.').waitFor()
    await page.getByRole('link', { name }).waitFor()
    await context.close()
  }
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
