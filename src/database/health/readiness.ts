/** Asks whether the database takes writes, and where it is in its log, on a connection that no request shares. */
import pg from 'pg'
import { certificateValidity, type Validity } from '../../secrets/certificates.ts'
import { HOUR, SECOND } from '../../time.ts'
import { shareInFlight } from '../coalesce.ts'
import { type Trouble, troubleOf } from '../errors.ts'
import { DeadlineClient, type DeadlineConfig, KEEP_ALIVE } from '../pooling/client.ts'
import { readStanding, type Standing } from '../replicas/standing.ts'
import type { Db } from '../schema.ts'

/** Shorter than the time that load balancers give a probe. */
const PROBE_LIMIT = 1.5 * SECOND

type Probe = {
  write: () => Promise<Trouble | undefined>
  standing: () => Promise<Standing>
  certificate: Validity | undefined
}

const probes = new WeakMap<Db, Probe>()

/**
 * Writes something and takes it back. It asks on a connection of its own, so a pool full of waiting requests does not
 * take this process out of a load balancer.
 * @returns why the database takes no writes; undefined when it does
 */
export function findTrouble(db: Db): Promise<Trouble | undefined> {
  return probes.get(db)!.write()
}

/**
 * A row that is taken back, and a file that PostgreSQL deletes at once. The row alone would find room in a page that
 * exists, so it would not notice a full disk. On a database that has no tables yet, only the file is written.
 */
const WRITE = [
  'begin',
  "select set_config('lock_timeout', '1s', true), set_config('work_mem', '64kB', true)",
  `do $$ begin
    if current_setting('transaction_read_only')::bool then raise read_only_sql_transaction; end if;
    if to_regclass('write_probe') is not null then insert into write_probe default values; end if;
  end $$`,
  // More than work_mem, so it goes to the disk.
  'select count(*) from generate_series(1, 10000)',
  'rollback',
].join(';')

async function write(pool: pg.Pool): Promise<Trouble | undefined> {
  try {
    const client = await pool.connect()
    // A connection in a transaction that failed is not used again.
    await client.query(WRITE).then(
      () => client.release(),
      error => {
        client.release(true)
        throw error
      },
    )
    return undefined
  } catch (error) {
    const trouble = troubleOf(error)
    if (trouble === undefined) throw error
    return trouble
  }
}

/** The certificate that the server showed to the newest connection of a probe; undefined before the first one. */
export function certificateOf(db: Db): Validity | undefined {
  return probes.get(db)!.certificate
}

/** Finds where the database is in its log, at some moment after the call. @throws when the database does not answer */
export function standingOf(db: Db): Promise<Standing> {
  return probes.get(db)!.standing()
}

/** `openDatabase` calls it for each database. The connection opens at the first question and closes when nobody asks. */
export function registerProbe(db: Db, url: string, name: string): AsyncDisposable {
  const config: pg.PoolConfig & DeadlineConfig = {
    connectionString: url,
    max: 1,
    application_name: `${name} probe`,
    connectionTimeoutMillis: PROBE_LIMIT,
    idleTimeoutMillis: 30 * SECOND,
    // A certificate that was renewed shows itself to new connections only.
    maxLifetimeSeconds: HOUR / SECOND,
    allowExitOnIdle: true,
    deadline: PROBE_LIMIT,
    ...KEEP_ALIVE,
    Client: DeadlineClient,
  }
  const pool = new pg.Pool(config)
  pool.on('error', () => {})
  const probe: Probe = {
    standing: shareInFlight(() => readStanding(pool)),
    write: shareInFlight(() => write(pool)),
    certificate: undefined,
  }
  pool.on('connect', client => {
    client.on('error', () => {})
    probe.certificate = certificateValidity((client as unknown as DeadlineClient).connection.stream)
  })
  probes.set(db, probe)
  return { [Symbol.asyncDispose]: () => pool.end() }
}
