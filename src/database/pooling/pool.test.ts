import assert from 'node:assert/strict'
import { test } from 'node:test'
import type pg from 'pg'
import { isUnavailable } from '../errors.ts'
import { countForAccount, limitRequest } from '../limits.ts'
import { SharedPool } from './pool.ts'

/** One account may have four connections, and 500 requests that wait for them. */
const [CONNECTIONS, QUEUE] = [4, 500]

function openPool() {
  const pool = new SharedPool({ connectionString: process.env.TEST_DATABASE_URL!, max: 10 })
  return {
    /** @param time for the request; a waiting one gets at least a second */
    ask: (account: string | undefined, time = 60_000, network?: string): Promise<pg.PoolClient> =>
      limitRequest({ until: performance.now() + time, area: '', network }, () => {
        if (account) countForAccount(account)
        return pool.connect()
      }),
    [Symbol.asyncDispose]: () => pool.end(),
  }
}

test('an account with 500 waiting requests → it alone is refused the next', async () => {
  await using pool = openPool()
  const held = await Promise.all(Array.from({ length: CONNECTIONS }, () => pool.ask('eve')))
  const waiting = Array.from({ length: QUEUE }, () => pool.ask('eve').then(client => client.release()))
  await assert.rejects(pool.ask('eve'), { code: 'rate_limited', headers: { 'retry-after': '5' } })
  ;(await pool.ask('ada')).release()
  for (const client of held) client.release()
  await Promise.all(waiting)
})

test('waiting in vain → 429 while others of the account succeed, else 503', async () => {
  await using pool = openPool()
  const held = await Promise.all(Array.from({ length: CONNECTIONS }, () => pool.ask('eve')))
  await assert.rejects(pool.ask('eve', 0), isUnavailable)
  const next = Array.from({ length: CONNECTIONS }, () => pool.ask('eve'))
  const last = assert.rejects(pool.ask('eve', 0), { code: 'rate_limited' })
  for (const client of held) client.release()
  await last
  for (const client of await Promise.all(next)) client.release()
})

test('a network floods → five connections, and others wait behind those only', async () => {
  await using pool = openPool()
  // All connections are open, so that nobody waits for PostgreSQL.
  for (const client of await Promise.all(Array.from({ length: 6 }, () => pool.ask(undefined)))) client.release()
  const finished: string[] = []
  const from = (client: string) => pool.ask(undefined, 60_000, client).then(connection => [client, connection] as const)
  const flood = Array.from({ length: 100 }, () => from('192.0.2.1'))
  const person = from('192.0.2.2')
  for (const asking of [...flood, person]) {
    void asking.then(([client, connection]) => {
      finished.push(client)
      setImmediate(() => connection.release())
    })
  }
  await Promise.all([...flood, person])
  assert.ok(finished.indexOf('192.0.2.2') <= 5, String(finished.indexOf('192.0.2.2')))
})

test('networks share an area → a person waits for one request of each', async () => {
  await using pool = openPool()
  for (const client of await Promise.all(Array.from({ length: 6 }, () => pool.ask(undefined)))) client.release()
  const finished: string[] = []
  const from = async (client: string) => {
    const connection = await pool.ask(undefined, 60_000, client)
    finished.push(client)
    setImmediate(() => connection.release())
  }
  const floods = Array.from({ length: 20 }, () => [from('192.0.2.1'), from('192.0.2.2')]).flat()
  await Promise.all([...floods, from('192.0.2.3')])
  // Six have places at once, and four more of the floods were there first.
  assert.ok(finished.indexOf('192.0.2.3') <= 8, String(finished.indexOf('192.0.2.3')))
})
