/* Decides when a webhook is sent again, and when its endpoint is left alone. Pure rules; `ledger.ts` applies them. */
import { DAY, HOUR, MINUTE, SECOND } from '../time.ts'

/**
 * The pauses after failed attempts, as Standard Webhooks recommends: 10 attempts in 75 hours and 35 minutes. After the
 * last one the delivery has failed.
 */
const WEBHOOK_PAUSES = [
  5 * SECOND,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  20 * HOUR,
  24 * HOUR,
]

/** Pauses grow by up to a tenth, so that deliveries that failed together do not come back together. */
const JITTER = 0.1

/** The longest `Retry-After` that is obeyed. */
const MAX_RETRY_AFTER = 1 * HOUR

/**
 * After this many failures in a row (simultaneous ones count once), the endpoint is paused. Then one
 * delivery tries whether the endpoint is back.
 */
export const THRESHOLD = 5
/** Pauses: the first after THRESHOLD failures, the next after each further failure. */
export const BREAKS = [10 * SECOND, 30 * SECOND, 1 * MINUTE, 2 * MINUTE, 5 * MINUTE, 15 * MINUTE]

/** An endpoint that only fails for so long is disabled. */
export const GIVE_UP = 3 * DAY

/** @returns milliseconds until the next attempt; undefined when there is none. @param step failed attempts before */
export function pauseAfter(step: number, retryAfter: number | undefined, random: () => number = Math.random) {
  const pause = WEBHOOK_PAUSES[step]
  if (pause === undefined) return undefined
  return Math.max(pause, Math.min(retryAfter ?? 0, MAX_RETRY_AFTER)) * (1 + JITTER * random())
}

/** @returns the milliseconds that a `Retry-After` asks for (RFC 9110 §10.2.3); undefined when it is neither form */
export function readRetryAfter(value: string | undefined, now: Date): number | undefined {
  if (value === undefined) return undefined
  if (/^\d{1,9}$/.test(value)) return Number(value) * SECOND
  const date = /^[A-Z][a-z]{2},/.test(value) ? Date.parse(value) : Number.NaN
  return Number.isNaN(date) ? undefined : Math.max(0, date - now.getTime())
}
