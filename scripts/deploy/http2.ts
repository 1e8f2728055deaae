import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect } from 'node:http2'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { startBalancer } from '../../prove/failover/balancer.ts'
import { SECOND } from '../../src/time.ts'
import { freePorts } from '../../test/support/free-ports.ts'

/** Starts the haproxy of `deploy/` without servers. @returns whether a client that begins with HTTP/2 gets a response */
export async function speaksHttp2(): Promise<boolean> {
  const directory = mkdtempSync(join(tmpdir(), 'semel-haproxy-'))
  const [port] = (await freePorts(1)) as [number]
  const address = `http://127.0.0.1:${port}`
  const deadline = AbortSignal.timeout(20 * SECOND)
  await using _ = await startBalancer(directory, port, [])
  while (!(await fetch(address).catch(() => undefined))) await setTimeout(100, undefined, { signal: deadline })
  const session = connect(address).on('error', () => {})
  try {
    await once(session.request(), 'response', { signal: deadline })
    return true
  } catch {
    deadline.throwIfAborted()
    return false
  } finally {
    session.destroy()
    rmSync(directory, { recursive: true })
  }
}
