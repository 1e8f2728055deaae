import assert from 'node:assert/strict'
import { test } from 'node:test'
import { codeOf, fromBase32, stepAt } from '../../src/accounts/second-factors/totp.ts'
import { openDatabase } from '../../src/database/open.ts'
import { enterPassword, PASSWORD } from '../support/accounts.ts'
import { Client } from '../support/client.ts'
import { cloneDatabase } from '../support/database.ts'
import { spawnServe } from '../support/process.ts'

test('R1: one code from 50 sign-ins, over two processes → one session', async () => {
  await using database = await cloneDatabase()
  await using opened = openDatabase(database.url)
  const servers = await Promise.all([spawnServe(database.url), spawnServe(database.url)])
  await using stack = new AsyncDisposableStack()
  for (const server of servers) stack.use(server)

  const clients = Array.from({ length: 50 }, (_, i) => new Client(servers[i % 2]!.origin))
  const email = 'ada@example.com'
  const { body } = await clients[0]!.post('/api/auth/register', { email, password: PASSWORD, userName: 'Ada' })
  const seed = fromBase32(body.totp.secret)!
  const confirmed = await clients[0]!.post(
    '/api/auth/mfa',
    { code: codeOf(seed, stepAt(new Date())) },
    { token: body.partialToken },
  )
  assert.equal(confirmed.status, 200, confirmed.text)
  await opened.db.deleteFrom('sessions').execute()
  // Real processes have no fake clock, so this simulates the next time step.
  await opened.db.deleteFrom('used_codes').execute()

  const attempts = await Promise.all(clients.map(client => enterPassword(client, email)))
  const code = codeOf(seed, stepAt(new Date()))
  const answers = await Promise.all(
    clients.map((client, i) => client.post('/api/auth/mfa', { code }, { token: attempts[i]! })),
  )
  const outcomes = answers.map(({ status, body }) => `${status} ${body.code ?? 'signed in'}`).sort()
  assert.deepEqual(outcomes, ['200 signed in', ...Array(49).fill('401 code_already_used')])
  assert.equal((await opened.db.selectFrom('sessions').select('id').execute()).length, 1)
  assert.equal((await opened.db.selectFrom('used_codes').select('step').where('code', '=', code).execute()).length, 1)
})
