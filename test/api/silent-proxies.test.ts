import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { audit } from '../../src/accounts/audit-log.ts'
import { findProxyFindings } from '../../src/accounts/proxy-findings.ts'
import { UNKNOWN_CLIENT } from '../../src/http/rate-limits/silent-proxy.ts'
import { startSemel } from '../support/semel.ts'

const WARNING = 'a proxy on this machine sends no X-Forwarded-For; all its clients count as one'

/** A client may send 60 messages an hour. */
async function statuses(count: number, origin: string, headers = {}): Promise<number[]> {
  const body = JSON.stringify({ email: 'ada@example.com', message: 'Hello' })
  const send = async () => {
    const all = { 'content-type': 'application/json', ...headers }
    return (await fetch(`${origin}/api/contact-messages`, { method: 'POST', body, headers: all })).status
  }
  return Promise.all(Array.from({ length: count }, send))
}

test('trusted proxy names no client → its clients share limits, which is reported', async () => {
  const lines: string[] = []
  await using semel = await startSemel(
    { production: true, trustedProxies: 1, logLevel: 'warn' },
    { worker: false, logTo: { write: line => void lines.push(line) } },
  )
  const { origin, db, config } = semel
  for (const probe of ['/healthz', '/readyz']) await fetch(`${origin}${probe}`)
  assert.ok(!lines.join('').includes(WARNING))
  assert.deepEqual(await findProxyFindings(db, config), [])
  for (const headers of [{}, { 'x-forwarded-for': '' }, { 'x-forwarded-for': ' , ' }])
    assert.deepEqual(
      await statuses(20, origin, headers),
      Array.from({ length: 20 }, () => 201),
    )
  assert.deepEqual(await statuses(1, origin), [429])
  assert.deepEqual(await statuses(1, origin, { 'x-forwarded-for': '203.0.113.7' }), [201])
  assert.equal(lines.filter(line => line.includes(WARNING)).length, 1)

  const visit = { ip: UNKNOWN_CLIENT, userAgent: 'Firefox' }
  for (let n = 0; n < 12; n++) await audit(db, 'password_refused', { at: new Date(), userId: randomUUID(), visit })
  const [finding] = await findProxyFindings(db, config)
  assert.match(finding!.text, /came from a proxy on this machine that sends no X-Forwarded-For/)
})

test('no proxy is trusted → a client on this machine spends no limit', async () => {
  await using semel = await startSemel({ production: true, trustedProxies: [] }, { worker: false })
  assert.ok((await statuses(61, semel.origin)).every(status => status === 201))
})
