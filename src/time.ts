/** Durations, and moments between them. */
import { setTimeout as sleep } from 'node:timers/promises'

/** Durations in milliseconds, for expressions like `5 * MINUTE`. */
export const SECOND = 1000
export const MINUTE = 60 * SECOND
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR

/**
 * The only source of "now" for business rules (token lifetimes, time steps, rate limits). Leases and retries of the
 * delivery ledger use the database's clock instead, because several machines must agree there.
 */
export interface Clock {
  now(): Date
}

export const systemClock: Clock = { now: () => new Date() }

/**
 * Parses a day, which means midnight UTC, or a time with its zone.
 * @returns undefined when it is neither, or a year that PostgreSQL does not support
 */
export function readMoment(text: string): Date | undefined {
  const [, day, time] =
    /^(\d{4}-\d{2}-\d{2})(T\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:Z|[+-]\d{2}:\d{2}))?$/i.exec(text.trim()) ?? []
  const moment = new Date(time ? `${day}${time}` : `${day}T00:00:00Z`)
  // JavaScript turns a date that does not exist, like 30 February, into another one.
  const exists = new Date(`${day}T00:00:00Z`).toJSON()?.startsWith(day!)
  return exists && !Number.isNaN(moment.getTime()) && moment.getUTCFullYear() > 0 ? moment : undefined
}

/** The time `milliseconds` after `date`, or before it when negative. */
export function after(date: Date, milliseconds: number): Date {
  return new Date(date.getTime() + milliseconds)
}

/** A day like `2026-01-31`. @returns undefined when it does not exist, or lies outside of the years 1 to 9999 in some zone */
export function readDay(text: string | undefined): string | undefined {
  if (!text || !/^\d{4}-\d\d-\d\d$/.test(text) || text < '0001-01-03' || text > '9999-12-28') return undefined
  return readMoment(text) && text
}

/** Waits for work, but not longer than `limit` milliseconds, and not for its result. */
export async function within(limit: number, work: Promise<unknown>): Promise<void> {
  const over = new AbortController()
  await Promise.race([work.catch(() => {}), sleep(limit, undefined, { signal: over.signal }).catch(() => {})])
  over.abort()
}

/** Finds the name that this Node has for a zone. @returns undefined for one that it does not know */
export function canonicalZone(zone: string): string | undefined {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone
  } catch {
    return undefined
  }
}

const zones = new Map<string, string>()

/**
 * The zone itself, or UTC for one that this Node does not know. Such a zone costs no page, email, order or invoice, and a finding
 * names it (shop/calendar/zones.ts).
 */
export function readableZone(zone: string): string {
  const known = zones.get(zone) ?? (canonicalZone(zone) === undefined ? 'UTC' : zone)
  zones.set(zone, known)
  return known
}
