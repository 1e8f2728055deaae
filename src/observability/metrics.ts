import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

/**
 * Measures this process: its responses by method, route and status, and Node itself. The registry belongs to one
 * server, because tests run several servers in one process.
 */
export function measureTraffic(app: FastifyInstance): Registry {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  keepOldName(registry)
  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time to respond, by method, route and status.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  })
  app.addHook('onResponse', (request, reply, done) => {
    // The label is the pattern of the route, so that ids create no new series.
    const route = request.routeOptions.url ?? '(none)'
    const method = route === '(none)' ? '(any)' : request.method
    duration.observe({ method, route, status: reply.statusCode }, reply.elapsedTime / 1000)
    done()
  })
  return registry
}

/** Dashboards may still use the name that this metric had before it came from prom-client. */
function keepOldName(registry: Registry): void {
  const delay = new Gauge({
    name: 'nodejs_eventloop_delay_p99_seconds',
    help: 'Older name of nodejs_eventloop_lag_p99_seconds.',
    registers: [registry],
    collect: async () => {
      const metric = await registry.getSingleMetric('nodejs_eventloop_lag_p99_seconds')?.get()
      delay.set(metric?.values[0]?.value ?? 0)
    },
  })
}
