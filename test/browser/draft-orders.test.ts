import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { WALKS } from '../support/browser.ts'
import { agree, look, openAs, startWithBrowser } from '../support/pages.ts'
import { stockProduct } from '../support/products.ts'

/* Staff write an order, and its customer confirms it behind a link. */
const at = await startWithBrowser()
const { semel } = at

for (const view of WALKS) {
  test(`staff write a draft, the customer confirms it: ${view}`, async () => {
    const sku = `TELEPHONE-${view.length}`
    await stockProduct(semel.db, { name: 'Telephone lamp', price: 4950, stock: 3, sku })
    const email = `telephone-${view.length}@example.com`
    await using console = await openAs(at, 'admin', view, '/admin/draft-orders/new')
    const { page } = console
    const main = page.getByRole('main')
    await look(page, view, 'new draft order')
    await main.getByLabel('Email', { exact: true }).fill(email)
    await main.getByLabel('SKU').nth(1).fill(sku)
    await main.getByLabel('Pieces').nth(1).fill('2')
    await main.getByLabel('Price of a piece').nth(1).fill('40.00')
    await main.getByLabel('Country').selectOption('DE')
    await main.getByLabel('Full name').fill('Ada Lovelace')
    await main.getByLabel('Address line 1').fill('Hauptstraße 12')
    await main.getByLabel('Postcode').fill('10115')
    await main.getByLabel('Town or city').fill('Berlin')
    await main.getByLabel('Note to the customer').fill('As agreed.')
    await main.getByRole('button', { name: 'Keep the draft' }).click()
    await page.waitForURL(/\/admin\/draft-orders\/[\da-f-]{36}$/)
    await look(page, view, 'draft order')
    await main.getByRole('button', { name: 'Send the link' }).click()
    await agree(page, view, 'Send the link')
    await page.locator('.badge', { hasText: 'Waits for the customer' }).waitFor()

    const [mail] = await semel.mailTo(email, 1)
    const link = /\/draft-order\?token=[\w-]{43}/.exec(mail!.text)![0]
    await using shop = await openAs(at, 'guest', view, link)
    const { page: open, broken } = shop
    await open.getByRole('heading', { name: 'Your order to confirm' }).waitFor()
    await open.getByText('As agreed.').waitFor()
    await look(open, view, 'draft order of a customer')
    await open.getByRole('button', { name: 'Order and pay' }).click()
    await open.waitForURL(/\/orders\/\d+$/)
    await open.getByText('Thank you. Your order is placed.').waitFor()
    await open.goto(link)
    await open.getByText('You have confirmed this order already.').waitFor()
    await look(open, view, 'draft order that was confirmed')
    const { rows } = await sql<{ goods: number }>`
      select (o.total - o.delivery_total)::int as goods from orders o join users u on u.id = o.owner_id where u.email = ${email}
    `.execute(semel.db)
    assert.deepEqual([rows, broken], [[{ goods: 8000 }], []])
  })
}
