/**
 * Predicts what pending migrations will do to the tables that exist: which lock each statement takes, what it reads or
 * writes, and roughly how long that takes for a table of this size. `semel migrate --dry-run` prints it and changes nothing.
 */
import type pg from 'pg'
import { connectDirectly } from '../pooling/client.ts'
import { one } from '../rows.ts'
import { MIGRATIONS, statementsOf } from './files.ts'
import { findPending } from './migrate.ts'

/** The effect of a statement on a table. The kinds of work begin with the cheapest. */
export type Effect = {
  table: string
  work: 'definition' | 'check' | 'index' | 'rows' | 'rewrite'
  /** Other transactions that must wait for this one. A definition alone takes milliseconds. */
  waiting: 'nobody' | 'writes' | 'reads and writes'
}

export type PlannedMigration = {
  name: string
  effects: (Effect & { bytes: number; rows: number; seconds: number })[]
}

/**
 * Bytes a second of a table with its indexes. Measured on 2 busy cores with 2 million rows (600 to 800 MB): 385, 143, 5.6 and 31 MB/s.
 * These are slower, because a server has other work, too.
 */
const SPEED = { definition: Number.POSITIVE_INFINITY, check: 100e6, index: 60e6, rows: 3e6, rewrite: 15e6 }

/**
 * @param options `contract`: also those for which no process of the release before may run
 * @returns each pending migration with its effects on the tables that exist now
 * @throws StartError as `migrate` does
 */
export async function planMigrations(
  url: string,
  options: { contract: boolean },
  directory: URL = MIGRATIONS,
): Promise<PlannedMigration[]> {
  const client = await connectDirectly(url, { name: 'semel migrate' })
  try {
    const plans: PlannedMigration[] = []
    for (const { name, sql } of await findPending(client, directory, options)) {
      const effects = strongest(statementsOf(sql).flatMap(({ text }) => effectOf(text) ?? []))
      const plan: PlannedMigration = { name, effects: [] }
      for (const effect of effects) plan.effects.push(...(await withSize(client, effect)))
      plans.push(plan)
    }
    return plans
  } finally {
    await client.end()
  }
}

/** One line for each table of a file: its dearest work, and the strongest lock. */
function strongest(effects: Effect[]): Effect[] {
  const WORKS = Object.keys(SPEED)
  const LOCKS = ['nobody', 'writes', 'reads and writes']
  return [...Map.groupBy(effects, ({ table }) => table).values()].map(own =>
    own.reduce((one, other) => ({
      table: one.table,
      work: WORKS.indexOf(other.work) > WORKS.indexOf(one.work) ? other.work : one.work,
      waiting: LOCKS.indexOf(other.waiting) > LOCKS.indexOf(one.waiting) ? other.waiting : one.waiting,
    })),
  )
}

/** @returns nothing for a table that a migration makes: it is empty */
async function withSize(client: pg.Client, effect: Effect): Promise<PlannedMigration['effects']> {
  const { rows } = await client.query<{ bytes: string | null; rows: string | null }>(
    `SELECT pg_total_relation_size(oid) AS bytes, greatest(reltuples, 0)::bigint AS rows
     FROM (SELECT to_regclass($1) AS oid) AS t LEFT JOIN pg_class USING (oid)`,
    [effect.table],
  )
  const { bytes, rows: count } = one(rows)
  if (bytes === null) return []
  return [{ ...effect, bytes: Number(bytes), rows: Number(count), seconds: Number(bytes) / SPEED[effect.work] }]
}

/** Reads one statement as our migrations are written: lower case, one command. Undefined: it touches no table that has rows. */
export function effectOf(statement: string): Effect | undefined {
  const text = statement.replace(/--.*$/gm, '').replace(/\s+/g, ' ').trim().toLowerCase()
  for (const [pattern, work, waiting] of STATEMENTS) {
    const table = pattern.exec(text)?.[1]
    if (table) return { table, work, waiting }
  }
  return undefined
}

const TABLE = '(?:only )?(?:if exists )?([a-z_][a-z0-9_.]*)'

/** The first that fits. https://www.postgresql.org/docs/current/sql-altertable.html says what rewrites a table. */
const STATEMENTS: [RegExp, Effect['work'], Effect['waiting']][] = [
  [new RegExp(`^create (?:unique )?index concurrently .*? on ${TABLE}`), 'index', 'nobody'],
  [new RegExp(`^create (?:unique )?index .*? on ${TABLE}`), 'index', 'writes'],
  [
    new RegExp(`^alter table ${TABLE} .*\\balter (?:column )?\\w+ (?:set data )?type\\b`),
    'rewrite',
    'reads and writes',
  ],
  [new RegExp(`^alter table ${TABLE} .*\\bgenerated (?:always|by default) as\\b`), 'rewrite', 'reads and writes'],
  [
    new RegExp(
      `^alter table ${TABLE} .*\\badd column .*\\bdefault (?:gen_random_uuid|clock_timestamp|random|nextval)\\(`,
    ),
    'rewrite',
    'reads and writes',
  ],
  [
    new RegExp(`^alter table ${TABLE} .*\\badd (?:constraint \\w+ )?(?:unique|primary key)\\b`),
    'index',
    'reads and writes',
  ],
  [new RegExp(`^alter table ${TABLE} validate constraint\\b`), 'check', 'nobody'],
  [new RegExp(`^alter table ${TABLE} .*\\bnot valid\\b`), 'definition', 'reads and writes'],
  [
    new RegExp(`^alter table ${TABLE} .*\\b(?:add (?:constraint \\w+ )?(?:check|foreign key|exclude)|set not null)\\b`),
    'check',
    'reads and writes',
  ],
  [new RegExp(`^alter table ${TABLE}`), 'definition', 'reads and writes'],
  [new RegExp(`^(?:drop table|truncate(?: table)?) ${TABLE}`), 'definition', 'reads and writes'],
  [new RegExp(`^create (?:or replace )?(?:constraint )?trigger .*? on ${TABLE}`), 'definition', 'writes'],
  [new RegExp(`^(?:update|delete from|insert into|merge into) ${TABLE}`), 'rows', 'nobody'],
]
