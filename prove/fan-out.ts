import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import { publish } from '../src/notifications/announcements/announcements.ts'
import { BATCH, fanOut } from '../src/notifications/announcements/fan-out.ts'
import { newReader, type Reader, type Scene } from './scene.ts'

/* Plays in which a worker is killed while it writes down the recipients of an announcement. */

export async function killedInFirstBatch(scene: Scene): Promise<void> {
  await addReaders(scene)
  await announceTo(scene)
  await killWhileWriting(scene)
}

/** Four readers stand in the first batch and four in the second; between them are those who want no e-mail. */
export async function killedInSecondBatch(scene: Scene): Promise<void> {
  await addReaders(scene, 4)
  await addUnsubscribed(scene, BATCH)
  await addReaders(scene, 4)
  await announceTo(scene)
  await fanOut(scene.db)
  await killWhileWriting(scene)
}

async function addReaders(scene: Scene, count = 8): Promise<void> {
  for (let n = 0; n < count; n++) scene.readers.push(await newReader(scene.semel))
}

async function addUnsubscribed({ db }: Scene, count: number): Promise<void> {
  const ids = Array.from({ length: count }, () => randomUUIDv7())
  await sql`
    with leaver as (
      insert into users (id, email, user_name, role, password_hash, created_at)
      select id, id || '@example.test', 'Someone', 'customer', '', ${new Date()} from unnest(${ids}::uuid[]) as id
      returning id
    )
    insert into unsubscriptions (user_id, at) select id, now() from leaver
  `.execute(db)
}

async function announceTo({ db, readers }: Scene): Promise<void> {
  const [by] = readers as [Reader]
  await db.transaction().execute(tx => publish(tx, { subject: 'News', message: 'Hello.' }, by.id, new Date()))
}

async function killWhileWriting(scene: Scene): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const { promise: locked, resolve: haveLocked } = Promise.withResolvers<void>()
  const lock = scene.db.transaction().execute(async tx => {
    // The fan-out asks who has unsubscribed, and so has to wait here.
    await sql`lock table unsubscriptions in access exclusive mode`.execute(tx)
    haveLocked()
    await promise
  })
  await locked
  await scene.startVictim()
  await scene.until(async () => (await scene.stuckBackends('insert into deliveries')).length > 0)
  for (const pid of await scene.stuckBackends('insert into deliveries')) {
    await sql`select pg_terminate_backend(${pid})`.execute(scene.db)
  }
  await scene.victim.kill()
  resolve()
  await lock
  scene.startRescuer()
  await scene.fannedOut()
}
