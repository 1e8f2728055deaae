import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createApiKey } from '../../src/accounts/sessions/api-keys.ts'
import { cookieNames } from '../../src/accounts/sessions/cookies.ts'
import { after, DAY } from '../../src/time.ts'
import { WALKS } from '../support/browser.ts'
import { openAs, startWithBrowser } from '../support/pages.ts'
import { person } from '../support/people.ts'
import { stockOf, stockProduct } from '../support/products.ts'

/* Pages that were open for long, while somebody else worked. */

const at = await startWithBrowser({ worker: false })

for (const view of WALKS) {
  test(`a page open for long undoes no price or sale: ${view}`, async () => {
    const { semel } = at
    const [id, other] = [await stockProduct(semel.db, { price: 2000, stock: 50 }), await person(semel, 'staff')]
    const change = (body: object) =>
      semel.client().request('PATCH', `/api/products/${id}`, { body, token: other.token })
    const stored = () => semel.db.selectFrom('products').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    await using opened = await openAs(at, 'staff', view, `/admin/products/${id}`)
    const { page } = opened
    const availability = page.locator('#restock')
    assert.equal((await change({ price: 2450, stock: 47 })).status, 200)
    await page.locator('textarea[name=description]').fill('Two lines,\nthe second one.')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Saved.', { exact: true }).waitFor()
    const { price, description } = await stored()
    assert.deepEqual([price, description], [2450, 'Two lines,\nthe second one.'])

    assert.equal((await change({ stock: 45 })).status, 200)
    await availability.getByLabel('Status').selectOption('coming_soon')
    await availability.getByRole('button').click()
    await page.getByText('Availability saved.').waitFor()
    const { stock, status } = await stored()
    assert.deepEqual([stock, status], [45, 'coming_soon'])

    assert.equal((await change({ stock: 44 })).status, 200)
    await availability.getByLabel('Stock').fill('65')
    await availability.getByRole('button').click()
    await page.getByRole('alert').getByText('it is 44 now, and was 45 when you read it').waitFor()
    assert.equal((await stockOf(semel.db, id)).stock, 44)
    assert.equal(await availability.getByLabel('Stock').inputValue(), '65')
    await availability.getByLabel('Stock').fill('64')
    await availability.getByRole('button').click()
    await page.getByText('Availability saved.').waitFor()
    assert.equal((await stockOf(semel.db, id)).stock, 64)
  })
}

test('session ends → ticked boxes are ticked afterwards at the same orders', async () => {
  const { semel } = at
  const buyer = await person(semel)
  const productId = await stockProduct(semel.db, { stock: 5 })
  const order = async () => {
    const items = [{ productId, quantity: 1 }]
    return (await semel.client().post('/api/orders', { items }, { token: buyer.token })).body.id
  }
  const [older, newer] = [await order(), await order()]
  await using opened = await openAs(at, 'staff', 'wide', '/admin/orders?status=placed')
  const { page, context, who } = opened
  await page.getByLabel(`Select order #${newer}`, { exact: true }).check()
  await context.clearCookies({ name: cookieNames(semel).session })
  await page.getByRole('button', { name: 'Start preparing' }).click()
  await page.getByText("You've been signed out.").waitFor()
  const newest = await order()
  await context.addCookies([{ name: cookieNames(semel).session, value: who.token, url: semel.origin }])
  await page.goto('/admin/orders?status=placed')
  const ticked = (id: number) => page.getByLabel(`Select order #${id}`, { exact: true }).isChecked()
  assert.deepEqual([await ticked(newest), await ticked(newer), await ticked(older)], [false, true, false])
})

test('boxes are still ticked at the same orders after the button "Back"', async () => {
  const { semel } = at
  const buyer = await person(semel)
  const productId = await stockProduct(semel.db, { stock: 9 })
  const order = async () => {
    const items = [{ productId, quantity: 1 }]
    return (await semel.client().post('/api/orders', { items }, { token: buyer.token })).body.id
  }
  const ids = [await order(), await order(), await order()]
  await using opened = await openAs(at, 'staff', 'wide', '/admin/orders?status=placed')
  const { page } = opened
  await page.getByLabel(`Select order #${ids[1]}`, { exact: true }).check()
  await page.getByRole('link', { name: `#${ids[1]}`, exact: true }).click()
  await page.getByRole('heading', { name: `Order #${ids[1]}` }).waitFor()
  ids.push(await order())
  await page.goBack()
  const ticked = (id: number) => page.getByLabel(`Select order #${id}`, { exact: true }).isChecked()
  assert.deepEqual(await Promise.all(ids.map(ticked)), [false, true, false, false])
})

test('without JavaScript, ticked orders survive the end of a session', async () => {
  const { semel } = at
  const buyer = await person(semel)
  const productId = await stockProduct(semel.db, { stock: 9 })
  const { body } = await semel.client().post('/api/orders', { items: [{ productId, quantity: 1 }] }, buyer)
  await using opened = await openAs(at, 'staff', 'without JavaScript', '/admin/orders?status=placed')
  const { page, context, who } = opened
  await page.getByLabel(`Select order #${body.id}`, { exact: true }).check()
  await context.clearCookies({ name: cookieNames(semel).session })
  const button = page.getByRole('button', { name: 'Start preparing' })
  await button.click()
  await page.getByRole('heading', { name: 'Sign in to continue' }).waitFor()
  assert.equal(await page.getByRole('checkbox').count(), 1)
  await context.addCookies([{ name: cookieNames(semel).session, value: who.token, url: semel.origin }])
  await button.click()
  await page.getByText('1 order being prepared').waitFor()
})

test('box with a made-up name → no list of four thousand million', async () => {
  await using opened = await openAs(at, 'staff', 'wide', '/admin/orders')
  const form = { step: 'process', 'orderIds.4294967294.x': '1' }
  const { request } = opened.context
  const answer = await request.post('/admin/orders/process', { form, timeout: 10_000 })
  assert.ok(answer.status() < 500, String(answer.status()))
})

test('product field emptied → refused, and nothing says that it was saved', async () => {
  const id = await stockProduct(at.semel.db)
  await using opened = await openAs(at, 'staff', 'wide', `/admin/products/${id}`)
  const { page } = opened
  for (const [label, reason] of [
    ['Name', 'Name is required'],
    ['Price', 'Price is required'],
  ] as const) {
    await page.locator('#change').getByLabel(label, { exact: true }).fill('')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText(reason).waitFor()
  }
  await page.getByLabel('Stock').fill('')
  await page.getByRole('button', { name: 'Save availability' }).click()
  await page.getByText('Stock is required').waitFor()
})

test("session ends → a picture's description stays, its file is chosen again", async () => {
  const { semel } = at
  const id = await stockProduct(semel.db)
  await using opened = await openAs(at, 'staff', 'wide', `/admin/products/${id}`)
  const { page, context, who } = opened
  await page
    .getByLabel('Picture', { exact: true })
    .setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: Buffer.from('x') })
  await page.getByLabel('Description of the picture').fill('A lamp at night')
  await context.clearCookies({ name: cookieNames(semel).session })
  await page.getByRole('button', { name: 'Add picture' }).click()
  await page.getByText("You've been signed out.").waitFor()
  await context.addCookies([{ name: cookieNames(semel).session, value: who.token, url: semel.origin }])
  await page.goto(`/admin/products/${id}`)
  assert.equal(await page.getByLabel('Description of the picture').inputValue(), 'A lamp at night')
})

test('a key that has expired is not listed as active', async () => {
  const { semel } = at
  const now = semel.clock.now()
  await createApiKey(semel, { name: 'Till', scopes: ['products:read'], expiresAt: after(now, DAY) })
  await semel.db.updateTable('api_keys').set({ expires_at: now }).where('name', '=', 'Till').execute()
  await using opened = await openAs(at, 'admin', 'wide', '/admin/api-keys')
  const key = opened.page.getByRole('listitem').filter({ hasText: 'Till' })
  await key.getByText('Expired', { exact: true }).waitFor()
  assert.equal(await key.getByText('Active').count(), 0)
})
