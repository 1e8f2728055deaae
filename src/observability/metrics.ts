/** The metrics of a process, for Prometheus. */
import type { FastifyInstance } from 'fastify'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { TROUBLES } from '../database/errors.ts'
import type { SharedPool } from '../database/pooling/pool.ts'
import type { ReadRouter } from '../database/replicas/reader.ts'
import type { Replica } from '../database/replicas/replica.ts'
import { readBuild } from './build.ts'
import { routeNameOf } from './route-name.ts'

/** The measurements of a process. The registry belongs to one context, because tests run several in one process. */
export type Metrics = ReturnType<typeof createMetrics>

export function createMetrics() {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  describeBuild(registry)
  const refused = new Counter({
    name: 'semel_writes_refused_total',
    help: 'Requests that would have changed something, and got 503 because of the database, by reason.',
    labelNames: ['reason'],
    registers,
  })
  // Counts from zero on, or Prometheus would not see the first one rise.
  for (const reason of TROUBLES) refused.inc({ reason }, 0)
  return {
    refused,
    registry,
    /** Has no label, so that it counts from zero on. A series that is born with its first error would not rise. */
    serverErrors: new Counter({
      name: 'semel_server_errors_total',
      help: 'Requests that ended with a server error other than 503.',
      registers,
    }),
    /** Is what `refused` is compared with. */
    writes: new Counter({
      name: 'semel_writes_total',
      help: 'Requests that would change something, whatever became of them.',
      registers,
    }),
    requests: new Histogram({
      name: 'http_request_duration_seconds',
      help: 'Time to respond, by method, route and status.',
      labelNames: ['method', 'route', 'status'],
      buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
      registers,
    }),
    /** Counts the deliveries that ended in this process. An email has to be sent within 30 seconds of its event. */
    deliveries: new Histogram({
      name: 'semel_delivery_duration_seconds',
      help: 'Time from an event to the end of its delivery, by kind of event and outcome.',
      labelNames: ['event', 'outcome'],
      buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 3600],
      registers,
    }),
    connections: new Histogram({
      name: 'semel_database_connection_wait_seconds',
      help: 'Time that a query waited for a connection of the pool.',
      buckets: [0.001, 0.005, 0.025, 0.1, 0.5, 1, 2.5, 5],
      registers,
    }),
  }
}

/** Measures the responses of a server. */
export function measureTraffic(app: FastifyInstance, { requests, refused, serverErrors, writes }: Metrics): void {
  app.addHook('onResponse', (request, reply, done) => {
    // The label is the pattern of the route, so that ids create no new series.
    const route = routeNameOf(request) ?? '(none)'
    const method = route === '(none)' ? '(any)' : request.method
    requests.observe({ method, route, status: reply.statusCode }, reply.elapsedTime / 1000)
    if (reply.statusCode >= 500 && reply.statusCode !== 503) serverErrors.inc()
    if (!/^(GET|HEAD|OPTIONS)$/.test(request.method)) {
      writes.inc()
      if (request.trouble) refused.inc({ reason: request.trouble })
    }
    done()
  })
}

/** Measures the connections of a pool: how many there are, how many are used, and how long queries wait for one. */
export function measurePool(pool: SharedPool, { registry, connections }: Metrics): void {
  const events: NodeJS.EventEmitter = pool
  events.on('connected', (milliseconds: number) => connections.observe(milliseconds / 1000))
  const gauge = (name: string, help: string, read: () => number) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      collect: function () {
        this.set(read())
      },
    })
  gauge('semel_database_connections', 'Open connections of the pool.', () => pool.totalCount)
  gauge('semel_database_connections_used', 'Connections that run a query.', () => pool.totalCount - pool.idleCount)
  gauge('semel_database_queries_waiting', 'Queries that wait for a connection.', () => pool.waitingCount)
}

/** Measures the replicas of DATABASE_READ_URL, and which nodes answer reads. */
export function measureReads({ replicas, answered }: ReadRouter, { registry }: Metrics): void {
  if (replicas.length === 0) return
  const registers = [registry]
  new Counter({
    name: 'semel_reads_total',
    help: 'Reads that a replica may answer, by the node that did.',
    labelNames: ['node'],
    registers,
    collect() {
      this.reset()
      for (const [node, count] of Object.entries(answered)) this.inc({ node }, count)
    },
  })
  const gauge = (name: string, help: string, read: (replica: Replica) => number) =>
    new Gauge({
      name,
      help,
      labelNames: ['replica'],
      registers,
      collect() {
        for (const replica of replicas) this.set({ replica: replica.name }, read(replica))
      },
    })
  gauge('semel_replica_used', 'Whether the replica answers reads.', ({ isCurrent }) => Number(isCurrent))
  gauge('semel_replica_lag_seconds', 'How far the replica was behind a second ago.', ({ lag }) => lag)
}

function describeBuild(registry: Registry): void {
  const { version, commit = '' } = readBuild()
  const labelNames = ['version', 'commit', 'node'] as const
  const build = new Gauge({ name: 'semel_build_info', help: 'Always 1.', labelNames, registers: [registry] })
  build.set({ version, commit, node: process.version }, 1)
}
