import { createHash } from 'node:crypto'
import { rmSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { type Embedded, openEmbedded } from '#embedded-postgres'
import { startInstalled } from './installed-postgres.ts'

const MEMORY = '/dev/shm'
/** Bytes. A whole run needs a quarter of it. */
const ENOUGH = 2 * 1024 ** 3

/**
 * The PostgreSQL of a run. It keeps its data in memory where there is room, because each test database is some 600 files that
 * come and go: on ext4 they took a fifth of the processor time of `npm run test:quick`. `TEST_DATA_DIR` chooses another place.
 * `TEST_POSTGRES` is the folder with the programs of another PostgreSQL.
 */
export async function openPostgres(): Promise<Embedded> {
  const { TEST_DATA_DIR, TEST_POSTGRES } = process.env
  const isInMemory = TEST_DATA_DIR === undefined && (await hasRoom(MEMORY))
  if (TEST_POSTGRES) return startInstalled(TEST_POSTGRES, isInMemory ? MEMORY : tmpdir())
  if (isInMemory) return openTemporary(`${MEMORY}/semel-test-${checkoutId()}`)
  return openEmbedded(TEST_DATA_DIR ?? '.semel-test', { fsync: false })
}

/** A PostgreSQL that ends with this process, also by Ctrl-C, and leaves no data. @param fsync as in production */
export async function openTemporary(directory: string, { fsync = false } = {}): Promise<Embedded> {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1))
  const postgres = await openEmbedded(directory, { fsync })
  // Registered now, so that PostgreSQL is asked to stop before.
  process.once('exit', () => rmSync(directory, { recursive: true, force: true }))
  return postgres
}

/** Containers often have only 64 MB there. */
async function hasRoom(directory: string): Promise<boolean> {
  const { bavail, bsize } = await statfs(directory).catch(() => ({ bavail: 0, bsize: 0 }))
  return bavail * bsize >= ENOUGH
}

/** Other checkouts may run their tests at the same time. */
function checkoutId(): string {
  return createHash('sha256').update(process.cwd()).digest('hex').slice(0, 8)
}
