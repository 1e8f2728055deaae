import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { countPieces, MAX_CART_LINES, parseCart, withLine, withoutProducts, writeCart } from './cart.ts'

const line = fc.record(
  {
    productId: fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }),
    quantity: fc.integer({ min: 1, max: 10_000 }),
    priceSeen: fc.integer({ min: 0, max: 2 ** 31 - 1 }),
  },
  { noNullPrototype: true },
)
const lines = fc.uniqueArray(line, { selector: ({ productId }) => productId, maxLength: MAX_CART_LINES })

test('any cart survives being written and parsed, and fits into a cookie', () => {
  fc.assert(
    fc.property(lines, cart => {
      const text = writeCart(cart)
      assert.deepEqual(parseCart(text), cart)
      assert.match(text, /^[0-9.-]{0,3900}$/)
    }),
  )
})

test('parsing any text gives a cart, without its invalid lines', () => {
  fc.assert(fc.property(fc.string(), text => assert.ok(Array.isArray(parseCart(text)))))
  assert.deepEqual(parseCart('1-1-1.x.2-0-1.0-1-1.9999999999999999-1-1.3-99999-1.4-2-5'), [
    { productId: 1, quantity: 1, priceSeen: 1 },
    { productId: 4, quantity: 2, priceSeen: 5 },
  ])
  assert.equal(parseCart(Array.from({ length: 99 }, (_, n) => `${n + 1}-1-1`).join('.')).length, MAX_CART_LINES)
})

test('a cart has at most one line for a product', () => {
  const cart = withLine(parseCart('1-1-5.2-1-5'), { productId: 1, quantity: 3, priceSeen: 6 })
  assert.equal(writeCart(cart), '1-3-6.2-1-5')
  assert.equal(countPieces(cart), 4)
  assert.equal(writeCart(withoutProducts(cart, [1, 7])), '2-1-5')
})
