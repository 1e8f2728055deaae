import { type Answer, Client } from '../test/support/client.ts'
import { spawnServe } from '../test/support/process.ts'

type Server = Awaited<ReturnType<typeof spawnServe>> & { killed?: boolean }

/** Two processes that answer in turn. When one is killed, the other answers alone until a new one replaces it. */
export class ServerPair {
  readonly #url: string
  #running: Server[] = []
  #replacement: Promise<void> | undefined
  #turn = 0

  private constructor(url: string) {
    this.#url = url
  }

  static async open(url: string): Promise<ServerPair> {
    const servers = new ServerPair(url)
    await Promise.all([servers.#start(), servers.#start()])
    return servers
  }

  async get(path: string, token: string): Promise<Answer> {
    for (;;) {
      const server = this.#running[this.#turn++ % this.#running.length]!
      try {
        return await new Client(server.origin).get(path, { token })
      } catch (error) {
        if (!server.killed) throw error
      }
    }
  }

  /** @returns the number of killed processes: 0 until the last one has been replaced */
  killOne(): number {
    if (this.#running.length < 2) return 0
    const [victim] = this.#running.splice(this.#turn % 2, 1) as [Server]
    victim.killed = true
    this.#replacement = victim.kill().then(() => this.#start())
    return 1
  }

  async #start(): Promise<void> {
    this.#running.push(await spawnServe(this.#url))
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#replacement
    await Promise.all(this.#running.map(server => server.kill()))
  }
}
