import { randomUUID, randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import { publish } from '../src/notifications/announcements/announcements.ts'
import { DELIVERIES, type Reader, type Scene } from './scene.ts'

/*
 * R3 in plays: an address changes while its e-mail is on the way. What counts is what the inbox received, and whose
 * address it was at the moment of the mark.
 */
export type Play = { name: string; play: (scene: Scene) => Promise<string[]> }

export const PLAYS: Play[] = [
  { name: 'address changed between RCPT and the dot', play: changedOnTheWay },
  { name: 'address being changed while the dot is asked for', play: changingAtTheMark },
  { name: 'two users swap addresses between RCPT and the dot', play: swappedOnTheWay },
  { name: 'user removed between RCPT and the dot', play: removedOnTheWay },
  { name: 'address changed while the e-mail waits', play: changedWhileWaiting },
]

async function changedOnTheWay(scene: Scene): Promise<string[]> {
  const release = await underWay(scene)
  const moved = await Promise.all(scene.readers.map(reader => move(scene, reader)))
  release()
  await scene.settled()
  return expectMail(scene, [
    ...scene.readers.map(({ email }) => [email, 0] as const),
    ...moved.map(e => [e, 1] as const),
  ])
}

async function changingAtTheMark(scene: Scene): Promise<string[]> {
  const release = await underWay(scene)
  const moved = scene.readers.map(() => `${randomUUID()}@example.test`)
  await scene.db.transaction().execute(async tx => {
    for (const [index, { id }] of scene.readers.entries()) {
      await tx.updateTable('users').set({ email: moved[index]! }).where('id', '=', id).execute()
    }
    // The marks of all eight come, find the change under way, and are refused; the change commits after that.
    release()
    await scene.until(async () => {
      const rows = await scene.db
        .selectFrom('delivery_attempts')
        .innerJoin('deliveries', 'deliveries.id', 'delivery_attempts.delivery_id')
        .select('number')
        .where('outcome', '=', 'readdressed')
        .where(
          'user_id',
          'in',
          scene.readers.map(({ id }) => id),
        )
        .execute()
      return rows.length >= DELIVERIES
    })
  })
  await scene.settled()
  return expectMail(scene, [
    ...scene.readers.map(({ email }) => [email, 0] as const),
    ...moved.map(e => [e, 1] as const),
  ])
}

async function swappedOnTheWay(scene: Scene): Promise<string[]> {
  const release = await underWay(scene)
  for (let n = 0; n < DELIVERIES; n += 2) await swap(scene, scene.readers[n]!, scene.readers[n + 1]!)
  release()
  await scene.settled()
  return misdirected(scene)
}

async function removedOnTheWay(scene: Scene): Promise<string[]> {
  const release = await underWay(scene)
  await scene.db
    .deleteFrom('users')
    .where(
      'id',
      'in',
      scene.readers.map(({ id }) => id),
    )
    .execute()
  release()
  await scene.settled()
  return expectMail(
    scene,
    scene.readers.map(({ email }) => [email, 0] as const),
  )
}

async function changedWhileWaiting(scene: Scene): Promise<string[]> {
  await scene.announce()
  const moved = await Promise.all(scene.readers.map(reader => move(scene, reader)))
  scene.startRescuer()
  await scene.settled()
  return expectMail(scene, [
    ...scene.readers.map(({ email }) => [email, 0] as const),
    ...moved.map(e => [e, 1] as const),
  ])
}

/** Eight e-mails whose recipients the relay has just been told. */
async function underWay(scene: Scene): Promise<() => void> {
  scene.startRescuer()
  return scene.holdAll('recipient')
}

async function move(scene: Scene, { id }: Reader): Promise<string> {
  const email = `${randomUUID()}@example.test`
  await scene.db.updateTable('users').set({ email }).where('id', '=', id).execute()
  return email
}

async function expectMail(scene: Scene, expected: (readonly [email: string, mails: number])[]): Promise<string[]> {
  const mails = await scene.db
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
    return found === count ? [] : [`${email} got ${found} e-mails instead of ${count}`]
  })
}

/** All connections of the one worker, so that nothing goes on while addresses are being swapped. */
const HELD = 16

/**
 * An announcement to `count` users. Again and again the relay holds the next sixteen dialogues when it has been told the
 * address, and those who are written to swap addresses two and two; so half of the e-mails were on the way to an address
 * that became somebody else's.
 * @returns the violations, and how many swaps there were
 */
export async function swapDuringFanOut(scene: Scene, count: number): Promise<{ violations: string[]; swaps: number }> {
  const readers: Reader[] = []
  const users = Array.from({ length: count }, () => {
    const id = randomUUIDv7()
    const email = `${id}@example.test`
    readers.push({ id, email })
    return {
      id,
      email,
      user_name: `reader ${id}`,
      role: 'customer' as const,
      password_hash: '',
      created_at: new Date(),
    }
  })
  for (let n = 0; n < users.length; n += 1000) {
    await scene.db
      .insertInto('users')
      .values(users.slice(n, n + 1000))
      .execute()
  }
  scene.startRescuer()
  await scene.db
    .transaction()
    .execute(tx => publish(tx, { subject: 'To everyone', message: 'Hello.' }, readers[0]!.id, new Date()))
  const swapped = new Set<Reader>()
  while (swapped.size < count / 2) {
    const { recipients, release } = await holdNext(scene)
    const writtenTo = readers.filter(reader => !swapped.has(reader) && recipients.includes(reader.email))
    for (let n = 0; n + 1 < writtenTo.length; n += 2) {
      const [a, b] = [writtenTo[n]!, writtenTo[n + 1]!]
      await swap(scene, a, b)
      swapped.add(a).add(b)
    }
    release()
  }
  await scene.fannedOut()
  await scene.settled(10 * 60_000)
  scene.readers.push(...readers)
  return { violations: await misdirected(scene), swaps: swapped.size / 2 }
}

async function holdNext(scene: Scene) {
  const { promise, resolve } = Promise.withResolvers<void>()
  const there = scene.faults.reached('recipient', HELD)
  scene.faults.add({ at: 'recipient', times: HELD, until: promise })
  return { recipients: await there, release: resolve }
}

const history = sql.raw('address_history')

/** Both at once; who held which address until when is written down in the same transaction. */
async function swap(scene: Scene, a: Reader, b: Reader): Promise<void> {
  await sql`
    create table if not exists ${history} (user_id uuid, email text, until timestamptz)
  `.execute(scene.db)
  await scene.db.transaction().execute(async tx => {
    await sql`select id from users where id in (${a.id}, ${b.id}) order by id for update`.execute(tx)
    await tx
      .updateTable('users')
      .set({ email: `${randomUUID()}@example.test` })
      .where('id', '=', a.id)
      .execute()
    await tx.updateTable('users').set({ email: a.email }).where('id', '=', b.id).execute()
    await tx.updateTable('users').set({ email: b.email }).where('id', '=', a.id).execute()
    // The rows are locked, so whatever mark comes later than this moment comes after the commit.
    await sql`
      insert into ${history} select id, email, clock_timestamp()
      from (values (${a.id}::uuid, ${a.email}), (${b.id}::uuid, ${b.email})) as former (id, email)
    `.execute(tx)
  })
}

/** Everyone who did not get exactly one e-mail, and every e-mail released to an address that was somebody else's by then. */
async function misdirected(scene: Scene): Promise<string[]> {
  const ids = scene.readers.map(({ id }) => id)
  const { rows } = await sql<{ violation: string }>`
    with told as (
      select d.id, d.user_id, d.marked_at, d.state, d.message_id,
        (select count(*) from dev_mail m where m.message_id = d.message_id) as mails,
        (select min(recipient) from dev_mail m where m.message_id = d.message_id) as recipient
      from deliveries d where d.user_id = any(${ids})
    )
    select user_id || ' got ' || mails || ' e-mails, the ledger says ' || state as violation
    from told where mails <> 1 or state <> 'sent'
    union all
    select 'the e-mail for ' || t.user_id || ' went to ' || t.recipient || ', which was theirs until ' || h.until
      || ', at ' || t.marked_at
    from told t join ${history} h on h.user_id = t.user_id and h.email = t.recipient
    where t.marked_at > h.until
    union all
    select 'the e-mail for ' || t.user_id || ' went to ' || t.recipient || ', which was never theirs'
    from told t
    where not exists (select from users u where u.id = t.user_id and u.email = t.recipient)
      and not exists (select from ${history} h where h.user_id = t.user_id and h.email = t.recipient)
  `.execute(scene.db)
  return rows.map(({ violation }) => violation)
}
