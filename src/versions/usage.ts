/**
 * Counts the requests of each client per version, so that staff can see who still uses a version before it is retired.
 *
 * A request increments a counter in memory. Every few seconds each process adds its counters to the table in one
 * statement, so no request waits and nothing is counted twice. A killed process loses a few seconds of counts. That is
 * good enough for a decision that takes months.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { AppContext } from '../context.ts'
import { loggedError } from '../database/errors.ts'
import { SECOND } from '../time.ts'

export type Usage = {
  /** Counts each request that a route of `api` handles. */
  count(api: FastifyInstance): void
  /** Adds the counts since the last write to the table. */
  write(): Promise<void>
}

const WRITTEN_EVERY = 10 * SECOND
const KEPT_FROM = sql<Date>`(statement_timestamp() - interval '400 days')::date`
/**
 * Limit per process and day. Clients choose their own names, and a hostile one must not fill the memory or the table.
 */
const MAX_CLIENTS = 500

export function countUsage({ db, clock, log }: Pick<AppContext, 'db' | 'clock' | 'log'>): Usage & Disposable {
  let counts = new Map<string, number>()
  let cleaned = ''
  let day = ''
  let isFailing = false
  const known = new Set<string>()

  const add = (key: string, requests: number) => counts.set(key, (counts.get(key) ?? 0) + requests)
  const onRequest = (request: FastifyRequest) => {
    const today = dayOf(clock.now())
    if (today !== day) known.clear()
    day = today
    const key = JSON.stringify([today, request.version.name, clientOf(request)])
    if (known.size < MAX_CLIENTS) known.add(key)
    add(known.has(key) ? key : JSON.stringify([today, request.version.name, 'others']), 1)
  }
  const write = async () => {
    if (counts.size === 0) return
    const counted = counts
    counts = new Map()
    // All processes write in the same order, so two of them cannot deadlock.
    const rows = [...counted].sort().map(([key, requests]) => [...(JSON.parse(key) as string[]), requests])
    try {
      await sql`
        insert into version_usage (day, version, client, requests)
        select (r->>0)::date, r->>1, r->>2, (r->>3)::bigint
        from jsonb_array_elements(${JSON.stringify(rows)}::jsonb) with ordinality as rows (r, position)
        order by position
        on conflict (day, version, client) do update set requests = version_usage.requests + excluded.requests
      `.execute(db)
      isFailing = false
      const today = dayOf(clock.now())
      if (cleaned === today) return
      cleaned = today
      await db.deleteFrom('version_usage').where('day', '<', KEPT_FROM).execute()
    } catch (error) {
      for (const [key, requests] of counted) add(key, requests)
      // Logs once: other components report the outage, and a line every ten seconds would add nothing.
      if (!isFailing) log.warn(loggedError(error), 'could not write the version usage; will try again')
      isFailing = true
    }
  }

  const timer = setInterval(write, WRITTEN_EVERY)
  timer.unref()
  return {
    count: api => api.addHook('onResponse', async request => onRequest(request)),
    write,
    [Symbol.dispose]: () => clearInterval(timer),
  }
}

function clientOf({ caller, headers }: FastifyRequest): string {
  if (caller?.kind === 'key') return `key:${caller.keyId}`
  // Drops comments, which may identify a person's machine.
  return /^[\w.+-]{1,50}(\/[\w.+-]{1,30})?(?=\s|$)/.exec(headers['user-agent'] ?? '')?.[0] ?? 'unnamed'
}

/** Takes the day in UTC. */
function dayOf(date: Date): string {
  return date.toISOString().slice(0, 10)
}
