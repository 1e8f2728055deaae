/** The faults of the failover drill: what is broken, and for how long. */
import { setTimeout as sleep } from 'node:timers/promises'
import { SECOND } from '../../src/time.ts'
import type { Cluster } from './cluster.ts'
import type { Fleet } from './fleet.ts'

/** Longer than Patroni waits before it gives another machine the lead. */
const ASLEEP = 30 * SECOND

type System = { cluster: Cluster; fleet: Fleet }

export type Fault = {
  name: string
  /** @returns repairs what does not repair itself */
  strike(system: System): Promise<() => void | Promise<void>>
  /**
   * Requests in flight may get no answer, and emails on their way may stay in doubt, because the process that knew is gone.
   */
  killsSemel?: true
}

const nothing = () => {}

export const FAULTS: Fault[] = [
  {
    name: 'kill -9 of the primary machine',
    async strike({ cluster }) {
      const machine = await cluster.primary()
      machine.kill()
      return () => machine.start()
    },
  },
  {
    name: 'kill -9 of the PostgreSQL of the primary',
    async strike({ cluster }) {
      const machine = await cluster.primary()
      machine.killPostgres()
      return nothing
    },
  },
  {
    name: 'the primary machine freezes and wakes up',
    async strike({ cluster }) {
      const machine = await cluster.primary()
      machine.freeze()
      await sleep(ASLEEP)
      return () => machine.wake()
    },
  },
  {
    name: 'switchover',
    async strike({ cluster }) {
      const [primary, standby] = [await cluster.primary(), await cluster.synchronousStandby()]
      const roles = ['--leader', primary.name, '--candidate', standby.name]
      await standby.patronictl('switchover', ...roles, '--force')
      return nothing
    },
  },
  {
    name: 'the synchronous standby freezes and wakes up',
    async strike({ cluster }) {
      const machine = await cluster.synchronousStandby()
      machine.freeze()
      await sleep(ASLEEP)
      return () => machine.wake()
    },
  },
  {
    name: 'kill -9 of every Semel process',
    killsSemel: true,
    async strike({ fleet }) {
      await fleet.killAll()
      return nothing
    },
  },
]
