/* Lets a client learn of its limits: RateLimit headers on successes, and 429 with Retry-After. */
import { Problem } from '../../problems.ts'
import { HOUR, MINUTE, SECOND } from '../../time.ts'
import { currentRequest, type Rate } from '../current-request.ts'

export function noteRate(name: string, rate: Rate): void {
  currentRequest()?.rates.set(name, rate)
}

/** draft-ietf-httpapi-ratelimit-headers-10: the policies, and what is left of them. */
export function rateLimitHeaders(rates: Map<string, Rate> = new Map()): Record<string, string> {
  if (rates.size === 0) return {}
  const list = (show: (rate: Rate) => string) => [...rates].map(([name, rate]) => `"${name}";${show(rate)}`).join(', ')
  return {
    'ratelimit-policy': list(({ quota, within }) => `q=${quota};w=${within / SECOND}`),
    ratelimit: list(({ left, seconds }) => `r=${left};t=${seconds}`),
  }
}

export function secondsUntil(time: number, now: Date): number {
  return Math.max(1, Math.ceil((time - now.getTime()) / SECOND))
}

/** Tells the client what helps; `wait` is how long it has to wait otherwise. */
export type Advice = (wait: string) => string

/** @param time when the next attempt is allowed, in milliseconds since 1970 */
export function tooMany(
  { name, quota, within }: { name: string; quota: number; within: number },
  time: number,
  now: Date,
  advice: Advice = wait => `There were too many attempts. Try again in ${wait}.`,
): Problem {
  const seconds = secondsUntil(time, now)
  return new Problem('rate_limited', advice(inWords(seconds)), {
    retryAfter: seconds,
    headers: rateLimitHeaders(new Map([[name, { quota, within, left: 0, seconds }]])),
  })
}

function inWords(seconds: number): string {
  if (seconds < 100) return `${seconds} seconds`
  const minutes = Math.ceil((seconds * SECOND) / MINUTE)
  return minutes < 100 ? `${minutes} minutes` : `${Math.ceil((seconds * SECOND) / HOUR)} hours`
}
