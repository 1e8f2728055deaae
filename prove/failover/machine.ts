/** One machine of the failover drill, with PostgreSQL under Patroni. */
import { chownSync, readFileSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { parse, stringify } from 'yaml'
import { type Daemon, POSTGRES_BIN, signalTree, startDaemon, user } from './programs.ts'

/** The configuration that operators get, so that the drill is about it. */
const SHIPPED = parse(readFileSync(new URL('../../deploy/patroni/patroni.yml', import.meta.url), 'utf8'))

/** Seconds after which Patroni takes a silent primary for lost. */
export const TTL: number = SHIPPED.bootstrap.dcs.ttl

type Ports = { postgres: number; rest: number }

/** One of three machines: Patroni and the PostgreSQL that it looks after. */
export class Machine {
  readonly name: string
  readonly ports: Ports
  readonly #directory: string
  readonly #config: string
  #patroni: Daemon | undefined

  private constructor(name: string, ports: Ports, directory: string) {
    this.name = name
    this.ports = ports
    this.#directory = directory
    this.#config = join(directory, `${name}.yml`)
  }

  static async create(name: string, ports: Ports, etcd: number, directory: string): Promise<Machine> {
    const machine = new Machine(name, ports, directory)
    await writeFile(
      machine.#config, // In version 1.2 of YAML "on" is a text. Python reads 1.1, where it is not.
      stringify(configure(name, ports, etcd, machine.#data), { version: '1.1' }),
    )
    await mkdir(machine.#data, { mode: 0o700 })
    if (user) chownSync(machine.#data, user.uid, user.gid)
    return machine
  }

  get #data(): string {
    return join(this.#directory, this.name)
  }

  /** Also after `kill`. Patroni then makes a standby of what is there. */
  start(): void {
    this.#patroni = startDaemon('/usr/bin/patroni', [this.#config], {
      log: `${this.#data}.log`,
      env: { PATH: `${POSTGRES_BIN}:${process.env.PATH}` },
      as: user,
    })
  }

  /** kill -9 of everything, as a power cut does. */
  kill(): void {
    signalTree(this.#processes, 'SIGKILL')
  }

  killPostgres(): void {
    signalTree(this.#postmaster, 'SIGKILL')
  }

  freeze(): void {
    signalTree(this.#processes, 'SIGSTOP')
  }

  wake(): void {
    signalTree(this.#processes, 'SIGCONT')
  }

  /** An answer of Patroni's REST interface. @throws when there is none within a second */
  async ask(path: string, init: RequestInit = {}, limit = 1000): Promise<Response> {
    return fetch(`http://127.0.0.1:${this.ports.rest}${path}`, { ...init, signal: AbortSignal.timeout(limit) })
  }

  get #processes(): number[] {
    return [this.#patroni?.child.pid ?? [], this.#postmaster].flat()
  }

  get #postmaster(): number[] {
    try {
      return [Number(readFileSync(join(this.#data, 'postmaster.pid'), 'utf8').split('\n')[0])]
    } catch {
      return []
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.kill()
    await this.#patroni?.kill()
  }
}

/** The shipped configuration, but for what the loopback and the lack of passwords need. */
function configure(name: string, ports: Ports, etcd: number, data: string) {
  const rest = `127.0.0.1:${ports.rest}`
  const postgres = `127.0.0.1:${ports.postgres}`
  const { authentication, ...postgresql } = SHIPPED.postgresql
  return {
    ...SHIPPED,
    name,
    restapi: { listen: rest, connect_address: rest },
    etcd: { hosts: `127.0.0.1:${etcd}` },
    postgresql: {
      ...postgresql,
      listen: postgres,
      connect_address: postgres,
      data_dir: data,
      bin_dir: POSTGRES_BIN,
      pgpass: `${data}.pgpass`,
      // Not in the data directory, where pg_rewind would want to copy the socket.
      parameters: { unix_socket_directories: dirname(data) },
      pg_hba: ['host all all 127.0.0.1/32 trust', 'host replication all 127.0.0.1/32 trust'],
      authentication: Object.fromEntries(
        Object.entries<{ username: string }>(authentication).map(([use, { username }]) => [
          use,
          { username, password: 'drill' },
        ]),
      ),
    },
    // It would reboot the machine that runs the drill.
    watchdog: { mode: 'off' },
  }
}
