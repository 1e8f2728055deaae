/** Makes things go wrong in a storm: at the provider, on the way of its events, and in the processes of the shop. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { ProviderWork } from '../../src/dev/payments/faults.ts'
import type { DevProvider } from '../../src/dev/payments/provider.ts'
import { by, type Storm } from './storm-world.ts'

type Victim = { kill(): Promise<void>; kills: number }

/**
 * Lets everything go wrong until `end`, which returns how often a process was killed.
 * @param isShort without the slowest answers, for runs of a few orders
 */
export function brew(
  { provider, count }: Storm,
  victims: Victim[],
  { isShort = false } = {},
): { end(): Promise<number> } {
  misbehave(provider, isShort)
  let isOver = false
  const killing = kill(victims, () => isOver)
  const turning = turn(provider, () => isOver, isShort)
  return {
    async end() {
      isOver = true
      await Promise.all([killing, turning])
      const { faults, events } = provider
      for (const [name, number] of Object.entries(events.met)) count(`events ${name}`, number)
      for (const [name, number] of faults.metOf) count(`fault ${name}`, number)
      faults.clear()
      Object.assign(provider, { lag: 0 })
      Object.assign(events, { lost: 0, mistaken: 0, aged: 0, delay: 0, secret: undefined })
      const kills = victims.reduce((sum, { kills }) => sum + kills, 0)
      count('kill -9', kills)
      return kills
    },
  }
}

/** The client of the shop waits 20 s for an answer. */
const TOO_LONG = 21_500

/** About every sixth request goes wrong. Events come late, again and in another order; every fifth never, others mistaken at first. */
function misbehave(provider: DevProvider, isShort: boolean): void {
  const { faults, events } = provider
  Object.assign(events, { copies: 3, delay: isShort ? 600 : 6000, lost: 0.2, mistaken: 0.1, aged: 0.1 })
  Object.assign(provider, { lag: 1500, lagChance: 0.3 })
  const times = Number.POSITIVE_INFINITY
  const writes: ProviderWork[] = ['create', 'expire', 'capture', 'cancel', 'refund']
  for (const at of [...writes, 'read'] satisfies ProviderWork[])
    for (const kind of ['drop', 'lose', 'limit', 'locked', 'error', 'away'] as const)
      faults.add({ at, kind, times, chance: 0.02 })
  for (const at of writes)
    for (const kind of ['conflict', 'mistyped', 'broken'] as const) faults.add({ at, kind, times, chance: 0.02 })
  const milliseconds = isShort ? 3000 : TOO_LONG
  for (const at of ['create', 'capture', 'refund'] satisfies ProviderWork[]) {
    faults.add({ at, kind: 'slow', milliseconds, times, chance: 0.015 })
    faults.add({ at, kind: 'stall', milliseconds, times, chance: 0.015 })
    faults.add({ at, kind: 'late', milliseconds: 6000, times, chance: 0.03 })
  }
}

/** Gives the endpoint another secret for a third of the time. Now and then nobody at the provider answers for 8 s. */
async function turn({ events, faults }: DevProvider, isOver: () => boolean, isShort: boolean): Promise<void> {
  while (!isOver()) {
    events.secret = by(0.3) ? 'whsec_wrong' : undefined
    faults.isAway = by(0.05)
    const pause = faults.isAway && !isShort ? 8000 : 3000
    for (let waited = 0; waited < pause && !isOver(); waited += 250) await sleep(250)
  }
  faults.isAway = false
}

async function kill(victims: Victim[], isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    await sleep(500 + Math.random() * 2000)
    await victims[Math.floor(Math.random() * victims.length)]!.kill()
  }
}
