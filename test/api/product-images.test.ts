import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import sharp from 'sharp'
import { deleteUnusedImages } from '../../src/catalogue/images/images.ts'
import { type Person, person } from '../support/people.ts'
import { stockProduct } from '../support/products.ts'
import { type Semel, startSemel } from '../support/semel.ts'

let semel: Semel
let staff: Person
let photo: Buffer
before(async () => {
  semel = await startSemel({}, { worker: false })
  staff = await person(semel, 'staff')
  // The camera lay on its side, and its place is in the metadata.
  photo = await sharp({ create: { width: 900, height: 600, channels: 3, background: '#c63' } })
    .jpeg()
    .withExif({ IFD0: { Copyright: 'SECRET PLACE' } })
    .withMetadata({ orientation: 6 })
    .toBuffer()
})
after(() => semel[Symbol.asyncDispose]())

function upload(productId: number, file: Buffer | string, alt: unknown = 'Lamp on a desk', { token } = staff) {
  const data = typeof file === 'string' ? file : file.toString('base64')
  return semel.client().post(`/api/products/${productId}/images`, { data, alt }, { token })
}

const listed = async (id: number) => {
  const { body } = await semel.client().get('/api/products?limit=100', { token: staff.token })
  return body.items.find((product: { id: number }) => product.id === id).images
}

test('upload → upright, resized, without metadata, served forever at its own address', async () => {
  const product = await stockProduct(semel.db)
  assert.deepEqual(await listed(product), [])
  const { status, body } = await upload(product, photo)
  assert.equal(status, 200, JSON.stringify(body))
  const [{ url, ...image }] = body.images
  assert.deepEqual(image, { alt: 'Lamp on a desk', width: 600, height: 900 })
  assert.deepEqual(await listed(product), body.images, 'lists that were cached show the picture too')

  for (const [name, type, height] of [
    ['800.jpg', 'image/jpeg', 800],
    ['160.webp', 'image/webp', 160],
    ['1200.webp', 'image/webp', 900],
  ] as const) {
    const response = await fetch(semel.origin + url.replace('800.jpg', name))
    assert.equal(response.status, 200)
    assert.equal(response.headers.get('content-type'), type)
    assert.match(response.headers.get('cache-control')!, /immutable/)
    assert.equal(response.headers.get('content-security-policy'), "default-src 'none'; sandbox")
    const bytes = Buffer.from(await response.arrayBuffer())
    assert.equal((await sharp(bytes).metadata()).height, height)
    assert.ok(!bytes.includes('SECRET PLACE'))
  }
  for (const wrong of ['1600.webp', '..%2f', 'x.svg']) {
    assert.equal((await fetch(semel.origin + url.replace('800.jpg', wrong))).status, 404)
  }
})

test('same picture uploaded many times at once → stored and shown once', async () => {
  const product = await stockProduct(semel.db)
  const answers = await Promise.all(Array.from({ length: 5 }, () => upload(product, photo)))
  assert.deepEqual(
    answers.map(({ status }) => status),
    [200, 200, 200, 200, 200],
  )
  assert.equal((await listed(product)).length, 1)
})

test('the same picture with another description corrects the description, and nothing else', async () => {
  const product = await stockProduct(semel.db)
  const other = await sharp(photo).negate().jpeg().toBuffer()
  await upload(product, photo, 'A lamb')
  const { body: before } = await upload(product, other, 'Another')
  const { body: after } = await upload(product, photo, 'A lamp')
  assert.deepEqual(after.images, [{ ...before.images[0], alt: 'A lamp' }, before.images[1]])
  assert.deepEqual(await listed(product), after.images)
})

test('files that are no photographs are refused with the reason', async () => {
  const product = await stockProduct(semel.db)
  const png = (width: number, height: number) =>
    sharp({ create: { width, height, channels: 3, background: '#fff' }, limitInputPixels: false })
      .png()
      .toBuffer()
  const cases: [Buffer | string, RegExp][] = [
    ['', /data is required/],
    ['not base64 at all!', /data must be a JPEG, PNG or WebP picture/],
    [
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><image href="file:///etc/passwd"/></svg>'),
      /JPEG, PNG or WebP/,
    ],
    [await sharp(photo).gif().toBuffer(), /JPEG, PNG or WebP/],
    [await sharp(photo).tiff().toBuffer(), /JPEG, PNG or WebP/],
    [photo.subarray(0, photo.length / 2), /data is incomplete or damaged/],
    [await png(9000, 9000), /must have at most 64 megapixels/],
    [Buffer.alloc(16 * 1024 * 1024 + 1), /data must be at most 16 MB/],
  ]
  for (const [file, reason] of cases) {
    const { status, body } = await upload(product, file)
    assert.equal(status, 422)
    assert.match(body.detail, reason)
  }
  assert.equal((await upload(product, Buffer.alloc(19 * 1024 * 1024))).status, 413)
  for (const alt of ['', ' ', null]) {
    const { body } = await upload(product, photo, alt)
    assert.equal(body.errors?.[0]?.field, 'alt', JSON.stringify(body))
  }
  assert.deepEqual(await listed(product), [])
})

test('only staff add and remove pictures; a product has at most eight', async () => {
  const product = await stockProduct(semel.db)
  assert.equal((await upload(product, photo, 'x', await person(semel))).status, 403)
  assert.equal((await upload(999_999, photo)).status, 404)
  for (let n = 0; n < 8; n++) {
    const other = await sharp({ create: { width: 20 + n, height: 20, channels: 3, background: '#123' } })
      .png()
      .toBuffer()
    assert.equal((await upload(product, other, `Side ${n}`)).status, 200)
  }
  const { status, body } = await upload(product, photo)
  assert.deepEqual([status, body.errors[0].code], [422, 'too_many'])

  const [first, ...rest] = await listed(product)
  const remove = () =>
    semel.client().delete(`/api/products/${product}/images/${first.url.split('/')[3]}`, { token: staff.token })
  assert.deepEqual((await remove()).body.images, rest)
  assert.equal((await remove()).status, 200)
  assert.deepEqual(await listed(product), rest)
  assert.equal((await fetch(semel.origin + first.url)).status, 200, 'emails still show it')
})

test('pictures change places; one shown nowhere is deleted after half a year', async () => {
  const [product, other] = [await stockProduct(semel.db), await stockProduct(semel.db)]
  const files = [photo]
  for (const width of [40, 41]) {
    files.push(
      await sharp({ create: { width, height: 30, channels: 3, background: '#321' } })
        .png()
        .toBuffer(),
    )
  }
  for (const [n, file] of files.entries()) await upload(product, file, `Side ${n}`)
  const hashes: string[] = (await listed(product)).map(({ url }: { url: string }) => url.split('/')[3])
  const order = async (hash: string, place: unknown) => {
    const path = `/api/products/${product}/images/${hash}`
    const { status, body } = await semel.client().patch(path, { place }, { token: staff.token })
    return status === 200 ? body.images.map(({ alt }: { alt: string }) => alt.slice(5)).join('') : status
  }
  assert.equal(await order(hashes[2]!, 1), '201')
  assert.equal(await order(hashes[2]!, 2), '021')
  assert.equal(await order(hashes[0]!, 8), '210')
  assert.equal(await order('x'.repeat(22), 1), '210')
  assert.equal(await order(hashes[0]!, 0), 422)
  const describe = async (body: object) => {
    const path = `/api/products/${product}/images/${hashes[2]}`
    const answer = await semel.client().patch(path, body, { token: staff.token })
    return answer.status === 200 ? answer.body.images.map(({ alt }: { alt: string }) => alt) : answer.status
  }
  assert.deepEqual(await describe({ alt: ' From behind ' }), ['From behind', 'Side 1', 'Side 0'])
  assert.deepEqual(await describe({ alt: 'Side 2', place: 2 }), ['Side 1', 'Side 2', 'Side 0'])
  assert.deepEqual(await describe({ place: 1 }), ['Side 2', 'Side 1', 'Side 0'])
  for (const wrong of [{}, { alt: ' ' }]) assert.equal(await describe(wrong), 422)

  await upload(other, files[1]!, 'Elsewhere')
  for (const hash of [hashes[1], hashes[2]]) {
    await semel.client().delete(`/api/products/${product}/images/${hash}`, { token: staff.token })
  }
  const isThere = async () =>
    Promise.all(hashes.map(async hash => (await fetch(`${semel.origin}/assets/images/${hash}/800.jpg`)).status))
  await deleteUnusedImages(semel.db)
  assert.deepEqual(await isThere(), [200, 200, 200], 'emails show them')
  await sql`update image_files set unused_since = unused_since - interval '181 days'`.execute(semel.db)
  await deleteUnusedImages(semel.db)
  assert.deepEqual(await isThere(), [200, 200, 404])
  await upload(product, files[2]!, 'Again')
  assert.deepEqual(await isThere(), [200, 200, 200])
})

test('product without the picture → removing it changes nothing, whatever its name', async () => {
  const product = await stockProduct(semel.db)
  await upload(product, photo)
  const before = await listed(product)
  for (const image of ['x'.repeat(22), '5']) {
    const path = `/api/products/${product}/images/${image}`
    const { status, body } = await semel.client().delete(path, { token: staff.token })
    assert.equal(status, 200, image)
    assert.deepEqual(body.images, before)
  }
  for (const image of ['%00', `${'x'.repeat(21)}%00`]) {
    const path = `/api/products/${product}/images/${image}`
    assert.equal((await semel.client().delete(path, { token: staff.token })).status, 404, image)
  }
  assert.deepEqual(await listed(product), before)
})
