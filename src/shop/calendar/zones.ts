/**
 * Time zones that a shop can have: those that this Node and the connected database both know by one name. Each has a table of its own,
 * and an upgrade of either one changes it. Semel itself cuts all days (days.ts), so a shop whose zone one of them has lost goes on.
 */

import { listZones, readOffsets } from '../../database/health/zones.ts'
import type { Db } from '../../database/schema.ts'
import { after, canonicalZone, DAY } from '../../time.ts'
import type { Finding, PlainText } from '../../words/text.ts'
import { t } from '../../words/words.ts'
import { dayOf, offsetIn } from '../days.ts'
import { loadShop } from '../settings.ts'

/** Zones to choose from, sorted. */
export async function listShopZones(db: Db): Promise<string[]> {
  const inDatabase = await listZones(db)
  const listed = ['UTC', ...Intl.supportedValuesOf('timeZone')]
  const [both, lost] = [listed.filter(zone => inDatabase.has(zone)), listed.filter(zone => !inDatabase.has(zone))]
  return [...new Set([...both, ...otherNames(lost, inDatabase)])].sort()
}

/** Names of the database for zones that Intl lists under another one, as Europe/Kyiv for Europe/Kiev. */
function otherNames(lost: readonly string[], inDatabase: ReadonlySet<string>): string[] {
  if (lost.length === 0) return []
  const wanted = new Set(lost)
  return [...inDatabase].filter(name => isPlace(name) && wanted.has(canonicalZone(name) ?? ''))
}

/** Three letters mean different places to Node and to PostgreSQL: IST is Kolkata to one of them. */
function isPlace(zone: string): boolean {
  return zone.includes('/') || zone.toUpperCase() === 'UTC'
}

/** Finds why a shop should not have this zone. */
export async function findZoneFault(db: Db, zone: string): Promise<PlainText | undefined> {
  if (canonicalZone(zone) === undefined) return 'this Node does not know it, so days begin by UTC'
  if (!isPlace(zone)) return 'a zone without a place means another one to some programs'
  const names = new Set([...(await listZones(db))].map(name => name.toLowerCase()))
  return names.has(zone.toLowerCase()) ? undefined : 'the database does not know it'
}

/** Checks the zone of the shop against this Node and the connected database. */
export async function findZoneFindings(db: Db, now: Date): Promise<Finding[]> {
  const { timeZone } = await loadShop(db)
  const see = { href: '/admin/settings/selling', label: 'Choose another one' } as const
  const fault = await findZoneFault(db, timeZone)
  if (fault) {
    const text =
      'The time zone of the shop is {zone}, and {fault}. Choose another one, or install the time zones of the system (tzdata; in Debian 13 also tzdata-legacy).'
    return [{ level: 'warn', text: t(text, { zone: timeZone, fault: t(fault) }), see }]
  }
  const differing = await findDifference(db, timeZone, now)
  if (!differing) return []
  const text = t(
    'Node and the database read the time zone {zone} differently from {day} on: {node} and {database} from UTC. Days begin by Node (tz {version}). Update whichever is older.',
    {
      zone: timeZone,
      day: differing.at.toISOString().slice(0, 10),
      node: minutesText(differing.node),
      database: minutesText(differing.database),
      version: process.versions.tz ?? '–',
    },
  )
  return [{ level: 'warn', text, see }]
}

type Difference = { at: Date; node: number; database: number } | undefined

const compared = new WeakMap<Db, { about: string; difference: Promise<Difference> }>()

/** Compares once a day: it is work for milliseconds, and the page of health is loaded often. */
function findDifference(db: Db, zone: string, now: Date): Promise<Difference> {
  const about = `${zone} ${dayOf(now, zone)}`
  const known = compared.get(db)
  if (known?.about === about) return known.difference
  const difference = compare(db, zone, now)
  compared.set(db, { about, difference })
  difference.catch(() => compared.delete(db))
  return difference
}

/** The first moment of the next year at which the two differ. Clocks do not change twice within twelve hours. */
async function compare(db: Db, zone: string, now: Date): Promise<Difference> {
  const moments = Array.from({ length: 2 * 366 }, (_, n) => after(now, n * (DAY / 2)))
  const offsets = await readOffsets(db, zone, moments)
  return moments
    .map((at, n) => ({ at, node: offsetIn(zone, at), database: offsets[n]! }))
    .find(({ node, database }) => node !== database)
}

function minutesText(minutes: number): string {
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60]
  return `${minutes < 0 ? '-' : '+'}${hours}:${String(rest).padStart(2, '0')}`
}
