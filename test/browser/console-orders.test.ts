import assert from 'node:assert/strict'
import { test } from 'node:test'
import { changeShop, forgetShop } from '../../src/shop/settings.ts'
import { newPerson } from '../support/accounts.ts'
import { STAFF_WALKS } from '../support/browser.ts'
import { agree, look, openAs, startWithBrowser } from '../support/pages.ts'
import { person } from '../support/people.ts'
import { stockOf, stockProduct } from '../support/products.ts'

const at = await startWithBrowser({ worker: true })
// The emails of these journeys go out at once.
await changeShop(at.semel.db, { undoSeconds: 0 })
await forgetShop(at.semel.db)

for (const view of STAFF_WALKS) {
  test(`staff find, prepare, ship and deliver an order, seeing its emails: ${view}`, async () => {
    const { semel } = at
    const buyer = await person(semel)
    const productId = await stockProduct(semel.db, { name: 'Reading lamp', price: 4950 })
    const { body: order } = await semel
      .client()
      .post('/api/orders', { items: [{ productId, quantity: 2 }], note: 'To the back door' }, { token: buyer.token })
    await semel.mailTo(buyer.email)
    await using opened = await openAs(at, 'staff', view)
    const { page, broken } = opened

    await page.goto('/admin/orders')
    await look(page, view, 'orders')
    await page.getByRole('link', { name: /^To prepare/ }).click()
    await page.getByLabel('Number, amount, email or name').fill(buyer.email)
    await page.getByRole('button', { name: 'Apply' }).click()
    await page.getByText('1 order', { exact: true }).waitFor()
    await page.getByRole('link', { name: `#${order.id}`, exact: true }).click()
    await page.getByRole('heading', { name: `Order #${order.id}` }).waitFor()
    await page.getByText('To the back door').waitFor()
    await look(page, view, 'order')

    await page.getByRole('button', { name: 'Start preparing' }).click()
    await page.locator('.badge', { hasText: 'Being prepared' }).waitFor()
    await page.locator('#ship-trackingNumber').fill('SML 123')
    await page.getByRole('button', { name: 'Mark as shipped' }).click()
    await page.locator('.badge', { hasText: 'Shipped' }).waitFor()
    assert.equal(await page.getByText('SML 123', { exact: true }).count(), 1)
    assert.equal(await page.getByRole('button', { name: 'Cancel this order' }).count(), 0)
    await semel.mailTo(buyer.email, 2)
    await page.getByLabel('Tracking number').fill('SML 132')
    await page.getByRole('button', { name: 'Save tracking number' }).click()
    await page.getByText('Tracking number saved.').waitFor()
    for (const number of ['SML 123', 'SML 132'])
      await page
        .getByRole('listitem')
        .filter({ hasText: `Tracking number ${number}` })
        .waitFor()
    await semel.mailTo(buyer.email, 3)
    await page.getByRole('button', { name: 'Mark as delivered' }).click()
    await page.locator('.badge', { hasText: 'Delivered' }).waitFor()

    await page.getByRole('link', { name: 'Order shipped' }).click()
    await page.getByRole('heading', { name: `Order shipped #${order.id}` }).waitFor()
    await page.getByText(buyer.email).first().waitFor()
    await look(page, view, 'delivery')
    await page.goto(`/admin/deliveries?user=${buyer.email}`)
    await page.getByText('3 emails', { exact: true }).waitFor()
    await look(page, view, 'deliveries')
    await page.goto('/admin/deliveries?user=nobody@example.com')
    await page.getByRole('heading', { name: 'No emails match' }).waitFor()
    assert.deepEqual(broken, [])
  })

  test(`shipping an order that was just cancelled shows the conflict: ${view}`, async () => {
    const { semel } = at
    const [buyer, other] = [await person(semel), await person(semel, 'staff')]
    const productId = await stockProduct(semel.db, { stock: 5 })
    const { body: order } = await semel
      .client()
      .post('/api/orders', { items: [{ productId, quantity: 2 }] }, { token: buyer.token })
    const step = (name: string) => semel.client().post(`/api/orders/${order.id}/${name}`, {}, { token: other.token })
    await step('process')
    await using opened = await openAs(at, 'staff', view)
    const { page, broken } = opened
    await page.goto(`/admin/orders/${order.id}`)
    await page.getByRole('link', { name: 'Packing slip' }).waitFor()
    await step('cancel')
    await page.locator('#ship-trackingNumber').fill('SML 1')
    await page.getByRole('button', { name: 'Mark as shipped' }).click()
    await page.getByRole('alert').getByText('The order is cancelled and cannot become shipped').waitFor()
    await page.locator('.badge', { hasText: 'Cancelled' }).waitFor()
    assert.equal(await page.getByRole('link', { name: 'Packing slip' }).count(), 0)
    assert.equal((await stockOf(semel.db, productId)).stock, 5)
    await look(page, view, 'order refused')
    assert.deepEqual(broken, [])
  })

  test(`staff create, change and remove a product, and see its errors: ${view}`, async () => {
    await using opened = await openAs(at, 'staff', view)
    const { page, broken } = opened
    const sku = `NEW-${view}`
    await page.goto('/admin/products')
    await page.getByRole('link', { name: 'New product' }).click()
    await page.getByLabel('Name').fill('Brass hook')
    await page.getByLabel('SKU').fill(sku)
    await page.getByLabel('Category').fill('Hooks')
    await page.locator('textarea[name=description]').fill('Holds a coat.')
    await page.getByLabel('Price', { exact: true }).fill('1,999')
    await page.getByRole('button', { name: 'Create product' }).click()
    await page.getByRole('alert').getByText('could mean 1.999 or 1999').waitFor()
    await page.getByText('Stock is required').waitFor()
    assert.equal(await page.getByLabel('SKU').inputValue(), sku)
    await look(page, view, 'new product refused')
    await page.getByLabel('Price', { exact: true }).fill('19.99')
    await page.getByLabel('Stock').fill('7')
    await page.getByRole('button', { name: 'Create product' }).click()
    await page.waitForURL(/\/admin\/products\/\d+$/)
    await page.getByText('€19.99', { exact: true }).waitFor()
    await look(page, view, 'product')

    // Two pieces are sold while an operator corrects the description.
    const id = Number(page.url().split('/').at(-1))
    await at.semel.db.updateTable('products').set({ stock: 5 }).where('id', '=', id).execute()
    await page.locator('textarea[name=description]').fill('')
    await page.getByLabel('Name').fill('Brass coat hook')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByRole('heading', { name: 'Brass coat hook' }).waitFor()
    assert.equal(await page.locator('textarea[name=description]').inputValue(), '')
    assert.equal(await page.getByLabel('Stock').inputValue(), '5')
    await page.getByLabel('Stock').fill('0')
    await page.getByRole('button', { name: 'Save availability' }).click()
    await page.locator('.badge', { hasText: 'Out of stock' }).waitFor()
    assert.equal((await stockOf(at.semel.db, id)).stock, 0)

    await page.getByRole('button', { name: 'Remove from the shop' }).click()
    await agree(page, view, 'Remove from the shop')
    await page.waitForURL('/admin/products')
    await page.goto('/admin/products?q=brass')
    await page.getByRole('heading', { name: 'No products match' }).waitFor()
    await page.goto('/admin/products')
    await look(page, view, 'products')
    assert.deepEqual(broken, [])
  })

  test(`"In stock" with 0 pieces → console says it cannot be ordered: ${view}`, async () => {
    const name = `Empty shelf ${view}`
    const id = await stockProduct(at.semel.db, { name, stock: 0 })
    await using opened = await openAs(at, 'staff', view, `/admin/products?q=${name}`)
    const { page, broken } = opened
    await page.getByRole('row', { name }).locator('.badge', { hasText: 'In stock with 0 pieces' }).waitFor()
    await page.getByRole('link', { name }).click()
    const warning = page.getByText('Nobody can order this product')
    await warning.waitFor()
    await look(page, view, 'product in stock with 0 pieces')
    await page.getByLabel('Stock').fill('3')
    await page.getByRole('button', { name: 'Save availability' }).click()
    await page.locator('.badge', { hasText: 'Only 3 left' }).waitFor()
    assert.equal(await warning.count(), 0)
    await page.goto('/admin/products/new')
    assert.equal(await page.getByLabel('Stock').inputValue(), '')
    await at.semel.db.updateTable('products').set({ removed_at: new Date() }).where('id', '=', id).execute()
    assert.deepEqual(broken, [])
  })

  if (view !== 'without JavaScript')
    test(`one form of a page saved → text in the others stays: ${view}`, async () => {
      const id = await stockProduct(at.semel.db, { name: 'Two forms', stock: 5 })
      await using opened = await openAs(at, 'staff', view)
      const { page } = opened
      await page.goto(`/admin/products/${id}`)
      await page.locator('textarea[name=description]').fill('Two forms on one page.')
      await page.getByLabel('Price', { exact: true }).fill('12.50')
      await page.getByLabel('Stock').fill('7')
      await page.getByRole('button', { name: 'Save availability' }).click()
      await page.getByText('Availability saved.').waitFor()
      await page.waitForLoadState()
      assert.equal(await page.getByLabel('Stock').inputValue(), '7')
      assert.equal(await page.locator('textarea[name=description]').inputValue(), 'Two forms on one page.')
      assert.equal(await page.getByLabel('Price', { exact: true }).inputValue(), '12.50')

      await page.getByLabel('Status').selectOption('Discontinued')
      await page.getByRole('button', { name: 'Save', exact: true }).click()
      await page.getByText('€12.50', { exact: true }).waitFor()
      await page.waitForLoadState()
      assert.equal(await page.getByLabel('Status').inputValue(), 'discontinued')
      await page.reload()
      assert.equal(await page.getByLabel('Status').inputValue(), 'active')
    })

  if (view !== 'without JavaScript')
    test(`typed stock outlives another form → sold pieces do not come back: ${view}`, async () => {
      const id = await stockProduct(at.semel.db, { name: 'Sold meanwhile', stock: 12 })
      await using opened = await openAs(at, 'staff', view)
      const { page } = opened
      await page.goto(`/admin/products/${id}`)
      await page.getByLabel('Stock').fill('20')
      await page.getByLabel('Price', { exact: true }).fill('12.50')
      await at.semel.db.updateTable('products').set({ stock: 9 }).where('id', '=', id).execute()
      await page.getByRole('button', { name: 'Save', exact: true }).click()
      await page.getByText('€12.50', { exact: true }).waitFor()
      await page.waitForLoadState()
      assert.equal(await page.getByLabel('Stock').inputValue(), '20')
      await page.locator('textarea[name=description]').fill('Typed beside it.')
      await page.getByRole('button', { name: 'Save availability' }).click()
      await page.getByRole('alert').getByText('it is 9 now, and was 12 when you read it').waitFor()
      await page.waitForLoadState()
      assert.equal(await page.locator('textarea[name=description]').inputValue(), 'Typed beside it.')
    })

  test(`admin finds a user → factors, sessions, audit log, but no secrets: ${view}`, async () => {
    const { semel } = at
    const ada = await newPerson(semel, { userName: `Ada ${view}` })
    await semel.client().post('/api/auth/login', { email: ada.email, password: 'not the right one' })
    await using opened = await openAs(at, 'admin', view)
    const { page, broken } = opened
    await page.goto('/admin/users')
    await look(page, view, 'users')
    await page.getByLabel('Email, name or id').fill(`ada ${view.slice(0, 4)}`)
    await page.getByRole('button', { name: 'Apply' }).click()
    await page.getByText('1 customer', { exact: true }).waitFor()
    await page.getByRole('link', { name: `Ada ${view}` }).click()
    await page.getByRole('heading', { name: `Ada ${view}` }).waitFor()
    await page.locator('.badge', { hasText: 'Authenticator app' }).waitFor()
    await page.getByRole('cell', { name: 'Password refused' }).waitFor()
    const text = await page.content()
    for (const secret of [ada.token, ada.seed.toString('base64'), ...ada.recoveryCodes])
      assert.ok(!text.includes(secret))
    await look(page, view, 'user')
    for (const address of ['/admin/users/1', `/admin/users/${ada.id.replace(/^.{8}/, '00000000')}`]) {
      assert.equal((await page.goto(address))?.status(), 404)
    }
    assert.deepEqual(broken, [])
  })
}

test('lists ignore invalid filters', async () => {
  await using opened = await openAs(at, 'admin', 'wide')
  for (const list of ['orders', 'products', 'users', 'deliveries', 'contact-messages']) {
    const query =
      'page=0&page=x&status=odd&state=odd&kind=odd&user=%00&order=-1&event=1&from=2026-02-31&before=99999-01-01&q=%25'
    const response = await opened.page.goto(`/admin/${list}?${query.replace('user=%00&', '')}`)
    assert.equal(response?.status(), 200, list)
  }
})
