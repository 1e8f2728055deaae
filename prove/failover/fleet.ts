/** The processes of Semel in the failover drill. */
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { SECOND } from '../../src/time.ts'
import { freePorts } from '../../test/support/free-ports.ts'
import { startBalancer } from './balancer.ts'
import { type Daemon, startDaemon } from './programs.ts'

const MAIN = fileURLToPath(new URL('../../src/main.ts', import.meta.url))
/** Pause as in the units of systemd. */
const RESTART = 2 * SECOND

/** Three `serve` behind haproxy and three `work`, each of which is started again when it ends. */
export class Fleet {
  readonly origin: string
  /** Processes that ended without having been killed. */
  ended = 0
  readonly #processes = new Set<Daemon>()
  readonly #proxy: Daemon
  #isStopping = false

  private constructor(origin: string, proxy: Daemon) {
    this.origin = origin
    this.#proxy = proxy
  }

  static async start(directory: string, env: Record<string, string>): Promise<Fleet> {
    const [front, ...ports] = (await freePorts(4)) as [number, ...number[]]
    const servers = ports.map(port => `  server s${port} 127.0.0.1:${port}`)
    const proxy = await startBalancer(directory, front, servers)
    const origin = `http://127.0.0.1:${front}`
    const fleet = new Fleet(origin, proxy)
    // Operators run compiled files. Sources start as fast when their compiled form is kept.
    const common = { ...env, BASE_URL: origin, NODE_COMPILE_CACHE: join(directory, 'compiled') }
    for (const [n, port] of ports.entries()) {
      fleet.#keepRunning('serve', join(directory, `serve${n}.log`), { ...common, PORT: String(port) })
      fleet.#keepRunning('work', join(directory, `work${n}.log`), common)
    }
    return fleet
  }

  /** kill -9 of every process. */
  async killAll(): Promise<void> {
    const killed = [...this.#processes]
    this.#processes.clear()
    await Promise.all(killed.map(daemon => daemon.kill()))
  }

  #keepRunning(command: 'serve' | 'work', log: string, env: Record<string, string>): void {
    const daemon = startDaemon(process.execPath, [MAIN, command], { log, env })
    this.#processes.add(daemon)
    daemon.child.once('close', async () => {
      if (this.#isStopping) return
      // A process that was killed is no longer in the set.
      if (this.#processes.delete(daemon)) this.ended++
      await sleep(RESTART)
      if (!this.#isStopping) this.#keepRunning(command, log, env)
    })
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isStopping = true
    await this.killAll()
    await this.#proxy.kill()
  }
}
