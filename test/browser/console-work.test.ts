import assert from 'node:assert/strict'
import { test } from 'node:test'
import { after, DAY, MINUTE } from '../../src/time.ts'
import { newPerson, type Person } from '../support/accounts.ts'
import { STAFF_WALKS } from '../support/browser.ts'
import { agree, look, openAs, startWithBrowser } from '../support/pages.ts'
import { stockProduct } from '../support/products.ts'

/*
 * A shopkeeper's day: what sold, what is to be done, and many orders at once.
 */
const at = await startWithBrowser({ worker: false })

async function order(buyer: Person, productId: number, quantity = 1, note?: string): Promise<number> {
  const body = { items: [{ productId, quantity }], ...(note && { note }) }
  const { body: placed, text } = await at.semel.client().post('/api/orders', body, { token: buyer.token })
  assert.ok(placed.id, text)
  return placed.id
}

async function step(staff: Person, id: number, name: string): Promise<void> {
  const { status, text } = await at.semel.client().post(`/api/orders/${id}/${name}`, {}, { token: staff.token })
  assert.equal(status, 200, text)
}

test('overview sums uncancelled sales and compares them with the period before', async () => {
  const { semel } = at
  const buyer = await newPerson(semel, { userName: 'Olga Overview' })
  const staff = await newPerson(semel, { role: 'staff' })
  const lamp = await stockProduct(semel.db, { name: 'Overview lamp', sku: 'OVERVIEW-1', price: 1000, stock: 12 })
  const old = await order(buyer, lamp, 2)
  await order(buyer, lamp, 3)
  const cancelled = await order(buyer, lamp, 5)
  await step(staff, cancelled, 'cancel')
  const placed = after(semel.clock.now(), -7 * DAY - MINUTE)
  await semel.db.updateTable('orders').set({ placed_at: placed }).where('id', '=', old).execute()

  await using opened = await openAs(at, staff, 'wide')
  const { page } = opened
  const figure = (label: string) =>
    page
      .locator('.stat', { has: page.getByText(label, { exact: true }) })
      .locator('dd')
      .textContent()
  for (const _ of ['hours are added up', 'hours are read']) {
    await page.goto('/admin?period=week')
    assert.match((await figure('Sales')) ?? '', /^€30\.00\s*▲ 50% more than before$/)
    assert.match((await figure('Orders')) ?? '', /^1\s*Same as the week before$/)
    assert.match((await figure('Average order')) ?? '', /^€30\.00/)
  }
  await page.getByRole('row', { name: /Overview lamp OVERVIEW-1 3 €30\.00/ }).waitFor()
  await page.getByRole('img', { name: 'Sales per day: €30.00 in all' }).waitFor()
  // An order cancelled after its quarter of an hour was added up.
  await page.getByRole('link', { name: 'The week before' }).click()
  await page.getByRole('img', { name: 'Sales per day: €20.00 in all' }).waitFor()
  await step(staff, old, 'cancel')
  await page.reload()
  await page.getByRole('img', { name: 'Sales per day: €0.00 in all' }).waitFor()
  await page.getByRole('link', { name: 'The week after' }).click()
  await semel.db.updateTable('products').set({ stock: 2 }).where('id', '=', lamp).execute()
  await page.goto('/admin?period=week')
  await page
    .locator('section', { hasText: 'Low stock' })
    .getByRole('row', { name: /Overview lamp OVERVIEW-1 2/ })
    .waitFor()
})

test('one box finds orders by number, email and name; tabs count them', async () => {
  const { semel } = at
  const buyer = await newPerson(semel, { userName: 'Zoe Searched', email: 'zoe.searched@example.com' })
  const product = await stockProduct(semel.db)
  const [first, second] = [await order(buyer, product), await order(buyer, product)]
  await using opened = await openAs(at, 'staff', 'wide')
  const { page } = opened
  const search = async (text: string) => {
    await page.getByLabel('Number, amount, email or name').fill(text)
    await page.getByRole('button', { name: 'Apply' }).click()
    await page.waitForURL(url => url.searchParams.get('q') === text)
    assert.equal(new URL(page.url()).searchParams.has('from'), false, 'empty filters are left out')
    return (await page.getByRole('rowheader').getByRole('link').allInnerTexts()).map(text => text.trim())
  }
  await page.goto('/admin/orders')
  assert.deepEqual(await search(`#${first}`), [`#${first}`])
  assert.deepEqual(await search('ZOE.sea'), [`#${second}`, `#${first}`])
  assert.deepEqual(await search('zoe s'), [`#${second}`, `#${first}`])
  assert.deepEqual(await search('%'), [])
  await search('zoe s')
  await page.getByRole('link', { name: 'To prepare 2', exact: true }).click()
  await page.getByRole('rowheader', { name: `#${first} ` }).waitFor()
  await page.getByRole('link', { name: 'Unpaid 2', exact: true }).click()
  await page.getByRole('rowheader', { name: `#${first} ` }).waitFor()
})

for (const view of STAFF_WALKS) {
  test(`selected orders → shipped once each, then delivered; refusals are reported: ${view}`, async () => {
    const { semel } = at
    const buyer = await newPerson(semel)
    const staff = await newPerson(semel, { role: 'staff' })
    const product = await stockProduct(semel.db)
    const ids = [await order(buyer, product), await order(buyer, product), await order(buyer, product)]
    for (const id of ids) await step(staff, id, 'process')
    await using opened = await openAs(at, staff, view)
    const { page, broken } = opened
    await page.goto('/admin/orders?status=processing')
    await look(page, view, 'orders to ship')
    for (const id of ids) await page.getByLabel(`Select order #${id}`).check()
    // Somebody else is faster.
    await step(staff, ids[1]!, 'cancel')
    await page.getByRole('button', { name: 'Mark as shipped' }).click()
    await page.getByText('2 orders marked as shipped').waitFor()
    await page.getByText('1 order could not move').waitFor()
    await page.getByText(`#${ids[1]} (Cancelled)`).waitFor()
    const shipped = await semel.db
      .selectFrom('events')
      .select('id')
      .where('type', '=', 'order.shipped')
      .where(eb => eb(eb.fn<string>('jsonb_extract_path_text', ['payload', eb.val('orderId')]), 'in', ids.map(String)))
      .execute()
    assert.equal(shipped.length, 2)
    await look(page, view, 'orders shipped')
    await page.getByRole('link', { name: /^Shipped \d+$/ }).click()
    for (const id of [ids[0], ids[2]]) await page.getByLabel(`Select order #${id}`).check()
    await page.getByRole('button', { name: 'Mark as delivered' }).click()
    await page.getByText('2 orders marked as delivered').waitFor()
    assert.deepEqual(broken, [])
  })
}

for (const view of STAFF_WALKS) {
  test(`step for selected orders → back to the same list and filters: ${view}`, async () => {
    const { semel } = at
    const buyer = await newPerson(semel, { userName: `Ilse ${view}` })
    const product = await stockProduct(semel.db)
    const [first] = [await order(buyer, product), await order(buyer, product)]
    await using opened = await openAs(at, 'staff', view, `/admin/orders?status=placed&q=Ilse ${view}`)
    const { page } = opened
    const rows = () => page.getByRole('rowheader').count()
    const hasList = ({ pathname, searchParams }: URL) =>
      pathname === '/admin/orders' &&
      ['status', 'sort', 'q'].map(name => searchParams.get(name)).join() === `placed,id,Ilse ${view}`
    await page.getByRole('columnheader', { name: 'Order' }).getByRole('link').click()
    await page.waitForURL(hasList)
    const button = page.getByRole('button', { name: 'Start preparing' })
    await button.click()
    await page.getByRole('alert').getByText('Select at least one order').waitFor()
    assert.equal(await rows(), 2, 'the list is the same after a mistake')
    await page.getByLabel(`Select order #${first}`).check()
    await button.click()
    await page.waitForURL(url => hasList(url) && url.searchParams.get('moved') === String(first))
    assert.equal(await rows(), 1)
    await page.getByRole('link', { name: 'Clear filters' }).click()
    await page.waitForURL(({ search }) => search === '?status=placed&sort=id')
  })
}

for (const view of STAFF_WALKS) {
  test(`selected orders → paid once each after a question; refusals reported: ${view}`, async () => {
    const { semel } = at
    const buyer = await newPerson(semel, { userName: `Paula ${view}` })
    const staff = await newPerson(semel, { role: 'staff' })
    const product = await stockProduct(semel.db)
    const ids = [await order(buyer, product), await order(buyer, product), await order(buyer, product)]
    await using opened = await openAs(at, staff, view, `/admin/orders?status=unpaid&q=Paula ${view}`)
    const { page, broken } = opened
    await look(page, view, 'unpaid orders')
    for (const id of ids) await page.getByLabel(`Select order #${id}`).check()
    // Somebody else is faster with one, and cancels another.
    await step(staff, ids[1]!, 'mark-paid')
    await step(staff, ids[2]!, 'cancel')
    await page.getByRole('button', { name: 'Mark as paid' }).click()
    // The page with the question is a list of what is still unpaid, so the question names the orders.
    const named = `as paid? #${ids[2]}, #${ids[1]}, #${ids[0]}`
    if (view === 'without JavaScript') await page.getByRole('alert').getByText(named).waitFor()
    await agree(page, view, 'Mark as paid')
    await page.getByText('2 orders marked as paid').waitFor()
    await page.getByText(`#${ids[0]} (Paid)`).waitFor()
    await page.getByText(`#${ids[2]} (Refund due)`).waitFor()
    await page.getByText(`1 order could not be marked as paid: #${ids[1]} (Paid)`).waitFor()
    const records = await semel.db
      .selectFrom('order_payments')
      .select('order_id')
      .where('order_id', 'in', ids)
      .execute()
    assert.equal(records.length, 3)
    assert.deepEqual(broken, [])
  })
}

for (const view of STAFF_WALKS) {
  test(`selected products change together, refusals are named, and the list stays: ${view}`, async () => {
    const { semel } = at
    const name = `Bulk ${view}`
    const [few, many] = [
      await stockProduct(semel.db, { name: `${name} few`, sku: `FEW-${view}`, price: 1000, stock: 1 }),
      await stockProduct(semel.db, { name: `${name} many`, sku: `MANY-${view}`, price: 1000, stock: 9 }),
    ]
    await using opened = await openAs(at, 'staff', view)
    const { page } = opened
    await page.goto(`/admin/products?q=${encodeURIComponent(name)}&sort=name`)
    for (const row of await page.getByRole('checkbox', { name: `Select ${name}` }).all()) await row.check()
    await page.getByText('Change them').click()
    await look(page, view, 'products selected')
    await page.getByLabel('Raise prices by percent').fill('10')
    await page.getByLabel('Add pieces').fill('-2')
    await page.getByRole('button', { name: 'Change the selected products' }).click()
    await page.getByText('1 product changed.').waitFor()
    await page
      .getByRole('listitem')
      .filter({ hasText: `FEW-${view}: change must be at least -1` })
      .waitFor()
    await page.getByRole('row', { name: new RegExp(`${name} many.*7.*€11\\.00`) }).waitFor()
    await page.getByRole('row', { name: new RegExp(`${name} few.*1.*€10\\.00`) }).waitFor()
    const rows = semel.db.selectFrom('products').select(['id', 'price', 'stock']).where('id', 'in', [few, many])
    assert.deepEqual(await rows.orderBy('id').execute(), [
      { id: few, price: 1000, stock: 1 },
      { id: many, price: 1100, stock: 7 },
    ])
    // An amount is read in its currency, which is the shop's at first.
    const typeAmount = async (label: string, amount: string, select: string) => {
      for (const row of await page.getByRole('checkbox', { name: `Select ${select}` }).all()) await row.check()
      if (!(await page.getByLabel(label).isVisible())) await page.getByText('Change them').click()
      await page.getByLabel(label).fill(amount)
      await page.getByRole('button', { name: 'Change the selected products' }).click()
    }
    await typeAmount('Set the price to', 'dear', name)
    await page.getByText('Set the price to must be an amount like 24.50').waitFor()
    await typeAmount('Set the price to', '12,50', name)
    await page.getByText('2 products changed.').waitFor()
    await typeAmount('Raise prices by an amount', '-0.55', `${name} few`)
    await page.getByText('1 product changed.').waitFor()
    await page.getByRole('row', { name: new RegExp(`${name} few.*€11\\.95`) }).waitFor()
    await page.getByRole('row', { name: new RegExp(`${name} many.*€12\\.50`) }).waitFor()
    // With nothing selected, nothing changes, and the form says why.
    await page.goto(`/admin/products?q=${encodeURIComponent(name)}`)
    await page.getByText('Change them').click()
    await page.getByLabel('Add pieces').fill('5')
    await page.getByRole('button', { name: 'Change the selected products' }).click()
    await page.getByRole('alert').waitFor()
    assert.equal(await page.getByLabel('Add pieces').inputValue(), '5')
  })
}

test('outcome of a step is not told again on the next page', async () => {
  const { semel } = at
  const buyer = await newPerson(semel)
  const product = await stockProduct(semel.db, { stock: 100 })
  const ids: number[] = []
  for (let n = 0; n < 26; n++) ids.push(await order(buyer, product))
  await using opened = await openAs(at, 'staff', 'wide', `/admin/orders?status=placed&user=${buyer.email}`)
  const { page } = opened
  await page.getByLabel(`Select order #${ids.at(-1)}`).check()
  await page.getByRole('button', { name: 'Start preparing' }).click()
  await page.getByText('1 order being prepared').waitFor()
  await page.goto(`/admin/orders?user=${buyer.id}&moved=${ids[0]}`)
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: '2' }).waitFor()
  assert.equal(await page.locator('a[href*="moved="][href*="page=2"]').count(), 0)
})

test('address alone → does not tell the outcome of a step not taken', async () => {
  const { semel } = at
  const id = await order(await newPerson(semel), await stockProduct(semel.db))
  const staff = await newPerson(semel, { role: 'staff' })
  const { text } = await staff.client.get(`/admin/orders?status=placed&moved=${id}&refused=${id}`)
  assert.match(text, new RegExp(`/admin/orders/${id}"`))
  assert.doesNotMatch(text, /moved on|could not move/)
})

test('click anywhere opens a row; keys move between rows and select them', async () => {
  const { semel } = at
  const buyer = await newPerson(semel, { userName: 'Rowena Rows' })
  const product = await stockProduct(semel.db)
  const [first, second] = [await order(buyer, product, 1, 'Beside the door'), await order(buyer, product)]
  await using opened = await openAs(at, 'staff', 'wide', '/admin/orders?status=placed&q=Rowena')
  const { page } = opened
  await page.getByText('0 selected').waitFor()
  await page.getByRole('link', { name: `#${second}`, exact: true }).focus()
  await page.keyboard.press('x')
  await page.keyboard.press('j')
  await page.keyboard.press('x')
  await page.getByText('2 selected').waitFor()
  await page.keyboard.press('k')
  await page.keyboard.press('x')
  await page.getByText('1 selected').waitFor()
  assert.deepEqual(await Promise.all([first, second].map(id => page.getByLabel(`Select order #${id}`).isChecked())), [
    true,
    false,
  ])
  await page.getByRole('button', { name: 'Pick list' }).click()
  await page.getByText('1 piece for 1 order').waitFor()
  await page.goBack()
  await page.getByText('“Beside the door”').click()
  await page.waitForURL(`/admin/orders/${first}`)
})

test('nothing selected is an error in words', async () => {
  const { semel } = at
  await order(await newPerson(semel), await stockProduct(semel.db))
  await using opened = await openAs(at, 'staff', 'wide')
  await opened.page.goto('/admin/orders?status=placed')
  await opened.page.getByRole('button', { name: 'Start preparing' }).click()
  await opened.page.getByRole('alert').getByText('Select at least one order').waitFor()
})

test('orders of one user → filter that can be changed and cleared', async () => {
  const { semel } = at
  const buyer = await newPerson(semel)
  const id = await order(buyer, await stockProduct(semel.db))
  await using opened = await openAs(at, 'staff', 'wide', `/admin/orders?user=${buyer.email}`)
  const { page } = opened
  await page.getByRole('rowheader', { name: `#${id} ` }).waitFor()
  assert.equal(await page.getByLabel('User (email or id)').inputValue(), buyer.email)
  await page.getByLabel('User (email or id)').fill('nobody@example.com')
  await page.getByRole('button', { name: 'Apply' }).click()
  await page.getByText('No orders match').waitFor()
  await page.getByRole('link', { name: 'Clear filters' }).first().click()
  await page.waitForURL('/admin/orders')
  assert.equal(await page.getByLabel('User (email or id)').count(), 0)
})

test('page of orders → their packing slips on one page, a sheet each', async () => {
  const { semel } = at
  const buyer = await newPerson(semel, { userName: 'Slip Buyer' })
  const product = await stockProduct(semel.db, { name: 'Slip lamp' })
  const ids = [await order(buyer, product), await order(buyer, product)]
  await using opened = await openAs(at, 'staff', 'wide', '/admin/orders?status=placed&q=Slip Buyer&sort=id')
  const { page } = opened
  await page.getByRole('button', { name: 'Packing slips' }).click()
  const headings = page.getByRole('heading', { level: 2, name: /^Packing slip, order/ })
  await headings.nth(1).waitFor()
  assert.deepEqual(
    await headings.allTextContents(),
    ids.map(id => `Packing slip, order #${id}`),
  )
  const sheets = (await page.pdf()).toString('latin1').match(/\/Type\s*\/Page\b/g)
  assert.equal(sheets?.length, 2)
  const staff = await newPerson(semel, { role: 'staff' })
  for (const nobody of ['', '?orders=', '?orders=0,x,99999999999999999999', '?orders=999999'])
    assert.equal((await staff.client.get(`/admin/orders/packing-slips${nobody}`)).status, 404, nobody)
  const again = await staff.client.get(`/admin/orders/packing-slips?orders=${ids[0]},${ids[0]}`)
  assert.equal(again.text.match(/<h[12]>Packing slip, order/g)?.length, 1)
})

test('file of orders has the rows of the list, and no formula', async () => {
  const { semel } = at
  const buyer = await newPerson(semel, { userName: '=HYPERLINK("https://evil.example")' })
  const id = await order(buyer, await stockProduct(semel.db, { sku: 'CSV-1', price: 1250 }), 2, '+1 "please"')
  const staff = await newPerson(semel, { role: 'staff' })
  const file = await staff.client.get(`/admin/orders.csv?q=${id}`)
  assert.equal(file.status, 200)
  assert.match(file.headers.get('content-disposition') ?? '', /^attachment; filename="orders\.csv"$/)
  const [head, row = '', end] = file.text.split('\r\n')
  assert.match(head!, /^order,placed,status,/)
  assert.ok(row.startsWith(`${id},2`), row)
  assert.ok(row.includes(`"'=HYPERLINK(""https://evil.example"")"`), row)
  assert.ok(row.includes(`"'+1 ""please"""`), row)
  assert.ok(row.includes(',2 × CSV-1,25.00,EUR,'), row)
  assert.equal(end, '')
  await step(staff, id, 'cancel')
  const cancelled = await staff.client.get(`/admin/orders.csv?q=${id}`)
  assert.match(cancelled.text, /,cancelled,nothing_to_pay,/)
  const customer = await newPerson(semel)
  assert.equal((await customer.client.get('/admin/orders.csv')).status, 403)
  assert.equal((await semel.client().get('/admin/orders.csv')).status, 303)
})

test('a narrow phone shows a revenue of seven digits in one line', async () => {
  const { semel } = at
  const staff = await newPerson(semel, { role: 'staff' })
  await order(await newPerson(semel), await stockProduct(semel.db, { price: 1_234_567, stock: 1 }))
  await using opened = await openAs(at, staff, 'narrow', '/admin')
  const lines: number = await opened.page.evaluate(`(() => {
    const range = document.createRange()
    range.selectNodeContents(document.querySelector('.figures dd').firstChild)
    return range.getClientRects().length
  })()`)
  assert.equal(lines, 1)
})

test('amounts in several currencies stay on one line at any width', async () => {
  const { semel } = at
  const staff = await newPerson(semel, { role: 'staff' })
  const buyer = await newPerson(semel)
  for (const currency of ['EUR', 'KWD', 'JPY']) {
    await order(buyer, await stockProduct(semel.db, { price: 1_234_567, stock: 1, currency }))
  }
  await using opened = await openAs(at, staff, 'wide', '/admin')
  const { page } = opened
  for (const width of [320, 500, 720, 900, 1000, 1280]) {
    await page.setViewportSize({ width, height: 900 })
    const broken: string[] =
      await page.evaluate(`[...document.querySelectorAll('.figures:has(+ .tasks) dd')].flatMap(figure => {
      const range = document.createRange()
      range.selectNodeContents(figure.firstChild)
      return range.getClientRects().length === 1 ? [] : [figure.firstChild.textContent]
    })`)
    assert.deepEqual(broken, [], `${width} px`)
  }
})

test('on a phone, a listed product takes three lines, as orders do', async () => {
  const { semel } = at
  const name = 'Little lamp for a phone'
  await stockProduct(semel.db, { name, sku: 'PHONE-LAMP', price: 1234, stock: 7 })
  await using opened = await openAs(at, 'staff', 'narrow', `/admin/products?q=${name}`)
  const row = opened.page.getByRole('row').filter({ hasText: name })
  for (const words of ['€12.34', 'In stock']) await row.getByText(words).waitFor()
  const { height } = (await row.boundingBox())!
  assert.ok(height < 120, `${height} px`)
})
