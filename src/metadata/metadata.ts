/**
 * Metadata: what programs note about products, orders and users, such as the ids of other systems. No page shows it to customers; the
 * copy of all data about a person has it.
 */
import { type RawBuilder, sql } from 'kysely'
import { type Static, Type } from 'typebox'
import { DELIVERIES_CHANNEL } from '../database/news/wake.ts'
import type { Db, Tx } from '../database/schema.ts'
import { channel } from '../database/shops.ts'
import { type FeedType, publishToFeedSql } from '../events/publish.ts'
import { LONGEST_VALUE, METADATA_KEY, METADATA_VALUE, MOST_KEYS, orNull } from '../http/schemas.ts'
import { type FieldError, invalidInput, Problem } from '../problems.ts'

export const MetadataChange = Type.Unsafe<Record<string, string | null>>(
  Type.Object(
    {},
    {
      additionalProperties: orNull(METADATA_VALUE),
      description: 'Keys that are left out stay as they are; null takes a key away.',
      examples: [{ erp: '4711' }],
    },
  ),
)

/** A filter of lists: `erp:4711`. */
export const METADATA_QUERY = {
  metadata: Type.Optional(
    Type.String({
      pattern: `^${METADATA_KEY}:[^]{1,${LONGEST_VALUE}}$`,
      'x-reason': 'must be a key and its value with a colon between them, like erp:4711',
      description: 'Only those with exactly this value of a key of their metadata: `erp:4711`. For staff and API keys.',
      examples: ['erp:4711'],
    }),
  ),
}

export type MetadataFilter = { key: string; value: string }

/** @throws Problem 403 for a customer, who could find out values by trying */
export function metadataFilterOf(text: string | undefined, forShop: boolean): MetadataFilter | undefined {
  if (text === undefined) return undefined
  if (!forShop) throw new Problem('forbidden', 'Only staff and API keys can filter by `metadata`.')
  const colon = text.indexOf(':')
  return { key: text.slice(0, colon), value: text.slice(colon + 1) }
}

/** @param column such as `orders.metadata`, which has an index of the rows that have some */
export function hasMetadata(column: string, { key, value }: MetadataFilter): RawBuilder<boolean> {
  const own = sql.ref(column)
  return sql<boolean>`(${own} <> '{}' and ${own} @> ${JSON.stringify({ [key]: value })}::jsonb)`
}

type Kind = {
  table: string
  /** Column in which its row notes that it has changed. */
  changedAt: string
  /** The rows that can have some. */
  exists: RawBuilder<boolean>
  event: FeedType
  data: RawBuilder<unknown>
  /** Nobody has heard of the others. */
  isHeard: RawBuilder<boolean>
}

/** The things that have metadata, and the event of a change of each. */
const THINGS = {
  product: {
    table: 'products',
    changedAt: 'updated_at',
    exists: sql`true`,
    event: 'product.updated',
    data: sql`jsonb_build_object('productId', id, 'sku', sku)`,
    isHeard: sql`state = 'on_sale'`,
  },
  order: {
    table: 'orders',
    changedAt: 'metadata_at',
    exists: sql`true`,
    event: 'order.changed',
    data: sql`jsonb_build_object('orderId', id)`,
    isHeard: sql`true`,
  },
  user: {
    table: 'users',
    changedAt: 'updated_at',
    exists: sql`confirmed_at is not null`,
    event: 'user.updated',
    data: sql`jsonb_build_object('userId', id)`,
    isHeard: sql`true`,
  },
} satisfies Record<string, Kind>
export type Thing = keyof typeof THINGS

/** The metadata with a change in it. */
export function changedSql(metadata: RawBuilder<unknown>, change: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`jsonb_strip_nulls(${metadata} || ${change})`
}

/** @throws Problem 404 when there is no such thing */
export async function readMetadata(db: Db, thing: Thing, id: string | number): Promise<Record<string, string>> {
  const { table, exists } = THINGS[thing]
  const { rows } = await sql<{ metadata: Record<string, string> }>`
    select metadata from ${sql.table(table)} where id = ${id} and ${exists}
  `.execute(db)
  return rows[0]?.metadata ?? notFound(thing)
}

/**
 * One statement adds, changes and takes away keys, so that two programs which note different keys do not lose each other's. What changes
 * nothing is no event: two programs that answer each other's events would otherwise never stop.
 * @param change null takes a key away
 * @param at the time of the event; undefined for a new thing, of which another event tells
 * @returns all keys afterwards
 * @throws Problem 404 when there is no such thing, 422 when a key is not allowed or there would be too many
 */
export async function changeMetadata(
  tx: Tx,
  thing: Thing,
  id: string | number,
  change: Static<typeof MetadataChange>,
  at?: Date,
): Promise<Record<string, string>> {
  checkKeys(change)
  const { table, changedAt, exists, event: type, data, isHeard }: Kind = THINGS[thing]
  const next = changedSql(sql`metadata`, sql`${JSON.stringify(change)}::jsonb`)
  const publication = at ? sql`, published as (${publishToFeedSql({ type, cause: 'heard', data, at })})` : sql``
  const { rows } = await sql<{ next: Record<string, string>; fits: boolean }>`
    with found as materialized (
      select id, metadata as before, ${next} as next from ${sql.table(table)}
      where id = ${id} and ${exists} for no key update
    ), fitting as (
      select * from found where (select count(*) from jsonb_object_keys(next)) <= ${MOST_KEYS}
    ), changed as (
      update ${sql.table(table)} as thing set metadata = next, ${sql.ref(changedAt)} = now()
      from fitting where thing.id = fitting.id and next <> before
      returning thing.*
    ), heard as (
      select * from changed where ${isHeard}
    )${publication}
    select next, exists (select from fitting) as fits, pg_notify(${channel(DELIVERIES_CHANNEL)}, '') from found
  `.execute(tx)
  const [row] = rows
  if (!row) return notFound(thing)
  if (!row.fits) throw invalidInput(TOO_MANY_KEYS)
  return row.next
}

export const TOO_MANY_KEYS = { field: 'metadata', reason: `must have at most ${MOST_KEYS} keys`, code: 'too_many' }

function checkKeys(change: Static<typeof MetadataChange>): void {
  const wrong = wrongKeys(change)
  if (wrong.length > 0) throw invalidInput(...wrong)
}

/** The keys that cannot be kept, each with its reason. */
export function wrongKeys(change: Static<typeof MetadataChange>): FieldError[] {
  const reason = 'must have a key of at most 40 letters, digits, _, . and -, which begins with a letter or a digit'
  return Object.keys(change)
    .filter(key => !new RegExp(`^${METADATA_KEY}$`).test(key))
    .map(key => ({ field: `metadata.${key.slice(0, 100)}`, reason, code: 'invalid_format' }))
}

/** The metadata of a new thing: a change without the keys that it removes. */
export function firstMetadata(change: Static<typeof MetadataChange>): Record<string, string> {
  return Object.fromEntries(Object.entries(change).filter((entry): entry is [string, string] => entry[1] !== null))
}

function notFound(thing: Thing): never {
  throw new Problem('not_found', `There is no such ${thing}.`)
}
