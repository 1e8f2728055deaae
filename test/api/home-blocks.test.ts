import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import sharp from 'sharp'
import { cookieNames } from '../../src/accounts/sessions/cookies.ts'
import { type Person, person } from '../support/people.ts'
import { type Semel, startSemel } from '../support/semel.ts'

let semel: Semel
let admin: Person
let staff: Person
before(async () => {
  semel = await startSemel({}, { worker: false })
  admin = await person(semel, 'admin')
  staff = await person(semel, 'staff')
  await semel.client().patch('/api/admin/settings', { languages: ['en', 'de'], homeTitle: { en: 'Good tea' } }, admin)
})
after(() => semel[Symbol.asyncDispose]())

const api = '/api/admin/home'
const home = async () => (await semel.client().get(api, admin)).body
const add = (block: object) => semel.client().post(`${api}/blocks`, block, admin)
const publish = (body: object = {}) => semel.client().post(`${api}/publish`, body, admin)
const shown = async (language = 'en', address = '/') =>
  (await fetch(semel.origin + address, { headers: { 'accept-language': language } })).text()
const product = async (sku: string, more: object = {}) => {
  const body = { sku, name: `Name of ${sku}`, category: 'tea', price: 500, stock: 3, ...more }
  const answer = await semel.client().post('/api/products', body, staff)
  assert.equal(answer.status, 201, answer.text)
  return answer.body
}
const picture = async (title: string, color: string) => {
  const data = (
    await sharp({ create: { width: 60, height: 40, channels: 3, background: color } })
      .png()
      .toBuffer()
  ).toString('base64')
  return semel.client().post('/api/admin/site-pictures', { title, data }, admin)
}

test('settings make the page until blocks are published', async () => {
  await product('SET-1')
  const before = await shown()
  assert.match(before, /<h1>Good tea<\/h1>/)
  assert.match(before, /New in the shop/)
  const { blocks, isPublished, isChanged } = await home()
  assert.deepEqual(
    blocks.map(({ type }: { type: string }) => type),
    ['heading', 'products', 'categories'],
  )
  assert.deepEqual([isPublished, isChanged], [false, false])
  // The page of the same blocks is the same page.
  await publish()
  assert.equal(await shown(), before)
})

test('draft is unseen; publication shows each language; discarding restores', async () => {
  const title = { en: 'Our story', de: 'Über uns' }
  const { body, status, text } = await add({
    type: 'text',
    title,
    text: { en: 'We **love** tea.', de: 'Wir lieben Tee.' },
  })
  assert.equal(status, 200, text)
  assert.ok(body.isChanged)
  assert.doesNotMatch(await shown(), /Our story/)
  const browser = semel.client()
  browser.cookies.set(cookieNames(semel).session, admin.token)
  assert.match((await browser.get('/admin/home/preview')).text, /Our story/)
  assert.equal((await publish({ version: body.version })).status, 200)
  assert.match(await shown(), /<h2>Our story<\/h2><p>We <strong>love<\/strong> tea\.<\/p>/)
  assert.match(await shown('de'), /Über uns<\/h2><p>Wir lieben Tee/)
  const { blocks } = await home()
  await semel.client().delete(`${api}/blocks/${blocks[0].id}`, admin)
  const discarded = await semel.client().post(`${api}/discard`, {}, admin)
  assert.deepEqual(discarded.body.blocks, blocks)
})

test('blocks move and change; an older version is refused', async () => {
  const { blocks, version } = await home()
  const last = blocks.at(-1)
  const path = `${api}/blocks/${last.id}`
  const moved = await semel.client().patch(path, { place: 1, version }, admin)
  assert.equal(moved.body.blocks[0].id, last.id)
  const late = await semel.client().patch(path, { title: { en: 'Late' }, version }, admin)
  assert.deepEqual([late.status, late.body.code], [412, 'changed_meanwhile'])
  assert.equal((await publish({ version })).status, 412)
  const both = await Promise.all(
    ['A', 'B'].map(en => semel.client().patch(path, { title: { en }, version: moved.body.version }, admin)),
  )
  assert.deepEqual(both.map(({ status }) => status).sort(), [200, 412])
  const translated = await semel.client().patch(path, { title: { de: 'Neu' } }, admin)
  assert.equal(Object.keys(translated.body.blocks[0].title).length, 2, 'the other language stays')
  await semel.client().post(`${api}/discard`, {}, admin)
})

test('products by rule and by choice, without those that are gone', async () => {
  await product('SALE-1', { price: 900, sale_price: 500 })
  await product('CAT-1', { category: 'pots' })
  const gone = await product('GONE-1')
  await semel.client().delete(`/api/products/${gone.id}`, staff)
  await product('SOLD-OUT', { stock: 0 })
  const customer = await person(semel)
  const sold = await product('BEST-1')
  await semel.client().post('/api/orders', { items: [{ productId: sold.id, quantity: 2 }] }, customer)
  const wanted = [
    [{ rule: 'on_sale' }, 'SALE-1'],
    [{ rule: 'category', category: 'pots' }, 'CAT-1'],
    [{ rule: 'best_sold' }, 'BEST-1'],
    [{ rule: 'chosen', skus: ['GONE-1', 'SOLD-OUT', 'UNKNOWN', 'CAT-1'] }, 'CAT-1'],
    [{ rule: 'category', category: 'nowhere' }, undefined],
    [{ rule: 'chosen', skus: [] }, undefined],
  ] as const
  for (const block of (await home()).blocks) await semel.client().delete(`${api}/blocks/${block.id}`, admin)
  for (const [n, [rule]] of wanted.entries()) {
    const { status, text } = await add({ type: 'products', title: { en: `Shelf ${n}.` }, ...rule })
    assert.equal(status, 200, text)
  }
  await publish()
  const text = await shown()
  assert.match(text, /<h1 class="unseen">/)
  for (const [n, [rule, sku]] of wanted.entries()) {
    const [, shelf] = new RegExp(`<h2>Shelf ${n}\\.</h2>(.*?)</section>`, 's').exec(text) ?? []
    const names = [...(shelf ?? '').matchAll(/Name of ([\w-]+)/g)].map(([, name]) => name)
    assert.deepEqual(names, sku ? [sku] : [], JSON.stringify(rule))
  }
})

test('pictures in a row → described, linked; a removed one leaves', async () => {
  const [red, blue] = [(await picture('Red', '#f00')).body, (await picture('Blue', '#00f')).body]
  assert.deepEqual([red.width, red.height], [60, 40])
  const entries = [
    { picture: red.hash, alt: { en: 'A "red" field' }, address: '/products' },
    { picture: '', alt: { en: '' }, address: '' },
    { picture: blue.hash, alt: {}, address: '' },
  ]
  const added = await add({ type: 'pictures', pictures: entries })
  assert.equal(added.body.blocks.at(-1).pictures.length, 2, added.text)
  await publish()
  const text = await shown()
  assert.match(
    text,
    /<a href="\/products"><img src="\/assets\/images\/[\w-]+\/480\.webp" alt="A &quot;red&quot; field" width="60"/,
  )
  assert.equal((await fetch(semel.origin + red.url)).status, 200)
  assert.equal((await semel.client().delete(`/api/admin/site-pictures/${red.hash}`, admin)).status, 204)
  assert.doesNotMatch(await shown(), new RegExp(red.hash))
  const again = await add({ type: 'heading', picture: red.hash })
  assert.deepEqual([again.status, again.body.errors[0].field], [422, 'picture'])
})

const WRONG: [object, string][] = [
  [{ type: 'text', text: { en: '<script>alert(1)</script>' } }, 'text.en'],
  [{ type: 'text', text: { en: '[a](javascript:alert(1))' } }, 'text.en'],
  [{ type: 'text', text: { de: '_a'.repeat(4000) } }, 'text.de'],
  [{ type: 'text', text: { xx: 'a' } }, 'text.xx'],
  [{ type: 'banner' }, 'type'],
  [{ type: 'products', rule: 'all' }, 'rule'],
  [{ type: 'products', most: 1000 }, 'most'],
  [{ type: 'products', skus: Array.from({ length: 13 }, (_, n) => `S${n}`) }, 'skus'],
  [{ type: 'heading', picture: '../../etc/passwd' }, 'picture'],
  [{ type: 'heading', picture: 'A'.repeat(22) }, 'picture'],
  [
    { type: 'pictures', pictures: [{ picture: 'A'.repeat(22), alt: {}, address: 'javascript:alert(1)' }] },
    'pictures.0.address',
  ],
]
for (const [block, field] of WRONG) {
  test(`block ${JSON.stringify(block).slice(0, 70)} → 422`, async () => {
    const { status, body, text } = await add(block)
    assert.equal(status, 422, text)
    assert.equal(body.errors[0].field, field, text)
  })
}

test('names with markup → text; only people who may change settings', async () => {
  const title = { en: '"><img src=x onerror=alert(1)>' }
  await add({ type: 'heading', title })
  await publish()
  assert.doesNotMatch(await shown(), /<img src=x/)
  assert.equal((await semel.client().get(api, staff)).status, 403)
  assert.equal((await semel.client().post(`${api}/publish`, {}, staff)).status, 403)
  let answer = await add({ type: 'categories' })
  while (answer.status === 200) answer = await add({ type: 'categories' })
  assert.deepEqual([answer.status, answer.body.errors[0].code], [422, 'too_many'])
  await semel.client().post(`${api}/discard`, {}, admin)
})

test('console without JavaScript: add, edit, move and publish', async () => {
  const browser = semel.client()
  browser.cookies.set(cookieNames(semel).session, admin.token)
  const page = await browser.get('/admin/home')
  const csrf = /name="_csrf" value="([^"]+)"/.exec(page.text)![1]!
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const send = async (path: string, fields: Record<string, string>) => {
    const body = new URLSearchParams({ _csrf: csrf, ...fields }).toString()
    const answer = await browser.request('POST', path, { body, headers, redirect: 'manual' } as never)
    assert.ok(answer.status === 303 || answer.status === 200, `${path} ${answer.status} ${answer.text}`)
  }
  await send('/admin/home/add', { type: 'text' })
  const { blocks } = await home()
  const { id } = blocks.at(-1)
  const editor = await browser.get(`/admin/home/blocks/${id}`)
  const version = /name="version" value="(\d+)"/.exec(editor.text)![1]!
  await send(`/admin/home/blocks/${id}/text`, { 'title.en': 'By hand', 'text.en': 'Typed.', version })
  await send(`/admin/home/blocks/${id}/up`, {
    place: String(blocks.length - 1),
    version: String((await home()).version),
  })
  const now = (await home()).blocks
  assert.deepEqual([now.at(-2).id, now.at(-2).title.en], [id, 'By hand'])
})
