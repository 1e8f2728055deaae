import assert from 'node:assert/strict'
import { once } from 'node:events'
import { after, before, beforeEach, test } from 'node:test'
import { createApiKey } from '../../src/accounts/sessions/api-keys.ts'
import { cookieNames } from '../../src/accounts/sessions/cookies.ts'
import { ListIndex } from '../../src/catalogue/paging/list-index.ts'
import type { Listing } from '../../src/catalogue/paging/listing.ts'
import { listProducts, readPage } from '../../src/catalogue/paging/read-page.ts'
import { openDatabase } from '../../src/database/open.ts'
import { ReadRouter } from '../../src/database/replicas/reader.ts'
import { isReplica } from '../../src/database/replicas/replica.ts'
import type { Db } from '../../src/database/schema.ts'
import {
  expectedIds,
  fill,
  hostileProduct,
  hostileProducts,
  randomFrom,
  walkNext,
  writeBeside,
} from '../support/listings.ts'
import { person } from '../support/people.ts'
import { spawnSemel } from '../support/process.ts'
import { stockProduct } from '../support/products.ts'
import { type Semel, startSemel } from '../support/semel.ts'
import { openReplicated, type ReplicatedDatabase } from '../support/standby.ts'
import { openProxy, type TcpProxy } from '../support/tcp-proxy.ts'

/* Reads from a real streaming standby. The tests run in order; the last ones stop and promote nodes. */
let nodes: ReplicatedDatabase
let proxy: TcpProxy
let semel: Semel
let staff: string
let customer: string
before(async () => {
  nodes = await openReplicated()
  proxy = await openProxy(nodes.replica.url)
  const settings = { databaseUrl: nodes.primary.url, databaseReadUrls: [proxy.through(nodes.replica.url)] }
  semel = await startSemel(settings, { worker: false })
  staff = (await person(semel, 'staff')).token
  customer = (await person(semel)).token
})
beforeEach(() => caughtUp())
after(async () => {
  await semel[Symbol.asyncDispose]()
  await proxy[Symbol.asyncDispose]()
  await nodes[Symbol.asyncDispose]()
})

const everything: Listing = { sort: 'name', descending: false, filter: {}, page: 1, limit: 5, after: undefined }
const get = (path: string, token = customer) => semel.client().get(path, { token })
const onWhichNode = () => semel.reader.read(async db => (isReplica(db) ? 'replica' : 'primary'))

/** Runs work while the replica receives changes but does not show them. */
async function whileBehind<T>(work: () => Promise<T>): Promise<T> {
  await nodes.replica.sql('select pg_wal_replay_pause()')
  try {
    return await work()
  } finally {
    await nodes.replica.sql('select pg_wal_replay_resume()')
    await caughtUp()
  }
}

/** Waits until the replica answers reads. A look waits until it has replayed what the primary shows. */
async function caughtUp(): Promise<void> {
  do await semel.reader.look()
  while (!semel.reader.replicas[0]!.isCurrent)
}

async function replicaDb(): Promise<Db> {
  await caughtUp()
  return semel.reader.read(async db => {
    assert.ok(isReplica(db))
    return db
  })
}

test("a change is in everybody's next answer, and the replica gives answers", async () => {
  const id = await stockProduct(semel.db)
  const key = await createApiKey(semel, { name: 'reader', scopes: ['products:read'] })
  for (let price = 1; price <= 5; price++) {
    const { status } = await semel.client().patch(`/api/products/${id}`, { price }, { token: staff })
    assert.equal(status, 200)
    const byKey = semel.client().get(`/api/products/${id}`, { headers: { 'x-api-key': key.key } })
    const [one, list, page, console] = await Promise.all([
      byKey,
      get('/api/products?limit=100'),
      semel.client().get(`/products/${id}`),
      signedInBrowser(staff).get('/admin/products'),
    ])
    assert.equal(one.body.price, price)
    assert.equal(list.body.items.find((item: { id: number }) => item.id === id).price, price)
    assert.match(page.text, new RegExp(`€0\\.0${price}`))
    assert.match(console.text, new RegExp(`€0\\.0${price}`))
  }
  // A busy machine may have left many of these to the primary.
  await caughtUp()
  const before = { ...semel.reader.answered }
  assert.equal((await get(`/api/products/${id}`)).body.price, 5)
  assert.ok(semel.reader.answered.replica > before.replica)
})

function signedInBrowser(token: string) {
  const client = semel.client()
  client.cookies.set(cookieNames(semel).session, token)
  return client
}

test('replica does not replay → writes are seen, revoked sessions end at once', async () => {
  const id = await stockProduct(semel.db)
  const leaving = (await person(semel)).token
  assert.equal((await get('/api/products', leaving)).status, 200)
  await whileBehind(async () => {
    await semel.client().patch(`/api/products/${id}`, { price: 77 }, { token: staff })
    assert.equal((await get(`/api/products/${id}`)).body.price, 77)
    assert.equal(await onWhichNode(), 'primary')
    assert.equal((await semel.client().post('/api/auth/logout', {}, { token: leaving })).status, 204)
    assert.equal((await get('/api/products', leaving)).status, 401)
    await semel.reader.look()
    assert.equal(semel.reader.replicas[0]!.isCurrent, false)
    const metrics = await semel.client().get('/metrics')
    assert.match(metrics.text, /semel_replica_used\{replica="127\.0\.0\.1:\d+"\} 0/)
  })
  assert.equal(await onWhichNode(), 'replica')
})

test("one node's entity tag counts on another, for the same bytes only", async () => {
  const id = await stockProduct(semel.db)
  const ask = (tag: string) =>
    semel.client().get(`/api/products/${id}`, { token: customer, headers: { 'if-none-match': tag } })
  const tag = await whileBehind(async () => {
    await semel.client().patch(`/api/products/${id}`, { price: 5 }, { token: staff })
    return (await get(`/api/products/${id}`)).headers.get('etag')!
  })
  assert.equal((await ask(tag)).status, 304)
  await semel.client().patch(`/api/products/${id}`, { price: 6 }, { token: staff })
  const changed = await ask(tag)
  assert.deepEqual([changed.status, changed.body.price], [200, 6])
})

test('R5: transaction commits late on a standby → it is not missed', async () => {
  await fill(semel.db, [])
  const db = await replicaDb()
  const index = new ListIndex(db, { nearEnd: 2, samplesEvery: [3, 3] })
  const seen = async () => [(await readPage(index, everything)).totalCount, await index.generation()] as const
  const add = (to: Db, seed: number) =>
    to
      .insertInto('products')
      .values({ ...hostileProduct(randomFrom(seed)), removed_at: null })
      .execute()
  await using late = openDatabase(nodes.primary.url, { max: 1 })
  const [holding, written] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const slow = late.db.transaction().execute(async tx => {
    await add(tx, 1)
    written.resolve()
    await holding.promise
  })
  await written.promise
  await add(semel.db, 2)
  await replicaDb()
  const [first, generation] = await seen()
  assert.equal(first, 1)
  assert.deepEqual(await seen(), [1, generation], 'the same changes are not counted twice')
  await add(semel.db, 3)
  await replicaDb()
  assert.equal((await seen())[0], 2)
  holding.resolve()
  await slow
  await replicaDb()
  const [last, later] = await seen()
  assert.equal(last, 3)
  assert.ok(later > generation)
})

test('R5: others write → walks over both nodes give unchanged products once', async () => {
  const random = randomFrom(11)
  await fill(semel.db, hostileProducts(random, 80))
  const before = { ...semel.reader.answered }
  const unchanged = await expectedIds(semel.db, everything)
  {
    await using _ = writeBeside(semel.db)
    for (let walk = 0; walk < 3; walk++) {
      const ids = await walkNext(listing => semel.reader.read(db => listProducts(db, listing)), everything)
      assert.deepEqual(
        ids.filter(id => unchanged.includes(id)),
        unchanged,
      )
    }
  }
  assert.ok(semel.reader.answered.replica > before.replica)
  for (const db of [semel.db, await replicaDb()]) {
    const expected = await expectedIds(semel.db, everything)
    const { items, totalCount } = await listProducts(db, { ...everything, page: 3 })
    assert.deepEqual([items.map(({ id }) => id), totalCount], [expected.slice(10, 15), expected.length])
  }
})

test('a replica of another history is not used', async () => {
  const { timeline } = await semel.db.selectFrom('database_history').select('timeline').executeTakeFirstOrThrow()
  await semel.db.updateTable('database_history').set({ timeline: '000000FF' }).execute()
  await semel.reader.look()
  assert.equal(await onWhichNode(), 'primary')
  await semel.db.updateTable('database_history').set({ timeline }).execute()
  await caughtUp()
  assert.equal(await onWhichNode(), 'replica')
})

test('a replica that hangs costs a request some seconds', async () => {
  const answers = Promise.all([get('/api/products'), semel.client().get('/')])
  proxy.swallow()
  const started = performance.now()
  for (const { status } of await answers) assert.equal(status, 200)
  assert.equal((await get('/api/products')).status, 200)
  assert.ok(performance.now() - started < 8000)
  await caughtUp()
})

test('doctor has a line for each replica', async () => {
  const urls = `${nodes.replica.url}, ${nodes.primary.url}, postgres://127.0.0.1:1/semel`
  await using doctor = spawnSemel(['doctor'], { DATABASE_URL: nodes.primary.url, DATABASE_READ_URL: urls })
  await once(doctor.child, 'close')
  assert.match(doctor.output(), /^✓ Replica +\S+: keeps up, \d+ ms behind$/m)
  assert.match(doctor.output(), /^✓ Replica +\S+: is the primary now, and answers as such$/m)
  assert.match(doctor.output(), /^! Replica +127\.0\.0\.1:1: connect ECONNREFUSED/m)
})

test('primary among the replicas → not behind, and not used as one', async () => {
  const { log, db } = semel
  await using reader = new ReadRouter(db, [nodes.primary.url], { log, name: 'semel', max: 1 })
  await reader.look()
  const [node] = reader.replicas
  assert.deepEqual([node!.isPrimary, node!.lag, node!.isCurrent], [true, 0, false])
})

test('pages of API keys and webhooks say what the primary says', async () => {
  const admin = signedInBrowser((await person(semel, 'admin')).token)
  await caughtUp()
  const before = { ...semel.reader.answered }
  for (const path of ['/admin/api-keys', '/admin/webhooks']) assert.equal((await admin.get(path)).status, 200, path)
  assert.deepEqual(semel.reader.answered, before)
})

test('replica stops and starts → every read answered, its index begins anew', async () => {
  const before = await replicaDb()
  const reads = Array.from({ length: 30 }, () => get('/api/products?sort=name&page=2&limit=5'))
  await nodes.replica.stop()
  for (const { status, text } of [...(await Promise.all(reads)), await get('/api/products')])
    assert.equal(status, 200, text)
  await semel.reader.look()
  assert.equal(await onWhichNode(), 'primary')
  await nodes.replica.start()
  assert.notEqual(await replicaDb(), before)
  assert.equal((await get('/api/products?sort=name&page=2&limit=5')).status, 200)
})

test('primary away → shop can be read; what needs the primary says 503', async () => {
  const id = await stockProduct(semel.db)
  const browser = signedInBrowser(staff)
  const { id: endedUser, token: ended } = await person(semel)
  await semel.db.deleteFrom('sessions').where('user_id', '=', endedUser).execute()
  await caughtUp()
  await nodes.primary.stop()

  const readable = ['/', '/products', `/products/${id}`, '/docs', '/docs/guides', '/problems', '/readyz/reads']
  for (const path of readable) assert.equal((await browser.get(path)).status, 200, path)
  assert.match((await browser.get('/products')).text, /href="\/account"/, 'still signed in')
  for (const path of ['/api/products', '/api/v1/products', `/api/products/${id}`])
    assert.equal((await get(path)).status, 200, path)
  assert.equal((await get('/api/products', ended)).status, 401)
  assert.equal((await semel.client().get('/products/999999999')).status, 404)

  const refused = [
    await semel.client().post('/api/orders', { items: [{ productId: id, quantity: 1 }] }, { token: customer }),
    await semel.client().patch(`/api/products/${id}`, { price: 1 }, { token: staff }),
    await get('/api/orders'),
    await browser.get('/admin/orders'),
    await browser.get('/readyz'),
  ]
  for (const { status, headers } of refused) {
    assert.equal(status, 503)
    assert.ok(headers.get('retry-after'))
  }
  const metrics = await semel.client().get('/metrics')
  assert.match(metrics.text, /^semel_database_up 0$/m)
  assert.match(metrics.text, /^semel_reads_total\{node="replica"\} [1-9]/m)

  await nodes.primary.start()
  const { status } = await semel.client().patch(`/api/products/${id}`, { price: 4 }, { token: staff })
  assert.equal(status, 200)
  assert.equal((await get(`/api/products/${id}`)).body.price, 4)
  assert.equal((await browser.get('/readyz')).status, 200)
})

test('a replica that was promoted answers nothing anymore', async () => {
  const id = await stockProduct(semel.db)
  await caughtUp()
  await nodes.replica.sql('select pg_promote()')
  await semel.client().patch(`/api/products/${id}`, { price: 9 }, { token: staff })
  assert.equal((await get(`/api/products/${id}`)).body.price, 9)
  await semel.reader.look()
  assert.equal(await onWhichNode(), 'primary')

  await using promoted = openDatabase(nodes.replica.url)
  await using reader = new ReadRouter(promoted.db, [nodes.primary.url], { log: semel.log, name: 'semel', max: 5 })
  await reader.look()
  assert.equal(await reader.read(async db => isReplica(db)), false, 'a former primary is no replica either')
  assert.deepEqual([reader.replicas[0]!.isPrimary, reader.replicas[0]!.lag], [false, Infinity])
})
