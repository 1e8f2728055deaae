import type pg from 'pg'
import { one } from './rows.ts'

/*
 * Checks on the rows what PostgreSQL itself promises about any database. A unique index can be wrong: after a change of the
 * operating system's collations it no longer finds what it holds, and a dump of the database loads without an error. So
 * these checks read tables, never indexes.
 */

/** Number of examples that a finding names. */
const EXAMPLES = 5

/** @returns a text for each promise that does not hold */
export async function checkIntegrity(client: pg.ClientBase): Promise<string[]> {
  return [
    ...(await findDoubles(client)),
    ...(await findOrphans(client)),
    ...(await findUnchecked(client)),
    ...(await findLateSequences(client)),
  ]
}

/** Rows that share a unique key. */
async function findDoubles(client: pg.ClientBase): Promise<string[]> {
  const { rows: keys } = await client.query<{ name: string; table: string; key: string; condition: string | null }>(`
    select i.indexrelid::regclass::text as name, i.indrelid::regclass::text as table,
      pg_get_expr(i.indpred, i.indrelid) as condition, (
        select string_agg(pg_get_indexdef(i.indexrelid, n, true), ', ' order by n)
        from generate_series(1, i.indnkeyatts) as n
      ) as key
    from pg_index i join pg_class t on t.oid = i.indrelid
    where i.indisunique and t.relnamespace = current_schema()::regnamespace
    order by 1`)
  const findings: string[] = []
  for (const { name, table, key, condition } of keys) {
    const { rows } = await client.query<{ example: string }>(`
      select row(${key})::text as example from ${table} where ${condition ?? 'true'} and row(${key}) is not null
      group by ${key} having count(*) > 1 limit ${EXAMPLES}`)
    if (rows.length > 0) findings.push(`${name}: two rows of ${table} with ${examples(rows)}`)
  }
  return findings
}

/** Rows whose foreign key leads nowhere. */
async function findOrphans(client: pg.ClientBase): Promise<string[]> {
  const { rows: keys } = await client.query<{
    name: string
    table: string
    other: string
    from: string[]
    to: string[]
  }>(`
    select conname as name, conrelid::regclass::text as table, confrelid::regclass::text as other,
      (select array_agg(quote_ident(a.attname) order by k.n) from unnest(conkey) with ordinality as k (attnum, n)
        join pg_attribute a on a.attrelid = conrelid and a.attnum = k.attnum)::text[] as from,
      (select array_agg(quote_ident(a.attname) order by k.n) from unnest(confkey) with ordinality as k (attnum, n)
        join pg_attribute a on a.attrelid = confrelid and a.attnum = k.attnum)::text[] as to
    from pg_constraint where contype = 'f' and connamespace = current_schema()::regnamespace
    order by 1`)
  const findings: string[] = []
  for (const { name, table, other, from, to } of keys) {
    const { rows } = await client.query<{ example: string }>(`
      select distinct row(${from.map(column => `a.${column}`).join()})::text as example
      from ${table} a left join ${other} b on ${from.map((column, n) => `a.${column} = b.${to[n]}`).join(' and ')}
      where b.${to[0]} is null and ${from.map(column => `a.${column} is not null`).join(' and ')}
      limit ${EXAMPLES}`)
    if (rows.length > 0) findings.push(`${name}: ${table} names rows of ${other} that do not exist: ${examples(rows)}`)
  }
  return findings
}

/** Indexes and constraints that were left behind half done. */
async function findUnchecked(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ finding: string }>(`
    select 'index ' || i.indexrelid::regclass || ' is not valid. Run: reindex index concurrently' as finding
    from pg_index i join pg_class t on t.oid = i.indrelid
    where t.relnamespace = current_schema()::regnamespace and not i.indisvalid
    union all
    select 'constraint ' || conname || ' of ' || conrelid::regclass || ' was never checked. Run: alter table … validate constraint'
    from pg_constraint where connamespace = current_schema()::regnamespace and not convalidated`)
  return rows.map(({ finding }) => finding)
}

/** Sequences that would give a number again. */
async function findLateSequences(client: pg.ClientBase): Promise<string[]> {
  const { rows: identities } = await client.query<{ table: string; column: string; last: string }>(`
    select c.oid::regclass::text as table, quote_ident(a.attname) as column,
      coalesce(pg_sequence_last_value(pg_get_serial_sequence(c.oid::regclass::text, a.attname)::regclass), 0)::text as last
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = current_schema()::regnamespace and a.attidentity <> ''`)
  const findings: string[] = []
  for (const { table, column, last } of identities) {
    const { rows } = await client.query<{ most: string | null }>(`select max(${column})::text as most from ${table}`)
    const most = one(rows).most
    if (most !== null && BigInt(most) > BigInt(last))
      findings.push(`${table}.${column}: the next number is ${BigInt(last) + 1n}, but ${most} was given`)
  }
  return findings
}

export function examples(rows: { example: string }[]): string {
  return rows.map(({ example }) => example).join(', ')
}
