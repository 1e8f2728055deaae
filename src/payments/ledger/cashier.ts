/** The cashier makes the calls of the ledger, and looks at payments that are due. Any number of processes may run it. */
import { sql } from 'kysely'
import type { AppContext } from '../../context.ts'
import { Rounds } from '../../database/news/rounds.ts'
import { one } from '../../database/rows.ts'
import { MINUTE } from '../../time.ts'
import { findProvider } from '../providers/find-provider.ts'
import { readMissedEvents } from '../providers/missed-events.ts'
import { type CancelIfUnpaid, look } from '../standing.ts'
import { claimCalls } from './calls.ts'
import { claimLooks, lookAtAll } from './due-looks.ts'
import { makeCall } from './make-call.ts'

/** Requests to the provider that one process has in flight. */
const SLOTS = 16
const LIST_EVERY = MINUTE

/** Disposing it waits for the requests in flight. */
export function startCashier(context: AppContext, cancelIfUnpaid: CancelIfUnpaid): AsyncDisposable {
  return new Cashier(context, cancelIfUnpaid)
}

class Cashier implements AsyncDisposable {
  #context: AppContext
  #cancelIfUnpaid: CancelIfUnpaid
  #inFlight = new Set<Promise<void>>()
  #setBackAt: string | undefined
  /** By the clock of this process, so that the database is not asked each second. Its row decides who reads. */
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
    const { db } = this.#context
    const free = SLOTS - this.#inFlight.size
    const mayList = Date.now() - this.#listedAt > LIST_EVERY
    if (free <= 0 || !((await this.#isAnythingDue()) || mayList)) return
    const provider = await findProvider(this.#context)
    if (!provider) return
    if (mayList) {
      this.#listedAt = Date.now()
      this.#start(readMissedEvents(this.#context, provider))
    }
    const calls = await claimCalls(db, { ...provider, limit: Math.ceil(free / 2) })
    for (const call of calls) this.#start(makeCall(this.#context, provider, call, this.#cancelIfUnpaid))
    const looks = await claimLooks(db, provider.name, free - calls.length)
    for (const due of looks) this.#start(look(this.#context, provider, due, this.#cancelIfUnpaid))
    if (calls.length + looks.length > 0) this.#rounds.again()
  }

  #start(work: Promise<unknown>): void {
    const done: Promise<void> = work
      .then(() => {})
      .catch(error => this.#context.log.warn({ err: error }, 'a payment was left for later'))
      .finally(() => {
        this.#inFlight.delete(done)
        this.#rounds.again()
      })
    this.#inFlight.add(done)
  }

  /** A database that was set back has forgotten what became of payments. Their provider has not. */
  async #isAnythingDue(): Promise<boolean> {
    const { db } = this.#context
    const { rows } = await sql<{ isDue: boolean; setBackAt: string | null }>`
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
    await Promise.all(this.#inFlight)
  }
}
