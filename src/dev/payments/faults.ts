/** Faults that tests and proofs make in the payment provider of development. */

/** What is asked of the provider. `list` is the list of events, `read` every other GET. */
export type ProviderWork = 'create' | 'expire' | 'capture' | 'cancel' | 'refund' | 'list' | 'read'

export type Fault = {
  at: ProviderWork
  /** Default: once. */
  times?: number
  /** Only with this probability. */
  chance?: number
} & (
  | {
      /**
       * `drop`: does the work, and closes the connection without an answer. `lose`: closes it without doing the work.
       * `conflict`: 409, another request has the key. `limit`: 429. `error`: 500, which is stored under the key. `away`: 503.
       */
      kind: 'drop' | 'lose' | 'conflict' | 'limit' | 'error' | 'away'
    }
  /** Does the work, and answers later. */
  | { kind: 'slow'; milliseconds: number }
  /** Answers 500, which is stored under the key, and does the work later all the same. */
  | { kind: 'late'; milliseconds: number }
  /** Refuses for good: a capture that fails, a refund that no card takes; with a status also a key that was revoked (401, 403). */
  | { kind: 'refuse'; message: string; code?: string; status?: number }
)

export class ProviderFaults {
  /** How often a fault has happened. */
  met = 0
  #set: (Fault & { times: number })[] = []

  add(...faults: Fault[]): void {
    this.#set.push(...faults.map(fault => ({ times: 1, ...fault })))
  }

  clear(): void {
    this.#set = []
  }

  take(work: ProviderWork): Fault | undefined {
    const fault = this.#set.find(({ at, times, chance = 1 }) => at === work && times > 0 && Math.random() < chance)
    if (!fault) return undefined
    fault.times--
    this.met++
    return fault
  }
}
