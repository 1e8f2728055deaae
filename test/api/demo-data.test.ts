import assert from 'node:assert/strict'
import { test } from 'node:test'
import { seedOf } from '../../src/accounts/second-factors/factors.ts'
import { seed } from '../../src/dev/seed.ts'
import { welcome } from '../../src/dev/welcome.ts'
import { person } from '../support/people.ts'
import { startSemel } from '../support/semel.ts'

test('order of any of the first ten demo products → succeeds', async () => {
  await using semel = await startSemel({}, { worker: false })
  assert.equal(await seed(semel), true)
  const { token } = await person(semel)
  const { body: list } = await semel.client().get('/api/products', { token })
  assert.equal(list.items.length, 10)
  for (const { id } of list.items) {
    const order = { items: [{ productId: id, quantity: 100 }] }
    const { status, body } = await semel.client().post('/api/orders', order, { token })
    assert.equal(status, 201, `product ${id}: ${body.detail}`)
  }
  const first = await semel.db
    .selectFrom('products')
    .select(['id', 'status', 'stock'])
    .where('id', '<=', 10)
    .orderBy('id')
    .execute()
  assert.deepEqual(
    first.map(({ id }) => id),
    list.items.map(({ id }: { id: number }) => id),
  )
  for (const { status, stock } of first) assert.ok(status === 'active' && stock >= 900)
})

test('each demo product has a picture, as small file and as JPEG', async () => {
  await using semel = await startSemel({}, { worker: false })
  await seed(semel)
  const products = await semel.db.selectFrom('products').select('images').execute()
  const urls = new Set(products.map(({ images }) => images[0]!.url))
  // One for each thing, and one for each colour of the groups.
  assert.equal(urls.size, 60 + 14)
  const url = [...urls][0]!
  for (const address of [url, url.replace('800.jpg', '320.webp')]) {
    assert.equal((await semel.client().get(address)).status, 200)
  }
})

test('demo groups → listed once, 500 in all, each product pictured in colour', async () => {
  await using semel = await startSemel({}, { worker: false })
  await seed(semel)
  const rows = await semel.db
    .selectFrom('products')
    .select(['id', 'sku', 'name', 'price', 'status', 'group', 'is_listed', 'images'])
    .orderBy('id')
    .execute()
  assert.deepEqual(
    rows.filter(({ is_listed }) => is_listed).map(({ id }) => id),
    Array.from({ length: 500 }, (_, n) => n + 1),
  )
  const groups = Map.groupBy(
    rows.filter(({ group }) => group !== null),
    ({ group }) => group,
  )
  assert.deepEqual([...groups.values()].map(([first, ...others]) => [first!.name, 1 + others.length]).toSorted(), [
    ['Cotton Duvet Cover', 9],
    ['Dome Desk Lamp', 4],
    ['Enamel Camp Mug', 3],
    ['Felt Tote', 4],
    ['Ruled Notebook', 3],
  ])
  const { text } = await semel.client().get('/products?status=all')
  assert.match(text, /of 500 products/)
  const [lamp] = [...groups.values()].find(([{ name } = { name: '' }]) => name === 'Dome Desk Lamp')!
  const german = await semel.client().get(`/products/${lamp!.id}`, { headers: { 'accept-language': 'de' } })
  assert.match(german.text, /Ausführung: <strong>Messing<\/strong>/)
  assert.equal(german.text.match(/class="chips"[\s\S]*?<\/ul>/)?.[0].match(/<img/g)?.length, 4)
})

test('the other demo products cover every status', async () => {
  await using semel = await startSemel({}, { worker: false })
  await seed(semel)
  const rows = await semel.db
    .selectFrom('products')
    .select('status')
    .distinct()
    .where('id', '>', 10)
    .orderBy('status')
    .execute()
  assert.deepEqual(
    rows.map(({ status }) => status),
    ['active', 'coming_soon', 'discontinued', 'out_of_stock'],
  )
})

test('demo accounts → only in the embedded database, each with new seeds', async () => {
  await using semel = await startSemel({}, { worker: false })
  const { db } = semel
  assert.equal(await seed(semel), true)
  assert.deepEqual(await db.selectFrom('users').select('id').execute(), [])
  assert.equal(await seed(semel), false)
  const embedded = { ...semel, config: { ...semel.config, databaseUrl: undefined } }
  const seeds = new Set<string>()
  for (let made = 0; made < 2; made++) {
    await db.deleteFrom('users').execute()
    assert.equal(await seed(embedded), true)
    const factors = await db.selectFrom('second_factors').select(['id', 'secret']).where('kind', '=', 'totp').execute()
    for (const factor of factors) seeds.add(seedOf(semel, factor).toString('hex'))
  }
  assert.equal(seeds.size, 8)
})

test('SMTP_URL set → the start names no inbox for the login codes', async () => {
  await using semel = await startSemel({}, { worker: false })
  const embedded = { ...semel.config, databaseUrl: undefined }
  const withInbox = await welcome({ ...semel, config: { ...embedded, smtpUrl: undefined } }, semel.origin)
  assert.match(withInbox, /Login codes +http\S+\/dev/)
  const config = { ...embedded, smtpUrl: 'smtp://127.0.0.1:9' }
  const without = await welcome({ ...semel, config }, semel.origin)
  assert.doesNotMatch(without, /\/dev/)
  assert.match(without, /npx semel user reset-factors/)
})
