import { type Answer, Client } from '../test/support/client.ts'
import { spawnServe } from '../test/support/process.ts'

type Shop = Awaited<ReturnType<typeof spawnServe>> & { killed?: boolean }

/** Two processes, asked in turn. When one is killed, the other answers alone until a new one has taken its place. */
export class Shops {
  readonly #url: string
  #standing: Shop[] = []
  #coming: Promise<void> | undefined
  #turn = 0

  private constructor(url: string) {
    this.#url = url
  }

  static async open(url: string): Promise<Shops> {
    const shops = new Shops(url)
    await Promise.all([shops.#start(), shops.#start()])
    return shops
  }

  async get(path: string, token: string): Promise<Answer> {
    for (;;) {
      const shop = this.#standing[this.#turn++ % this.#standing.length]!
      try {
        return await new Client(shop.origin).get(path, { token })
      } catch (error) {
        if (!shop.killed) throw error
      }
    }
  }

  /** @returns how many were killed: none while the last one is not yet replaced */
  killOne(): number {
    if (this.#standing.length < 2) return 0
    const [victim] = this.#standing.splice(this.#turn % 2, 1) as [Shop]
    victim.killed = true
    this.#coming = victim.kill().then(() => this.#start())
    return 1
  }

  async #start(): Promise<void> {
    this.#standing.push(await spawnServe(this.#url))
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#coming
    await Promise.all(this.#standing.map(shop => shop.kill()))
  }
}
