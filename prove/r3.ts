import { PLAYS, swapDuringFanOut } from './addresses.ts'
import type { Proof } from './proof.ts'
import { DELIVERIES, openSemel, Scene } from './scene.ts'

/** Changes addresses at every moment of a delivery; then swaps them two and two during an announcement to `runs` users. */
export const proof: Proof = {
  rule: 'R3',
  promise: 'An e-mail goes to the address that is its recipient’s at the moment when it is released',
  defaultRuns: 2000,
  async run({ runs }) {
    await using semel = await openSemel()
    const violations: string[] = []
    const rounds = Math.min(Math.ceil(runs / 400), 20)
    for (let round = 0; round < rounds; round++) {
      for (const { name, play } of PLAYS) {
        await using scene = await Scene.open(semel)
        for (const violation of await play(scene)) violations.push(`${name}: ${violation}`)
      }
    }
    await using scene = await Scene.open(semel)
    const fanOut = await swapDuringFanOut(scene, runs - (runs % 2))
    const plays = rounds * PLAYS.length * DELIVERIES
    return { cases: plays + runs, faults: plays + fanOut.swaps * 2, violations: [...violations, ...fanOut.violations] }
  },
}
