import { execFile, execFileSync, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { openDatabase } from '../../src/database/open.ts'
import { SECOND } from '../../src/time.ts'
import { chooseDelivery, cloneDatabase } from '../../test/support/database.ts'
import { freePorts } from '../../test/support/free-ports.ts'
import { stockProduct } from '../../test/support/products.ts'
import { openTestRelay } from '../../test/support/relay.ts'
import { startBalancer } from '../failover/balancer.ts'
import { ClientLog } from '../failover/client-log.ts'
import { Crowd } from '../failover/crowd.ts'
import { type Daemon, startDaemon } from '../failover/programs.ts'
import { judge } from '../failover/verdict.ts'

/*
 * `npm run prove -- --upgrade REF`: the release of a commit, installed from its own package-lock.json, and the present one
 * behind haproxy with the configuration of deploy/. Customers order and sign in meanwhile: forward process by process,
 * back to the old release on the newer schema, forward again, the contract step, and a restart after it. No request may fail,
 * not even with 503. Any commit since migrations/001_baseline.sql will do.
 */

const execute = promisify(execFile)

const PRESENT = fileURLToPath(new URL('../../', import.meta.url))
/** haproxy takes a server back after a check. */
const BACK_IN_USE = 4 * SECOND

/** @returns whether no request failed and nothing was lost or doubled */
export async function upgrade(ref: string): Promise<boolean> {
  if (spawnSync('haproxy', ['-v']).error) throw new Error('haproxy is missing: apt-get install haproxy')
  await using stack = new AsyncDisposableStack()
  const directory = await mkdtemp(join(tmpdir(), 'semel-upgrade-'))
  stack.defer(() => rm(directory, { recursive: true, force: true }))
  const old = await install(ref, join(directory, 'old'))
  const relay = stack.use(await openTestRelay())
  const { url } = stack.use(await cloneDatabase('template0'))
  const [front, ...ports] = (await freePorts(3)) as [number, number, number]
  const origin = `http://127.0.0.1:${front}`
  const env = environment(url, relay.url, origin)
  const run = async (release: string, ...args: string[]) => {
    await execute(process.execPath, [join(release, 'src/main.ts'), ...args], { env })
  }

  await run(old, 'migrate')
  const units = stack.use(new Units(directory, env, ports))
  await units.roll(old)
  stack.use(
    await startBalancer(
      directory,
      front,
      ports.map(port => `  server s${port} 127.0.0.1:${port}`),
    ),
  )
  await sleep(BACK_IN_USE)
  const log = new ClientLog(origin)
  const crowd = new Crowd(log)
  await gather(crowd, url)

  const step = async (name: string, work: () => Promise<void>) => {
    const [failed, answered] = [log.unavailable + log.broken + log.violations.length, log.answered]
    await work()
    const failures = log.unavailable + log.broken + log.violations.length - failed
    console.log(`${name}: ${failures} of ${log.answered - answered} requests failed`)
  }
  await step(`migrate beside ${ref}`, () => run(PRESENT, 'migrate'))
  await step(`${ref} to the present release`, () => units.roll(PRESENT))
  await step(`back to ${ref}`, () => units.roll(old))
  await step('to the present release again', () => units.roll(PRESENT))
  await step('migrate --contract', () => run(PRESENT, 'migrate', '--contract'))
  await step('restart after it', () => units.roll(PRESENT))
  await sleep(BACK_IN_USE)
  await crowd.stop()

  const { emails, inDoubt, violations } = await judge(url, log, relay, false)
  if (log.broken > 0) violations.push(`${log.broken} requests got no answer`)
  if (log.unavailable > 0) violations.push(`${log.unavailable} requests were answered 503`)
  const { answered, orders, sessions, slowest } = log
  const counted = { requests: answered, orders: orders.size, 'sign-ins': sessions.length, emails, 'in doubt': inDoubt }
  console.table([{ ...counted, 'slowest in ms': Math.round(slowest), violations: violations.length }])
  for (const violation of violations.slice(0, 50)) console.log(`upgrade: ${violation}`)
  return violations.length === 0
}

async function gather(crowd: Crowd, url: string): Promise<void> {
  await chooseDelivery(url)
  await using database = openDatabase(url, { max: 1 })
  const productId = await stockProduct(database.db, { stock: 1_000_000 })
  const client = await database.pool.connect()
  await crowd.start(client, productId)
  client.release()
}

/** The files of a commit with the packages that its lock file names. @returns the directory */
async function install(ref: string, directory: string): Promise<string> {
  await mkdir(directory)
  const files = execFileSync('git', ['archive', ref], { cwd: PRESENT, maxBuffer: 2 ** 30 })
  execFileSync('tar', ['-x', '-C', directory], { input: files })
  execFileSync('npm', ['ci', '--omit=dev', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: directory })
  return directory
}

function environment(url: string, smtpUrl: string, origin: string) {
  return {
    NODE_ENV: 'production',
    DATABASE_URL: url,
    SMTP_URL: smtpUrl,
    SMS_URL: 'none',
    BASE_URL: origin,
    MAIL_FROM: 'Upgrade <upgrade@example.com>',
    SUPPORT_EMAIL: 'support@example.com',
    SECRET_KEY: 'qJ3xv0bnkZ7mWcT5yLr9dPfHs2GaUe8o',
    TRUSTED_PROXIES: 'loopback',
    ORDERS_PER_DAY: '1000000',
    OPEN_ORDERS: '1000000',
    OPEN_PIECES: '1000000',
    LOG_LEVEL: 'warn',
  }
}

/** Two `serve` and one `work`, as the units of systemd start them. */
class Units implements AsyncDisposable {
  readonly #running = new Map<string, Daemon>()
  readonly #directory: string
  readonly #env: Record<string, string>
  readonly #ports: number[]

  constructor(directory: string, env: Record<string, string>, ports: number[]) {
    this.#directory = directory
    this.#env = env
    this.#ports = ports
  }

  /** Restarts one unit after the other with the release in a directory. */
  async roll(release: string): Promise<void> {
    for (const port of this.#ports) {
      const { child } = await this.#restart(release, 'serve', port)
      while (!(await isReady(port))) {
        if (child.exitCode !== null) throw new Error(`serve ended:\n${await this.#lastWordsOf(`serve${port}`)}`)
        await sleep(0.1 * SECOND)
      }
      await sleep(BACK_IN_USE)
    }
    await this.#restart(release, 'work', 0)
    await sleep(BACK_IN_USE)
  }

  async #restart(release: string, command: string, port: number): Promise<Daemon> {
    const name = `${command}${port}`
    await stop(this.#running.get(name))
    const daemon = startDaemon(process.execPath, [join(release, 'src/main.ts'), command], {
      log: join(this.#directory, `${name}.log`),
      env: { ...this.#env, PORT: String(port) },
    })
    this.#running.set(name, daemon)
    return daemon
  }

  async #lastWordsOf(name: string): Promise<string> {
    return (await readFile(join(this.#directory, `${name}.log`), 'utf8')).trimEnd().split('\n').at(-1)!
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all([...this.#running.values()].map(daemon => daemon.kill()))
  }
}

async function stop(daemon: Daemon | undefined): Promise<void> {
  if (!daemon || daemon.child.exitCode !== null) return
  const closed = once(daemon.child, 'close')
  daemon.child.kill('SIGTERM')
  await closed
}

async function isReady(port: number): Promise<boolean> {
  const answer = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined)
  return answer?.ok ?? false
}
