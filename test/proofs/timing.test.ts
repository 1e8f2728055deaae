import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { hashPassword } from '../../src/accounts/passwords/hashing.ts'
import { createUser } from '../../src/accounts/users/registration.ts'
import { PASSWORD } from '../support/accounts.ts'
import { type Semel, startSemel } from '../support/semel.ts'

/*
 * Response times must not tell whether an address is registered. Requests for a known and an unknown address are sent in
 * pairs at the same time, so that other load affects both alike. Which of the two takes longer must be a coin toss. With
 * 500 pairs, a fair coin falls outside of 40 to 60 % once in 200,000 runs. The hash is a fifth of the real one: a missing
 * hash still doubles the time, and a missing statement is a larger share of it.
 */
const PAIRS = 500
const HASHING = { memory: 8192, passes: 1, parallelism: 1 }

let semel: Semel
let known: string[]
before(async () => {
  semel = await startSemel({}, { worker: false, hashing: HASHING })
  const passwordHash = await hashPassword(PASSWORD, HASHING)
  known = Array.from({ length: PAIRS / 5 }, () => `${randomUUID()}@example.com`)
  await semel.db.transaction().execute(async tx => {
    for (const email of known) {
      await createUser(tx, { email, userName: 'Someone', password: PASSWORD }, passwordHash, semel.clock.now())
    }
  })
})
after(() => semel[Symbol.asyncDispose]())

async function took(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}

/** The share of pairs in which the known address took longer, and the median difference relative to the median time. */
async function compare(ask: (email: string) => Promise<unknown>) {
  const unknown = known.map(() => `${randomUUID()}@example.com`)
  for (let i = 0; i < 20; i++) await ask(`${randomUUID()}@example.com`)
  const differences: number[] = []
  const times: number[] = []
  for (let i = 0; i < PAIRS; i++) {
    const addresses = [known[i % known.length]!, unknown[i % known.length]!]
    // The order within a pair alternates.
    if (i % 2) addresses.reverse()
    const [a, b] = (await Promise.all(addresses.map(address => took(() => ask(address))))) as [number, number]
    differences.push(i % 2 ? b - a : a - b)
    times.push(a, b)
  }
  return {
    longer: differences.filter(difference => difference > 0).length / PAIRS,
    shift: Math.abs(median(differences)) / median(times),
  }
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!
}

test(`login takes as long for an unknown address as for a wrong password (${PAIRS} pairs)`, async () => {
  const { longer, shift } = await compare(email =>
    semel.client().post('/api/auth/login', { email, password: 'not the password' }),
  )
  assert.ok(shift < 0.05, `${(shift * 100).toFixed(1)} % apart`)
  assert.ok(longer > 0.4 && longer < 0.6, `the known address took longer in ${longer * 100} %`)
})

test(`forgot-password takes as long for an unknown address as for a known one (${PAIRS} pairs)`, async () => {
  const browser = semel.client()
  const { csrfToken } = (await browser.get('/api/auth/csrf')).body
  const headers = { 'x-csrf-token': csrfToken }
  const { longer, shift } = await compare(email => browser.post('/api/auth/forgot-password', { email }, { headers }))
  assert.ok(shift < 0.05, `${(shift * 100).toFixed(1)} % apart`)
  assert.ok(longer > 0.4 && longer < 0.6, `the known address took longer in ${longer * 100} %`)
})
