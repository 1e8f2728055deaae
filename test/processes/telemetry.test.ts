import assert from 'node:assert/strict'
import { EventEmitter, once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { Client } from '../support/client.ts'
import { cloneDatabase } from '../support/database.ts'
import { spawnSemel, spawnServe } from '../support/process.ts'

type Span = {
  name: string
  traceId: string
  spanId: string
  parentSpanId?: string
  links?: { traceId: string }[]
  attributes: { key: string; value: { stringValue?: string; intValue?: number } }[]
}

/** A collector for OTLP over HTTP in JSON. */
async function openCollector() {
  const received = new EventEmitter()
  const spans: Span[] = []
  const metrics: string[] = []
  let all = ''
  const server = createServer(async (request, response) => {
    const body = await text(request)
    all += body
    if (request.url === '/v1/traces') {
      for (const { scopeSpans } of JSON.parse(body).resourceSpans)
        for (const scope of scopeSpans) spans.push(...scope.spans)
    } else metrics.push(body)
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
    received.emit('spans')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    metrics,
    spans,
    everything: () => all,
    async span(name: string): Promise<Span> {
      for (;;) {
        const found = spans.find(span => span.name === name)
        if (found) return found
        await once(received, 'spans')
      }
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
    },
  }
}

const attribute = ({ attributes }: Span, name: string) => {
  const value = attributes.find(({ key }) => key === name)?.value
  return value?.stringValue ?? value?.intValue
}

test('requests, statements and deliveries are exported without personal data', async () => {
  await using database = await cloneDatabase()
  await using collector = await openCollector()
  await using semel = spawnSemel(['start'], {
    DATABASE_URL: database.url,
    SECRET_KEY: 'test '.repeat(8),
    LOG_LEVEL: 'info',
    TRUSTED_PROXIES: 'loopback',
    OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test',
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.origin,
    OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
    OTEL_BSP_SCHEDULE_DELAY: '50',
  })
  const [origin] = await semel.printed(/http:\/\/localhost:\d+/)
  const traceId = '0af7651916cd43dd8448eb211c80319c'
  const answer = await new Client(origin).post(
    '/api/contact-messages',
    { email: 'grace@example.com', message: 'Where is my parcel?' },
    { headers: { traceparent: `00-${traceId}-b7ad6b7169203331-01` } },
  )
  assert.equal(answer.status, 201)

  const request = await collector.span('POST /api/v3/contact-messages')
  assert.deepEqual([request.traceId, request.parentSpanId], [traceId, 'b7ad6b7169203331'])
  assert.equal(attribute(request, 'http.response.status_code'), 201)
  assert.equal(attribute(request, 'semel.request.id'), answer.headers.get('x-request-id'))
  const statements = collector.spans.filter(span => span.parentSpanId === request.spanId)
  assert.ok(statements.some(span => /insert into "?contact_messages/.test(String(attribute(span, 'db.query.text')))))
  const delivery = await collector.span('deliver contact.message_received')
  assert.equal(attribute(delivery, 'semel.delivery.outcome'), 'sent')

  assert.match(semel.output(), new RegExp(`"trace_id":"${traceId}","span_id":"${request.spanId}".*"msg":"answered"`))

  assert.equal(await semel.stop(), 0)
  assert.ok(collector.metrics.some(body => body.includes('http.server.request.duration')))
  assert.match(collector.everything(), /"service\.name","value":\{"stringValue":"semel"\}/)
  assert.match(collector.everything(), /"service\.version","value":\{"stringValue":"\d+\.\d+\.\d+\+[0-9a-f]{12}"\}/)
  assert.match(collector.everything(), /"deployment\.environment\.name","value":\{"stringValue":"test"\}/)
  assert.doesNotMatch(collector.everything(), /"(process|host)\./)
  assert.doesNotMatch(collector.everything(), /grace@|parcel|support@/)
})

test('a made-up forwarded scheme does not reach the collector', async () => {
  await using database = await cloneDatabase()
  await using collector = await openCollector()
  await using serve = await spawnServe(database.url, {
    NODE_ENV: 'production',
    SECRET_KEY: 'vQ7mPz0rT4yKe9sLw2Xb6Jc1Nf8Hd3Ga',
    TRUSTED_PROXIES: 'loopback',
    BASE_URL: 'https://shop.example',
    SMTP_URL: 'smtp://127.0.0.1:9',
    SMS_URL: 'http://me:secret@127.0.0.1:9/?From=1',
    MAIL_FROM: 'shop@example.com',
    SUPPORT_EMAIL: 'support@example.com',
    DRAIN_DELAY: '0s',
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.origin,
    OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
    OTEL_BSP_SCHEDULE_DELAY: '50',
  })
  await new Client(serve.origin).get('/healthz', { headers: { 'x-forwarded-proto': 'made-up-scheme' } })
  assert.equal(attribute(await collector.span('GET /healthz'), 'url.scheme'), 'http')
  assert.equal(await serve.stop(), 0)
  assert.doesNotMatch(collector.everything(), /made-up-scheme/)
})

test('collector down → logged once, delays nothing; an invalid address stops starts', async () => {
  await using database = await cloneDatabase()
  const settings = {
    DATABASE_URL: database.url,
    SECRET_KEY: 'test '.repeat(8),
    OTEL_BSP_SCHEDULE_DELAY: '20',
    // The exporter tries again until this is over.
    OTEL_EXPORTER_OTLP_TIMEOUT: '500',
  }
  await using semel = spawnSemel(['serve'], { ...settings, OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' })
  const [origin] = await semel.printed(/http:\/\/localhost:\d+/)
  assert.equal((await new Client(origin).get('/healthz')).status, 200)
  await semel.printed(/telemetry cannot be exported/)
  assert.equal((await new Client(origin).get('/healthz')).status, 200)
  assert.equal(await semel.stop(), 0)
  assert.equal(semel.output().match(/telemetry cannot be exported/g)!.length, 1)

  await using wrong = spawnSemel(['serve'], { ...settings, OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318' })
  await wrong.printed(/OTEL_EXPORTER_OTLP_ENDPOINT must be an address that begins with http:\/\/ or https:\/\//)
})

test('collector accepts connections but stays silent → the exit is not delayed', async () => {
  await using database = await cloneDatabase()
  const called = new EventEmitter()
  const silent = createServer(() => called.emit('called')).listen(0, '127.0.0.1')
  await once(silent, 'listening')
  await using semel = spawnSemel(['serve'], {
    DATABASE_URL: database.url,
    SECRET_KEY: 'test '.repeat(8),
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${(silent.address() as AddressInfo).port}`,
    OTEL_EXPORTER_OTLP_TIMEOUT: '600000',
    OTEL_BSP_EXPORT_TIMEOUT: '600000',
    OTEL_METRIC_EXPORT_TIMEOUT: '60000',
    OTEL_BSP_SCHEDULE_DELAY: '20',
  })
  const [origin] = await semel.printed(/http:\/\/localhost:\d+/)
  const calling = once(called, 'called')
  assert.equal((await new Client(origin).get('/healthz')).status, 200)
  await calling
  assert.equal(await semel.stop(), 0)
  silent.closeAllConnections()
  silent.close()
})

test('client is no trusted proxy → its trace is linked, not continued', async () => {
  await using database = await cloneDatabase()
  await using collector = await openCollector()
  await using serve = await spawnServe(database.url, {
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.origin,
    OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
    OTEL_BSP_SCHEDULE_DELAY: '50',
  })
  const traceId = '0af7651916cd43dd8448eb211c80319c'
  const traceparent = `00-${traceId}-b7ad6b7169203331-00`
  await new Client(serve.origin).get('/healthz', { headers: { traceparent } })
  const span = await collector.span('GET /healthz')
  assert.notEqual(span.traceId, traceId)
  assert.deepEqual(
    span.links?.map(link => link.traceId),
    [traceId],
  )
})
