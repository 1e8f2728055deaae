import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MINUTE } from '../../src/time.ts'
import { newPerson } from '../support/accounts.ts'
import type { View } from '../support/browser.ts'
import { agree, enterCode, look, openAs, startWithBrowser } from '../support/pages.ts'
import { person } from '../support/people.ts'

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
    await page.getByText('Subject is required', { exact: true }).waitFor()
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
    // Publishing needs a recent second factor.
    semel.clock.advance(11 * MINUTE)
    await press(/^Publish to \d+ customers?$/, true)
    await enterCode(page, staff.code(), 'Confirm')
    await page.getByRole('heading', { name: subject, exact: true }).waitFor()
    const mails = await semel.mailTo(customer.email, 2)
    assert.match(mails.at(-1)!.text, /We open at ten\./)
    assert.equal((await page.goto(draft))?.status(), 404)
    const drafted = draft.split('/').at(-1)
    const { token } = await person(semel, 'staff')
    const again = await semel.client().post(`/api/admin/announcement-drafts/${drafted}/publish`, undefined, { token })
    assert.equal(again.status, 404)
    assert.deepEqual(broken, [])
  })
}

for (const view of ['wide', 'without JavaScript'] satisfies View[]) {
  test(`only the text and recipients that the page showed are published: ${view}`, async () => {
    const { semel } = at
    const customer = await newPerson(semel)
    const colleague = await newPerson(semel, { role: 'staff' })
    const text = { subject: `Prices ${view}`, message: 'Everything costs half.' }
    const drafts = '/api/admin/announcement-drafts'
    const { body } = await semel.client().post(drafts, text, { token: colleague.token })
    await using opened = await openAs(at, 'staff', view, `/admin/announcements/drafts/${body.id}`)
    const { page } = opened
    const change = (message: string) =>
      semel.client().request('PUT', `${drafts}/${body.id}`, { body: { ...text, message }, token: colleague.token })
    const published = () => semel.db.selectFrom('announcements').select('message').where('subject', '=', text.subject)
    const publish = async () => {
      await page.getByRole('button', { name: /^Publish to/ }).click()
      await agree(page, view, /^Publish to/)
    }
    assert.equal((await change('Nothing costs half.')).status, 200)
    await publish()
    await page.getByRole('alert').getByText('Somebody has changed this draft').waitFor()
    await page.locator('pre').getByText('Nothing costs half.').waitFor()

    await page.getByLabel('Message').fill('Much costs half.')
    if (view === 'wide') {
      for (const id of ['#publish', '#test']) {
        await page.locator(id).getByRole('button').click()
        await page.locator(id).getByRole('alert').getByText('not saved it yet').waitFor()
      }
    }
    assert.equal((await change('Some things cost half.')).status, 200)
    await page.getByRole('button', { name: 'Save and preview' }).click()
    await page.getByRole('alert').getByText('Somebody has changed this draft').waitFor()
    assert.equal(await page.getByLabel('Message').inputValue(), 'Much costs half.')
    await page.locator('pre').getByText('Some things cost half.').waitFor()
    assert.deepEqual(await published().execute(), [])
    await page.getByRole('button', { name: 'Save and preview' }).click()
    await page.locator('pre').getByText('Much costs half.').waitFor()
    await publish()
    await page.getByRole('heading', { name: text.subject, exact: true }).waitFor()
    assert.deepEqual(await published().execute(), [{ message: 'Much costs half.' }])
    assert.equal(
      (await semel.mailTo(customer.email, 2)).filter(({ text }) => text.includes('Much costs half.')).length,
      1,
    )
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
