import { Type } from 'typebox'
import type { AppContext } from '../../context.ts'
import { isUnavailable } from '../../database/open.ts'
import type { App } from '../../http/app.ts'
import { type DeliveryHealth, readDeliveryHealth } from '../../notifications/health.ts'
import { gauge, inTextFormat, type Metric } from '../../observability/metrics.ts'

/**
 * `/metrics`: what this process counts, and how deliveries stand in the database, which is the same whichever process
 * is asked. It answers while the database is away, and says so: that is when it is read.
 */
export function metricsRoute(app: App, { db, clock }: AppContext, traffic: () => Metric[]): void {
  app.get('/metrics', { schema: { response: { 200: Type.String() } } }, async (_, reply) => {
    const condition = await readDeliveryHealth(db, clock.now()).catch(error => {
      if (isUnavailable(error)) return undefined
      throw error
    })
    const up = gauge('semel_database_up', 'Whether the database answers.', condition ? 1 : 0)
    reply.type('text/plain; version=0.0.4; charset=utf-8').header('cache-control', 'no-store')
    return inTextFormat([up, ...(condition ? deliveryMetrics(condition) : []), ...traffic()])
  })
}

function deliveryMetrics({ workers, inDoubt, failed, waiting, late }: DeliveryHealth): Metric[] {
  const alive = workers.filter(worker => worker.alive)
  const cutOff = alive.filter(({ relayDownSince }) => relayDownSince !== null)
  return [
    gauge('semel_workers_alive', 'Notification workers that live.', alive.length),
    gauge('semel_workers_without_relay', 'Living workers that cannot reach the mail relay.', cutOff.length),
    gauge('semel_deliveries_waiting', 'Deliveries that wait for their next attempt.', waiting),
    gauge('semel_deliveries_late', 'Deliveries that wait for longer than 30 seconds.', late),
    gauge('semel_deliveries_in_doubt', 'Deliveries of which a person has to say whether they arrived.', inDoubt),
    gauge('semel_deliveries_failed_day', 'Deliveries of the last 24 hours that failed for good.', failed),
  ]
}
