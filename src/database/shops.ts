import { type RawBuilder, sql } from 'kysely'
import type pg from 'pg'
import { one } from './rows.ts'

/*
 * Several shops in one database, each in a schema of its own (DATABASE_SCHEMA). The search path of a connection leads all
 * its statements to the tables of its shop. Two things belong to the whole database, the channels of NOTIFY and the
 * advisory locks, so their names and keys tell the shops apart.
 */

/** Extensions, which a database has once. A shop must not find the tables of another one on its search path. */
const EXTENSIONS = 'semel_extensions'

/** @returns the address, with the search path as a parameter of the connection */
export function inSchema(url: string, schema: string | undefined): string {
  if (schema === undefined) return url
  const address = new URL(url)
  const options = address.searchParams.get('options')
  address.searchParams.set('options', `${options ? `${options} ` : ''}-c search_path=${searchPath(schema)}`)
  return address.href
}

export function searchPath(schema: string): string {
  return `${schema},${EXTENSIONS}`
}

/** A statement that makes the schema of the search path, and a place for extensions that its search needs. */
export const CREATE_SCHEMA = `
  do $$
  declare
    wanted text := trim(split_part(current_setting('search_path'), ',', 1), ' "');
  begin
    -- Avoids current_schema(): while the schema is missing, that is the next one on the path.
    if wanted = '$user' or current_schema() = 'public' or exists (select from pg_namespace where nspname = wanted) then return; end if;
    execute format('create schema %I', wanted);
    begin
      create schema if not exists ${EXTENSIONS};
      grant usage on schema ${EXTENSIONS} to public;
      create extension if not exists pg_trgm schema ${EXTENSIONS};
    exception when others then
      raise notice 'pg_trgm is not available: the search of products does not correct typing mistakes';
    end;
  end $$`

/** An `int` that represents the shop in keys of advisory locks. */
export const SHOP_LOCK = `coalesce((select oid::int from pg_namespace where nspname = current_schema()), 0)`

const SUFFIX = `coalesce('_' || current_schema(), '')`

/** The name of a channel for `pg_notify`. */
export function channel(name: string): RawBuilder<string> {
  return sql<string>`${name}::text || ${sql.raw(SUFFIX)}`
}

/** Listens to channels on a connection. @param hear gets the names without what tells the shops apart */
export async function listenTo(
  client: pg.Client,
  names: string[],
  hear: (name: string, payload: string) => void,
): Promise<void> {
  const { rows } = await client.query<{ suffix: string }>(`select ${SUFFIX} as suffix`)
  const { suffix } = one(rows)
  client.on('notification', ({ channel, payload = '' }) => {
    const name = names.find(name => name + suffix === channel)
    if (name !== undefined) hear(name, payload)
  })
  for (const name of names) await client.query(`listen ${client.escapeIdentifier(name + suffix)}`)
}
