import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { cookieNames } from '../../src/accounts/sessions/cookies.ts'
import { addressToken, isAddressSetting } from '../../src/accounts/staff/shop-addresses.ts'
import type { Permission } from '../../src/accounts/tables.ts'
import { readOneMail } from '../../src/dev/search-inbox.ts'
import { ShopSettings } from '../../src/shop/settings.ts'
import { DAY } from '../../src/time.ts'
import { callSemel } from '../support/commands.ts'
import { fieldsOf } from '../support/forms.ts'
import { type Person, person, verifyEmail } from '../support/people.ts'
import { stockProduct } from '../support/products.ts'
import { type Semel, startSemel } from '../support/semel.ts'

/* An address gets data of customers once its reader has confirmed it, and while the user who entered it may set it. */

let semel: Semel
let admin: Person
before(async () => {
  semel = await startSemel({ supportEmail: 'help@tea.example' })
  admin = await person(semel, 'admin')
})
after(() => semel[Symbol.asyncDispose]())

const set = (body: object, { token }: Person = admin) => semel.client().patch('/api/admin/settings', body, { token })
const list = async () =>
  (await semel.client().get('/api/admin/settings/addresses', { token: admin.token })).body.items as {
    id: string
    setting: string
    address: string
    confirmedAt: string | null
    isPaused: boolean
  }[]
const confirm = (token: string) => semel.client().post('/api/setting-addresses/confirm', { token })
const confirmId = (id: string) => confirm(addressToken(semel.serviceKey, id))
const orderEmail = async () => (await set({})).body.orderEmail as string
const waiting = async (address: string) => (await list()).find(row => row.address === address && !row.confirmedAt)!

async function order(): Promise<number> {
  const buyer = await person(semel)
  await verifyEmail(semel, buyer.id)
  const items = [{ productId: await stockProduct(semel.db), quantity: 1 }]
  const { body, text } = await semel.client().post('/api/orders', { items }, { token: buyer.token })
  assert.ok(body.id, text)
  return body.id
}

test('a setting is an address → it is confirmed before it counts', () => {
  const mailboxes = Object.entries(ShopSettings.properties).filter(
    ([, schema]) => 'maxLength' in schema && schema.maxLength === 254,
  )
  assert.ok(mailboxes.length > 0)
  // The email of the contact is printed on invoices, and Semel writes nothing to it.
  const written = mailboxes.filter(([name]) => name !== 'contactEmail')
  for (const [name] of written) assert.ok(isAddressSetting(name), name)
})

test('new address → orders go to the old one until its reader confirms', async () => {
  const entered = await set({ orderEmail: 'orders@tea.example', orderNotice: 'at_once' })
  assert.deepEqual(
    [entered.status, entered.body.orderEmail, entered.body.waitingAddresses],
    [200, '', { orderEmail: 'orders@tea.example' }],
    entered.text,
  )
  const [asked] = await semel.mailTo('orders@tea.example')
  const id = await order()
  const [notice] = await semel.mailTo('help@tea.example')
  assert.match(notice!.subject, new RegExp(`#${id}:`))

  const [, token] = /shop-address\?token=(\S+)/.exec(asked!.text)!
  const page = await semel.client().get(`/shop-address?token=${token}`, { headers: { accept: 'text/html' } })
  assert.equal(page.status, 200)
  assert.ok(page.text.includes('orders@tea.example'))
  assert.equal(await orderEmail(), '', 'a scanner that opens the link confirms nothing')

  assert.equal((await confirm(token!)).status, 200)
  assert.equal((await confirm(token!)).status, 200, 'the same press again')
  assert.equal(await orderEmail(), 'orders@tea.example')
  const next = await order()
  const mails = await semel.mailTo('orders@tea.example', 2)
  assert.ok(mails.some(({ subject }) => subject.includes(`#${next}:`)))
})

test('another address entered → the former stays, and old links confirm nothing', async () => {
  await set({ orderEmail: 'one@tea.example' })
  const first = await waiting('one@tea.example')
  assert.deepEqual((await set({ orderEmail: 'one@tea.example' })).body.waitingAddresses, {
    orderEmail: 'one@tea.example',
  })
  assert.equal((await waiting('one@tea.example')).id, first.id, 'the same again changes nothing')
  await set({ orderEmail: 'two@tea.example' })
  const second = await waiting('two@tea.example')
  assert.equal(await orderEmail(), 'orders@tea.example')
  assert.equal((await confirmId(first.id)).body.code, 'invalid_verification_token')
  const withdrawn = await semel.client().delete(`/api/admin/settings/addresses/${second.id}`, { token: admin.token })
  assert.equal(withdrawn.status, 204, withdrawn.text)
  assert.equal((await confirmId(second.id)).body.code, 'invalid_verification_token')

  await set({ orderEmail: 'three@tea.example' })
  const third = await waiting('three@tea.example')
  // A link that is too old by then is not sent at all.
  await semel.mailTo('three@tea.example')
  const sent_at = new Date(semel.clock.now().getTime() - 3 * DAY)
  await semel.db.updateTable('setting_addresses').set({ sent_at }).where('id', '=', third.id).execute()
  const late = addressToken(semel.serviceKey, third.id)
  assert.equal((await confirm(late)).body.code, 'invalid_verification_token')
  assert.equal(
    (await semel.client().get(`/shop-address?token=${late}`, { headers: { accept: 'text/html' } })).status,
    410,
  )
  const renew = `/api/admin/settings/addresses/${third.id}/renew`
  assert.equal((await semel.client().post(renew, {}, { token: admin.token })).status, 200)
  assert.equal((await semel.mailTo('three@tea.example', 2)).length, 2)
  assert.equal((await confirm(late)).status, 200)
  assert.equal(await orderEmail(), 'three@tea.example')
  for (const token of ['none', `${third.id}.x`, `${first.id}.${late.split('.')[1]}`])
    assert.equal((await confirm(token)).body.code, 'invalid_verification_token')
})

test('whoever entered it is demoted → unused until somebody else takes it over', async () => {
  const clerk = await person(semel, 'staff', ['settings', 'orders', 'customers'])
  await set({ orderEmail: 'clerk@tea.example', replyTo: 'answers@tea.example' }, clerk)
  for (const address of ['clerk@tea.example', 'answers@tea.example']) {
    // An address that was confirmed meanwhile is not asked.
    await semel.mailTo(address)
    await confirmId((await waiting(address)).id)
  }
  await set({ orderEmail: 'late@tea.example' }, clerk)
  const open = await waiting('late@tea.example')
  const permissions = (permissions: Permission[]) =>
    semel.db.updateTable('users').set({ permissions }).where('id', '=', clerk.id).execute()

  await permissions(['settings'])
  assert.equal((await confirmId(open.id)).body.code, 'invalid_verification_token')
  const id = await order()
  const toHelp = await semel.mailTo('help@tea.example', 2)
  const notice = toHelp.find(({ subject }) => subject.includes(`#${id}:`))!
  assert.ok(notice)
  const { source } = (await readOneMail(semel.db, notice.id))!
  assert.match(String(source), /^Reply-To: help@tea\.example/m)

  const made = await semel.client().get(`/api/admin/users/${clerk.id}/made`, { token: admin.token })
  const paused = made.body.items.filter(({ kind }: { kind: string }) => kind === 'address')
  assert.deepEqual(
    paused.map(({ name, isPaused }: { name: string; isPaused: boolean }) => [name, isPaused]).sort(),
    ['answers', 'clerk', 'late'].map(name => [`${name}@tea.example`, true]),
  )
  const browser = semel.client()
  browser.cookies.set(cookieNames(semel).session, admin.token)
  const finding = /clerk@tea\.example gets no new orders any more/
  for (const page of ['/admin', '/admin/health'])
    assert.match((await browser.get(page, { headers: { accept: 'text/html' } })).text, finding, page)
  const doctor = () => callSemel(['doctor'], { DATABASE_URL: semel.databaseUrl, SECRET_KEY: 'test '.repeat(8) })
  assert.match((await doctor()).output, new RegExp(`^! Addresses +${finding.source}`, 'm'))
  const { id: confirmed } = (await list()).find(({ address }) => address === 'clerk@tea.example')!
  const lacking = await person(semel, 'staff', ['settings', 'customers'])
  const renew = (id: string, { token }: Person) =>
    semel.client().post(`/api/admin/settings/addresses/${id}/renew`, {}, { token })
  assert.equal((await renew(confirmed, lacking)).status, 403)
  assert.equal((await renew(confirmed, admin)).body.isPaused, false)
  assert.doesNotMatch((await browser.get('/admin', { headers: { accept: 'text/html' } })).text, finding)
  const next = await order()
  const mails = await semel.mailTo('clerk@tea.example', 2)
  assert.ok(mails.some(({ subject }) => subject.includes(`#${next}:`)))
})

test('own verified address, support address or none → it counts at once', async () => {
  const own = await person(semel, 'admin')
  assert.equal((await set({ orderEmail: own.email }, own)).body.waitingAddresses.orderEmail, own.email)
  await semel.db.updateTable('users').set({ email_verified_in_session: true }).where('id', '=', own.id).execute()
  await set({ orderEmail: 'other@tea.example' }, own)
  const counted = (await set({ orderEmail: own.email }, own)).body
  assert.deepEqual([counted.orderEmail, counted.waitingAddresses], [own.email, {}])
  assert.equal((await set({ orderEmail: own.email.replace('@', '+x@') }, own)).body.orderEmail, own.email)
  const support = (await set({ orderEmail: 'Help@tea.example' })).body
  assert.deepEqual([support.orderEmail, support.waitingAddresses], ['Help@tea.example', {}])
  await set({ orderEmail: 'other@tea.example' })
  const none = (await set({ orderEmail: '' })).body
  assert.deepEqual([none.orderEmail, none.waitingAddresses], ['', {}])
  assert.deepEqual(
    (await list()).filter(({ setting }) => setting === 'orderEmail'),
    [],
  )
})

test('twenty presses of two links at once → one address in the settings', async () => {
  await set({ orderEmail: 'race@tea.example' })
  const { id } = await waiting('race@tea.example')
  const presses = Array.from({ length: 20 }, () => confirmId(id))
  const other = set({ orderEmail: 'race-two@tea.example' })
  for (const { status } of await Promise.all(presses))
    assert.ok([200, 422, 400, 410, 403].includes(status) && status < 500)
  await other
  const rows = (await list()).filter(({ setting }) => setting === 'orderEmail')
  const confirmed = rows.filter(({ confirmedAt }) => confirmedAt)
  assert.equal(await orderEmail(), confirmed[0]?.address ?? '')
  assert.ok(confirmed.length <= 1 && rows.length <= 2)
})

test('the console shows what waits, sends it again and withdraws it', async () => {
  const browser = semel.client()
  browser.cookies.set(cookieNames(semel).session, admin.token)
  await set({ replyTo: 'desk@tea.example' })
  const { id } = await waiting('desk@tea.example')
  const look = async () => (await browser.get('/admin/settings/emails', { headers: { accept: 'text/html' } })).text
  assert.match(await look(), /Waits for confirmation/)
  for (const word of ['send-again', 'withdraw-address']) {
    const action = `/admin/settings/emails/addresses/${id}/${word}`
    const { status, text } = await browser.request('POST', action, {
      body: new URLSearchParams(fieldsOf(await look(), action)).toString(),
      headers: { accept: 'text/html', 'content-type': 'application/x-www-form-urlencoded' },
    })
    assert.ok(status < 400, text)
  }
  assert.equal((await semel.mailTo('desk@tea.example', 1)).length >= 1, true)
  assert.doesNotMatch(await look(), /desk@tea\.example/)
})

test('link sent repeatedly → five emails a day, and the former address stays', async () => {
  await set({ orderEmail: 'Often@tea.example' })
  const { id } = await waiting('Often@tea.example')
  const renew = () => semel.client().post(`/api/admin/settings/addresses/${id}/renew`, {}, { token: admin.token })
  const again = await Promise.all(Array.from({ length: 6 }, renew))
  assert.deepEqual(again.map(({ status }) => status).sort(), [200, 200, 200, 200, 429, 429])
  assert.equal((await set({ orderEmail: '' })).status, 200)
  const entered = await set({ orderEmail: 'often@tea.example' })
  assert.deepEqual([entered.status, entered.body.code], [429, 'rate_limited'])
  assert.equal(await waiting('often@tea.example'), undefined)
  semel.clock.advance(DAY)
  assert.equal((await set({ orderEmail: 'often@tea.example' }, await person(semel, 'admin'))).status, 200)
})
