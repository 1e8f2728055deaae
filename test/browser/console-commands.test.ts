import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { publishToFeed } from '../../src/events/publish.ts'
import { stamp } from '../../src/feed/stamp.ts'
import { MINUTE } from '../../src/time.ts'
import { createEndpoint } from '../../src/webhooks/endpoints.ts'
import { fanOut } from '../../src/webhooks/ledger.ts'
import { newPerson, PASSWORD } from '../support/accounts.ts'
import { STAFF_WALKS, type View } from '../support/browser.ts'
import { agree, enterCode, look, openAs, startWithBrowser } from '../support/pages.ts'
import { person } from '../support/people.ts'
import { stockProduct } from '../support/products.ts'

const at = await startWithBrowser({ worker: false })

/** Presses a button, and answers its question. */
async function press(page: Page, view: View, name: string): Promise<void> {
  await page.getByRole('button', { name, exact: true }).click()
  await agree(page, view, name)
}

/** A delivery whose relay never replied. */
async function inDoubt(): Promise<string> {
  const { semel } = at
  const buyer = await person(semel)
  const productId = await stockProduct(semel.db)
  await semel.client().post('/api/orders', { items: [{ productId, quantity: 1 }] }, { token: buyer.token })
  const { id } = await semel.db
    .updateTable('deliveries')
    .set({ state: 'in_doubt', attempts: 1, address: buyer.email, message_id: '<1@semel.example>', worker: 3 })
    .where('user_id', '=', buyer.id)
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

const stateOf = async (id: string) =>
  (await at.semel.db.selectFrom('deliveries').select('state').where('id', '=', id).executeTakeFirstOrThrow()).state

for (const view of STAFF_WALKS) {
  test(`staff resolve a delivery in doubt, only once: ${view}`, async () => {
    const [first, second] = [await inDoubt(), await inDoubt()]
    await using opened = await openAs(at, 'staff', view)
    const { page, broken } = opened
    await page.goto('/admin')
    await page.getByText('deliveries are in doubt').getByRole('link', { name: 'Show' }).click()
    await page.getByText('2 emails', { exact: true }).waitFor()
    await page.goto(`/admin/deliveries/${first}`)
    await look(page, view, 'in doubt')
    await page.getByRole('button', { name: 'It arrived' }).click()
    await page.locator('.badge', { hasText: 'Confirmed delivered' }).waitFor()
    assert.equal(await stateOf(first), 'sent')
    assert.equal(await page.getByRole('button', { name: 'Send again' }).count(), 0)

    await page.goto(`/admin/deliveries/${second}`)
    await press(page, view, 'Send again')
    await page.locator('.badge', { hasText: 'Waiting' }).waitFor()
    assert.equal(await stateOf(second), 'pending')

    // Two operators open the same delivery. The second one gets an error.
    const third = await inDoubt()
    await page.goto(`/admin/deliveries/${third}`)
    const other = await person(at.semel, 'staff')
    await at.semel.client().post(`/api/admin/deliveries/${third}/arrived`, {}, { token: other.token })
    await press(page, view, 'Send again')
    await page.getByRole('alert').getByText('This delivery is not in doubt').waitFor()
    assert.equal(await stateOf(third), 'sent')
    await look(page, view, 'no longer in doubt')
    assert.deepEqual(broken, [])
  })

  test(`staff publish an announcement and follow its progress: ${view}`, async () => {
    await using opened = await openAs(at, 'staff', view)
    const { page, broken } = opened
    const buyer = await newPerson(at.semel)
    const items = [{ productId: await stockProduct(at.semel.db), quantity: 1 }]
    const { body: order } = await at.semel.client().post('/api/orders', { items }, { token: buyer.token })
    const placed = new Date('2026-02-10')
    await at.semel.db.updateTable('orders').set({ placed_at: placed }).where('id', '=', order.id).execute()
    await page.goto('/admin/announcements')
    await page.getByRole('button', { name: 'Preview' }).click()
    await page.getByRole('alert').getByText('Subject is required').waitFor()
    await look(page, view, 'announcement refused')
    await page.getByLabel('Subject').fill(`Sale ${view}`)
    await page.getByLabel('Message').fill('Lamps are half the price.\n\nUntil Sunday.')
    await page.getByLabel('Customers who ordered from').fill('2026-02-01')
    await page.getByLabel('To, this day included').fill('2026-02-28')
    await page.getByRole('button', { name: 'Preview' }).click()
    await page.getByText('Saved as a draft. Nothing is sent yet.').waitFor()
    const [count] = /\d+ customers?/.exec((await page.locator('.facts').textContent())!)!
    await press(page, view, `Publish to ${count}`)
    await page.waitForURL(/\/admin\/announcements\/[\da-f-]{36}$/)
    await page.getByText('Preparing recipients').waitFor()
    await page.getByText('from 1 Feb 2026 to 28 Feb 2026, this day included').waitFor()

    // The state a little later.
    const id = page.url().split('/').at(-1)!
    const { event_id } = await at.semel.db
      .updateTable('announcements')
      .set({ fanned_out_at: new Date(), recipients: 4 })
      .where('id', '=', id)
      .returning('event_id')
      .executeTakeFirstOrThrow()
    await at.semel.db
      .insertInto('deliveries')
      .values(
        (['sent', 'sent', 'pending', 'failed'] as const).map(state => ({
          id: crypto.randomUUID(),
          event_id,
          kind: 'announcement.published' as const,
          recipient: `user:${crypto.randomUUID()}`,
          user_id: crypto.randomUUID(),
          state,
          bulk: true,
        })),
      )
      .execute()
    await page.reload()
    await page.getByText('3 of 4 processed').waitFor()
    await look(page, view, 'announcement')
    await page.goto('/admin/announcements')
    await look(page, view, 'announcements')
    await page.getByRole('link', { name: `Sale ${view}` }).click()
    await page.getByRole('link', { name: '2', exact: true }).click()
    await page.getByText('2 emails', { exact: true }).waitFor()
    assert.deepEqual(broken, [])
  })

  test(`old second factor → code, then API key created, shown once, revoked: ${view}`, async () => {
    const { semel } = at
    const admin = await newPerson(semel, { role: 'admin' })
    semel.clock.advance(11 * MINUTE)
    await using opened = await openAs(at, admin, view)
    const { page, broken } = opened
    await page.goto('/admin/api-keys')
    await page.getByLabel('Name').fill(`Shelf ${view}`)
    await page.getByLabel('Read products').check()
    await page.getByLabel('Read orders').check()
    await page.getByRole('button', { name: 'Create key' }).click()
    await page.getByRole('alert').getByText('Enter your code above').waitFor()
    await page.getByLabel('Code').fill('12')
    await look(page, view, 'API key wants a code')
    await page.getByRole('button', { name: 'Confirm' }).click()
    await page.locator('#confirm-code-error').waitFor()
    await enterCode(page, admin.code(), 'Confirm')
    // The command runs after the confirmation, without another click.
    await page.getByRole('heading', { name: 'Copy your key now' }).waitFor()
    assert.equal(await page.getByText('Enter your code above').count(), 0)
    assert.equal(await page.getByRole('link', { name: 'Use a passkey' }).isVisible(), false)
    const key = (await page.locator('code', { hasText: /^semel_/ }).textContent())!
    await look(page, view, 'API key shown')
    const use = () => semel.client().get('/api/products', { headers: { 'x-api-key': key } })
    assert.equal((await use()).status, 200)

    // With JavaScript, a reload does not send again what was sent when the code was asked for.
    if (view === 'without JavaScript') await page.goto('/admin/api-keys')
    else await page.reload()
    assert.ok(!(await page.content()).includes(key))
    assert.equal(
      await page
        .getByRole('listitem')
        .filter({ hasText: `Shelf ${view}` })
        .count(),
      1,
    )
    await look(page, view, 'API keys')
    const item = page.getByRole('listitem').filter({ hasText: `Shelf ${view}` })
    assert.deepEqual(await item.locator('code').allTextContents(), ['products:read', 'orders:read'])
    await item.getByRole('button', { name: 'Revoke' }).click()
    await agree(page, view, 'Revoke')
    await item.locator('.badge', { hasText: 'Revoked' }).waitFor()
    assert.equal((await use()).status, 401)
    assert.deepEqual(broken, [])
  })

  test(`old second factor → code, then webhook created and secret replaced: ${view}`, async () => {
    const { semel } = at
    const admin = await newPerson(semel, { role: 'admin' })
    semel.clock.advance(11 * MINUTE)
    await using opened = await openAs(at, admin, view)
    const { page, broken } = opened
    const url = `http://localhost:9/${view.replaceAll(' ', '-')}`
    const confirm = async () => {
      await page.getByRole('alert').getByText('Enter your code above').waitFor()
      await enterCode(page, '000000', 'Confirm')
      await page.locator('#confirm-code-error').waitFor()
      await enterCode(page, admin.code(), 'Confirm')
    }
    await page.goto('/admin/webhooks')
    await page.getByRole('textbox', { name: 'Address' }).fill(url)
    await page.getByLabel('Order placed').check()
    await page.getByLabel('Order cancelled').check()
    await page.getByRole('button', { name: 'Create webhook' }).click()
    await confirm()
    await page.getByRole('heading', { name: 'Copy the secret now' }).waitFor()
    await page.getByRole('link', { name: 'See the webhook' }).click()
    await page.getByText('order.placed, order.cancelled').waitFor()

    semel.clock.advance(11 * MINUTE)
    await page.getByLabel('Hours').fill('0')
    await page.getByRole('button', { name: 'Replace the secret' }).click()
    await confirm()
    await page.getByRole('heading', { name: 'Copy the secret now' }).waitFor()
    await look(page, view, 'secret replaced')
    assert.deepEqual(broken, [])
  })

  test(`webhook pages show that a failed delivery waits again: ${view}`, async () => {
    const { semel } = at
    const admin = await newPerson(semel, { role: 'admin' })
    await stamp(semel.db)
    const { id } = await createEndpoint(semel, { url: 'http://localhost:9/', types: ['user.updated'] })
    const event = { type: 'user.updated', data: { userId: admin.id } } as const
    await semel.db.transaction().execute(tx => publishToFeed(tx, semel.clock.now(), event))
    await stamp(semel.db)
    await fanOut(semel.db)
    const fail = () => semel.db.updateTable('webhook_deliveries').set({ state: 'failed' }).execute()
    await fail()
    await using opened = await openAs(at, admin, view, `/admin/webhooks/${id}`)
    const { page, broken } = opened
    await page.getByRole('cell').getByText('Failed').waitFor()
    await page.getByRole('button', { name: 'Send all failed deliveries again' }).click()
    await page.getByText('Deliveries that are sent again: 1').waitFor()
    await page.getByRole('cell').getByText('Waiting').waitFor()
    await fail()
    await page.getByRole('link', { name: 'user.updated' }).click()
    await page.locator('.head').getByText('Failed').waitFor()
    await page.getByRole('button', { name: 'Send again' }).click()
    await page.getByText('The event is sent again').waitFor()
    await page.locator('.head').getByText('Waiting').waitFor()
    await page.getByText('Next attempt').waitFor()
    assert.deepEqual(broken, [])
  })

  test(`an admin changes a role: ${view}`, async () => {
    const { semel } = at
    const someone = await person(semel)
    await using opened = await openAs(at, 'admin', view)
    const { page, broken } = opened
    await page.goto(`/admin/users/${someone.id}`)
    await page.getByLabel('Role').selectOption('staff')
    await press(page, view, 'Change role')
    await page.getByText('The email address of this user is not verified.').first().waitFor()
    const verified = { email_verified_at: new Date() }
    await semel.db.updateTable('users').set(verified).where('id', '=', someone.id).execute()
    await page.goto(`/admin/users/${someone.id}`)
    await page.getByLabel('Role').selectOption('staff')
    await look(page, view, 'user as admin')
    await press(page, view, 'Change role')
    await page.locator('.badge', { hasText: 'Staff' }).first().waitFor()
    await page.getByRole('cell', { name: 'Role changed' }).waitFor()
    assert.equal((await semel.client().get('/api/users/me', { token: someone.token })).status, 401)
    assert.deepEqual(broken, [])
  })

  test(`an admin disables and enables an account: ${view}`, async () => {
    const { semel } = at
    const someone = await person(semel)
    await using opened = await openAs(at, 'admin', view)
    const { page, broken } = opened
    await page.goto(`/admin/users/${someone.id}`)
    await press(page, view, 'Disable the account')
    await page.locator('.badge', { hasText: 'Disabled' }).waitFor()
    await page.getByRole('cell', { name: 'User disabled' }).waitFor()
    await look(page, view, 'user disabled')
    assert.equal((await semel.client().get('/api/users/me', { token: someone.token })).status, 401)
    await page.goto(`/admin/users?q=${someone.id}`)
    await page.locator('.badge', { hasText: 'Disabled' }).waitFor()
    await page.goto(`/admin/users/${someone.id}`)
    await press(page, view, 'Enable the account')
    await page.getByRole('button', { name: 'Disable the account' }).waitFor()
    assert.equal(await page.locator('.badge', { hasText: 'Disabled' }).count(), 0)

    await page.goto(`/admin/users/${opened.who.id}`)
    await press(page, view, 'Disable the account')
    await page.getByText('You cannot disable your own account').first().waitFor()
    assert.deepEqual(broken, [])
  })

  test(`admin resets second factors → the owner signs in by recovery code: ${view}`, async () => {
    const { semel } = at
    const ada = await newPerson(semel)
    await using opened = await openAs(at, 'admin', view)
    const { page, broken } = opened
    await page.goto(`/admin/users/${ada.id}`)
    await press(page, view, 'Reset second factors')
    await page.getByRole('heading', { name: 'Recovery code' }).waitFor()
    const code = (await page.locator('code', { hasText: /^[a-z2-7]{4}(-[a-z2-7]{4}){3}$/ }).textContent())!
    await look(page, view, 'second factors reset')
    // The rest of the page is about the account as it is now.
    await page.getByText('Authenticator app, disabled', { exact: true }).waitFor()
    await page.getByText('No active sessions.').waitFor()

    await page.context().clearCookies()
    await page.goto('/login')
    await page.getByLabel('Email').fill(ada.email)
    await page.getByLabel('Password').fill(PASSWORD)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.getByRole('link', { name: 'Use a recovery code' }).click()
    await page.getByLabel('Recovery code').fill(code)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.waitForURL('/account')
    await page.getByText('All of your sign-in methods are disabled.').waitFor()
    await look(page, view, 'account without a factor')
    assert.deepEqual(broken, [])
  })
}

test('choice changed while waiting for a code → asks again; "Go back" cancels', async () => {
  const { semel } = at
  const admin = await newPerson(semel, { role: 'admin' })
  const someone = await person(semel)
  await semel.db.updateTable('users').set({ email_verified_at: new Date() }).where('id', '=', someone.id).execute()
  const roleNow = () =>
    semel.db.selectFrom('users').select('role').where('id', '=', someone.id).executeTakeFirstOrThrow()
  await using opened = await openAs(at, admin, 'wide', `/admin/users/${someone.id}`)
  const { page } = opened
  semel.clock.advance(11 * MINUTE)
  await page.getByLabel('Role', { exact: true }).selectOption('staff')
  await press(page, 'wide', 'Change role')
  await page.getByRole('alert').getByText('Enter your code above').waitFor()
  await page.getByLabel('Role', { exact: true }).selectOption('admin')
  await enterCode(page, admin.code(), 'Confirm')
  await page.getByRole('dialog').getByRole('button', { name: 'Go back' }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  assert.equal((await roleNow()).role, 'customer')
  assert.equal(await page.getByLabel('Role', { exact: true }).inputValue(), 'admin')
  await press(page, 'wide', 'Change role')
  await page.getByRole('cell', { name: 'Role changed' }).waitFor()
  assert.equal((await roleNow()).role, 'admin')
})
