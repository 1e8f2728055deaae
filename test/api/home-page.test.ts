import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { listCategories } from '../../src/catalogue/queries.ts'
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
  assert.match(text, /ordered once/)
  assert.doesNotMatch(text, /New in the shop|Categories/)
})

test('listCategories returns each category of a listed product once, in order', async () => {
  for (const category of ['b', 'a', 'b', 'C', 'a']) await stockProduct(semel.db, { category })
  await stockProduct(semel.db, { category: 'gone', removed_at: new Date() })
  assert.deepEqual(await listCategories(semel.db), ['C', 'a', 'b'])
})

test('a product name with markup is text on every page that shows it', async () => {
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
