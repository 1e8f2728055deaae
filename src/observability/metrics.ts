/**
 * What Prometheus reads (text format 0.0.4): numbers that this process counts while it answers, and numbers that are
 * looked up when it is asked.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { FastifyInstance } from 'fastify'

export type Metric = {
  name: string
  type: 'counter' | 'gauge' | 'histogram'
  help: string
  /** Each with its labels; `suffix` is what a histogram adds to the name. */
  samples: { labels?: Record<string, string | number>; value: number; suffix?: string }[]
}

/** One number without labels. */
export function gauge(name: string, help: string, value: number): Metric {
  return { name, type: 'gauge', help, samples: [{ value }] }
}

export function inTextFormat(metrics: readonly Metric[]): string {
  return metrics
    .map(({ name, type, help, samples }) => {
      const lines = samples.map(({ labels = {}, value, suffix = '' }) => `${name}${suffix}${labelled(labels)} ${value}`)
      return [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`, ...lines, ''].join('\n')
    })
    .join('')
}

function labelled(labels: Record<string, string | number>): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escaped(String(value))}"`)
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`
}

function escaped(value: string): string {
  return value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')
}

/** Upper bounds of the classes of durations, in seconds. */
const BOUNDS = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

type Answered = { labels: { method: string; route: string; status: number }; counts: number[]; seconds: number }

/** Counts every answer by method, route and status. A route is named by its pattern, so that ids make no new series. */
export function measureTraffic(app: FastifyInstance): () => Metric[] {
  const series = new Map<string, Answered>()
  const delay = monitorEventLoopDelay()
  delay.enable()
  app.addHook('onClose', async () => void delay.disable())

  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? '(none)'
    const method = route === '(none)' ? '(any)' : request.method
    const key = `${method} ${route} ${reply.statusCode}`
    let answered = series.get(key)
    if (!answered) {
      answered = {
        labels: { method, route, status: reply.statusCode },
        counts: BOUNDS.map(() => 0).concat(0),
        seconds: 0,
      }
      series.set(key, answered)
    }
    const seconds = reply.elapsedTime / 1000
    const place = BOUNDS.findIndex(bound => seconds <= bound)
    answered.counts[place < 0 ? BOUNDS.length : place]!++
    answered.seconds += seconds
    done()
  })

  return () => {
    const metrics = [asHistogram([...series.values()]), ...processMetrics(delay.percentile(99) / 1e9)]
    delay.reset()
    return metrics
  }
}

function asHistogram(series: Answered[]): Metric {
  return {
    name: 'http_request_duration_seconds',
    type: 'histogram',
    help: 'How long answers took, by method, route and status.',
    samples: series.flatMap(({ labels, counts, seconds }) => {
      let count = 0
      const classes = counts.map((within, place) => {
        count += within
        return { suffix: '_bucket', labels: { ...labels, le: BOUNDS[place] ?? '+Inf' }, value: count }
      })
      return [...classes, { suffix: '_sum', labels, value: seconds }, { suffix: '_count', labels, value: count }]
    }),
  }
}

function processMetrics(delay: number): Metric[] {
  const { user, system } = process.cpuUsage()
  const { rss, heapUsed } = process.memoryUsage()
  return [
    {
      name: 'process_cpu_seconds_total',
      type: 'counter',
      help: 'Processor time of this process.',
      samples: [{ value: (user + system) / 1e6 }],
    },
    gauge('process_resident_memory_bytes', 'Memory of this process.', rss),
    gauge('process_start_time_seconds', 'When this process began.', Math.round(performance.timeOrigin) / 1000),
    gauge('nodejs_heap_size_used_bytes', 'Heap in use.', heapUsed),
    gauge('nodejs_eventloop_delay_p99_seconds', 'Delay of the event loop since the last look.', delay),
  ]
}
