import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { cookieNames } from '../../src/accounts/sessions/cookies.ts'
import { newPerson, PASSWORD } from '../support/accounts.ts'
import { type View, WALKS } from '../support/browser.ts'
import { agree, enterCode, look, openAs, startWithBrowser } from '../support/pages.ts'
import { type Person, person } from '../support/people.ts'
import { stockOf, stockProduct } from '../support/products.ts'

const at = await startWithBrowser()
const { semel } = at

for (const view of WALKS) {
  test(`a customer fills a cart, signs in, orders, follows and cancels: ${view}`, async () => {
    const buyer = await newPerson(semel)
    const lamp = await stockProduct(semel.db, { name: 'Reading lamp', category: 'Lights', price: 4950, stock: 3 })
    await stockProduct(semel.db, { name: 'Oak desk with two drawers', category: 'Desks', price: 38900 })
    await using opened = await openAs(at, 'guest', view)
    const { page, broken } = opened

    await page.goto('/cart')
    await page.getByRole('heading', { name: 'Your cart is empty' }).waitFor()
    await look(page, view, 'cart empty')
    for (const name of ['Reading lamp', 'Oak desk with two drawers']) {
      await page.goto('/products?sort=-id')
      await page.getByRole('link', { name }).first().click()
      await page.getByRole('button', { name: 'Add to cart' }).click()
      await page.waitForURL('/cart')
    }
    const lampLine = page.getByRole('listitem').filter({ hasText: 'Reading lamp' })
    await lampLine.getByLabel('Quantity').fill('4')
    await lampLine.getByRole('button', { name: 'Update' }).click()
    await page.getByRole('alert').getByText('Only 3 left.').waitFor()
    assert.equal(await lampLine.getByLabel('Quantity').inputValue(), '4')
    await look(page, view, 'cart refused')
    await lampLine.getByLabel('Quantity').fill('2')
    await lampLine.getByRole('button', { name: 'Update' }).click()
    await page.getByText('€488.00').first().waitFor()
    await look(page, view, 'cart')

    await page.getByRole('link', { name: 'Go to checkout' }).click()
    await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click()
    await page.waitForURL('/login?next=%2Fcheckout')
    await page.getByLabel('Email').fill(buyer.email)
    await page.getByLabel('Password').fill(PASSWORD)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await enterCode(page, buyer.code(), 'Sign in')
    await page.getByRole('heading', { name: 'Checkout' }).waitFor()
    await look(page, view, 'checkout')
    await page.getByRole('button', { name: 'Order and pay' }).click()
    await page.getByText('Address line 1 is required').waitFor()
    await page.getByRole('link', { name: 'Address line 1' }).click()
    await page.getByLabel('Address line 1').and(page.locator(':focus')).waitFor()
    await look(page, view, 'checkout refused')
    await fillAddress(page)

    // The price changes meanwhile. The page says so, and nothing is ordered at a price that the customer has not seen.
    await semel.db.updateTable('products').set({ price: 5250 }).where('id', '=', lamp).execute()
    await page.getByLabel('Order note').fill('To the back door')
    await page.getByRole('button', { name: 'Order and pay' }).click()
    await page.getByText('The price is now €52.50; it was €49.50.').waitFor()
    assert.equal(await page.getByLabel('Order note').inputValue(), 'To the back door')
    assert.equal(await page.getByLabel('Country').inputValue(), 'GB')
    assert.equal((await stockOf(semel.db, lamp)).stock, 3)
    await look(page, view, 'checkout changed')
    await page.getByRole('button', { name: 'Order and pay' }).click()

    await page.waitForURL(/\/orders\/\d+$/)
    await page.getByRole('heading', { name: /^Order #\d+$/ }).waitFor()
    assert.equal((await stockOf(semel.db, lamp)).stock, 1)
    await page.getByText('Thank you. Your order is placed.').waitFor()
    await page.getByText('To the back door').waitFor()
    await page.getByText('SW1Y 4JH').waitFor()
    // The account was made by a program, so this browser is new to it.
    assert.deepEqual(await subjects(buyer.email, 3), [
      `Welcome to ${new URL(semel.origin).host}`,
      'New sign-in to your account',
      `Order Confirmation ${await number(page)}`,
    ])
    await readUntil(page, `Sent to ${buyer.email}`)
    await look(page, view, 'order')
    await page.getByRole('link', { name: 'Orders' }).click()
    await page.getByRole('cell', { name: 'Reading lamp and 1 more' }).waitFor()
    await look(page, view, 'orders')
    await page.goto('/cart')
    await page.getByRole('heading', { name: 'Your cart is empty' }).waitFor()

    await page.goto('/orders')
    // Clicks, with scripts, anywhere in the row.
    if (view === 'without JavaScript') await page.getByRole('link', { name: /^#\d+$/ }).click()
    else await page.getByRole('cell', { name: 'Unpaid' }).click()
    await page.getByRole('button', { name: 'Cancel this order' }).click()
    await agree(page, view, 'Cancel this order')
    await page.locator('.badge', { hasText: 'Cancelled' }).waitFor()
    assert.equal((await stockOf(semel.db, lamp)).stock, 3)
    assert.equal(await page.getByRole('button', { name: 'Cancel this order' }).count(), 0)
    await look(page, view, 'order cancelled')
    const words = (await subjects(buyer.email, 4)).at(-1)!
    assert.match(words, /cancelled/i)
    assert.deepEqual(broken, [])
  })
}

const PLACE = `(() => {
  const { offsetLeft, offsetTop, offsetWidth } = document.querySelector('#add-to-cart-quantity')
  return [offsetLeft, offsetTop, offsetWidth].join()
})()`

test('"−" and "+" stay between one and the stock, and costs follow', async () => {
  const [lamp, desk] = [
    await stockProduct(semel.db, { name: 'Counted lamp', price: 1000, stock: 3 }),
    await stockProduct(semel.db, { name: 'Counted desk', price: 100, stock: 9 }),
  ]
  await using opened = await openAs(at, await newPerson(semel), 'narrow', `/products/${desk}`)
  const { page, broken } = opened
  const place = (): Promise<string> => page.evaluate(PLACE)
  const more = page.getByRole('button', { name: 'One more' })
  const less = page.getByRole('button', { name: 'One less' })
  assert.equal(await less.getAttribute('aria-disabled'), 'true')
  const before = await place()
  assert.match(before, /^\d+,\d+,\d+$/)
  await more.click()
  assert.equal(await less.getAttribute('aria-disabled'), 'false')
  await page.getByLabel('Quantity').fill('9')
  assert.equal(await more.getAttribute('aria-disabled'), 'true')
  await more.click({ force: true })
  assert.equal(await page.getByLabel('Quantity').inputValue(), '9')
  await page.getByLabel('Quantity').fill('many')
  await more.focus()
  await page.keyboard.press('Enter')
  assert.equal(await page.getByLabel('Quantity').inputValue(), '1')
  await page.locator('#live', { hasText: '1' }).waitFor({ state: 'attached' })
  assert.deepEqual(await place(), before, 'nothing moves')
  await look(page, 'narrow', 'product with a counter')

  await page.getByRole('button', { name: 'Add to cart' }).click()
  await page.waitForURL('/cart')
  await semel.client().post('/api/cart/items', { productId: lamp, quantity: 1 }, { token: opened.who.token })
  await page.reload()
  const line = (name: string) => page.getByRole('listitem').filter({ hasText: name })
  const press = (name: string, button: string) => line(name).getByRole('button', { name: button }).click()
  await line('Counted desk').getByLabel('Quantity').fill('5')
  await press('Counted lamp', 'One more')
  await press('Counted lamp', 'One more')
  await line('Counted lamp').getByText('€30.00').waitFor()
  await page.locator('[data-says-total]', { hasText: '€31.00' }).waitFor()
  await line('Counted lamp').getByRole('button', { name: 'One more' }).and(page.locator(':focus')).waitFor()
  await page.locator('nav.account .count', { hasText: '4' }).waitFor()
  assert.equal(await line('Counted desk').getByLabel('Quantity').inputValue(), '5', 'what is typed elsewhere stays')
  await press('Counted lamp', 'One more')
  await page.getByRole('alert').getByText('Only 3 left.').waitFor()
  await press('Counted lamp', 'One less')
  await press('Counted lamp', 'One less')
  // The page that follows waits for the presses, and counts what was typed in the other line.
  await page.getByRole('link', { name: 'Go to checkout' }).click()
  await page.getByRole('button', { name: 'Order and pay €25.00' }).waitFor()
  assert.deepEqual(broken, [])
})

test('quantities typed in the cart count without a press of "Update"', async () => {
  const names = ['Typed lamp', 'Typed desk'] as const
  const [lamp, desk] = [
    await stockProduct(semel.db, { name: names[0], price: 1000, stock: 9 }),
    await stockProduct(semel.db, { name: names[1], price: 100, stock: 9 }),
  ]
  await using opened = await openAs(at, await newPerson(semel), 'narrow')
  const { page } = opened
  for (const id of [lamp, desk]) {
    await page.goto(`/products/${id}`)
    await page.getByRole('button', { name: 'Add to cart' }).click()
    await page.waitForURL('/cart')
  }
  const line = (name: string) => page.getByRole('listitem').filter({ hasText: name })
  const type = (name: string, quantity: string) => line(name).getByLabel('Quantity').fill(quantity)
  await type(names[0], '2')
  await type(names[1], '3')
  await line(names[1]).getByRole('button', { name: 'Update' }).click()
  await page.getByText('€23.00').first().waitFor()

  await type(names[0], '99')
  await page.getByRole('link', { name: 'Go to checkout' }).click()
  await page.getByRole('alert').getByText('Only 9 left.').waitFor()
  await type(names[0], '4')
  await line(names[1]).getByRole('button', { name: 'Remove' }).click()
  await page.getByText('Removed from your cart.').waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await line(names[1]).waitFor()
  await page.waitForLoadState()
  assert.equal(await line(names[1]).getByLabel('Quantity').inputValue(), '3')
  assert.equal(await line(names[0]).getByLabel('Quantity').inputValue(), '4')
  await line(names[1]).getByRole('button', { name: 'Remove' }).click()
  await page.getByText('Removed from your cart.').waitFor()
  await page.getByRole('link', { name: 'Go to checkout' }).click()
  await page.getByRole('button', { name: 'Order and pay €40.00' }).waitFor()

  await page.getByRole('link', { name: 'Change your cart' }).click()
  await type(names[0], '5')
  const other = page.waitForEvent('popup')
  await page.getByRole('link', { name: 'Go to checkout' }).click({ modifiers: ['Control'] })
  await (await other).getByRole('button', { name: 'Order and pay €50.00' }).waitFor()
  await type(names[0], '6')
  const another = opened.context.waitForEvent('page')
  await page.getByRole('link', { name: 'Go to checkout' }).click({ button: 'middle' })
  await (await another).getByRole('button', { name: 'Order and pay €60.00' }).waitFor()
})

test('quantity typed before the scripts run → stays, and counts', async () => {
  const name = 'Early lamp'
  const [early, other] = [
    await stockProduct(semel.db, { name, price: 1000, stock: 9 }),
    await stockProduct(semel.db, { name: 'Late desk', price: 100, stock: 9 }),
  ]
  await using opened = await openAs(at, await newPerson(semel), 'narrow')
  const { page } = opened
  for (const id of [early, other]) {
    await page.goto(`/products/${id}`)
    await page.getByRole('button', { name: 'Add to cart' }).click()
    await page.waitForURL('/cart')
  }
  const line = page.getByRole('listitem').filter({ hasText: name })
  await line.getByLabel('Quantity').fill('2')
  const { promise: typed, resolve: goOn } = Promise.withResolvers<void>()
  await page.route('**/*.js', async route => {
    await typed
    await route.continue()
  })
  // The page that follows gets the "2" as a draft.
  await page.getByRole('listitem').filter({ hasText: 'Late desk' }).getByRole('button', { name: 'Remove' }).click()
  await page.waitForURL('/cart?*', { waitUntil: 'commit' })
  await line.getByLabel('Quantity').fill('3', { force: true })
  goOn()
  await page.getByRole('link', { name: 'Go to checkout' }).click()
  await page.getByRole('button', { name: 'Order and pay €30.00' }).waitFor()
})

/** Without a script, a button shows the address and the delivery of the country. */
async function chooseCountry(page: Page, country: string) {
  const shown = page.waitForResponse('**/checkout/quote')
  await page.getByLabel('Country').selectOption(country)
  const show = page
    .locator('.field', { has: page.getByLabel('Country') })
    .getByRole('button', { name: 'Use this country' })
  if (await show.isVisible()) await show.click()
  await shown
  // The page has taken the answer over.
  await page.locator('.form-ending:not([aria-busy])').waitFor()
}

async function fillAddress(page: Page) {
  await chooseCountry(page, 'GB')
  await page.getByLabel('Address line 1').fill('12 St James’s Square')
  await page.getByLabel('Postcode').fill('SW1Y 4JH')
  await page.getByLabel('Post town').fill('London')
}

/** The subjects of all emails, oldest first; waits for `count` of them. */
async function subjects(address: string, count: number) {
  return (await semel.mailTo(address, count)).map(({ subject }) => subject)
}

async function number(page: Page) {
  return /#\d+/.exec((await page.getByRole('heading', { level: 1 }).textContent()) ?? '')?.[0]
}

/** The worker records the ending shortly after the email was sent. */
async function readUntil(page: Page, words: string) {
  while (!(await page.getByRole('main').textContent())?.includes(words)) await page.reload()
}

/** Goes to the checkout, with one product in the cart. */
async function atCheckout(view: View, buyer: Person) {
  const productId = await stockProduct(semel.db)
  const opened = await openAs(at, buyer, view)
  await opened.page.goto(`/products/${productId}`)
  await opened.page.getByRole('button', { name: 'Add to cart' }).click()
  await opened.page.waitForURL('/cart')
  await opened.page.goto('/checkout')
  await fillAddress(opened.page)
  return { ...opened, productId }
}

test('mistaken address, then an order → Back leads to a page', async () => {
  await using opened = await atCheckout('wide', await person(semel))
  const { page } = opened
  await page.getByLabel('Postcode').fill('')
  await page.getByRole('button', { name: 'Order and pay' }).click()
  await page.getByText('Postcode is required').waitFor()
  await page.getByLabel('Postcode').fill('SW1Y 4JH')
  await page.getByRole('button', { name: 'Order and pay' }).click()
  await page.waitForURL(/\/orders\/\d+$/)
  await page.goBack()
  await page.getByRole('heading', { name: 'Your cart is empty' }).waitFor()
})

test('cart changed → the address typed at the checkout is still there', async () => {
  await using opened = await atCheckout('wide', await person(semel))
  const { page, productId } = opened
  const address = page.getByLabel('Address line 1')
  await semel.db.updateTable('products').set({ price: 1 }).where('id', '=', productId).execute()
  await page.getByRole('button', { name: 'Order and pay' }).click()
  await page.getByRole('heading', { name: 'Please check these items' }).waitFor()
  await page.getByRole('link', { name: 'Change your cart' }).click()
  await page.getByRole('link', { name: 'Go to checkout' }).click()
  await page.waitForURL('/checkout')
  assert.equal(await address.inputValue(), '12 St James’s Square')
  assert.equal(await page.getByLabel('Country').inputValue(), 'GB')

  await page.getByRole('link', { name: 'Change your cart' }).click()
  await page.waitForURL('/cart')
  await page.goBack()
  await address.fill('1 Newer Street')
  await page.getByRole('button', { name: 'Order and pay' }).click()
  await page.waitForURL(/\/orders\/\d+$/)
  await page.getByRole('button', { name: 'Order again' }).click()
  await page.getByRole('link', { name: 'View your cart' }).click()
  await page.getByRole('link', { name: 'Go to checkout' }).click()
  await page.waitForURL('/checkout')
  assert.equal(await address.inputValue(), '1 Newer Street')

  await page.getByLabel('Order note').fill('For nobody else')
  await page.getByRole('link', { name: 'Change your cart' }).click()
  await page.waitForURL('/cart')
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.getByRole('link', { name: 'Sign in' }).first().waitFor()
  assert.equal(await page.evaluate('sessionStorage.length'), 0)
})

test('product no longer sold when ordering → it leaves the page too', async () => {
  await using opened = await atCheckout('wide', await person(semel))
  const { page, productId } = opened
  await semel.db.updateTable('products').set({ removed_at: new Date() }).where('id', '=', productId).execute()
  await page.getByRole('button', { name: 'Order and pay' }).click()
  await page.getByRole('heading', { name: 'Please check these items' }).waitFor()
})

test('after a lost response, a second click places no second order', async () => {
  await using opened = await atCheckout('wide', await person(semel))
  const { page, productId } = opened
  await page.route('**/api/orders', async route => {
    await route.fetch()
    await route.abort()
  })
  await page.getByRole('button', { name: 'Order and pay' }).click()
  await page.getByRole('alert').getByText('The server could not be reached').waitFor()
  await page.unroute('**/api/orders')
  await page.getByRole('button', { name: 'Order and pay' }).click()
  await page.waitForURL(/\/orders\/\d+$/)
  assert.equal((await stockOf(semel.db, productId)).stock, 99)
})

for (const view of WALKS) {
  test(`two tabs with the same checkout place one order: ${view}`, async () => {
    await using opened = await atCheckout(view, await person(semel))
    const { page, context, productId } = opened
    const other = await context.newPage()
    await other.goto(`${semel.origin}/checkout`)
    await fillAddress(other)
    const place = async (tab: Page) => {
      await tab.getByRole('button', { name: 'Order and pay' }).click()
      await tab.waitForURL(/\/orders\/\d+$/)
      return tab.url()
    }
    const first = await place(page)
    assert.equal(await place(other), first)
    assert.equal((await stockOf(semel.db, productId)).stock, 99)
    await page.goto(`/products/${productId}`)
    await page.getByRole('button', { name: 'Add to cart' }).click()
    await page.waitForURL('/cart')
    await page.goto('/checkout')
    assert.notEqual(await place(page), first)
    assert.equal((await stockOf(semel.db, productId)).stock, 98)
  })
}

for (const view of WALKS) {
  test(`second tab with another note → the same order, none placed: ${view}`, async () => {
    const buyer = await person(semel)
    await using opened = await atCheckout(view, buyer)
    const { page, context, productId } = opened
    const other = await context.newPage()
    await other.goto(`${semel.origin}/checkout`)
    await fillAddress(other)
    await other.getByLabel('Order note').fill('Ring twice')
    await page.getByRole('button', { name: 'Order and pay' }).click()
    await page.waitForURL(/\/orders\/\d+$/)
    const id = page.url().split('/').at(-1)
    await other.getByRole('button', { name: 'Order and pay' }).click()
    await other.getByText(`Your order #${id} is placed`).waitFor()
    assert.equal(await other.getByRole('button', { name: 'Order and pay' }).count(), 0)
    assert.equal(await other.getByText('Idempotency').count(), 0)
    assert.equal((await stockOf(semel.db, productId)).stock, 99)
    await look(other, view, 'checkout sent before')
  })

  test(`answer lost → no second order: ${view}`, async () => {
    const buyer = await person(semel)
    await using opened = await atCheckout(view, buyer)
    const { page, productId } = opened
    const key = await page.locator('form#order [name=_key]').inputValue()
    const { body } = await semel
      .client()
      .post(
        '/api/orders',
        { items: [{ productId, quantity: 1 }] },
        { token: buyer.token, headers: { 'idempotency-key': key } },
      )
    await page.getByRole('button', { name: 'Order and pay' }).click()
    await page.getByText(`Your order #${body.id} is placed`).waitFor()
    await page.getByText('Your later changes are not part of it').waitFor()
    await page.getByRole('link', { name: 'Back to your cart' }).click()
    await page.getByText('Your cart is empty').waitFor()
    await page.goto(`/products/${productId}`)
    await page.getByRole('button', { name: 'Add to cart' }).click()
    await page.getByRole('link', { name: 'Go to checkout' }).click()
    await page.getByText('You have just ordered the same items').waitFor()
    await look(page, view, 'checkout of the same again')
    assert.equal((await stockOf(semel.db, productId)).stock, 99)
  })

  test(`after a cancellation neither tab says that the order is placed: ${view}`, async () => {
    const buyer = await person(semel)
    await using opened = await atCheckout(view, buyer)
    const { page, context } = opened
    const other = await context.newPage()
    await other.goto(`${semel.origin}/checkout`)
    await fillAddress(other)
    await page.getByRole('button', { name: 'Order and pay' }).click()
    await page.waitForURL(/\/orders\/\d+$/)
    const id = page.url().split('/').at(-1)
    await semel.client().post(`/api/orders/${id}/cancel`, undefined, { token: buyer.token })
    await page.goto('/checkout')
    await page.getByText('Your cart is empty').waitFor()
    assert.equal(await page.getByText('is placed').count(), 0)
    await other.getByRole('button', { name: 'Order and pay' }).click()
    await other.waitForURL(`**/orders/${id}`)
    await other.locator('.badge', { hasText: 'Cancelled' }).waitFor()
    assert.equal(await other.getByText('is placed').count(), 0)
  })
}

test('a form that is sent twice without JavaScript places one order', async () => {
  await using opened = await atCheckout('without JavaScript', await person(semel))
  const { page, productId } = opened
  const fields = page.locator('form#order :is(input, textarea, select)')
  const form: Record<string, string> = {}
  for (const field of await fields.all()) form[(await field.getAttribute('name'))!] = await field.inputValue()
  const send = () => page.context().request.post('/checkout', { form, maxRedirects: 0 })
  const answers = await Promise.all([send(), send(), send()])
  assert.deepEqual(
    answers.map(answer => answer.status()),
    [303, 303, 303],
  )
  assert.equal(new Set(answers.map(answer => answer.headers().location)).size, 1)
  assert.equal((await stockOf(semel.db, productId)).stock, 99)
})

/** An order whose confirmation has arrived. */
async function confirmedOrder() {
  const buyer = await person(semel)
  const productId = await stockProduct(semel.db)
  const { body } = await semel
    .client()
    .post('/api/orders', { items: [{ productId, quantity: 1 }] }, { token: buyer.token })
  await semel.mailTo(buyer.email)
  return { buyer, body }
}

test('the button for another confirmation appears with its words, without a reload', async () => {
  const { buyer, body } = await confirmedOrder()
  const deliveries = semel.db.updateTable('deliveries').where('user_id', '=', buyer.id)
  const isLate = { state: 'pending' as const, due_at: sql<Date>`now() + interval '1 hour'` }
  await deliveries.set(isLate).execute()
  await using opened = await openAs(at, buyer, 'wide')
  const { page } = opened
  await page.goto(`/orders/${body.id}`)
  await page.getByText('On its way').waitFor()
  await deliveries.set({ state: 'sent', ended_at: semel.clock.now() }).execute()
  await page.getByText('then ask for another one').waitFor()
  await page.getByRole('button', { name: 'Send the confirmation again' }).click()
  await page.getByText('The confirmation is on its way or was just sent.').waitFor()
})

test('a menu opened by mistake is closed by a second tap', async () => {
  await using opened = await openAs(at, await person(semel), 'narrow')
  const { page } = opened
  await page.setViewportSize({ width: 320, height: 700 })
  await page.goto('/account')
  const button = page.getByRole('button', { name: 'Menu' })
  const { x, y, width, height } = (await button.boundingBox())!
  const tap = () => page.mouse.click(x + width / 2, y + height / 2)
  await tap()
  await page.locator('#menu').waitFor()
  await tap()
  await page.locator('#menu').waitFor({ state: 'hidden' })
  assert.equal(new URL(page.url()).pathname, '/account')
})

test('confirmation went to an earlier address → resent to the current one', async () => {
  const { buyer, body } = await confirmedOrder()
  const email = `new-${buyer.email}`
  await semel.db.updateTable('users').set({ email }).where('id', '=', buyer.id).execute()
  await using opened = await openAs(at, buyer, 'narrow')
  const { page } = opened
  await page.goto(`/orders/${body.id}`)
  await readUntil(page, `Your email is now ${email}.`)
  await look(page, 'narrow', 'order confirmation left')
  // The page shows the result of the form without a reload.
  const shown = page.waitForEvent('load')
  await page.getByRole('button', { name: 'Send the confirmation again' }).click()
  await shown
  assert.equal((await semel.mailTo(email)).length, 1)
  await readUntil(page, `Sent to ${email}`)

  // A second click at once repeats the request. After half a minute, by the database's clock, it is a new one.
  const again = async () => {
    const shown = page.waitForEvent('load')
    await page.getByRole('button', { name: 'Send the confirmation again' }).click()
    await shown
  }
  await again()
  assert.equal((await semel.mailTo(email)).length, 1)
  await semel.db
    .updateTable('deliveries')
    .set({ created_at: sql`created_at - interval '30 seconds'`, ended_at: sql`ended_at - interval '30 seconds'` })
    .where('user_id', '=', buyer.id)
    .execute()
  await again()
  assert.equal((await semel.mailTo(email, 2)).length, 2)
})

test("the page of another customer's order is 404", async () => {
  const [buyer, other] = [await person(semel), await person(semel)]
  const productId = await stockProduct(semel.db)
  const { body } = await semel
    .client()
    .post('/api/orders', { items: [{ productId, quantity: 1 }] }, { token: buyer.token })
  await using opened = await openAs(at, other, 'wide')
  assert.equal((await opened.page.goto(`/orders/${body.id}`))?.status(), 404)
  assert.equal((await opened.page.goto('/orders/x'))?.status(), 404)
})

test('somebody else signs in in the tab → a typed address is gone', async () => {
  const [ada, next] = [await person(semel), await person(semel)]
  await using opened = await atCheckout('wide', ada)
  const { page, context, productId } = opened
  await semel.client().post('/api/cart/items', { productId, quantity: 1 }, next)
  const address = page.getByLabel('Address line 1')
  const comeBackAs = async ({ token }: Person) => {
    await context.addCookies([{ name: cookieNames(semel).session, value: token, url: semel.origin }])
    await page.goto('/checkout')
    return address.inputValue()
  }
  await context.clearCookies({ name: cookieNames(semel).session })
  await page.getByRole('button', { name: 'Order and pay' }).click()
  await page.getByText("You've been signed out.").waitFor()
  assert.equal(await comeBackAs(next), '')
  assert.equal(await comeBackAs(ada), '')
})
