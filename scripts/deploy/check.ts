/*
 * `npm run check:deploy`: asks systemd, haproxy, nginx, Caddy and Prometheus whether they accept the files of deploy/. These programs come
 * from Debian's packages systemd, haproxy, nginx, caddy and prometheus. `npm test` checks the files that need no program.
 */
import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { fitted } from '../../prove/failover/shipped.ts'
import { speaksHttp2 } from './http2.ts'
import { drillProxy, PROXIES, type ProxyName, whyNoProxy } from './proxy-drill.ts'

const deploy = fileURLToPath(new URL('../../deploy', import.meta.url))
const units = mkdtempSync(join(tmpdir(), 'semel-units-'))
cpSync(join(deploy, 'systemd'), units, { recursive: true })
// systemd asks whether the program exists.
for (const name of readdirSync(units).filter(name => name.endsWith('.service'))) {
  const path = join(units, name)
  writeFileSync(path, readFileSync(path, 'utf8').replaceAll('/usr/bin/semel', process.execPath))
}

check('systemd', 'systemd-analyze', ['verify', '--man=no', ...readdirSync(units).filter(isUnit).map(inUnits)], /\S/)
for (const name of ['semel-serve@.service', 'semel-work@.service']) {
  check('systemd', 'systemd-analyze', ['security', '--offline=true', '--threshold=20', inUnits(name)])
}
check('haproxy', 'haproxy', ['-c', '-f', haproxyConfig()])
// One haproxy may have both parts.
check('haproxy', 'haproxy', ['-c', '-f', haproxyConfig(), '-f', databaseProxy()])
if (!process.exitCode) await checkHttp2()
check('nginx', 'nginx', ['-t', '-c', nginxConfig()])
check('caddy', 'caddy', ['validate', '--adapter', 'caddyfile', '--config', join(deploy, 'Caddyfile')])
check('prometheus', 'promtool', ['check', 'rules', join(deploy, 'prometheus/alerts.yml')])
check('prometheus', 'promtool', ['test', 'rules', join(deploy, 'prometheus/alerts.test.yml')])
check('prometheus', 'promtool', ['test', 'rules', join(deploy, 'prometheus/births.test.yml')])
for (const name of Object.keys(PROXIES) as ProxyName[]) await drill(name)
rmSync(units, { recursive: true })

/** Prints the result of the drill behind one proxy. */
async function drill(name: ProxyName) {
  const wrong = whyNoProxy(name) ?? (await drillProxy(name)).join('\n')
  if (!wrong) return console.log(`ok      the drill behind ${name}`)
  console.error(`wrong   the drill behind ${name}\n${wrong}`)
  process.exitCode = 1
}

/** One client could have a hundred times as many requests in progress as connections. */
async function checkHttp2() {
  if (!(await speaksHttp2())) return console.log('ok      haproxy speaks no HTTP/2')
  console.error('wrong   haproxy speaks HTTP/2')
  process.exitCode = 1
}

/** Has the error file where it is in the clone. */
function haproxyConfig(): string {
  const path = join(units, 'haproxy.cfg')
  const config = readFileSync(join(deploy, 'haproxy.cfg'), 'utf8')
  writeFileSync(path, config.replaceAll('/etc/haproxy/errors/semel-503.http', join(deploy, 'haproxy-503.http')))
  return path
}

/** Has certificates, which haproxy reads. */
function databaseProxy(): string {
  const certificates = join(units, 'certificates')
  check('openssl', join(deploy, 'certificates.sh'), [certificates, 'semel1.internal'])
  cpSync(join(certificates, 'semel1.internal'), join(units, 'tls'), { recursive: true })
  // Renewed machines and those that are not yet have to trust each other.
  check('openssl', join(deploy, 'certificates.sh'), [certificates, 'semel1.internal'])
  check('openssl', 'openssl', ['verify', '-CAfile', join(certificates, 'ca.crt'), join(units, 'tls/machine.crt')])
  check('openssl', 'openssl', [
    'verify',
    '-CAfile',
    join(units, 'tls/ca.crt'),
    join(certificates, 'semel1.internal/machine.crt'),
  ])
  const path = join(units, 'database.cfg')
  writeFileSync(path, fitted('patroni/haproxy.cfg', { machine: 'semel1', address: '127.0.0.1', directory: units }))
  return path
}

/** The file of deploy/ is a part of a whole configuration. */
function nginxConfig(): string {
  const path = join(units, 'nginx.conf')
  writeFileSync(path, `events {}\nhttp {\n  include ${join(deploy, 'nginx.conf')};\n}\n`)
  return path
}

function isUnit(name: string): boolean {
  return name.endsWith('.service')
}

function inUnits(name: string): string {
  return join(units, name)
}

/** @param complaint output that means failure although the program ends with 0 */
function check(debianPackage: string, program: string, args: string[], complaint?: RegExp): void {
  const { error, status, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8' })
  const output = `${stdout ?? ''}${stderr ?? ''}`
  const name = `${program} ${args.join(' ')}`
  const missing = (error as NodeJS.ErrnoException | undefined)?.code === 'ENOENT'
  if (status === 0 && !complaint?.test(output)) {
    console.log(`ok      ${name}`)
    return
  }
  console.error(missing ? `missing ${program}: apt-get install ${debianPackage}` : `wrong   ${name}\n${output}`)
  process.exitCode = 1
}
