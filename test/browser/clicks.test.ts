import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import sharp from 'sharp'
import { newPerson, type Person } from '../support/accounts.ts'
import { openAs, startWithBrowser } from '../support/pages.ts'
import { stockProduct } from '../support/products.ts'

/*
 * Counts the clicks that the jobs of a shopkeeper take from the overview of the console. Typing is not counted.
 * Hosted shops need as many or more.
 */
const at = await startWithBrowser({ worker: false })
const { semel } = at
const customer = await newPerson(semel, { userName: 'Fumiko Tanaka' })
const lamp = await stockProduct(semel.db, { name: 'Reading lamp', stock: 1000, price: 1000 })

async function order(buyer: Person, count: number): Promise<number[]> {
  const ids: number[] = []
  while (ids.length < count) {
    const { body, text } = await semel
      .client()
      .post('/api/orders', { items: [{ productId: lamp, quantity: 1 }] }, { token: buyer.token })
    assert.ok(body.id, text)
    ids.push(body.id)
  }
  return ids
}

type Job = {
  page: Page
  click: (target: Locator) => Promise<void>
  button: (name: string | RegExp) => Locator
  link: (name: string | RegExp) => Locator
}

/** A job that is done with at most so many clicks, each on what a person sees. */
function job(name: string, most: number, work: (job: Job) => Promise<void>): void {
  test(`${name}: ${most} ${most === 1 ? 'click' : 'clicks'} at most`, async t => {
    await using opened = await openAs(at, 'admin', 'wide', '/admin')
    const { page, broken } = opened
    let clicks = 0
    const click = async (target: Locator) => {
      clicks++
      await target.click()
    }
    const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })
    const link = (name: string | RegExp) => page.getByRole('link', { name })
    await work({ page, click, button, link })
    t.diagnostic(`${clicks} clicks`)
    assert.ok(clicks <= most, `${clicks} clicks`)
    assert.deepEqual(broken, [])
  })
}

job('prepare fifteen orders, print their slips and ship them', 7, async ({ page, click, button, link }) => {
  await order(customer, 15)
  await page.reload()
  await click(link(/Orders to prepare/))
  await click(button('Select all'))
  await click(button('Start preparing'))
  await page.getByText('15 orders being prepared').waitFor()
  await click(link(/^To ship/))
  await click(button('Select all'))
  await click(button('Packing slips'))
  await page.getByRole('heading', { name: 'Packing slips of 15 orders' }).waitFor()
  await page.goBack()
  await click(button('Mark as shipped'))
  await page.getByText('15 orders marked as shipped').waitFor()
})

job('ship an order with its tracking number', 3, async ({ page, click, button, link }) => {
  for (const id of await order(customer, 1)) {
    await semel
      .client()
      .post(`/api/orders/${id}/process`, {}, { token: (await newPerson(semel, { role: 'staff' })).token })
  }
  await page.reload()
  await click(link(/Orders to ship/))
  await click(page.getByRole('rowheader').getByRole('link').first())
  await page.locator('#ship-trackingNumber').fill('SML 1')
  await click(button('Mark as shipped'))
  await page.getByText('Marked as shipped.').waitFor()
})

job('mark fifteen invoices as paid', 5, async ({ page, click, button, link }) => {
  await click(link('Orders').first())
  await click(link(/^Unpaid/))
  await click(button('Select all'))
  await click(button('Mark as paid'))
  await click(page.getByRole('dialog').getByRole('button', { name: 'Mark as paid' }))
  await page.getByText(/orders marked as paid/).waitFor()
})

job('change one price', 2, async ({ page, click, button, link }) => {
  await page.getByRole('searchbox').fill('reading la')
  await page.keyboard.press('Enter')
  await click(link('Reading lamp'))
  await page.getByLabel('Price', { exact: true }).fill('12')
  await click(button('Save'))
  await page.getByText('Saved.', { exact: true }).waitFor()
})

job('raise twenty prices', 4, async ({ page, click, button, link }) => {
  for (let n = 0; n < 20; n++) await stockProduct(semel.db, { name: `Cup ${n}`, price: 500 })
  await click(link(/^Products$/))
  await click(button('Select all'))
  await click(page.getByText('Change them'))
  await page.getByLabel('Raise prices by percent').fill('10')
  await click(button('Change the selected products'))
  await page.getByText(/products changed\./).waitFor()
})

job('add a product with three pictures', 4, async ({ page, click, button, link }) => {
  const create = { width: 9, height: 6, channels: 3, background: '#c33' } as const
  const buffer = await sharp({ create }).png().toBuffer()
  await click(link(/^Products$/))
  await click(link('New product'))
  for (const [label, content] of [
    ['Name', 'Oak chair'],
    ['SKU', 'OAK-1'],
    ['Category', 'Chairs'],
    ['Price', '90'],
    ['Stock', '4'],
  ])
    await page.getByLabel(label!, { exact: true }).fill(content!)
  await click(button('Create product'))
  await page.getByText('Product created.').waitFor()
  const chooser = page.waitForEvent('filechooser')
  await click(page.getByLabel('Picture', { exact: true }))
  await (await chooser).setFiles(['a', 'b', 'c'].map(name => ({ name: `${name}.png`, mimeType: 'image/png', buffer })))
  await page.getByText(/Picture added\.|pictures added/).waitFor()
})

job('answer a message', 2, async ({ page, click, button, link }) => {
  await semel
    .client()
    .post('/api/contact-messages', { name: 'Ada', email: customer.email, message: 'Where is my parcel?' })
  await page.reload()
  await click(link(/^Messages/).first())
  await page.getByLabel('Your answer').first().fill('Tomorrow.')
  await click(button(/^Send the answer/).first())
  await page.getByText('Your answer goes out').waitFor()
})

for (const [part, amount] of [
  ['the whole', undefined],
  ['a part', '2.50'],
] as const) {
  job(`refund ${part} of a paid order`, 3, async ({ page, click, button, link }) => {
    const [id] = await order(customer, 1)
    const { token } = await newPerson(semel, { role: 'staff' })
    await semel.client().post(`/api/orders/${id}/mark-paid`, {}, { token })
    await page.getByRole('searchbox').fill(`#${id}`)
    await page.keyboard.press('Enter')
    await click(link(`#${id}`))
    if (amount) await page.locator('#refund-amount').fill(amount)
    await click(button('Refund by bank transfer'))
    await click(page.getByRole('dialog').getByRole('button', { name: 'Refund by bank transfer' }))
    await page.getByText('The refund is noted.').waitFor()
  })
}

job('find a customer by half a name', 1, async ({ page, click, link }) => {
  await page.getByRole('searchbox').fill('tanak')
  await page.keyboard.press('Enter')
  await click(link('Fumiko Tanaka'))
  await page.getByRole('heading', { name: 'Fumiko Tanaka' }).waitFor()
})

job('give a colleague access', 3, async ({ page, click, button, link }) => {
  await click(page.getByText('Set up', { exact: true }))
  await click(link('Team'))
  await page.getByLabel('Email').fill('colleague@example.com')
  await click(button('Send the invitation'))
  await page.getByText('Invitation on its way.').waitFor()
})

job('write an announcement, look at it, try it and publish it', 5, async ({ page, click, button, link }) => {
  await click(link('Announcements'))
  await page.getByLabel('Subject').fill('Sale')
  await page.getByLabel('Message').fill('Lamps are half the price.')
  await click(button('Preview'))
  await page.getByText('Saved as a draft.').waitFor()
  await click(button('Send a test to me'))
  await page.getByText('A test is on its way').waitFor()
  await click(button(/^Publish to/))
  await click(page.getByRole('dialog').getByRole('button', { name: /^Publish to/ }))
  await page.waitForURL(/\/admin\/announcements\/[\da-f-]{36}$/)
})

job('see what is to be done today and what the week has brought', 0, async ({ page }) => {
  await page.getByRole('heading', { name: 'To do' }).waitFor()
  await page.getByText('compared with the week before').waitFor()
})
