import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { ProductFilter } from '../../src/catalogue/paging/listing.ts'
import { type CategoryCount, countByCategory, listWithCategories } from '../../src/catalogue/paging/read-page.ts'
import { stockProduct } from '../support/products.ts'
import { type Semel, startSemel } from '../support/semel.ts'

let semel: Semel
before(async () => {
  semel = await startSemel()
})
after(() => semel[Symbol.asyncDispose]())

test('the home page of an empty shop opens', async () => {
  const { status, text } = await semel.client().get('/')
  assert.equal(status, 200)
  assert.match(text, /<h1>127\.0\.0\.1/)
  assert.doesNotMatch(text, /Semel/)
  assert.doesNotMatch(text, /New in the shop|Categories/)
})

test('categories → counted under the other filters, current after every change', async () => {
  const add = (category: string, more = {}) => stockProduct(semel.db, { category, price: 1000, ...more })
  for (const category of ['b', 'a', 'b', 'C', 'a']) await add(category)
  await add('gone', { removed_at: new Date() })
  const shown = (categories: CategoryCount[]) => categories.map(({ category, count }) => `${category} ${count}`)
  const counts = async (status?: 'coming_soon') => shown(await countByCategory(semel.db, { status }))
  const found = async (filter: ProductFilter) => {
    const listing = { sort: 'id', descending: false, page: 1, limit: 1, after: undefined, filter } as const
    const { totalCount, categories } = await listWithCategories(semel.db, listing)
    return [totalCount, ...shown(categories)]
  }
  assert.deepEqual(await counts(), ['C 1', 'a 2', 'b 2'])
  await add('b', { status: 'coming_soon', price: 3000, name: 'Blue mug' })
  assert.deepEqual(await counts(), ['C 1', 'a 2', 'b 3'])
  assert.deepEqual(await counts('coming_soon'), ['b 1'])
  assert.deepEqual(await found({ category: 'a' }), [2, 'C 1', 'a 2', 'b 3'])
  assert.deepEqual(await found({ minPrice: 1001 }), [1, 'b 1'])
  assert.deepEqual(await found({ minPrice: 1001, category: 'a' }), [0, 'b 1'])
  assert.deepEqual(await found({ maxPrice: 1000, status: 'active' }), [5, 'C 1', 'a 2', 'b 2'])
  assert.deepEqual(await found({ q: 'mug', category: 'b' }), [1, 'b 1'])
  assert.deepEqual(await found({ q: 'unheard' }), [0])
})

test('pages → money, counts and dates localized; API answers unchanged', async () => {
  const created_at = new Date('2026-02-01T09:00:00Z')
  const id = await stockProduct(semel.db, { name: 'Dear', price: 123456, created_at })
  const shown = async (language?: string) => {
    const headers: Record<string, string> = language === undefined ? {} : { 'accept-language': language }
    const { status, text } = await semel.client().get(`/products/${id}`, { headers })
    assert.equal(status, 200)
    const [, price] = /class="price large">([^<]+)/.exec(text)!
    const [, day] = /<time [^>]*>([^<]+)/.exec(text)!
    return `${price!.replaceAll(/\s/g, ' ')} · ${day}`
  }
  assert.equal(await shown(), '€1,234.56 · 1 Feb 2026')
  assert.equal(await shown('en-US,en;q=0.9'), '€1,234.56 · Feb 1, 2026')
  assert.equal(await shown('de-DE,de;q=0.9,en;q=0.8'), '1.234,56 € · 01.02.2026')
  assert.match(await shown('ar-EG'), /1,234.56/)
  for (const odd of ['*', 'x', ';;;', 'a'.repeat(5000), 'de-u-nu-arab-x-y', '\u00ff']) await shown(odd)
  const headers = { 'accept-language': 'de-DE', 'content-type': 'application/x-www-form-urlencoded' }
  const client = semel.client()
  const page = await client.get(`/products/${id}`)
  const csrf = /name="_csrf" value="([^"]+)"/.exec(page.text)![1]!
  await client.request('POST', '/cart/items', { body: `_csrf=${csrf}&productId=${id}&quantity=1`, headers })
  await semel.db.updateTable('products').set({ price: 100 }).where('id', '=', id).execute()
  assert.match((await client.get('/api/cart', { headers: { 'accept-language': 'de-DE' } })).text, /it was €1,234.56/)
})

test('list page → filters by price; each filter has a removing link', async () => {
  const { text } = await semel.client().get('/products?status=all&min=10,01&max=30.00&category=b')
  assert.match(text, /1 product</)
  assert.match(text, /<option value="b" selected>b \(1\)/)
  assert.match(
    text,
    /href="\/products\?category=b&amp;max=30.00&amp;status=all"><span class="unseen">Remove filter <\/span>From €10.01/,
  )
  assert.match(text, /Up to €30.00/)
  assert.match((await semel.client().get('/products?min=cheap&max=-3')).text, /[4-9] products in stock\.</)
})

test('product name with markup → text on every page that shows it', async () => {
  const name = '"><img src=x onerror=alert(1)><script>alert(2)</script>'
  const id = await stockProduct(semel.db, { name, category: name })
  for (const path of [
    '/',
    '/products',
    `/products/${id}`,
    `/products?category=${encodeURIComponent(name)}&q=${encodeURIComponent(name)}`,
  ]) {
    const { text } = await semel.client().get(path)
    assert.doesNotMatch(text, /<img|<script>/, path)
    assert.match(text, /&lt;script&gt;alert\(2\)/, path)
  }
})
