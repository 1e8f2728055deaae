import { Gauge, Registry } from 'prom-client'
import { Type } from 'typebox'
import type { AppContext } from '../../context.ts'
import { isUnavailable } from '../../database/open.ts'
import { takesWrites } from '../../database/readiness.ts'
import type { App } from '../../http/app.ts'
import { readDeliveryHealth } from '../../notifications/health.ts'
import { Problem } from '../../problems.ts'

const Health = Type.Object({ status: Type.String() })

/**
 * For machines that watch Semel. `/healthz`: this process responds. `/readyz`: it can also work; 503 while the database
 * is away or takes no writes, and from the moment when the process was told to stop. `/metrics`: traffic of this process, and
 * the deliveries in the database, which are the same for every process.
 */
export function probeRoutes(app: App, { db, clock }: AppContext, traffic: Registry): void {
  app.get('/healthz', { schema: { response: { 200: Health } } }, async () => ({ status: 'alive' }))

  app.get('/readyz', { schema: { response: { 200: Health } } }, async () => {
    const headers = { 'retry-after': '2' }
    if (app.stopping) throw new Problem('database_unavailable', 'This process is stopping.', { headers })
    if (!(await takesWrites(db))) {
      throw new Problem('database_unavailable', 'The database is read-only. A standby may be taking over.', { headers })
    }
    return { status: 'ready' }
  })

  app.get('/metrics', { schema: { response: { 200: Type.String() } } }, async (_, reply) => {
    // Metrics matter most while the database is away, so the route responds then too and reports it.
    const health = await readDeliveryHealth(db, clock.now()).catch(error => {
      if (isUnavailable(error)) return undefined
      throw error
    })
    reply.type(traffic.contentType).header('cache-control', 'no-store')
    return `${await deliveryMetrics(health).metrics()}${await traffic.metrics()}`
  })
}

/** One snapshot: a registry that lives for one scrape leaves out numbers that cannot be read. */
function deliveryMetrics(health: Awaited<ReturnType<typeof readDeliveryHealth>> | undefined): Registry {
  const registry = new Registry()
  const gauge = (name: string, help: string, value: number) =>
    new Gauge({ name, help, registers: [registry] }).set(value)
  gauge('semel_database_up', 'Whether the database responds.', health ? 1 : 0)
  if (!health) return registry
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
  return registry
}
