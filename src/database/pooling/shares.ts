import { Problem } from '../../problems.ts'
import { SECOND } from '../../time.ts'
import { Places } from '../limits.ts'

/** Requests of one account or network that wait for its places; further ones are refused. */
const QUEUE = 500
/** How long a request waits for its place. */
const WAIT = 5 * SECOND

/** Places by the name of those who share them. */
export class Shares {
  readonly #shares = new Map<string, Places>()

  /**
   * An account or network whose own requests keep it waiting asks too much. If none of them came to an end, the database
   * is the reason.
   * @throws Problem `rate_limited`, or `databaseTimeout`
   */
  takeOwn(name: string, size: number): Promise<() => void> {
    return this.take(name, size, async share => {
      const before = share.turns
      if (share.waiting >= QUEUE) throw tooManyAtOnce()
      try {
        return await share.take(WAIT)
      } catch (error) {
        throw share.turns - before >= size ? tooManyAtOnce() : error
      }
    })
  }

  /** @returns gives the place back. @throws `databaseTimeout` */
  async take(name: string, size: number, take = (share: Places) => share.take(WAIT)): Promise<() => void> {
    const share = this.#shares.get(name) ?? new Places(size)
    this.#shares.set(name, share)
    try {
      const leave = await take(share)
      return () => {
        leave()
        this.#forgetIdle(name, share)
      }
    } catch (error) {
      this.#forgetIdle(name, share)
      throw error
    }
  }

  #forgetIdle(name: string, share: Places): void {
    if (share.isIdle && this.#shares.get(name) === share) this.#shares.delete(name)
  }
}

function tooManyAtOnce(): Problem {
  const detail = 'Too many of your requests are in progress. Wait until they are answered.'
  return new Problem('rate_limited', detail, { headers: { 'retry-after': String(WAIT / SECOND) } })
}
