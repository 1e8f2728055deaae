/** Looks for what is wrong with an installation: the checks of `semel doctor`. */
import { sql } from 'kysely'
import { findProxyFindings } from '../../accounts/proxy-findings.ts'
import { findAddressFindings } from '../../accounts/staff/shop-addresses.ts'
import { findDemoAccounts } from '../../accounts/users/demo-accounts.ts'
import { type Config, doubtsAbout, StartError } from '../../config.ts'
import { findTextFindings } from '../../console/settings/email-text-findings.ts'
import { isUnavailable } from '../../database/errors.ts'
import { findDatabaseFindings } from '../../database/health/findings.ts'
import { standingOf } from '../../database/health/readiness.ts'
import { describeServer, describeSkew, readServerHealth, type ServerHealth } from '../../database/health/server.ts'
import { missingMigrations } from '../../database/migrations/migrate.ts'
import { Replica } from '../../database/replicas/replica.ts'
import { one } from '../../database/rows.ts'
import type { Db } from '../../database/schema.ts'
import { opensServiceKey } from '../../database/service-key.ts'
import { inSchema } from '../../database/shops.ts'
import { findDocumentFindings } from '../../documents/findings.ts'
import { findRelay } from '../../mail/relay.ts'
import { deliversWithoutDot, WITHOUT_DOT } from '../../mail/replies.ts'
import { connect } from '../../mail/transport.ts'
import { findStoppedAnnouncements } from '../../notifications/announcements/announcements.ts'
import { findingsOf, readDeliveryHealth } from '../../notifications/health.ts'
import { checkKinds } from '../../notifications/in-doubt.ts'
import { findSuppressionFindings } from '../../notifications/suppression/suppressed.ts'
import { describeDescriptors, readDescriptors } from '../../observability/descriptors.ts'
import { countUnconfirmed, findPriceFindings } from '../../pricing/findings.ts'
import { describeCertificate, publicCertificate, renewedBefore } from '../../secrets/certificates.ts'
import { loadSecretKey } from '../../secrets/secret-key.ts'
import { findZoneFindings } from '../../shop/calendar/zones.ts'
import { missingAccount, missingFacts, missingPages } from '../../shop/missing.ts'
import { loadShop } from '../../shop/settings.ts'
import { SECOND } from '../../time.ts'
import { findWebhookFindings } from '../../webhooks/findings.ts'
import type { Finding } from '../../words/text.ts'
import { type Foundation, openFoundation, readConfig } from '../open.ts'
import { examinePayments } from './payments.ts'

type Line = { subject: string; level: Finding['level']; text: string }

/** Each check needs the ones before it. Without a database, for example, deliveries cannot be checked. */
export async function* examine(): AsyncGenerator<Line> {
  let config: Config
  try {
    config = readConfig()
    checkKinds(config)
  } catch (error) {
    return yield bad('Configuration', error)
  }
  yield good('Configuration', config.production ? 'production' : 'development')
  for (const text of doubtsAbout(config)) yield { subject: 'Configuration', level: 'warn', text }

  let foundation: Foundation
  try {
    foundation = await openFoundation(config, { name: 'doctor', join: true })
  } catch (error) {
    if (!(error instanceof StartError)) throw error
    return yield bad('Database', error)
  }
  await using opened = foundation
  try {
    yield* examineOpened(opened)
  } catch (error) {
    if (!isUnavailable(error)) throw error
    yield bad('Database', `A check failed, and those after it were left out: ${(error as Error).message}`)
  }
}

async function* examineOpened(opened: Foundation): AsyncGenerator<Line> {
  const { config } = opened
  const where = config.databaseUrl ? 'at DATABASE_URL' : `in ${config.dataDir}`
  const schema = config.databaseSchema ? `, schema ${config.databaseSchema}` : ''
  const database = `PostgreSQL ${await serverVersion(opened.db)}, ${where}${schema}`
  yield good('Database', database)
  const server = await readServerHealth(opened.db, opened.clock)
  yield* examineServer(opened, server)

  const migrations = await examineMigrations(opened.databaseUrl)
  yield migrations
  if (migrations.level !== 'bad') yield await examineKey(opened)
  yield* examineClock(server)
  yield* examineDescriptors()
  yield* examineLimits(opened)
  if (migrations.level === 'bad') return
  yield* examineReplicas(opened)
  yield* examineAccounts(opened)
  yield* examinePrices(opened)
  yield* examineShop(opened)
  for (const { level, text } of await findZoneFindings(opened.db, opened.clock.now()))
    yield { subject: 'Time zone', level, text }
  yield* examineAddress(opened)
  for (const { level, text } of await findProxyFindings(opened.db, config)) yield { subject: 'Proxies', level, text }
  yield await examineRelay(opened)
  for (const { level, text } of await examinePayments(opened)) yield { subject: 'Payments', level, text }
  for (const { level, text } of await findDocumentFindings(opened.db)) yield { subject: 'Invoices', level, text }
  yield* examineMade(opened)
  const health = findingsOf(await readDeliveryHealth(opened.db, opened.clock.now()))
  for (const { level, text, see } of [
    ...health,
    ...(await findTextFindings(opened.db)),
    ...(await findSuppressionFindings(opened.db)),
  ]) {
    yield { subject: 'Deliveries', level, text: see ? `${text}\n${opened.baseUrl()}${see.href}` : text }
  }
}

async function* examineServer({ db }: Foundation, server: ServerHealth): AsyncGenerator<Line> {
  for (const { level, text } of [...(await findDatabaseFindings(db)), ...describeServer(server)])
    yield { subject: 'Database', level, text }
}

/** Checks the limit of this shell, which may differ from the unit's. Semel started here gets this one. */
async function* examineDescriptors(): AsyncGenerator<Line> {
  for (const { level, text } of describeDescriptors(await readDescriptors()))
    yield { subject: 'Descriptors', level, text }
}

async function examineMigrations(databaseUrl: string): Promise<Line> {
  try {
    const missing = await missingMigrations(databaseUrl)
    if (missing.length > 0) return bad('Migrations', `missing: ${listed(missing)}. Run: semel migrate`)
    const later = await missingMigrations(databaseUrl, undefined, { contract: true })
    if (later.length === 0) return good('Migrations', 'the database is up to date')
    const text = `left: ${listed(later)}. When no process of the release before runs: semel migrate --contract`
    return { subject: 'Migrations', level: 'warn', text }
  } catch (error) {
    return bad('Migrations', error)
  }
}

function listed(names: string[]): string {
  return names.length > 3 ? `${names.length}, from ${names[0]} to ${names.at(-1)}` : names.join(', ')
}

/** The embedded database has demo accounts on purpose. In any other, everybody knows their password. */
async function* examineAccounts({ config, db }: Foundation): AsyncGenerator<Line> {
  const demo = config.databaseUrl ? await findDemoAccounts(db) : []
  if (demo.length === 0) return
  const text = `${demo.join(', ')}: demo accounts with the published password. Run: semel user disable ${demo[0]}`
  yield { subject: 'Accounts', level: config.production ? 'bad' : 'warn', text }
}

/** Finds prices that keep customers from ordering, and VAT rates that came with Semel and that nobody has checked. */
async function* examinePrices({ config, db, clock }: Foundation): AsyncGenerator<Line> {
  for (const { level, text } of await findPriceFindings(db, clock.now())) yield { subject: 'Prices', level, text }
  const unchecked = config.production ? await countUnconfirmed(db) : 0
  if (unchecked === 0) return
  const text = `the VAT rates of ${unchecked} countries came with Semel. Check and confirm those that you sell to: /admin/tax-rates`
  yield { subject: 'Prices', level: 'warn', text }
}

/** A shop for real customers says who sells. A demo shop need not. */
async function* examineShop({ config, db }: Foundation): AsyncGenerator<Line> {
  if (!config.production) return
  const shop = await loadShop(db)
  const missing = [
    ...(shop.name === '' ? ['The name of the shop'] : []),
    ...missingFacts(shop),
    ...missingPages(shop),
    ...missingAccount(shop),
  ]
  if (missing.length === 0)
    return yield good('Shop', `${shop.name} says who sells and where to pay, and has all legal pages`)
  const text = `missing: ${missing.join(', ')}. Enter it in the console: /admin/settings and /admin/pages`
  yield { subject: 'Shop', level: 'warn', text }
}

/** The certificate that customers see. A shop may be unable to reach its own address, which is no mistake. */
async function* examineAddress({ config: { baseUrl, production } }: Foundation): AsyncGenerator<Line> {
  if (!production || !baseUrl?.startsWith('https:')) return
  const validity = await publicCertificate(new URL(baseUrl))
  if (!validity) return
  const left = validity.end.getTime() - Date.now()
  for (const { level, text } of describeCertificate('BASE_URL', left, renewedBefore(validity)))
    yield { subject: 'Certificate', level, text }
}

/** Semel sets these itself, but a pooler in transaction mode does not let it. */
async function* examineLimits({ db }: Foundation): AsyncGenerator<Line> {
  for (const [name, usual] of Object.entries(LIMITS)) {
    const { rows } = await sql<{ value: string }>`select current_setting(${name}) as value`.execute(db)
    if (one(rows).value !== '0') continue
    const text = `${name} is off behind the pooler of DATABASE_URL. Run: alter role … set ${name} = '${usual}'`
    yield { subject: 'Time limits', level: 'warn', text }
  }
}

async function* examineReplicas({ config, db }: Foundation): AsyncGenerator<Line> {
  for (const url of config.databaseReadUrls) {
    await using replica = new Replica(inSchema(url, config.databaseSchema), {
      name: 'semel doctor',
      max: 1,
      primary: db,
      replayWait: 3 * SECOND,
    })
    const { name } = replica
    const reason = await standingOf(db)
      .then(goal => replica.look(goal))
      .catch(messageOf)
    if (replica.isPrimary) yield good('Replica', `${name}: is the primary now, and answers as such`)
    else if (reason) yield { subject: 'Replica', level: 'warn', text: `${name}: ${reason}` }
    else yield good('Replica', `${name}: keeps up, ${Math.ceil(replica.lag * SECOND)} ms behind`)
  }
}

const LIMITS = {
  statement_timeout: '30s',
  lock_timeout: '3s',
  idle_in_transaction_session_timeout: '30s',
}

function* examineClock({ skew }: ServerHealth): Generator<Line> {
  const subject = 'Clocks'
  const findings = describeSkew(skew)
  for (const { level, text } of findings) yield { subject, level, text }
  if (findings.length === 0) yield good(subject, 'this machine and the database agree within a second')
}

async function examineKey({ config, db }: Foundation): Promise<Line> {
  try {
    const opens = await opensServiceKey(db, await loadSecretKey(config))
    const text = opens ? 'SECRET_KEY opens the service key' : 'no service key yet; it is created at the first start'
    return good('Key', text)
  } catch (error) {
    return bad('Key', error)
  }
}

/** Connects, encrypts and authenticates, but sends no message. */
async function examineRelay(context: Foundation): Promise<Line> {
  const where = context.config.smtpUrl ? new URL(context.config.smtpUrl).host : 'the development inbox'
  try {
    const connection = await connect(await findRelay(context))
    connection.quit()
    if (deliversWithoutDot(connection.greeting)) return { subject: 'Mail relay', level: 'warn', text: WITHOUT_DOT }
    return good('Mail relay', `${where} accepts our connection`)
  } catch (error) {
    return bad('Mail relay', `${where} cannot be reached: ${messageOf(error)}`)
  }
}

/** Examines webhooks, announcements and addresses that a user or a key has made: does each still work? */
async function* examineMade({ db, baseUrl }: Foundation): AsyncGenerator<Line> {
  const found = {
    Webhooks: await findWebhookFindings(db),
    Announcements: await findStoppedAnnouncements(db),
    Addresses: await findAddressFindings(db),
  }
  for (const [subject, findings] of Object.entries(found))
    for (const { level, text, see } of findings)
      yield { subject, level, text: see ? `${text}\n${baseUrl()}${see.href}` : text }
}

async function serverVersion(db: Db): Promise<string> {
  const { rows } = await sql<{ version: string }>`select current_setting('server_version') as version`.execute(db)
  return one(rows).version
}

function good(subject: string, text: string): Line {
  return { subject, level: 'good', text }
}

function bad(subject: string, reason: unknown): Line {
  return { subject, level: 'bad', text: typeof reason === 'string' ? reason : messageOf(reason) }
}

function messageOf(error: unknown): string {
  return (error as Error).message.trim()
}
