import { SECOND } from '../../time.ts'
import { currentLimits } from '../limits.ts'
import { FairQueue } from './fair-queue.ts'

/** The bounds of those who ask: callers of one account or network that wait, and for how long. */
export const OWN = { waitingPerKey: 500, within: 5 * SECOND }

/** Requests of an account that change something wait for the lock on the account anyway. */
const PER_ACCOUNT = 4
/** Others wait behind these requests of a network, not behind all that a flood has sent. */
const PLACES_PER_NETWORK = 5

/** Places of the account and of the network that a request comes from. */
export class OwnPlaces {
  readonly #accounts = new FairQueue({ perKey: PER_ACCOUNT, ...OWN })
  readonly #networks = new FairQueue({ perKey: PLACES_PER_NETWORK, ...OWN })

  /** Waits for a place of both, and then of each of the `queues`, in which networks take turns. @returns gives all back */
  async enter(queues: Iterable<FairQueue>): Promise<() => void> {
    const { account, network } = currentLimits()
    const leaves: (() => void)[] = []
    const leave = () => {
      for (const giveBack of leaves) giveBack()
    }
    try {
      leaves.push(await this.#accounts.enter(account))
      leaves.push(await this.#networks.enter(network))
      for (const queue of queues) leaves.push(await queue.enter(network))
      return leave
    } catch (error) {
      leave()
      throw error
    }
  }
}
