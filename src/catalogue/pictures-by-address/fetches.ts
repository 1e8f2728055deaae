/** The pictures that imports have asked for: a row for each, until it is there. */
import { sql } from 'kysely'
import { PREPARED } from '../../database/prepared.ts'
import { one } from '../../database/rows.ts'
import type { Db, Tx } from '../../database/schema.ts'
import { MINUTE } from '../../time.ts'
import { urlOf } from '../images/images.ts'
import { hashIn } from '../images/own-address.ts'
import { MOST_PICTURES } from './addresses.ts'

/** `path` is where this shop has the picture, if it is one of its own. */
export type WantedPicture = { sku: string; url: string; path: string | undefined }

export function wantedPicture(sku: string, url: string): WantedPicture {
  const hash = hashIn(url)
  return { sku, url, path: hash && urlOf(hash) }
}

/** Null if there is no such product, or no path and no picture from that address. */
const HAS_PICTURE = (url: string, path: string) => `(
  p.images @> jsonb_build_array(jsonb_build_object('from', ${url})) or p.images @> jsonb_build_array(jsonb_build_object('url', ${path}))
)`

/** Counts the pictures in `$1` that their products do not have, as far as their addresses say. */
export const COUNT_MISSING = `
  select count(*)::int as missing
  from jsonb_array_elements($1::jsonb) as e (picture)
  left join products p on p.sku = picture ->> 'sku' and p.removed_at is null
  where ${HAS_PICTURE("picture ->> 'url'", "picture ->> 'path'")} is not true`

/**
 * Runs after the merge; `$2` are wanted pictures in the order of the file. A picture that has failed before is tried
 * again.
 */
export const ASK_FOR_PICTURES = `
  insert into picture_fetches (import_id, product_id, url)
  select $1, p.id, wanted.url
  from (
    select sku, url, path, row_number() over (partition by sku order by n) as place
    from (
      select picture ->> 'sku' as sku, picture ->> 'url' as url, picture ->> 'path' as path, min(n) as n
      from jsonb_array_elements($2::jsonb) with ordinality as e (picture, n) group by 1, 2, 3
    ) as one
  ) as wanted
  join merged m on m.sku = wanted.sku
  join products p on p.sku = wanted.sku and p.removed_at is null
  where place <= ${MOST_PICTURES} and ${HAS_PICTURE('wanted.url', 'wanted.path')} is not true
  order by p.id, place
  on conflict (product_id, url) do update set import_id = excluded.import_id, attempts = 0, due_at = now(), failure = null`

type Fetch = { id: number; productId: number; url: string; name: string; attempts: number }

/** Time that a worker has a picture to itself: longer than its download and encoding may take. */
const FETCH_LEASE = 2 * MINUTE
/**
 * Pauses before the second attempt and so on. A picture that fails after the last one has failed for good, also when
 * its worker dies of it.
 */
const FETCH_PAUSES = [1 * MINUTE, 5 * MINUTE, 30 * MINUTE, 120 * MINUTE]

/** @returns the oldest picture that is due and that no other worker fetches */
export async function claimFetch(db: Db): Promise<Fetch | undefined> {
  const { rows } = await sql<Fetch>`${PREPARED}
    update picture_fetches f set attempts = attempts + 1, failure = 'The work on it did not end.',
      due_at = case when attempts < ${FETCH_PAUSES.length} then now() + make_interval(secs => ${FETCH_LEASE / 1000}) end
    from products p
    where p.id = f.product_id and f.id = (
      select id from picture_fetches where due_at <= now() order by due_at, id limit 1 for update skip locked
    )
    returning f.id, product_id as "productId", url, p.name, attempts
  `.execute(db)
  return rows[0]
}

/** @returns false when the import was taken back meanwhile */
export async function endFetch(tx: Tx, id: number): Promise<boolean> {
  const { numAffectedRows } = await sql`delete from picture_fetches where id = ${id}`.execute(tx)
  return numAffectedRows === 1n
}

/** A worker that is asked to stop has not failed: the picture is due again at once, with the attempts that it had. */
export async function giveBack(db: Db, { id, attempts }: Fetch): Promise<void> {
  await sql`
    update picture_fetches set attempts = attempts - 1, due_at = now(), failure = null where id = ${id} and attempts = ${attempts}
  `.execute(db)
}

export async function recordFailure(db: Db, { id, attempts }: Fetch, reason: string, mayPass: boolean): Promise<void> {
  const pause = mayPass ? FETCH_PAUSES[attempts - 1] : undefined
  await sql`
    update picture_fetches set failure = ${reason},
      due_at = now() + make_interval(secs => ${pause === undefined ? null : pause / 1000}::float8)
    where id = ${id} and attempts = ${attempts}
  `.execute(db)
}

const FAILURES_SHOWN = 100

/** Counts the pictures of an import that wait or have failed, and lists the first that failed. */
export async function fetchesOf(db: Db, importId: string) {
  const [counts, failures] = await Promise.all([
    sql<{ waiting: number; failed: number }>`
      select count(due_at)::int as waiting, (count(*) - count(due_at))::int as failed
      from picture_fetches where import_id = ${importId}
    `.execute(db),
    sql<{ sku: string; url: string; reason: string }>`
      select p.sku, f.url, f.failure as reason
      from picture_fetches f join products p on p.id = f.product_id
      where f.import_id = ${importId} and f.due_at is null order by f.id limit ${FAILURES_SHOWN}
    `.execute(db),
  ])
  return { ...one(counts.rows), failures: failures.rows }
}
