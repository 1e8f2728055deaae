/** Faults that tests and proofs make in the payment provider of development. */

/** The kinds of requests to the provider. `list` is the list of events, `read` every other GET. */
export type ProviderWork = 'create' | 'expire' | 'capture' | 'cancel' | 'refund' | 'list' | 'read'

export type Fault = {
  at: ProviderWork
  /** Default: once. */
  times?: number
  /** Happens only with this probability. */
  chance?: number
  /** Applies only to requests with this name in their address: of one payment. */
  about?: string
} & (
  | {
      /**
       * `drop`: does the work, and closes the connection without an answer. `lose`: closes it without doing the work.
       * `conflict`: 409, another request has the key; `mistyped`: the same as an `idempotency_error`. `limit`: 429. `locked`: 429,
       * somebody else changes the object. `error`: 500, which is stored under the key; `broken`: the same after the work. `away`: 503.
       */
      kind: 'drop' | 'lose' | 'conflict' | 'mistyped' | 'limit' | 'locked' | 'error' | 'broken' | 'away'
    }
  /** Does the work, and answers later. */
  | { kind: 'slow'; milliseconds: number }
  /** Does the work, and answers when this is resolved. */
  | { kind: 'held'; until: Promise<unknown> }
  /** Does the work later, when the other side may have given up. */
  | { kind: 'stall'; milliseconds: number }
  /** Answers 500, which is stored under the key, and does the work later all the same. */
  | { kind: 'late'; milliseconds: number }
  /** Refuses for good: a capture that fails, a refund that no card takes; with a status also a key that was revoked (401, 403). */
  | { kind: 'refuse'; message: string; code?: string; status?: number }
)

export class ProviderFaults {
  /** Counts how often a fault has happened. */
  met = 0
  /** The same by its kind. */
  readonly metOf = new Map<string, number>()
  /** Nobody answers at all. */
  isAway = false
  #set: (Fault & { times: number })[] = []

  add(...faults: Fault[]): void {
    this.#set.push(...faults.map(fault => ({ times: 1, ...fault })))
  }

  clear(): void {
    this.#set = []
    this.isAway = false
  }

  take(work: ProviderWork, pathname = ''): Fault | undefined {
    if (this.isAway) return this.#meet({ at: work, kind: 'lose' }, 'nobody answers')
    const fault = this.#set.find(
      ({ at, times, chance = 1, about = '' }) =>
        at === work && times > 0 && pathname.includes(about) && Math.random() < chance,
    )
    if (!fault) return undefined
    fault.times--
    return this.#meet(fault)
  }

  #meet(fault: Fault, name: string = fault.kind): Fault {
    this.met++
    this.metOf.set(name, (this.metOf.get(name) ?? 0) + 1)
    return fault
  }
}
