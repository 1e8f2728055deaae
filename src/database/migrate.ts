import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import pg from 'pg'
import { StartError } from '../config.ts'

type Migration = { name: string; sql: string; checksum: string }

const MIGRATIONS = new URL('../../migrations/', import.meta.url)

/**
 * Brings the database at `url` up to date, one transaction per file. Any number of processes may call it at once: each
 * transaction first takes the same lock and then checks again which files are missing.
 * @returns the names of the files that this call applied
 */
export async function migrate(url: string, directory: URL = MIGRATIONS): Promise<string[]> {
  const migrations = await readMigrations(directory)
  const applied: string[] = []
  const client = new pg.Client({ connectionString: url, application_name: 'semel migrate' })
  client.on('error', () => {})
  await client.connect()
  try {
    for (;;) {
      const name = await applyNext(client, migrations)
      if (name === undefined) return applied
      applied.push(name)
    }
  } finally {
    await client.end()
  }
}

/** The migrations that the database at `url` lacks; changes nothing. @throws StartError as `migrate` does */
export async function missingMigrations(url: string, directory: URL = MIGRATIONS): Promise<string[]> {
  const migrations = await readMigrations(directory)
  const client = new pg.Client({ connectionString: url, application_name: 'semel doctor' })
  client.on('error', () => {})
  await client.connect()
  try {
    const { rows } = await client.query(`SELECT to_regclass('schema_migrations') AS found`)
    if (rows[0].found === null) return migrations.map(({ name }) => name)
    return missing(migrations, await readApplied(client)).map(({ name }) => name)
  } finally {
    await client.end()
  }
}

async function applyNext(client: pg.Client, migrations: Migration[]): Promise<string | undefined> {
  await client.query('BEGIN')
  try {
    await client.query('SELECT pg_advisory_xact_lock($1)', [MIGRATION_LOCK])
    const next = await findNext(client, migrations)
    if (next) await apply(client, next)
    await client.query('COMMIT')
    return next?.name
  } catch (error) {
    await client.query('ROLLBACK').catch(() => {})
    throw error
  }
}

/** A number that no other program uses in this database: "semel" in ASCII. */
const MIGRATION_LOCK = 0x73656d656c

async function findNext(client: pg.Client, migrations: Migration[]): Promise<Migration | undefined> {
  await client.query(`
    CREATE TABLE IF NOT EXISTS schema_migrations (
      name text PRIMARY KEY,
      checksum text NOT NULL,
      applied_at timestamptz NOT NULL DEFAULT now()
    )`)
  return missing(migrations, await readApplied(client))[0]
}

type Applied = { name: string; checksum: string }

async function readApplied(client: pg.Client): Promise<Applied[]> {
  const { rows } = await client.query<Applied>('SELECT name, checksum FROM schema_migrations')
  return rows
}

function missing(migrations: Migration[], rows: Applied[]): Migration[] {
  const checksums = new Map(rows.map(row => [row.name, row.checksum]))
  const known = new Set(migrations.map(migration => migration.name))

  const unknown = rows.map(row => row.name).filter(name => !known.has(name))
  if (unknown.length > 0) {
    throw new StartError(
      `A newer Semel has migrated the database. This version does not know ${unknown.sort().join(', ')}. Update Semel.`,
    )
  }
  const changed = migrations.filter(({ name, checksum }) => (checksums.get(name) ?? checksum) !== checksum)
  if (changed.length > 0) {
    throw new StartError(
      `These migrations were changed after they were applied: ${changed.map(({ name }) => name).join(', ')}. ` +
        'Restore them and write a new migration instead.',
    )
  }
  return migrations.filter(({ name }) => !checksums.has(name))
}

async function apply(client: pg.Client, { name, sql, checksum }: Migration): Promise<void> {
  try {
    await client.query(sql)
  } catch (error) {
    const { message, position } = error as pg.DatabaseError
    const line = position ? `, line ${sql.slice(0, Number(position)).split('\n').length}` : ''
    throw new StartError(`Migration ${name}${line}: ${message}`)
  }
  await client.query('INSERT INTO schema_migrations (name, checksum) VALUES ($1, $2)', [name, checksum])
}

async function readMigrations(directory: URL): Promise<Migration[]> {
  const names = (await readdir(directory)).filter(name => name.endsWith('.sql')).sort()
  return Promise.all(
    names.map(async name => {
      // A checkout on Windows may have other line ends. It is the same migration.
      const sql = (await readFile(new URL(name, directory), 'utf8')).replaceAll('\r\n', '\n')
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') }
    }),
  )
}
