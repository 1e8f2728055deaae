import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newPerson } from '../support/accounts.ts'
import type { View } from '../support/browser.ts'
import { agree, look, openAs, startWithBrowser } from '../support/pages.ts'

const at = await startWithBrowser()

for (const view of ['wide', 'without JavaScript'] satisfies View[]) {
  test(`a draft is previewed, tried, changed, and published once: ${view}`, async () => {
    const { semel } = at
    const customer = await newPerson(semel)
    const staff = await newPerson(semel, { role: 'staff', userName: 'Sam Staff' })
    const customers = await semel.db.selectFrom('users').select('id').where('role', '=', 'customer').execute()
    const count = `${customers.length} ${customers.length === 1 ? 'customer' : 'customers'}`
    const subject = `Sunday hours ${view}`
    await using opened = await openAs(at, staff, view)
    const { page, broken } = opened
    const press = async (name: string | RegExp, asks = false) => {
      await page.getByRole('button', { name }).click()
      if (asks) await agree(page, view, name)
    }
    await page.goto('/admin/announcements')
    await press('Preview')
    await page.getByRole('link', { name: 'Subject is required' }).waitFor()
    await page.getByLabel('Subject').fill(subject)
    await page.getByLabel('Message').fill('We open at nine.\n\nCome in.')
    await press('Preview')
    await page.getByText('Saved as a draft. Nothing is sent yet.').waitFor()
    await page.getByText(count, { exact: true }).first().waitFor()
    await page.locator('pre').getByText('We open at nine.').waitFor()
    await look(page, view, 'draft')

    await press('Send a test to me')
    await page.getByText(`A test is on its way to ${staff.email}.`).waitFor()
    const tests = await semel.mailTo(staff.email, 2)
    assert.equal(tests.at(-1)!.subject, `Test: ${subject}`)

    await page.getByLabel('Message').fill('We open at ten.')
    await press('Save and preview')
    await page.locator('pre').getByText('We open at ten.').waitFor()
    const draft = page.url()
    await press(/^Publish to \d+ customers?$/, true)
    await page.getByRole('heading', { name: subject, exact: true }).waitFor()
    const mails = await semel.mailTo(customer.email, 2)
    assert.match(mails.at(-1)!.text, /We open at ten\./)
    assert.equal((await page.goto(draft))?.status(), 404)
    const drafted = draft.split('/').at(-1)
    const again = await semel
      .client()
      .post(`/api/admin/announcement-drafts/${drafted}/publish`, undefined, { token: staff.token })
    assert.equal(again.status, 404)
    assert.deepEqual(broken, [])
  })
}

test('of many requests to publish a draft, one publishes', async () => {
  const staff = await newPerson(at.semel, { role: 'staff' })
  const { token } = staff
  const post = (path: string, body?: object) => at.semel.client().post(path, body, { token })
  const { body } = await post('/api/admin/announcement-drafts', { subject: 'Once', message: 'Only once.' })
  const publish = () => post(`/api/admin/announcement-drafts/${body.id}/publish`)
  const statuses = (await Promise.all(Array.from({ length: 6 }, publish))).map(({ status }) => status)
  assert.deepEqual(statuses.toSorted(), [201, 404, 404, 404, 404, 404])
})
