import { randomUUID } from 'node:crypto'
import { hashPassword } from '../src/accounts/passwords/hashing.ts'
import { createUser } from '../src/accounts/users/registration.ts'
import { openDatabase } from '../src/database/open.ts'
import { Client } from '../test/support/client.ts'
import { cloneDatabase } from '../test/support/database.ts'
import { HASHES } from '../test/support/imported-hashes.ts'
import { spawnSemel } from '../test/support/process.ts'
import type { Proof } from './proof.ts'

/*
 * Asks a running `semel start` about registered and unregistered addresses, in random order. The worker and the inbox share
 * its process and its processors, so this is the layout that tells most. A run is one request about either kind.
 *
 * The measure is the area under the ROC curve (AUC) of one sample: how often a stranger who sees one answer of each kind
 * tells them apart by the time alone. 0.5 is a coin toss.
 */
const LIMIT = 0.55
/** Few samples vary more: four standard deviations of a coin toss are no finding. */
const limitFor = (runs: number) => Math.max(LIMIT, 0.5 + 4 * Math.sqrt((2 * runs + 1) / (12 * runs * runs)))

/** Requests right after a reset request, which the work of sending an email would slow down. */
const WAKE = 15

export const proof: Proof = {
  rule: 'ORACLE',
  promise: 'Sign-in and reset do not tell whether an address is registered, nor do their limits or what follows',
  defaultRuns: 500,
  async run({ runs, plays }) {
    await using database = await cloneDatabase()
    await using opened = openDatabase(database.url)
    const known = await register(opened.db, runs)
    await using semel = spawnSemel(['start'], { DATABASE_URL: database.url, SECRET_KEY: 'oracle '.repeat(8) })
    const [origin] = (await semel.printed(/http:\/\/[\w.:]+/))!
    const client = new Client(origin!)
    const { csrfToken } = (await client.get('/api/auth/csrf')).body
    const ask = {
      'sign-in': (email: string) => client.post('/api/auth/login', { email, password: 'not the password' }),
      reset: (email: string) =>
        client.post('/api/auth/forgot-password', { email }, { headers: { 'x-csrf-token': csrfToken } }),
    }
    for (const [name, request] of Object.entries(ask)) {
      for (let i = 0; i < 20; i++) await request(unknown())
      const samples = inRandomOrder(known)
      for (let n = 0; n < samples.length; n += SLICE) {
        await plays.run(`${name}: every request is answered`, async () => {
          for (const sample of samples.slice(n, n + SLICE)) await take(client, sample, request)
          return []
        })
      }
      await plays.run(`${name}: answers, times and later requests are alike`, async () => [
        ...compareAnswers(samples),
        ...compareTimes(name, samples, runs),
      ])
    }
    await plays.run('limits are alike', () => compareLimits(ask, known))
    // Refusals take a second each from now on, so there are fewer.
    const each = Math.max(2, Math.ceil(runs / 50))
    for (const [kind, hash] of Object.entries(HASHES)) {
      const samples = inRandomOrder(await register(opened.db, each, hash))
      const name = `sign-in to an account with a hash of ${kind}`
      await plays.run(`${name}: answers and times are alike`, async () => {
        for (const sample of samples) await take(client, sample, ask['sign-in'])
        return [...compareAnswers(samples), ...compareTimes(name, samples, each)]
      })
    }
    return { cases: 4 * runs + 2 * each * Object.keys(HASHES).length, faults: 0 }
  },
}

/** Samples in one play, which has a time limit. */
const SLICE = 50

type Sample = { email: string; isKnown: boolean; answer: string; time: number; wake: number }
type Request = (email: string) => ReturnType<Client['post']>

async function take(client: Client, sample: Sample, request: Request): Promise<void> {
  const start = performance.now()
  const { status, text, headers } = await request(sample.email)
  sample.time = performance.now() - start
  const body = text.replaceAll(/"(requestId|instance)":"[^"]*"/g, '')
  sample.answer = JSON.stringify([status, body, [...headers.keys()].sort().join()])
  const then = performance.now()
  for (let n = 0; n < WAKE; n++) await client.get('/healthz')
  sample.wake = performance.now() - then
}

function compareAnswers(samples: Sample[]): string[] {
  const kinds = new Map<string, Set<boolean>>()
  for (const { answer, isKnown } of samples) kinds.set(answer, (kinds.get(answer) ?? new Set()).add(isKnown))
  return [...kinds].filter(([, seen]) => seen.size < 2).map(([answer]) => `only one kind of address gets ${answer}`)
}

function compareTimes(name: string, samples: Sample[], runs: number): string[] {
  return (['time', 'wake'] as const).flatMap(measure => {
    const area = areaUnderCurve(samples.map(({ isKnown, [measure]: value }) => ({ isKnown, value })))
    const text = `${name}, ${measure === 'time' ? 'the answer' : `${WAKE} requests afterwards`}: AUC ${area.toFixed(3)}`
    console.log(text)
    return Math.max(area, 1 - area) >= limitFor(runs) ? [text] : []
  })
}

/** Both kinds of address are refused at the same request, and with the same words. */
async function compareLimits(ask: Record<string, Request>, known: string[]): Promise<string[]> {
  const violations: string[] = []
  for (const [name, request] of Object.entries(ask)) {
    const [one, other] = await Promise.all(
      [known.at(-1)!, unknown()].map(async email => {
        const codes: string[] = []
        for (let n = 0; n < 12; n++) {
          const { status, body } = await request(email)
          codes.push(`${status} ${body.code}`)
        }
        return codes
      }),
    )
    // The known address was asked about once before.
    const [a, b] = [one!.slice(0, -1).join(), other!.slice(1).join()]
    if (a !== b) violations.push(`${name}: a registered address is answered ${a}, another one ${b}`)
  }
  return violations
}

const unknown = () => `${randomUUID()}@example.com`

async function register(db: ReturnType<typeof openDatabase>['db'], count: number, hash?: string): Promise<string[]> {
  const passwordHash = hash ?? (await hashPassword('a long enough passphrase'))
  const emails = Array.from({ length: count }, unknown)
  await db.transaction().execute(async tx => {
    for (const email of emails) {
      await createUser(tx, { email, userName: 'Someone', password: '' }, passwordHash, new Date())
    }
  })
  return emails
}

function inRandomOrder(known: string[]): Sample[] {
  const samples = known.flatMap(email => [
    { email, isKnown: true, answer: '', time: 0, wake: 0 },
    { email: unknown(), isKnown: false, answer: '', time: 0, wake: 0 },
  ])
  return samples
    .map(sample => ({ sample, at: Math.random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ sample }) => sample)
}

/** The share of pairs in which the known address took longer (Mann and Whitney's U). */
function areaUnderCurve(samples: { isKnown: boolean; value: number }[]): number {
  const sorted = samples.toSorted((a, b) => a.value - b.value)
  const count = sorted.filter(({ isKnown }) => isKnown).length
  const ranks = sorted.reduce((sum, { isKnown }, index) => sum + (isKnown ? index + 1 : 0), 0)
  return (ranks - (count * (count + 1)) / 2) / (count * (sorted.length - count))
}
