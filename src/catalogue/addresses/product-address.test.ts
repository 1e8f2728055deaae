import assert from 'node:assert/strict'
import { test } from 'node:test'
import { idInPath, productPath, slugOf } from './product-address.ts'

test('a name becomes a slug', () => {
  for (const [name, slug] of [
    ['Reading lamp', 'reading-lamp'],
    ['Café "Crème" 2000', 'cafe-creme-2000'],
    ['Großer Tisch', 'grosser-tisch'],
    ['  --  ', ''],
    ['日本のお茶', '日本のお茶'],
    ['Чай', 'чаи'],
    ['../../etc/passwd?x=1#y', 'etc-passwd-x-1-y'],
    ['a'.repeat(200), 'a'.repeat(60)],
    [`${'word '.repeat(30)}`, Array(12).fill('word').join('-')],
  ] as const) {
    assert.equal(slugOf(name), slug, name)
  }
})

test('the id decides, whatever name follows it', () => {
  assert.equal(productPath({ id: 7, name: 'Reading lamp' }), '/products/7-reading-lamp')
  assert.equal(productPath({ id: 7, name: '!!!' }), '/products/7')
  for (const part of ['7', '7-reading-lamp', '7-', '7-x-8']) assert.equal(idInPath(part), '7')
  for (const part of ['seven', '-7', 'x7-8']) assert.equal(idInPath(part), part)
})
