/**
 * Time limits, and for whom a request waits, so that nothing waits for the database without end.
 *
 * A request has one time limit for all its statements together. Code outside of requests has a limit for each
 * statement. An AsyncLocalStorage carries them, so no function has to pass them on. `pooling/` keeps them.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import { SECOND } from '../time.ts'

type Limits = {
  /** The moment at which the request ends, by `performance.now()`. */
  until?: number
  /** Limits each statement, in milliseconds. */
  perStatement?: number
  /** Requests of one area share at most some of the pool's connections. */
  area?: string
  /** The account that changes something. Its requests share a few connections. */
  account?: string
  /** The network that the request came from; none for this machine. */
  network?: string | undefined
}

export type RequestLimits = Limits & { until: number; area: string }

const limits = new AsyncLocalStorage<Limits>()

/** A statement gets at least this, so that a request whose body arrived slowly is still answered. */
const LEAST_TIME = 1 * SECOND

/** Runs a part of a request. The limits stay those of an outer request, such as a page that calls the API. */
export function limitRequest<T>(request: RequestLimits, work: () => T): T {
  return limits.getStore()?.until === undefined ? limits.run(request, work) : work()
}

/**
 * Runs work in which each statement may take so long, also inside a request. For statements that are known to be long,
 * and for loops that have to notice an outage sooner than the pool's own limit.
 */
export function limitStatements<T>(milliseconds: number, work: () => T): T {
  return limits.run({ perStatement: milliseconds }, work)
}

/** Runs work for any caller: it must not wait for the share of the area, account or network that asked first. */
export function withoutArea<T>(work: () => T): T {
  const { area: _, account: __, network: ___, ...others } = limits.getStore() ?? {}
  return limits.run(others, work)
}

/** Runs work that shares the connections of an area of its own. */
export function inArea<T>(area: string, work: () => T): T {
  return limits.run({ ...limits.getStore(), area }, work)
}

/** @returns how long the next statement may take. @param usual the limit of its connection */
export function statementLimit(usual: number): number {
  const { until, perStatement } = limits.getStore() ?? {}
  if (until !== undefined) return Math.max(LEAST_TIME, Math.min(usual, until - performance.now()))
  return perStatement ?? usual
}

export function currentLimits(): Limits {
  return limits.getStore() ?? {}
}

/** From now on the present request counts for this account. */
export function countForAccount(id: string): void {
  const request = limits.getStore()
  if (request) request.account = id
}

/**
 * Waits until the time of the present request is over, but not longer. The work goes on.
 * @throws `databaseTimeout`
 */
export async function withinRequest<T>(work: Promise<T>): Promise<T> {
  if (limits.getStore()?.until === undefined) return work
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(
    () => late.reject(databaseTimeout('The database did not answer before the time of the request was over.')),
    statementLimit(Infinity),
  )
  try {
    return await Promise.race([work, late.promise])
  } finally {
    clearTimeout(timer)
  }
}

/** An error that `isUnavailable` knows. */
export function databaseTimeout(message: string): Error {
  return Object.assign(new Error(message), { code: 'ETIMEDOUT' })
}
