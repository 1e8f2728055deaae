import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cookieNames } from '../../src/accounts/sessions/cookies.ts'
import { person } from '../support/people.ts'
import { startSemel } from '../support/semel.ts'

test('a shop without products says so, to customers and to staff, and a filter that finds none says another thing', async () => {
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
