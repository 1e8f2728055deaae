/** Customers, their orders and papers leave a shop and come into another one without a difference. */
import assert from 'node:assert/strict'
import { mkdtemp, readdir, readFile, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { hashPassword } from '../../src/accounts/passwords/hashing.ts'
import { createApiKey } from '../../src/accounts/sessions/api-keys.ts'
import { exportShop } from '../../src/cli/files/moving.ts'
import { exportCustomers } from '../../src/orders/moving/export.ts'
import { importFile } from '../../src/orders/moving/import-file.ts'
import { changeShop } from '../../src/shop/settings.ts'
import { MINUTE } from '../../src/time.ts'
import { ADDRESS, placeForInvoice, sellAs } from '../support/documents.ts'
import { person, verifyEmail } from '../support/people.ts'
import { stockProduct } from '../support/products.ts'
import { type Semel, startSemel } from '../support/semel.ts'

const BCRYPT = '$2y$06$.mQICjkyRGl3GKw7/qijaOz8Pz5x51gWGCIXMdvWybMa5uHzltSrG'

let full: Semel
let empty: Semel
let headers: Record<string, string>
before(async () => {
  ;[full, empty] = [await open(), await open()]
  const { key } = await createApiKey(full, { name: 'Move', scopes: ['users:write', 'orders:write', 'orders:read'] })
  headers = { 'x-api-key': key }
})
after(async () => {
  for (const semel of [full, empty]) await semel[Symbol.asyncDispose]()
})

async function open(): Promise<Semel> {
  const semel = await startSemel({}, { worker: false })
  await changeShop(semel.db, { languages: ['en', 'de'] })
  return semel
}

const importUsers = (...users: object[]) => full.client().post('/api/users/import', { users }, { headers })
const importOrders = (...orders: object[]) => full.client().post('/api/orders/import', { orders }, { headers })

const orderOf = (number: string, email: string, more: object = {}) => ({
  number,
  email,
  placedAt: '2019-05-01T10:00:00Z',
  status: 'delivered',
  currency: 'EUR',
  total: 4999,
  items: [
    { name: 'Brass lamp', sku: 'OLD-7', quantity: 2, unitPrice: 2000 },
    { name: 'Wick', quantity: 1, unitPrice: 999 },
  ],
  ...more,
})

async function linesOf({ db }: Semel): Promise<string[]> {
  const text = (await Array.fromAsync(exportCustomers(db))).join('')
  return text.split('\n').filter(Boolean).toSorted()
}

async function* bytes(...parts: string[]) {
  for (const part of parts) yield Buffer.from(part)
}

async function addEverybody(): Promise<void> {
  const office = { ...ADDRESS, company: 'Lamps & Co', line2: 'Floor 3', phone: '+49 30 1' }
  const cases: object[] = [
    {
      email: 'Ada@example.com',
      name: 'Ada',
      emailVerified: true,
      passwordHash: BCRYPT,
      createdAt: '2018-01-02T03:04:05.678Z',
    },
    {
      email: 'own@example.com',
      name: 'Own',
      locale: 'de',
      phone: '+493012345678',
      passwordHash: await hashPassword('long words here'),
    },
    { email: 'nameless@example.com', emailVerified: true, newsSince: '2020-02-02T00:00:00Z' },
    {
      email: 'gone@example.com',
      disabled: true,
      announcements: false,
      passwordHash: '5f4dcc3b5aa765d61d8327deb882cf99',
    },
    {
      email: 'book@example.com',
      emailVerified: true,
      addresses: [
        { address: ADDRESS },
        { label: 'Work', address: office, isDeliveryDefault: true, isBillingDefault: true },
        { address: { ...ADDRESS, line1: 'Weg 2', country: 'XK' } },
      ],
    },
  ]
  const users = await importUsers(...cases)
  assert.equal(users.body.added, cases.length, users.text)
  const orders = await importOrders(
    orderOf('M-1', 'ada@example.com', { deliveryAddress: ADDRESS, billingAddress: office }),
    orderOf('M-2', 'book@example.com', { status: 'cancelled', total: 0 }),
    orderOf('M-3', 'nobody-there@example.com', { guest: true, deliveryAddress: ADDRESS }),
    orderOf('M-4', 'own@example.com', { guest: true }),
    orderOf('#1', 'ada@example.com'),
  )
  assert.equal(orders.body.added, 5, orders.text)
}

/** Orders of this shop: of an account with a paper, of a guest, and one that is open. */
async function addOwnOrders() {
  await sellAs(full)
  const [owner, admin] = [await person(full), await person(full, 'admin')]
  await verifyEmail(full, owner.id)
  const ids = [await placeForInvoice(full, owner), await placeForInvoice(full, owner)]
  const items = [{ productId: await stockProduct(full.db), quantity: 3 }]
  const guest = await full
    .client()
    .post('/api/guest-orders', { email: 'guest@example.com', items, deliveryAddress: ADDRESS })
  assert.equal(guest.status, 201, guest.text)
  const paper = await full.client().post(`/api/orders/${ids[0]}/documents`, { kind: 'invoice' }, admin)
  assert.equal(paper.status, 200, paper.text)
  const finished = [ids[0]!, guest.body.id]
  await full.db.updateTable('orders').set({ status: 'delivered' }).where('id', 'in', finished).execute()
  return { label: paper.body.number as string }
}

test('export → imported into an empty shop, the same export again', async () => {
  await addEverybody()
  const { label } = await addOwnOrders()
  const directory = join(await mkdtemp(join(tmpdir(), 'semel-')), 'away')
  const told = await exportShop(full, directory)
  assert.deepEqual(told, { documents: 1, pictures: 0, openOrders: 1 })
  const names = ['addresses.csv', 'customers.ndjson', 'documents', 'documents.csv', 'pictures', 'products.csv']
  assert.deepEqual((await readdir(directory)).toSorted(), names)
  const [paper] = await readdir(join(directory, 'documents'))
  assert.equal(paper, `${label}.pdf`)
  assert.match(await readFile(join(directory, 'documents', paper!), 'latin1'), /^%PDF-1/)
  assert.match(await readFile(join(directory, 'addresses.csv'), 'utf8'), /^address,sku\r\n\/products\/\d+-lamp,SKU-/)
  assert.equal((await stat(join(directory, 'customers.ndjson'))).mode & 0o777, 0o600)
  await assert.rejects(exportShop(full, directory), /is not empty/)

  const file = await readFile(join(directory, 'customers.ndjson'), 'utf8')
  const refused: string[] = []
  const report = await importFile(empty, bytes(file), (line, reason) => refused.push(`${line}: ${reason}`))
  assert.deepEqual(refused, [])
  const lines = await linesOf(full)
  assert.equal(report.customers.added + report.orders.added, lines.length)
  assert.deepEqual(await linesOf(empty), lines)
  assert.ok(lines.some(line => line.includes(BCRYPT)))
  assert.ok(lines.some(line => line.includes('"number":"#1 (')))
  const again = await importFile(empty, bytes(file), () => {})
  assert.deepEqual([again.customers.added, again.orders.added], [0, 0])
  assert.deepEqual(await linesOf(empty), lines)
})

test('unreadable lines of a file → told by number, others come', async () => {
  const refused: string[] = []
  const customer = JSON.stringify({ email: 'file@example.com', emailVerified: true, passwordHash: 'x', shoe: 42 })
  const order = JSON.stringify(orderOf('F-1', 'file@example.com'))
  const future = JSON.stringify(orderOf('F-2', 'file@example.com', { placedAt: '2099-01-01T00:00:00Z' }))
  const parts = `${customer}\n{"email":\n[]\n${order}\n${future}\n${JSON.stringify({ email: 'no' })}`
  const report = await importFile(full, bytes(parts.slice(0, 7), parts.slice(7)), (line, reason) =>
    refused.push(`${line}: ${reason}`),
  )
  assert.deepEqual(
    refused.map(text => text.split(' ').slice(0, 2).join(' ')),
    ['2: is', '3: is', '5: placedAt', '6: email'],
  )
  assert.deepEqual(report, {
    customers: { added: 1, known: 0, refused: 3 },
    orders: { added: 1, known: 0, refused: 1 },
    unusablePasswords: [{ kind: 'other', reason: 'unknown_hash', count: 1 }],
    ignored: ['shoe'],
  })
})

test('customers file → admins with a recent second factor only, and logged', async () => {
  const [admin, staff, customer] = [await person(full, 'admin'), await person(full, 'staff'), await person(full)]
  const get = ({ token }: { token: string }) =>
    full.client().get('/admin/customers.ndjson', { headers: { cookie: `semel_session=${token}` } })
  assert.deepEqual([(await get(staff)).status, (await get(customer)).status], [403, 403])
  const file = await get(admin)
  assert.equal(file.status, 200)
  assert.ok(file.text.includes(`"email":"${customer.email}"`))
  const logged = () =>
    full.db
      .selectFrom('audit_log')
      .select('user_id')
      .where('action', '=', 'customers_exported')
      .where('user_id', 'is not', null)
      .execute()
  assert.deepEqual(await logged(), [{ user_id: admin.id }])
  full.clock.advance(11 * MINUTE)
  const late = await get(admin)
  assert.deepEqual([late.status, late.headers.get('location')], [303, '/account?next=%2Fadmin%2Fusers#confirm-title'])
  assert.equal((await logged()).length, 1)
})

test('addresses of other programs → region and company kept, the rest told', async () => {
  const { name: _, ...nameless } = ADDRESS
  const deliveryAddress = { ...nameless, company: 'Shade GmbH', state: 'Bayern', building: 'B' }
  const billingAddress = { ...ADDRESS, region: '', province: 'Berlin', county: 'Mitte' }
  const { body, text } = await importOrders(
    orderOf('R-1', 'region@example.com', { guest: true, deliveryAddress, billingAddress }),
  )
  assert.equal(body.added, 1, text)
  assert.deepEqual(body.ignored, ['deliveryAddress.building', 'billingAddress.county'])
  const found = await full.db
    .selectFrom('past_orders')
    .selectAll()
    .where('number', '=', 'R-1')
    .executeTakeFirstOrThrow()
  assert.deepEqual(found.delivery_address, { ...nameless, name: 'Shade GmbH', region: 'Bayern' })
  assert.deepEqual(found.billing_address, { ...ADDRESS, region: 'Berlin' })
})

test('past order of a guest → once, the account takes it over', async () => {
  const owner = await person(full)
  const orders = Array.from({ length: 5 }, () => importOrders(orderOf('G-1', owner.email, { guest: true })))
  assert.equal((await Promise.all(orders)).filter(({ body }) => body.added === 1).length, 1)
  const guests = full.db.selectFrom('users').select('id').where('email', '=', owner.email).where('is_guest', '=', true)
  const [guest, ...others] = await guests.execute()
  assert.deepEqual(others, [])
  const staff = { headers: { cookie: `semel_session=${(await person(full, 'staff')).token}` } }
  assert.match((await full.client().get(`/admin/users/${guest!.id}`, staff)).text, /G-1/)
  const claim = () => full.client().post('/api/users/me/guest-orders', {}, owner)
  const own = async () => (await full.client().get('/api/past-orders', owner)).body.totalCount
  await claim()
  assert.equal(await own(), 0)
  const verified = { email_verified_at: full.clock.now(), email_verified_in_session: true }
  await full.db.updateTable('users').set(verified).where('id', '=', owner.id).execute()
  const page = await full.client().get('/orders', { headers: { cookie: `semel_session=${owner.token}` } })
  assert.match(page.text, /before you had an account: G-1/)
  assert.equal((await claim()).status, 200)
  assert.equal(await own(), 1)
  // A verified account gets the next one at once.
  assert.equal((await importOrders(orderOf('G-2', owner.email, { guest: true }))).body.added, 1)
  assert.equal(await own(), 2)
})
