/**
 * How often each version is asked for, and by whom: what has to be known before a version is retired.
 *
 * A request adds one to a number in memory. Every few seconds the numbers are added to the table, all in one statement,
 * and every process adds its own, so nothing is counted twice and no request waits. What a process has not written when
 * it is killed is lost, a few seconds' worth: good enough for a decision that takes months.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { AppContext } from '../context.ts'
import { SECOND } from '../time.ts'

export type Usage = {
  /** Counts each request that a route of `api` answers. */
  count(api: FastifyInstance): void
  /** Adds to the table what was counted since the last time. */
  write(): Promise<void>
}

const WRITTEN_EVERY = 10 * SECOND
const KEPT_FROM = sql<Date>`clock_timestamp() - interval '400 days'`
/** A client chooses its own name; a hostile one must not fill our memory with names. */
const MAX_CLIENTS = 500

export function countUsage({ db, clock, log }: Pick<AppContext, 'db' | 'clock' | 'log'>): Usage & Disposable {
  let counts = new Map<string, number>()
  let cleaned = ''

  const add = (key: string, requests: number) => counts.set(key, (counts.get(key) ?? 0) + requests)
  const onRequest = (request: FastifyRequest) => {
    const key = JSON.stringify([dayOf(clock.now()), request.version.name, clientOf(request)])
    const known = counts.has(key) || counts.size < MAX_CLIENTS
    add(known ? key : JSON.stringify([dayOf(clock.now()), request.version.name, 'others']), 1)
  }
  const write = async () => {
    if (counts.size === 0) return
    const counted = counts
    counts = new Map()
    // In one order everywhere, so that two processes never wait for each other in a circle.
    const rows = [...counted].sort().map(([key, requests]) => [...(JSON.parse(key) as string[]), requests])
    try {
      await sql`
        insert into version_usage (day, version, client, requests)
        select (r->>0)::date, r->>1, r->>2, (r->>3)::bigint
        from jsonb_array_elements(${JSON.stringify(rows)}::jsonb) with ordinality as rows (r, position)
        order by position
        on conflict (day, version, client) do update set requests = version_usage.requests + excluded.requests
      `.execute(db)
      const today = dayOf(clock.now())
      if (cleaned === today) return
      cleaned = today
      await db.deleteFrom('version_usage').where('day', '<', KEPT_FROM).execute()
    } catch (error) {
      for (const [key, requests] of counted) add(key, requests)
      log.warn({ err: error }, 'could not write which versions are used; will try again')
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
  // Without its comments, which name machines of people.
  return /^[\w.+-]{1,50}(\/[\w.+-]{1,30})?(?=\s|$)/.exec(headers['user-agent'] ?? '')?.[0] ?? 'unnamed'
}

/** In UTC. */
function dayOf(date: Date): string {
  return date.toISOString().slice(0, 10)
}
