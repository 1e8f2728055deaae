/** The database as an operator sees it: why it takes no write, who holds locks, how many connections are left. */
import { sql } from 'kysely'
import type { Finding, PlainText, Said } from '../../words/text.ts'
import { sentences, t } from '../../words/words.ts'
import type { Trouble } from '../errors.ts'
import { one } from '../rows.ts'
import type { Db } from '../schema.ts'
import { findTrouble } from './readiness.ts'

/** @returns the worst first; nothing when all is well */
export async function findDatabaseFindings(db: Db): Promise<Finding[]> {
  const [trouble, locks, connections] = await Promise.all([findTrouble(db), findLocks(db), countConnections(db)])
  const isNamed = trouble === 'locked' && locks.length > 0
  return [
    ...(trouble && !isNamed ? [{ level: 'bad' as const, text: t(TROUBLE_TEXTS[trouble]) }] : []),
    ...locks.map(describeLock),
    ...describeConnections(connections),
  ]
}

const TROUBLE_TEXTS: Record<Trouble, PlainText> = {
  disk_full: 'The disk of the database is full, so no order is taken. Make room. Semel continues by itself.',
  locked: 'A session holds a lock that every write needs.',
  read_only:
    'The database takes no writes: it is a standby, or default_transaction_read_only is on for the role, the database or the server.',
  connections: 'The database has no free connection, so it refuses new ones.',
  resources: 'The database has reached a limit of its server, such as memory. Look in its log.',
  timeout: 'The database did not finish a small write in time. Look at its load and its disk.',
  gone: 'The database cannot be reached.',
}

type Lock = {
  pid: number
  /** Unknown when the program gave none. */
  name: string | null
  role: string
  /** Unknown when the session belongs to another role, and ours is not in pg_monitor. */
  seconds: number | null
  tables: string | null
  waiting: number
}

/** A transaction that holds locks for so long is worth a look, also while nobody waits. */
const LONG = 10

/**
 * Sessions that others wait for, and those that have held locks for long with which writes can collide. Locks of rows are not
 * in pg_locks, but their holder also has one on the table.
 */
async function findLocks(db: Db): Promise<Lock[]> {
  const { rows } = await sql<Lock>`
    with waiting as materialized (
      select blocker as pid, count(*)::int as waiting
      from pg_stat_activity w cross join lateral unnest(pg_blocking_pids(w.pid)) as blocker
      where w.datname = current_database() and w.wait_event_type = 'Lock'
      group by blocker
    ), held as materialized (
      select pid, string_agg(distinct c.relname, ', ' order by c.relname) as tables
      from pg_locks l join pg_class c on c.oid = l.relation and c.relkind in ('r', 'p')
      where l.database = (select oid from pg_database where datname = current_database()) and granted
        and c.relnamespace = current_schema()::regnamespace
        and mode not in ('AccessShareLock', 'ShareUpdateExclusiveLock')
      group by pid
    )
    select s.pid, nullif(application_name, '') as name, usename as role, tables, coalesce(waiting, 0) as waiting,
      extract(epoch from clock_timestamp() - xact_start)::int as seconds
    from pg_stat_activity s left join waiting using (pid) left join held using (pid)
    where s.pid <> pg_backend_pid() and (
      waiting.pid is not null
      -- PostgreSQL may hide since when another role holds them.
      or held.pid is not null and coalesce(xact_start < clock_timestamp() - make_interval(secs => ${sql.lit(LONG)}), true)
    )
    -- A session that waits itself is not the cause.
    and not (waiting.pid is not null and s.wait_event_type = 'Lock')
    order by waiting desc, seconds desc nulls last
    limit 5
  `.execute(db)
  return rows
}

function describeLock({ pid, name, role, seconds, tables, waiting }: Lock): Finding {
  const session = { pid, program: name ?? t('unknown program'), role }
  const waits = waiting === 0 ? undefined : t('{count} statements wait for it.', { count: waiting })
  const end = t('If it should not, end it: select pg_terminate_backend({pid})', { pid })
  return { level: waiting > 0 ? 'bad' : 'warn', text: sentences(sayHeld(session, tables, seconds), waits, end) }
}

type Session = { pid: number; program: string; role: string }

function sayHeld(session: Session, tables: string | null, seconds: number | null): Said {
  if (tables === null) {
    return seconds === null
      ? t('Session {pid} ({program}, role {role}) holds locks.', session)
      : t('Session {pid} ({program}, role {role}) holds locks for {seconds} seconds.', { ...session, seconds })
  }
  return seconds === null
    ? t('Session {pid} ({program}, role {role}) holds locks on {tables}.', { ...session, tables })
    : t('Session {pid} ({program}, role {role}) holds locks on {tables} for {seconds} seconds.', {
        ...session,
        tables,
        seconds,
      })
}

type Connections = { used: number; limit: number; of: keyof typeof CROWDED }

/** The limit that is reached first, which the server, the database or the role sets. */
export async function countConnections(db: Db): Promise<Connections> {
  const { rows } = await sql<Connections>`
    with session as materialized (
      select usename, datname from pg_stat_activity where backend_type = 'client backend'
    ), limits as (
      select (select count(*)::int from session) as used, 'server' as of,
        current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int as limit
      union all
      select (select count(*)::int from session where datname = current_database()), 'database', datconnlimit
      from pg_database where datname = current_database() and datconnlimit > 0
      union all
      select (select count(*)::int from session where usename = current_user), 'role', rolconnlimit
      from pg_roles where rolname = current_user and rolconnlimit > 0
    )
    select used, "limit", of from limits order by used::float8 / "limit" desc limit 1
  `.execute(db)
  return one(rows)
}

/** The share from which on the next process that starts may find no connection. */
const CROWDED_SHARE = 0.9

function describeConnections({ used, limit, of }: Connections): Finding[] {
  if (used < limit * CROWDED_SHARE) return []
  return [{ level: 'warn', text: t(CROWDED[of], { used, limit }) }]
}

const CROWDED = {
  server:
    '{used} of {limit} connections of the server are used. When none is left, requests are refused. Raise the limit, or lower DATABASE_POOL.',
  database:
    '{used} of {limit} connections of the database are used. When none is left, requests are refused. Raise the limit, or lower DATABASE_POOL.',
  role: '{used} of {limit} connections of the role are used. When none is left, requests are refused. Raise the limit, or lower DATABASE_POOL.',
} as const
