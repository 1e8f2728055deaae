import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { announce } from '../../src/events/announce.ts'
import { findingsOf, readDeliveryHealth } from '../../src/notifications/health.ts'
import { type Person, person } from '../support/people.ts'
import { openTestRelay, type TestRelay } from '../support/relay.ts'
import { type Semel, startSemel } from '../support/semel.ts'
import { untilDatabase } from '../support/until.ts'

const REFUSALS: [string, (relay: TestRelay) => void][] = [
  ['asks for a password', relay => (relay.mail = () => '530 5.7.0 Authentication required')],
  ['denies relaying', relay => (relay.rcpt = () => '554 5.7.1 <someone@example.com>: Relay access denied')],
]

for (const [what, refuse] of REFUSALS) {
  test(`relay that ${what} → no email fails; all leave once repaired`, async () => {
    await using relay = await openTestRelay()
    refuse(relay)
    await using semel = await startSemel({ smtpUrl: relay.url })
    const reader = await person(semel)
    for (let n = 0; n < 8; n++) await tell(semel, reader)
    await untilDatabase(semel, sql<boolean>`(select bool_or(relay_error like '%5.%') from workers)`)
    await untilDatabase(semel, sql<boolean>`(select count(*) > 1 from delivery_attempts)`)
    const [finding] = findingsOf(await readDeliveryHealth(semel.db, semel.clock.now()))
    assert.equal(finding!.level, 'bad')
    assert.match(finding!.text, /cannot use the mail relay since .*It refuses all emails of this shop: 5\d\d 5\.\d/)
    const { pending = 0, claimed = 0, ...others } = await states(semel)
    assert.deepEqual([pending + claimed, others], [8, {}])

    relay.mail = relay.rcpt = () => '250 OK'
    await untilDatabase(semel, sql<boolean>`(select bool_and(state = 'sent') from deliveries)`)
    assert.equal(relay.mails.length, 8)
    await untilDatabase(semel, sql<boolean>`(select bool_and(relay_error is null) from workers)`)
  })
}

test('relay denies relaying for one recipient → the emails of others leave', async () => {
  await using relay = await openTestRelay()
  await using semel = await startSemel({ smtpUrl: relay.url })
  const [unlucky, lucky] = [await person(semel), await person(semel)]
  relay.rcpt = address => (address === unlucky.email ? '554 5.7.1 Relay access denied' : '250 OK')
  await tell(semel, unlucky)
  for (let n = 0; n < 5; n++) await tell(semel, lucky)
  await untilDatabase(semel, sql<boolean>`(select count(*) = 5 from deliveries where state = 'sent')`)
  const { sent, pending = 0, claimed = 0, ...others } = await states(semel)
  assert.deepEqual([sent, pending + claimed, others], [5, 1, {}])
})

for (const words of ['550 5.1.1 Recipient unknown', '550 Invalid recipient: <reader@a.example>'])
  test(`relay refuses every recipient (${words.slice(0, 9)}) → nobody suppressed; all leave once repaired`, async () => {
    await using relay = await openTestRelay()
    relay.rcpt = () => words
    await using semel = await startSemel({ smtpUrl: relay.url })
    const readers: Person[] = []
    for (const domain of ['a.example', 'b.example', 'c.example', 'd.example', 'e.example']) {
      const reader = await person(semel)
      await semel.db
        .updateTable('users')
        .set({ email: `reader@${domain}` })
        .where('id', '=', reader.id)
        .execute()
      readers.push(reader)
    }
    for (const reader of readers) await tell(semel, reader)
    await untilDatabase(semel, sql<boolean>`(select bool_or(relay_error like '%ecipient%') from workers)`)
    await untilDatabase(semel, sql<boolean>`(select count(*) = 0 from deliveries where state = 'failed')`)
    assert.deepEqual(await semel.db.selectFrom('suppressed_addresses').selectAll().execute(), [])

    relay.rcpt = () => '250 OK'
    await untilDatabase(semel, sql<boolean>`(select bool_and(state = 'sent') from deliveries)`)
    assert.equal(relay.mails.length, readers.length)
    assert.deepEqual(await semel.db.selectFrom('suppressed_addresses').selectAll().execute(), [])
  })

test('a message that is too large for the relay fails alone', async () => {
  await using relay = await openTestRelay()
  relay.mail = () => '552 5.3.4 Message size exceeds fixed limit'
  await using semel = await startSemel({ smtpUrl: relay.url })
  await tell(semel, await person(semel))
  await untilDatabase(semel, sql<boolean>`(select bool_and(state = 'failed') from deliveries)`)
  const { relay_error } = await semel.db.selectFrom('workers').select('relay_error').executeTakeFirstOrThrow()
  assert.equal(relay_error, null)
})

async function tell({ db }: Semel, { id }: Person): Promise<void> {
  await db.transaction().execute(async tx => {
    await announce(tx, { type: 'user.email_changed', payload: { userId: id }, to: [{ userId: id }], at: new Date() })
  })
}

async function states({ db }: Semel): Promise<Record<string, number>> {
  const { rows } = await sql<{ state: string; count: number }>`
    select state, count(*)::int as count from deliveries group by state
  `.execute(db)
  return Object.fromEntries(rows.map(({ state, count }) => [state, count]))
}

test('relay greets as msmtpd → one warning, and emails go out', async () => {
  await using relay = await openTestRelay()
  relay.greet = () => '220 localhost ESMTP msmtpd'
  const lines: string[] = []
  const logTo = { write: (line: string) => void lines.push(line) }
  await using semel = await startSemel({ smtpUrl: relay.url, logLevel: 'warn' }, { logTo })
  const warnings = () => lines.filter(line => line.includes('The relay is msmtpd.'))
  const reader = await person(semel)
  for (let n = 0; n < 3; n++) await tell(semel, reader)
  await untilDatabase(semel, sql<boolean>`(select count(*) = 3 and bool_and(state = 'sent') from deliveries)`)
  assert.ok(relay.opened > 0)
  assert.equal(warnings().length, 1, lines.join(''))
})
