import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import { cookieNames } from '../../src/accounts/sessions/cookies.ts'
import { changeShop, forgetShop } from '../../src/shop/settings.ts'
import { fieldsOf } from '../support/forms.ts'
import { hold, lockedOut } from '../support/locks.ts'
import { person } from '../support/people.ts'
import { stockProduct } from '../support/products.ts'
import { type Semel, startSemel } from '../support/semel.ts'

/* The categories of the shop: a tree with an order; a new name reaches everything that names them. */

let semel: Semel
let staff: string
let customer: string
before(async () => {
  semel = await startSemel({}, { worker: false })
  staff = (await person(semel, 'staff')).token
  customer = (await person(semel)).token
})
beforeEach(async () => {
  await sql`delete from categories`.execute(semel.db)
  await sql`delete from former_categories`.execute(semel.db)
  await sql`delete from discount_codes`.execute(semel.db)
  await sql`update products set removed_at = now() where removed_at is null`.execute(semel.db)
})
after(() => semel[Symbol.asyncDispose]())

const at = (name: string) => `/api/categories/${encodeURIComponent(name)}`
const send = (method: 'post' | 'patch', path: string, body: object, token = staff) =>
  semel.client()[method](path, body, { token })
const create = (name: string, place: object = {}) => send('post', '/api/categories', { name, ...place })
const change = (name: string, body: object) => send('patch', at(name), body)
const merge = (name: string, into: string) => send('post', `${at(name)}/merge`, { into })
const remove = (name: string) => semel.client().delete(at(name), { token: staff })

/** Like `Furniture 0`, or ` Chairs 2` below it. */
async function tree(): Promise<string[]> {
  const { body } = await semel.client().get('/api/categories', { token: customer })
  const levels = new Map<string | null, number>([[null, -1]])
  return body.items.map(({ name, parent, products }: { name: string; parent: string | null; products: number }) => {
    levels.set(name, levels.get(parent)! + 1)
    return `${' '.repeat(levels.get(name)!)}${name} ${products}`
  })
}

const productIn = (category: string, more = {}) => stockProduct(semel.db, { category, ...more })

async function idsIn(category: string): Promise<number[]> {
  const { body } = await semel.client().get(`/api/products?${new URLSearchParams({ category })}`, { token: customer })
  return body.items.map(({ id }: { id: number }) => id)
}

test('categories are created, renamed, merged and deleted → each command publishes one event', async () => {
  await sql`delete from event_outbox`.execute(semel.db)
  await create('Lamps')
  await change('Lamps', { name: 'Lights' })
  await change('Nothing', { name: 'Something' })
  await create('Other')
  await merge('Other', 'Lights')
  await remove('Lights')
  await remove('Lights')
  const { rows } = await sql<{ type: string; data: object }>`
    select type, data from event_outbox where type like 'category.%' order by id
  `.execute(semel.db)
  assert.deepEqual(rows, [
    { type: 'category.created', data: { name: 'Lamps' } },
    { type: 'category.changed', data: { name: 'Lights', was: 'Lamps' } },
    { type: 'category.created', data: { name: 'Other' } },
    { type: 'category.deleted', data: { name: 'Other', into: 'Lights' } },
    { type: 'category.deleted', data: { name: 'Lights' } },
  ])
})

test('product with a new category → category appended at the top until moved', async () => {
  await productIn('Tables')
  await productIn('Chairs')
  assert.deepEqual(await tree(), ['Chairs 1', 'Tables 1'])
  assert.equal((await create('Furniture')).status, 201)
  assert.deepEqual(await tree(), ['Furniture 0', 'Chairs 1', 'Tables 1'].toSorted(byPlace))
  await change('Tables', { parent: 'Furniture' })
  await change('Chairs', { parent: 'Furniture' })
  assert.deepEqual(await tree(), ['Furniture 0', ' Tables 1', ' Chairs 1'])
  const { body } = await change('Chairs', { position: 0 })
  assert.deepEqual(body, { name: 'Chairs', parent: 'Furniture', position: 0, texts: {}, products: 1 })
  await productIn('Armchairs')
  assert.deepEqual(await tree(), ['Furniture 0', ' Chairs 1', ' Tables 1', 'Armchairs 1'])
  await change('Armchairs', { position: 0 })
  assert.deepEqual(await tree(), ['Armchairs 1', 'Furniture 0', ' Chairs 1', ' Tables 1'])
})

/** A category that is created is behind those that are there. */
function byPlace(a: string, b: string): number {
  const order = ['Chairs 1', 'Tables 1', 'Furniture 0']
  return order.indexOf(a) - order.indexOf(b)
}

test('renamed category → products, subcategories, codes and events updated; repeats are safe', async () => {
  const [lamp, gone] = [await productIn('Lights'), await productIn('Lights', { removed_at: new Date() })]
  await create('Desk lights', { parent: 'Lights' })
  const code = { code: 'BRIGHT', kind: 'percent', value: 10, categories: ['Lights', 'Chairs'] }
  const admin = (await person(semel, 'admin')).token
  assert.equal((await send('post', '/api/admin/discount-codes', code, admin)).status, 201)
  const headers = { 'idempotency-key': 'rename-lights' }
  const rename = () => semel.client().patch(at('Lights'), { name: 'Lamps' }, { token: staff, headers })
  const { status, body } = await rename()
  assert.equal(status, 200, JSON.stringify(body))
  assert.deepEqual(body, { name: 'Lamps', parent: null, position: 0, texts: {}, products: 1 })
  assert.deepEqual((await rename()).body, body)
  assert.deepEqual(await tree(), ['Lamps 1', ' Desk lights 0'])
  assert.deepEqual(await idsIn('Lamps'), [lamp])
  assert.deepEqual(await idsIn('Lights'), [])
  const archived = await semel.db.selectFrom('products').select('category').where('id', '=', gone).executeTakeFirst()
  assert.equal(archived?.category, 'Lamps')
  const { body: codes } = await semel.client().get('/api/admin/discount-codes', { token: admin })
  assert.deepEqual(codes.items[0].categories, ['Chairs', 'Lamps'])
  const { rows: events } = await sql`
    select from event_outbox where type = 'product.updated' and (data ->> 'productId')::int in (${lamp}, ${gone})
  `.execute(semel.db)
  assert.equal(events.length, 1, 'nobody hears of an archived product')
  const log = await semel.db.selectFrom('audit_log').select('detail').where('action', '=', 'category_renamed').execute()
  assert.deepEqual(log.at(-1)?.detail, { name: 'Lights', to: 'Lamps' })
})

test('name with a slash, question mark and emoji → can be changed', async () => {
  const name = 'Beds / sofas? 100% 🛋️'
  await productIn(name)
  assert.equal((await change(name, { name: 'Beds' })).status, 200)
  assert.deepEqual(await tree(), ['Beds 1'])
})

test('merged categories → products, subcategories and codes move, and one name remains', async () => {
  const ids = [await productIn('Sofas'), await productIn('Couches'), await productIn('Couches')]
  await create('Sofa beds', { parent: 'Couches' })
  await create('Corner sofas', { parent: 'Sofas' })
  await sql`
    insert into discount_codes (code, kind, value, active, created_at, categories)
    values ('SIT', 'percent', 10, true, now(), array['Sofas', 'Couches'])
  `.execute(semel.db)
  const { status, body } = await merge('Couches', 'Sofas')
  assert.deepEqual([status, body], [200, { into: 'Sofas', products: 2 }])
  assert.deepEqual(await tree(), ['Sofas 3', ' Corner sofas 0', ' Sofa beds 0'])
  assert.deepEqual(await idsIn('Sofas'), ids)
  const { categories } = await semel.db.selectFrom('discount_codes').select('categories').executeTakeFirstOrThrow()
  assert.deepEqual(categories, ['Sofas'])
  assert.equal((await merge('Couches', 'Sofas')).status, 404)
})

test('what cannot be is refused, and changes nothing', async () => {
  await productIn('Chairs')
  await create('Furniture')
  await change('Chairs', { parent: 'Furniture' })
  await create('Stools', { parent: 'Chairs' })
  await create('Bar stools', { parent: 'Stools' })
  await create('Tall ones', { parent: 'Bar stools' })
  await create('Rooms')
  await create('Kitchen', { parent: 'Rooms' })
  const was = await tree()
  const codeOf = ({ status, body }: { status: number; body: { code: string; errors?: { code: string }[] } }) =>
    `${status} ${body.errors?.[0]?.code ?? body.code}`
  for (const [answer, code] of [
    [await create('Furniture'), '409 taken'],
    [await create(' Furniture '), '409 taken'],
    [await change('Stools', { name: 'Chairs' }), '409 taken'],
    [await change('Furniture', { parent: 'Stools' }), '422 circle'],
    [await change('Furniture', { parent: 'Furniture' }), '422 circle'],
    [await change('Furniture', { parent: 'Nowhere' }), '422 not_found'],
    [await create('Taller ones', { parent: 'Tall ones' }), '422 too_deep'],
    [await merge('Furniture', 'Chairs'), '422 is_below'],
    [await merge('Chairs', 'Chairs'), '422 same'],
    [await merge('Chairs', 'Nowhere'), '422 not_found'],
    [await merge('Rooms', 'Tall ones'), '422 too_deep'],
    [await change('Nowhere', { name: 'Somewhere' }), '404 not_found'],
    [await remove('Chairs'), '409 category_in_use'],
    [await remove('Nowhere'), '404 not_found'],
    [await change('Chairs', { name: '' }), '422 required'],
    [await send('patch', at('Chairs'), { name: 'Seats' }, customer), '403 forbidden'],
  ] as const) {
    assert.equal(codeOf(answer), code)
  }
  assert.deepEqual(await tree(), was)
  assert.equal((await remove('Tall ones')).status, 204)
  assert.equal((await change('Chairs', { name: 'Chairs' })).status, 200)
})

test('position beyond the last → the last; large catalogues keep exact lists', async () => {
  for (const name of ['A', 'B', 'C']) await create(name)
  assert.equal((await change('A', { position: 2_000_000_000 })).body.position, 2)
  assert.deepEqual(await tree(), ['B 0', 'C 0', 'A 0'])
  await sql`
    insert into products (sku, name, category, price, stock)
    select 'MANY-' || n, 'Many ' || n, case when n % 3 = 0 then 'B' else 'C' end, 100, 1 from generate_series(1, 600) n
  `.execute(semel.db)
  assert.deepEqual(await tree(), ['B 200', 'C 400', 'A 0'])
  assert.equal((await merge('B', 'C')).body.products, 200)
  const seen = new Set<number>()
  for (let page = 1; page <= 6; page++) {
    const { body } = await semel.client().get(`/api/products?category=C&limit=100&page=${page}`, { token: customer })
    assert.equal(body.totalCount, 600)
    for (const { id } of body.items) seen.add(id)
  }
  assert.equal(seen.size, 600)
})

test('two moves at once that would make a circle → one is refused', async () => {
  for (let turn = 0; turn < 5; turn++) {
    const [a, b] = [`A${turn}`, `B${turn}`]
    await create(a)
    await create(b)
    const answers = await Promise.all([change(a, { parent: b }), change(b, { parent: a })])
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 422])
  }
})

test('many renames that wait for a long one leave connections to others', async () => {
  await create('Lamps')
  await using held = await hold(semel.databaseUrl, tx => sql`lock table categories in share mode`.execute(tx))
  const renames = Array.from({ length: 40 }, (_, n) => change('Lamps', { name: `Lamps ${n}` }))
  await lockedOut(semel.db, 3)
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => semel.client().get('/api/users/me', { token: customer })),
  )
  await held.release()
  await Promise.all(renames)
  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]))
})

test('ten simultaneous renames of one category → one succeeds, others find nothing', async () => {
  const id = await productIn('Rugs')
  const answers = await Promise.all(Array.from({ length: 10 }, (_, n) => change('Rugs', { name: `Carpets ${n}` })))
  assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, ...Array(9).fill(404)])
  const [only, ...more] = await tree()
  assert.deepEqual(more, [])
  assert.deepEqual(await idsIn(only!.slice(0, -2)), [id])
})

test('category renamed during an order with its code → the discount still applies', async () => {
  const id = await productIn('Lights')
  await sql`
    insert into discount_codes (code, kind, value, active, created_at, categories)
    values ('LIGHT', 'percent', 50, true, now(), array['Lights'])
  `.execute(semel.db)
  await using lock = await hold(semel.databaseUrl, tx =>
    sql`select from products where id = ${id} for update`.execute(tx),
  )
  const renamed = change('Lights', { name: 'Lamps' })
  await lockedOut(semel.db, 1)
  const order = { items: [{ productId: id, quantity: 1 }], discountCode: 'LIGHT' }
  const placed = semel.client().post('/api/orders', order, { token: customer })
  await lockedOut(semel.db, 2)
  await lock.release()
  assert.equal((await renamed).status, 200)
  const { status, body } = await placed
  assert.equal(status, 201, JSON.stringify(body))
  assert.equal(body.discountTotal, 500)
})

test('code created while its category is renamed → has the new name', async () => {
  await productIn('Lights')
  const money = (await person(semel, 'admin')).token
  // The code is written, and its transaction waits for the log of what staff do.
  await using lock = await hold(semel.databaseUrl, tx => sql`lock table audit_log in share mode`.execute(tx))
  const code = { code: 'BRIGHT', kind: 'percent', value: 10, categories: ['Lights'] }
  const made = semel.client().post('/api/admin/discount-codes', code, { token: money })
  await lockedOut(semel.db, 1)
  const renamed = change('Lights', { name: 'Lamps' })
  await lockedOut(semel.db, 2)
  await lock.release()
  assert.deepEqual([(await made).status, (await renamed).status], [201, 200])
  const { body } = await semel.client().get('/api/admin/discount-codes', { token: money })
  assert.deepEqual(body.items.find((one: { code: string }) => one.code === 'BRIGHT').categories, ['Lamps'])
})

test('shop → top tiles lead to subcategories, and a product shows its place', async () => {
  const chair = await productIn('Chairs', { name: 'Oak chair' })
  await productIn('Stools')
  await create('Furniture')
  await create('Empty')
  await change('Chairs', { parent: 'Furniture' })
  await change('Stools', { parent: 'Chairs' })
  const page = async (path: string) => (await semel.client().get(path, { headers: { accept: 'text/html' } })).text
  const tiles = (text: string) => [
    ...text.matchAll(/<li class="tile"><a href="[^"]*">(.*?)<\/a>\s+<span class="soft">(\d+)/g),
  ]
  const names = (text: string) => tiles(text).map(([, name, count]) => `${name} ${count}`)
  assert.deepEqual(names(await page('/')), ['Furniture 2'])
  const furniture = await page('/products?category=Furniture')
  assert.deepEqual(names(furniture), ['Chairs 2'])
  assert.doesNotMatch(furniture, /No products match/)
  const chairs = await page('/products?category=Chairs')
  assert.deepEqual(names(chairs), ['Stools 1'])
  assert.match(chairs, /<option value="Stools">Furniture › Chairs › Stools \(1\)<\/option>/)
  assert.match(chairs, /Oak chair/)
  const product = await semel.client().get(`/products/${chair}-x`, { headers: { accept: 'text/html' } })
  const shown = product.status === 301 ? await page(product.headers.get('location')!) : product.text
  const crumbs = /<nav class="crumbs".*?<\/nav>/s.exec(shown)![0]
  assert.deepEqual(
    [...crumbs.matchAll(/>([^<>]+)<\/a>/g)].map(([, name]) => name),
    ['Products', 'Furniture', 'Chairs'],
  )
})

test('former names → redirect to the present one until a category reuses them', async () => {
  const leads = async (category: string, more = {}) => {
    const address = `${semel.origin}/products?${new URLSearchParams({ category, ...more })}`
    const { status, headers } = await fetch(address, { redirect: 'manual' })
    return status === 301 ? headers.get('location') : status
  }
  const to = (category: string, more = {}) => `/products?${new URLSearchParams({ category, ...more })}`
  await productIn('Teapots')
  await productIn('Cups')
  await change('Teapots', { name: 'Pots' })
  assert.equal(await leads('Teapots', { utm_source: 'mail', sort: 'name' }), to('Pots', { sort: 'name' }))
  await change('Pots', { name: 'Tea & pots' })
  assert.deepEqual([await leads('Teapots'), await leads('Pots')], [to('Tea & pots'), to('Tea & pots')])
  await merge('Tea & pots', 'Cups')
  assert.deepEqual(
    [await leads('Teapots'), await leads('Tea & pots'), await leads('Cups')],
    [to('Cups'), to('Cups'), 200],
  )
  await change('Cups', { name: 'Teapots' })
  assert.deepEqual(
    [await leads('Teapots'), await leads('Cups'), await leads('Pots')],
    [200, to('Teapots'), to('Teapots')],
  )
  await productIn('Cups')
  await create('Pots')
  assert.deepEqual([await leads('Cups'), await leads('Pots')], [200, 200])
  await create('Empty')
  await change('Empty', { name: 'Void' })
  assert.equal(await leads('Empty'), to('Void'))
  await remove('Void')
  assert.deepEqual([await leads('Empty'), await leads('Void'), await leads('Unknown')], [200, 200, 200])
})

test('two categories swap names → no former name leads to nothing', async () => {
  for (const name of ['One', 'Two', 'Three']) await productIn(name)
  await Promise.all([
    change('One', { name: 'Four' }),
    merge('Two', 'Three'),
    change('Three', { name: 'Five' }),
    merge('One', 'Two'),
  ])
  const { rows } = await sql<{ name: string }>`
    select f.name from former_categories f where not exists (select from products p where p.category = f.became and removed_at is null)
      and not exists (select from categories c where c.name = f.became)
  `.execute(semel.db)
  assert.deepEqual(rows, [])
})

test('categories in the shop → named in the page language, else their own', async () => {
  await changeShop(semel.db, { languages: ['en', 'de'] })
  await forgetShop(semel.db)
  await productIn('Kitchen')
  const id = await productIn('Pans')
  assert.equal((await create('Outdoor', { texts: { de: { name: 'Draußen' } } })).body.texts.de.name, 'Draußen')
  assert.equal((await change('Kitchen', { texts: { de: { name: 'Küche' } } })).status, 200)
  assert.equal(
    (await change('Pans', { parent: 'Kitchen', texts: { de: { name: 'Pfannen' }, fr: { name: 'Poêles' } } })).status,
    200,
  )
  const texts = async (name: string) => {
    const { body } = await semel.client().get('/api/categories', { token: customer })
    return body.items.find((one: { name: string }) => one.name === name).texts
  }
  await change('Pans', { texts: { fr: null } })
  await change('Pans', { position: 0 })
  assert.deepEqual(await texts('Pans'), { de: { name: 'Pfannen' } })
  const read = async (path: string, language: string) =>
    (await semel.client().get(path, { headers: { 'accept-language': language } })).text
  for (const path of ['/', '/products', '/products?category=Kitchen', '/products?category=Pans', `/products/${id}`]) {
    const german = (await read(path, 'de')).replaceAll(/<[^>]*>/g, ' ')
    assert.match(german, /Küche|Pfannen/, path)
    assert.doesNotMatch(german, /Kitchen|Pans/, path)
    assert.match(await read(path, 'en'), /Kitchen|Pans/, path)
  }
  await change('Pans', { name: 'Skillets' })
  assert.deepEqual(await texts('Skillets'), { de: { name: 'Pfannen' } })
  const refused = await change('Kitchen', { texts: { es: { name: 'Cocina' } } })
  assert.equal(refused.status, 422, refused.text)
  await changeShop(semel.db, { languages: ['en'] })
  await forgetShop(semel.db)
})

test('console without scripts → category added, moved, renamed, merged and deleted', async () => {
  await productIn('Lights')
  await productIn('Lamps')
  const browser = semel.client()
  browser.cookies.set(cookieNames(semel).session, staff)
  const headers = { accept: 'text/html' }
  const submit = async (page: string, action: string, typed: Record<string, string> = {}) => {
    const { text } = await browser.get(page, { headers })
    const values = { ...fieldsOf(text, action), _confirmed: 'yes', ...typed }
    const answer = await browser.request('POST', action, {
      body: new URLSearchParams(values).toString(),
      headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' },
    })
    assert.equal(answer.status, 303, answer.text)
    assert.equal(answer.headers.get('location')?.split('?')[0], '/admin/categories')
  }
  const list = '/admin/categories'
  await submit(`${list}/new`, `${list}/new`, { name: 'Home', position: '0' })
  await submit(`${list}/Lights`, `${list}/Lights/change`, { name: 'Light & more', parent: 'Home' })
  assert.deepEqual(await tree(), ['Home 0', ' Light & more 1', 'Lamps 1'])
  const renamed = `${list}/${encodeURIComponent('Light & more')}`
  assert.match((await browser.get(list, { headers })).text, /Home › Light &amp; more/)
  await submit(renamed, `${renamed}/merge`, { into: 'Lamps' })
  await submit(`${list}/Home`, `${list}/Home/remove`)
  assert.deepEqual(await tree(), ['Lamps 2'])
})
