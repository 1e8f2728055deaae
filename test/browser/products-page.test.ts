import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { noteNewWords } from '../../src/catalogue/search/suggestions.ts'
import { createDemoProducts } from '../../src/dev/seed.ts'
import { type View, WALKS } from '../support/browser.ts'
import { look, openAs, startWithBrowser } from '../support/pages.ts'
import { person } from '../support/people.ts'
import { stockProduct } from '../support/products.ts'

const at = await startWithBrowser()
const { semel } = at
await createDemoProducts(semel)

for (const view of WALKS) {
  test(`a visitor browses, filters, sorts, pages and opens a product: ${view}`, async () => {
    await using opened = await openAs(at, 'guest', view, '/')
    const { page, broken } = opened
    await look(page, view, 'home')
    await page.getByRole('link', { name: 'Lighting', exact: true }).click()
    await page.getByRole('heading', { level: 1, name: 'Lighting' }).waitFor()

    await page.getByText('Filter and sort').click()
    assert.equal(await page.getByLabel('Availability').inputValue(), 'active')
    await page.getByLabel('Sort by').selectOption('price')
    if (view === 'without JavaScript') await page.getByRole('button', { name: 'Apply' }).click()
    await page.waitForURL(/sort=price/)
    const cards = page.locator('.product')
    const prices = (await page.locator('.product .price').allInnerTexts()).map(text => Number(text.replace('€', '')))
    assert.ok(prices.length > 5)
    assert.deepEqual(
      prices,
      prices.toSorted((a, b) => a - b),
    )

    await page.goto('/products?sort=-price&status=all')
    await look(page, view, 'products')
    await page.getByText('1 to 24 of 500 products').waitFor()
    await page.getByRole('link', { name: 'Next' }).click()
    await page.getByText('25 to 48 of 500 products').waitFor()
    assert.equal(await cards.count(), 24)

    await page.getByLabel('Search').fill('zzzz')
    await page.getByRole('button', { name: 'Search' }).click()
    await page.getByRole('heading', { name: 'No products match "zzzz"' }).waitFor()
    assert.equal(await page.getByLabel('Search').inputValue(), 'zzzz')
    await page.getByRole('link', { name: 'Clear filters' }).click()
    await page.goto('/products?q=saucepan&category=Kitchen')
    await look(page, view, 'products searched')
    await page.getByRole('link', { name: 'Remove filter Kitchen' }).click()
    await page.waitForURL(/\?q=saucepan$/)
    await page.goto('/products?page=999')
    await page.getByRole('link', { name: 'Go to the last page' }).click()
    await cards.first().waitFor()

    await page.goto('/products?status=active')
    const name = (await cards.first().getByRole('link').textContent())!
    await cards.first().getByRole('link').click()
    await page.getByRole('heading', { level: 1, name }).waitFor()
    await page.getByRole('button', { name: 'Add to cart' }).waitFor()
    await look(page, view, 'product')
    assert.deepEqual(broken, [])
  })
}

for (const view of WALKS) {
  test(`picture pressed → shown large, and left by the keyboard: ${view}`, async () => {
    const pictured = semel.db.selectFrom('products').select('id').where(sql<boolean>`images <> '[]'`).limit(1)
    const { id } = await pictured.executeTakeFirstOrThrow()
    await using opened = await openAs(at, 'guest', view, `/products/${id}`)
    const { page, broken } = opened
    const link = page.getByRole('link', { name: 'enlarge the picture' }).first()
    const file = (await link.getAttribute('href'))!
    assert.match(file, /^\/assets\/images\/[^/]+\/\d+\.webp$/)
    assert.equal((await page.request.get(file)).status(), 200)
    if (view !== 'without JavaScript') {
      await link.press('Enter')
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('img').waitFor()
      await look(page, view, 'picture of a product')
      const { width } = (await dialog.boundingBox())!
      assert.ok(width <= page.viewportSize()!.width)
      await page.keyboard.press('Escape')
      await dialog.waitFor({ state: 'detached' })
      assert.equal(await page.evaluate('document.activeElement.className'), 'zoom')
      await link.click()
      await dialog.getByRole('button', { name: 'Close' }).click()
      await dialog.waitFor({ state: 'detached' })
    }
    assert.deepEqual(broken, [])
  })
}

test('no order chosen → newest first, and what is sold out last', async () => {
  const client = semel.client()
  const products = semel.db.selectFrom('products').select('id').where('is_listed', '=', true)
  const idsOf = (rows: { id: number }[]) => rows.map(({ id }) => id)
  const inStock = products.where('status', '=', 'active').orderBy('created_at', 'desc').orderBy('id', 'desc')
  for (const [address, expected] of [
    ['/products?', idsOf(await inStock.execute())],
    ['/products?status=all&', idsOf(await products.orderBy('status').orderBy('id').execute())],
  ] as const) {
    const shown: number[] = []
    for (let page = 1; page <= Math.ceil(expected.length / 24); page++) {
      const { text } = await client.get(`${address}page=${page}`)
      shown.push(...[...text.matchAll(/class="name"><a href="\/products\/(\d+)-/g)].map(([, id]) => Number(id)))
    }
    assert.deepEqual(shown, expected)
  }
  const { text } = await client.get('/products')
  assert.match(text, /href="\/products\?status=all">Include sold-out products/)
})

for (const view of WALKS) {
  test(`unreadable price → named beside its field, and kept as typed: ${view}`, async () => {
    await using opened = await openAs(at, 'guest', view, '/products?category=Lighting')
    const { page, broken } = opened
    await page.getByText('Filter and sort').click()
    const from = page.getByLabel('Price from')
    const upTo = page.getByLabel('Price up to')
    const button = page.getByRole('button', { name: 'Apply' })
    const apply = () => (view === 'without JavaScript' ? button.click() : page.keyboard.press('Enter'))
    await from.fill('cheap')
    await upTo.fill('80')
    await apply()
    await page.getByText('Price from must be an amount like 24.50. The list goes without it.').waitFor()
    assert.match(await page.title(), /^Error: Lighting/)
    assert.equal(await from.inputValue(), 'cheap')
    assert.equal(await from.getAttribute('aria-invalid'), 'true')
    assert.equal(await from.getAttribute('aria-describedby'), 'min-error')
    assert.ok((await page.locator('.product').count()) > 0)
    await look(page, view, 'products with a wrong price')

    await from.fill('90')
    await apply()
    await page.getByText('Price up to must not be less than Price from.').waitFor()
    assert.equal(await from.getAttribute('aria-invalid'), null)
    await upTo.fill('120,00')
    await apply()
    await page.getByRole('link', { name: 'Remove filter Up to €120.00' }).waitFor()
    assert.equal(await page.locator('.field-error').count(), 0)
    assert.deepEqual(broken, [])
  })
}

test('filters apply by themselves, keep the page and focus; "Back" leads back', async () => {
  await using opened = await openAs(at, 'guest', 'narrow', '/products')
  const { page, broken } = opened
  await page.evaluate('window.isSamePage = true')
  await page.getByText('Filter and sort').click()
  assert.equal(await page.getByRole('button', { name: 'Apply' }).isVisible(), false)
  const before = await page.locator('#main [role=status]').textContent()
  const focused = (label: string) => page.getByLabel(label).and(page.locator(':focus')).waitFor()
  await page.getByLabel('Category').focus()
  await page.getByLabel('Category').selectOption('Lighting')
  await page.getByRole('heading', { level: 1, name: 'Lighting' }).waitFor()
  await focused('Category')
  assert.match(page.url(), /category=Lighting/)
  const lamps = await page.locator('#main [role=status]').textContent()
  assert.notEqual(lamps, before)
  assert.equal(await page.locator('#live').textContent(), lamps)
  // A price applies when its field is left.
  await page.getByLabel('Price from').fill('40')
  await page.keyboard.press('Tab')
  await page.getByRole('link', { name: 'Remove filter From €40.00' }).waitFor()
  await focused('Price up to')
  await page.goBack()
  await page.getByRole('link', { name: 'Remove filter From €40.00' }).waitFor({ state: 'detached' })
  await page.goBack()
  await page.getByRole('heading', { level: 1, name: 'Products' }).waitFor()
  assert.equal(await page.evaluate('window.isSamePage'), true)
  assert.deepEqual(broken, [])
})

test('the shop finds a product by its SKU', async () => {
  const { text } = await semel.client().get('/products?q=out-000001')
  assert.match(text, /1 product in stock\.<\/span>/)
  assert.match(text, /href="\/products\/1-/)
})

test('the search box suggests names; no results → similar products', async () => {
  await noteNewWords(semel.db)
  const client = semel.client()
  const suggested = await client.get('/products/suggestions?q=sau')
  assert.ok(
    suggested.body.some((name: string) => name.endsWith('Saucepan')),
    suggested.text,
  )
  assert.deepEqual((await client.get('/products/suggestions')).body, [])
  const { text } = await client.get('/products?q=sacuepan')
  assert.match(text, /Nothing matches &quot;sacuepan&quot; as it is written.*products in stock.*Saucepan/s)
  assert.match(
    (await client.get('/products?q=sauc')).text,
    /<option value="relevance" selected>Best match first.*Saucepan/s,
  )
})

test('product added from its card → the visitor stays in the list', async () => {
  for (const view of ['narrow', 'without JavaScript'] as const) {
    const list = '/products?category=Lighting&sort=price&page=2'
    await using opened = await openAs(at, 'guest', view, list)
    const { page } = opened
    const card = page.locator('.product', { has: page.getByRole('button', { name: 'Add to cart' }) }).last()
    const name = (await card.getByRole('link').textContent())!
    await card.getByRole('button', { name: 'Add to cart' }).click()
    await page.getByText('Added to your cart.').waitFor()
    await page.locator('nav.account .count', { hasText: '1' }).waitFor()
    assert.equal(new URL(page.url()).pathname + new URL(page.url()).search, list)
    assert.ok(((await page.evaluate('scrollY')) as number) > 100, 'the place in the list')
    await page.goto('/cart')
    await page.getByRole('link', { name }).first().waitFor()
  }
})

test('"Continue shopping" leads back to the list that the visitor came from', async () => {
  await using opened = await openAs(at, 'guest', 'narrow', '/products?category=Lighting')
  const { page } = opened
  await page.getByText('Filter and sort').click()
  await page.getByLabel('Sort by').selectOption('price')
  await page.waitForURL(/sort=price/)
  const list = page.url()
  await page.locator('.product', { hasText: 'Add to cart' }).getByRole('link').first().click()
  await page.getByRole('button', { name: 'Add to cart' }).first().click()
  await page.waitForURL('**/cart')
  await page.getByRole('link', { name: 'Continue shopping' }).click()
  await page.waitForURL(list)
})

test('a product with an id beyond 2^31 has a page', async () => {
  const client = semel.client()
  const beyond = 3_000_000_000
  const { rows } = await sql<{ id: string }>`
    insert into products (id, sku, name, category, price, stock) overriding system value
    values (${beyond}, 'BEYOND', 'Far lamp', 'Lighting', 100, 5) returning id`.execute(semel.db)
  assert.equal(rows.length, 1)
  assert.match((await client.get(`/products/${beyond}`)).text, /Far lamp/)
  await semel.db.deleteFrom('products').where('id', '=', beyond).execute()
})

test('list pages ignore invalid parameters; unknown products get a page saying so', async () => {
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

test('the page of a product shows the line breaks of its description', async () => {
  const description = 'Solid oak, in walnut.\n\nWidth: 120 cm\nHeight: 74 cm'
  const id = await stockProduct(semel.db, { name: 'Desk in figures', description })
  await using opened = await openAs(at, 'guest', 'narrow', `/products/${id}`)
  assert.deepEqual(await opened.page.locator('.lede').allInnerTexts(), [description])
  await look(opened.page, 'narrow', 'product with line breaks')
})

for (const view of ['wide', 'without JavaScript'] satisfies View[]) {
  test(`two tabs add products at once → all in the cart: ${view}`, async () => {
    const ids = await Promise.all([1, 2, 3].map(() => stockProduct(semel.db, { stock: 9 })))
    await using opened = await openAs(at, 'guest', view, '/products')
    const { context } = opened
    await context.route('**/cart/items', async route => {
      await new Promise(resolve => setTimeout(resolve, 400))
      await route.continue()
    })
    await Promise.all(
      ids.map(async id => {
        const page = await context.newPage()
        await page.goto(`/products/${id}`)
        await page.getByRole('button', { name: 'Add to cart' }).first().click()
        await page.waitForURL('**/cart')
      }),
    )
    await opened.page.goto('/cart')
    assert.equal(await opened.page.locator('.lines > li').count(), 3)
  })
}

test('another product of a group chosen → same place and focus', async () => {
  const staff = await person(semel, 'staff')
  const ids = await Promise.all([1, 2].map(() => stockProduct(semel.db, { name: 'Stool' })))
  const group = {
    name: 'Stool',
    options: [{ name: 'Wood', values: ['oak', 'ash'] }],
    products: ids.map((id, n) => ({ id, options: [{ name: 'Wood', value: ['oak', 'ash'][n] }] })),
  }
  const made = await semel.client().post('/api/product-groups', group, { token: staff.token })
  assert.equal(made.status, 201, made.text)
  await using opened = await openAs(at, 'guest', 'narrow', `/products/${ids[0]}-stool`)
  const { page } = opened
  await page.evaluate('scrollTo(0, 150)')
  await page.getByRole('link', { name: 'ash' }).click()
  await page.waitForURL(`**/products/${ids[1]}-stool`)
  await page.locator('a[aria-current]:focus', { hasText: 'ash' }).waitFor()
  assert.equal(await page.evaluate('scrollY'), 150)
  // Other ways to the page begin at its top.
  await page.goto(`/products/${ids[0]}-stool`)
  await page.goto(`/products/${ids[1]}-stool`)
  assert.equal(await page.evaluate('scrollY'), 0)
})

test('refused price, then "Back" → the field has the price before', async () => {
  await using opened = await openAs(at, 'guest', 'wide', '/products?category=Lighting')
  const { page } = opened
  const box = page.locator('details.filter-box:not([open]) summary')
  if (await box.count()) await box.click()
  await page.getByLabel('Price from').fill('12,50')
  await page.keyboard.press('Enter')
  await page.waitForURL(/min=/)
  await page.getByLabel('Price up to').fill('abc')
  await page.keyboard.press('Enter')
  await page.getByText('Price up to must be an amount').waitFor()
  await page.goBack()
  await page.locator('.field-error').waitFor({ state: 'detached' })
  assert.equal(await page.getByLabel('Price up to').inputValue(), '')
})
