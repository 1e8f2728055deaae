/**
 * Applies migrations/NNN_name.sql, each in its own transaction, while other processes serve requests.
 *
 * ALTER TABLE waits for every open transaction that has read the table, and all later readers wait behind it. So a
 * migration waits half a second for each lock. Then it rolls back, lets the readers pass, says so, and tries again.
 *
 * Files run statement by statement, because Citus (docs/decisions/035) takes one command at a time. Each statement ends with a
 * semicolon at the end of a line. A file whose first line is `-- no transaction` is for `create index concurrently`. A failed
 * run is repeated from its first statement, so the file begins with `drop index concurrently if exists`.
 *
 * A file must leave the tables usable for the release before it, so that old and new processes run side by side. Changes that an
 * older release cannot live with (dropping or renaming a column) are in a file NNN_name.contract.sql. Only
 * `semel migrate --contract` applies those, after the last older process has ended. A database that nobody has used yet gets them
 * at once. No file needs that step yet.
 *
 * A database with another first file than ours is refused: no migration leads from there to this schema.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { StartError } from '../../config.ts'
import { HOUR, MINUTE, SECOND } from '../../time.ts'
import { connectDirectly } from '../pooling/client.ts'
import { one } from '../rows.ts'
import { CREATE_SCHEMA, SHOP_LOCK } from '../shops.ts'
import {
  isContract,
  isOutsideTransaction,
  MIGRATIONS,
  type Migration,
  readMigrations,
  type Statement,
  statementsOf,
} from './files.ts'

/** Building an index of a big table takes long. TCP keep-alive notices a lost server sooner. */
const MIGRATION_TIMEOUT = 6 * HOUR
/** Requests wait this long behind a migration that waits. */
const LOCK_TIMEOUT = 0.5 * SECOND
const LOCK_PAUSES = [1 * SECOND, 2 * SECOND, 4 * SECOND, 8 * SECOND]
const GIVE_UP = 10 * MINUTE

/**
 * Brings the database at `url` up to date. Any number of processes may call it at once: each file is applied under the
 * same lock, after another look at which files are missing.
 * @param announce called each time a lock could not be had
 * @param options `contract`: also apply what processes of the release before cannot live with
 * @returns the names of the files that this call applied
 */
export async function migrate(
  url: string,
  directory: URL = MIGRATIONS,
  announce: (message: string) => void = message => console.error(message),
  { contract = false }: { contract?: boolean } = {},
): Promise<string[]> {
  const applied: string[] = []
  const client = await connectDirectly(url, { name: 'semel migrate', deadline: MIGRATION_TIMEOUT })
  try {
    const migrations = await readMigrations(directory, { contract: contract || (await isNew(client)) })
    for (;;) {
      const name = await applyNext(client, migrations, announce)
      if (name === undefined) return applied
      applied.push(name)
    }
  } finally {
    await client.end()
  }
}

/**
 * The migrations that the database at `url` lacks; changes nothing.
 * @param options `contract`: also those that wait until no process of the release before runs
 * @throws StartError as `migrate` does
 */
export async function missingMigrations(
  url: string,
  directory: URL = MIGRATIONS,
  { contract = false }: { contract?: boolean } = {},
): Promise<string[]> {
  const client = await connectDirectly(url, { name: 'semel doctor' })
  try {
    return (await findPending(client, directory, { contract })).map(({ name }) => name)
  } finally {
    await client.end()
  }
}

/** Does the same as `missingMigrations`, for a connection that is open, with what the files say. */
export async function findPending(
  client: pg.Client,
  directory: URL = MIGRATIONS,
  options: { contract: boolean },
): Promise<Migration[]> {
  const migrations = await readMigrations(directory, options)
  const applied = (await hasBeenMigrated(client)) ? await readApplied(client) : []
  return missing(migrations, applied)
}

async function applyNext(
  client: pg.Client,
  migrations: Migration[],
  announce: (message: string) => void,
): Promise<string | undefined> {
  const started = performance.now()
  for (let attempt = 0; ; attempt++) {
    const next = await findNext(client, migrations)
    if (!next) return undefined
    try {
      const isApplied = await apply(client, next)
      if (isApplied) return next.name
      // Another process applies it.
      await sleep(TURN)
    } catch (error) {
      if (!isLockConflict(error)) throw error
      const pause = LOCK_PAUSES[attempt] ?? LOCK_PAUSES.at(-1)!
      const wait = `Migration ${next.name} could not get a lock within ${LOCK_TIMEOUT} ms. ${await findOldest(client)}`
      if (performance.now() - started + pause > GIVE_UP) throw new StartError(`${wait} Nothing was changed.`)
      announce(`${wait} Trying again in ${pause / SECOND} s.`)
      await sleep(pause)
    }
  }
}

/** @returns false when another process holds the lock or has applied the file meanwhile */
function apply(client: pg.Client, migration: Migration): Promise<boolean> {
  return isOutsideTransaction(migration) ? applyOutside(client, migration) : applyInside(client, migration)
}

/** Interval at which a process looks whether another one is done. */
const TURN = 0.1 * SECOND

async function applyInside(client: pg.Client, migration: Migration): Promise<boolean> {
  await client.query('BEGIN')
  try {
    const isOurs = await mayApply(client, 'pg_try_advisory_xact_lock', migration)
    if (isOurs) {
      await client.query(`SET LOCAL lock_timeout = ${LOCK_TIMEOUT}`)
      for (const statement of statementsOf(migration.sql)) await runStatement(client, migration, statement)
      await remember(client, migration)
    }
    await client.query('COMMIT')
    return isOurs
  } catch (error) {
    await client.query('ROLLBACK').catch(() => {})
    throw error
  }
}

/** Each statement is its own transaction. Concurrent index builds wait for others but make nobody wait. */
async function applyOutside(client: pg.Client, migration: Migration): Promise<boolean> {
  try {
    const isOurs = await mayApply(client, 'pg_try_advisory_lock', migration)
    if (isOurs) {
      for (const statement of statementsOf(migration.sql)) await runStatement(client, migration, statement)
      await remember(client, migration)
    }
    return isOurs
  } finally {
    await client.query('SELECT pg_advisory_unlock_all()').catch(() => {})
  }
}

/**
 * Takes the lock, unless another process has it. It never waits for the lock in a statement: a concurrent index build
 * waits for all statements that are older, and the two would wait for each other.
 */
async function mayApply(client: pg.Client, takeLock: string, { name }: Migration): Promise<boolean> {
  const { rows } = await client.query<{ taken: boolean }>(
    `SELECT ${takeLock}(${MIGRATION_LOCK} # ${SHOP_LOCK}) AS taken`,
  )
  if (!one(rows).taken) return false
  if (!(await hasBeenMigrated(client))) await createSchema(client)
  return !(await readApplied(client)).some(row => row.name === name)
}

/** A number that no other program uses in this database: "semel" in ASCII. */
const MIGRATION_LOCK = 0x73656d656c

async function createSchema(client: pg.Client): Promise<void> {
  try {
    await client.query(CREATE_SCHEMA)
    await client.query(CREATE_SCHEMA_MIGRATIONS)
  } catch (error) {
    if (!(error instanceof pg.DatabaseError && error.code === INSUFFICIENT_PRIVILEGE)) throw error
    throw new StartError(
      'The role of DATABASE_URL may not create tables, or not the schema that DATABASE_SCHEMA names. ' +
        'Run "semel migrate" with another role, or: create schema … authorization …',
    )
  }
}

const CREATE_SCHEMA_MIGRATIONS = `
  CREATE TABLE IF NOT EXISTS schema_migrations (
    name text PRIMARY KEY,
    checksum text NOT NULL,
    applied_at timestamptz NOT NULL DEFAULT now()
  )`

async function hasBeenMigrated(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query(`SELECT to_regclass('schema_migrations') AS found`)
  return rows[0].found !== null
}

/** Tests whether no process has used the database yet. Its first migration may have been interrupted. */
async function isNew(client: pg.Client): Promise<boolean> {
  if (!(await hasBeenMigrated(client)) || (await readApplied(client)).length === 0) return true
  const { rows } = await client.query(`SELECT to_regclass('service_key') IS NOT NULL AS is_made`)
  return rows[0].is_made && (await client.query('SELECT FROM service_key')).rowCount === 0
}

async function findNext(client: pg.Client, migrations: Migration[]): Promise<Migration | undefined> {
  const applied = (await hasBeenMigrated(client)) ? await readApplied(client) : []
  return missing(migrations, applied)[0]
}

/** A lock timeout, or a deadlock with a request. */
function isLockConflict(error: unknown): boolean {
  return error instanceof pg.DatabaseError && (error.code === '55P03' || error.code === '40P01')
}

/** The transaction that has been open longest is usually the one in the way. */
async function findOldest(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ pid: number; name: string; seconds: number }>(`
    SELECT pid, coalesce(nullif(application_name, ''), usename, '') AS name,
      extract(epoch FROM clock_timestamp() - xact_start)::int AS seconds
    FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid() AND xact_start IS NOT NULL
    ORDER BY xact_start
    LIMIT 1`)
  const [oldest] = rows
  return oldest
    ? `The oldest open transaction is that of process ${oldest.pid} (${oldest.name}), open for ${oldest.seconds} s.`
    : 'The transaction in the way has ended.'
}

type Applied = { name: string; checksum: string }

async function readApplied(client: pg.Client): Promise<Applied[]> {
  const { rows } = await client.query<Applied>('SELECT name, checksum FROM schema_migrations')
  return rows
}

function missing(migrations: Migration[], rows: Applied[]): Migration[] {
  const checksums = new Map(rows.map(row => [row.name, row.checksum]))
  const known = new Set(migrations.map(migration => migration.name))
  const unknown = rows
    .map(row => row.name)
    .filter(name => !known.has(name))
    .sort()

  // Every database begins with the first file, so this one has another beginning.
  if (unknown.length > 0 && !checksums.has(migrations[0]!.name)) {
    throw new StartError(
      `This version cannot use the database that a development version of Semel made (${unknown[0]} is applied): ` +
        'delete DATA_DIR or choose another, or let DATABASE_URL name an empty database.',
    )
  }
  const removed = unknown.filter(isContract)
  if (removed.length > 0) {
    throw new StartError(
      `A newer Semel has removed what this version needs: ${removed.join(', ')} is applied. Update Semel.`,
    )
  }
  const changed = migrations.filter(({ name, checksum }) => (checksums.get(name) ?? checksum) !== checksum)
  if (changed.length > 0) {
    throw new StartError(
      `These migrations were changed after they were applied: ${changed.map(({ name }) => name).join(', ')}. ` +
        'Restore them and write a new migration instead.',
    )
  }
  return migrations.filter(({ name, isDue }) => isDue && !checksums.has(name))
}

const INSUFFICIENT_PRIVILEGE = '42501'

function mayNotChange(name: string): StartError {
  return new StartError(
    `The role of DATABASE_URL may not change tables, and migration ${name} is missing. Run "semel migrate" with another role.`,
  )
}

async function runStatement(client: pg.Client, { name }: Migration, { text, firstLine }: Statement): Promise<void> {
  try {
    await client.query(text)
  } catch (error) {
    if (isLockConflict(error)) throw error
    const { message, position, code } = error as pg.DatabaseError
    if (code === INSUFFICIENT_PRIVILEGE) throw mayNotChange(name)
    const line = position ? `, line ${firstLine - 1 + text.slice(0, Number(position)).split('\n').length}` : ''
    throw new StartError(`Migration ${name}${line}: ${message}`)
  }
}

async function remember(client: pg.Client, { name, checksum }: Migration): Promise<void> {
  await client.query('INSERT INTO schema_migrations (name, checksum) VALUES ($1, $2)', [name, checksum])
}
