import { sql } from 'kysely'
import { publish } from '../src/notifications/announcements.ts'
import { DELIVERIES, newReader, type Reader, type Scene } from './scene.ts'

/**
 * What can go wrong between a cause and its e-mail, each as a small play. After each of them every reader must have
 * exactly one e-mail. `takeOver`: the time from the fault to the last e-mail is that of one worker relieving another.
 */
export type Fault = { name: string; play: (scene: Scene) => Promise<void>; takeOver?: true; slow?: true }

export const FAULTS: Fault[] = [
  { name: 'kill -9 after the claim', takeOver: true, play: killedAfterClaim },
  { name: 'kill -9 while connecting', takeOver: true, play: scene => killedAt(scene, 'connect') },
  { name: 'kill -9 at RCPT', takeOver: true, play: scene => killedAt(scene, 'recipient') },
  { name: 'kill -9 just before the mark', takeOver: true, play: killedBeforeMark },
  { name: 'kill -9 while the mark is being committed', takeOver: true, play: killedInMark },
  { name: 'kill -9 between the mark and the dot', takeOver: true, play: killedAfterMark },
  { name: 'kill -9 between the dot and the 250, not kept yet', takeOver: true, play: scene => killedAt(scene, 'dot') },
  { name: 'kill -9 between the dot and the 250, kept', takeOver: true, play: scene => killedAt(scene, 'reply') },
  { name: 'kill -9 between the 250 and the record', takeOver: true, play: killedBeforeRecord },
  { name: 'kill -9 after the record', play: killedAfterRecord },
  { name: 'kill -9 while recipients of an announcement are written down', play: killedInFanOut },
  { name: 'SIGSTOP before the mark, overtaken, SIGCONT', slow: true, play: scene => stoppedAt(scene, 'recipient') },
  { name: 'SIGSTOP after the mark, overtaken, SIGCONT', slow: true, play: stoppedAfterMark },
  { name: 'SIGSTOP after the dot, overtaken, SIGCONT', slow: true, play: scene => stoppedAt(scene, 'dot') },
  { name: 'SIGTERM in the middle', play: toldToStop },
  { name: 'connection dropped at RCPT', play: scene => misbehaving(scene, { at: 'recipient', drop: true }) },
  { name: 'connection dropped in the body', play: scene => misbehaving(scene, { at: 'body', drop: true }) },
  { name: 'connection dropped at the dot', play: scene => misbehaving(scene, { at: 'dot', drop: true }) },
  { name: 'kept, then dropped without a 250', play: scene => misbehaving(scene, { at: 'reply', drop: true }) },
  { name: '452 at RCPT', play: scene => misbehaving(scene, { at: 'recipient', refuse: '452 4.2.2 Full' }) },
  { name: '451 at the dot', play: scene => misbehaving(scene, { at: 'dot', refuse: '451 4.3.0 Later' }) },
  { name: 'cut off from the database in the middle', play: cutOff },
]

async function killedAt(scene: Scene, stage: 'connect' | 'recipient' | 'dot' | 'reply'): Promise<void> {
  await scene.startVictim()
  if (stage === 'connect') return killedWhileConnecting(scene)
  const release = await scene.holdAll(stage)
  await relieve(scene)
  release()
}

/** The first connection stands before anything is claimed; the others are opened for claims that wait. */
async function killedWhileConnecting(scene: Scene): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  scene.faults.add({ at: 'connect' }, { at: 'connect', times: DELIVERIES - 1, until: promise })
  scene.faults.add({ at: 'recipient', until: promise })
  const connecting = scene.faults.reached('connect', DELIVERIES)
  await scene.announce()
  await connecting
  await relieve(scene)
  resolve()
}

async function killedAfterClaim(scene: Scene): Promise<void> {
  await scene.startVictim()
  // Between claim and dialogue the worker looks up the reader; here it cannot.
  const { promise, resolve } = Promise.withResolvers<void>()
  const { promise: locked, resolve: haveLocked } = Promise.withResolvers<void>()
  const lock = scene.db.transaction().execute(async tx => {
    await scene.announce()
    await sql`lock table users in access exclusive mode`.execute(tx)
    haveLocked()
    await promise
  })
  await locked
  await scene.until(async () => (await claimed(scene)) > 0)
  await scene.victim.kill()
  resolve()
  await lock
  scene.startRescuer()
}

async function claimed(scene: Scene): Promise<number> {
  const rows = await scene.db.selectFrom('deliveries').select('id').where('state', '=', 'claimed').execute()
  return rows.length
}

async function killedBeforeMark(scene: Scene): Promise<void> {
  const lock = await stuckAtMark(scene)
  // Without this the statement would go on by itself when the lock is released, as in the next play.
  for (const pid of await scene.stuckBackends()) await sql`select pg_terminate_backend(${pid})`.execute(scene.db)
  await scene.victim.kill()
  await lock.release()
  scene.startRescuer()
}

async function killedInMark(scene: Scene): Promise<void> {
  const lock = await stuckAtMark(scene)
  await scene.victim.kill()
  await lock.release()
  scene.startRescuer()
}

async function killedAfterMark(scene: Scene): Promise<void> {
  const lock = await stuckAtMark(scene)
  scene.victim.child.kill('SIGSTOP')
  await lock.release()
  await scene.until(async () => (await scene.stuckBackends()).length === 0)
  await scene.victim.kill()
  scene.startRescuer()
}

async function stoppedAfterMark(scene: Scene): Promise<void> {
  const lock = await stuckAtMark(scene)
  scene.victim.child.kill('SIGSTOP')
  await lock.release()
  scene.startRescuer()
  await scene.settled()
  scene.victim.child.kill('SIGCONT')
  await scene.victim.stop()
}

/** Every worker's next write to the ledger is the mark. */
async function stuckAtMark(scene: Scene) {
  await scene.startVictim()
  const release = await scene.holdAll('recipient')
  const lock = await scene.lockRows()
  release()
  await lock.stuck()
  return lock
}

async function killedBeforeRecord(scene: Scene): Promise<void> {
  await scene.startVictim()
  const release = await scene.holdAll('reply')
  const lock = await scene.lockRows()
  release()
  await lock.stuck()
  for (const pid of await scene.stuckBackends()) await sql`select pg_terminate_backend(${pid})`.execute(scene.db)
  await scene.victim.kill()
  await lock.release()
  scene.startRescuer()
}

async function killedAfterRecord(scene: Scene): Promise<void> {
  await scene.startVictim()
  await scene.announce()
  await scene.settled()
  await relieve(scene)
}

async function killedInFanOut(scene: Scene): Promise<void> {
  await scene.startVictim()
  for (let n = 0; n < DELIVERIES; n++) scene.readers.push(await newReader(scene.semel))
  const { promise, resolve } = Promise.withResolvers<void>()
  const { promise: locked, resolve: haveLocked } = Promise.withResolvers<void>()
  const lock = scene.db.transaction().execute(async tx => {
    // The fan-out asks who has unsubscribed, and so has to wait here.
    await sql`lock table unsubscriptions in access exclusive mode`.execute(tx)
    haveLocked()
    await promise
  })
  await locked
  const news = { subject: 'News', message: 'Hello.' }
  const [staff] = scene.readers as [Reader]
  await scene.db.transaction().execute(tx => publish(tx, news, staff.id, new Date()))
  await scene.until(async () => (await scene.stuckBackends('insert into deliveries')).length > 0)
  for (const pid of await scene.stuckBackends('insert into deliveries')) {
    await sql`select pg_terminate_backend(${pid})`.execute(scene.db)
  }
  await scene.victim.kill()
  resolve()
  await lock
  scene.startRescuer()
  await scene.until(async () => {
    const open = await scene.db.selectFrom('announcements').select('id').where('fanned_out_at', 'is', null).execute()
    return open.length === 0
  })
}

async function stoppedAt(scene: Scene, stage: 'recipient' | 'dot'): Promise<void> {
  await scene.startVictim()
  const release = await scene.holdAll(stage)
  scene.victim.child.kill('SIGSTOP')
  scene.startRescuer()
  await scene.settled()
  release()
  scene.victim.child.kill('SIGCONT')
  await scene.victim.stop()
}

async function toldToStop(scene: Scene): Promise<void> {
  await scene.startVictim()
  const release = await scene.holdAll('recipient')
  const stopped = scene.victim.stop()
  release()
  await stopped
  scene.startRescuer()
}

async function misbehaving(scene: Scene, fault: Parameters<Scene['faults']['add']>[0]): Promise<void> {
  scene.faults.add({ ...fault, times: DELIVERIES })
  await scene.startVictim()
  await scene.announce()
}

/** Every connection that Semel has to its database ends, the test's own apart. */
async function cutOff(scene: Scene): Promise<void> {
  await scene.startVictim()
  const release = await scene.holdAll('recipient')
  await sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()
  `.execute(scene.db)
  release()
}

async function relieve(scene: Scene): Promise<void> {
  scene.startRescuer()
  await scene.victim.kill()
}
