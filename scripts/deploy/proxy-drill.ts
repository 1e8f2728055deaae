/** Drills haproxy, nginx and Caddy with the files of deploy/: clients ask while a part of Semel refuses. */
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { startBalancer } from '../../prove/failover/balancer.ts'
import { type Daemon, startDaemon } from '../../prove/failover/programs.ts'
import { render } from '../../prove/failover/shipped.ts'
import { SECOND } from '../../src/time.ts'
import { freePorts } from '../../test/support/free-ports.ts'

type Place = { directory: string; port: number; servers: number[] }

export const PROXIES = {
  haproxy: { path: '/usr/sbin/haproxy', start: startHaproxy },
  nginx: { path: '/usr/sbin/nginx', start: startNginx },
  caddy: { path: '/usr/bin/caddy', start: startCaddy },
}
export type ProxyName = keyof typeof PROXIES

export const whyNoProxy = (name: ProxyName) =>
  existsSync(PROXIES[name].path) ? undefined : `${name} is not installed on this machine: apt-get install ${name}`

/** Runs the drill behind one proxy. @returns what went wrong */
export async function drillProxy(name: ProxyName): Promise<string[]> {
  const directory = mkdtempSync(join(tmpdir(), `semel-${name}-`))
  const semel = [await openStandIn(), await openStandIn()]
  const [port] = (await freePorts(1)) as [number]
  const proxy = await PROXIES[name].start({ directory, port, servers: semel.map(({ port }) => port) })
  const shop = new Shop(port, semel)
  try {
    await shop.until('/products', 200)
    return [
      ...(await oneAreaLocked(shop)),
      ...(await tooLarge(shop, name === 'caddy' ? /^HTTP\/1\.1 413 / : /^HTTP\/1\.1 413 .*body_too_large/s)),
      ...(await tags(shop)),
      ...(await onlyReads(shop)),
      ...(await nobodyThere(shop)),
    ]
  } finally {
    await proxy.kill()
    for (const { server } of semel) server.closeAllConnections()
    for (const { server } of semel) server.close()
    rmSync(directory, { recursive: true, force: true })
  }
}

type Answer = { status: number; body: string; headers: Headers }

class Shop {
  readonly origin: string
  readonly port: number
  readonly semel: StandIn[]

  constructor(port: number, semel: StandIn[]) {
    this.origin = `http://127.0.0.1:${port}`
    this.port = port
    this.semel = semel
  }

  async get(path: string, headers = {}): Promise<Answer> {
    const response = await fetch(this.origin + path, { headers })
    return { status: response.status, body: await response.text(), headers: response.headers }
  }

  /** A proxy asks a server each second at most. */
  async until(path: string, status: number): Promise<Answer | undefined> {
    const deadline = performance.now() + 20 * SECOND
    while (performance.now() < deadline) {
      const answer = await this.get(path).catch(() => undefined)
      if (answer?.status === status) return answer
      await sleep(100)
    }
    return undefined
  }
}

/** Somebody holds a lock on orders, so each of their requests gets 503 after a while. */
async function oneAreaLocked(shop: Shop): Promise<string[]> {
  const end = performance.now() + 2 * SECOND
  const statuses: number[] = []
  const locked = async () => {
    while (performance.now() < end) {
      statuses.push((await shop.get('/api/orders')).status)
      await sleep(50)
    }
  }
  const others = async () => {
    const seen: number[] = []
    while (seen.length < 100 || performance.now() < end) seen.push((await shop.get('/products')).status)
    return seen
  }
  const [seen] = await Promise.all([others(), locked(), locked()])
  const refused = seen.filter(status => status !== 200).length
  return [
    ...(refused > 0 ? [`one area locked: ${refused} of ${seen.length} other pages were refused`] : []),
    ...(statuses.every(status => status === 503) ? [] : [`the locked area answered ${[...new Set(statuses)]}`]),
  ]
}

const TOO_LARGE = 40 * 1024 * 1024
const MANY = 24

/**
 * A client that writes everything before it reads has to read the reason, as straight at Semel. Caddy 2.6 ends its answer when Semel
 * ends the connection, so of some answers only the status arrives.
 */
async function tooLarge(shop: Shop, expected: RegExp): Promise<string[]> {
  const answers: string[] = []
  for (let n = 0; n < MANY; n++) answers.push(await upload(shop.port))
  const wrong = answers.filter(answer => !expected.test(answer))
  return wrong.length > 0
    ? [`40 MB: ${wrong.length} of ${MANY} clients saw ${JSON.stringify(wrong[0]!.slice(0, 200))}`]
    : []
}

async function upload(port: number): Promise<string> {
  const socket = connect(port, '127.0.0.1').on('error', () => {})
  const closed = once(socket, 'close').catch(() => {})
  let answer = ''
  socket.on('data', data => (answer += data))
  socket.write(`POST /api/orders HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nConnection: close\r\n`)
  socket.write(`Content-Type: application/json\r\nContent-Length: ${TOO_LARGE}\r\n\r\n`)
  const part = Buffer.alloc(64 * 1024, ' ')
  for (let sent = 0; sent < TOO_LARGE && !socket.destroyed; sent += part.length) {
    if (!socket.write(part)) await Promise.race([once(socket, 'drain').catch(() => {}), closed])
  }
  await Promise.race([closed, sleep(10 * SECOND)])
  socket.destroy()
  return answer
}

/** A tag that a client got through the proxy, it can send back. */
async function tags(shop: Shop): Promise<string[]> {
  const first = await shop.get('/products', { 'accept-encoding': 'gzip' })
  const tag = first.headers.get('etag') ?? ''
  const again = await shop.get('/products', { 'if-none-match': tag, 'accept-encoding': 'gzip' })
  return first.body === CATALOGUE && again.status === 304 ? [] : [`tag ${tag} was answered by ${again.status}`]
}

/** There is no primary; replicas show the catalogue. */
async function onlyReads(shop: Shop): Promise<string[]> {
  for (const standIn of shop.semel) standIn.ready = false
  await sleep(3 * SECOND)
  const answer = await shop.until('/products', 200)
  return answer ? [] : ['only reads are ready, and the catalogue is refused']
}

/** All processes are away. */
async function nobodyThere(shop: Shop): Promise<string[]> {
  for (const { server } of shop.semel) {
    server.close()
    server.closeAllConnections()
  }
  const answers = [await shop.get('/products'), await shop.get('/products')]
  await sleep(3 * SECOND)
  answers.push(await shop.get('/products'))
  return answers
    .filter(
      ({ status, body, headers }) =>
        status !== 503 || !/"status":503.*Idempotency-Key/.test(body) || !headers.get('retry-after'),
    )
    .map(({ status, body }) => `no process: ${status} ${body.slice(0, 100)}`)
}

const CATALOGUE = 'A lamp. '.repeat(1000)

type StandIn = { server: Server; port: number; ready: boolean }

/** Answers as `serve` does in the drill, without a database. */
async function openStandIn(): Promise<StandIn> {
  const server = createServer((request, response) => answer(standIn, request, response))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const standIn: StandIn = { server, port: (server.address() as AddressInfo).port, ready: true }
  return standIn
}

const LARGEST = 1024 * 1024
/** Semel reads so much of a body that it has refused (`src/http/bodies/large-bodies.ts`). */
const READ_ON = 32 * 1024 * 1024

function answer({ ready }: StandIn, request: IncomingMessage, response: ServerResponse): unknown {
  const problem = (status: number, code: string, headers = {}) =>
    response
      .writeHead(status, { 'content-type': 'application/problem+json', ...headers })
      .end(JSON.stringify({ status, code }))
  if (request.url === '/readyz' && !ready) return problem(503, 'unavailable')
  if (Number(request.headers['content-length'] ?? 0) > LARGEST) {
    let read = 0
    request.on('data', data => {
      read += data.length
      if (read > READ_ON) request.destroy()
    })
    return problem(413, 'body_too_large')
  }
  if (request.url === '/api/orders') return problem(503, 'unavailable', { 'retry-after': '2' })
  const tag = /gzip/.test(request.headers['accept-encoding'] ?? '') ? '"v1-gzip"' : '"v1"'
  if (request.headers['if-none-match']?.replace(/^W\//, '') === tag) return response.writeHead(304, { etag: tag }).end()
  const body = tag === '"v1"' ? CATALOGUE : gzipSync(CATALOGUE)
  response.writeHead(200, { etag: tag, ...(tag !== '"v1"' && { 'content-encoding': 'gzip' }) }).end(body)
}

async function startHaproxy({ directory, port, servers }: Place): Promise<Daemon> {
  return startBalancer(
    directory,
    port,
    servers.map((server, n) => `  server s${n} 127.0.0.1:${server}`),
  )
}

/** The file is a part of a whole configuration. */
async function startNginx({ directory, port, servers }: Place): Promise<Daemon> {
  const [first, second] = servers as [number, number]
  const part = render('nginx.conf', {
    'listen 80': `listen 127.0.0.1:${port}`,
    '127.0.0.1:3001': `127.0.0.1:${first}`,
    '127.0.0.1:3002': `127.0.0.1:${second}`,
  })
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    name => `${name}_temp_path ${directory}/${name};`,
  )
  const config = `daemon off;\nuser root;\npid ${directory}/pid;\nerror_log ${directory}/error.log;\nevents {}\n`
  writeFileSync(join(directory, 'nginx.conf'), `${config}http {\naccess_log off;\n${temporary.join('\n')}\n${part}}\n`)
  return startDaemon('/usr/sbin/nginx', ['-c', join(directory, 'nginx.conf')], { log: join(directory, 'output.log') })
}

async function startCaddy({ directory, port, servers }: Place): Promise<Daemon> {
  const [first, second] = servers as [number, number]
  const config = render('Caddyfile', {
    'shop.example {': `http://127.0.0.1:${port} {`,
    '127.0.0.1:3001': `127.0.0.1:${first}`,
    '127.0.0.1:3002': `127.0.0.1:${second}`,
    'servers {': 'admin off\n  servers {',
  })
  writeFileSync(join(directory, 'Caddyfile'), config)
  const args = ['run', '--adapter', 'caddyfile', '--config', join(directory, 'Caddyfile')]
  return startDaemon('/usr/bin/caddy', args, {
    log: join(directory, 'output.log'),
    env: { XDG_DATA_HOME: directory, XDG_CONFIG_HOME: directory },
  })
}
