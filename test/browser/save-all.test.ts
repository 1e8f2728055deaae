import assert from 'node:assert/strict'
import { test } from 'node:test'
import { changeShop } from '../../src/shop/settings.ts'
import { type View, WALKS } from '../support/browser.ts'
import { look, openAs, startWithBrowser } from '../support/pages.ts'
import { stockProduct } from '../support/products.ts'

/* One button saves all that is typed in the forms of a product (assets/save-all.js). */

const at = await startWithBrowser({ worker: false })
const { semel } = at
await changeShop(semel.db, { languages: ['en', 'de'] }, 1)

async function openProduct(view: View) {
  const id = await stockProduct(semel.db, { stock: 5 })
  const opened = await openAs(at, 'staff', view, `/admin/products/${id}`)
  const { page } = opened
  const fields = {
    description: page.locator('#change').getByLabel('Description'),
    german: page.getByLabel('Name in German'),
    stock: page.locator('#restock').getByLabel('Stock'),
    mark: page.getByLabel('Warn at'),
    note: page.locator('#move-stock').getByLabel('Note'),
  }
  const stored = async () => {
    const row = await semel.db.selectFrom('products').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    return [row.description, row.texts.de?.name ?? '', row.stock, row.low_stock]
  }
  const bar = page.getByRole('region', { name: 'Unsaved changes' })
  const saveAll = page.getByRole('button', { name: 'Save all' })
  return { ...opened, id, fields, stored, bar, saveAll, [Symbol.asyncDispose]: () => opened[Symbol.asyncDispose]() }
}

test('several forms filled in → a bar counts them, one press saves all', async () => {
  await using opened = await openProduct('narrow')
  const { page, fields, stored, bar, saveAll, broken } = opened
  assert.equal(await bar.isVisible(), false)
  await fields.description.fill('Made of brass')
  await bar.getByText('1 unsaved change', { exact: true }).waitFor()
  await fields.german.fill('Lampe')
  await fields.stock.fill('20')
  await fields.mark.fill('3')
  await bar.getByText('4 unsaved changes').waitFor()
  // Checks that it is in sight at the top of the page too.
  await page.evaluate('scrollTo(0, 0)')
  const { y, height } = (await saveAll.boundingBox())!
  assert.ok(y > 0 && y + height <= page.viewportSize()!.height)
  await look(page, 'narrow', 'save all')
  await saveAll.click()
  await page.getByText('All changes saved.').waitFor()
  assert.equal(await page.locator('.notice.success').count(), 1)
  assert.equal(await bar.isVisible(), false)
  assert.deepEqual(await stored(), ['Made of brass', 'Lampe', 20, 3])
  assert.deepEqual(broken, [])
})

test('form refused → earlier ones are saved, the rest keep their text', async () => {
  await using opened = await openProduct('wide')
  const { page, fields, stored, bar, saveAll } = opened
  await fields.description.fill('Made of brass')
  await fields.stock.fill('-5')
  await fields.mark.fill('3')
  await saveAll.click()
  await page.locator('#restock .field-error').waitFor()
  assert.equal(await page.getByRole('alert').count(), 1)
  assert.deepEqual(await stored(), ['Made of brass', '', 5, null])
  assert.deepEqual([await fields.stock.inputValue(), await fields.mark.inputValue()], ['-5', '3'])
  await bar.getByText('2 unsaved changes').waitFor()

  await fields.description.fill('Made of copper')
  await fields.stock.fill('7')
  await saveAll.click()
  await page.getByText('All changes saved.').waitFor()
  assert.deepEqual(await stored(), ['Made of copper', '', 7, 3])
})

test('form saved before a refusal → saved again from its new stock', async () => {
  await using opened = await openProduct('wide')
  const { page, fields, stored, saveAll } = opened
  await fields.stock.fill('20')
  await fields.mark.fill('-1')
  await saveAll.click()
  await page.locator('#low-stock .field-error').waitFor()
  await fields.stock.fill('30')
  await fields.mark.fill('1')
  await saveAll.click()
  await page.getByText('All changes saved.').waitFor()
  assert.deepEqual((await stored()).slice(2), [30, 1])
})

test('somebody else has sold meanwhile → typed text stays, next press saves', async () => {
  await using opened = await openProduct('wide')
  const { page, id, fields, stored, bar, saveAll } = opened
  await semel.db.updateTable('products').set({ stock: 4, name: 'Renamed' }).where('id', '=', id).execute()
  await fields.german.fill('Lampe')
  await fields.stock.fill('20')
  await fields.mark.fill('3')
  await saveAll.click()
  await page.getByRole('alert').getByText('it is 4 now').waitFor()
  await page.waitForLoadState()
  assert.deepEqual(await stored(), ['', 'Lampe', 4, null])
  assert.deepEqual([await fields.stock.inputValue(), await fields.mark.inputValue()], ['20', '3'])
  await bar.getByText('2 unsaved changes').waitFor()
  await saveAll.click()
  await page.getByText('All changes saved.').waitFor()
  assert.deepEqual(await stored(), ['', 'Lampe', 20, 3])
  assert.equal(await page.locator('#change').getByLabel('Name').inputValue(), 'Renamed')
})

test('"Discard" asks first, and takes back text only in forms that save', async () => {
  await using opened = await openProduct('wide')
  const { page, fields, stored, bar, saveAll } = opened
  await fields.note.fill('From the cellar')
  assert.equal(await bar.isVisible(), false)
  await fields.description.fill('Made of brass')
  await fields.stock.fill('-5')
  await saveAll.click()
  await page.locator('#restock .field-error').waitFor()
  await bar.getByRole('button', { name: 'Discard' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Go back' }).click()
  assert.equal(await fields.stock.inputValue(), '-5')
  await bar.getByRole('button', { name: 'Discard' }).click()
  await dialog.getByRole('button', { name: 'Discard' }).click()
  await page.waitForFunction("document.querySelector('#restock-stock').value === '5'")
  await page.waitForLoadState()
  assert.equal(await fields.note.inputValue(), 'From the cellar')
  assert.equal(await bar.isVisible(), false)
  assert.deepEqual(await stored(), ['Made of brass', '', 5, null])
})

test('without JavaScript there is no bar, and each form has its button', async () => {
  await using opened = await openProduct(WALKS[1])
  const { page, fields, bar } = opened
  await fields.description.fill('Made of brass')
  assert.equal(await bar.isVisible(), false)
  await page.locator('#change').getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved.', { exact: true }).waitFor()
})
