import { DELIVERIES, type Testbed } from '../testbed.ts'
import { stuckAtCommit } from './killed.ts'

/*
 * Faults: a worker is stopped until another removes it as dead, and continues when the other has its deliveries. Its
 * connections to the relay are still open, so only the fence keeps it from sending the final dot.
 */
export async function stoppedAt(testbed: Testbed, stage: 'recipient' | 'dot'): Promise<void> {
  await testbed.startVictim()
  const release = await testbed.holdAll(stage)
  testbed.victim.child.kill('SIGSTOP')
  testbed.startHealthyWorker()
  await testbed.allFinished()
  release()
  await resume(testbed)
}

export async function stoppedAfterCommit(testbed: Testbed): Promise<void> {
  const lock = await stuckAtCommit(testbed)
  testbed.victim.child.kill('SIGSTOP')
  await lock.release()
  testbed.startHealthyWorker()
  await testbed.allFinished()
  await resume(testbed)
}

/** The worker continues while the other sends the same emails, so all its statements belong to an older attempt. */
export async function overlapping(
  testbed: Testbed,
  stage: 'recipient' | 'dot',
  other: 'recipient' | 'reply',
): Promise<void> {
  await testbed.startVictim()
  const release = await testbed.holdAll(stage)
  testbed.victim.child.kill('SIGSTOP')
  const { promise, resolve } = Promise.withResolvers<void>()
  const overtaken = testbed.faults.reached(other, DELIVERIES)
  testbed.faults.add({ at: other, times: DELIVERIES, until: promise })
  testbed.startHealthyWorker()
  await overtaken
  release()
  await resume(testbed)
  resolve()
}

/** Ends when nothing is in flight, so every commitment that the stopped worker still requested has been answered. */
async function resume({ victim }: Testbed): Promise<void> {
  victim.child.kill('SIGCONT')
  await victim.stop()
}
