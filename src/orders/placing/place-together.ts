import { setImmediate as turn } from 'node:timers/promises'
import pg from 'pg'
import type { AppContext } from '../../context.ts'
import { limitStatements, withinRequest } from '../../database/limits.ts'
import type { Db } from '../../database/schema.ts'
import { isLockedOut } from '../../database/trouble.ts'
import { canStoreOutcomes, keepAnswers } from '../../http/idempotency/keys.ts'
import { SECOND } from '../../time.ts'
import { asAnswer, type Decision, decisionOf, limitsOf } from './place.ts'
import { placeInOneStatement } from './place-sql.ts'
import type { Placing } from './placing.ts'

/*
 * Orders that arrive while others are being placed are placed together: they share a transaction, its messages and its commit,
 * which are most of what an order costs. docs/decisions/0063 has the figures.
 *
 * Others pay little for a lock that somebody holds. Of an account or a network one order at a time waits here, and none while another
 * one is placed alone. The statement waits 50 ms at most for each lock: another process sells the same product, and will soon have
 * committed. After a longer wait it leaves out orders whose products are locked, for a second. If it is rolled back even so, orders are
 * placed alone for half a second. So an order has three ways to end here: placed, refused, or undecided. An undecided one, and all of
 * a transaction that was rolled back, are tried alone, as if this file did not exist.
 *
 * When nobody knows whether the transaction was committed, nobody tries again: the callers get an error, as for an order alone.
 */

/** Orders in one transaction. One transaction at a time: two would be smaller, and meet at the same products. */
const MOST = 32
/** For each statement. Less than a request has. */
const LIMIT = 5 * SECOND

/** After a lock that was held for too long. It may have been that of a product. */
const SKIPPING = 1 * SECOND
/** After any other roll-back, whose reason would be that of the next one too. */
const PAUSE = SECOND / 2

type Waiting = { placing: Placing; ended: PromiseWithResolvers<Decision | undefined> }
type Queue = {
  waiting: Waiting[]
  isRunning: boolean
  /** Those that are placed alone at the moment. */
  alone: Set<Placing>
  /** Until then, by `performance.now()`, all are placed alone. */
  pausedUntil: number
  /** Until then, products that others have locked are left out. */
  skipsLockedUntil: number
  /** Whether the statement stores what a repeat is answered from; undefined until the database was asked. */
  storesOutcomes?: boolean
}
const queues = new WeakMap<Db, Queue>()

function queueOf(db: Db): Queue {
  const queue = queues.get(db) ?? {
    waiting: [],
    isRunning: false,
    alone: new Set(),
    pausedUntil: 0,
    skipsLockedUntil: 0,
  }
  queues.set(db, queue)
  return queue
}

/** @returns undefined when the order has to be placed alone */
export async function placeTogether(context: AppContext, placing: Placing): Promise<Decision | undefined> {
  const queue = queueOf(context.db)
  const first = queue.waiting.find(one => isRepeat(placing, one.placing))
  if (first) {
    // Placed alone at once, it would take the turn of the first one, and lock the product for itself.
    await withinRequest(first.ended.promise.catch(() => undefined))
    return undefined
  }
  const others = [...queue.waiting.map(one => one.placing), ...queue.alone]
  if (performance.now() < queue.pausedUntil || others.some(other => sharesBudget(other, placing))) return undefined
  const own: Waiting = { placing, ended: Promise.withResolvers() }
  queue.waiting.push(own)
  if (!queue.isRunning) void limitStatements(LIMIT, () => placeWaiting(context, queue))
  try {
    return await withinRequest(own.ended.promise)
  } finally {
    // A client whose time is over gets 503 and orders again, so its order must not be placed later.
    queue.waiting = queue.waiting.filter(one => one !== own)
    own.ended.resolve(undefined)
  }
}

/** Places an order alone. Meanwhile its locks are held, so no other one of its account or network waits for them with others. */
export async function besideOthers<T>(db: Db, placing: Placing, placeAlone: () => Promise<T>): Promise<T> {
  const { alone } = queueOf(db)
  alone.add(placing)
  try {
    return await placeAlone()
  } finally {
    alone.delete(placing)
  }
}

function isRepeat({ key }: Placing, other: Placing): boolean {
  return key !== undefined && key.key === other.key?.key && key.owner === other.key.owner
}

/** A statement writes the row of each budget once. */
function sharesBudget(one: Placing, other: Placing): boolean {
  return one.userId === other.userId || (one.network !== undefined && one.network === other.network)
}

async function placeWaiting(context: AppContext, queue: Queue): Promise<void> {
  queue.isRunning = true
  while (queue.waiting.length > 0) {
    // Requests that the event loop has already read from its sockets may still join.
    await turn()
    const orders = queue.waiting.splice(0, MOST)
    // The time of the only one was over.
    if (orders.length === 0) break
    const placings = orders.map(({ placing }) => placing)
    const skipsLocked = performance.now() < queue.skipsLockedUntil
    try {
      const decisions = await placeAll(context, queue, placings, skipsLocked)
      for (const [n, { ended }] of orders.entries()) ended.resolve(decisions[n])
    } catch (error) {
      if (isLockedOut(error) && !skipsLocked) queue.skipsLockedUntil = performance.now() + SKIPPING
      else if (isRolledBack(error)) queue.pausedUntil = performance.now() + PAUSE
      for (const { ended } of orders) isRolledBack(error) ? ended.resolve(undefined) : ended.reject(error)
    }
  }
  queue.isRunning = false
}

/** @returns what was decided, in the order of `orders`; undefined for those to be placed alone */
async function placeAll(
  context: AppContext,
  queue: Queue,
  orders: Placing[],
  skipsLocked: boolean,
): Promise<(Decision | undefined)[]> {
  queue.storesOutcomes ??= await canStoreOutcomes(context.db)
  const { storesOutcomes } = queue
  const decideAll = async (db: Db) => {
    const [now, limits] = [context.clock.now(), limitsOf(context.config)]
    const outcomes = await placeInOneStatement(db, orders, limits, { now, alone: false, skipsLocked, storesOutcomes })
    return outcomes.map((outcome, n) => outcome && decisionOf(orders[n]!, outcome, limits, now)).map(decided)
  }
  if (storesOutcomes || orders.every(({ key }) => !key)) return decideAll(context.db)
  return context.db.transaction().execute(async tx => {
    const decisions = await decideAll(tx)
    const kept = orders.flatMap(({ key }, n) => {
      const order = decisions[n]?.order
      return key && order ? [{ key, answer: asAnswer(order) }] : []
    })
    if (kept.length > 0) await keepAnswers(tx, kept, context.serviceKey)
    return decisions
  })
}

function decided(decision: Decision | undefined): Decision | undefined {
  return decision?.outcome.isUndecided ? undefined : decision
}

/**
 * Whether the server said that it took everything back: because of a lock (55P03), a deadlock (40P01), or a value of one of the
 * orders (22, 23), such as a user who was deleted at this moment; or that a migration has changed a table (0A000).
 */
function isRolledBack(error: unknown): boolean {
  return error instanceof pg.DatabaseError && /^(55P03|40P01|0A000|22...|23...)$/.test(error.code ?? '')
}
