import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import sharp from 'sharp'
import { cookieNames } from '../../src/accounts/sessions/cookies.ts'
import { type Person, person } from '../support/people.ts'
import { type Semel, startSemel } from '../support/semel.ts'

let semel: Semel
let admin: Person
before(async () => {
  semel = await startSemel({}, { worker: false })
  admin = await person(semel, 'admin')
  await semel.client().patch('/api/admin/settings', { languages: ['en', 'de', 'fr'] }, admin)
})
after(() => semel[Symbol.asyncDispose]())

const api = '/api/admin/own-pages'
const add = (body: object) => semel.client().post(api, body, admin)
const change = (id: string, body: object) => semel.client().patch(`${api}/${id}`, body, admin)
const step = (id: string, name: string, body: object = {}) => semel.client().post(`${api}/${id}/${name}`, body, admin)
const read = (path: string, language = 'en') =>
  fetch(semel.origin + path, { headers: { 'accept-language': language }, redirect: 'manual' })

async function published(title: string, text = 'We sell tea.') {
  const { body } = await add({ title: { en: title } })
  await step(body.id, 'blocks', { type: 'text', text: { en: text, de: 'Wir verkaufen Tee.' } })
  const { body: page } = await step(body.id, 'publish')
  assert.ok(page.isPublished && !page.isChanged, JSON.stringify(page))
  return page
}

test('draft is unseen; publication shows each language, else the main one', async () => {
  const { body: page, status } = await add({ title: { en: 'Über uns & mehr', de: 'Wir' } })
  assert.deepEqual([status, page.slug, page.url], [201, 'uber-uns-mehr', '/pages/uber-uns-mehr'])
  await step(page.id, 'blocks', { type: 'text', text: { en: 'We **sell** tea.', de: 'Wir verkaufen Tee.' } })
  assert.equal((await read(page.url)).status, 404)
  const browser = semel.client()
  browser.cookies.set(cookieNames(semel).session, admin.token)
  const preview = await browser.get(`/admin/own-pages/${page.id}/preview`)
  assert.match(preview.text, /We <strong>sell<\/strong> tea/)
  assert.match(preview.text, /<meta name="robots" content="noindex">/)
  await step(page.id, 'publish')
  const english = await (await read(page.url)).text()
  assert.match(english, /<h1>Über uns &amp; mehr<\/h1>.*We <strong>sell<\/strong> tea/s)
  assert.match(english, /<link rel="canonical" href="[^"]*\/en\/pages\/uber-uns-mehr">/)
  assert.match(english, /hreflang="fr" href="[^"]*\/fr\/pages\/uber-uns-mehr"/)
  assert.doesNotMatch(english, /noindex/)
  assert.match(await (await read(page.url, 'de')).text(), /<h1>Wir<\/h1>.*Wir verkaufen Tee/s)
  assert.match(await (await read(page.url, 'fr')).text(), /<h1>Über uns &amp; mehr<\/h1>/, 'the main language')
  const sitemap = await (await read('/sitemaps/pages.xml')).text()
  assert.match(sitemap, /<loc>[^<]*\/de\/pages\/uber-uns-mehr<\/loc><lastmod>/)
})

test('former addresses lead to the page; another page may take them', async () => {
  const page = await published('Story')
  await change(page.id, { slug: 'our-story' })
  await change(page.id, { slug: 'history' })
  for (const former of ['story', 'our-story']) {
    const answer = await read(`/pages/${former}`)
    assert.deepEqual([answer.status, answer.headers.get('location')], [301, '/pages/history'], former)
    assert.equal(answer.headers.get('cache-control'), 'no-cache')
  }
  const other = await published('Our story')
  assert.equal(other.slug, 'our-story')
  assert.equal((await read('/pages/our-story')).status, 200)
  await change(page.id, { slug: 'story' })
  assert.equal((await read('/pages/history')).headers.get('location'), '/pages/story')
  assert.equal((await read('/pages/story')).status, 200)
  assert.equal((await semel.client().delete(`${api}/${page.id}`, admin)).status, 204)
  for (const gone of ['story', 'history']) assert.equal((await read(`/pages/${gone}`)).status, 404)
})

test('one address for one page, also in a race', async () => {
  const answers = await Promise.all(
    Array.from({ length: 4 }, (_, n) => add({ title: { en: `Race ${n}` }, slug: 'race' })),
  )
  assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 422, 422, 422])
  const refused = answers.find(({ status }) => status === 422)!
  assert.deepEqual([refused.body.errors[0].field, refused.body.errors[0].code], ['slug', 'taken'])
  const pages = await Promise.all([add({ title: { en: 'First' } }), add({ title: { en: 'Second' } })])
  const moved = await Promise.all(pages.map(({ body }) => change(body.id, { slug: 'wanted' })))
  assert.deepEqual(moved.map(({ status }) => status).sort(), [200, 422])
})

for (const [body, field, code] of [
  [{ title: {} }, 'title.en', 'required'],
  [{ title: { en: 'A'.repeat(101) } }, 'title.en', 'too_long'],
  [{ title: { en: 'A' }, slug: 'cart' }, 'slug', 'reserved'],
  [{ title: { en: 'A' }, slug: 'imprint' }, 'slug', 'reserved'],
  [{ title: { en: 'A' }, slug: 'Our Story' }, 'slug', 'invalid_format'],
  [{ title: { en: 'A' }, slug: '../admin' }, 'slug', 'invalid_format'],
  [{ title: { en: 'A' }, slug: 'a--b' }, 'slug', 'invalid_format'],
] as const) {
  test(`page ${JSON.stringify(body).slice(0, 60)} → ${code}`, async () => {
    const { status, body: answer, text } = await add(body)
    assert.deepEqual([status, answer.errors[0].field, answer.errors[0].code], [422, field, code], text)
  })
}

test('taking a page from the shop → its draft stays, and comes back', async () => {
  const page = await published('Fair trade')
  const late = await step(page.id, 'unpublish', { version: page.version - 1 })
  assert.deepEqual([late.status, late.body.code], [412, 'changed_meanwhile'])
  const { body: draft } = await step(page.id, 'unpublish', { version: page.version })
  assert.deepEqual([draft.isPublished, draft.isChanged, draft.blocks.length], [false, true, 1])
  assert.equal((await read(page.url)).status, 404)
  await step(page.id, 'publish')
  assert.equal((await read(page.url)).status, 200)
})

test('drafts that equal what customers read are not kept', async () => {
  const page = await published('Once')
  const stored = () =>
    semel.db.selectFrom('own_pages').select(['draft', 'published']).where('id', '=', page.id).executeTakeFirstOrThrow()
  assert.equal((await stored()).draft, null)
  const block = `${api}/${page.id}/blocks/${page.blocks[0].id}`
  await semel.client().patch(block, { title: { en: 'New' } }, admin)
  assert.notEqual((await stored()).draft, null)
  await semel.client().patch(block, { title: { en: '' } }, admin)
  assert.equal((await stored()).draft, null, 'changed back')
})

test('a removed picture leaves the blocks of every page and the settings', async () => {
  const data = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#0f0' } })
    .png()
    .toBuffer()
  const { body: picture } = await semel
    .client()
    .post('/api/admin/site-pictures', { title: 'Field', data: data.toString('base64') }, admin)
  const page = await published('Pictures')
  const heading = { type: 'heading', picture: picture.hash }
  await step(page.id, 'blocks', heading)
  await step(page.id, 'publish')
  await step(page.id, 'blocks', { type: 'pictures', pictures: [{ picture: picture.hash, alt: {}, address: '' }] })
  await semel.client().post('/api/admin/home/blocks', heading, admin)
  const set = await semel.client().put('/api/admin/settings/picture', { data: data.toString('base64') }, admin)
  assert.equal(set.body.homePicture, picture.hash)
  assert.equal((await semel.client().delete(`/api/admin/site-pictures/${picture.hash}`, admin)).status, 204)
  assert.equal((await semel.client().get('/api/admin/settings', admin)).body.homePicture, null)
  const rows = [
    ...(await semel.db.selectFrom('home_page').select(['draft', 'published']).execute()),
    ...(await semel.db.selectFrom('own_pages').select(['draft', 'published']).execute()),
  ]
  assert.doesNotMatch(JSON.stringify(rows), new RegExp(picture.hash))
  assert.doesNotMatch(await (await read(page.url)).text(), new RegExp(picture.hash))
})

test('only people who may change settings', async () => {
  const staff = await person(semel, 'staff')
  const client = semel.client()
  assert.equal((await client.get(api, staff)).status, 403)
  assert.equal((await client.post(api, { title: { en: 'A' } }, staff)).status, 403)
})

test('address in the console that is no id → 404, not 500', async () => {
  const client = semel.client()
  client.cookies.set(cookieNames(semel).session, admin.token)
  for (const id of ['NaN', '%09', '1', 'new'])
    for (const path of ['', '/preview', '/blocks/1']) {
      const { status } = await client.get(`/admin/own-pages/${id}${path}`)
      assert.equal(status, 404, `${id}${path}`)
    }
})
