/** The cashier makes the calls of the ledger, and looks at payments that are due. Any number of processes may run it. */
import { sql } from 'kysely'
import type { AppContext } from '../../context.ts'
import { Rounds } from '../../database/news/rounds.ts'
import { PREPARED } from '../../database/prepared.ts'
import { one } from '../../database/rows.ts'
import { MINUTE } from '../../time.ts'
import { findProviders, namesOfConfigured } from '../providers/find-provider.ts'
import { readMissedEvents } from '../providers/missed-events.ts'
import type { Provider } from '../providers/provider.ts'
import { type CancelIfUnpaid, look } from '../standing.ts'
import { claimCalls } from './calls.ts'
import { claimLooks, lookAtAll } from './due-looks.ts'
import { makeCall } from './make-call.ts'
import { resumeStranded, strand } from './stranded.ts'

/** Requests that one process has in flight at one provider. Each has its own, so one that hangs holds up no other. */
const SLOTS = 16
const LIST_EVERY = MINUTE

/** Disposing it waits for the requests in flight. */
export function startCashier(context: AppContext, cancelIfUnpaid: CancelIfUnpaid): AsyncDisposable {
  return new Cashier(context, cancelIfUnpaid)
}

class Cashier implements AsyncDisposable {
  #context: AppContext
  #cancelIfUnpaid: CancelIfUnpaid
  /** Work under way, by the name of the provider. */
  #inFlight = new Map<string, Set<Promise<void>>>()
  #setBackAt: string | undefined
  /**
   * Time of the last look at missed events, by the clock of this process, so that the database is not asked each
   * second. The rows there decide who reads.
   */
  #listedAt = 0
  #rounds: Rounds

  constructor(context: AppContext, cancelIfUnpaid: CancelIfUnpaid) {
    this.#cancelIfUnpaid = cancelIfUnpaid
    this.#context = context
    this.#rounds = new Rounds(context, { failed: 'payments failed', recovered: 'payments recovered' }, () =>
      this.#round(),
    )
  }

  async #round(): Promise<void> {
    const mayList = Date.now() - this.#listedAt > LIST_EVERY
    if (!((await this.#isAnythingDue()) || mayList)) return
    if (mayList) {
      this.#listedAt = Date.now()
      await this.#settleStranded()
    }
    let claimed = 0
    for (const provider of await findProviders(this.#context)) {
      if (mayList) this.#start(provider, readMissedEvents(this.#context, provider))
      claimed += await this.#work(provider)
    }
    if (claimed > 0) this.#rounds.again()
  }

  async #settleStranded(): Promise<void> {
    const { db } = this.#context
    const configured = await namesOfConfigured(this.#context)
    await resumeStranded(db, configured)
    await strand(db, configured)
  }

  /** @returns how much it has begun */
  async #work(provider: Provider): Promise<number> {
    const { db } = this.#context
    const free = SLOTS - (this.#inFlight.get(provider.name)?.size ?? 0)
    if (free <= 0) return 0
    const calls = await claimCalls(db, { ...provider, limit: Math.ceil(free / 2) })
    for (const call of calls) this.#start(provider, makeCall(this.#context, provider, call, this.#cancelIfUnpaid))
    const looks = await claimLooks(db, provider.name, free - calls.length)
    for (const due of looks) this.#start(provider, look(this.#context, provider, due, this.#cancelIfUnpaid))
    return calls.length + looks.length
  }

  #start({ name }: Provider, work: Promise<unknown>): void {
    const inFlight = this.#inFlight.get(name) ?? new Set()
    this.#inFlight.set(name, inFlight)
    const done: Promise<void> = work
      .then(() => {})
      .catch(error => this.#context.log.warn({ err: error, provider: name }, 'a payment was left for later'))
      .finally(() => {
        inFlight.delete(done)
        this.#rounds.again()
      })
    inFlight.add(done)
  }

  /** A database that was set back has forgotten what became of payments. Their provider has not. */
  async #isAnythingDue(): Promise<boolean> {
    const { db } = this.#context
    const { rows } = await sql<{ isDue: boolean; setBackAt: string | null }>`${PREPARED}
      select exists (select from payment_calls where state in ('pending', 'sending') and due_at <= now())
        or exists (select from payments where look_at <= now() or check_at <= now()) as "isDue",
        (select changed_at::text from database_history) as "setBackAt"
    `.execute(db)
    const { isDue, setBackAt } = one(rows)
    if (setBackAt === null || setBackAt === this.#setBackAt) return isDue
    await lookAtAll(db, setBackAt)
    this.#setBackAt = setBackAt
    return true
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#rounds[Symbol.asyncDispose]()
    await Promise.all([...this.#inFlight.values()].flatMap(works => [...works]))
  }
}
