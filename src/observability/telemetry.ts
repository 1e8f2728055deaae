import {
  type Attributes,
  context,
  DiagLogLevel,
  diag,
  metrics,
  propagation,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api'
import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from 'fastify'
import type { LogEvent } from 'kysely'
import { type TrustedProxies, trustOf } from '../config/proxies.ts'
import { SECOND } from '../time.ts'
import { readBuild } from './build.ts'
import { routeNameOf } from './route-name.ts'

/*
 * OpenTelemetry: spans for requests, SQL statements and deliveries. It starts when one of the standard variables is set
 * (OTEL_EXPORTER_OTLP_ENDPOINT and others, which the SDK reads). Otherwise the SDK is not loaded, and the API that is
 * called here does nothing.
 *
 * Like the log it holds no secrets and no personal data: routes by pattern, statements without values, ids of
 * deliveries.
 */

const tracer = trace.getTracer('semel')

/** Starts the export. Disposing it flushes for two seconds at most, so a collector that is down delays no shutdown. */
export async function startTelemetry(log: FastifyBaseLogger): Promise<AsyncDisposable> {
  const { env } = process
  const { version, commit } = readBuild()
  env.OTEL_SERVICE_NAME ??= 'semel'
  // The later value wins, so attributes that the operator has set override ours.
  const ours = `service.version=${commit ? `${version}+${commit}` : version}`
  env.OTEL_RESOURCE_ATTRIBUTES = env.OTEL_RESOURCE_ATTRIBUTES ? `${ours},${env.OTEL_RESOURCE_ATTRIBUTES}` : ours
  // Leaves out the user, the paths and the name of the machine, unless somebody asks for them.
  env.OTEL_NODE_RESOURCE_DETECTORS ??= 'service'
  const { startNodeSdk } = await import('@opentelemetry/sdk-node')
  const sdk = startNodeSdk({ logRecordProcessors: [] })
  let isLogged = false
  const logOnce = (message: string) => {
    if (!isLogged) log.warn({ problem: message.slice(0, 300) }, 'telemetry cannot be exported')
    isLogged = true
  }
  const ignore = () => {}
  diag.setLogger(
    { error: logOnce, warn: logOnce, info: ignore, debug: ignore, verbose: ignore },
    { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true },
  )
  return {
    async [Symbol.asyncDispose]() {
      const { promise, resolve } = Promise.withResolvers<void>()
      const timer = setTimeout(resolve, 2 * SECOND)
      await Promise.race([sdk.shutdown().catch(ignore), promise])
      clearTimeout(timer)
      // Everything else is closed. Only a collector that accepted the connection and stays silent can hold the process.
      setTimeout(() => process.exit(), 1 * SECOND).unref()
    },
  }
}

/**
 * A span for every request (semantic conventions for HTTP 1.23). It continues the trace of a trusted proxy (W3C
 * traceparent). The trace of another client is linked only: otherwise strangers could choose ids of traces and which
 * requests are recorded.
 */
export function traceRequests(app: FastifyInstance, proxies: TrustedProxies): void {
  const trusts = trustOf(proxies)
  const spans = new WeakMap<FastifyRequest, Span>()
  const duration = metrics.getMeter('semel').createHistogram('http.server.request.duration', {
    unit: 's',
    advice: { explicitBucketBoundaries: [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10] },
  })
  const inSpanOf = (request: FastifyRequest, work: () => void) =>
    context.with(trace.setSpan(context.active(), spans.get(request)!), work)

  app.addHook('onRequest', (request, _, done) => {
    const route = routeNameOf(request)
    const sent = propagation.extract(ROOT_CONTEXT, request.headers)
    const caller = trace.getSpanContext(sent)
    const isTrusted = trusts(request.socket.remoteAddress, 0)
    const links = caller && !isTrusted ? [{ context: caller }] : []
    const attributes = { ...attributesOf(request), 'semel.request.id': request.id }
    const name = route ? `${request.method} ${route}` : request.method
    const options = { kind: SpanKind.SERVER, attributes, links }
    const span = tracer.startSpan(name, options, isTrusted ? sent : ROOT_CONTEXT)
    spans.set(request, span)
    const { traceId, spanId } = span.spanContext()
    request.log = request.log.child({ trace_id: traceId, span_id: spanId })
    inSpanOf(request, done)
  })
  // The body arrives in events of the connection, outside the context of the request.
  app.addHook('preValidation', (request, _, done) => inSpanOf(request, done))
  app.addHook('onResponse', (request, reply, done) => {
    const response = { 'http.response.status_code': reply.statusCode }
    const span = spans.get(request)
    span?.setAttributes(response)
    if (reply.statusCode >= 500) span?.setStatus({ code: SpanStatusCode.ERROR })
    span?.end()
    duration.record(reply.elapsedTime / 1000, { ...attributesOf(request), ...response })
    done()
  })
}

function attributesOf(request: FastifyRequest): Attributes {
  // A proxy may forward a scheme that its client made up, and each one would create a series.
  const scheme = request.protocol === 'https' ? 'https' : 'http'
  const route = routeNameOf(request)
  return { 'http.request.method': request.method, 'url.scheme': scheme, ...(route && { 'http.route': route }) }
}

/** A span for a statement that has just ended, as a child of the active span. Semantic conventions for databases. */
export function traceStatement(event: LogEvent): void {
  if (!trace.getActiveSpan()) return
  const { sql } = event.query
  const operation = /[a-z]+/i.exec(sql.replace(/\/\*.*?\*\//, ''))?.[0].toUpperCase() ?? 'STATEMENT'
  const span = tracer.startSpan(operation, {
    kind: SpanKind.CLIENT,
    startTime: performance.now() - event.queryDurationMillis,
    attributes: { 'db.system.name': 'postgresql', 'db.operation.name': operation, 'db.query.text': sql },
  })
  if (event.level === 'error') {
    const { code } = event.error as { code?: string }
    if (code) span.setAttribute('db.response.status_code', code)
    span.setStatus({ code: SpanStatusCode.ERROR })
  }
  span.end()
}

/** Runs `work` in a span of its own. @param describe adds attributes of the result */
export function inSpan<T>(
  name: string,
  attributes: Attributes,
  work: () => Promise<T>,
  describe: (result: T) => Attributes,
): Promise<T> {
  return tracer.startActiveSpan(name, { attributes }, async span => {
    try {
      const result = await work()
      span.setAttributes(describe(result))
      return result
    } catch (error) {
      span.setStatus({ code: SpanStatusCode.ERROR })
      throw error
    } finally {
      span.end()
    }
  })
}
