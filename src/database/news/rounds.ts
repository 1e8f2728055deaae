import type { FastifyBaseLogger } from 'fastify'
import { SECOND } from '../../time.ts'
import { limitStatements } from '../limits.ts'
import type { Db } from '../schema.ts'
import { awaitNews, type Wakeup } from './wakeup.ts'

/** Interval of questions behind notifications, which can be lost. */
const POLL = 1 * SECOND
const ROUND_TIMEOUT = 10 * SECOND

type Said = { failed: string; recovered: string }

/**
 * Work that is done in rounds: at once when there is news from the database, else every second. Its first failure is logged, and
 * its recovery. Any number of processes may do the same work. Disposing it waits for the present round.
 */
export class Rounds implements AsyncDisposable {
  #news: Wakeup & Disposable
  #isStopping = false
  #running: Promise<void>

  /** @param said in the log, once each */
  constructor({ db, log }: { db: Db; log: FastifyBaseLogger }, said: Said, round: () => Promise<unknown>) {
    this.#news = awaitNews(db)
    this.#running = limitStatements(ROUND_TIMEOUT, () => this.#run(log, said, round))
  }

  async #run(log: FastifyBaseLogger, said: Said, round: () => Promise<unknown>): Promise<void> {
    let isFailing = false
    while (!this.#isStopping) {
      try {
        await round()
        if (isFailing) log.info(said.recovered)
        isFailing = false
      } catch (error) {
        if (!isFailing) log.error({ err: error }, said.failed)
        isFailing = true
      }
      if (!this.#isStopping) await this.#news.wait(POLL)
    }
  }

  get isStopping(): boolean {
    return this.#isStopping
  }

  /** The next round begins at once. */
  again(): void {
    this.#news.notify()
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isStopping = true
    this.#news[Symbol.dispose]()
    this.#news.notify()
    await this.#running
  }
}
