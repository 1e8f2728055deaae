/**
 * The days of the shop, as its time zone has them. A day has 23, 24 or 25 hours, some begin at one o'clock, and in some
 * places a day was left out. So nothing here adds 24 hours: a day is a text like `2026-03-29`, and it begins with the
 * first moment that the clocks of the zone show it.
 */
import { after, DAY, HOUR, MINUTE, readableZone, SECOND } from '../time.ts'

const formats = new Map<string, Intl.DateTimeFormat>()

/** The time that clocks in the zone show, as if it were one in UTC. */
function shownIn(zone: string, at: Date): number {
  let format = formats.get(zone)
  if (!format) {
    format = formatIn(zone)
    formats.set(zone, format)
  }
  const parts = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]))
  const { year, month, day, hour, minute, second } = parts as Record<string, number>
  const shown = new Date(Date.UTC(2000, month! - 1, day!, hour!, minute!, second!))
  return shown.setUTCFullYear(year!, month! - 1, day!)
}

function formatIn(zone: string): Intl.DateTimeFormat {
  const style = { dateStyle: 'short', timeStyle: 'medium', hourCycle: 'h23' } as const
  return new Intl.DateTimeFormat('en-u-ca-iso8601-nu-latn', { ...style, timeZone: readableZone(zone) })
}

/** Computes how far the clocks of a zone are ahead of UTC, in minutes. */
export function offsetIn(zone: string, at: Date): number {
  return (shownIn(zone, at) - Math.floor(at.getTime() / SECOND) * SECOND) / MINUTE
}

/** The day of the shop in which a moment lies. */
export function dayOf(at: Date, zone: string): string {
  return asDay(shownIn(zone, at))
}

/** The year of the shop in which a moment lies. */
export function yearOf(at: Date, zone: string): number {
  return Number(dayOf(at, zone).slice(0, 4))
}

function asDay(time: number): string {
  return new Date(time).toISOString().slice(0, 10)
}

/** The first moment of a day in the zone, or of the next one where the zone has left it out. */
export function startOfDay(day: string, zone: string): Date {
  const midnight = new Date(`${day}T00:00:00Z`)
  // Midnight by the clocks of the day before and by those of the day after; they differ when the clocks change.
  const moments = [-DAY, DAY].map(distance => {
    const near = after(midnight, distance)
    return after(midnight, near.getTime() - shownIn(zone, near))
  })
  moments.sort((a, b) => a.getTime() - b.getTime())
  return moments.find(moment => dayOf(moment, zone) >= day) ?? moments[1]!
}

/** `2026-02-28`, 1 → `2026-03-01` */
export function addDays(day: string, days: number): string {
  return asDay(Date.parse(`${day}T00:00:00Z`) + days * DAY)
}

/** `2026-11-25T14:57:47+01:00`: a moment by the clock of the zone, for files. */
export function shopTime(at: Date, zone: string): string {
  const whole = at.getTime() - (at.getTime() % SECOND)
  const shown = shownIn(zone, at)
  const minutes = Math.round((shown - whole) / MINUTE)
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0')
  const distance = Math.abs(minutes)
  return `${new Date(shown).toISOString().slice(0, 19)}${minutes < 0 ? '-' : '+'}${two(distance / 60)}:${two(distance % 60)}`
}

export const SPANS = ['day', 'week', 'month'] as const
export type Span = (typeof SPANS)[number]

/** The first day of the day, week (from Monday) or month that is so many before or after the one with this day. */
export function firstDay(day: string, span: Span, distance = 0): string {
  if (span === 'day') return addDays(day, distance)
  const date = new Date(`${day}T00:00:00Z`)
  if (span === 'week') return addDays(day, -((date.getUTCDay() + 6) % 7) + 7 * distance)
  date.setUTCDate(1)
  return asDay(date.setUTCMonth(date.getUTCMonth() + distance))
}

/** The moments at which the parts of a span begin: hours of a day, days of a longer span. The last is its end. */
export function partsOf(span: Span, first: string, zone: string): Date[] {
  const next = firstDay(first, span, 1)
  const end = startOfDay(next, zone)
  const starts = span === 'day' ? hours(startOfDay(first, zone), end) : days(first, next, zone)
  return [...starts, end]
}

function hours(start: Date, end: Date): Date[] {
  return Array.from({ length: Math.ceil((end.getTime() - start.getTime()) / HOUR) }, (_, hour) =>
    after(start, hour * HOUR),
  )
}

function days(first: string, next: string, zone: string): Date[] {
  const starts: Date[] = []
  for (let day = first; day < next; day = addDays(day, 1)) starts.push(startOfDay(day, zone))
  return starts
}

/** The moment in the span before that is as far into it as this one is into its own, by the clocks of the zone. */
export function sameMomentBefore(now: Date, span: Span, zone: string): Date {
  const today = dayOf(now, zone)
  const own = firstDay(today, span)
  const before = firstDay(today, span, -1)
  const distance = (Date.parse(today) - Date.parse(own)) / DAY
  const day = addDays(before, distance)
  // The span before is shorter, so all of it counts.
  if (day >= own) return startOfDay(own, zone)
  const time = shownIn(zone, now) - Date.parse(today)
  const end = startOfDay(addDays(day, 1), zone)
  return new Date(Math.min(after(startOfDay(day, zone), time).getTime(), end.getTime()))
}
