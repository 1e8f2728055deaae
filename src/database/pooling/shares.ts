import { Problem } from '../../problems.ts'
import { SECOND } from '../../time.ts'
import { currentLimits, Places } from '../limits.ts'

/** Places for the requests of one account that change something: they wait for the lock on the account anyway. */
const PER_ACCOUNT = 4
/** Places for the requests of one network: others wait behind these, not behind all that a flood has sent. */
const PER_CLIENT = 5
/** Requests of one account or network that wait for its places; further ones are refused. */
const QUEUE = 500
/** How long a request waits for its place. */
const WAIT = 5 * SECOND

/** Places by the name of those who share them. */
export class Shares {
  readonly #shares = new Map<string, Places>()

  /** Waits for a place of the account, and one of the network, of the present request. @returns gives both back */
  async takeForRequest(): Promise<() => void> {
    const { account, client } = currentLimits()
    const leaves: (() => void)[] = []
    const leave = () => {
      for (const back of leaves) back()
    }
    try {
      if (account !== undefined) leaves.push(await this.takeOwn(`account ${account}`, PER_ACCOUNT))
      if (client !== undefined) leaves.push(await this.takeOwn(`client ${client}`, PER_CLIENT))
      return leave
    } catch (error) {
      leave()
      throw error
    }
  }

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
  return new Problem('rate_limited', detail, { retryAfter: WAIT / SECOND })
}
