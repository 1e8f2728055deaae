/** The drill of a rolling restart behind haproxy. */
import { spawn, spawnSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { SECOND } from '../../src/time.ts'
import { cloneDatabase } from '../../test/support/database.ts'
import { freePorts } from '../../test/support/free-ports.ts'
import { spawnServe } from '../../test/support/process.ts'
import { type Drill, isGood, percentile, underLoad } from './load.ts'

/** haproxy takes a server back after two checks, two seconds apart, and some time to spare. */
const BACK_IN_USE = 6 * SECOND

/**
 * Restarts two processes, one after the other, behind haproxy with its default options while clients use both.
 * @throws when haproxy is not installed
 */
export async function restartRolling(): Promise<Drill> {
  if (spawnSync('haproxy', ['-v']).error) throw new Error('haproxy is missing: apt-get install haproxy')
  await using stack = new AsyncDisposableStack()
  const { url } = stack.use(await cloneDatabase())
  const [front, ...ports] = await freePorts(3)
  const start = (port: number) => spawnServe(url, { PORT: String(port), DRAIN_DELAY, LOG_LEVEL: 'error' })
  const servers = await Promise.all(ports.map(start))
  stack.defer(async () => {
    await Promise.all(servers.map(server => server.kill()))
  })
  await using _proxy = await startProxy(front!, ports)
  await sleep(BACK_IN_USE)

  const answers = await underLoad(`http://127.0.0.1:${front}`, url, async () => {
    for (const [n, port] of ports.entries()) {
      await servers[n]!.stop()
      servers[n] = await start(port)
      await sleep(BACK_IN_USE)
    }
  })
  const failed = answers.filter(answer => !isGood(answer))
  return {
    figures: { requests: answers.length, failed: failed.length, 'slowest in ms': percentile(answers, 1) },
    violations: failed.map(({ status }) => `answered ${status}`),
  }
}

/** The default in production. */
const DRAIN_DELAY = '8s'

/** Nothing here but addresses, the timeouts of Debian's haproxy.cfg, and the address to check. */
async function startProxy(front: number, ports: number[]): Promise<AsyncDisposable> {
  const directory = await mkdtemp(join(tmpdir(), 'semel-haproxy-'))
  const config = `
defaults
  mode http
  timeout connect 5s
  timeout client 50s
  timeout server 50s
frontend shop
  bind 127.0.0.1:${front}
  default_backend semel
backend semel
  option httpchk GET /readyz
${ports.map(port => `  server s${port} 127.0.0.1:${port} check`).join('\n')}
`
  await writeFile(join(directory, 'haproxy.cfg'), config)
  const child = spawn('haproxy', ['-f', join(directory, 'haproxy.cfg')], { stdio: 'ignore' })
  return {
    async [Symbol.asyncDispose]() {
      child.kill()
      await rm(directory, { recursive: true })
    },
  }
}
