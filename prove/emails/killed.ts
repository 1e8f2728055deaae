import { sql } from 'kysely'
import type { Stage } from '../../src/dev/inbox-faults.ts'
import { DELIVERIES, type Testbed } from '../testbed.ts'

/* Faults: a worker process is killed with -9, and another takes over. */

export async function at(testbed: Testbed, stage: Exclude<Stage, 'connect'>): Promise<void> {
  await testbed.startVictim()
  const release = await testbed.holdAll(stage)
  await killAndReplace(testbed)
  release()
}

/** The first connection is opened before the first claim, the others for claims that wait. */
export async function whileConnecting(testbed: Testbed): Promise<void> {
  const greeting = testbed.faults.reached('connect')
  await testbed.startVictim()
  await greeting
  const { promise, resolve } = Promise.withResolvers<void>()
  testbed.faults.add({ at: 'connect' }, { at: 'connect', times: DELIVERIES - 1, until: promise })
  testbed.faults.add({ at: 'recipient', until: promise })
  const connecting = testbed.faults.reached('connect', DELIVERIES)
  await testbed.announce()
  await connecting
  await killAndReplace(testbed)
  resolve()
}

export async function afterClaim(testbed: Testbed): Promise<void> {
  await testbed.startVictim()
  // Between claim and dialogue the worker looks up the reader, which the lock prevents.
  const { promise, resolve } = Promise.withResolvers<void>()
  const { promise: locked, resolve: haveLocked } = Promise.withResolvers<void>()
  const lock = testbed.db.transaction().execute(async tx => {
    await testbed.announce()
    await sql`lock table users in access exclusive mode`.execute(tx)
    haveLocked()
    await promise
  })
  await locked
  await testbed.until(async () => (await claimed(testbed)) > 0)
  await testbed.victim.kill()
  resolve()
  await lock
  testbed.startHealthyWorker()
}

async function claimed(testbed: Testbed): Promise<number> {
  const rows = await testbed.db.selectFrom('deliveries').select('id').where('state', '=', 'claimed').execute()
  return rows.length
}

export async function beforeCommit(testbed: Testbed): Promise<void> {
  const lock = await stuckAtCommit(testbed)
  // Otherwise the statement would continue when the lock is released, as in the next fault.
  await testbed.terminateStuck()
  await testbed.victim.kill()
  await lock.release()
  testbed.startHealthyWorker()
}

export async function inCommit(testbed: Testbed): Promise<void> {
  const lock = await stuckAtCommit(testbed)
  await testbed.victim.kill()
  await lock.release()
  testbed.startHealthyWorker()
}

export async function afterCommit(testbed: Testbed): Promise<void> {
  const lock = await stuckAtCommit(testbed)
  testbed.victim.child.kill('SIGSTOP')
  await lock.release()
  await testbed.until(async () => (await testbed.stuckBackends()).length === 0)
  await testbed.victim.kill()
  testbed.startHealthyWorker()
}

export async function beforeRecord(testbed: Testbed): Promise<void> {
  await testbed.startVictim()
  const release = await testbed.holdAll('reply')
  const lock = await testbed.lockRows()
  release()
  await lock.stuck()
  await testbed.terminateStuck()
  await testbed.victim.kill()
  await lock.release()
  testbed.startHealthyWorker()
}

export async function afterRecord(testbed: Testbed): Promise<void> {
  await testbed.startVictim()
  await testbed.announce()
  await testbed.allFinished()
  await killAndReplace(testbed)
}

/** Stops at the commitment to send, which is the worker's next write to the ledger. */
export async function stuckAtCommit(testbed: Testbed) {
  await testbed.startVictim()
  const release = await testbed.holdAll('recipient')
  const lock = await testbed.lockRows()
  release()
  await lock.stuck()
  return lock
}

async function killAndReplace(testbed: Testbed): Promise<void> {
  testbed.startHealthyWorker()
  await testbed.victim.kill()
}
