import { FAULTS, type Fault } from './faults.ts'
import type { Proof } from './proof.ts'
import { DELIVERIES, openSemel, Scene } from './scene.ts'

/** Plays every fault with real processes and counts, for each reader, what the inbox received. A run is one delivery. */
export const proof: Proof = {
  rule: 'R2',
  promise: 'One event sends exactly one e-mail to each recipient, whatever fails in between',
  defaultRuns: 400,
  async run({ runs }) {
    const plays = playlist(Math.ceil(runs / DELIVERIES))
    const violations: string[] = []
    const takeOvers: number[] = []
    const total = plays.length
    const series = async () => {
      await using semel = await openSemel()
      for (let fault = plays.shift(); fault; fault = plays.shift()) {
        if (process.stdout.isTTY) process.stdout.write(`\r${total - plays.length}/${total} `)
        await using scene = await Scene.open(semel)
        await fault.play(scene)
        const started = performance.now()
        await scene.settled()
        if (fault.takeOver) takeOvers.push(performance.now() - started)
        for (const violation of await scene.violations()) violations.push(`${fault.name}: ${violation}`)
      }
    }
    await Promise.all([series(), series()])
    takeOvers.sort((a, b) => a - b)
    const at = (share: number) => Math.round(takeOvers[Math.floor(takeOvers.length * share)] ?? 0)
    console.log(`taken over by another worker in ${at(0.5)} ms (median), ${at(0.99)} ms (99 %)`)
    return { cases: total * DELIVERIES, faults: total * DELIVERIES, violations }
  },
}

/** Every fault in turn; those that take ten seconds by nature come up every fourth time. */
function playlist(length: number): Fault[] {
  const plays: Fault[] = []
  for (let round = 0; plays.length < length; round++) {
    plays.push(...FAULTS.filter(({ slow }) => !slow || round % 4 === 0))
  }
  return plays.slice(0, length)
}
