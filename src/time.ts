/** Durations in milliseconds, so that code reads `5 * MINUTE`. */
export const SECOND = 1000
export const MINUTE = 60 * SECOND
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR

/**
 * The only source of "now" for business rules (token lifetimes, time steps, budgets).
 * Leases and retries of the delivery ledger use the database's clock instead, because there two machines must agree.
 */
export interface Clock {
  now(): Date
}

export const systemClock: Clock = { now: () => new Date() }

/** The moment `milliseconds` after `date` (before it, when negative). */
export function after(date: Date, milliseconds: number): Date {
  return new Date(date.getTime() + milliseconds)
}
