import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import { cookieNames } from '../../src/accounts/sessions/cookies.ts'
import type { Image } from '../../src/catalogue/images/image.ts'
import { fetchNext } from '../../src/catalogue/pictures-by-address/fetcher.ts'
import { claimFetch } from '../../src/catalogue/pictures-by-address/fetches.ts'
import type { Tx } from '../../src/database/schema.ts'
import { thingsOf } from '../../src/feed/event-subjects.ts'
import { AddressRules } from '../../src/http/outgoing/addresses.ts'
import { fieldsOf } from '../support/forms.ts'
import { hold, lockedOut } from '../support/locks.ts'
import { type Person, person } from '../support/people.ts'
import { type Semel, startSemel } from '../support/semel.ts'

/* Pictures that a file of products names by their addresses: fetched after the import, if staff want it. */

const picture = (name: string) => readFileSync(new URL(`../support/fixtures/pictures/${name}`, import.meta.url))
const FILES: Record<string, Buffer> = {
  '/gray.jpg': picture('gray.jpg'),
  '/p3.jpg': picture('p3.jpg'),
  '/exif.jpg': picture('exif-6.jpg'),
  '/animated.gif': picture('picture.gif'),
  '/page.html': Buffer.from('<p>Hello</p>'),
}

let semel: Semel
let staff: Person
let shop: string
let asked: string[] = []
let answer: (request: IncomingMessage, response: ServerResponse) => unknown
const server = createServer((request, response) => {
  asked.push(request.url!)
  answer(request, response)
})
const rules = new AddressRules(['loopback'])

before(async () => {
  semel = await startSemel({}, { worker: false })
  staff = await person(semel, 'staff')
  await once(server.listen(0, '127.0.0.1'), 'listening')
  shop = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
beforeEach(() => {
  asked = []
  answer = ({ url }, response) => {
    const file = FILES[url!]
    response.writeHead(file ? 200 : 404).end(file)
  }
})
after(async () => {
  server.closeAllConnections()
  server.close()
  await semel[Symbol.asyncDispose]()
})

let number = 0
/** A file with a product for each list of addresses. */
async function upload(...cells: string[]) {
  const skus = cells.map(() => `PIC-${++number}`)
  const rows = cells.map((cell, n) => `${skus[n]},Lamp ${skus[n]},Lamps,10.00,"${cell}"\n`)
  return { skus, ...(await preview(`sku,name,category,amount,Images\n${rows.join('')}`)) }
}

async function preview(text: string) {
  const data = Buffer.from(text).toString('base64')
  const { status, body } = await semel.client().post('/api/product-imports', { data }, staff)
  assert.equal(status, 201, JSON.stringify(body))
  return { id: body.id as string, pictures: body.preview.pictures as number }
}

const step = async (id: string, name: string) => {
  const { status, body } = await semel.client().post(`/api/product-imports/${id}/${name}`, {}, staff)
  assert.equal(status, 200, JSON.stringify(body))
  return body
}
const show = async (id: string) => (await semel.client().get(`/api/product-imports/${id}`, staff)).body.pictures
const { signal } = new AbortController()
async function fetchAll(by = rules): Promise<void> {
  while (await fetchNext(semel, by, signal)) {}
}
/** Time goes on until all are due. */
const makeDue = () => sql`update picture_fetches set due_at = now() where due_at is not null`.execute(semel.db)

async function picturesOf(sku: string) {
  const { images } = await semel.db
    .selectFrom('products')
    .select('images')
    .where('sku', '=', sku)
    .executeTakeFirstOrThrow()
  return images
}

test('pictures → fetched only if wanted, in file order, described by product name', async () => {
  const { id, skus, pictures } = await upload(`${shop}/gray.jpg, ${shop}/p3.jpg`, 'none', '')
  assert.equal(pictures, 2)
  assert.deepEqual((await step(id, 'apply')).pictures, { waiting: 0, failed: 0, failures: [] })
  const again = await preview(`sku,Images\n${skus[0]},${shop}/gray.jpg|${shop}/p3.jpg\n`)
  assert.deepEqual((await step(again.id, 'apply?pictures=true')).pictures, { waiting: 2, failed: 0, failures: [] })
  await fetchAll()
  assert.deepEqual(asked, ['/gray.jpg', '/p3.jpg'])
  const images = await picturesOf(skus[0]!)
  assert.deepEqual(
    images.map(({ alt }) => alt),
    [`Lamp ${skus[0]}`, `Lamp ${skus[0]}`],
  )
  assert.deepEqual(await show(again.id), { waiting: 0, failed: 0, failures: [] })
  assert.equal((await semel.client().get(images[0]!.url)).status, 200)
})

test('same file again → no picture twice, descriptions by staff stay', async () => {
  const { id, skus } = await upload(`${shop}/gray.jpg`)
  await step(id, 'apply?pictures=true')
  await fetchAll()
  await sql`update products set images = jsonb_set(images, '{0,alt}', '"Switched on"') where sku = ${skus[0]}`.execute(
    semel.db,
  )
  const again = await preview(`sku,Images\n${skus[0]},${shop}/gray.jpg\n`)
  await step(again.id, 'apply?pictures=true')
  await fetchAll()
  assert.deepEqual(
    (await picturesOf(skus[0]!)).map(({ alt }) => alt),
    ['Switched on'],
  )
})

test('files name one picture, another, the first again → each stays once', async () => {
  // A picture server makes its files anew, so the same address gives other bytes each time.
  let made = 0
  answer = ({ url }, response) => response.writeHead(200).end(Buffer.concat([FILES[url!]!, Buffer.from(`${made++}`)]))
  const { id, skus } = await upload(`${shop}/gray.jpg`)
  await step(id, 'apply?pictures=true')
  await fetchAll()
  const [first] = await picturesOf(skus[0]!)
  for (const name of ['p3.jpg', 'gray.jpg', 'p3.jpg']) {
    const again = await preview(`sku,Images\n${skus[0]},${shop}/${name}\n`)
    await step(again.id, 'apply?pictures=true')
    await fetchAll()
  }
  const images = await picturesOf(skus[0]!)
  assert.equal(images.length, 2)
  assert.deepEqual(images[0], first)
  assert.deepEqual(asked, ['/gray.jpg', '/p3.jpg'], 'each was fetched once')
  const { body } = await semel.client().get(`/api/products?q=${skus[0]}`, staff)
  assert.deepEqual(body.items[0].images, images.map(shown))
  // A picture that was removed comes again.
  await sql`update products set images = images - 0 where sku = ${skus[0]}`.execute(semel.db)
  const again = await preview(`sku,Images\n${skus[0]},${shop}/gray.jpg\n`)
  assert.equal(again.pictures, 1)
})

/** A picture as the API shows it. */
const shown = ({ url, alt, width, height }: Image) => ({ url, alt, width, height })

async function exported(filter: string): Promise<string> {
  const browser = semel.client()
  browser.cookies.set(cookieNames(semel).session, staff.token)
  return (await browser.get(`/admin/products.csv?q=${filter}`)).text
}

test('picture address → for the import alone, and no event names it', async () => {
  const { id, skus } = await upload(`${shop}/gray.jpg`)
  await step(id, 'apply?pictures=true')
  await fetchAll()
  const { id: productId } = (await semel.db
    .selectFrom('products')
    .select('id')
    .where('sku', '=', skus[0]!)
    .executeTakeFirst())!
  const [things] = await thingsOf(semel.db, ['products:read'], [{ type: 'product.updated', data: { productId } }])
  assert.equal(things!.product!.images.length, 1)
  assert.doesNotMatch(JSON.stringify(things), /gray/)
})

test('exported pictures in the same shop → there, in order, nothing is fetched', async () => {
  const { id, skus } = await upload(`${shop}/gray.jpg, ${shop}/p3.jpg`)
  await step(id, 'apply?pictures=true')
  await fetchAll()
  const images = await picturesOf(skus[0]!)
  const file = await exported(skus[0]!)
  const [head, row] = file.split('\r\n')
  assert.match(head!, /,pictures$/)
  const cell = images.map(({ url }) => `${semel.origin}${url.replace('800.jpg', '320.webp')}`).join(', ')
  assert.ok(row?.endsWith(`,"${cell}"`), file)

  asked = []
  const again = await preview(file)
  assert.equal(again.pictures, 0)
  assert.deepEqual((await step(again.id, 'apply?pictures=true')).pictures, { waiting: 0, failed: 0, failures: [] })
  assert.deepEqual(await picturesOf(skus[0]!), images)

  const copy = await preview(file.replace(skus[0]!, `${skus[0]}-COPY`))
  assert.equal(copy.pictures, 2)
  await step(copy.id, 'apply?pictures=true')
  await fetchAll(new AddressRules([]))
  assert.deepEqual(await show(copy.id), { waiting: 0, failed: 0, failures: [] })
  const { body } = await semel.client().get(`/api/products?q=${skus[0]}-COPY`, staff)
  assert.deepEqual(body.items[0].images, images.map(shown))
})

test('another shop → fetches an export’s pictures, and the file again adds none', async () => {
  const { id, skus } = await upload(`${shop}/exif.jpg`)
  await step(id, 'apply?pictures=true')
  await fetchAll()
  const data = Buffer.from(await exported(skus[0]!)).toString('base64')
  await using other = await startSemel({}, { worker: false })
  const admin = await person(other, 'staff')
  for (let time = 1; time <= 2; time++) {
    const { body } = await other.client().post('/api/product-imports', { data }, admin)
    const applied = await other.client().post(`/api/product-imports/${body.id}/apply?pictures=true`, {}, admin)
    assert.equal(applied.body.pictures.waiting, time === 1 ? 1 : 0)
    while (await fetchNext(other, rules, signal)) {}
    const { images } = await other.db.selectFrom('products').select('images').executeTakeFirstOrThrow()
    assert.deepEqual(
      images.map(({ width, height }) => [width, height]),
      (await picturesOf(skus[0]!)).map(({ width, height }) => [width, height]),
    )
  }
})

test('nine pictures → the first eight come; no web address → left out', async () => {
  const nine = Array.from({ length: 9 }, (_, n) => `${shop}/${n}.jpg`)
  const { pictures } = await upload(
    nine.join(','),
    'ftp://a.example/b.jpg javascript:alert(1) /m/u/mug.jpg',
    'https://',
  )
  assert.equal(pictures, 8)
})

test('what fails for good → told why; what may pass → five tries', async () => {
  const { id, skus } = await upload(
    `${shop}/missing.jpg`,
    `${shop}/animated.gif`,
    `${shop}/page.html`,
    `${shop}/busy.jpg`,
    `${shop}/cut.jpg`,
    `${shop}/loop.jpg`,
    `${shop}/inside.jpg`,
    `${shop}/moved.jpg`,
    `${shop}/huge.jpg`,
  )
  answer = ({ url, socket }, response) => {
    if (url === '/busy.jpg') return response.writeHead(503).end()
    if (url === '/cut.jpg') return socket.destroy()
    if (url === '/loop.jpg') return response.writeHead(302, { location: '/loop.jpg' }).end()
    if (url === '/inside.jpg') return response.writeHead(302, { location: 'http://169.254.169.254/latest' }).end()
    if (url === '/moved.jpg') return response.writeHead(301, { location: '/gray.jpg' }).end()
    if (url === '/huge.jpg') return response.writeHead(200).end(Buffer.alloc(17 * 1024 * 1024))
    const file = FILES[url!]
    return response.writeHead(file ? 200 : 404).end(file)
  }
  await step(id, 'apply?pictures=true')
  await fetchAll()
  const { waiting, failed, failures } = await show(id)
  assert.deepEqual([waiting, failed], [2, 6])
  assert.deepEqual(
    failures.map(({ sku, reason }: { sku: string; reason: string }) => [skus.indexOf(sku), reason]),
    [
      [0, 'The server answered 404.'],
      [1, 'The picture must be a JPEG, PNG or WebP picture, not GIF.'],
      [2, 'The picture must be a JPEG, PNG or WebP picture.'],
      [5, 'There are too many redirects.'],
      [6, 'The address must be a public address, not one of a private network.'],
      [8, 'The picture is larger than 16 MB.'],
    ],
  )
  assert.equal((await picturesOf(skus[7]!)).length, 1, 'a redirect is followed')
  for (let attempt = 2; attempt <= 5; attempt++) {
    assert.equal((await show(id)).waiting, 2)
    await makeDue()
    await fetchAll()
  }
  assert.equal((await show(id)).waiting, 0)
  assert.equal(asked.filter(url => url === '/busy.jpg').length, 5)
  const reasons = (await show(id)).failures.map(({ reason }: { reason: string }) => reason)
  assert.ok(reasons.includes('The server answered 503.'))
})

test('no exception by operator → no private network asked, nothing goes out unencrypted', async () => {
  const { id } = await upload(
    `${shop}/gray.jpg`,
    'https://127.0.0.1/a.jpg',
    'https://localhost/a.jpg',
    'https://[::1]/a.jpg',
  )
  await step(id, 'apply?pictures=true')
  await fetchAll(new AddressRules([]))
  assert.deepEqual(asked, [])
  const { waiting, failed, failures } = await show(id)
  assert.deepEqual([waiting, failed], [0, 4])
  for (const { reason } of failures) assert.match(reason, /^The address must (begin with https:|be a public address)/)
})

test('worker dies → the next takes its picture; two fetch each picture once', async () => {
  const { id, skus } = await upload(`${shop}/gray.jpg`, `${shop}/p3.jpg`, `${shop}/exif.jpg`)
  await step(id, 'apply?pictures=true')
  assert.ok(await claimFetch(semel.db), 'and then it dies')
  await Promise.all([fetchAll(), fetchAll()])
  assert.deepEqual(asked.toSorted(), ['/exif.jpg', '/p3.jpg'])
  assert.equal((await show(id)).waiting, 1)
  await makeDue()
  await fetchAll()
  for (const sku of skus) assert.equal((await picturesOf(sku)).length, 1)
  assert.deepEqual(await show(id), { waiting: 0, failed: 0, failures: [] })
})

test('each worker dies of a picture → given up after five attempts', async () => {
  const { id } = await upload(`${shop}/gray.jpg`)
  await step(id, 'apply?pictures=true')
  for (let attempt = 1; attempt <= 5; attempt++) {
    assert.ok(await claimFetch(semel.db), 'and then it dies')
    await makeDue()
  }
  assert.equal(await claimFetch(semel.db), undefined)
  const { waiting, failures } = await show(id)
  assert.deepEqual([waiting, failures[0].reason], [0, 'The work on it did not end.'])
})

test('worker told to stop → hands its picture on at once, attempts included', async () => {
  const { id, skus } = await upload(`${shop}/gray.jpg`)
  await step(id, 'apply?pictures=true')
  for (let stopped = 1; stopped <= 6; stopped++) {
    const stop = new AbortController()
    answer = () => stop.abort()
    assert.equal(await fetchNext(semel, rules, stop.signal), false)
  }
  answer = (_, response) => response.writeHead(200).end(FILES['/gray.jpg'])
  await fetchAll()
  assert.equal((await picturesOf(skus[0]!)).length, 1)
})

test('picture arrives after its import was taken back → is not added', async () => {
  const { id, skus } = await upload('none')
  await step(id, 'apply')
  const again = await preview(`sku,Images\n${skus[0]},${shop}/gray.jpg\n`)
  await step(again.id, 'apply?pictures=true')
  let isAsked = () => {}
  const arrival = new Promise<void>(resolve => {
    isAsked = resolve
  })
  let send = () => {}
  answer = (_, response) => {
    send = () => response.writeHead(200).end(FILES['/gray.jpg'])
    isAsked()
  }
  const fetching = fetchAll()
  await arrival
  await step(again.id, 'undo')
  send()
  await fetching
  assert.deepEqual(await picturesOf(skus[0]!), [])
})

test('import, arrival and taking back of a picture at once → no deadlock', async () => {
  for (const meanwhile of [() => fetchAll(), (id: string) => step(id, 'undo')]) {
    const { id, skus } = await upload(`${shop}/gray.jpg`)
    await step(id, 'apply?pictures=true')
    let importing!: Tx
    await using held = await hold(semel.databaseUrl, async tx => {
      importing = tx
      await sql`select from products where sku = ${skus[0]} for no key update`.execute(tx)
    })
    const waiting = meanwhile(id)
    await lockedOut(semel.db)
    await sql`select from picture_fetches where import_id = ${id} for update nowait`.execute(importing)
    await held.commit()
    await waiting
  }
})

test('import taken back → nothing more fetched; archived product → gets no picture', async () => {
  const { id } = await upload(`${shop}/gray.jpg`)
  await step(id, 'apply?pictures=true')
  await step(id, 'undo')
  const other = await upload(`${shop}/p3.jpg`)
  await step(other.id, 'apply?pictures=true')
  await sql`update products set removed_at = now() where sku = ${other.skus[0]}`.execute(semel.db)
  await fetchAll()
  assert.deepEqual(asked, ['/p3.jpg'])
  assert.deepEqual(await picturesOf(other.skus[0]!), [])
  assert.deepEqual(await show(other.id), { waiting: 0, failed: 0, failures: [] })
})

test('Shopify: variant’s own picture comes first, further rows belong to first variant', async () => {
  const { id, pictures } =
    await preview(`Handle,Title,Product Category,Published,Option1 Name,Option1 Value,Variant SKU,Variant Price,Variant Image,Image Src
mug,Mug,Home,TRUE,Size,Small,SM-S,12.00,${shop}/p3.jpg,${shop}/gray.jpg
mug,,,,,Large,SM-L,15.00,,
mug,,,,,,,,,${shop}/exif.jpg
`)
  assert.equal(pictures, 3)
  await step(id, 'apply?pictures=true')
  await fetchAll()
  assert.deepEqual(asked, ['/p3.jpg', '/gray.jpg', '/exif.jpg'])
  assert.equal((await picturesOf('SM-S')).length, 3)
  assert.deepEqual(await picturesOf('SM-L'), [])
})

test('console offers the pictures beside the import, and shows which ones failed', async () => {
  const { id } = await upload(`${shop}/missing.jpg`)
  const browser = semel.client()
  browser.cookies.set(cookieNames(semel).session, staff.token)
  const page = `/admin/products/imports/${id}`
  const headers = { accept: 'text/html' }
  const { text } = await browser.get(page, { headers })
  assert.match(text, /The file names a picture by its address/)
  const body = new URLSearchParams(fieldsOf(text, `${page}/apply-with-pictures`)).toString()
  const type = { 'content-type': 'application/x-www-form-urlencoded' }
  const { status } = await browser.request('POST', `${page}/apply-with-pictures`, {
    body,
    headers: { ...headers, ...type },
  })
  assert.equal(status, 303)
  assert.match((await browser.get(page, { headers })).text, /A picture is still to be fetched/)
  await fetchAll()
  assert.match((await browser.get(page, { headers })).text, /The server answered 404/)
})
