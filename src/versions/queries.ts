import { sql } from 'kysely'
import type { Db } from '../database/schema.ts'
import { VERSIONS } from './table.ts'

export type VersionUse = {
  name: string
  released: string
  /** ISO 8601; null: neither deprecated nor dated. */
  deprecated: string | null
  sunset: string | null
  requests: number
  clients: { client: string; requests: number; lastDay: string }[]
}

const MOST_CLIENTS = 100

/** The clients of each supported version since a day, busiest first. API keys appear under the names that staff gave them. */
export async function versionsInUse(db: Db, since: Date): Promise<VersionUse[]> {
  const { rows } = await sql<{ version: string; client: string; requests: number; last_day: string; total: number }>`
    select * from (
      select
        u.version, coalesce('API key ' || k.name, u.client) as client, u.requests, u.last_day,
        sum(u.requests) over (partition by u.version)::bigint as total,
        row_number() over (partition by u.version order by u.requests desc, u.client) as place
      from (
        select version, client, sum(requests)::bigint as requests, max(day)::text as last_day
        from version_usage where day >= ${since.toISOString().slice(0, 10)}::date group by version, client
      ) as u
      left join api_keys as k on u.client = 'key:' || k.id
    ) as placed
    where place <= ${MOST_CLIENTS}
    order by version, place
  `.execute(db)
  return VERSIONS.map(({ name, released, deprecated, sunset }) => {
    const own = rows.filter(({ version }) => version === name)
    return {
      name,
      released,
      deprecated: deprecated?.toISOString() ?? null,
      sunset: sunset?.toISOString() ?? null,
      requests: own[0]?.total ?? 0,
      clients: own.map(({ client, requests, last_day }) => ({ client, requests, lastDay: last_day })),
    }
  })
}
