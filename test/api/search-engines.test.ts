import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { changeShop, forgetShop } from '../../src/shop/settings.ts'
import { DAY } from '../../src/time.ts'
import { stockProduct } from '../support/products.ts'
import { startSemel } from '../support/semel.ts'

const semel = await startSemel({}, { worker: false })
after(() => semel[Symbol.asyncDispose]())
const get = (path: string) =>
  fetch(semel.origin + path, { redirect: 'manual', headers: { accept: 'text/html', 'accept-language': 'en' } })

test('old product address → leads to the named one, with its query', async () => {
  const id = await stockProduct(semel.db, { name: 'Lampe Été' })
  for (const path of [`/products/${id}`, `/products/${id}-old-name`]) {
    const { status, headers } = await get(`${path}?next=%2Fcart`)
    assert.deepEqual([status, headers.get('location')], [301, `/products/${id}-lampe-ete?next=%2Fcart`])
    // A name that comes back would otherwise lead to itself in browsers that have kept the answer.
    assert.equal(headers.get('cache-control'), 'no-cache')
  }
  assert.equal((await get(`/products/${id}-lampe-ete`)).status, 200)
  assert.equal((await get('/products/987654-lampe-ete')).status, 404)
})

test('product page names itself, its picture, its price and what it is', async () => {
  const hostile = '</script><script>alert(1)</script>'
  const id = await stockProduct(semel.db, { name: `Tea ${hostile}`, price: 1250, currency: 'JPY', stock: 3 })
  await changeShop(semel.db, { name: 'Maison du Thé', languages: ['fr', 'de'] })
  await forgetShop(semel.db)
  const { headers } = await get(`/products/${id}`)
  const path = headers.get('location')!
  const text = await (await get(`/de${path}`)).text()
  assert.match(text, new RegExp(`<link rel="canonical" href="${semel.origin}/de${path}">`))
  assert.match(text, new RegExp(`hreflang="fr" href="${semel.origin}/fr${path}"`))
  assert.match(text, /<meta property="og:site_name" content="Maison du Thé">/)
  const json = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(text)![1]!
  const { name, offers } = JSON.parse(json)
  assert.equal(name, `Tea ${hostile}`)
  const { price, priceCurrency, availability, seller } = offers
  assert.deepEqual(
    [price, priceCurrency, availability, seller.name],
    ['1250', 'JPY', 'https://schema.org/InStock', 'Maison du Thé'],
  )
  await semel.db.updateTable('products').set({ stock: 0 }).where('id', '=', id).execute()
  assert.match(await (await get(path)).text(), /schema\.org\/OutOfStock/)
})

test('sitemap has every product not discontinued once, in files by id span', async () => {
  const sold = await stockProduct(semel.db, { name: 'Sold & "known" <now>' })
  const ended = await stockProduct(semel.db, { name: 'Ended', status: 'discontinued' })
  const index = await (await get('/sitemap.xml')).text()
  const files = [...index.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address]) => address!)
  const parts = await Promise.all(files.map(async file => (await get(new URL(file).pathname)).text()))
  const addresses = parts.flatMap(part => [...part.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address]) => address!))
  assert.equal(new Set(addresses).size, addresses.length)
  // The shop speaks French and German.
  assert.equal(addresses.filter(address => address.includes(`/products/${sold}-sold-known-now`)).length, 2)
  assert.ok(!addresses.some(address => address.includes(`/products/${ended}`)))
  for (const address of addresses) assert.equal((await get(new URL(address).pathname)).status, 200, address)
  assert.ok(!parts.some(part => !part.includes('<url>')))
  for (const wrong of ['products-9999', 'products-0', 'products-01', 'products-x', 'x']) {
    assert.equal((await get(`/sitemaps/${wrong}.xml`)).status, 404)
  }
  assert.match(await (await get('/robots.txt')).text(), new RegExp(`Disallow: /checkout\n[^]*Sitemap: ${semel.origin}`))
})

test('password managers and finders of faults find their addresses', async () => {
  const { status, headers } = await get('/.well-known/change-password')
  assert.deepEqual([status, headers.get('location')], [302, '/account#password-title'])
  const text = await (await get('/.well-known/security.txt')).text()
  assert.match(text, /^Contact: mailto:\S+@\S+$/m)
  const expires = new Date(/^Expires: (.+)$/m.exec(text)![1]!).getTime() - semel.clock.now().getTime()
  assert.ok(expires > 170 * DAY && expires < 365 * DAY)
})

test('each language → an entry of the sitemap, which names the others', async () => {
  const id = await stockProduct(semel.db, { name: 'Bilingual', category: 'Tea & more' })
  await changeShop(semel.db, { languages: ['fr', 'de'] })
  await forgetShop(semel.db)
  const index = await (await get('/sitemap.xml')).text()
  const parts = [...index.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address]) => new URL(address!).pathname)
  const text = (await Promise.all(parts.map(async part => (await get(part)).text()))).join('')
  const links = `<xhtml:link rel="alternate" hreflang="fr" href="${semel.origin}/fr/products/${id}-bilingual"/><xhtml:link rel="alternate" hreflang="de"`
  for (const language of ['fr', 'de']) {
    const [, entry] = new RegExp(
      `<url><loc>${semel.origin}/${language}/products/${id}-bilingual</loc>(.*?)</url>`,
    ).exec(text)!
    assert.ok(entry!.includes(links), language)
  }
  assert.ok(text.includes(`<loc>${semel.origin}/fr/products?category=Tea+%26+more</loc>`))
})

test('list page → canonical address of its category and page', async () => {
  const canonical = async (path: string) =>
    /<link rel="canonical" href="([^"]*)"/.exec(await (await get(path)).text())?.[1]
  const site = `${semel.origin}/de/products`
  assert.equal(await canonical('/de/products?category=things'), `${site}?category=things`)
  assert.equal(await canonical('/de/products?category=things&page=2'), `${site}?category=things&amp;page=2`)
  assert.equal(await canonical('/de/products?category=things&sort=price&page=2'), `${site}?category=things`)
  assert.equal(await canonical('/de/products?min=3'), site)
  assert.equal(await canonical('/de/products?q=lamp'), undefined)
})
