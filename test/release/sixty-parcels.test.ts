import assert from 'node:assert/strict'
import { test } from 'node:test'
import { digitOfGs1, digitsOf } from '../../src/world/check-sums.ts'
import { newPerson } from '../support/accounts.ts'
import { openAs, startWithBrowser } from '../support/pages.ts'
import { stockOf, stockProduct } from '../support/products.ts'
import { until } from '../support/until.ts'

/* The tea shop packs and ships sixty orders: pick list, slips, labels and a scanned number for each parcel, in at most twenty presses. */
const at = await startWithBrowser({ worker: true })

const ORDERS = 60
const MOST_PRESSES = 20
const HOME = { name: 'Ada Lovelace', line1: 'Lindenstraße 12', postcode: '10969', city: 'Berlin', country: 'DE' }

/** A number of DHL with its check digit, as on the label of the parcel. */
function numberOf(parcel: number): string {
  const digits = `0034043416109${String(parcel).padStart(6, '0')}`
  return `${digits}${digitOfGs1(digitsOf(digits))}`
}

test('sixty paid orders → packed and shipped with numbers in twenty presses', async () => {
  const { semel } = at
  const staff = await newPerson(semel, { role: 'admin' })
  const tea = await stockProduct(semel.db, { name: 'Assam, 100 g', stock: 1000 })
  const ids: number[] = []
  while (ids.length < ORDERS) {
    const buyer = await newPerson(semel)
    const body = { items: [{ productId: tea, quantity: 2 }], deliveryAddress: HOME }
    const { body: order, text } = await semel.client().post('/api/orders', body, buyer)
    assert.ok(order.id, text)
    ids.push(order.id)
  }
  const paid = await semel.client().post('/api/order-batches', { step: 'mark-paid', orderIds: ids }, staff)
  assert.equal(paid.status, 201, paid.text)

  await using opened = await openAs(at, 'staff', 'wide')
  const { page } = opened
  let presses = 0
  const press = async (role: 'button' | 'link', name: string | RegExp) => {
    presses++
    await page.getByRole(role, { name }).first().click()
  }
  const back = async () => {
    presses++
    await page.goBack()
  }

  await page.goto('/admin/orders')
  await press('link', /^Paid, to prepare/)
  await press('link', `Select all ${ORDERS}`)
  await press('button', 'Start preparing')
  presses++
  await page.getByRole('dialog').getByRole('button', { name: 'Start preparing' }).click()
  await page.getByText(`${ORDERS} orders being prepared.`).waitFor()
  await press('link', 'Back to the orders')
  await press('link', /^To ship/)
  await press('link', `Select all ${ORDERS}`)
  await press('button', 'Pick list')
  await page.getByText(`${2 * ORDERS} pieces for ${ORDERS} orders`).waitFor()
  await back()
  await press('button', 'Packing slips')
  await page.getByRole('heading', { name: `Packing slip, order #${ids[0]}`, exact: true }).waitFor()
  assert.equal(await page.locator('.barcode').count(), ORDERS)
  await back()
  await press('button', 'Labels')
  await page.getByText(`Files with ${ORDERS} parcels`).waitFor()
  assert.equal(await page.getByRole('link', { name: 'File for DPD Shipper' }).count(), 1)
  await back()
  await press('button', 'Parcel numbers')
  await page.getByRole('heading', { name: 'Parcel numbers' }).waitFor()
  // The list begins with the newest order, and a scanner ends with Enter.
  for (const id of ids.toReversed()) {
    await page.keyboard.type(numberOf(id))
    await page.keyboard.press('Enter')
  }
  await press('button', 'Ship these orders')
  await page.getByText(`${ORDERS} orders marked as shipped.`).waitFor()
  assert.ok(presses <= MOST_PRESSES, `${presses} presses`)

  for (const id of ids) {
    const { body } = await semel.client().get(`/api/orders/${id}`, staff)
    assert.deepEqual([body.status, body.trackingNumber, body.carrier.code], ['shipped', numberOf(id), 'dhl'])
  }
  // R5: each piece left once, and none is owed.
  assert.equal((await stockOf(semel.db, tea)).stock, 1000 - 2 * ORDERS)
  const emails = () =>
    semel.db
      .selectFrom('deliveries')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('kind', '=', 'order.shipped')
      .executeTakeFirstOrThrow()
  await until(async () => Number((await emails()).count) === ORDERS, 'an email for each order')
})
