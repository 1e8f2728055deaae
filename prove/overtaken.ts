import { stuckAtMark } from './killed.ts'
import { DELIVERIES, type Scene } from './scene.ts'

/*
 * Plays in which a worker is stopped until it is taken for dead, and goes on when another has its deliveries. Its
 * connections to the relay still stand, so nothing but the fence keeps it from ending its messages.
 */
export async function stoppedAt(scene: Scene, stage: 'recipient' | 'dot'): Promise<void> {
  await scene.startVictim()
  const release = await scene.holdAll(stage)
  scene.victim.child.kill('SIGSTOP')
  scene.startRescuer()
  await scene.settled()
  release()
  await goOn(scene)
}

export async function stoppedAfterMark(scene: Scene): Promise<void> {
  const lock = await stuckAtMark(scene)
  scene.victim.child.kill('SIGSTOP')
  await lock.release()
  scene.startRescuer()
  await scene.settled()
  await goOn(scene)
}

/** It goes on while the other is in the middle of the same e-mails: what it asks for or tells is of an older attempt. */
export async function metHalfway(
  scene: Scene,
  stage: 'recipient' | 'dot',
  other: 'recipient' | 'reply',
): Promise<void> {
  await scene.startVictim()
  const release = await scene.holdAll(stage)
  scene.victim.child.kill('SIGSTOP')
  const { promise, resolve } = Promise.withResolvers<void>()
  const overtaken = scene.faults.reached(other, DELIVERIES)
  scene.faults.add({ at: other, times: DELIVERIES, until: promise })
  scene.startRescuer()
  await overtaken
  release()
  await goOn(scene)
  resolve()
}

/** Ends when nothing is under way any more: each mark that the stopped worker still asked for has been answered. */
async function goOn({ victim }: Scene): Promise<void> {
  victim.child.kill('SIGCONT')
  await victim.stop()
}
