/** Something that can be killed, and starts again. */
export class Killable<T extends { kill(): Promise<void> }> implements AsyncDisposable {
  kills = 0
  #spawn: () => Promise<T>
  #process: T

  private constructor(spawn: () => Promise<T>, process: T) {
    this.#spawn = spawn
    this.#process = process
  }

  static async start<T extends { kill(): Promise<void> }>(spawn: () => Promise<T>): Promise<Killable<T>> {
    return new Killable(spawn, await spawn())
  }

  get process(): T {
    return this.#process
  }

  async kill(): Promise<void> {
    await this.#process.kill()
    this.kills++
    this.#process = await this.#spawn()
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#process.kill()
  }
}
