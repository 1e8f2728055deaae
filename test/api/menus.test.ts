import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { cookieNames } from '../../src/accounts/sessions/cookies.ts'
import { forgetShop } from '../../src/shop/settings.ts'
import { fieldsOf } from '../support/forms.ts'
import { type Person, person } from '../support/people.ts'
import { type Semel, startSemel } from '../support/semel.ts'

let semel: Semel
let admin: Person
before(async () => {
  semel = await startSemel({}, { worker: false })
  admin = await person(semel, 'admin')
  await change({ languages: ['en', 'de'] })
})
after(() => semel[Symbol.asyncDispose]())

const change = (body: object) => semel.client().patch('/api/admin/settings', body, admin)
const post = (path: string, body: object = {}) => semel.client().post(`/api/${path}`, body, admin)
const html = async (language = 'en') =>
  (await fetch(`${semel.origin}/contact`, { headers: { accept: 'text/html', 'accept-language': language } })).text()

/** Links of a menu as [address, words], the ones below others with a dash. */
async function linksOf(part: 'header' | 'footer', language?: string) {
  const page = await html(language)
  const found = part === 'header' ? /<nav [^>]*id="menu".*?<\/nav>/s : /<footer.*?<\/footer>/s
  const links = found.exec(page)![0].matchAll(/<summary>([^<]*)|<a href="([^"]*)"[^>]*>([^<]*)/g)
  return [...links].map(([, summary, address, words]) => (summary ? `+ ${summary}` : `${address} ${words}`))
}

async function ownPage(title: object) {
  const { body } = await post('admin/own-pages', { title })
  await post(`admin/own-pages/${body.id}/blocks`, { type: 'text', text: { en: 'Tea.' } })
  await post(`admin/own-pages/${body.id}/publish`)
  return body as { id: string; url: string }
}

test('no menu → header has the products and the contact page', async () => {
  assert.deepEqual(await linksOf('header'), ['/products Products', '/contact Contact'])
})

test('menu leads to category, page and address, in each language', async () => {
  const page = await ownPage({ en: 'Our story', de: 'Wir' })
  const added = await post('categories', { name: 'Tea', texts: { de: { name: 'Tee' } } })
  assert.equal(added.status, 201, added.text)
  const { status, text } = await change({
    headerMenu: [
      { label: {}, address: '/products?category=Tea' },
      { label: { en: 'All', de: 'Alles' }, address: '/products', below: true },
      { label: {}, address: page.url },
      { label: { en: 'Blog' }, address: 'https://blog.example' },
      { label: {}, address: '/products?category=Gone' },
      { label: {}, address: '/pages/gone' },
      { label: {}, address: '/pages/%00' },
      { label: {}, address: '/products?category=%ff' },
      { label: {}, address: '/terms' },
      { label: {}, address: '' },
    ],
  })
  assert.equal(status, 200, text)
  assert.deepEqual(await linksOf('header'), [
    '+ Tea',
    '/products?category=Tea Tea',
    '/products All',
    `${page.url} Our story`,
    'https://blog.example Blog',
  ])
  assert.deepEqual(await linksOf('header', 'de'), [
    '+ Tee',
    '/products?category=Tea Tee',
    '/products Alles',
    `${page.url} Wir`,
    'https://blog.example Blog',
  ])

  await semel.client().patch('/api/categories/Tea', { name: 'Black tea' }, admin)
  await semel.client().patch(`/api/admin/own-pages/${page.id}`, { slug: 'history' }, admin)
  const renamed = await linksOf('header')
  assert.ok(renamed.includes('/products?category=Black+tea Black tea'), renamed.join('\n'))
  assert.ok(renamed.includes('/pages/history Our story'), renamed.join('\n'))

  await post(`admin/own-pages/${page.id}/unpublish`)
  await semel.client().delete('/api/categories/Black%20tea', admin)
  await forgetShop(semel.db)
  assert.deepEqual(await linksOf('header'), ['/products All', 'https://blog.example Blog'], 'those below move up')
})

test('address with the character NUL → link like any other', async () => {
  const address = '/products?category=%00'
  const { status } = await change({ headerMenu: [{ label: { en: 'Nothing' }, address }] })
  assert.equal(status, 200)
  assert.deepEqual(await linksOf('header'), [`${address} Nothing`])
})

test('footer names the pages of its menu once, on two levels', async () => {
  const page = await ownPage({ en: 'Workshop' })
  await change({
    footerLinks: [
      { label: { en: 'Help' }, address: '/contact' },
      { label: {}, address: page.url, below: true },
    ],
  })
  const links = await linksOf('footer')
  assert.deepEqual(
    links.filter(link => /contact|workshop/.test(link) && !/\/(?:en|de)\//.test(link)),
    ['/contact Help', '/pages/workshop Workshop'],
  )
  assert.ok(links.some(link => link.startsWith('/withdraw ')))
  assert.match(await html(), /<nav aria-label="More links">.*<li><a href="\/contact">Help<\/a><ul><li>/s)
})

test('an entry gets another place → those below move with it', async () => {
  const entry = (en: string, more: object = {}) => ({ label: { en }, address: '/cart', ...more })
  const { body } = await change({
    headerMenu: [
      entry('A'),
      entry('B', { place: 1 }),
      entry('C', { below: true }),
      entry('D', { below: true, place: 3 }),
    ],
  })
  const order = body.headerMenu.map(({ label, below }: { label: { en: string }; below?: boolean }) =>
    below ? `-${label.en}` : label.en,
  )
  assert.deepEqual(order, ['B', '-D', '-C', 'A'])
  assert.deepEqual(body.headerMenu[0], entry('B'))
})

test('console form without scripts → saves words, levels and places', async () => {
  const page = await ownPage({ en: 'Tasting' })
  await change({ headerMenu: [{ label: { en: 'Shop' }, address: '/products' }] })
  const browser = semel.client()
  browser.cookies.set(cookieNames(semel).session, admin.token)
  const HTML = { accept: 'text/html' }
  const show = async () => (await browser.get('/admin/settings/menu', { headers: HTML })).text
  const save = (typed: Record<string, string>) =>
    browser.request('POST', '/admin/settings/menu/save', {
      body: new URLSearchParams(typed).toString(),
      headers: { ...HTML, 'content-type': 'application/x-www-form-urlencoded' },
    })
  const form = await show()
  assert.match(form, new RegExp(`<option value="${page.url}">`))
  const sent = {
    ...fieldsOf(form, '/admin/settings/menu/save'),
    'headerMenu.1.label.de': 'Verkostung',
    'headerMenu.1.address': page.url,
    'headerMenu.1.below': 'true',
  }
  const saved = await save(sent)
  assert.equal(saved.status, 303, saved.text)
  assert.deepEqual((await change({})).body.headerMenu, [
    { label: { en: 'Shop' }, address: '/products' },
    { label: { de: 'Verkostung' }, address: page.url, below: true },
  ])
  const refused = await save({
    ...fieldsOf(await show(), '/admin/settings/menu/save'),
    'headerMenu.0.below': 'true',
  })
  assert.match(refused.text, /Level is not possible for the first entry/)
})
