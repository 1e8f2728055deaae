import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { connect } from 'node:http2'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { startBalancer } from '../prove/failover/balancer.ts'
import { SECOND } from '../src/time.ts'
import { freePorts } from '../test/support/free-ports.ts'

/** HTTP/2 carries a hundred requests over each. */
const CONNECTIONS = 3
const IN_EACH = 100

/**
 * One client sends 300 requests over three connections to a server that does not answer.
 * @returns how many passed the haproxy of `deploy/`, and how many it refused
 */
export async function sendManyOverFewConnections(): Promise<{ passed: number; refused: number }> {
  const counts = { passed: 0, refused: 0 }
  const deadline = AbortSignal.timeout(20 * SECOND)
  const server = createServer(({ url }, response) => {
    if (url === '/readyz' || url === '/readyz/reads') response.end()
    else counts.passed++
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const directory = mkdtempSync(join(tmpdir(), 'semel-haproxy-'))
  const [front] = (await freePorts(1)) as [number]
  const { port } = server.address() as AddressInfo
  {
    await using _ = await startBalancer(directory, 'haproxy.cfg', front, [`  server s 127.0.0.1:${port}`])
    const address = `http://127.0.0.1:${front}`
    while (!(await fetch(`${address}/readyz`).catch(() => undefined))?.ok && !deadline.aborted) await setTimeout(100)
    const sessions = Array.from({ length: CONNECTIONS }, () => connect(address).on('error', () => {}))
    for (const session of sessions) {
      for (let i = 0; i < IN_EACH; i++) {
        const request = session.request({ ':path': '/' }).on('error', () => {})
        request.on('response', headers => headers[':status'] === 429 && counts.refused++)
      }
    }
    while (counts.passed + counts.refused < CONNECTIONS * IN_EACH && !deadline.aborted) await setTimeout(100)
    for (const session of sessions) session.destroy()
  }
  server.closeAllConnections()
  server.close()
  rmSync(directory, { recursive: true })
  return counts
}
