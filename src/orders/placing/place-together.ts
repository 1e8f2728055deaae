import { setImmediate as turn } from 'node:timers/promises'
import pg from 'pg'
import type { AppContext } from '../../context.ts'
import { limitStatements, withinRequest } from '../../database/limits.ts'
import type { Db } from '../../database/schema.ts'
import { type Kept, keepAnswers, releaseKey } from '../../http/idempotency/keys.ts'
import { SECOND } from '../../time.ts'
import type { Order } from '../order.ts'
import { asAnswer, type Decision, decisionOf, limitsOf } from './place.ts'
import { type Placing, placeInOneStatement } from './place-sql.ts'

/*
 * Orders that arrive while others are being placed are placed together: they share a transaction, its messages and its commit,
 * which are most of what an order costs. docs/decisions/0063 has the figures.
 *
 * Nobody pays for others. Of an account or a network one order at a time waits here. A transaction waits 50 ms at most for a lock,
 * and orders whose products are locked are left out. So an order has three ways to end here: placed, refused, or undecided. An
 * undecided one, and all of a transaction that was rolled back, are tried alone, as if this file did not exist.
 *
 * When nobody knows whether the transaction was committed, nobody tries again: the callers get an error, as for an order alone.
 */

/** Orders in one transaction. One transaction at a time: two would be smaller, and meet at the same products. */
const MOST = 32
/** For each statement. Less than a request has. */
const LIMIT = 5 * SECOND

type Waiting = { placing: Placing; ended: PromiseWithResolvers<Decision | undefined> }
type Queue = { waiting: Waiting[]; isRunning: boolean }
const queues = new WeakMap<Db, Queue>()

/** @returns undefined when the order has to be placed alone */
export async function placeTogether(context: AppContext, placing: Placing): Promise<Decision | undefined> {
  const queue = queues.get(context.db) ?? { waiting: [], isRunning: false }
  queues.set(context.db, queue)
  if (queue.waiting.some(other => sharesBudget(other.placing, placing))) return undefined
  const own: Waiting = { placing, ended: Promise.withResolvers() }
  queue.waiting.push(own)
  if (!queue.isRunning) void limitStatements(LIMIT, () => placeWaiting(context, queue))
  try {
    return await withinRequest(own.ended.promise)
  } finally {
    // A client whose time is over gets 503 and orders again, so its order must not be placed later.
    queue.waiting = queue.waiting.filter(one => one !== own)
  }
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
    const placings = orders.map(({ placing }) => placing)
    try {
      const decisions = await placeAll(context, placings)
      for (const [n, { ended }] of orders.entries()) ended.resolve(decisions[n])
    } catch (error) {
      for (const { ended } of orders) isRolledBack(error) ? ended.resolve(undefined) : ended.reject(error)
    }
  }
  queue.isRunning = false
}

/** @returns what was decided, in the order of `orders`; undefined for those to be placed alone */
async function placeAll(context: AppContext, orders: Placing[]): Promise<(Decision | undefined)[]> {
  if (orders.every(({ key }) => !key)) return (await decideAll(context, context.db, orders)).map(decided)
  return context.db.transaction().execute(async tx => {
    const decisions = await decideAll(context, tx, orders)
    const kept: Kept<Order>[] = []
    for (const [n, { key }] of orders.entries()) {
      const decision = decisions[n]
      if (key && decision?.order) kept.push({ key, answer: asAnswer(decision.order) })
      // Its claim is ours, and no order was placed.
      else if (key && decision) await releaseKey(tx, key)
    }
    if (kept.length > 0) await keepAnswers(tx, kept, context.serviceKey)
    return decisions.map(decided)
  })
}

async function decideAll({ clock, config }: AppContext, db: Db, orders: Placing[]) {
  const [now, limits] = [clock.now(), limitsOf(config)]
  const outcomes = await placeInOneStatement(db, orders, limits, { now, waits: false })
  return outcomes.map((outcome, n) => outcome && decisionOf(orders[n]!, outcome, limits, now))
}

function decided(decision: Decision | undefined): Decision | undefined {
  return decision?.outcome.isUndecided ? undefined : decision
}

/**
 * Whether the server said that it took everything back: because of a lock (55P03), a deadlock (40P01), or a value of one of the
 * orders (22, 23), such as a user who was deleted at this moment.
 */
function isRolledBack(error: unknown): boolean {
  return error instanceof pg.DatabaseError && /^(55P03|40P01|22...|23...)$/.test(error.code ?? '')
}
