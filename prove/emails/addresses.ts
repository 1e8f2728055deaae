import { randomUUID, randomUUIDv7 } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { publishAnnouncement } from '../../src/notifications/announcements/announcements.ts'
import { MINUTE, SECOND } from '../../src/time.ts'
import { DELIVERIES, type Recipient, type Testbed } from '../testbed.ts'

/*
 * R3: an address changes while its email is in flight. The test compares the inbox with the owner of each address at the
 * moment of the commitment to send.
 */
type AddressChange = { name: string; run: (testbed: Testbed) => Promise<string[]> }

export const ADDRESS_CHANGES: AddressChange[] = [
  { name: 'address changed between RCPT and the dot', run: changedOnTheWay },
  { name: 'address being changed at the commitment to send', run: changingAtCommit },
  { name: 'two users swap addresses between RCPT and the dot', run: swappedOnTheWay },
  { name: 'user removed between RCPT and the dot', run: removedOnTheWay },
  { name: 'address changed while the email waits', run: changedWhileWaiting },
]

async function changedOnTheWay(testbed: Testbed): Promise<string[]> {
  const release = await holdAtRecipient(testbed)
  const moved = await Promise.all(testbed.recipients.map(reader => move(testbed, reader)))
  release()
  await testbed.allFinished()
  return expectMail(testbed, [
    ...testbed.recipients.map(({ email }) => [email, 0] as const),
    ...moved.map(e => [e, 1] as const),
  ])
}

async function changingAtCommit(testbed: Testbed): Promise<string[]> {
  const release = await holdAtRecipient(testbed)
  const moved = testbed.recipients.map(() => `${randomUUID()}@example.test`)
  await testbed.db.transaction().execute(async tx => {
    for (const [index, { id }] of testbed.recipients.entries()) {
      await tx.updateTable('users').set({ email: moved[index]! }).where('id', '=', id).execute()
    }
    // The commitments of all eight meet the uncommitted change and are refused. The change commits after that.
    release()
    await testbed.until(async () => (await testbed.attempts(['readdressed'])) >= DELIVERIES)
  })
  await testbed.allFinished()
  return expectMail(testbed, [
    ...testbed.recipients.map(({ email }) => [email, 0] as const),
    ...moved.map(e => [e, 1] as const),
  ])
}

async function swappedOnTheWay(testbed: Testbed): Promise<string[]> {
  const release = await holdAtRecipient(testbed)
  for (let n = 0; n < DELIVERIES; n += 2) await swap(testbed, testbed.recipients[n]!, testbed.recipients[n + 1]!)
  release()
  await testbed.allFinished()
  return misdirected(testbed)
}

async function removedOnTheWay(testbed: Testbed): Promise<string[]> {
  const release = await holdAtRecipient(testbed)
  await testbed.db
    .deleteFrom('users')
    .where(
      'id',
      'in',
      testbed.recipients.map(({ id }) => id),
    )
    .execute()
  release()
  await testbed.allFinished()
  return expectMail(
    testbed,
    testbed.recipients.map(({ email }) => [email, 0] as const),
  )
}

async function changedWhileWaiting(testbed: Testbed): Promise<string[]> {
  await testbed.announce()
  const moved = await Promise.all(testbed.recipients.map(reader => move(testbed, reader)))
  testbed.startHealthyWorker()
  await testbed.allFinished()
  return expectMail(testbed, [
    ...testbed.recipients.map(({ email }) => [email, 0] as const),
    ...moved.map(e => [e, 1] as const),
  ])
}

/** Holds eight emails after RCPT. */
async function holdAtRecipient(testbed: Testbed): Promise<() => void> {
  testbed.startHealthyWorker()
  return testbed.holdAll('recipient')
}

async function move(testbed: Testbed, { id }: Recipient): Promise<string> {
  const email = `${randomUUID()}@example.test`
  await testbed.db.updateTable('users').set({ email }).where('id', '=', id).execute()
  return email
}

async function expectMail(testbed: Testbed, expected: (readonly [email: string, mails: number])[]): Promise<string[]> {
  const mails = await testbed.db
    .selectFrom('dev_mail')
    .select('recipient')
    .where(
      'recipient',
      'in',
      expected.map(([email]) => email),
    )
    .execute()
  return expected.flatMap(([email, count]) => {
    const found = mails.filter(({ recipient }) => recipient === email).length
    return found === count ? [] : [`${email} got ${found} emails instead of ${count}`]
  })
}

/** Dialogues in flight when addresses are swapped: at least so many of the worker's connections carry announcements. */
const HELD = 8

/**
 * Sends an announcement to `count` users. Repeatedly the relay holds all dialogues after RCPT, and the recipients of the
 * first eight swap addresses in pairs. So a third of the emails are in flight to an address that then belongs to
 * another user.
 * @returns the violations, and the number of swaps
 */
export async function swapDuringFanOut(
  testbed: Testbed,
  count: number,
): Promise<{ violations: string[]; swaps: number }> {
  const recipients: Recipient[] = []
  const users = Array.from({ length: count }, () => {
    const id = randomUUIDv7()
    const email = `${id}@example.test`
    recipients.push({ id, email })
    return {
      id,
      email,
      user_name: `reader ${id}`,
      role: 'customer' as const,
      password_hash: '',
      created_at: new Date(),
      confirmed_at: new Date(),
    }
  })
  for (let n = 0; n < users.length; n += 1000) {
    await testbed.db
      .insertInto('users')
      .values(users.slice(n, n + 1000))
      .execute()
  }
  testbed.startHealthyWorker()
  await testbed.db
    .transaction()
    .execute(tx => publishAnnouncement(tx, { subject: 'To everyone', message: 'Hello.' }, null, new Date()))
  const swapped = new Set<Recipient>()
  // An email whose recipient swapped comes again, perhaps before those of others: for more than a third they might run out.
  while (swapped.size < count / 3) {
    const { there, release } = holdAll(testbed)
    // Fewer than eight may be left, all of them held.
    const reached = await Promise.race([there, sleep(15 * SECOND, undefined, { ref: false })])
    const held = recipients.filter(one => !swapped.has(one) && reached?.includes(one.email))
    for (let n = 0; n + 1 < held.length; n += 2) {
      const [a, b] = [held[n]!, held[n + 1]!]
      await swap(testbed, a, b)
      swapped.add(a).add(b)
    }
    release()
    if (!reached) break
  }
  testbed.faults.clear()
  await testbed.fannedOut()
  await testbed.allFinished(10 * MINUTE)
  testbed.recipients.push(...recipients)
  const violations = await misdirected(testbed)
  if (swapped.size < count / 4) violations.push(`only ${swapped.size} of ${count} users could swap addresses`)
  return { violations, swaps: swapped.size / 2 }
}

/** Holds every dialogue after RCPT, so that nothing is sent while addresses are swapped. */
function holdAll({ faults }: Testbed) {
  const { promise, resolve } = Promise.withResolvers<void>()
  const there = faults.reached('recipient', HELD)
  faults.clear()
  faults.add({ at: 'recipient', times: Infinity, until: promise })
  return { there, release: resolve }
}

const history = sql.raw('address_history')

/** Swaps two addresses and records the former owners, in one transaction. */
async function swap(testbed: Testbed, a: Recipient, b: Recipient): Promise<void> {
  await sql`
    create table if not exists ${history} (user_id uuid, email text, until timestamptz)
  `.execute(testbed.db)
  await testbed.db.transaction().execute(async tx => {
    await sql`select id from users where id in (${a.id}, ${b.id}) order by id for update`.execute(tx)
    await tx
      .updateTable('users')
      .set({ email: `${randomUUID()}@example.test` })
      .where('id', '=', a.id)
      .execute()
    await tx.updateTable('users').set({ email: a.email }).where('id', '=', b.id).execute()
    await tx.updateTable('users').set({ email: b.email }).where('id', '=', a.id).execute()
    // The rows are locked, so any commitment to send after this moment comes after the commit.
    await sql`
      insert into ${history} select id, email, clock_timestamp()
      from (values (${a.id}::uuid, ${a.email}), (${b.id}::uuid, ${b.email})) as former (id, email)
    `.execute(tx)
  })
}

/** Users who did not get exactly one email, and emails that were released to an address of another user. */
async function misdirected(testbed: Testbed): Promise<string[]> {
  const ids = testbed.recipients.map(({ id }) => id)
  const { rows } = await sql<{ violation: string }>`
    with delivery as (
      select d.id, d.user_id, d.marked_at, d.state, d.message_id,
        (select count(*) from dev_mail m where m.message_id = d.message_id) as mails,
        (select min(recipient) from dev_mail m where m.message_id = d.message_id) as recipient
      from deliveries d where d.user_id = any(${ids})
    )
    select user_id || ' got ' || mails || ' emails, the ledger says ' || state as violation
    from delivery where mails <> 1 or state <> 'sent'
    union all
    select 'the email for ' || t.user_id || ' went to ' || t.recipient || ', which was theirs until ' || h.until
      || ', at ' || t.marked_at
    from delivery t join ${history} h on h.user_id = t.user_id and h.email = t.recipient
    where t.marked_at > h.until
    union all
    select 'the email for ' || t.user_id || ' went to ' || t.recipient || ', which was never theirs'
    from delivery t
    where not exists (select from users u where u.id = t.user_id and u.email = t.recipient)
      and not exists (select from ${history} h where h.user_id = t.user_id and h.email = t.recipient)
  `.execute(testbed.db)
  return rows.map(({ violation }) => violation)
}
