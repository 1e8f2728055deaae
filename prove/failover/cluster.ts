/** The database of the failover drill: machines with Patroni, etcd and haproxy. */
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePorts } from '../../test/support/free-ports.ts'
import { startBalancer } from './balancer.ts'
import { Machine } from './machine.ts'
import { startDaemon } from './programs.ts'

type Member = { name: string; role: string; state: string; lag?: number | string }

/**
 * Three machines with PostgreSQL under Patroni, one etcd, and haproxy in front of them. etcd is not what the drill breaks,
 * so there is only one.
 */
export class Cluster {
  readonly machines: Machine[] = []
  #stack = new AsyncDisposableStack()
  #port = 0

  static async start(directory: string): Promise<Cluster> {
    const cluster = new Cluster()
    const [client, peer, front, ...ports] = (await freePorts(9)) as [number, number, number, ...number[]]
    cluster.#port = front
    cluster.#stack.use(startEtcd(directory, client, peer))
    for (const n of [1, 2, 3]) {
      const [postgres, rest] = ports.splice(0, 2) as [number, number]
      const machine = await Machine.create(`db${n}`, { postgres, rest }, client, directory)
      cluster.machines.push(cluster.#stack.use(machine))
      machine.start()
    }
    const servers = cluster.machines.map(
      ({ name, ports }) => `  server ${name} 127.0.0.1:${ports.postgres} check port ${ports.rest}`,
    )
    cluster.#stack.use(await startBalancer(directory, 'patroni/haproxy.cfg', front, servers))
    await cluster.untilHealthy(180)
    return cluster
  }

  /** The address that leads to whichever machine is the primary. */
  url(role: string, database: string): string {
    return `postgres://${role}:drill@127.0.0.1:${this.#port}/${database}`
  }

  /** The addresses of the machines themselves, for reads. */
  readUrls(role: string, database: string): string {
    return this.machines.map(({ ports }) => `postgres://${role}:drill@127.0.0.1:${ports.postgres}/${database}`).join()
  }

  async primary(): Promise<Machine> {
    return this.#withRole('leader')
  }

  async synchronousStandby(): Promise<Machine> {
    return this.#withRole('sync_standby')
  }

  /** Waits until one machine leads and the others follow it, one of them synchronously. */
  async untilHealthy(seconds: number): Promise<void> {
    const end = performance.now() + seconds * 1000
    let members: Member[] = []
    while (performance.now() < end) {
      members = await this.#members().catch(() => [])
      if (isHealthy(members)) return
      await sleep(500)
    }
    throw new Error(`The cluster did not recover within ${seconds} s: ${JSON.stringify(members)}`)
  }

  async #withRole(role: string): Promise<Machine> {
    const member = (await this.#members()).find(member => member.role === role)
    const machine = this.machines.find(({ name }) => name === member?.name)
    if (!machine) throw new Error(`No machine is ${role}.`)
    return machine
  }

  /** As a machine that answers sees them. */
  async #members(): Promise<Member[]> {
    const answer = await Promise.any(this.machines.map(machine => machine.ask('/cluster')))
    return ((await answer.json()) as { members: Member[] }).members
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#stack.disposeAsync()
  }
}

function isHealthy(members: Member[]): boolean {
  const roles = members.map(({ role }) => role).sort()
  return (
    roles.join() === 'leader,replica,sync_standby' &&
    members.every(({ role, state, lag }) => role === 'leader' || (/^(running|streaming)$/.test(state) && lag === 0))
  )
}

/** With the v2 interface, whose compare-and-swap decides who leads. Its disk is not what the drill is about. */
function startEtcd(directory: string, client: number, peer: number) {
  const [clientUrl, peerUrl] = [`http://127.0.0.1:${client}`, `http://127.0.0.1:${peer}`]
  const options = {
    name: 'etcd',
    'data-dir': join(directory, 'etcd'),
    'listen-client-urls': clientUrl,
    'advertise-client-urls': clientUrl,
    'listen-peer-urls': peerUrl,
    'initial-advertise-peer-urls': peerUrl,
    'initial-cluster': `etcd=${peerUrl}`,
  }
  const args = Object.entries(options).map(([name, value]) => `--${name}=${value}`)
  return startDaemon('/usr/bin/etcd', ['--enable-v2', '--unsafe-no-fsync', ...args], {
    log: join(directory, 'etcd.log'),
  })
}
