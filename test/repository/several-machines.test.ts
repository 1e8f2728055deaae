/** The files for several machines. `npm run prove -- --failover` starts them; this needs no program. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { parseEnv } from 'node:util'
import { parse } from 'yaml'
import { fitted, REPLACED, render, shipped } from '../../prove/failover/shipped.ts'
import { isLoopback } from '../../src/config/local-address.ts'
import { loadConfig } from '../../src/config.ts'

const deploying = readFileSync(new URL('../../docs/deploy.md', import.meta.url), 'utf8')
const DATABASES = ['db1.internal', 'db2.internal', 'db3.internal']
const place = { machine: 'db1', address: '127.9.9.1', directory: '/tmp/drill/db1' }
const settings = parseEnv(shipped('systemd/semel-cluster.env.example'))

/** Each certificate of the documented command: the names in it. */
const certificates = /^\.\/certificates\.sh \S+ (.*)$/m
  .exec(deploying)![1]!
  .split(' ')
  .map(names => names.split(','))

for (const file of Object.keys(REPLACED) as (keyof typeof REPLACED)[]) {
  test(`the failover drill replaces in ${file} only what operators fill in`, () => {
    for (const [name, own] of Object.entries(REPLACED[file](place))) {
      assert.match(name, /^(\d+(\.\d+){3}(\/\d+)?|(\/[a-z]+)+|MACHINE|([A-Z]+_)?PASSWORD)$/)
      // Stays on one line, and without anything that could be a setting of its own.
      assert.match(own, /^[\w./]+$/)
    }
    const lines = (text: string) => text.split('\n').map(line => /^\s*(- |[^:=]*[:=])?/.exec(line)![0])
    if (!file.endsWith('.cfg')) assert.deepEqual(lines(fitted(file, place)), lines(shipped(file)))
  })
}

test('file no longer contains what the failover drill replaces → it ends', () => {
  assert.throws(
    () => render('patroni/patroni.yml', { '10.9.9.9': '127.0.0.1' }),
    /patroni.yml does not contain 10.9.9.9/,
  )
})

test('PostgreSQL under Patroni has TLS and admits no network client without it', () => {
  const { postgresql, restapi, etcd, bootstrap } = parse(shipped('patroni/patroni.yml'))
  assert.equal(postgresql.parameters.ssl, 'on')
  for (const line of postgresql.pg_hba) {
    assert.match(line, /^(local|hostssl) /)
    assert.match(line, / (peer|scram-sha-256)$/)
  }
  // Without these, Patroni itself needs a line for 127.0.0.1.
  assert.deepEqual([postgresql.use_unix_socket, postgresql.use_unix_socket_repl], [true, true])
  for (const role of ['replication', 'rewind']) assert.equal(postgresql.authentication[role].sslmode, 'verify-full')
  assert.deepEqual([restapi.verify_client, etcd.protocol], ['required', 'https'])
  assert.equal(bootstrap.dcs.synchronous_mode, true)
  assert.deepEqual(
    etcd.hosts.split(','),
    DATABASES.map(name => `${name}:2379`),
  )
})

test('etcd speaks TLS only, and with owners of a certificate only', () => {
  const { ETCD_INITIAL_CLUSTER, ...env } = parseEnv(fitted('etcd/etcd.env.example', place))
  const urls = Object.entries(env).filter(([name]) => name.endsWith('_URLS'))
  assert.equal(urls.length, 4)
  for (const [name, url] of urls) assert.match(url!, /^https:/, name)
  assert.equal(ETCD_INITIAL_CLUSTER, DATABASES.map(name => `${name.split('.')[0]}=https://${name}:2380`).join())
  assert.deepEqual(
    [env.ETCD_CLIENT_CERT_AUTH, env.ETCD_PEER_CLIENT_CERT_AUTH, env.ETCD_ENABLE_V2],
    Array(3).fill('true'),
  )
})

test('haproxy asks each database machine with TLS and verifies its name', () => {
  const servers = [...shipped('patroni/haproxy.cfg').matchAll(/^ *server \S+ (\S+):5432 verifyhost (\S+)$/gm)]
  assert.deepEqual(
    servers.map(([, host, name]) => [host, name]),
    DATABASES.map(name => [name, name]),
  )
  assert.match(shipped('patroni/haproxy.cfg'), /^ *default-server check .*check-ssl verify required ca-file /m)
})

test('every database address is verified by a name of its certificate', () => {
  const { hostname } = new URL(settings.DATABASE_URL!)
  assert.ok(!isLoopback(hostname), 'production asks for no encryption on loopback')
  assert.match(deploying, new RegExp(`127\\.0\\.0\\.1 ${hostname}\\b`))
  assert.ok(deploying.includes(`\nDATABASE_URL="${settings.DATABASE_URL}"\n`), 'the page shows the address of the file')
  for (const name of DATABASES) {
    const names = certificates.find(([first]) => first === name)
    assert.deepEqual(names, [name, hostname])
  }
  const reads = settings.DATABASE_READ_URL!.split(',').map(url => new URL(url))
  assert.deepEqual(
    reads.map(url => url.hostname),
    DATABASES,
  )
  for (const { searchParams } of [new URL(settings.DATABASE_URL!), ...reads]) {
    assert.equal(searchParams.get('sslmode'), 'verify-full')
    assert.equal(searchParams.get('sslrootcert'), '/etc/ssl/semel/ca.crt')
  }
})

test('production accepts the settings for several machines once the key is there', () => {
  const certificate = fileURLToPath(new URL('../support/fixtures/relay-certificate.pem', import.meta.url))
  const env = parseEnv(shipped('systemd/semel-cluster.env.example').replaceAll('/etc/ssl/semel/ca.crt', certificate))
  assert.throws(() => loadConfig(env), /invalid:\n {2}SECRET_KEY is required[^\n]*$/)
  const config = loadConfig({ ...env, SECRET_KEY: 'vQ7mPz0rT4yKe9sLw2Xb6Jc1Nf8Hd3Ga' })
  assert.deepEqual(config.doubtfulNames, [])
  assert.deepEqual(
    [config.host, config.operationsHost, config.failover],
    ['127.0.0.1', 'MACHINE.internal', 'synchronous'],
  )
})
