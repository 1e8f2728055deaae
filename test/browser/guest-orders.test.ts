import assert from 'node:assert/strict'
import { test } from 'node:test'
import { changeShop, forgetShop } from '../../src/shop/settings.ts'
import { WALKS } from '../support/browser.ts'
import { agree, look, openAs, startWithBrowser } from '../support/pages.ts'
import { accountLinkOf } from '../support/prepared.ts'
import { stockProduct } from '../support/products.ts'

/* A customer without an account: three pages to an order, which the link in its emails opens. */
const at = await startWithBrowser()
const { semel } = at

for (const view of WALKS) {
  test(`guest orders, corrects the address, cancels and ends the link: ${view}`, async () => {
    const lamp = await stockProduct(semel.db, { name: 'Guest lamp', price: 4950, stock: 3 })
    const typed = `typo-${view.length}@example.com`
    const right = `right-${view.length}@example.com`
    await using opened = await openAs(at, 'guest', view, `/products/${lamp}`)
    const { page, broken } = opened

    await page.getByRole('button', { name: 'Add to cart' }).click()
    await page.waitForURL('/cart')
    await page.getByRole('link', { name: 'Go to checkout' }).click()
    await page.waitForURL('/checkout')
    await look(page, view, 'checkout of a guest')
    const main = page.getByRole('main')
    await main.getByLabel('Email', { exact: true }).fill(typed)
    await main.getByLabel('Full name').fill('Ada Lovelace')
    await main.getByLabel('Address line 1').fill('Hauptstraße 12')
    await main.getByLabel('Postcode').fill('10115')
    await main.getByLabel('Town or city').fill('Berlin')
    await main.getByRole('button', { name: 'Order and pay' }).click()

    await page.waitForURL(/\/orders\/\d+$/)
    await page.getByText('Thank you. Your order is placed.').waitFor()
    const order = page.url()
    await look(page, view, 'order of a guest')
    const [mail] = await semel.mailTo(typed, 1)
    const link = /\/order-link\?token=[\w-]{43}/.exec(mail!.text)![0]

    await main.getByLabel('Email', { exact: true }).fill(right)
    await main.getByRole('button', { name: 'Correct the address' }).click()
    await page.getByText('Emails about this order go to the new address.').first().waitFor()
    const [again] = await semel.mailTo(right, 1)
    const renewed = /\/order-link\?token=[\w-]{43}/.exec(again!.text)![0]
    await page.goto(link)
    await page.getByRole('heading', { name: 'This link no longer works' }).waitFor()
    await look(page, view, 'link that has ended')
    await page.goto(renewed)
    assert.equal(page.url(), order)

    await main.getByRole('button', { name: 'Cancel this order' }).click()
    await agree(page, view, 'Cancel this order')
    await page.locator('.badge', { hasText: 'Cancelled' }).waitFor()
    await main.getByRole('button', { name: 'End the link of this order' }).click()
    await agree(page, view, 'End the link of this order')
    await page.waitForURL('/find-order')
    await look(page, view, 'find an order')
    await main.getByLabel('Order number').fill(order.split('/').at(-1)!)
    await main.getByLabel('Email', { exact: true }).fill(right)
    await main.getByRole('button', { name: 'Send the link' }).click()
    await page.getByText('If number and address fit').waitFor()
    assert.deepEqual(broken, [])
  })
}

test('pages of a guest in German and French → no barrier, no overflow', async () => {
  await changeShop(semel.db, { languages: ['en', 'de', 'fr'] })
  await forgetShop(semel.db)
  const lamp = await stockProduct(semel.db, { name: 'Guest lamp', price: 4950 })
  await using opened = await openAs(at, 'guest', 'narrow', `/products/${lamp}`)
  const { page, broken } = opened
  const body = { email: 'reader@example.com', items: [{ productId: lamp, quantity: 1 }] }
  const { id } = await (await page.request.post('/api/guest-orders', { data: body })).json()
  await page.getByRole('button', { name: 'Add to cart' }).click()
  await page.waitForURL('/cart')
  for (const language of ['de', 'fr']) {
    for (const path of [
      '/checkout',
      `/orders/${id}`,
      '/find-order',
      `/guest-account?token=${await accountLinkOf(semel, id)}`,
    ]) {
      await page.goto(`/${language}${path}`)
      assert.equal(await page.locator('html').getAttribute('lang'), language)
      await look(page, 'narrow', `guest ${language} ${path.split(/[/?]/)[1]}`)
    }
  }
  assert.deepEqual(broken, [])
})
