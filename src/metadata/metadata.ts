/** Metadata: what programs note about products, orders and users, such as the ids of other systems. Customers never see it. */
import { type RawBuilder, sql } from 'kysely'
import { type Static, Type } from 'typebox'
import type { Db } from '../database/schema.ts'
import { orNull } from '../http/schemas.ts'
import { type FieldError, invalidInput, Problem } from '../problems.ts'

export const MOST_KEYS = 50
const KEY = '[A-Za-z0-9][A-Za-z0-9_.-]{0,39}'
const LONGEST = 500

const Value = Type.String({ minLength: 1, maxLength: LONGEST })

export const Metadata = Type.Unsafe<Record<string, string>>(
  Type.Object(
    {},
    {
      additionalProperties: Value,
      description: `For programs: up to ${MOST_KEYS} keys of at most 40 letters, digits, \`_\`, \`.\` and \`-\`, with texts of at most ${LONGEST} characters. Staff and API keys alone read and write it. Put no personal data here.`,
      examples: [{ erp: '4711' }],
    },
  ),
)

export const MetadataChange = Type.Unsafe<Record<string, string | null>>(
  Type.Object(
    {},
    {
      additionalProperties: orNull(Value),
      description: 'Keys that are left out stay as they are; null takes a key away.',
      examples: [{ erp: '4711' }],
    },
  ),
)

/** A filter of lists: `erp:4711`. */
export const METADATA_QUERY = {
  metadata: Type.Optional(
    Type.String({
      pattern: `^${KEY}:[^]{1,${LONGEST}}$`,
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

/** What has metadata: the rows that can have some, and where they note that it has changed. */
const THINGS = {
  product: { table: 'products', changedAt: 'updated_at', exists: sql`true` },
  order: { table: 'orders', changedAt: 'metadata_at', exists: sql`true` },
  user: { table: 'users', changedAt: 'updated_at', exists: sql`confirmed_at is not null` },
} as const
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
 * One statement adds, changes and takes away keys, so that two programs which note different keys do not lose each other's.
 * @param change null takes a key away
 * @returns all keys afterwards
 * @throws Problem 404 when there is no such thing, 422 when a key is not allowed or there would be too many
 */
export async function changeMetadata(
  db: Db,
  thing: Thing,
  id: string | number,
  change: Static<typeof MetadataChange>,
): Promise<Record<string, string>> {
  checkKeys(change)
  const { table, changedAt, exists } = THINGS[thing]
  const next = changedSql(sql`metadata`, sql`${JSON.stringify(change)}::jsonb`)
  const { rows } = await sql<{ metadata: Record<string, string> }>`
    update ${sql.table(table)} set metadata = ${next}, ${sql.ref(changedAt)} = now()
    where id = ${id} and ${exists} and (select count(*) from jsonb_object_keys(${next})) <= ${MOST_KEYS}
    returning metadata
  `.execute(db)
  if (rows[0]) return rows[0].metadata
  await readMetadata(db, thing, id)
  throw invalidInput(TOO_MANY_KEYS)
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
    .filter(key => !new RegExp(`^${KEY}$`).test(key))
    .map(key => ({ field: `metadata.${key.slice(0, 100)}`, reason, code: 'invalid_format' }))
}

/** What of a change a new thing begins with. */
export function firstMetadata(change: Static<typeof MetadataChange>): Record<string, string> {
  return Object.fromEntries(Object.entries(change).filter((entry): entry is [string, string] => entry[1] !== null))
}

function notFound(thing: Thing): never {
  throw new Problem('not_found', `There is no such ${thing}.`)
}
