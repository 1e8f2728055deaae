/**
 * `semel doctor --bundle`: what somebody who helps from afar wants to know, as JSON. It may leave the house: no value of a setting is in
 * it unless it is named here as harmless, no address of a person, and nothing of what customers write or buy.
 */
import { arch, cpus, platform, release, totalmem } from 'node:os'
import { sql } from 'kysely'
import type { Db } from '../../database/schema.ts'
import { readBuild } from '../../observability/build.ts'
import { readDescriptors } from '../../observability/descriptors.ts'
import { PROVIDERS } from '../../payments/providers/table.ts'
import { openFoundation, readConfig } from '../open.ts'

/** The settings whose values tell nothing that is secret. All others are listed by name alone. */
const HARMLESS = new Set([
  'NODE_ENV',
  'PORT',
  'HOST',
  'OPERATIONS_PORT',
  'OPERATIONS_HOST',
  'TRUSTED_PROXIES',
  'DATABASE_POOL',
  'DATABASE_WAIT',
  'DATABASE_SCHEMA',
  'FAILOVER',
  'RESEND_IN_DOUBT',
  'SMS_PER_DAY',
  'SMS_COUNTRIES',
  'ORDERS_PER_DAY',
  'OPEN_ORDERS',
  'OPEN_PIECES',
  'UNPAID_ORDERS_EXPIRE',
  'AUDIT_LOG_KEPT',
  'DELIVERIES_KEPT',
  'EVENTS_KEPT',
  'DRAIN_DELAY',
  'WEBHOOK_NETWORKS',
  'ALLOW_INSECURE',
  'LOG_LEVEL',
  'PAYMENT_PROVIDERS',
])
const OURS = /^(DATABASE|SMTP|SMS|MAIL|SUPPORT|SECRET|NEW_SECRET|BASE|BOUNCE|DATA|CORS|BREACHED|OTEL)_/
/** Parameters of addresses that say how they are encrypted. */
const TOLD = ['sslmode', 'tls', 'connections']

/** @param findings the lines of doctor */
export async function writeBundle(findings: readonly string[]): Promise<string> {
  const bundle = {
    at: new Date().toISOString(),
    build: readBuild(),
    machine: await describeMachine(),
    settings: describeSettings(process.env),
    doctor: findings.map(withoutPeople),
    database: await describeDatabase().catch(error => withoutPeople((error as Error).message)),
  }
  return JSON.stringify(bundle, undefined, 2)
}

async function describeMachine() {
  const { limit } = (await readDescriptors()) ?? {}
  return {
    system: `${platform()} ${release()} ${arch()}`,
    node: process.version,
    processors: cpus().length,
    memory: totalmem(),
    descriptors: limit,
  }
}

function describeSettings(env: NodeJS.ProcessEnv): Record<string, string> {
  const names = Object.keys(env).filter(name => env[name]?.trim() && (HARMLESS.has(name) || isOurs(name)))
  return Object.fromEntries(
    names.toSorted().map(name => [name, HARMLESS.has(name) ? env[name]! : withoutSecrets(env[name]!)]),
  )
}

function isOurs(name: string): boolean {
  return OURS.test(name) || PROVIDERS.some(provider => name.startsWith(`${provider.name.toUpperCase()}_`))
}

/** Host and encryption of an address; nothing of anything else. */
function withoutSecrets(value: string): string {
  if (!/^[a-z]+:\/\//i.test(value) || !URL.canParse(value)) return '(set)'
  const { protocol, host, searchParams } = new URL(value)
  const told = TOLD.flatMap(name => (searchParams.has(name) ? [`${name}=${searchParams.get(name)!.slice(0, 20)}`] : []))
  return [`${protocol}//${host}`, ...told].join(' ')
}

/** Replies of a relay name the recipient. */
function withoutPeople(text: string): string {
  return text.replaceAll(/[^\s@<>"'=:;,/]+@(?=[\w-])/g, '***@')
}

async function describeDatabase() {
  await using foundation = await openFoundation(readConfig(), { name: 'doctor', join: true })
  const { db } = foundation
  return {
    version: await list(db, sql`select version() as value`),
    settings: await list(
      db,
      sql`select name || ' = ' || setting || coalesce(' ' || unit, '') as value from pg_settings
      where name = any(${SERVER_SETTINGS}::text[])`,
    ),
    migrations: await list(db, sql`select name as value from schema_migrations order by name`),
    tables: await list(
      db,
      sql`select relname || ': ' || greatest(reltuples, 0)::bigint || ' rows, ' || pg_total_relation_size(oid) || ' bytes' as value
        from pg_class where relkind in ('r', 'p') and relnamespace = current_schema()::regnamespace
        order by pg_total_relation_size(oid) desc limit 30`,
    ),
    sessions: await list(
      db,
      sql`select application_name || ': ' || count(*) || ' ' || coalesce(state, '') as value from pg_stat_activity
        where datname = current_database() group by application_name, state order by 1`,
    ),
    deliveries: await list(
      db,
      sql`select state || ': ' || count(*) as value from (select state from deliveries order by id desc limit 10000) as d group by state`,
    ),
  }
}

const SERVER_SETTINGS = [
  'max_connections',
  'shared_buffers',
  'work_mem',
  'fsync',
  'synchronous_commit',
  'full_page_writes',
  'ssl',
  'wal_level',
  'hot_standby',
  'server_version',
]

async function list(db: Db, query: ReturnType<typeof sql>): Promise<string[]> {
  const { rows } = await (query as ReturnType<typeof sql<{ value: string }>>).execute(db)
  return rows.map(({ value }) => value)
}
