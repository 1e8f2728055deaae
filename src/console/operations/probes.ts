/** The addresses that load balancers and monitoring ask. */
import type { FastifyReply } from 'fastify'
import { Gauge, Registry } from 'prom-client'
import { Type } from 'typebox'
import type { AppContext } from '../../context.ts'
import { unlessUnavailable } from '../../database/errors.ts'
import { countConnections } from '../../database/health/findings.ts'
import { findTrouble } from '../../database/health/readiness.ts'
import { readServerHealth } from '../../database/health/server.ts'
import { readFeedLag } from '../../feed/read.ts'
import type { App } from '../../http/app.ts'
import { unavailable } from '../../http/errors.ts'
import { type DeliveryHealth, readDeliveryHealth, relayCertificate } from '../../notifications/health.ts'
import { type PaymentHealth, readPaymentHealth } from '../../payments/findings/findings.ts'
import { Problem } from '../../problems.ts'
import { CERTIFICATE_SOON } from '../../secrets/certificates.ts'
import { smsLeft } from '../../sms/budgets.ts'
import { SECOND } from '../../time.ts'
import { readWebhookHealth } from '../../webhooks/queries.ts'

const Health = Type.Object({ status: Type.String() })

/**
 * Load balancers ask once a second. A line for each answer would hide the others. A proxy that keeps an answer would call
 * a process ready that is not, so refusals are not to be kept either.
 */
const PROBE = {
  logLevel: 'silent',
  onRequest: async (_: unknown, reply: FastifyReply) => {
    reply.header('cache-control', 'no-store')
  },
} as const

/**
 * Answers the probes of monitoring systems. `/healthz`: this process responds. `/readyz`: it can also work; 503 while the database is away
 * or takes no write, and from the moment when the process was asked to stop. `/readyz/reads`: it can show the shop, even if only
 * from a replica.
 */
export function probeRoutes(app: App, { db, reader, log }: Pick<AppContext, 'db' | 'reader' | 'log'>): void {
  let wasReady = true
  const tell = (ready: boolean, reason?: string) => {
    if (!ready && wasReady) log.warn({ reason }, 'not ready')
    if (ready && !wasReady) log.info('ready again')
    wasReady = ready
  }

  app.get('/healthz', { ...PROBE, schema: { response: { 200: Health } } }, async () => ({ status: 'alive' }))

  app.get('/readyz', { ...PROBE, schema: { response: { 200: Health } } }, async () => {
    if (app.stopping) throw stopping()
    const trouble = await findTrouble(db)
    tell(!trouble, trouble)
    if (trouble) throw unavailable(trouble)
    return { status: 'ready' }
  })

  app.get('/readyz/reads', { ...PROBE, schema: { response: { 200: Health } } }, async () => {
    if (app.stopping) throw stopping()
    if (await reader.canRead()) return { status: 'ready' }
    throw new Problem('database_unavailable', 'No database answers.', { headers: RETRY })
  })
}

const RETRY = { 'retry-after': '2' }

function stopping(): Problem {
  return new Problem('database_unavailable', 'This process is stopping.', { headers: RETRY })
}

/** `/metrics` on the port of the shop. It names routes of staff and counts sales, so production has it on OPERATIONS_PORT alone. */
export function publicMetricsRoute(app: App, context: AppContext): void {
  const { operationsPort, production } = context.config
  if (operationsPort === undefined && !production) metricsRoute(app, context)
  else
    app.get('/metrics', PROBE, async () => {
      throw new Problem('not_found', 'Metrics are on OPERATIONS_PORT.')
    })
}

/** `/metrics`: measurements of this process, and the deliveries in the database, which are the same for every process. */
export function metricsRoute(app: App, context: AppContext): void {
  const { db } = context
  const { registry } = context.metrics
  app.get('/metrics', { ...PROBE, schema: { response: { 200: Type.String() } } }, async (_, reply) => {
    // Metrics matter most while the database is away, so the route responds then too and reports it.
    const writable = findTrouble(db).then(
      trouble => !trouble,
      () => false,
    )
    const [isWritable, server, figures] = await Promise.all([
      writable,
      readServer(context).catch(unlessUnavailable),
      readFigures(context).catch(unlessUnavailable),
    ])
    reply.type(registry.contentType)
    return `${await databaseMetrics(isWritable, server, figures).metrics()}${await registry.metrics()}`
  })
}

async function readServer({ db, clock }: AppContext) {
  const [health, { used, limit }] = await Promise.all([readServerHealth(db, clock), countConnections(db)])
  return { ...health, connectionShare: used / limit }
}

async function readFigures(context: AppContext) {
  const { db, clock } = context
  const [health, lag, webhooks, texts, payments] = await Promise.all([
    readDeliveryHealth(db, clock.now()),
    readFeedLag(db),
    readWebhookHealth(db),
    smsLeft(context),
    readPaymentHealth(db, clock.now()),
  ])
  return { health, lag, webhooks, texts, payments }
}

type Server = Awaited<ReturnType<typeof readServer>>
type DatabaseFigures = Awaited<ReturnType<typeof readFigures>>

/** One snapshot: a registry that lives for one scrape leaves out numbers that cannot be read. */
function databaseMetrics(isWritable: boolean, server?: Server, figures?: DatabaseFigures): Registry {
  const registry = new Registry()
  const gauge = (name: string, help: string, value: number) =>
    new Gauge({ name, help, registers: [registry] }).set(value)
  gauge('semel_database_up', 'Whether the database responds.', figures ? 1 : 0)
  gauge('semel_database_writable', 'Whether the database takes a write.', isWritable ? 1 : 0)
  if (server) setServer(server, gauge)
  if (!figures) return registry
  gauge('semel_sms_left', 'Text messages that may still be sent now (SMS_PER_DAY).', figures.texts)
  setDeliveries(figures.health, gauge)
  setFeed(figures, gauge)
  setPayments(figures.payments, gauge)
  setCertificates(registry, server, relayCertificate(figures.health))
  return registry
}

function setCertificates(registry: Registry, server: Server | undefined, relay: ReturnType<typeof relayCertificate>) {
  const { certificateLeft: left, certificateSoon: soon } = server ?? {}
  const database = left === undefined ? undefined : { left, soon: soon ?? CERTIFICATE_SOON }
  const of = (name: string, help: string) => new Gauge({ name, help, labelNames: ['of'], registers: [registry] })
  const ends = of(
    'semel_certificate_seconds_left',
    'Seconds until the certificate of a server ends, as this process or a worker saw it last.',
  )
  const renewals = of(
    'semel_certificate_renewal_seconds_left',
    'Seconds until it should have been renewed: 14 days before its end, or at the last sixth of a short one.',
  )
  for (const [server, seen] of Object.entries({ database, relay })) {
    if (!seen) continue
    ends.set({ of: server }, Math.round(seen.left / SECOND))
    renewals.set({ of: server }, Math.round((seen.left - seen.soon) / SECOND))
  }
}

type SetGauge = (name: string, help: string, value: number) => void

function setServer({ weak, skew, connectionShare }: Server, gauge: SetGauge): void {
  gauge('semel_database_durable', 'Whether a commit survives a crash of the database.', weak.length === 0 ? 1 : 0)
  gauge(
    'semel_database_connection_share',
    'Used share of the connections of server, database or role.',
    connectionShare,
  )
  gauge(
    'semel_clock_skew_seconds',
    'How far the clocks of this process and of the database differ.',
    Math.abs(skew) / SECOND,
  )
}

function setDeliveries(health: DeliveryHealth, gauge: SetGauge): void {
  const alive = health.workers.filter(worker => worker.alive)
  const cutOff = alive.filter(worker => worker.relayDownSince !== null)
  gauge('semel_workers_alive', 'Active notification workers.', alive.length)
  gauge('semel_workers_without_relay', 'Active workers that cannot reach the mail relay.', cutOff.length)
  gauge('semel_deliveries_waiting', 'Deliveries that wait for their next attempt, counted up to 1000.', health.waiting)
  gauge('semel_deliveries_late', 'Deliveries that have waited longer than 30 seconds, counted up to 1000.', health.late)
  gauge('semel_deliveries_unanswered', 'Deliveries that wait longer than 10 seconds for a reply.', health.unanswered)
  gauge('semel_deliveries_in_doubt', 'Deliveries that an operator has to resolve, counted up to 1000.', health.inDoubt)
  gauge(
    'semel_deliveries_failed_day',
    'Deliveries that failed permanently in the last 24 hours, counted up to 1000.',
    health.failed,
  )
}

function setPayments(health: PaymentHealth, gauge: SetGauge): void {
  const { doubts, failing, refused, unanswered, mistakes, failed, lost, missed, refusedEvents, lastEventAt } = health
  gauge('semel_payment_calls_in_doubt', 'Calls to the payment provider that a person has to settle.', doubts)
  gauge('semel_payment_calls_failing', 'Calls that the provider has not answered for 5 minutes.', failing)
  gauge('semel_payment_calls_refused_day', 'Calls that the provider has refused in the last 24 hours.', refused)
  gauge(
    'semel_payments_unanswered',
    'Payments that the provider has not said anything about for 10 minutes.',
    unanswered,
  )
  gauge('semel_payments_differing', 'Payments that differ from what was asked.', mistakes)
  gauge('semel_refunds_failed_month', 'Refunds that failed in the last 30 days.', failed)
  gauge('semel_disputes_to_answer', 'Chargebacks and questions of banks that wait for an answer.', health.toAnswer)
  gauge('semel_disputes_to_decide', 'Chargebacks that were lost, and that nobody has decided about.', health.toDecide)
  if (health.answerBy)
    gauge(
      'semel_dispute_deadline_seconds',
      'Time until which the first dispute is to be answered, in Unix seconds.',
      health.answerBy.getTime() / SECOND,
    )
  gauge('semel_payment_events_lost', 'Events about payments that the database does not know.', lost)
  gauge('semel_payment_events_missed_day', 'Events of the last 24 hours that did not come.', missed)
  gauge('semel_payment_events_refused', 'Events refused since the last one that was accepted.', refusedEvents)
  if (lastEventAt)
    gauge(
      'semel_payment_event_last_seconds',
      'Time of the last accepted event, in Unix seconds.',
      lastEventAt.getTime() / SECOND,
    )
}

function setFeed({ lag, webhooks }: DatabaseFigures, gauge: SetGauge): void {
  gauge('semel_feed_position', 'Position of the newest event in the feed.', lag.head)
  gauge('semel_feed_unstamped', 'Committed events that have no position yet, counted up to 1000.', lag.unstamped)
  gauge('semel_feed_lag_seconds', 'For how long the oldest event without a position has waited.', lag.seconds)
  gauge(
    'semel_webhooks_open',
    'Deliveries to webhooks that are not finished, counted up to 1000 for each.',
    webhooks.open,
  )
  gauge('semel_webhooks_failing', 'Webhooks whose last attempts failed.', webhooks.failing)
  gauge('semel_webhooks_disabled', 'Webhooks that are disabled.', webhooks.disabled)
  gauge('semel_webhooks_given_up', 'Webhooks that Semel disabled, because they failed or were gone.', webhooks.givenUp)
}
