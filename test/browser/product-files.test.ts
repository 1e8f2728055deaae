import assert from 'node:assert/strict'
import { mkdtempDisposable, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import sharp from 'sharp'
import { cookieNames } from '../../src/accounts/sessions/cookies.ts'
import { newPerson } from '../support/accounts.ts'
import { STAFF_WALKS } from '../support/browser.ts'
import { look, openAs, startWithBrowser } from '../support/pages.ts'
import { stockProduct } from '../support/products.ts'

const at = await startWithBrowser({ worker: false })

const file = (text: string) => ({ name: 'products.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })

test('an exported file imports without a change, formulas and prices included', async () => {
  const { semel } = at
  const staff = await newPerson(semel, { role: 'staff' })
  await stockProduct(semel.db, { sku: 'F-1', name: '=1+1', price: 1999, description: 'a "b",\nc' })
  await stockProduct(semel.db, { sku: 'F-2', name: "'quoted Kaffeemühle", price: 500, currency: 'JPY' })
  await stockProduct(semel.db, { sku: 'F-3', price: 1250, currency: 'KWD' })
  const exported = await staff.client.get('/admin/products.csv')
  assert.equal(exported.status, 200)
  assert.match(
    exported.text,
    /^sku,name,category,amount,currency,stock,status,description,tax_class,stock_counted,group,options,[a-z_,]+,pictures\r\n/,
  )
  assert.ok(exported.text.includes(`F-1,'=1+1,things,19.99,EUR,100,active,"a ""b"",\nc",standard`), exported.text)
  assert.ok(exported.text.includes(',500,JPY,'), exported.text)
  assert.ok(exported.text.includes(',1.250,KWD,'), exported.text)
  const { token } = staff
  const cookie = `${cookieNames(semel).session}=${token}`
  const download = await fetch(`${semel.origin}/admin/products.csv`, { headers: { cookie } })
  const bytes = Buffer.from(await download.arrayBuffer())
  // Without a byte order mark, Excel shows "Kaffeemühle" as "KaffeemÃ¼hle".
  assert.equal(bytes.subarray(0, 6).toString('latin1'), '\xef\xbb\xbfsku')
  const data = bytes.toString('base64')
  const { status, body } = await semel.client().post('/api/products/import', { data, allOrNothing: true }, { token })
  assert.equal(status, 200)
  assert.deepEqual([body.added, body.changed, body.bad, body.undone], [0, 0, 0, false])
  assert.ok(body.unchanged >= 3)

  const wrong = Buffer.from('name,amount\nX,1\n').toString('base64')
  const refused = await semel.client().post('/api/products/import', { data: wrong }, { token })
  assert.equal(refused.status, 422)
  assert.match(refused.body.detail, /The first line must name the columns; sku is missing/)
  const customer = await newPerson(semel)
  const denied = await semel.client().post('/api/products/import', { data }, { token: customer.token })
  assert.equal(denied.status, 403)
  assert.equal((await customer.client.get('/admin/products.csv')).status, 403)
})

for (const view of STAFF_WALKS) {
  test(`staff import products from a file and see wrong rows: ${view}`, async () => {
    const { semel } = at
    await using opened = await openAs(at, 'staff', view)
    const { page, broken } = opened
    const sku = `IMPORT-${view}`
    await page.goto('/admin/products')
    await page.getByRole('link', { name: 'Import' }).click()
    await look(page, view, 'import')
    const head = 'sku,name,category,amount,stock\n'
    await page
      .getByLabel('File')
      .setInputFiles(file(`${head}${sku},Lamp,Lamps,20,7\n${sku}-2,Bad,Lamps,"1,234",1\n${sku},Twice,Lamps,20,7\n`))
    await page.getByRole('button', { name: 'Show changes' }).click()
    await page.getByText('1 product to add; 2 rows are refused').waitFor()
    await page.getByRole('row', { name: '3 amount 1,234 amount 1,234 could mean 1.234 or 1234' }).waitFor()
    await look(page, view, 'import preview')
    await page.getByText('Change what the columns are').click()
    await page.getByLabel('Category (optional)').selectOption({ label: 'name' })
    await page.getByLabel('Name (optional)', { exact: true }).selectOption({ label: 'category' })
    await page.getByRole('button', { name: 'Read the file like this' }).click()
    await page.getByText('name: Lamps').waitFor()
    await page.getByRole('button', { name: 'Import products' }).click()
    await page.getByText('1 product added; 2 rows were refused').waitFor()
    await look(page, view, 'imported')
    await page.getByRole('button', { name: 'Take the import back' }).click()
    await page.getByRole('button', { name: 'Take the import back' }).last().click()
    await page.getByText('1 product is as it was before').waitFor()
    await page.getByRole('link', { name: 'Another file' }).click()
    await page.getByLabel('File').setInputFiles(file(`${head}${sku},Lamp,Lamps,20,7\n`))
    await page.getByRole('button', { name: 'Show changes' }).click()
    await page.getByRole('button', { name: 'Import products' }).click()
    await page.getByText('1 product added').waitFor()
    const { price } = await semel.db
      .selectFrom('products')
      .select('price')
      .where('sku', '=', sku)
      .where('removed_at', 'is', null)
      .executeTakeFirstOrThrow()
    assert.equal(price, 2000)
    assert.deepEqual(broken, [])
  })
}

for (const view of STAFF_WALKS) {
  test(`filtered list exported → the file has that list's products: ${view}`, async () => {
    const { semel } = at
    const category = `Aprons ${view}`
    const all = ['A1', 'A2', 'B1'].map(sku => `${sku}${view.replaceAll(' ', '')}`)
    for (const sku of all.slice(0, 2)) await stockProduct(semel.db, { sku, category })
    await stockProduct(semel.db, { sku: all[2]!, category: `Bowls ${view}` })
    await using opened = await openAs(at, 'staff', view)
    const { page, context } = opened
    const exported = async () => {
      const href = await page.getByRole('link', { name: 'Export CSV' }).getAttribute('href')
      const text = await (await context.request.get(href!)).text()
      return text
        .replace('\ufeff', '')
        .split('\r\n')
        .map(line => line.split(',')[0]!)
    }
    await page.goto('/admin/products')
    for (const sku of all) assert.ok((await exported()).includes(sku), sku)
    await page.getByLabel('Category').selectOption(category)
    await page.getByRole('button', { name: 'Apply' }).click()
    await page.getByText('2 products').waitFor()
    assert.deepEqual(await exported(), ['sku', ...all.slice(0, 2), ''])
    await page.goto(`/admin/products?q=${all[2]}&page=1`)
    assert.deepEqual(await exported(), ['sku', all[2], ''])
  })
}

/** Writes to the disk, where the browser reads it. The bytes of a buffer would reach the browser in a message. */
const pictures = await mkdtempDisposable(join(tmpdir(), 'semel-pictures-'))
after(() => pictures.remove())
const tooLarge = join(pictures.path, 'big.jpg')
await writeFile(tooLarge, Buffer.alloc(17 * 1024 * 1024, 7))

for (const view of STAFF_WALKS) {
  test(`picture larger than 16 MB → refused with this limit: ${view}`, async () => {
    const { semel } = at
    const product = await stockProduct(semel.db, { name: 'Oak desk' })
    await using opened = await openAs(at, 'staff', view, `/admin/products/${product}`)
    const { page } = opened
    await page.getByLabel('Picture', { exact: true }).setInputFiles(tooLarge)
    await page.getByRole('alert').getByText('Picture must be at most 16 MB').waitFor()
  })

  test(`form far down the page sent → its message is visible: ${view}`, async () => {
    const { semel } = at
    const product = await stockProduct(semel.db, { name: 'Oak stool' })
    await using opened = await openAs(at, 'staff', view, `/admin/products/${product}`)
    const { page } = opened
    await page.setViewportSize({ width: 320, height: 500 })
    await page.getByLabel('Stock', { exact: true }).fill('7')
    await page.getByRole('button', { name: 'Save availability' }).click()
    const message = page.getByText('Availability saved.')
    await message.waitFor()
    await page.waitForLoadState('load')
    const { y } = (await message.boundingBox())!
    assert.ok(y >= 0 && y < 500, `the message is at ${y}`)
  })
}

/** Fills the form for a picture, whose request is `sent` and then held back until it `arrives`. */
async function chooseHeldPicture(page: Page, product: number) {
  const [sent, arrives] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  await page.route(`**/api/products/${product}/images`, async route => {
    sent.resolve()
    await arrives.promise
    await route.continue()
  })
  const create = { width: 9, height: 6, channels: 3, background: '#c63' } as const
  const buffer = await sharp({ create }).png().toBuffer()
  await page.getByLabel('Picture', { exact: true }).setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer })
  return { sent, arrives }
}

test('visitor leaves while a picture is sent → the page asks first', async () => {
  const product = await stockProduct(at.semel.db, { name: 'Oak bench' })
  await using opened = await openAs(at, 'staff', 'wide', `/admin/products/${product}`)
  const { page, broken } = opened
  const { sent, arrives } = await chooseHeldPicture(page, product)
  await sent.promise
  const asked = page.waitForEvent('dialog')
  const left = page.waitForURL('/admin/products').then(() => assert.fail('the page was left'))
  left.catch(() => {})
  const pressed = page.getByRole('link', { name: 'Products', exact: true }).first().click()
  const dialog = await Promise.race([asked, left])
  assert.equal(dialog.type(), 'beforeunload')
  await dialog.dismiss()
  await pressed
  arrives.resolve()
  await page.getByText('Picture added.').waitFor()
  await page.getByRole('link', { name: 'Products', exact: true }).first().click()
  await page.getByRole('heading', { level: 1, name: 'Products' }).waitFor()
  assert.deepEqual(broken, [])
})

test('several pictures sent at once → only a refused one stays chosen', async () => {
  const product = await stockProduct(at.semel.db, { name: 'Oak chair' })
  await using opened = await openAs(at, 'staff', 'narrow', `/admin/products/${product}`)
  const { page, broken } = opened
  const picture = async (name: string, background: string) => {
    const create = { width: 9, height: 6, channels: 3, background } as const
    return { name, mimeType: 'image/png', buffer: await sharp({ create }).png().toBuffer() }
  }
  const [red, green, blue] = [
    await picture('r.png', '#c33'),
    await picture('g.png', '#3c3'),
    await picture('b.png', '#33c'),
  ]
  const broke = { name: 'cut.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('not a picture') }
  const picker = page.getByLabel('Picture', { exact: true })
  await picker.setInputFiles([red, green, broke, blue])
  await page.getByRole('alert').getByText('(cut.jpg)').waitFor()
  await look(page, 'narrow', 'several pictures')
  assert.equal(await page.getByLabel('Description of b.png').inputValue(), 'Oak chair, 4')
  const stored = async () =>
    (await at.semel.client().get(`/api/products/${product}`, await newPerson(at.semel))).body.images
  assert.deepEqual(
    (await stored()).map(({ alt }: { alt: string }) => alt),
    ['Oak chair', 'Oak chair, 2'],
  )

  await picker.setInputFiles([blue])
  await page.getByText('Picture added.').waitFor()
  assert.equal((await stored()).length, 3)
  assert.equal(await page.getByLabel('Description of the picture').inputValue(), 'Oak chair, 4')
  await page.locator('summary', { hasText: 'Oak chair, 3' }).click()
  await page.locator('#describe-image-2-alt').fill('The chair, blue')
  await page.getByRole('button', { name: 'Save description 3' }).click()
  await page.getByText('Description saved.').waitFor()
  assert.equal((await stored())[2].alt, 'The chair, blue')
  assert.deepEqual(broken, [])
})

test('a product with three photos takes three presses', async () => {
  await using opened = await openAs(at, 'staff', 'wide', '/admin/products')
  const { page } = opened
  const photos = await Promise.all(
    ['#c33', '#3c3', '#33c'].map(async (background, n) => {
      const create = { width: 9, height: 6, channels: 3, background } as const
      return { name: `${n}.png`, mimeType: 'image/png', buffer: await sharp({ create }).png().toBuffer() }
    }),
  )
  let presses = 0
  const press = async (target: Locator) => {
    presses++
    await target.click()
  }
  await press(page.getByRole('link', { name: 'New product' }))
  for (const sku of ['PRESS-1', 'PRESS-2']) {
    // The name has the focus, and the rest is typed with the keys alone.
    await page.locator('[name=name]:focus').waitFor()
    for (const text of [`Vase ${sku}`, sku, 'Vases', 'From clay', '12.50']) {
      await page.keyboard.type(text)
      await page.keyboard.press('Tab')
    }
    await page.getByLabel('Stock').focus()
    await page.keyboard.type('5')
    await press(page.getByRole('button', { name: 'Create product' }))
    await page.getByText('Product created.').waitFor()
    const chooser = page.waitForEvent('filechooser')
    await press(page.getByLabel('Picture', { exact: true }))
    await (await chooser).setFiles(photos)
    await page.getByText(/pictures? added/i).waitFor()
    await press(page.getByRole('link', { name: 'Add another product' }))
  }
  assert.equal(presses, 1 + 2 * 3)
  const products = await at.semel.db.selectFrom('products').select('images').where('category', '=', 'Vases').execute()
  assert.deepEqual(
    products.map(({ images }) => images.length),
    [3, 3],
  )
})

test('picture chosen while another is sent → added behind it', async () => {
  const product = await stockProduct(at.semel.db, { name: 'Oak table' })
  await using opened = await openAs(at, 'staff', 'wide', `/admin/products/${product}`)
  const { page, broken } = opened
  const { sent, arrives } = await chooseHeldPicture(page, product)
  await sent.promise
  const buffer = await sharp({ create: { width: 9, height: 6, channels: 3, background: '#36c' } })
    .png()
    .toBuffer()
  await page.getByLabel('Picture', { exact: true }).setInputFiles({ name: 'b.png', mimeType: 'image/png', buffer })
  arrives.resolve()
  await page.getByText('Picture added.').waitFor()
  const { images } = (await at.semel.client().get(`/api/products/${product}`, await newPerson(at.semel))).body
  assert.deepEqual(
    images.map(({ alt }: { alt: string }) => alt),
    ['Oak table', 'Oak table, 2'],
  )
  assert.deepEqual(broken, [])
})

test('pictures may take longer than other forms before the page gives up', async () => {
  const product = await stockProduct(at.semel.db, { name: 'Oak shelf' })
  await using opened = await openAs(at, 'staff', 'wide', `/admin/products/${product}`)
  const { page, broken } = opened
  await page.clock.install()
  const { sent, arrives } = await chooseHeldPicture(page, product)
  await sent.promise
  await page.clock.fastForward(300_000)
  arrives.resolve()
  await page.getByText('Picture added.').waitFor()
  assert.deepEqual(broken, [])
})

test('picture dropped anywhere on its card → added, and the page stays', async () => {
  const product = await stockProduct(at.semel.db, { name: 'Oak stool' })
  await using opened = await openAs(at, 'staff', 'wide', `/admin/products/${product}`)
  const { page } = opened
  const create = { width: 9, height: 6, channels: 3, background: '#c63' } as const
  const bytes = [...(await sharp({ create }).png().toBuffer())]
  const drop = (where: string) =>
    page.evaluate(`(() => {
      const dataTransfer = new DataTransfer()
      dataTransfer.items.add(new File([new Uint8Array([${bytes}])], 'a.png', { type: 'image/png' }))
      const event = new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer })
      ${where}.dispatchEvent(event)
      return event.defaultPrevented
    })()`)
  const picker = "document.querySelector('input[data-several]')"
  assert.equal(await drop("document.querySelector('h1')"), true)
  assert.equal(await page.getByText('Picture added.').count(), 0)
  assert.equal(await drop(`${picker}.closest('.card, section').firstElementChild`), true)
  await page.getByText('Picture added.').waitFor()
})
