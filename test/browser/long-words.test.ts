import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newPerson } from '../support/accounts.ts'
import { picture } from '../support/browser.ts'
import { openAs, startWithBrowser } from '../support/pages.ts'
import { stockProduct } from '../support/products.ts'

const at = await startWithBrowser({ worker: false })
const { semel } = at

const WORDS = ['Kaffeevollautomatenreiniger', 'Kaffeevollautomatenreiniger'.repeat(3).slice(0, 80)]
const WIDTHS = [320, 360, 768, 1280]

for (const word of WORDS) {
  test(`a word of ${word.length} letters stays in its card on every page`, async () => {
    const admin = await newPerson(semel, { role: 'admin', userName: word.slice(0, 60) })
    const description = `${word}\n${word}`
    const product = { name: word, category: word, description, price: 123456, stock: 3 }
    const id = await stockProduct(semel.db, product)
    await stockProduct(semel.db, { ...product, sku: word, description: '' })
    await using opened = await openAs(at, admin, 'narrow', `/products/${id}`)
    const { page } = opened
    await page.getByRole('button', { name: 'Add to cart' }).click()
    await page.waitForURL('/cart')
    const address = { name: word, line1: word, postcode: '20095', city: word, country: 'DE' }
    const order = { items: [{ productId: id, quantity: 2 }], deliveryAddress: address, note: word }
    const placed = await admin.client.post('/api/orders', order, { token: admin.token })
    assert.equal(placed.status, 201, placed.text)

    const q = encodeURIComponent(word)
    const wrong: string[] = []
    const addresses = [
      '/',
      '/products',
      `/products?q=${q}`,
      `/products?category=${q}`,
      `/products?q=${'x'.repeat(80)}`,
      `/products/${id}`,
      '/cart',
      '/checkout',
      '/orders',
      `/orders/${placed.body.id}`,
      '/account',
      '/admin',
      '/admin/orders',
      `/admin/orders/${placed.body.id}`,
      `/admin/orders/${placed.body.id}/packing-slip`,
      '/admin/products',
      `/admin/products/${id}`,
      '/admin/users',
      `/admin/users/${admin.id}`,
    ]
    for (const address of addresses) {
      await page.goto(address)
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 700 })
        await picture(page, `long words ${word.length} ${address.replaceAll('/', ' ').slice(0, 30)} ${width}`)
        const outside = await page.evaluate<string[]>(OUTSIDE)
        wrong.push(...outside.map(what => `${address} at ${width} px: ${what}`))
      }
    }
    assert.deepEqual(wrong, [])
  })
}

/** Finds texts and controls that overflow the screen or their box, and broken prices. Only tables and code may be scrolled. */
const OUTSIDE = `(() => {
  const boxes = '.card, .tile, .empty, .notice, .chips a, .filters, .stat, .button, .split > *, main'
  const seen = new Set()
  const check = (element, rects) => {
    if (element.closest('.unseen, .table, .user-name, pre, script, option, [popover]') || !element.checkVisibility()) return
    const box = element.closest(boxes)
    const right = Math.min(box ? box.getBoundingClientRect().right : innerWidth, innerWidth) + 1
    for (const rect of rects) {
      if (rect.width > 1 && rect.right > right) {
        seen.add(element.outerHTML.slice(0, 90) + ' ends ' + Math.round(rect.right - right) + ' px outside')
      }
    }
  }
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (texts.nextNode()) {
    const range = document.createRange()
    range.selectNodeContents(texts.currentNode)
    const [parent, rects] = [texts.currentNode.parentElement, range.getClientRects()]
    check(parent, rects)
    if (parent.matches('.price, .sum') && rects.length > 1) seen.add(parent.outerHTML + ' is on two lines')
  }
  for (const control of document.querySelectorAll('a, button, input, select, textarea')) {
    check(control.parentElement, [control.getBoundingClientRect()])
  }
  const { scrollWidth } = document.documentElement
  return [...(scrollWidth > innerWidth ? ['the page is ' + scrollWidth + ' px wide'] : []), ...seen].slice(0, 4)
})()`
