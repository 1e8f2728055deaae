import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Page } from 'playwright-core'
import { expireUnpaidOnline } from '../../src/orders/expiry.ts'
import { agree, look, openAs, startWithBrowser } from '../support/pages.ts'
import { capturedFor, openedPage, openProvider, orderOnline, paymentStatus, settled } from '../support/payments.ts'
import { person } from '../support/people.ts'
import { stockOf } from '../support/products.ts'
import { until } from '../support/until.ts'

/* Every end that a payment can have, as a customer reaches it at the provider's page, and a refund as the shop makes it. */

const at = await startWithBrowser({ worker: true })
const { semel } = at
const provider = await openProvider(semel)
after(() => provider[Symbol.asyncDispose]())

/** An order, and its customer before the provider's page. */
async function atThePage() {
  const buyer = await person(semel)
  const order = await orderOnline(semel, buyer)
  const opened = await openAs(at, buyer, 'wide', `/orders/${order.id}`)
  await opened.page.getByRole('button', { name: 'Pay €48.00 online' }).click()
  await opened.page.waitForURL('**/dev/pay/*')
  return { ...order, buyer, ...opened }
}

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const badge = (page: Page, text: string) => page.locator('.badge', { hasText: text }).first().waitFor()
const isPaid = (id: number) => until(async () => (await paymentStatus(semel, id)) === 'paid', 'paid')

test('payment declined, then made → one capture, and the order says paid', async () => {
  await using opened = await atThePage()
  const { page, id, broken } = opened
  await look(page, 'wide', 'payment at the provider')
  await press(page, 'Decline')
  await page.getByText('Declined. The page waits for another card.').waitFor()
  await press(page, 'Pay')
  await page.waitForURL(`**/orders/${id}`)
  await badge(page, 'Paid')
  await look(page, 'wide', 'payment paid')
  await settled(semel)
  assert.equal(capturedFor(provider, id).captures, 1)
  assert.deepEqual(broken, [])
})

test('back without paying → the order says unpaid and offers to pay', async () => {
  await using opened = await atThePage()
  const { page, id } = opened
  await press(page, 'Decline')
  await page.getByRole('link', { name: 'Back to the shop without paying' }).click()
  await page.waitForURL(`**/orders/${id}`)
  await page.getByText('This order is not paid yet.').waitFor()
  await badge(page, 'Unpaid')
  await page.setViewportSize({ width: 375, height: 812 })
  const button = await page.getByRole('button', { name: 'Pay €48.00 online' }).boundingBox()
  assert.ok(button!.y + button!.height < 812, `the button is at ${button!.y}`)
})

test('paid, and the tab is closed → the shop still hears of it', async () => {
  await using opened = await atThePage()
  const { page, id } = opened
  await press(page, 'Pay, then close the tab')
  await page.getByText('The shop hears of it by an event.').waitFor()
  await page.close()
  await isPaid(id)
})

test('the page expires → the customer pays at another one', async () => {
  await using opened = await atThePage()
  const { page, id } = opened
  await press(page, 'Let the page expire')
  await page.getByText('The page is expired').waitFor()
  await until(async () => (await paymentStatus(semel, id)) === 'open', 'open')
  await page.getByRole('link', { name: 'Back to the shop without paying' }).click()
  await badge(page, 'Unpaid')
  await look(page, 'wide', 'payment expired')
  await press(page, 'Pay €48.00 online')
  await page.waitForURL('**/dev/pay/*')
  await press(page, 'Pay')
  await page.waitForURL(`**/orders/${id}`)
  await badge(page, 'Paid')
})

test('paid after the order expired → the money goes back by itself', async () => {
  await using opened = await atThePage()
  const { page, id, productId } = opened
  await press(page, 'Let the page expire')
  await until(async () => (await paymentStatus(semel, id)) === 'open', 'open')
  const longAgo = new Date(Date.now() - 25 * 3_600_000)
  await semel.db.updateTable('orders').set({ placed_at: longAgo }).where('id', '=', id).execute()
  await semel.db.updateTable('payments').set({ ended_at: longAgo }).where('order_id', '=', id).execute()
  await expireUnpaidOnline(semel.db)
  assert.equal((await stockOf(semel.db, productId)).stock, 100)
  await press(page, 'Pay after expiry')
  await page.getByText('Paid, although the page had expired.').waitFor()
  await until(async () => (await paymentStatus(semel, id)) === 'refunded', 'refunded')
  await page.goto(`/orders/${id}`)
  await badge(page, 'Refunded')
  await page.getByText('€48.00 Sent').waitFor()
  await look(page, 'wide', 'payment after expiry')
  assert.deepEqual([capturedFor(provider, id).captured, capturedFor(provider, id).refunded], [4800, 4800])
})

test('cancelled by the customer after paying → all of the money goes back', async () => {
  await using opened = await atThePage()
  const { page, id } = opened
  await press(page, 'Pay')
  await page.waitForURL(`**/orders/${id}`)
  await badge(page, 'Paid')
  await press(page, 'Cancel this order')
  await agree(page, 'wide', 'Cancel this order')
  await badge(page, 'Cancelled')
  await until(async () => (await paymentStatus(semel, id)) === 'refunded', 'refunded')
  assert.equal(capturedFor(provider, id).refunded, 4800)
})

test('refund of a part, then the rest → the customer sees both', async () => {
  const buyer = await person(semel)
  const { id } = await orderOnline(semel, buyer)
  provider.bank.pay(await openedPage(semel, id, buyer))
  await isPaid(id)
  await settled(semel)
  await using opened = await openAs(at, 'staff', 'wide', `/admin/orders/${id}`)
  const { page, broken } = opened
  await page.locator('#refund-amount').fill('12,50')
  await page.getByLabel('Reason').fill('A scratch')
  await press(page, 'Refund')
  await agree(page, 'wide', 'Refund')
  await page.getByText('The refund is noted.').waitFor()
  await until(async () => (await paymentStatus(semel, id)) === 'partly_refunded', 'partly refunded')
  await page.goto(`/admin/orders/${id}`)
  await look(page, 'wide', 'payment refunded in part')
  assert.equal(await page.locator('#refund-amount').inputValue(), '35.50')
  await press(page, 'Refund')
  await agree(page, 'wide', 'Refund')
  await page.getByText('The refund is noted.').waitFor()
  await until(async () => (await paymentStatus(semel, id)) === 'refunded', 'refunded')
  assert.equal(capturedFor(provider, id).refunds, 2)
  await page.goto('/admin/payments')
  await look(page, 'wide', 'payments')
  assert.deepEqual(broken, [])

  await using customer = await openAs(at, buyer, 'wide', `/orders/${id}`)
  await customer.page.getByText('€12.50 Sent').waitFor()
  await customer.page.getByText('€35.50 Sent').waitFor()
})
