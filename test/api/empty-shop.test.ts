import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cookieNames } from '../../src/accounts/sessions/cookies.ts'
import { changeShop, forgetShop } from '../../src/shop/settings.ts'
import { person } from '../support/people.ts'
import { startSemel } from '../support/semel.ts'

test('shop without products → says so; a filter without matches says otherwise', async () => {
  await using semel = await startSemel({}, { worker: false })
  const staff = await person(semel, 'staff')
  const cookie = `${cookieNames(semel).session}=${staff.token}`
  const page = async (path: string) => (await semel.client().get(path, { headers: { cookie } })).text
  assert.match(await page('/products'), /Nothing here yet/)
  assert.match(await page('/products?status=all'), /Nothing here yet/)
  assert.match(await page('/products?min=5'), /No products match/)
  assert.match(
    await page('/admin/products'),
    /No products yet.*<a class="button" href="\/admin\/products\/new">Add a product/s,
  )
  assert.match(await page('/admin/products?q=tea'), /No products match/)
})

test('overview → problems first, sales in shop currency, periods only beside sales', async () => {
  await using semel = await startSemel({}, { worker: false })
  await changeShop(semel.db, { currency: 'GBP' })
  await forgetShop(semel.db)
  const overview = async ({ token }: { token: string }) => {
    const cookie = `${cookieNames(semel).session}=${token}`
    return (await semel.client().get('/admin', { headers: { cookie } })).text
  }
  const all = await overview(await person(semel, 'admin'))
  assert.match(all, /class="findings".*No worker is active.*Set up your shop.*£0\.00/s)
  assert.doesNotMatch(all, /€/)
  assert.match(all, /Nobody can order yet/)
  assert.doesNotMatch(all, /How orders reach customers/)
  await semel.db.updateTable('delivery_methods').set({ active: false }).execute()
  assert.match(
    await overview(await person(semel, 'admin')),
    /Selling.*How orders reach customers: turn a delivery method on/s,
  )
  const few = await overview(await person(semel, 'staff', ['orders']))
  assert.match(few, /Orders to prepare/)
  assert.doesNotMatch(few, /£0\.00|aria-label="Period"/)
})
