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
import { SECOND } from '../time.ts'

/*
 * OpenTelemetry: what a request, the statements in it, and a delivery took, for whoever sets one of the standard
 * variables (OTEL_EXPORTER_OTLP_ENDPOINT and its siblings; the SDK reads them). Without them the SDK is not even loaded,
 * and the interface that is called here does nothing.
 *
 * As in the log there are no secrets and no people in it: routes by their pattern, statements without their values, ids
 * of deliveries.
 */

const tracer = trace.getTracer('semel')

/** Starts to export. Disposing it sends what is left, for a moment at most: a collector that is down delays no end. */
export async function startTelemetry(log: FastifyBaseLogger): Promise<AsyncDisposable> {
  process.env.OTEL_SERVICE_NAME ??= 'semel'
  const { startNodeSdk } = await import('@opentelemetry/sdk-node')
  const sdk = startNodeSdk({ logRecordProcessors: [] })
  let told = false
  const tell = (message: string) => {
    if (!told) log.warn({ problem: message.slice(0, 300) }, 'telemetry cannot be exported')
    told = true
  }
  const quiet = () => {}
  diag.setLogger(
    { error: tell, warn: tell, info: quiet, debug: quiet, verbose: quiet },
    { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true },
  )
  return {
    async [Symbol.asyncDispose]() {
      const { promise, resolve } = Promise.withResolvers<void>()
      const patience = setTimeout(resolve, 2 * SECOND)
      await Promise.race([sdk.shutdown().catch(quiet), promise])
      clearTimeout(patience)
      // All else is closed by now. What still holds the process then is a collector that took our call and says nothing.
      setTimeout(() => process.exit(), 1 * SECOND).unref()
    },
  }
}

/** A span for every request, below the caller's if it names one (W3C traceparent). Semantic conventions for HTTP 1.23. */
export function traceRequests(app: FastifyInstance): void {
  const spans = new WeakMap<FastifyRequest, Span>()
  const duration = metrics.getMeter('semel').createHistogram('http.server.request.duration', {
    unit: 's',
    advice: { explicitBucketBoundaries: [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10] },
  })
  const inSpanOf = (request: FastifyRequest, work: () => void) =>
    context.with(trace.setSpan(context.active(), spans.get(request)!), work)

  app.addHook('onRequest', (request, _, done) => {
    const { url: route } = request.routeOptions
    const caller = propagation.extract(ROOT_CONTEXT, request.headers)
    const attributes = { ...attributesOf(request), 'semel.request.id': request.id }
    const name = route ? `${request.method} ${route}` : request.method
    spans.set(request, tracer.startSpan(name, { kind: SpanKind.SERVER, attributes }, caller))
    inSpanOf(request, done)
  })
  // The body comes in by events of the connection, which belong to no request.
  app.addHook('preValidation', (request, _, done) => inSpanOf(request, done))
  app.addHook('onResponse', (request, reply, done) => {
    const answered = { 'http.response.status_code': reply.statusCode }
    const span = spans.get(request)
    span?.setAttributes(answered)
    if (reply.statusCode >= 500) span?.setStatus({ code: SpanStatusCode.ERROR })
    span?.end()
    duration.record(reply.elapsedTime / 1000, { ...attributesOf(request), ...answered })
    done()
  })
}

function attributesOf({ method, protocol, routeOptions: { url } }: FastifyRequest): Attributes {
  // A proxy may hand on what its client calls it, and each name would be a series of its own.
  const scheme = protocol === 'https' ? 'https' : 'http'
  return { 'http.request.method': method, 'url.scheme': scheme, ...(url && { 'http.route': url }) }
}

/** A span for a statement that has just ended, within whatever it was made for. Semantic conventions for databases. */
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

/** Does work within a span of its own. @param tell may add to its attributes when it is done */
export function inSpan<T>(
  name: string,
  attributes: Attributes,
  work: () => Promise<T>,
  tell: (result: T) => Attributes,
): Promise<T> {
  return tracer.startActiveSpan(name, { attributes }, async span => {
    try {
      const result = await work()
      span.setAttributes(tell(result))
      return result
    } catch (error) {
      span.setStatus({ code: SpanStatusCode.ERROR })
      throw error
    } finally {
      span.end()
    }
  })
}
