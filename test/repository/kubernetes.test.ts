/** The files of deploy/kubernetes/, read as a cluster would read them: by the schemas, and with the settings of Semel. */
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { parseEnv } from 'node:util'
import { parseAllDocuments } from 'yaml'
import { isLoopback } from '../../src/config/local-address.ts'
import { type Config, loadConfig } from '../../src/config.ts'

type Probe = { httpGet: { path: string; port: string } }
type Container = {
  name: string
  image: string
  args: string[]
  env: { name: string; value?: string }[]
  ports?: { name: string; containerPort: number }[]
} & { [probe in 'livenessProbe' | 'readinessProbe' | 'startupProbe']?: Probe }

const folder = new URL('../../deploy/kubernetes/', import.meta.url)
const deploying = readFileSync(new URL('../../docs/deploy.md', import.meta.url), 'utf8')
const certificate = fileURLToPath(new URL('../support/fixtures/relay-certificate.pem', import.meta.url))
const manifests = readdirSync(folder).flatMap(file =>
  parseAllDocuments(readFileSync(new URL(file, folder), 'utf8')).map(document => document.toJS()),
)

const find = (kind: string, name: string) =>
  manifests.find(manifest => manifest.kind === kind && manifest.metadata.name === name)
const pods = [find('Deployment', 'semel-serve'), find('Deployment', 'semel-work'), find('Job', 'semel-migrate')]
const containerOf = (manifest: (typeof pods)[number]): Container => manifest.spec.template.spec.containers[0]

/** The content of the secret "semel", made as docs/deploy.md says. */
const secret = (() => {
  const [, pattern] = /^grep -Ev '([^']+)' semel\.env \| tr -d '"'/m.exec(deploying)!
  const example = readFileSync(new URL('../systemd/semel.env.example', folder), 'utf8')
  const lines = example.split('\n').filter(line => !new RegExp(pattern!).test(line))
  // kubectl understands neither quotes nor comments of a shell, so the guide removes both.
  return parseEnv(lines.join('\n').replaceAll('"', ''))
})()

/** The settings that a container starts with. CloudNativePG writes the address of the database. */
function settingsOf({ env }: Container): Config {
  const own = Object.fromEntries(env.map(({ name, value = '' }) => [name, value]))
  const url = own.DATABASE_URL!.replace(
    '$(DATABASE_WITHOUT_TLS)',
    'postgresql://semel:secret@semel-db-rw.default:5432/semel',
  )
  return loadConfig({
    ...secret,
    SECRET_KEY: 'vQ7mPz0rT4yKe9sLw2Xb6Jc1Nf8Hd3Ga',
    ...own,
    DATABASE_URL: url.replace('/etc/semel-db/ca.crt', certificate),
  })
}

for (const manifest of manifests) {
  const [group, version] = manifest.apiVersion.includes('/') ? manifest.apiVersion.split('/') : ['', 'v1']
  // Traefik's own kind; there is no schema of it here.
  if (group === 'traefik.io') continue
  test(`Kubernetes accepts ${manifest.kind} ${manifest.metadata.name}`, async () => {
    const models = group.endsWith('cnpg.io')
      ? `@kubernetes-models/cloudnative-pg/${group}`
      : `kubernetes-models/${group}`
    const module = await import([models.replace(/\/$/, ''), version].join('/'))
    new module[manifest.kind](manifest).validate()
  })
}

for (const manifest of pods) {
  const container = containerOf(manifest)
  test(`production accepts the settings of ${manifest.metadata.name}, and knows each of them`, () => {
    assert.deepEqual(settingsOf(container).doubtfulNames, [])
    const operating = readFileSync(new URL('../../docs/operating.md', import.meta.url), 'utf8')
    for (const { name } of container.env.filter(({ name }) => name !== 'DATABASE_WITHOUT_TLS'))
      assert.match(operating, new RegExp(`\`${name}\\b`), name)
  })

  test(`${manifest.metadata.name}: each port asked on is bound beyond loopback`, () => {
    const { host, port, operationsHost, operationsPort } = settingsOf(container)
    const bound = new Map([
      [operationsPort, operationsHost],
      ...(container.name === 'serve' ? [[port, host] as const] : []),
    ])
    const names = new Map(container.ports?.map(({ name, containerPort }) => [name, containerPort]))
    const probes = [container.livenessProbe, container.readinessProbe, container.startupProbe]
    for (const probe of probes) if (probe) assert.ok(names.has(probe.httpGet.port), probe.httpGet.port)
    for (const [name, number] of names) {
      const address = bound.get(number)
      assert.ok(address && !isLoopback(address), `${name}: ${address}`)
      // Said here, and not left to the image.
      const setting = name === 'http' ? 'HOST' : 'OPERATIONS_HOST'
      assert.equal(container.env.find(({ name }) => name === setting)?.value, address)
    }
  })
}

test('Prometheus finds the metrics of each process that serves or works', () => {
  for (const manifest of pods.slice(0, 2)) {
    const { annotations } = manifest.spec.template.metadata
    assert.deepEqual(annotations, {
      'prometheus.io/scrape': 'true',
      'prometheus.io/port': String(settingsOf(containerOf(manifest)).operationsPort),
      'prometheus.io/path': '/metrics',
    })
  }
  const [, text] = /^```yaml\n(apiVersion: monitoring[^`]+)```/m.exec(deploying)!
  const [podMonitor] = parseAllDocuments(text!).map(document => document.toJS())
  const [{ key, values }] = podMonitor.spec.selector.matchExpressions
  assert.deepEqual(
    values,
    pods.slice(0, 2).map(({ spec }) => spec.template.metadata.labels[key]),
  )
  const [{ port }] = podMonitor.spec.podMetricsEndpoints
  for (const manifest of pods.slice(0, 2)) assert.ok(containerOf(manifest).ports!.some(({ name }) => name === port))
})

test('a Job migrates with the same image; pods leave it to that', () => {
  const [serve, work, migrate] = pods.map(containerOf)
  assert.deepEqual(
    [serve, work, migrate].map(container => container!.args),
    [['serve', '--no-migrate'], ['work', '--no-migrate'], ['migrate']],
  )
  const images = new Set(pods.map(manifest => containerOf(manifest).image))
  assert.equal(images.size, 1)
  assert.ok(deploying.includes(`\`${[...images][0]}\``), 'the page says what to replace')
  const applied = deploying.indexOf('kubectl apply -f deploy/kubernetes/migrate.yaml')
  const waited = deploying.indexOf('kubectl wait --for=condition=complete --timeout=1h job/semel-migrate')
  const started = deploying.indexOf('kubectl apply -f deploy/kubernetes/semel.yaml')
  assert.ok(applied > 0 && applied < waited && waited < started)
})

test('the ingress has TLS, leads to the shop, and alone is believed', () => {
  const { metadata, spec } = find('Ingress', 'semel')
  const host = new URL(secret.BASE_URL!).host
  assert.deepEqual(spec.tls, [{ hosts: [host], secretName: 'semel-tls' }])
  assert.deepEqual(
    spec.rules.map((rule: { host: string }) => rule.host),
    [host],
  )
  const service = find('Service', spec.rules[0].http.paths[0].backend.service.name)
  assert.equal(service.spec.ports[0].name, spec.rules[0].http.paths[0].backend.service.port.name)
  assert.equal(service.spec.ports[0].targetPort, 'http')

  const middleware = manifests.find(({ kind }) => kind === 'Middleware')
  assert.equal(
    metadata.annotations['traefik.ingress.kubernetes.io/router.middlewares'],
    `default-${middleware.metadata.name}@kubernetescrd`,
  )
  assert.equal(middleware.spec.headers.customRequestHeaders.traceparent, '')

  assert.equal(settingsOf(containerOf(pods[0])).trustedProxies, 1)
  const [fromIngress] = find('NetworkPolicy', 'semel-serve').spec.ingress
  assert.deepEqual(fromIngress.ports, [{ port: 'http' }])
  assert.equal(fromIngress.from[0].namespaceSelector.matchLabels['kubernetes.io/metadata.name'], spec.ingressClassName)
})

test('each port of each pod is open to named namespaces only', () => {
  for (const { metadata, spec } of pods) {
    const ports = containerOf({ spec } as (typeof pods)[number]).ports ?? []
    if (ports.length === 0) continue
    const policy = find('NetworkPolicy', metadata.name)
    assert.ok(policy, metadata.name)
    assert.deepEqual(policy.spec.podSelector.matchLabels, spec.template.metadata.labels)
    assert.deepEqual(policy.spec.policyTypes, ['Ingress'])
    const rules: { from: { namespaceSelector: { matchLabels: object } }[]; ports: { port: string }[] }[] =
      policy.spec.ingress
    for (const { from, ports } of rules) {
      assert.ok(from.length > 0 && ports.length > 0)
      for (const { namespaceSelector } of from) assert.ok(Object.keys(namespaceSelector.matchLabels).length > 0)
    }
    const open = rules.flatMap(({ ports }) => ports.map(({ port }) => port))
    assert.deepEqual(open.toSorted(), ports.map(({ name }) => name).toSorted())
  }
})
