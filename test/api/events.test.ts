import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import pg from 'pg'
import { createApiKey } from '../../src/accounts/sessions/api-keys.ts'
import { openDatabase } from '../../src/database/open.ts'
import { publishToFeed } from '../../src/events/publish.ts'
import { type FeedPage, readFeed, WINDOW } from '../../src/feed/read.ts'
import { deleteOldEvents } from '../../src/feed/retention.ts'
import { stamp } from '../../src/feed/stamp.ts'
import { DAY } from '../../src/time.ts'
import { newPerson } from '../support/accounts.ts'
import { type Person, person } from '../support/people.ts'
import { stockProduct } from '../support/products.ts'
import { type Semel, startSemel } from '../support/semel.ts'
import { times } from '../support/times.ts'

let semel: Semel
let staff: Person
before(async () => {
  semel = await startSemel({}, { worker: false })
  staff = await person(semel, 'staff')
})
after(() => semel[Symbol.asyncDispose]())

async function events(query = '', token = staff.token) {
  return semel.client().get(`/api/events${query}`, { token })
}

async function head(): Promise<number> {
  return (await events('?limit=1')).body.head
}

/** All events of the feed after a position, page by page. */
async function readAll(position: number, db = semel.db) {
  const items: FeedPage['items'] = []
  for (let next = position; ; ) {
    const page = await readFeed(db, { after: { position: next }, types: undefined, limit: 7 })
    items.push(...page.items)
    next = page.next
    if (next === page.head) return items
  }
}

function isDense(items: FeedPage['items'], from: number): boolean {
  return items.every(({ position }, index) => position === from + 1 + index)
}

const INSERT = `insert into event_outbox (type, data, at) values ('user.updated', jsonb_build_object('n', $1::int), now())`

async function session(): Promise<pg.Client & AsyncDisposable> {
  const client = new pg.Client(semel.databaseUrl)
  await client.connect()
  return Object.assign(client, { [Symbol.asyncDispose]: () => client.end() })
}

test('order, user, product and delivery events → in sequence, each with its object', async () => {
  const from = await head()
  const customer = await newPerson(semel)
  const admin = { token: staff.token }
  const product = await semel
    .client()
    .post('/api/products', { sku: 'F-1', name: 'Lamp', category: 'x', price: 5, stock: 9 }, admin)
  const productId = product.body.id
  await semel.client().patch(`/api/products/${productId}`, { price: 6 }, admin)
  const order = await customer.client.post(
    '/api/orders',
    { items: [{ productId, quantity: 1 }] },
    { token: customer.token },
  )
  assert.equal(order.status, 201, order.text)
  // Read right after the write, without a worker.
  const { body } = await events(`?after=${from}`)
  for (const step of ['process', 'ship', 'deliver'])
    await semel.client().post(`/api/orders/${order.body.id}/${step}`, {}, admin)
  await semel.client().post(`/api/orders/${order.body.id}/mark-paid`, {}, admin)
  await semel.client().post(`/api/orders/${order.body.id}/mark-unpaid`, {}, admin)
  await semel.client().put(`/api/orders/${order.body.id}/tracking-number`, { trackingNumber: 'T 1' }, admin)
  await semel.client().delete(`/api/products/${productId}`, admin)
  await semel.client().patch('/api/users/me', { userName: 'Countess' }, { token: customer.token })
  const all = (await events(`?after=${from}`)).body
  assert.deepEqual(
    all.items.map(({ type }: { type: string }) => type),
    [
      'user.registered',
      'product.created',
      'product.updated',
      'order.placed',
      'order.processing',
      'order.shipped',
      'order.delivered',
      'transfer.received',
      'order.paid',
      'order.unpaid',
      'transfer.undone',
      'order.tracking_number_changed',
      'product.removed',
      'user.updated',
    ],
  )
  assert.equal(body.items.length, 4)
  assert.deepEqual(body.items[3].data, { orderId: order.body.id, status: 'placed' })
  assert.equal(body.items[3].order.status, 'placed')
  assert.equal(all.items[3].order.status, 'delivered', 'the thing is as it is now')
  assert.equal(all.items[0].user.userName, 'Countess')
  assert.equal(all.items[1].product, null, 'removed since')
  assert.match(all.items[0].id, /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab]/)
  const old = await semel.client().get(`/api/v1/events?after=${from}&types=user.*`, { token: staff.token })
  assert.equal(old.body.items[0].user.user_name, 'Countess')
  assert.equal(old.body.items[0].user.userName, undefined)
})

test('events committed out of order → all seen once, without a gap', async () => {
  const from = await head()
  await using first = await session()
  await using second = await session()
  await first.query('begin')
  await first.query(INSERT, [1])
  await second.query('begin')
  await second.query(INSERT, [2])
  await second.query('commit')
  const early = (await events(`?after=${from}`)).body
  assert.deepEqual(
    early.items.map(({ data }: { data: { n: number } }) => data.n),
    [2],
  )
  await second.query(INSERT, [3])
  await first.query('commit')
  const late = (await events(`?after=${early.next}`)).body
  assert.deepEqual(
    late.items.map(({ data }: { data: { n: number } }) => data.n),
    [1, 3],
  )
  assert.ok(isDense([...early.items, ...late.items], from))
})

test('random interleavings of writers, rollbacks, savepoints, stampers, readers → exactly once', async () => {
  const writers = await Promise.all(Array.from({ length: 4 }, session))
  await using stack = new AsyncDisposableStack()
  for (const writer of writers) stack.use(writer)
  let n = 0
  for (let seed = 1; seed <= times(12); seed++) {
    const random = generator(seed)
    const from = await head()
    const open: (number[] | undefined)[] = writers.map(() => undefined)
    const committed: number[] = []
    const seen: FeedPage['items'] = []
    let position = from
    for (let step = 0; step < 40; step++) {
      const index = Math.floor(random() * writers.length)
      const [writer, rows] = [writers[index]!, open[index]]
      const action = random()
      if (action < 0.3) {
        const page = await readFeed(semel.db, { after: { position }, types: undefined, limit: 3 })
        seen.push(...page.items)
        position = page.next
      } else if (action < 0.45) {
        await Promise.all([stamp(semel.db), stamp(semel.db)])
      } else if (!rows) {
        await writer.query('begin')
        await writer.query(INSERT, [++n])
        open[index] = [n]
      } else if (action < 0.6) {
        await writer.query('savepoint s')
        await writer.query(INSERT, [++n])
        await writer.query(random() < 0.5 ? 'rollback to savepoint s' : 'release savepoint s').then(({ command }) => {
          if (command === 'RELEASE') rows.push(n)
        })
      } else {
        const isCommit = random() < 0.75
        await writer.query(isCommit ? 'commit' : 'rollback')
        if (isCommit) committed.push(...rows)
        open[index] = undefined
      }
    }
    for (const [index, rows] of open.entries()) {
      if (!rows) continue
      await writers[index]!.query('commit')
      committed.push(...rows)
    }
    await stamp(semel.db)
    seen.push(...(await readAll(position)))
    assert.ok(isDense(seen, from), `seed ${seed}: positions have a gap or repeat`)
    assert.deepEqual(seen.map(({ data }) => data.n as number).sort(compare), committed.sort(compare), `seed ${seed}`)
  }
})

test('simultaneous stampers of several processes → one position per event, in order', async () => {
  const from = await head()
  await using other = openDatabase(semel.databaseUrl, { max: 4 })
  const write = async (writer: number) => {
    for (let n = 0; n < 25; n++) {
      await semel.db
        .transaction()
        .execute(tx => publishToFeed(tx, new Date(), { type: 'user.updated', data: { userId: `${writer}:${n}` } }))
      await stamp(n % 2 === 0 ? semel.db : other.db)
    }
  }
  await Promise.all([0, 1, 2, 3].map(write))
  const items = await readAll(from)
  assert.equal(items.length, 100)
  assert.ok(isDense(items, from))
  for (const writer of [0, 1, 2, 3]) {
    const own = items.map(({ data }) => String(data.userId)).filter(id => id.startsWith(`${writer}:`))
    assert.deepEqual(
      own,
      Array.from({ length: 25 }, (_, n) => `${writer}:${n}`),
    )
  }
})

test('a stamper that is killed before its commit leaves no hole', async () => {
  const from = await head()
  await using writer = await session()
  await writer.query(INSERT, [1])
  await using stamper = await session()
  stamper.on('error', () => {})
  await stamper.query('begin')
  await stamper.query('select position from event_head for update')
  await stamper.query(
    `with moved as (delete from event_outbox returning *) insert into event_feed select ${from + 1}, id, type, data, at from moved`,
  )
  const { rows } = await stamper.query('select pg_backend_pid() as pid')
  await writer.query('select pg_terminate_backend($1)', [rows[0].pid])
  await writer.query(INSERT, [2])
  const { items } = (await events(`?after=${from}`)).body
  assert.deepEqual(
    items.map(({ data }: { data: { n: number } }) => data.n),
    [1, 2],
  )
  assert.ok(isDense(items, from))
})

test('a database whose default is REPEATABLE READ stamps as any other', async () => {
  const from = await head()
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(semel.db)
  const name = sql.id(rows[0]!.name)
  await sql`alter database ${name} set default_transaction_isolation = 'repeatable read'`.execute(semel.db)
  await using strict = openDatabase(semel.databaseUrl)
  const { rows: levels } = await sql<{ level: string }>`
    select current_setting('transaction_isolation') as level
  `.execute(strict.db)
  assert.equal(levels[0]!.level, 'repeatable read')
  await sql`alter database ${name} reset default_transaction_isolation`.execute(semel.db)
  await using writer = await session()
  await using lock = await session()
  await writer.query(INSERT, [1])
  await lock.query('begin')
  await lock.query('select from event_head for update')
  const stamping = stamp(strict.db)
  while (
    (await lock.query(`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`))
      .rows.length === 0
  );
  // Written while the stamper waits: its snapshot must be from after the wait.
  await writer.query(INSERT, [2])
  await lock.query('commit')
  await stamping
  assert.deepEqual(
    (await readAll(from)).map(({ data }) => data.n),
    [1, 2],
  )
})

test('another stamper holds the lock long → reader gets existing events', async () => {
  const from = await head()
  await using writer = await session()
  await writer.query(INSERT, [1])
  await using lock = await session()
  await lock.query('begin')
  await lock.query('select from event_head for update')
  const { status, body } = await events(`?after=${from}`)
  assert.equal(status, 200)
  assert.deepEqual(body.items, [])
  await lock.query('commit')
  assert.equal((await events(`?after=${from}`)).body.items.length, 1)
})

test('waiting reader → event once committed, or nothing at the time limit', async () => {
  const from = await head()
  assert.deepEqual((await events(`?after=${from}&wait=1`)).body.items, [])
  const waiting = events(`?after=${from}&wait=30&types=order.*`)
  await using writer = await session()
  await writer.query(INSERT, [1])
  await writer.query(`insert into event_outbox (type, data, at) values ('order.placed', '{"orderId": 1}', now())`)
  const { body } = await waiting
  assert.deepEqual(
    body.items.map(({ type }: { type: string }) => type),
    ['order.placed'],
  )
  assert.equal(body.next, from + 2)
})

test('a reader whose key is revoked while it waits gets no event', async () => {
  const from = await head()
  const { id, key } = await createApiKey(semel, { name: 'Reader', scopes: ['events:read'] })
  const waiting = semel.client().get(`/api/events?after=${from}&wait=30`, { headers: { 'x-api-key': key } })
  await lastUse(id)
  await semel.db.updateTable('api_keys').set({ revoked_at: new Date() }).where('id', '=', id).execute()
  await using writer = await session()
  await writer.query(INSERT, [1])
  const { status, body } = await waiting
  assert.deepEqual([status, body.code, body.items], [401, 'invalid_api_key', undefined])
})

/** Waits until a key was accepted. */
async function lastUse(id: string): Promise<void> {
  const used = () =>
    semel.db.selectFrom('api_keys').select('last_used_at').where('id', '=', id).executeTakeFirstOrThrow()
  while ((await used()).last_used_at === null);
}

test('`types` filters → next passes hidden events, even without matches for long', async () => {
  const from = await head()
  await sql`insert into event_outbox (type, data, at) select 'user.updated', '{}', now() from generate_series(1, ${WINDOW + 5})`.execute(
    semel.db,
  )
  const { body } = await events(`?after=${from}&types=product.*,order.placed`)
  assert.deepEqual([body.items, body.next, body.head], [[], from + WINDOW, from + WINDOW + 5])
  const rest = (await events(`?after=${body.next}&types=product.*`)).body
  assert.equal(rest.next, rest.head)
  for (const types of ['order.lost', 'order', '*', '', 'order.placed,']) {
    const refused = await events(`?types=${types}`)
    assert.equal(refused.status, 400, types)
    assert.match(refused.body.detail, /^types must be types of events like order.placed or order\.\*, not "/)
  }
})

test('many simultaneous events → stamped in time, whatever the outbox statistics', async () => {
  const many = async () => {
    await sql`insert into event_outbox (type, data, at) select 'user.updated', '{}', now() from generate_series(1, 10000)`.execute(
      semel.db,
    )
    const started = performance.now()
    const { body } = await events(`?after=${await head()}`)
    assert.equal(body.next, body.head)
    return performance.now() - started
  }
  const usual = await many()
  await sql`analyze event_outbox`.execute(semel.db)
  assert.ok((await many()) < 10 * usual)
})

test('invalid position, or one that the feed has not reached → refused', async () => {
  const now = await head()
  assert.deepEqual((await events(`?after=${now}`)).body.items, [])
  for (const wrong of ['-1', '9007199254740993', 'x', '1.5', ''])
    assert.equal((await events(`?after=${wrong}`)).status, 400, wrong)
  const ahead = await events(`?after=${now + 1}`)
  assert.equal(ahead.status, 409)
  assert.equal(ahead.body.code, 'position_not_reached')
  assert.equal(ahead.body.head, now)
})

test('database set back → cursors of lost events refused, earlier ones valid', async () => {
  await using writer = await session()
  await writer.query(INSERT, [1])
  await writer.query(INSERT, [2])
  const [kept, lost] = (await events(`?after=${(await head()) - 2}`)).body.items
  const at = await events(`?cursor=${kept.cursor}`)
  assert.deepEqual([at.status, at.body.items[0].cursor, at.body.cursor], [200, lost.cursor, lost.cursor])

  // A standby without the last event takes over. The position is given to another one.
  await sql`delete from event_feed where position = ${lost.position}`.execute(semel.db)
  await sql`update event_head set position = ${kept.position}`.execute(semel.db)
  await sql`insert into database_history (system_identifier, timeline, place) values ('1', '1', '') on conflict do nothing`.execute(
    semel.db,
  )
  await sql`update database_history set timeline = timeline || '0'`.execute(semel.db)
  await writer.query(INSERT, [3])

  const continued = await events(`?cursor=${kept.cursor}`)
  assert.equal(continued.body.items[0].position, lost.position)
  assert.notEqual(continued.body.items[0].id, lost.id)
  assert.equal((await events(`?after=${lost.position}`)).status, 200, 'a number cannot tell')
  const refused = await events(`?cursor=${lost.cursor}`)
  assert.deepEqual([refused.status, refused.body.code], [409, 'feed_replaced'])
  assert.match(refused.body.detail, new RegExp(`from ${lost.position} to ${lost.position} `))
  const resumed = await events(`?cursor=${refused.body.resume}`)
  assert.deepEqual(resumed.body.items, continued.body.items)
  assert.equal((await events(`?cursor=${continued.body.cursor}`)).status, 200)

  const other = await events('?cursor=1-0123456789ab')
  assert.deepEqual([other.status, other.body.code], [409, 'feed_replaced'])
  assert.equal((await events(`?cursor=${other.body.resume}`)).status, 200)
  const both = await events(`?after=1&cursor=${kept.cursor}`)
  assert.deepEqual([both.status, both.body.errors[0].field], [400, 'cursor'])
  const madeUp = await events('?cursor=1')
  assert.deepEqual([madeUp.status, madeUp.body.detail], [400, 'cursor must be the cursor of a response or of an event'])
})

test('events no longer kept → clear problem for a late reader', async () => {
  await using writer = await session()
  await writer.query(INSERT, [1])
  const now = await head()
  await sql`update event_feed set stamped_at = now() - interval '91 days' where position < ${now}`.execute(semel.db)
  await deleteOldEvents(semel.db, 90 * DAY)
  const late = await events('?after=0')
  assert.equal(late.status, 410)
  assert.equal(late.body.code, 'events_deleted')
  assert.equal(late.body.oldest, now)
  const { body } = await events(`?after=${now - 1}`)
  assert.deepEqual([body.items.length, body.oldest], [1, now])
  assert.equal((await events()).body.items[0].position, now, 'without a position from the oldest on')
})

test('event dated earlier by a failover clock → kept like its predecessors', async () => {
  await using writer = await session()
  for (const number of [1, 2, 3]) await writer.query(INSERT, [number])
  const last = await head()
  const [first, second] = [last - 2, last - 1]
  await sql`update event_feed set stamped_at = now() - interval '91 days' where position <> ${second}`.execute(semel.db)
  await deleteOldEvents(semel.db, 90 * DAY)
  assert.equal((await events(`?after=${first - 1}`)).body.code, 'events_deleted')
  const { body } = await events()
  assert.equal(body.oldest, second)
  assert.deepEqual(
    body.items.map(({ position }: { position: number }) => position),
    [second, last],
  )
})

test('staff and keys with events:read → read only what their scopes allow', async () => {
  const customer = await person(semel)
  assert.equal((await events('', customer.token)).status, 403)
  const read = async (...scopes: Parameters<typeof createApiKey>[1]['scopes']) => {
    const { key } = await createApiKey(semel, { name: 'x', scopes })
    return semel.client().get(`/api/events?after=${from}`, { headers: { 'x-api-key': key } })
  }
  const from = await head()
  const productId = await stockProduct(semel.db)
  const placed = await semel
    .client()
    .post('/api/orders', { items: [{ productId, quantity: 1 }] }, { token: customer.token })
  assert.equal((await read('orders:read')).status, 403)
  assert.equal((await read('events:read')).body.items[0].order, null)
  assert.equal((await read('events:read', 'orders:read')).body.items[0].order.id, placed.body.id)
})

/** A small generator of random numbers, so that a failure can be repeated (mulberry32). */
function generator(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}

function compare(a: number, b: number): number {
  return a - b
}
