import assert from 'node:assert/strict'
import { mock, test } from 'node:test'
import { sql } from 'kysely'
import { announce } from '../../src/events.ts'
import { listAttempts } from '../../src/notifications/queries.ts'
import { DAY } from '../../src/time.ts'
import { type Person, person } from '../support/people.ts'
import { openTestRelay } from '../support/relay.ts'
import { type Semel, startSemel } from '../support/semel.ts'

/* What a relay, or the machine of a worker, does wrong must not stop other emails, or this one for long. */

test('odd bytes in a reply are left out, and the emails behind it are recorded', async () => {
  await using relay = await openTestRelay()
  relay.dot = () => `250 OK\0\x01\u00ff${'x'.repeat(10_000)}`
  await using semel = await startSemel({ smtpUrl: relay.url })
  await tell(semel, await person(semel))
  await tell(semel, await person(semel))
  await until(semel, sql<boolean>`(select bool_and(state = 'sent') from deliveries)`)
  const { reply } = await semel.db.selectFrom('deliveries').select('reply').limit(1).executeTakeFirstOrThrow()
  assert.match(reply!, /^250 OK.{1,3}xxx/)
  assert.ok(reply!.length <= 2000)
})

test('a reply that PostgreSQL refuses is recorded without its text, and the emails beside it with theirs', async () => {
  await using relay = await openTestRelay()
  relay.dot = mail => (mail.includes('To: Poison') ? '250 poison' : '250 Taken')
  await using semel = await startSemel({ smtpUrl: relay.url }, { worker: true })
  await sql`alter table delivery_attempts add check (reply not like '%poison%')`.execute(semel.db)
  const people = await Promise.all(Array.from({ length: 4 }, () => person(semel)))
  await semel.db.updateTable('users').set({ user_name: 'Poison' }).where('id', '=', people[0]!.id).execute()
  await Promise.all(people.map(reader => tell(semel, reader)))
  await until(semel, sql<boolean>`(select bool_and(state = 'sent') from deliveries)`)
  assert.equal(relay.mails.length, 4)
  const replies = await semel.db.selectFrom('deliveries').select('reply').orderBy('reply').execute()
  assert.deepEqual(
    replies.map(({ reply }) => reply),
    ['250 Taken', '250 Taken', '250 Taken', 'The reply of the relay cannot be stored.'],
  )
})

test('a worker whose clock is two days ahead retries after a 451, and does not call the email late', async t => {
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
  await until(semel, sql<boolean>`(select bool_and(state in ('sent', 'failed')) from deliveries)`)
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

async function outcomes({ db }: Semel): Promise<string[]> {
  const { id } = await db.selectFrom('deliveries').select('id').executeTakeFirstOrThrow()
  return (await listAttempts(db, id)).map(({ outcome }) => outcome)
}

async function tell({ db }: Semel, { id }: Person): Promise<void> {
  await db
    .transaction()
    .execute(tx =>
      announce(tx, { type: 'user.email_changed', payload: { userId: id }, to: [{ userId: id }], at: new Date() }),
    )
}

async function until({ db }: Semel, condition: ReturnType<typeof sql<boolean>>): Promise<void> {
  for (;;) {
    const { rows } = await sql<{ holds: boolean | null }>`select ${condition} as holds`.execute(db)
    if (rows[0]!.holds) return
  }
}
