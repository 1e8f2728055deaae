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
  known = await registered(semel)
})
after(() => semel[Symbol.asyncDispose]())

async function registered(semel: Semel): Promise<string[]> {
  const passwordHash = await hashPassword(PASSWORD, HASHING)
  const emails = Array.from({ length: PAIRS / 5 }, () => `${randomUUID()}@example.com`)
  await semel.db.transaction().execute(async tx => {
    for (const email of emails) {
      await createUser(tx, { email, userName: 'Someone' }, passwordHash, semel.clock.now())
    }
  })
  return emails
}

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

test(`login takes equally long for unknown addresses and wrong passwords (${PAIRS} pairs)`, async () => {
  const { longer, shift } = await compare(email =>
    semel.client().post('/api/auth/login', { email, password: 'not the password' }),
  )
  assert.ok(shift < 0.05, `${(shift * 100).toFixed(1)} % apart`)
  assert.ok(longer > 0.4 && longer < 0.6, `the known address took longer in ${longer * 100} %`)
})

test(`forgot-password takes equally long for unknown and known addresses (${PAIRS} pairs)`, async () => {
  const browser = semel.client()
  const { csrfToken } = (await browser.get('/api/auth/csrf')).body
  const headers = { 'x-csrf-token': csrfToken }
  const { longer, shift } = await compare(email => browser.post('/api/auth/forgot-password', { email }, { headers }))
  assert.ok(shift < 0.05, `${(shift * 100).toFixed(1)} % apart`)
  assert.ok(longer > 0.4 && longer < 0.6, `the known address took longer in ${longer * 100} %`)
})

/** Requests for each kind. Before emails were due later, 76 % of the guesses were right. */
const AFTERWARDS = 120

test(`after forgot-password, next requests take equally long for any address (${AFTERWARDS} each)`, async () => {
  await using sending = await startSemel({}, { hashing: HASHING })
  const known = await registered(sending)
  const browser = sending.client()
  const { csrfToken } = (await browser.get('/api/auth/csrf')).body
  const headers = { 'x-csrf-token': csrfToken }
  const next = async (email: string) => {
    const { status } = await browser.post('/api/auth/forgot-password', { email }, { headers })
    assert.equal(status, 200)
    return took(async () => {
      for (let i = 0; i < 15; i++) await browser.get('/healthz')
    })
  }
  const times: Record<'known' | 'unknown', number[]> = { known: [], unknown: [] }
  for (let i = 0; i < AFTERWARDS; i++) {
    for (const kind of i % 2 ? (['known', 'unknown'] as const) : (['unknown', 'known'] as const)) {
      times[kind].push(await next(kind === 'known' ? known[i % known.length]! : `${randomUUID()}@example.com`))
    }
  }
  // The share of pairs that somebody who looks at the time would guess right. Its standard error is 0.037.
  const longer = times.known.map(time => times.unknown.filter(other => other < time).length / times.unknown.length)
  const guessed = longer.reduce((sum, share) => sum + share) / longer.length
  assert.ok(Math.abs(guessed - 0.5) < 0.15, `the time tells known addresses in ${(guessed * 100).toFixed(1)} %`)
})
