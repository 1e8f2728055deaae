/**
 * What processes remember of the database, so that an operator can see it and have it forgotten everywhere.
 *
 * None of it is believed: each cache asks the database whether what it holds still holds, with every answer it gives. And
 * nobody may remember users: sessions, roles and addresses are read when they are needed (rule R3). So forgetting is
 * never needed for an answer to be right; it gives memory back, and rules a suspicion out.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import { SECOND } from '../time.ts'
import type { Db } from './schema.ts'

export type Cache = {
  /** What it holds; several of one kind share a name and are forgotten together. */
  readonly name: string
  entries(): number
  forget(): void
}

const CHANNEL = 'semel_caches'
const all = new WeakMap<Db, Cache[]>()

/** To be called once by whoever begins to remember something of this database. */
export function registerCache(db: Db, cache: Cache): void {
  all.set(db, [...(all.get(db) ?? []), cache])
}

/** The caches of this process: name and entries. */
export function listCaches(db: Db): { name: string; entries: number }[] {
  const entries = new Map<string, number>()
  for (const cache of all.get(db) ?? []) entries.set(cache.name, (entries.get(cache.name) ?? 0) + cache.entries())
  return [...entries].map(([name, entries]) => ({ name, entries })).sort((a, b) => (a.name < b.name ? -1 : 1))
}

/** Here at once, in every other process as soon as it hears of it. @returns false when there is no cache of that name */
export async function forgetEverywhere(db: Db, name: string): Promise<boolean> {
  if (!listCaches(db).some(cache => cache.name === name)) return false
  forgetHere(db, name)
  await sql`select pg_notify(${CHANNEL}, ${name})`.execute(db)
  return true
}

function forgetHere(db: Db, name?: string): void {
  for (const cache of all.get(db) ?? []) if (name === undefined || cache.name === name) cache.forget()
}

/** Hears what other processes have forgotten, on a connection of its own, until it is disposed. */
export function listenForForgetting(db: Db, databaseUrl: string): AsyncDisposable {
  let client: pg.Client | undefined
  let stopping = false

  async function listen(): Promise<void> {
    while (!stopping) {
      client = new pg.Client({ connectionString: databaseUrl, application_name: 'semel caches', keepAlive: true })
      const ended = new Promise<void>(resolve => client!.once('end', resolve))
      client.on('error', () => {})
      client.on('notification', ({ payload }) => forgetHere(db, payload))
      try {
        await client.connect()
        await client.query(`listen ${CHANNEL}`)
        // Whatever was said while nobody listened.
        forgetHere(db)
        await ended
      } catch {
        await client.end().catch(() => {})
      }
      if (!stopping) await sleep(SECOND, undefined, { ref: false })
    }
  }

  void listen()
  return {
    async [Symbol.asyncDispose]() {
      stopping = true
      await client?.end().catch(() => {})
    },
  }
}
