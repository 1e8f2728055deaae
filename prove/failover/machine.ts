/** One machine of the failover drill, with etcd, and with PostgreSQL under Patroni. */
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, readdirSync, readFileSync } from 'node:fs'
import { cp, mkdir, writeFile } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { request } from 'node:https'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import { parseEnv, promisify } from 'node:util'
import { parse } from 'yaml'
import { SECOND } from '../../src/time.ts'
import { type Daemon, POSTGRES_BIN, signalTree, startDaemon, user } from './programs.ts'
import { fitted, type MachinePlace, shipped } from './shipped.ts'

const run = promisify(execFile)

/** Seconds after which Patroni takes a silent primary for lost. */
export const TTL: number = parse(shipped('patroni/patroni.yml')).bootstrap.dcs.ttl

/** The names by which machines find each other, for all programs. */
export type Names = { [variable: string]: string }

/** One of three machines: etcd, Patroni and the PostgreSQL that it looks after. */
export class Machine {
  readonly name: string
  readonly #place: MachinePlace
  readonly #names: Names
  readonly #config: string
  #etcd: Daemon | undefined
  #patroni: Daemon | undefined

  private constructor(place: MachinePlace, names: Names) {
    this.name = place.machine
    this.#place = place
    this.#names = names
    this.#config = join(place.directory, 'patroni.yml')
  }

  /** @param certificates the folder that the authority made for it */
  static async create(place: MachinePlace, names: Names, certificates: string): Promise<Machine> {
    const machine = new Machine(place, names)
    const { directory } = place
    for (const name of ['etcd', 'postgresql/15', 'run']) await mkdir(join(directory, name), { recursive: true })
    await cp(certificates, join(directory, 'tls'), { recursive: true })
    await writeFile(machine.#config, fitted('patroni/patroni.yml', place))
    giveAway(directory)
    return machine
  }

  get #data(): string {
    return join(this.#place.directory, 'postgresql/15/semel')
  }

  /** Works after `kill` too. Patroni then makes a standby of what is there. */
  start(): void {
    const log = (program: string) => `${this.#place.directory}.${program}.log`
    // Its disk is not what the drill is about, but it is as slow as it is.
    const settings = parseEnv(fitted('etcd/etcd.env.example', this.#place)) as { [name: string]: string }
    this.#etcd = startDaemon('/usr/bin/etcd', [], {
      log: log('etcd'),
      // Go would read /etc/hosts itself.
      env: { ...this.#names, ...settings, GODEBUG: 'netdns=cgo' },
      as: user,
    })
    this.#patroni = startDaemon('/usr/bin/patroni', [this.#config], { log: log('patroni'), env: this.#env, as: user })
  }

  get #env() {
    // libpq looks into the home of its user.
    return { ...this.#names, HOME: this.#place.directory, PATH: `${POSTGRES_BIN}:${process.env.PATH}` }
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

  /** An answer of Patroni's REST interface, to one who has a certificate. @throws when there is none within a second */
  async ask(path: string): Promise<unknown> {
    const read = (name: string) => readFileSync(join(this.#place.directory, 'tls', name))
    const asked = request({
      host: this.#place.address,
      port: 8008,
      path,
      servername: `${this.name}.internal`,
      ca: read('ca.crt'),
      cert: read('machine.crt'),
      key: read('machine.key'),
      signal: AbortSignal.timeout(SECOND),
    }).end()
    const [response] = (await once(asked, 'response')) as [IncomingMessage]
    return json(response)
  }

  /** A command of the operator on this machine, as the user of PostgreSQL. */
  async command(program: string, ...args: string[]): Promise<void> {
    await run(program, args, {
      env: { ...this.#env, PGHOST: join(this.#place.directory, 'run'), PGUSER: 'postgres' },
      cwd: '/',
      timeout: 30 * SECOND,
      ...user,
    })
  }

  patronictl(...args: string[]): Promise<void> {
    return this.command('/usr/bin/patronictl', '-c', this.#config, ...args)
  }

  get #processes(): number[] {
    return [this.#etcd?.child.pid ?? [], this.#patroni?.child.pid ?? [], this.#postmaster].flat()
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
    await Promise.all([this.#patroni?.kill(), this.#etcd?.kill()])
  }
}

/** Gives it to the user of PostgreSQL and etcd, with the modes that they ask for. */
function giveAway(directory: string): void {
  if (!user) return
  for (const entry of ['', ...readdirSync(directory, { recursive: true, encoding: 'utf8' })])
    chownSync(join(directory, entry), user.uid, user.gid)
}
