import { chmod, chown, cp, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { openEmbedded } from '#embedded-postgres'
import { migrate } from '../../src/database/migrations/migrate.ts'

export type Node = {
  url: string
  sql(statement: string): Promise<void>
  stop(): Promise<void>
  start(): Promise<void>
}

export type ReplicatedDatabase = { primary: Node; replica: Node; [Symbol.asyncDispose](): Promise<void> }

/** A migrated PostgreSQL and a standby that streams from it, both of this test alone. */
export async function openReplicated(): Promise<ReplicatedDatabase> {
  const stack = new AsyncDisposableStack()
  try {
    const directory = await mkdtemp(join(tmpdir(), 'semel-standby-'))
    // PostgreSQL does not run as root, and its user has to enter.
    await chmod(directory, 0o755)
    stack.defer(() => rm(directory, { recursive: true, force: true }))
    const home = join(directory, 'primary')
    const primary = stack.use(await openNode(home))
    await migrate(primary.url)
    // Without fsync the embedded server commits asynchronously; then a standby is behind what the primary shows.
    await primary.sql('alter database semel set synchronous_commit = on')
    const copy = join(directory, 'replica')
    await backUp(primary.url, join(home, 'postgres'), join(copy, 'postgres'))
    return { primary, replica: stack.use(await openNode(copy)), [Symbol.asyncDispose]: () => stack.disposeAsync() }
  } catch (error) {
    await stack.disposeAsync()
    throw error
  }
}

async function openNode(directory: string): Promise<Node & AsyncDisposable> {
  let server = await openEmbedded(directory, { fsync: false })
  const stop = () => server.close()
  return {
    url: server.url,
    stop,
    start: async () => {
      server = await openEmbedded(directory, { fsync: false })
    },
    sql: statement => withClient(server.url, async client => void (await client.query(statement))),
    [Symbol.asyncDispose]: stop,
  }
}

/** Copies the data directory as pg_basebackup would. The embedded binaries lack it. */
async function backUp(url: string, from: string, to: string): Promise<void> {
  await withClient(url, async client => {
    await client.query(`select pg_backup_start('standby', fast => true)`)
    await cp(from, to, { recursive: true, filter: path => !path.endsWith('postmaster.pid') })
    const { rows } = await client.query('select labelfile from pg_backup_stop(wait_for_archive => false)')
    await writeFile(join(to, 'backup_label'), rows[0].labelfile)
  })
  const { searchParams } = new URL(url)
  await writeFile(
    join(to, 'postgresql.auto.conf'),
    `primary_conninfo = 'host=${searchParams.get('host')} user=postgres'`,
  )
  await writeFile(join(to, 'standby.signal'), '')
  const { uid, gid } = await stat(from)
  for (const path of ['', ...(await readdir(to, { recursive: true }))]) await chown(join(to, path), uid, gid)
}

async function withClient<T>(url: string, use: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    return await use(client)
  } finally {
    await client.end()
  }
}
