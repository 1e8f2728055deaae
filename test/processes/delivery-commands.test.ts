import assert from 'node:assert/strict'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { openDatabase } from '../../src/database/open.ts'
import type { Db } from '../../src/database/schema.ts'
import { announce } from '../../src/events/announce.ts'
import { publishAnnouncement } from '../../src/notifications/announcements/announcements.ts'
import { SECOND, systemClock } from '../../src/time.ts'
import { callSemel } from '../support/commands.ts'
import { cloneDatabase } from '../support/database.ts'
import { type Person, person } from '../support/people.ts'
import { runSemel } from '../support/process.ts'

/* The commands that an operator runs after a restore, on a database without a worker. */
const stack = new AsyncDisposableStack()
let url: string
let db: Db
before(async () => {
  url = stack.use(await cloneDatabase()).url
  db = stack.use(openDatabase(url)).db
})
after(() => stack.disposeAsync())

const env = () => ({ DATABASE_URL: url, SECRET_KEY: 'test '.repeat(8) })
const run = (...args: string[]) => callSemel(['deliveries', ...args], env())

const tell = ({ id }: Person) =>
  db
    .transaction()
    .execute(tx =>
      announce(tx, { type: 'user.email_changed', payload: { userId: id }, to: [{ userId: id }], at: new Date() }),
    )
const statesOf = async ({ id }: Person) => {
  const rows = await db.selectFrom('deliveries').select('state').where('user_id', '=', id).orderBy('id').execute()
  return rows.map(({ state }) => state)
}

test('restore → every unsent delivery is in doubt until the operator resolves it', async () => {
  const context = { db, clock: systemClock }
  const [ada, bob] = [await person(context), await person(context)]
  const staff = await person(context, 'staff')
  await tell(ada)
  await tell(bob)
  // The worker that was sending it at the time of the backup no longer exists.
  await db
    .updateTable('deliveries')
    .set({ state: 'claimed', worker: 7, attempts: 1 })
    .where('user_id', '=', bob.id)
    .execute()
  const news = { subject: 'Sale', message: 'On Monday.' }
  await db.transaction().execute(tx => publishAnnouncement(tx, news, { userId: staff.id }, new Date()))

  // One of each command runs as a process.
  const doubt = await runSemel(['deliveries', 'doubt'], env())
  assert.equal(doubt.code, 0, doubt.output)
  assert.match(doubt.output, /In doubt now: 4\./)
  assert.deepEqual([await statesOf(ada), await statesOf(bob)], [Array(2).fill('in_doubt'), Array(2).fill('in_doubt')])

  const arrived = await runSemel(['deliveries', 'settle', 'arrived', '--kind', 'announcement.published'], env())
  assert.match(arrived.output, /Settled: 2/)
  const again = await run('settle', 'send-again', '--user', bob.email)
  assert.match(again.output, /Settled: 1/)
  assert.deepEqual(
    [await statesOf(ada), await statesOf(bob)],
    [
      ['in_doubt', 'sent'],
      ['pending', 'sent'],
    ],
  )
  assert.match((await run('settle', 'arrived')).output, /Settled: 1/)
  assert.match((await run('settle', 'arrived')).output, /Settled: 0/)
  assert.match((await run('list', '--user', ada.email)).output, /sent .*\(Arrived, says .* by command\.\)/)
})

test("the relay's log tells which deliveries arrived", async () => {
  await db.deleteFrom('delivery_attempts').execute()
  await db.deleteFrom('deliveries').execute()
  const people = await Promise.all([1, 2, 3, 4].map(() => person({ db, clock: systemClock })))
  for (const reader of people) await tell(reader)
  await run('doubt')
  const rows = await db.selectFrom('deliveries').select(['id', 'user_id']).execute()
  const [listed, whole, cut] = people.map(({ id }) => rows.find(({ user_id }) => user_id === id)!.id)
  const file = join(await mkdtemp(join(tmpdir(), 'semel-')), 'mail.log')
  const log = [
    `<${listed!.toUpperCase()}@shop.example>`,
    `Nov 21 23:00:01 mx postfix/cleanup[12]: 1A2B: message-id=<${whole}@shop.example>`,
    `Nov 21 23:00:01 mx postfix/cleanup[12]: 3C4D: message-id=<${cut}@shop.example>`,
    `Nov 21 23:00:01 mx sendmail[14]: 4ALN01: from=<a@shop.example>, size=9, nrcpts=1, msgid=<${cut}@shop.example>, proto=ESMTP`,
    'Nov 21 23:00:01 mx sendmail[14]: 4ALN01: to=<b@x.example>, delay=00:00:00, pri=30000, stat=Message exceeds maximum size',
    `Nov 21 23:00:01 mx sendmail[14]: 4ALN02: from=<a@shop.example>, size=9, nrcpts=1, msgid=<${whole}@shop.example>, proto=ESMTP`,
    'Nov 21 23:00:02 mx sendmail[15]: 4ALN02: to=<c@x.example>, delay=00:00:01, mailer=esmtp, relay=x, dsn=2.0.0, stat=Sent (ok)',
    'Nov 21 23:00:02 mx postfix/qmgr[13]: 1A2B: from=<hello@shop.example>, size=900, nrcpt=1 (queue active)',
  ]
  await writeFile(file, log.join('\n'))
  assert.match((await run('settle', 'arrived', '--relay-log', file)).output, /Settled: 2\n/)
  assert.deepEqual(await Promise.all(people.map(statesOf)), [['sent'], ['sent'], ['in_doubt'], ['in_doubt']])

  const { id } = await db
    .updateTable('deliveries')
    .set({ reply_awaited_until: new Date(Date.now() + 60_000) })
    .where('user_id', '=', people[3]!.id)
    .returning('id')
    .executeTakeFirstOrThrow()
  const again = await run('settle', 'send-again', '--relay-log', file)
  assert.match(again.output, /Settled: 1\nNot yet: 1\. The relay may still reply/, id)
  assert.deepEqual(await Promise.all(people.map(statesOf)), [['sent'], ['sent'], ['pending'], ['in_doubt']])
  assert.match(
    (await run('settle', 'arrived', '--relay-log', '/nowhere')).output,
    /The file \/nowhere cannot be read \(ENOENT\)\./,
  )
})

test('file without any Message-ID, such as a compressed log → nothing sent again', async () => {
  const reader = await person({ db, clock: systemClock })
  await tell(reader)
  await run('doubt')
  const file = join(await mkdtemp(join(tmpdir(), 'semel-')), 'mail.log.1.gz')
  await writeFile(file, gzipSync('Nov 21 23:00:01 mx postfix/cleanup[12]: 1A2B: message-id=<…@shop.example>'))
  const { code, output } = await run('settle', 'send-again', '--relay-log', file)
  assert.equal(code, 1, output)
  assert.match(output, /mail\.log\.1\.gz contains no Message-ID of an email of Semel/)
  assert.deepEqual(await statesOf(reader), ['in_doubt'])
})

test('doubts of a period are settled alone', async () => {
  const [early, late] = [await person({ db, clock: systemClock }), await person({ db, clock: systemClock })]
  for (const reader of [early, late]) await tell(reader)
  await run('doubt')
  const since = new Date(Date.now() + 10 * SECOND).toISOString()
  await db
    .updateTable('deliveries')
    .set({ created_at: new Date(since) })
    .where('user_id', '=', late.id)
    .execute()
  assert.match((await run('settle', 'arrived', '--user', early.email, '--from', since)).output, /^Settled: 0\n/)
  assert.match((await run('settle', 'arrived', '--user', late.email, '--from', since)).output, /^Settled: 1\n/)
  assert.match((await run('settle', 'arrived', '--user', early.email, '--before', since)).output, /^Settled: 1\n/)
})

test('emails refused by mistake are resent by kind, user or time only', async () => {
  const [ada, bob] = [await person({ db, clock: systemClock }), await person({ db, clock: systemClock })]
  for (const reader of [ada, ada, bob]) await tell(reader)
  await db
    .updateTable('deliveries')
    .set({ state: 'failed', attempts: 1, reply: '554 No' })
    .where('user_id', 'in', [ada.id, bob.id])
    .execute()
  const first = db.selectFrom('deliveries').select('id').where('user_id', '=', ada.id).orderBy('id').limit(1)
  await db.updateTable('deliveries').set({ state: 'sent' }).where('id', '=', first).execute()

  const unselected = await runSemel(['deliveries', 'send-again'], env())
  assert.equal(unselected.code, 1, unselected.output)
  assert.match(unselected.output, /Say which deliveries failed by mistake/)
  const early = await run('send-again', '--before', '2026-01-01')
  assert.match(early.output, /To be sent again: 0\n/)
  const again = await run('send-again', '--user', ada.email, '--kind', 'user.email_changed')
  assert.match(again.output, /To be sent again: 1\n/)
  assert.deepEqual([await statesOf(ada), await statesOf(bob)], [['sent', 'pending'], ['failed']])
  assert.match((await run('list', '--user', ada.email)).output, /\(To be sent again, says .* by command\.\)/)
  assert.match((await run('send-again', '--from', '2026-01-01')).output, /To be sent again: 1\n/)
  assert.deepEqual([await statesOf(ada), await statesOf(bob)], [['sent', 'pending'], ['pending']])
})

test('list too long to count → "at least as many"', async () => {
  const reader = await person({ db, clock: systemClock })
  for (let n = 0; n < 3; n++) await tell(reader)
  const list = (limit: number) => run('list', '--user', reader.email, '--limit', String(limit))
  assert.match((await list(2)).output, /\n2 of 3\n$/)
  assert.match((await list(3)).output, /\n3 in total\n$/)
  await sql`
    with announced as (
      insert into events (id, type, payload, created_at)
      select gen_random_uuid(), 'user.email_changed', ${JSON.stringify({ userId: reader.id })}::jsonb, now()
      from generate_series(1, 10000)
      returning id, type
    )
    insert into deliveries (id, event_id, kind, recipient, user_id)
    select gen_random_uuid(), id, type, 'user:' || ${reader.id}, ${reader.id}::uuid from announced
  `.execute(db)
  assert.match((await list(2)).output, /\n2 of at least 10001\n$/)
  assert.match((await list(20_000)).output, /\n10003 in total\n$/)
})

test('invalid options give a one-line message', async () => {
  for (const [args, words] of [
    [['settle'], /missing required argument 'what'/],
    [['settle', 'perhaps'], /Allowed choices are arrived, send-again/],
    [
      ['settle', 'arrived', '--user', 'nobody@example.com'],
      /There is no user with the id or email address nobody@example\.com\./,
    ],
  ] as const) {
    const { code, output } = await run(...args)
    assert.equal(code, 1, output)
    assert.match(output, words)
    assert.doesNotMatch(output, /\n\s+at /)
  }
})
