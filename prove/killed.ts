import { sql } from 'kysely'
import type { Stage } from '../src/dev/inbox-faults.ts'
import { DELIVERIES, type Scene } from './scene.ts'

/* Plays in which a worker process is killed with -9, and another takes over. */

export async function at(scene: Scene, stage: Exclude<Stage, 'connect'>): Promise<void> {
  await scene.startVictim()
  const release = await scene.holdAll(stage)
  await relieve(scene)
  release()
}

/** The first connection stands before anything is claimed; the others are opened for claims that wait. */
export async function whileConnecting(scene: Scene): Promise<void> {
  await scene.startVictim()
  const { promise, resolve } = Promise.withResolvers<void>()
  scene.faults.add({ at: 'connect' }, { at: 'connect', times: DELIVERIES - 1, until: promise })
  scene.faults.add({ at: 'recipient', until: promise })
  const connecting = scene.faults.reached('connect', DELIVERIES)
  await scene.announce()
  await connecting
  await relieve(scene)
  resolve()
}

export async function afterClaim(scene: Scene): Promise<void> {
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

export async function beforeMark(scene: Scene): Promise<void> {
  const lock = await stuckAtMark(scene)
  // Without this the statement would go on by itself when the lock is released, as in the next play.
  for (const pid of await scene.stuckBackends()) await sql`select pg_terminate_backend(${pid})`.execute(scene.db)
  await scene.victim.kill()
  await lock.release()
  scene.startRescuer()
}

export async function inMark(scene: Scene): Promise<void> {
  const lock = await stuckAtMark(scene)
  await scene.victim.kill()
  await lock.release()
  scene.startRescuer()
}

export async function afterMark(scene: Scene): Promise<void> {
  const lock = await stuckAtMark(scene)
  scene.victim.child.kill('SIGSTOP')
  await lock.release()
  await scene.until(async () => (await scene.stuckBackends()).length === 0)
  await scene.victim.kill()
  scene.startRescuer()
}

export async function beforeRecord(scene: Scene): Promise<void> {
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

export async function afterRecord(scene: Scene): Promise<void> {
  await scene.startVictim()
  await scene.announce()
  await scene.settled()
  await relieve(scene)
}

/** Every worker's next write to the ledger is the mark. */
export async function stuckAtMark(scene: Scene) {
  await scene.startVictim()
  const release = await scene.holdAll('recipient')
  const lock = await scene.lockRows()
  release()
  await lock.stuck()
  return lock
}

async function relieve(scene: Scene): Promise<void> {
  scene.startRescuer()
  await scene.victim.kill()
}
