import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { openDatabase } from '../../src/database/open.ts'
import { systemClock } from '../../src/time.ts'
import { Client } from '../support/client.ts'
import { cloneDatabase } from '../support/database.ts'
import { untilListening } from '../support/listeners.ts'
import { person } from '../support/people.ts'
import { spawnServe } from '../support/process.ts'
import { stockProduct } from '../support/products.ts'

test('cache cleared → cleared in every process; users are never cached', async () => {
  await using database = await cloneDatabase()
  await using opened = openDatabase(database.url)
  const { db } = opened
  await stockProduct(db)
  const staff = await person({ db, clock: systemClock }, 'staff')
  const customer = await person({ db, clock: systemClock })
  await using one = await spawnServe(database.url)
  await using other = await spawnServe(database.url)
  const clients = [new Client(one.origin), new Client(other.origin)] as const

  const as = { token: staff.token }
  const entries = async (client: Client) => {
    const { status, body } = await client.get('/api/admin/caches', as)
    assert.equal(status, 200)
    const items: { name: string; entries: number }[] = body.items
    assert.deepEqual(
      items.map(({ name }) => name),
      ['catalogue-answers', 'catalogue-lists', 'shop-settings'],
    )
    return items[0]!.entries
  }
  // A process that begins to listen clears its caches, because it may have missed a notification.
  await untilListening(opened.pool, 2)
  for (const client of clients) {
    // The first page reads the settings of the shop, whose cache begins with them.
    assert.equal((await client.get('/')).status, 200)
    assert.equal((await client.get('/api/products?sort=name', as)).body.totalCount, 1)
    assert.equal(await entries(client), 1)
  }
  assert.equal((await clients[0].delete('/api/admin/caches/catalogue-answers', as)).status, 204)
  assert.equal(await entries(clients[0]), 0)
  while ((await entries(clients[1])) > 0) await sleep(20)

  await stockProduct(db)
  for (const client of clients) {
    assert.equal((await client.delete('/api/admin/caches/catalogue-lists', as)).status, 204)
    assert.equal((await client.get('/api/products?sort=name', as)).body.totalCount, 2)
  }

  const unknown = await clients[0].delete('/api/admin/caches/users', as)
  assert.equal(unknown.status, 404)
  assert.match(unknown.body.detail, /Caches: catalogue-answers, catalogue-lists, shop-settings/)
  assert.equal((await clients[0].delete(`/api/admin/caches/users/${customer.id}`, as)).status, 204)
  assert.equal((await clients[0].delete(`/api/admin/caches/users/${randomUUID()}`, as)).status, 404)
  assert.equal((await clients[0].get('/api/admin/caches', { token: customer.token })).status, 403)

  // A changed role applies to the next request in every process.
  await db.updateTable('users').set({ role: 'customer' }).where('id', '=', staff.id).execute()
  for (const client of clients) assert.equal((await client.get('/api/admin/caches', as)).status, 403)
})
