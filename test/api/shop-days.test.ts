import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { cookieNames } from '../../src/accounts/sessions/cookies.ts'
import { changeShop, forgetShop } from '../../src/shop/settings.ts'
import { person } from '../support/people.ts'
import { type Semel, startSemel } from '../support/semel.ts'

let semel: Semel
let admin: Awaited<ReturnType<typeof person>>
let buyer: string
before(async () => {
  semel = await startSemel({}, { worker: false })
  admin = await person(semel, 'admin')
  buyer = (await person(semel)).id
})
after(() => semel[Symbol.asyncDispose]())

async function useZone(timeZone: string): Promise<void> {
  await changeShop(semel.db, { timeZone })
  await forgetShop(semel.db)
  await sql`delete from orders`.execute(semel.db)
}

async function place(at: string): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into orders (owner_id, total, currency, placed_at)
    values (${buyer}, 100, 'EUR', ${at}) returning id
  `.execute(semel.db)
  return rows[0]!.id
}

async function page(path: string): Promise<string> {
  const client = semel.client()
  client.cookies.set(cookieNames(semel).session, admin.token)
  const { status, text } = await client.get(path, { headers: { accept: 'text/html' } })
  assert.equal(status, 200, text)
  return text
}

function ordersIn(text: string): number[] {
  return [...new Set([...text.matchAll(/href="\/admin\/orders\/(\d+)"/g)].map(([, id]) => Number(id)))].sort(
    (a, b) => a - b,
  )
}

for (const [zone, day, [before, first, last, next]] of [
  // 23, 25, 23 and 24 hours.
  ['Europe/Berlin', '2026-03-29', ['28T22:59:59Z', '28T23:00:00Z', '29T21:59:59Z', '29T22:00:00Z']],
  ['Europe/Berlin', '2026-10-25', ['24T21:59:59Z', '24T22:00:00Z', '25T22:59:59Z', '25T23:00:00Z']],
  ['Pacific/Auckland', '2026-09-27', ['26T11:59:59Z', '26T12:00:00Z', '27T10:59:59Z', '27T11:00:00Z']],
  ['America/Sao_Paulo', '2026-11-24', ['24T02:59:59Z', '24T03:00:00Z', '25T02:59:59Z', '25T03:00:00Z']],
] as const) {
  test(`filter for ${day} in ${zone} → its orders, with local times in files`, async () => {
    await useZone(zone)
    const ids = []
    for (const time of [before, first, last, next]) ids.push(await place(`${day.slice(0, 8)}${time}`))
    const within = await page(`/admin/orders?from=${day}&to=${day}`)
    assert.deepEqual(ordersIn(within), ids.slice(1, 3))
    assert.match(within, /To, this day included/)
    assert.deepEqual(ordersIn(await page(`/admin/orders?to=${day}`)), ids.slice(0, 3))
    assert.deepEqual(ordersIn(await page(`/admin/orders?from=${day}`)), ids.slice(1))
    const file = await page(`/admin/orders.csv?from=${day}&to=${day}`)
    const times = file
      .split(/\r?\n/)
      .slice(1, 3)
      .map(line => line.split(',')[1])
    assert.match(times[0]!, new RegExp(`^${day}T23:59:59[+-]`))
    assert.match(times[1]!, new RegExp(`^${day}T00:00:00[+-]`))
  })
}

test('console shows shop times and names their zone, also with scripts', async () => {
  await useZone('Pacific/Auckland')
  await place('2026-11-24T11:30:00Z')
  const text = await page('/admin/orders')
  assert.match(
    text,
    /<time datetime="2026-11-24T11:30:00.000Z" title="New Zealand Daylight Time">[^<]*25 Nov[^<]*0?0:30/,
  )
  assert.doesNotMatch(text, /data-local=/)
})

test('customer page without a script names the zone of the shop', async () => {
  await useZone('America/Sao_Paulo')
  const client = semel.client()
  client.cookies.set(cookieNames(semel).session, admin.token)
  const { text } = await client.get('/account', { headers: { accept: 'text/html' } })
  assert.match(text, /<time datetime="[^"]+" data-local="minute"[^>]*>[^<]+ (GMT-3|BRT)<\/time>/)
})

test('announcement to buyers between two days of the shop → both days count', async () => {
  await useZone('Pacific/Auckland')
  const draft = { subject: 'News', message: 'Hello.' }
  const post = (body: object) => semel.client().post('/api/admin/announcement-drafts', body, { token: admin.token })
  const recipients = async (body: object) => {
    const { status, body: answer, text } = await post({ ...draft, ...body })
    assert.equal(status, 201, text)
    return answer.recipients
  }
  await place('2026-09-27T10:59:59Z')
  const day = { orderedFromDay: '2026-09-27', orderedToDay: '2026-09-27' }
  assert.equal(await recipients(day), 1)
  assert.equal(await recipients({ orderedFromDay: '2026-09-28' }), 0)
  assert.equal(await recipients({ orderedToDay: '2026-09-26' }), 0)
  const { body } = await post({ ...draft, ...day })
  const shown = await page(`/admin/announcements/drafts/${body.id}`)
  assert.match(shown, /value="2026-09-27"[\s\S]*value="2026-09-27"/)
  for (const [period, field, code] of [
    [{ orderedFromDay: '2026-09-28', orderedToDay: '2026-09-27' }, 'orderedToDay', 'empty_period'],
    [{ orderedFromDay: '2026-09-28', orderedFrom: '2026-09-28T00:00:00Z' }, 'orderedFromDay', 'not_together'],
    [{ orderedToDay: '2026-02-30' }, 'orderedToDay', 'invalid_date'],
    [{ orderedToDay: '9999-12-31' }, 'orderedToDay', 'invalid_date'],
  ] as const) {
    const refused = await post({ ...draft, ...period })
    assert.equal(refused.status, 422, refused.text)
    assert.deepEqual([refused.body.errors[0].field, refused.body.errors[0].code], [field, code])
  }
})

test('key expires when its day begins in the zone of the shop', async () => {
  await useZone('Europe/Berlin')
  const body = { name: 'Days', scopes: ['products:read'], expiresOn: '2099-07-01' }
  const { status, body: created, text } = await semel.client().post('/api/admin/api-keys', body, { token: admin.token })
  assert.equal(status, 201, text)
  const key = await semel.db
    .selectFrom('api_keys')
    .select('expires_at')
    .where('id', '=', created.id)
    .executeTakeFirstOrThrow()
  assert.equal(key.expires_at?.toISOString(), '2099-06-30T22:00:00.000Z')
})

test('overview shows days, weeks and months of the shop; any address works', async () => {
  await useZone('Europe/Berlin')
  await place('2026-10-24T22:00:00Z')
  const shown = await page('/admin?period=day&day=2026-10-25')
  assert.match(shown, /Sales per hour: €1\.00 in all/)
  assert.match(await page('/admin?period=month&day=2026-10-31'), /Sales per day: €1\.00 in all/)
  assert.match(await page('/admin?period=week&day=2026-10-26'), /Sales per day: €0\.00 in all/)
  for (const query of ['day=2026-02-30', 'day=0001-01-01', 'day=9999-12-31', 'day=x', 'period=year'])
    await page(`/admin?${query}`)
})
