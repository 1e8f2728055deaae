import { Problem } from '../../problems.ts'

/** Waiting hashes of one client, and of all. At the cost of production, a core computes about 30 in a second. */
const PER_CLIENT = 40
const IN_ALL = 1000

/**
 * The queue for password hashes. A hash takes 19 MiB and some 30 ms of a core, which makes it the cheapest way to keep
 * Semel busy. So a few run at a time, and clients take turns: a person waits for one hash of each other client, not for
 * all that a flood has sent. A client with too many of them is refused before the hash. In a full queue, a client takes the
 * place of the last one of the client that waits for most, so that a flood from many networks shuts out only itself.
 * The refusal depends on no account, so it tells nothing. This machine (tests, a proxy that names no client) has its turn
 * like any client, and only the limit for all.
 */
export class HashQueue {
  readonly #places: number
  #running = 0
  #waiting = 0
  /** In the order of their turns. */
  readonly #clients = new Map<string | undefined, Waiter[]>()

  /** @param places how many may run at a time */
  constructor(places: number) {
    this.#places = places
  }

  /**
   * @param isGone whether the client has hung up: then there is nobody to answer
   * @throws Problem `rate_limited` when too many wait
   */
  async run<T>(client: string | undefined, work: () => Promise<T>, isGone = () => false): Promise<T> {
    if (this.#running < this.#places) this.#running++
    else await this.#wait(client, isGone)
    try {
      return await work()
    } finally {
      this.#handOver()
    }
  }

  #wait(client: string | undefined, isGone: () => boolean): Promise<void> {
    const queue = this.#clients.get(client) ?? []
    if (client !== undefined && queue.length >= PER_CLIENT) throw tooMany()
    if (this.#waiting >= IN_ALL) this.#refuseOneOf(queue.length + 1)
    this.#waiting++
    this.#clients.set(client, queue)
    return new Promise((start, refuse) => queue.push({ start, refuse, isGone }))
  }

  /** Refuses the last waiter of the longest queue. @throws Problem `rate_limited` when none is longer than `length` */
  #refuseOneOf(length: number): void {
    const longest = [...this.#clients.values()].reduce((one, other) => (other.length > one.length ? other : one))
    if (longest.length <= length) throw tooMany()
    longest.pop()!.refuse(tooMany())
    this.#waiting--
  }

  /** Gives the place to the client whose turn it is. Its next hash waits until all others had a turn. */
  #handOver(): void {
    for (const [client, queue] of this.#clients) {
      // Behind all others, which this loop would reach too.
      this.#clients.delete(client)
      const { start, refuse, isGone } = queue.shift()!
      if (queue.length > 0) this.#clients.set(client, queue)
      this.#waiting--
      if (!isGone()) return void start()
      refuse(tooMany())
    }
    this.#running--
  }
}

type Waiter = { start: () => void; refuse: (problem: Problem) => void; isGone: () => boolean }

function tooMany(): Problem {
  const detail = 'Too many passwords from your network are being checked. Try again in 5 seconds.'
  return new Problem('rate_limited', detail, { retryAfter: 5 })
}
