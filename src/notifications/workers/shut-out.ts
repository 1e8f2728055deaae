import { SECOND } from '../../time.ts'
import type { Ending } from '../ledger.ts'

/** After this long at the latest, another email finds out whether the relay still refuses all of them. */
const LONGEST_HOLD = 15 * SECOND

/**
 * A relay that refuses all that we send must not fail each email: they wait, as behind a relay that is away. A relay that says so
 * about one recipient only costs the others a second, because the next email is taken and ends the wait.
 */
export class ShutOut {
  /** Number of times in a row that the relay has refused whatever we send. */
  #times = 0
  #heldUntil = 0
  #tell: (error: string | undefined) => void

  /** @param tell is informed why the relay refuses us, and undefined when it takes emails again */
  constructor(tell: (error: string | undefined) => void) {
    this.#tell = tell
  }

  /** While it lasts, one email at a time finds out whether the relay still refuses us. */
  get lasts(): boolean {
    return this.#times > 0
  }

  get isHolding(): boolean {
    return this.lasts && performance.now() < this.#heldUntil
  }

  /** @returns the ending: while the relay refuses everybody, what it says of one recipient is about us */
  note(said: Ending): Ending {
    const ending = this.lasts && said.refusedAddress ? aboutUs(said) : said
    const { outcome, reply, isShutOut } = ending
    if (isShutOut) {
      this.#heldUntil = performance.now() + Math.min(2 ** this.#times * SECOND, LONGEST_HOLD)
      if (this.#times++ === 0) this.#tell(`It refuses all emails of this shop: ${reply}`)
    } else if (this.lasts && (outcome === 'sent' || outcome === 'refused' || outcome === 'temporary')) {
      this.#times = 0
      this.#tell(undefined)
    }
    return ending
  }

  /** Forgets the refusals, so that the next one is reported again. The new row of the worker does not know of them. */
  forget(): void {
    this.#times = 0
  }
}

/** A refusal of a recipient, as one of all that we send. */
export function aboutUs({ id, attempt, reply }: Ending): Ending {
  return { id, attempt, reply, outcome: 'unsent', isShutOut: true }
}
