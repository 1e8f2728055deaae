import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Semel, startSemel } from '../support/semel.ts'

let semel: Semel
before(async () => {
  semel = await startSemel()
})
after(() => semel[Symbol.asyncDispose]())

/** Name with labels → value. Every line must follow the text format (version 0.0.4). */
async function scrape(): Promise<Map<string, number>> {
  const { status, text, headers } = await semel.client().get('/metrics')
  assert.equal(status, 200)
  assert.match(headers.get('content-type')!, /^text\/plain; version=0\.0\.4/)
  const values = new Map<string, number>()
  const described = new Set<string>()
  for (const line of text.split('\n').filter(line => line !== '')) {
    const [, kind, name] = /^# (HELP|TYPE) ([a-z_0-9]+) .+$/.exec(line) ?? []
    if (kind) {
      described.add(name!)
      continue
    }
    const [, sample, value] =
      /^([a-z_0-9]+(?:\{(?:[a-z]+="(?:[^"\\]|\\.)*",?)*\})?) (-?\d+(?:\.\d+)?(?:e-?\d+)?|Nan)$/.exec(line) ?? []
    assert.ok(sample, line)
    assert.ok(described.has(sample.replace(/\{.*$/, '').replace(/_(bucket|sum|count)$/, '')), `${sample} has no TYPE`)
    assert.ok(!values.has(sample), `${sample} appears twice`)
    values.set(sample, Number(value))
  }
  return values
}

test('responses are counted by route and status; ids create no new series', async () => {
  const client = semel.client()
  for (const id of [1, 2, 3]) await client.get(`/products/${id}`)
  for (const path of ['/nowhere', '/else"where\\']) await client.get(path)
  const values = await scrape()
  const of = (route: string, status: number, method = 'GET') =>
    `{method="${method}",route="${route}",status="${status}"}`
  assert.equal(values.get(`http_request_duration_seconds_count${of('/products/:id', 404)}`), 3)
  assert.equal(values.get(`http_request_duration_seconds_count${of('(none)', 404, '(any)')}`), 2)
  assert.equal(values.get('semel_writes_total'), 0)
  assert.equal(values.get('semel_server_errors_total'), 0)
  const bucket = (le: string) =>
    values.get(`http_request_duration_seconds_bucket{le="${le}",method="GET",route="/products/:id",status="404"}`)
  assert.equal(bucket('+Inf'), 3)
  assert.ok(bucket('0.002')! <= bucket('10')!)
})

test('delivery metrics from database, process metrics from Node → names that dashboards know', async () => {
  const values = await scrape()
  assert.equal(values.get('semel_database_up'), 1)
  assert.equal(values.get('semel_workers_alive'), 1)
  assert.equal(values.get('semel_workers_without_relay'), 0)
  for (const name of ['waiting', 'late', 'in_doubt', 'failed_day'])
    assert.equal(values.get(`semel_deliveries_${name}`), 0)
  for (const name of ['open', 'failing', 'disabled']) assert.equal(values.get(`semel_webhooks_${name}`), 0)
  for (const name of ['position', 'unstamped', 'lag_seconds']) assert.equal(values.get(`semel_feed_${name}`), 0)
  for (const name of [
    'process_cpu_seconds_total',
    'process_resident_memory_bytes',
    'process_start_time_seconds',
    'nodejs_heap_size_used_bytes',
    'nodejs_eventloop_lag_p99_seconds',
  ])
    assert.ok(values.get(name)! > 0, name)
})
