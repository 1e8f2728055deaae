/** The database of the failover drill: machines with Patroni, etcd and haproxy, and certificates for all of them. */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { cp, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseEnv } from 'node:util'
import type pg from 'pg'
import { Machine, type Names } from './machine.ts'
import { startDaemon } from './programs.ts'
import { fitted, type MachinePlace } from './shipped.ts'

const AUTHORITY = fileURLToPath(new URL('../../deploy/certificates.sh', import.meta.url))

type Member = { name: string; role: string; state: string; lag?: number | string }

/** Three machines with etcd and PostgreSQL under Patroni, and a fourth one with haproxy in front of them, for Semel. */
export class Cluster {
  readonly machines: Machine[] = []
  readonly #semel: MachinePlace
  readonly #names: Names
  #stack = new AsyncDisposableStack()

  private constructor(semel: MachinePlace, names: Names) {
    this.#semel = semel
    this.#names = names
  }

  static async start(directory: string): Promise<Cluster> {
    // Each machine is an address of loopback, so all have the ports that operators have, and two drills do not meet.
    const network = `127.${1 + ((process.pid >> 8) % 250)}.${process.pid % 256}`
    const places = ['db1', 'db2', 'db3', 'semel1'].map((machine, n) => ({
      machine,
      address: `${network}.${n + 1}`,
      directory: join(directory, machine),
    }))
    const semel = places.pop()!
    const cluster = new Cluster(semel, await nameAll(directory, places, semel))
    const certificates = certify(directory, places, semel)
    for (const place of places) {
      const machine = await Machine.create(place, cluster.#names, join(certificates, `${place.machine}.internal`))
      cluster.machines.push(cluster.#stack.use(machine))
      machine.start()
    }
    await cp(join(certificates, 'semel1.internal'), join(semel.directory, 'tls'), { recursive: true })
    await cluster.#startProxy()
    await cluster.untilHealthy(180)
    return cluster
  }

  async #startProxy(): Promise<void> {
    const path = join(this.#semel.directory, 'database.cfg')
    await writeFile(path, fitted('patroni/haproxy.cfg', this.#semel))
    const log = `${this.#semel.directory}.database.log`
    this.#stack.use(startDaemon('/usr/sbin/haproxy', ['-f', path], { log, env: this.#names }))
  }

  /** Settings that operators make on a machine with Semel, and the names of the machines. */
  get environment(): { [name: string]: string } {
    return { ...this.#names, ...(parseEnv(fitted('systemd/semel-cluster.env.example', this.#semel)) as Names) }
  }

  /** Leads the drill to whichever machine is the primary, as Semel is led. */
  get database(): pg.ClientConfig {
    const { username, password, port, pathname, hostname } = new URL(this.environment.DATABASE_URL!)
    const ca = readFileSync(join(this.#semel.directory, 'tls/ca.crt'), 'utf8')
    return {
      host: this.#semel.address,
      port: Number(port),
      user: username,
      password,
      database: pathname.slice(1),
      ssl: { ca, servername: hostname },
    }
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

  /** Lists them as a machine that answers sees them. */
  async #members(): Promise<Member[]> {
    const answer = await Promise.any(this.machines.map(machine => machine.ask('/cluster')))
    return (answer as { members: Member[] }).members
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

/** Replaces /etc/hosts, which belongs to the machine that runs the drill. */
async function nameAll(directory: string, places: MachinePlace[], semel: MachinePlace): Promise<Names> {
  const hosts = join(directory, 'hosts')
  const lines = places.map(({ address, machine }) => `${address} ${machine}.internal`)
  await writeFile(
    hosts,
    ['127.0.0.1 localhost', ...lines, `${semel.address} semel1.internal db.internal`, ''].join('\n'),
  )
  return { LD_PRELOAD: 'libnss_wrapper.so', NSS_WRAPPER_HOSTS: hosts }
}

/** @returns the directory with a folder for each machine */
function certify(directory: string, places: MachinePlace[], semel: MachinePlace): string {
  const certificates = join(directory, 'certificates')
  // etcd compares a certificate with the address that its owner comes from, which on loopback is always this one.
  const names = places.map(({ machine }) => `${machine}.internal,db.internal,127.0.0.1`)
  execFileSync(AUTHORITY, [certificates, ...names, `${semel.machine}.internal`], { stdio: 'pipe' })
  return certificates
}
