import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mock, test } from 'node:test'
import { sql } from 'kysely'
import { announce } from '../../src/events/announce.ts'
import { TIMEOUTS } from '../../src/mail/transport.ts'
import { findingsOf, readDeliveryHealth } from '../../src/notifications/health.ts'
import { resolveDoubts } from '../../src/notifications/in-doubt.ts'
import { listAttempts } from '../../src/notifications/queries.ts'
import { DAY } from '../../src/time.ts'
import { startWorker } from '../../src/worker.ts'
import { type Person, person } from '../support/people.ts'
import { openTestRelay } from '../support/relay.ts'
import { type Semel, startSemel } from '../support/semel.ts'
import { untilDatabase } from '../support/until.ts'

/* Faults of a relay, and of the machine of a worker. None may stop other emails, or this one for long. */

test('odd bytes in a reply → left out; later emails are recorded', async () => {
  await using relay = await openTestRelay()
  relay.dot = () => `250 OK\0\x01\u00ff${'x'.repeat(10_000)}`
  await using semel = await startSemel({ smtpUrl: relay.url })
  await tell(semel, await person(semel))
  await tell(semel, await person(semel))
  await untilDatabase(semel, sql<boolean>`(select bool_and(state = 'sent') from deliveries)`)
  const { reply } = await semel.db.selectFrom('deliveries').select('reply').limit(1).executeTakeFirstOrThrow()
  assert.match(reply!, /^250 OK.{1,3}xxx/)
  assert.ok(reply!.length <= 2000)
})

test('PostgreSQL refuses a reply → recorded without text; others with theirs', async () => {
  await using relay = await openTestRelay()
  relay.dot = mail => (mail.includes('To: Poison') ? '250 poison' : '250 Taken')
  await using semel = await startSemel({ smtpUrl: relay.url }, { worker: true })
  await sql`alter table delivery_attempts add check (reply not like '%poison%')`.execute(semel.db)
  const people = await Promise.all(Array.from({ length: 4 }, () => person(semel)))
  await semel.db.updateTable('users').set({ user_name: 'Poison' }).where('id', '=', people[0]!.id).execute()
  await Promise.all(people.map(reader => tell(semel, reader)))
  await untilDatabase(semel, sql<boolean>`(select bool_and(state = 'sent') from deliveries)`)
  assert.equal(relay.mails.length, 4)
  const replies = await semel.db.selectFrom('deliveries').select('reply').orderBy('reply').execute()
  assert.deepEqual(
    replies.map(({ reply }) => reply),
    ['250 Taken', '250 Taken', '250 Taken', 'The reply of the relay cannot be stored.'],
  )
})

test('clock two days ahead → worker retries after 451, email not late', async t => {
  t.after(() => mock.timers.reset())
  const lines: { msg: string; late?: boolean; outcome?: string }[] = []
  const logTo = { write: (line: string) => void lines.push(JSON.parse(line)) }
  await using relay = await openTestRelay()
  const replies = ['451 4.7.1 Greylisted', '250 Taken']
  relay.dot = () => replies.shift()
  await using semel = await startSemel({ smtpUrl: relay.url, logLevel: 'debug' }, { logTo })
  const reader = await person(semel)
  mock.timers.enable({ apis: ['Date'], now: Date.now() + 2 * DAY })
  await tell(semel, reader)
  await untilDatabase(semel, sql<boolean>`(select bool_and(state in ('sent', 'failed')) from deliveries)`)
  assert.deepEqual(await outcomes(semel), ['temporary', 'sent'])
  while (!lines.some(({ msg }) => /^delivered/.test(msg))) await new Promise(setImmediate)
  const logged = lines.filter(({ msg }) => /^(delivered|not delivered)/.test(msg))
  assert.deepEqual(
    logged.map(({ msg, late }) => [msg, late]),
    [
      ['not delivered', false],
      ['delivered', undefined],
    ],
  )
})

test('clock two days ahead → worker still sends a password reset link', async () => {
  await using semel = await startSemel({}, { worker: false })
  const reader = await person(semel)
  const client = semel.client()
  const { csrfToken } = (await client.get('/api/auth/csrf')).body
  const headers = { 'x-csrf-token': csrfToken }
  assert.equal((await client.post('/api/auth/forgot-password', { email: reader.email }, { headers })).status, 200)
  const clock = { now: () => new Date(Date.now() + 2 * DAY) }
  await using _worker = startWorker({ ...semel, clock }, semel)
  await untilDatabase(semel, sql<boolean>`(select bool_and(state in ('sent', 'skipped')) from deliveries)`)
  assert.deepEqual(await states(semel), { sent: 1 })
})

test('all connections wait for a reply → others take over; console says so', async () => {
  await using relay = await openTestRelay()
  relay.dot = () => undefined
  await using semel = await startSemel({ smtpUrl: `${relay.url}?connections=2` }, { worker: false })
  const timeouts = { ...TIMEOUTS, slowReply: 500 }
  await using _worker = startWorker(semel, { ...semel, drain: 100, timeouts })
  const people = await Promise.all(Array.from({ length: 7 }, () => person(semel)))
  for (const reader of people.slice(0, 5)) await tell(semel, reader)
  await untilDatabase(semel, sql<boolean>`(select count(*) = 2 from deliveries where state = 'finishing')`)
  // They are committed before the dot, which must meet the silence too.
  while (relay.mails.length < 2) await new Promise(setImmediate)
  // Deliveries are claimed for free connections only, so the others remain in reach of other workers.
  assert.deepEqual(await states(semel), { finishing: 2, pending: 3 })
  relay.dot = () => '250 Taken'
  await untilDatabase(semel, sql<boolean>`(select count(*) = 3 from deliveries where state = 'sent')`)
  assert.equal(relay.connections.size, 4)
  assert.deepEqual(await states(semel), { finishing: 2, sent: 3 })

  await sql`update deliveries set marked_at = marked_at - interval '1 minute' where state = 'finishing'`.execute(
    semel.db,
  )
  const findings = findingsOf(await readDeliveryHealth(semel.db, semel.clock.now()))
  assert.match(findings[0]!.text, /^The relay has taken 2 emails and not replied, for up to 6\d seconds\./)
})

test('a relay that refuses everything for good is named by its reply', async () => {
  await using relay = await openTestRelay()
  relay.rcpt = () => '554 5.7.1 Sender is blocked'
  await using semel = await startSemel({ smtpUrl: relay.url })
  await tell(semel, await person(semel))
  await untilDatabase(semel, sql<boolean>`(select bool_and(state = 'failed') from deliveries)`)
  const [finding] = findingsOf(await readDeliveryHealth(semel.db, semel.clock.now()))
  assert.match(
    finding!.text,
    /^1 delivery failed in the last 24 hours\..* Most frequent reply: 554 5\.7\.1 Sender is blocked$/,
  )
})

test('late reply → recorded after its connection has left its place', async () => {
  await using relay = await openTestRelay()
  relay.dot = () => undefined
  await using semel = await startSemel({ smtpUrl: `${relay.url}?connections=1` }, { worker: false })
  await using _worker = startWorker(semel, { ...semel, drain: 100, timeouts: { ...TIMEOUTS, slowReply: 100 } })
  await tell(semel, await person(semel))
  while (relay.mails.length === 0) await new Promise(setImmediate)
  const [slow] = relay.connections
  relay.dot = () => '250 Taken'
  await tell(semel, await person(semel))
  await untilDatabase(semel, sql<boolean>`(select count(*) = 1 from deliveries where state = 'sent')`)
  slow!.write('250 Taken at last\r\n')
  await untilDatabase(semel, sql<boolean>`(select bool_and(state = 'sent') from deliveries)`)
  assert.equal(relay.mails.length, 2)
})

test('relay takes two connections → gets two, no attempt wasted on more', async () => {
  await using relay = await openTestRelay()
  relay.greet = () => (relay.connections.size >= 2 ? '421 4.7.0 Too many connections' : '220 test')
  await using semel = await startSemel({ smtpUrl: relay.url })
  const people = await Promise.all(Array.from({ length: 20 }, () => person(semel)))
  await Promise.all(people.map(reader => tell(semel, reader)))
  await untilDatabase(semel, sql<boolean>`(select bool_and(state = 'sent') from deliveries)`)
  const { rows } = await sql<{ attempts: number }>`select sum(attempts)::int as attempts from deliveries`.execute(
    semel.db,
  )
  assert.equal(rows[0]!.attempts, 20)
  assert.ok(relay.opened <= 18, `${relay.opened} connections were tried`)
})

test('worker stopped while a reply is outstanding → process ends, delivery in doubt', async () => {
  await using relay = await openTestRelay()
  relay.dot = () => undefined
  await using semel = await startSemel({ smtpUrl: relay.url }, { worker: false })
  const program = `
    import { openFoundation } from '${url('src/cli/open.ts')}'
    import { loadConfig } from '${url('src/config.ts')}'
    import { startWorker } from '${url('src/worker.ts')}'
    await using context = await openFoundation(loadConfig(process.env), { name: 'test', join: true })
    await using worker = startWorker({ ...context, serviceKey: Buffer.alloc(32) }, { ...context, drain: 300 })
    await new Promise(resolve => process.stdin.resume().on('end', resolve))`
  const env = { ...process.env, DATABASE_URL: semel.databaseUrl, SMTP_URL: relay.url, LOG_LEVEL: 'fatal' }
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    env,
    stdio: ['pipe', 'inherit', 'inherit'],
  })
  await tell(semel, await person(semel))
  while (relay.mails.length === 0) await new Promise(setImmediate)
  child.stdin.end()
  const [code] = await once(child, 'exit')
  assert.equal(code, 0)
  assert.deepEqual(await states(semel), { finishing: 1 })
  await using _next = startWorker(semel, semel)
  await untilDatabase(semel, sql<boolean>`(select bool_and(state = 'in_doubt') from deliveries)`)
})

test('only the relay that got an email resolves its doubt', async () => {
  await using relay = await openTestRelay()
  relay.dot = () => {
    for (const socket of relay.connections) socket.destroy()
    return undefined
  }
  const idempotent = '?idempotencyHeader=Resend-Idempotency-Key'
  await using semel = await startSemel({ smtpUrl: relay.url })
  await tell(semel, await person(semel))
  await untilDatabase(semel, sql<boolean>`(select bool_and(state = 'in_doubt') from deliveries)`)
  const settledBy = async (smtpUrl: string | undefined, settings = {}) => {
    const endings = await resolveDoubts({ ...semel, config: { ...semel.config, ...settings, smtpUrl } })
    return endings.map(({ outcome }) => outcome)
  }
  assert.deepEqual(await settledBy(undefined), [], 'the inbox')
  assert.deepEqual(await settledBy(`smtp://other.example:25${idempotent}`), [], 'another relay')
  assert.deepEqual(await states(semel), { in_doubt: 1 })

  // As at any other relay, a kind that RESEND_IN_DOUBT names is sent again, to the relay of the present.
  await tell(semel, await person(semel), 'user.registered')
  await untilDatabase(semel, sql<boolean>`(select count(*) = 2 from deliveries where state = 'in_doubt')`)
  relay.dot = () => '250 Taken'
  await sql`update deliveries set marked_at = marked_at - interval '1 hour'`.execute(semel.db)
  const resendInDoubt = new Map([['user.email_changed', 10]])
  assert.deepEqual(await settledBy(undefined, { resendInDoubt }), ['not_arrived'])
  await untilDatabase(semel, sql<boolean>`(select bool_or(state = 'sent') from deliveries)`)
  assert.deepEqual(await states(semel), { in_doubt: 1, sent: 1 })

  assert.deepEqual(await settledBy(`${relay.url}/${idempotent}`), ['not_arrived'], 'the same relay')
  await untilDatabase(semel, sql<boolean>`(select bool_and(state = 'sent') from deliveries)`)
})

test('RESEND_IN_DOUBT sends a doubt of its kind once, same Message-ID and Date', async () => {
  await using relay = await openTestRelay()
  relay.dot = () => {
    for (const socket of relay.connections) socket.destroy()
    return undefined
  }
  const resendInDoubt = new Map([['user.email_changed', 10]])
  await using semel = await startSemel({ smtpUrl: relay.url, resendInDoubt })
  const inDoubt = (count: number) => sql<boolean>`(select count(*) = ${count} from deliveries where state = 'in_doubt')`
  const anHourPasses = () => sql`update deliveries set marked_at = marked_at - interval '1 hour'`.execute(semel.db)
  await tell(semel, await person(semel))
  await untilDatabase(semel, inDoubt(1))
  const settled = await resolveDoubts(semel)
  assert.deepEqual(settled, [], 'ten minutes have not passed')
  const { rows } = await sql<{ started_at: Date }>`
    update delivery_attempts set started_at = started_at - interval '1 hour' returning started_at
  `.execute(semel.db)
  await anHourPasses()
  await untilDatabase(semel, sql<boolean>`(select bool_and(state = 'in_doubt' and attempts = 2) from deliveries)`)
  const [first, second] = relay.mails.map(mail => /^Message-ID: .*$/im.exec(mail)![0])
  assert.equal(first, second)
  // Some receivers take two emails for the same only if the Date is the same, too.
  const [, date] = /^Date: (.*?)\r?$/im.exec(relay.mails[1]!)!
  assert.equal(date, rows[0]!.started_at.toUTCString().replace('GMT', '+0000'))

  await tell(semel, await person(semel), 'user.registered')
  await untilDatabase(semel, inDoubt(2))
  await anHourPasses()
  assert.deepEqual(await resolveDoubts(semel), [], 'one was sent again before; the other is of another kind')
  assert.throws(
    () => startWorker({ ...semel, config: { ...semel.config, resendInDoubt: new Map([['x', 1]]) } }, semel),
    {
      name: 'StartError',
      message: /^RESEND_IN_DOUBT names x, which Semel does not send\. It sends order\.placed, /,
    },
  )
})

function url(path: string): string {
  return new URL(`../../${path}`, import.meta.url).href
}

async function states({ db }: Semel): Promise<Record<string, number>> {
  const { rows } = await sql<{ state: string; count: number }>`
    select state, count(*)::int as count from deliveries group by state
  `.execute(db)
  return Object.fromEntries(rows.map(({ state, count }) => [state, count]))
}

async function outcomes({ db }: Semel): Promise<string[]> {
  const { id } = await db.selectFrom('deliveries').select('id').executeTakeFirstOrThrow()
  return (await listAttempts(db, id)).map(({ outcome }) => outcome)
}

async function tell(
  { db }: Semel,
  { id }: Person,
  type: 'user.email_changed' | 'user.registered' = 'user.email_changed',
): Promise<void> {
  await db
    .transaction()
    .execute(tx => announce(tx, { type, payload: { userId: id }, to: [{ userId: id }], at: new Date() }))
}
