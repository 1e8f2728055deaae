/**
 * Work that would keep the event loop busy, in a thread of its own: one piece at a time, and each within a time. The thread begins with
 * the first piece and ends when it had nothing to do for a while. A piece that crashes it, or takes too long, ends the thread and
 * fails; the next piece gets a new one. Who has a turn is for the caller to decide (`FairQueue`).
 *
 * Libraries for pools bring a queue of their own, which has no turns (docs/decisions/018-fairness.md).
 */
import { extname } from 'node:path'
import { Worker } from 'node:worker_threads'
import { SECOND } from '../time.ts'

/** Longer than the pauses between the requests of a person who reads. */
const IDLE = 30 * SECOND

/** Texts and papers of a shop need a small part of it. Above it, the thread ends, and not the process. */
const MEMORY = { maxOldGenerationSizeMb: 256 }

type Answer<Output> = { output: Output } | { error: unknown }

/** The thread ended before it answered: it crashed, had no memory left, or the time was over. */
export class ThreadEnded extends Error {}

export class WorkThread<Input, Output> {
  readonly #file: URL
  readonly #within: number
  #worker: Worker | undefined
  #idle: NodeJS.Timeout | undefined
  #before: Promise<unknown> = Promise.resolve()

  /**
   * @param url `import.meta.url` of the caller, beside which the file is
   * @param name of the file, which calls `answerWork`, without its ending
   * @param within the milliseconds that a piece may take
   */
  constructor(url: string, name: string, within: number) {
    // The package holds compiled files.
    this.#file = new URL(`./${name}${extname(url)}`, url)
    this.#within = within
  }

  /** @throws what the work throws, or `ThreadEnded` */
  async run(input: Input): Promise<Output> {
    const mine = this.#before.then(() => this.#run(input))
    this.#before = mine.catch(() => {})
    return mine
  }

  async #run(input: Input): Promise<Output> {
    clearTimeout(this.#idle)
    this.#worker ??= this.#begin()
    const worker = this.#worker
    worker.ref()
    const timer = setTimeout(() => this.#end(worker), this.#within)
    try {
      const answer = await ask<Answer<Output>>(worker, input)
      if ('error' in answer) throw answer.error
      return answer.output
    } catch (error) {
      if (error instanceof ThreadEnded) this.#end(worker)
      throw error
    } finally {
      clearTimeout(timer)
      // An idle thread must not keep the process alive.
      worker.unref()
      this.#idle = setTimeout(() => this.#end(worker), IDLE).unref()
    }
  }

  #begin(): Worker {
    const worker = new Worker(this.#file, { resourceLimits: MEMORY })
    // Between two pieces nobody else hears its errors, which would end the process.
    return worker.on('error', () => {}).once('exit', () => this.#end(worker))
  }

  #end(worker: Worker): void {
    if (this.#worker === worker) this.#worker = undefined
    void worker.terminate()
  }
}

/** A thread without memory has an `error` first, and one that was ended only an `exit`. */
async function ask<Output>(worker: Worker, input: unknown): Promise<Output> {
  const { promise, resolve, reject } = Promise.withResolvers<Output>()
  const fail = (cause: unknown) => reject(new ThreadEnded('The thread ended before its work was done.', { cause }))
  worker.once('message', resolve).once('error', fail).once('exit', fail)
  worker.postMessage(input)
  try {
    return await promise
  } finally {
    worker.off('message', resolve).off('error', fail).off('exit', fail)
  }
}
