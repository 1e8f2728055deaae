/** The rule for the carrier that somebody names: one that Semel knows, or one of the shop's own. */
import type { Db } from '../database/schema.ts'
import { invalidInput } from '../problems.ts'
import { CARRIERS, type Carrier } from '../world/parcels/carriers.ts'
import { ownCarriersOf } from './own-carriers.ts'
import { loadShop } from './settings.ts'

/** A program may write the code or the name. @throws Problem */
export function requireCarrier(text: string, own: readonly Carrier[]): Carrier {
  const wanted = text.trim().toLowerCase()
  const found = [...CARRIERS, ...own].find(
    ({ code, name, words }) => code === wanted || name.toLowerCase() === wanted || words.includes(wanted),
  )
  if (found) return found
  const known = [...CARRIERS, ...own].map(({ code }) => code).join(', ')
  throw invalidInput({ field: 'carrier', reason: `must be one of ${known}`, code: 'unknown_carrier' })
}

/** @param stored what the thing has already: that may be a carrier which the shop has left out since. @throws Problem */
export async function knownCarrier(
  db: Db,
  carrier: string | null | undefined,
  stored?: string | null,
): Promise<string | null> {
  if (!carrier || carrier === stored) return carrier ?? null
  return requireCarrier(carrier, ownCarriersOf(await loadShop(db))).code
}
