/** A queue for a limited number of places, in which no caller keeps the others out. */
import { Problem } from '../../problems.ts'
import { databaseTimeout, statementLimit } from '../limits.ts'

/** Any of these may be left out: then there is no such bound. */
type Bounds = {
  /** Places in all. */
  places?: number
  /** Places of one key. */
  perKey?: number
  /** Callers that wait, in all. One more takes the place of the last caller of the key that waits for most. */
  waiting?: number
  /** Callers of one key that wait. One more is refused. */
  waitingPerKey?: number
  /** Time that a caller waits, if its request has as much time left. */
  within?: number
  refusal?: () => Error
}

type Waiter = { begin: () => void; refuse: (error: Error) => void; isGone: () => boolean }
type Own = { key: string | undefined; taken: number; ended: number; waiters: Set<Waiter> }

/**
 * Places that callers take and give back. A caller that finds none free waits. Callers belong to a key, such as their network or
 * their account, and keys take turns: a person waits for one caller of each other network, not for all that a flood has sent.
 * Callers without a key come from this machine. They have their turn, and no bounds of their own.
 */
export class FairQueue {
  readonly #bounds: Required<Bounds>
  #taken = 0
  #waiting = 0
  readonly #owns = new Map<string | undefined, Own>()
  /** The keys with callers that wait, in the order of their turns. */
  readonly #turns = new Set<Own>()

  constructor(bounds: Bounds) {
    this.#bounds = { ...UNBOUNDED, ...bounds }
  }

  /**
   * @param isGone whether nobody waits for the caller anymore
   * @returns gives the place back; call it once
   * @throws the refusal, if others of the key keep the caller waiting, or else `databaseTimeout`
   */
  async enter(key: string | undefined, isGone = () => false): Promise<() => void> {
    const own = this.#owns.get(key) ?? { key, taken: 0, ended: 0, waiters: new Set() }
    if (own.waiters.size > 0 || !this.#isFree(own)) await this.#wait(own, isGone)
    else this.#take(own)
    return () => this.#giveBack(own)
  }

  /** No place is taken, so nobody waits. */
  get isIdle(): boolean {
    return this.#taken === 0
  }

  #isFree({ key, taken }: Own): boolean {
    return this.#taken < this.#bounds.places && (key === undefined || taken < this.#bounds.perKey)
  }

  #take(own: Own): void {
    this.#owns.set(own.key, own)
    own.taken++
    this.#taken++
  }

  #giveBack(own: Own): void {
    own.taken--
    own.ended++
    this.#taken--
    if (own.taken === 0 && own.waiters.size === 0) this.#owns.delete(own.key)
    this.#beginNext()
  }

  async #wait(own: Own, isGone: () => boolean): Promise<void> {
    const { waiting, waitingPerKey, within, perKey, refusal } = this.#bounds
    if (own.key !== undefined && own.waiters.size >= waitingPerKey) throw refusal()
    if (this.#waiting >= waiting) this.#refuseOneOf(own.waiters.size + 1)
    const { promise, resolve: begin, reject: refuse } = Promise.withResolvers<void>()
    const waiter = { begin, refuse, isGone }
    this.#owns.set(own.key, own)
    this.#turns.add(own)
    own.waiters.add(waiter)
    this.#waiting++
    const before = own.ended
    const giveUp = () => {
      this.#remove(own, waiter)
      refuse(own.ended - before >= perKey ? refusal() : databaseTimeout('Too many requests wait for the same thing.'))
    }
    const timer = within === Infinity ? undefined : setTimeout(giveUp, statementLimit(within))
    await promise.finally(() => clearTimeout(timer))
  }

  #remove(own: Own, waiter: Waiter): void {
    own.waiters.delete(waiter)
    this.#waiting--
    if (own.waiters.size > 0) return
    this.#turns.delete(own)
    if (own.taken === 0) this.#owns.delete(own.key)
  }

  /** Refuses the last caller of the key that waits for most. @throws the refusal, if none waits for more than `length` */
  #refuseOneOf(length: number): void {
    const longest = [...this.#turns].reduce((one, other) => (other.waiters.size > one.waiters.size ? other : one))
    if (longest.waiters.size <= length) throw this.#bounds.refusal()
    const last = [...longest.waiters].at(-1)!
    this.#remove(longest, last)
    last.refuse(this.#bounds.refusal())
  }

  /** Gives a free place to the key whose turn it is. The next caller of this key waits until all others had a turn. */
  #beginNext(): void {
    for (const own of this.#turns) {
      if (!this.#isFree(own)) continue
      // Goes behind all others, which this loop would reach too.
      this.#turns.delete(own)
      this.#turns.add(own)
      const [next] = own.waiters
      this.#remove(own, next!)
      if (!next!.isGone()) {
        this.#take(own)
        next!.begin()
        return
      }
      next!.refuse(this.#bounds.refusal())
    }
  }
}

function tooManyAtOnce(): Problem {
  const detail = 'Too many of your requests are in progress. Wait until they are answered.'
  return new Problem('rate_limited', detail, { retryAfter: 5 })
}

const UNBOUNDED: Required<Bounds> = {
  places: Infinity,
  perKey: Infinity,
  waiting: Infinity,
  waitingPerKey: Infinity,
  within: Infinity,
  refusal: tooManyAtOnce,
}
