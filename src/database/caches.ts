/**
 * The caches of this process, so that an operator can see them and clear them in every process.
 *
 * Each cache checks its content against the database with every answer, so clearing is never needed for an answer to be
 * right; it frees memory and rules out a suspicion. User data is never cached: sessions, roles and addresses are read
 * when they are needed (rule R3).
 */
import { sql } from 'kysely'
import type { Db } from './schema.ts'
import { channel } from './shops.ts'

type Cache = {
  /** Caches of the same name are listed as one and cleared together. */
  readonly name: string
  entries(): number
  clear(): void
}

const CHANNEL = 'semel_caches'
const caches = new WeakMap<Db, Cache[]>()

/** Registers a cache of data from this database. Call it once for each. */
export function registerCache(db: Db, cache: Cache): void {
  caches.set(db, [...(caches.get(db) ?? []), cache])
}

const sharers = new WeakMap<Db, Set<Db>>()

/** The caches of a replica are listed and cleared with those of the primary, until this is disposed. */
export function shareCaches(primary: Db, replica: Db): Disposable {
  const all = sharers.get(primary) ?? new Set()
  sharers.set(primary, all.add(replica))
  return { [Symbol.dispose]: () => void all.delete(replica) }
}

function cachesOf(db: Db): Cache[] {
  return [db, ...(sharers.get(db) ?? [])].flatMap(each => caches.get(each) ?? [])
}

export function listCaches(db: Db): { name: string; entries: number }[] {
  const entries = new Map<string, number>()
  for (const cache of cachesOf(db)) entries.set(cache.name, (entries.get(cache.name) ?? 0) + cache.entries())
  return [...entries].map(([name, entries]) => ({ name, entries })).sort((a, b) => (a.name < b.name ? -1 : 1))
}

/** Clears at once here, and in other processes when the notification arrives. @returns false for an unknown name */
export async function clearEverywhere(db: Db, name: string): Promise<boolean> {
  if (!listCaches(db).some(cache => cache.name === name)) return false
  clearHere(db, name)
  await sql`select pg_notify(${channel(CHANNEL)}, ${name})`.execute(db)
  return true
}

function clearHere(db: Db, name?: string): void {
  for (const cache of cachesOf(db)) if (name === undefined || cache.name === name) cache.clear()
}

/**
 * A handler for `listen`: clears caches that other processes have cleared. When notifications may have been missed, it
 * clears all.
 */
export function clearsElsewhere(db: Db) {
  return { [CHANNEL]: (name: string | undefined) => clearHere(db, name) }
}
