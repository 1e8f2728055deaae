import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import sharp from 'sharp'
import { PUBLISHABLE } from '../../src/accounts/sessions/access.ts'
import { createApiKey } from '../../src/accounts/sessions/api-keys.ts'
import { cookieNames } from '../../src/accounts/sessions/cookies.ts'
import { settleGroups } from '../../src/catalogue/groups/settle.ts'
import { deleteUnusedImages } from '../../src/catalogue/images/images.ts'
import type { Tx } from '../../src/database/schema.ts'
import { changeShop, forgetShop } from '../../src/shop/settings.ts'
import type { Client } from '../support/client.ts'
import { fieldsOf } from '../support/forms.ts'
import { hold, lockedOut } from '../support/locks.ts'
import { person } from '../support/people.ts'
import { stockOf, stockProduct } from '../support/products.ts'
import { type Semel, startSemel } from '../support/semel.ts'

/* Groups of products that are variants of each other: what staff may do with them, and where customers read which one it is. */

let semel: Semel
let staff: string
let customer: { id: string; token: string }
let client: Client
before(async () => {
  semel = await startSemel({}, { worker: false })
  staff = (await person(semel, 'staff')).token
  customer = await person(semel)
  client = semel.client()
})
after(() => semel[Symbol.asyncDispose]())

const OPTIONS = [
  { name: 'Colour', values: ['red', 'blue'] },
  { name: 'Size', values: ['S', 'M'] },
]
const values = (colour: string, size: string) => [
  { name: 'Colour', value: colour },
  { name: 'Size', value: size },
]
const send = (method: 'post' | 'patch' | 'put', path: string, body: object) =>
  client[method](`/api/product-groups${path}`, body, { token: staff })
const get = (path: string, token = customer.token) => client.get(`/api${path}`, { token })
const idsOf = async (path: string) => (await get(path)).body.items.map(({ id }: { id: number }) => id)

let number = 0
/** A group with a product for each pair of values; the first one is listed. */
async function group(
  pairs: [string, string][] = [
    ['red', 'S'],
    ['red', 'M'],
    ['blue', 'M'],
  ],
  product = {},
) {
  number++
  const name = `Shirt ${number}`
  const ids: number[] = []
  for (const _ of pairs) ids.push(await stockProduct(semel.db, { name, category: name, ...product }))
  const products = ids.map((id, n) => ({ id, options: values(...pairs[n]!) }))
  const made = await send('post', '', { name, options: OPTIONS, products })
  assert.equal(made.status, 201, made.text)
  return { id: made.body.id as number, name, ids, made }
}

test('a group has options, and its products one value of each', async () => {
  const { id, name, ids, made } = await group()
  assert.equal(made.headers.get('location'), `/api/product-groups/${id}`)
  const { products, created_at, updated_at, ...rest } = made.body
  assert.deepEqual(rest, { id, name, texts: {}, options: OPTIONS, listed: ids[0], images: [] })
  assert.deepEqual([products.length, created_at], [3, updated_at])
  assert.deepEqual(products[2], { ...products[2], id: ids[2], options: values('blue', 'M') })
  assert.deepEqual((await get(`/product-groups/${id}`)).body, made.body)
  assert.ok((await get('/product-groups?limit=100')).body.items.some((one: { id: number }) => one.id === id))
  const product = (await get(`/products/${ids[1]}`)).body
  assert.deepEqual([product.group, product.options], [id, values('red', 'M')])
  for (const version of ['v1', 'v2']) assert.equal((await get(`/${version}/products/${ids[1]}`)).body.group, id)
  assert.deepEqual(await idsOf(`/products?group=${id}&limit=100`), ids)
})

test('options and values are renamed together with the products that have them', async () => {
  const { id, ids } = await group()
  const options = [{ name: 'Color', values: ['crimson', 'blue'] }]
  const refused = await send('patch', `/${id}`, { options })
  assert.deepEqual([refused.status, refused.body.errors[0].code], [422, 'option_in_use'])
  const products = [
    { id: ids[0], options: [{ name: 'Color', value: 'blue' }] },
    { id: ids[2], options: [{ name: 'Color', value: 'crimson' }] },
  ]
  const changed = await send('patch', `/${id}`, { options, products, listed: ids[2] })
  assert.equal(changed.status, 200, changed.text)
  assert.deepEqual([changed.body.options, changed.body.listed], [options, ids[2]])
  assert.deepEqual((await get(`/products/${ids[1]}`)).body.group, null, 'a product that is left out leaves')
  // Two change places.
  const swapped = products.map((one, n) => ({ ...one, options: products[1 - n]!.options }))
  assert.equal((await send('patch', `/${id}`, { products: swapped })).status, 200)
  const texts = { de: { name: 'Hemd', words: [{ text: 'crimson', translation: 'purpurrot' }] } }
  assert.deepEqual((await send('patch', `/${id}`, { texts })).body.texts, texts)
  assert.deepEqual((await send('patch', `/${id}`, { texts: { de: { name: '' } } })).body.texts, {
    de: { words: texts.de.words },
  })
  assert.deepEqual((await send('patch', `/${id}`, { texts: { de: null } })).body.texts, {})
})

test('a group without a product on sale is for staff only', async () => {
  const { id, ids, name } = await group([['red', 'S']])
  const { key } = await createApiKey(semel, { name: 'Page', scopes: [PUBLISHABLE] })
  const seen = async (headers: Record<string, string>) => {
    const [one, list] = [`/api/product-groups/${id}`, '/api/product-groups?limit=100']
    const { items } = (await client.get(list, { headers })).body
    return [(await client.get(one, { headers })).status, items.some((group: { name: string }) => group.name === name)]
  }
  const customers = { authorization: `Bearer ${customer.token}` }
  const page = { 'x-api-key': key }
  assert.deepEqual(
    [await seen(customers), await seen(page)],
    [
      [200, true],
      [200, true],
    ],
  )
  await client.put(`/api/products/${ids[0]}/state`, { state: 'draft' }, { token: staff })
  assert.deepEqual(
    [await seen(customers), await seen(page)],
    [
      [404, false],
      [404, false],
    ],
  )
  assert.deepEqual(await seen({ authorization: `Bearer ${staff}` }), [200, true])
})

test('what does not fit a group is refused with its reason', async () => {
  const { id, name, ids } = await group()
  const other = await group([['red', 'S']])
  const lone = await stockProduct(semel.db)
  const refusal = async (method: 'post' | 'patch' | 'put', path: string, body: object) => {
    const { status, body: problem } = await send(method, path, body)
    const [error] = problem.errors ?? []
    return error ? [status, error.field, error.code] : [status, problem.code]
  }
  const put = (product: number, options: object[]) => refusal('put', `/${id}/products/${product}`, { options })
  assert.deepEqual(await put(lone, [{ name: 'Weight', value: 'red' }]), [422, 'options.0.name', 'unknown_option'])
  assert.deepEqual(await put(lone, [{ name: 'Colour', value: 'green' }]), [422, 'options.0.value', 'unknown_value'])
  assert.deepEqual(await put(lone, values('red', 'S').slice(1)), [422, 'options', 'required'])
  assert.deepEqual(await put(lone, [values('red', 'S')[0]!, values('red', 'S')[0]!]), [
    422,
    'options.1.name',
    'duplicate',
  ])
  assert.deepEqual(await put(lone, values('red', 'S')), [409, 'combination_taken'])
  assert.deepEqual(await put(other.ids[0]!, values('blue', 'S')), [409, 'product_in_other_group'])
  assert.deepEqual(await put(999_999, values('blue', 'S')), [404, 'not_found'])
  const twice = [ids[0], ids[1]].map(id => ({ id, options: values('blue', 'S') }))
  assert.deepEqual(await refusal('patch', `/${id}`, { products: twice }), [409, 'combination_taken'])
  const same = [ids[0], ids[0]].map(id => ({ id, options: values('blue', 'S') }))
  assert.deepEqual(await refusal('patch', `/${id}`, { products: same }), [422, 'products.1.id', 'duplicate'])
  assert.deepEqual(await refusal('patch', `/${id}`, { listed: lone }), [422, 'listed', 'not_in_group'])
  assert.deepEqual(await refusal('patch', '/999999', { name: 'X' }), [404, 'not_found'])
  assert.deepEqual(await refusal('post', '', { name, options: OPTIONS }), [409, 'name', 'taken'])
  const double = { name: 'Y', options: [OPTIONS[0], OPTIONS[0]] }
  assert.deepEqual(await refusal('post', '', double), [422, 'options.1.name', 'duplicate'])
  const repeated = { name: 'Y', options: [{ name: 'Colour', values: ['red', 'red'] }] }
  assert.deepEqual(await refusal('post', '', repeated), [422, 'options.0.values.1', 'duplicate'])
  assert.deepEqual(await refusal('post', '', { name: 'Y', options: [] }), [422, 'options', 'required'])
  const colon = { name: 'Y', options: [{ name: 'a:b', values: ['x'] }] }
  assert.equal((await refusal('post', '', colon))[0], 422)
  const remove = async (path: string) =>
    (await client.delete(`/api/product-groups${path}`, { token: staff })).body?.code
  assert.equal(await remove(`/${id}`), 'group_has_products')
  for (const product of ids) assert.equal(await remove(`/${id}/products/${product}`), undefined)
  assert.equal(await remove(`/${id}/products/${lone}`), 'not_found')
  assert.equal(await remove(`/${id}`), undefined)
  assert.equal(await remove(`/${id}`), 'not_found')
  assert.equal((await client.post('/api/product-groups', {}, { token: customer.token })).status, 403)
})

test('of many people who add the same combination one wins', async () => {
  const { id } = await group([['red', 'S']])
  const products = await Promise.all(Array.from({ length: 8 }, () => stockProduct(semel.db)))
  const answers = await Promise.all(
    products.map(product => send('put', `/${id}/products/${product}`, { options: values('blue', 'M') })),
  )
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, ...Array(7).fill(409)])
  assert.equal((await get(`/product-groups/${id}`)).body.products.length, 2)
})

test('lists of the shop have a group once, by an orderable product', async () => {
  const { id, name, ids } = await group()
  const [first, second, third] = ids as [number, number, number]
  const list = `/products?category=${encodeURIComponent(name)}`
  const listed = async () => {
    const once = await idsOf(`${list}&listed=true`)
    assert.equal(once.length, 1)
    assert.equal((await get(`${list}&listed=true`)).body.totalCount, 1)
    assert.deepEqual(
      await idsOf(`${list}&limit=100`),
      ids.filter(id => id !== removed),
      'the API has them all',
    )
    return once[0]
  }
  let removed: number | undefined
  assert.equal(await listed(), first)
  await send('put', `/${id}/products/${second}`, { options: values('red', 'M'), listed: true })
  assert.equal(await listed(), second)
  // It is sold out, so another one represents the group until it is back.
  await client.post('/api/orders', { items: [{ productId: second, quantity: 100 }] }, { token: customer.token })
  assert.equal((await stockOf(semel.db, second)).status, 'out_of_stock')
  while (await settleGroups(semel.db));
  assert.equal(await listed(), first)
  await client.patch(`/api/products/${second}`, { stock: 5 }, { token: staff })
  while (await settleGroups(semel.db));
  assert.equal(await listed(), second)
  // The next one follows a product that is removed, or leaves.
  assert.equal((await client.delete(`/api/products/${second}`, { token: staff })).status, 204)
  removed = second
  assert.equal(await listed(), first)
  assert.equal((await get(`/product-groups/${id}`)).body.listed, first)
  await client.delete(`/api/product-groups/${id}/products/${first}`, { token: staff })
  assert.equal((await get(`/product-groups/${id}`)).body.listed, third)
  assert.deepEqual(await idsOf(`${list}&listed=true`), [first, third], 'a product that left is listed by itself')
})

test('all products of a group removed at once → none listed, no deadlock', async () => {
  const { id, ids, name } = await group()
  const removals = ids.map(product => client.delete(`/api/products/${product}`, { token: staff }))
  assert.deepEqual(
    (await Promise.all(removals)).map(({ status }) => status),
    [204, 204, 204],
  )
  assert.deepEqual(await idsOf(`/products?category=${encodeURIComponent(name)}`), [])
  assert.equal((await get(`/product-groups/${id}`, staff)).body.listed, null)
  assert.equal((await client.delete(`/api/product-groups/${id}`, { token: staff })).status, 204)
})

test('worker settling two groups and an order of both → no deadlock', async () => {
  const first = await stockProduct(semel.db)
  const { ids, id: group1 } = await group([['red', 'S']])
  const { id: group2 } = await group([])
  await send('put', `/${group2}/products/${first}`, { options: values('red', 'S') })
  await sql`delete from unsettled_groups`.execute(semel.db)
  await sql`insert into unsettled_groups ("group") values (${group1}), (${group2})`.execute(semel.db)
  const take = (tx: Tx, id: number) => sql`select from products where id = ${id} for no key update nowait`.execute(tx)
  let order!: Tx
  await using held = await hold(semel.databaseUrl, async tx => {
    order = tx
    await take(tx, first)
  })
  const settling = settleGroups(semel.db)
  await lockedOut(semel.db)
  await take(order, ids[0]!)
  await held.commit()
  assert.equal(await settling, true)
})

test('shop shows a group once, finds each product, and lets one choose', async () => {
  const { id, ids, name } = await group()
  const unique = `Zephyr${number}`
  await client.patch(`/api/products/${ids[2]}`, { description: unique, price: 1500 }, { token: staff })
  const texts = {
    de: {
      name: 'Hemd',
      words: [
        { text: 'red', translation: 'rot' },
        { text: 'Colour', translation: 'Farbe' },
      ],
    },
  }
  await send('patch', `/${id}`, { texts })
  const page = async (path: string) => (await semel.client().get(path)).text
  const category = `/products?category=${encodeURIComponent(name)}`
  const cards = (text: string) => [...text.matchAll(/<li class="card product">.*?<\/li>/gs)].map(([card]) => card)
  const listed = cards(await page(category))
  assert.equal(listed.length, 1)
  assert.match(listed[0]!, new RegExp(`href="/products/${ids[0]}-.*3 versions.*From €10\\.00`, 's'))
  assert.doesNotMatch(listed[0]!, /<form/)
  assert.match(await page(category), /1 product in stock/)
  for (const query of [`q=${unique}`, `min=15&category=${encodeURIComponent(name)}`]) {
    const found = cards(await page(`/products?${query}`))
    assert.deepEqual([found.length, found[0]?.includes(`/products/${ids[2]}-`)], [1, true], query)
  }
  assert.equal(cards(await page(`/products?q=${encodeURIComponent(`"${name}"`)}`)).length, 1)
  const product = await page(`/products/${ids[1]}`)
  assert.match(product, /Colour: <strong>red<\/strong>.*Size: <strong>M<\/strong>/s)
  const chosen = [...product.matchAll(/<a href="\/products\/(\d+)-[^"]*"( aria-current="true")?>(\w+)</g)].map(
    ([, to, isChosen, text]) => [Number(to), isChosen !== undefined, text],
  )
  assert.deepEqual(chosen.slice(0, 4), [
    [ids[1], true, 'red'],
    [ids[2], false, 'blue'],
    [ids[0], false, 'S'],
    [ids[1], true, 'M'],
  ])
  assert.match(product, new RegExp(`"@type":"ProductGroup","productGroupID":"${id}"`))
})

test('link that changes another option too → says so in the page’s words', async () => {
  const pairs: [string, string][] = [
    ['red', 'S'],
    ['red', 'M'],
    ['blue', 'S'],
  ]
  const { id, ids } = await group(pairs)
  const words = [{ text: 'M', translation: 'mittel' }]
  await send('patch', `/${id}`, { texts: { de: { words } } })
  await changeShop(semel.db, { languages: ['en', 'de'] })
  await forgetShop(semel.db)
  const linksOf = async (product: number, language: string) => {
    const { text } = await semel.client().get(`/products/${product}`, { headers: { 'accept-language': language } })
    return [...text.matchAll(/<a href="\/products\/(\d+)-[^"]*"(?: aria-current="true")?>(.*?)<\/a><\/li>/g)].map(
      ([, to, inner]) => [Number(to), inner!.replaceAll(/<[^>]+>/g, '')],
    )
  }
  assert.deepEqual(await linksOf(ids[1]!, 'en'), [
    [ids[1], 'red'],
    [ids[2], 'blue (not in M, leads to S)'],
    [ids[0], 'S'],
    [ids[1], 'M'],
  ])
  assert.deepEqual((await linksOf(ids[1]!, 'de'))[1], [ids[2], 'blue (nicht in mittel, führt zu S)'])
  await client.patch(`/api/products/${ids[2]}`, { stock: 0 }, { token: staff })
  assert.match(String((await linksOf(ids[1]!, 'en'))[1]![1]), /^blue \(not in M, leads to S, Out of stock\)$/)
  await changeShop(semel.db, { languages: ['en'] })
  await forgetShop(semel.db)
})

test('option’s words → may come with it, and are those of the group', async () => {
  const options = [{ name: 'Colour', values: ['red', 'blue'], texts: { de: { name: 'Farbe', values: ['rot', ''] } } }]
  const texts = { de: { name: 'Hemd', words: [{ text: 'red', translation: 'dunkelrot' }] } }
  const { status, body, text } = await client.post(
    '/api/product-groups',
    { name: 'Worded', options, texts },
    { token: staff, headers: { prefer: 'handling=strict' } },
  )
  assert.equal(status, 201, text)
  assert.deepEqual(body.options, [{ name: 'Colour', values: ['red', 'blue'] }])
  assert.deepEqual(body.texts.de, {
    name: 'Hemd',
    words: [
      { text: 'red', translation: 'dunkelrot' },
      { text: 'Colour', translation: 'Farbe' },
    ],
  })
  const again = [{ ...options[0]!, texts: { de: { values: ['rot', 'blau'] } } }]
  const changed = await send('patch', `/${body.id}`, { options: again })
  const words = new Map(
    changed.body.texts.de.words.map((word: { text: string; translation: string }) => [word.text, word.translation]),
  )
  assert.deepEqual([words.get('red'), words.get('blue'), words.get('Colour')], ['rot', 'blau', 'Farbe'])
})

test('cart and checkout name a group’s product in the page’s language', async () => {
  await changeShop(semel.db, { languages: ['en', 'de'] })
  await forgetShop(semel.db)
  const { id, ids, name } = await group([['red', 'M']])
  const texts = { de: { name: `Hemd ${number}`, words: [{ text: 'red', translation: 'rot' }] } }
  await send('patch', `/${id}`, { texts })
  await client.post('/api/cart/items', { productId: ids[0], quantity: 1 }, { token: customer.token })
  const headers = { cookie: `semel_session=${customer.token}` }
  for (const path of ['/cart', '/checkout']) {
    assert.ok((await semel.client().get(`/de${path}`, { headers })).text.includes(`Hemd ${number} (rot, M)`), path)
    assert.ok((await semel.client().get(`/en${path}`, { headers })).text.includes(`${name} (red, M)`), path)
  }
  await semel.client().delete(`/api/cart/items/${ids[0]}`, { token: customer.token })
  await changeShop(semel.db, { languages: ['en'] })
  await forgetShop(semel.db)
})

test('cart, order, slip, files and events say which product of a group', async () => {
  const { ids, name } = await group([['red', 'M']])
  const productId = ids[0]!
  const title = `${name} (red, M)`
  const said = { name: title, options: 'Colour: red; Size: M' }
  const shown = ({ name, options }: typeof said) => ({ name, options })
  const auth = { token: customer.token }
  const cart = await client.post('/api/cart/items', { productId, quantity: 2 }, auth)
  assert.deepEqual(shown(cart.body.items[0]), said)
  const items = [{ productId, quantity: 2 }]
  assert.deepEqual(shown((await client.post('/api/quotes', { items }, auth)).body.items[0]), said)
  const { body: order } = await client.post('/api/orders', { items }, auth)
  assert.deepEqual(shown(order.items[0]), said)
  // A bought item keeps the name that it had.
  await client.patch(`/api/products/${productId}`, { name: 'Another name' }, { token: staff })
  assert.deepEqual(shown((await get(`/orders/${order.id}`)).body.items[0]), said)
  const short = await client.post('/api/orders', { items: [{ productId, quantity: 500 }] }, auth)
  assert.match(short.body.detail, /^Another name \(red, M\): 500 asked/)

  const browser = semel.client()
  browser.cookies.set(cookieNames(semel).session, staff)
  assert.ok((await browser.get(`/admin/orders/${order.id}/packing-slip`)).text.includes(title))
  assert.ok((await browser.get(`/admin/orders/${order.id}`)).text.includes(title))
  const own = semel.client()
  own.cookies.set(cookieNames(semel).session, customer.token)
  assert.ok((await own.get(`/orders/${order.id}`)).text.includes(title))
  const { body: feed } = await get('/events?types=order.placed&limit=100', staff)
  const event = feed.items.find((one: { data: { orderId: number } }) => one.data.orderId === order.id)
  assert.deepEqual(shown(event.order.items[0]), said)
})

test('staff make a group, add products and change values without a script', async () => {
  const browser = semel.client()
  browser.cookies.set(cookieNames(semel).session, staff)
  const html = { accept: 'text/html' }
  const submit = async (page: string, action: string, typed: Record<string, string>) => {
    const { text } = await browser.get(page, { headers: html })
    const values = { ...fieldsOf(text, action), _confirmed: 'yes', ...typed }
    const answer = await browser.request('POST', action, {
      body: new URLSearchParams(values).toString(),
      headers: { ...html, 'content-type': 'application/x-www-form-urlencoded' },
    })
    return { ...answer, to: answer.headers.get('location') }
  }
  const list = '/admin/product-groups'
  const typed = {
    name: 'Mug',
    'options.0.name': 'Colour',
    'options.0.values': 'red\nsky blue',
    'options.1.name': 'Size',
  }
  const wrong = await submit(`${list}/new`, `${list}/new`, typed)
  assert.equal(wrong.status, 422)
  assert.match(wrong.text, /Values of option 2 is required/)
  const made = await submit(`${list}/new`, `${list}/new`, { ...typed, 'options.1.values': 'S\nL' })
  assert.equal(made.status, 303, made.text)
  const id = Number(/\d+$/.exec(made.to!)![0])
  const page = `${list}/${id}`
  const mug = await stockProduct(semel.db, { name: 'Mug, sky blue, L', sku: 'MUG-1' })
  const { text } = await browser.get(page, { headers: html })
  assert.match(text, /<option value="sky blue" selected>/, 'the values are guessed from the name')
  const added = await submit(page, `${page}/products/${mug}/add`, {})
  assert.equal(added.to?.split('?')[0], page, added.text)
  assert.deepEqual((await get(`/products/${mug}`)).body.options, [
    { name: 'Colour', value: 'sky blue' },
    { name: 'Size', value: 'L' },
  ])
  assert.match((await submit(page, `${page}/products/${mug}`, { 'options.1.value': '' })).text, /Size/)
  assert.equal((await submit(page, `${page}/products/${mug}`, { 'options.1.value': 'S' })).status, 303)
  assert.match((await browser.get(`/admin/products/${mug}`, { headers: html })).text, /Colour: sky blue; Size: S/)
  const renamed = await submit(page, `${page}/change`, { name: 'Cup', 'options.0.values': 'sky blue' })
  assert.equal(renamed.status, 303, renamed.text)
  assert.equal((await submit(page, `${page}/products/${mug}/remove`, {})).status, 303)
  const gone = await submit(page, `${page}/remove`, {})
  assert.equal(gone.to, list, gone.text)
})

test('group → pictures that its products share; colour → its own beside the word', async () => {
  const { id, ids } = await group()
  const data = async (background: string) => {
    const image = sharp({ create: { width: 40, height: 40, channels: 3, background } })
    return (await image.png().toBuffer()).toString('base64')
  }
  const page = async (path: string) => {
    const answer = await client.get(path, { headers: { accept: 'text/html' } })
    return answer.status === 301 ? (await client.get(answer.headers.get('location')!)).text : answer.text
  }
  const added = await send('post', `/${id}/images`, { data: await data('white'), alt: 'All colours' })
  assert.equal(added.status, 200, added.text)
  const [shared] = added.body.images
  assert.match(
    await page(`/products/${ids[0]}`),
    /alt="All colours"/,
    'a product without a picture shows that of its group',
  )
  for (const [n, colour] of ['red', 'red', 'blue'].entries()) {
    const body = { data: await data(colour), alt: `A ${colour} one` }
    await client.post(`/api/products/${ids[n]}/images`, body, { token: staff })
  }
  const shown = await page(`/products/${ids[0]}`)
  assert.deepEqual(
    [...shown.matchAll(/alt="([^"]+)"/g)].map(([, alt]) => alt),
    ['A red one', 'All colours'],
    'its own picture comes first, and swatches are decoration',
  )
  const [colours, sizes] = [...shown.matchAll(/<ul class="chips" aria-labelledby="option-\d">(.*?)<\/ul>/gs)]
  assert.equal([...colours![1]!.matchAll(/<img /g)].length, 2)
  assert.equal([...sizes![1]!.matchAll(/<img /g)].length, 0, 'sizes look the same')

  const second = await send('post', `/${id}/images`, { data: await data('black'), alt: 'The back' })
  const hash = second.body.images[1].url.split('/')[3]
  const moved = await send('patch', `/${id}/images/${hash}`, { place: 1 })
  assert.deepEqual(
    moved.body.images.map(({ alt }: { alt: string }) => alt),
    ['The back', 'All colours'],
  )
  const { body } = await client.delete(`/api/product-groups/${id}/images/${hash}`, { token: staff })
  assert.deepEqual(body.images, [shared])
  assert.equal((await send('post', '/2000000/images', { data: await data('white'), alt: 'x' })).status, 404)
  assert.equal((await client.delete(`/api/product-groups/2000000/images/${hash}`, { token: staff })).status, 404)
  const browser = semel.client()
  browser.cookies.set(cookieNames(semel).session, staff)
  const console = (await browser.get(`/admin/product-groups/${id}`, { headers: { accept: 'text/html' } })).text
  assert.match(console, /Remove picture/)
  await deleteUnusedImages(semel.db)
  assert.equal((await client.get(shared.url)).status, 200)
})
