import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { hashPassword } from '../src/accounts/passwords/hashing.ts'
import { createUser } from '../src/accounts/users/registration.ts'
import { openDatabase } from '../src/database/open.ts'
import type { Db } from '../src/database/schema.ts'
import { systemClock } from '../src/time.ts'
import { Client } from '../test/support/client.ts'
import { cloneDatabase } from '../test/support/database.ts'
import { HASHES } from '../test/support/imported-hashes.ts'
import { person } from '../test/support/people.ts'
import { spawnSemel } from '../test/support/process.ts'
import { stockProduct } from '../test/support/products.ts'
import { until } from '../test/support/until.ts'
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
  promise:
    'Sign-in, reset, links, withdrawals and claims do not tell whose address it is, nor do their limits or what follows',
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
    const guests = await orderAsGuests(client, opened.db, Math.max(4, Math.ceil(runs / 4)))
    for (const [name, request] of Object.entries(await askAboutGuests(opened.db, client, { guests, ask }))) {
      const samples = inRandomOrder([...guests.keys()])
      await plays.run(`${name}: answers and times are alike`, async () => {
        for (const sample of samples) await take(client, sample, request)
        return [...compareAnswers(samples), ...compareTimes(name, samples, guests.size)]
      })
    }
    await plays.run('limits are alike', () => compareLimits(ask, known))
    // Refusals take a second each from now on, so there are fewer.
    const each = Math.max(2, Math.ceil(runs / 50))
    for (const [kind, hash] of Object.entries(HASHES)) {
      const samples = inRandomOrder(await register(opened.db, each, hash))
      const name = `sign-in to an account with a hash of ${kind}`
      await plays.run(`${name}: answers and times are alike`, async () => {
        await Promise.all(samples.map(sample => take(client, sample, ask['sign-in'])))
        return [...compareAnswers(samples), ...compareTimes(name, samples, each)]
      })
    }
    return { cases: 4 * runs + 10 * guests.size + 2 * each * Object.keys(HASHES).length, faults: 0 }
  },
}

/** Orders of guests, by their addresses. The emails of every second one have arrived an hour ago, so that another is due. */
async function orderAsGuests(client: Client, db: Db, count: number): Promise<Map<string, number>> {
  const items = [{ productId: await stockProduct(db, { stock: count }), quantity: 1 }]
  const guests = new Map<string, number>()
  for (let n = 0; n < count; n++) {
    const email = unknown()
    const { body } = await new Client(client.origin).post('/api/guest-orders', { email, items })
    guests.set(email, body.id)
  }
  const open = db.selectFrom('deliveries').select('id').where('state', '<>', 'sent')
  await until(async () => (await open.execute()).length === 0, 'the confirmations have arrived')
  await sql`
    update deliveries set created_at = created_at - interval '1 hour', ended_at = ended_at - interval '1 hour'
    where event_id in (select id from events where (payload ->> 'orderId')::bigint % 2 = 0)
  `.execute(db)
  return guests
}

/**
 * Asks about an address of a guest, or about another one: signs in, resets, asks for a link, withdraws, and claims by an account without
 * proof.
 */
async function askAboutGuests(
  db: Db,
  client: Client,
  { guests, ask }: { guests: Map<string, number>; ask: Record<'sign-in' | 'reset', Request> },
): Promise<Record<string, Request>> {
  const [first] = guests.values()
  const account = await person({ db, clock: systemClock })
  return {
    'sign-in of a guest': ask['sign-in'],
    'reset of a guest': ask.reset,
    'link of an order': email => client.post('/api/guest-orders/link', { orderId: guests.get(email) ?? first, email }),
    // The second one repeats what the first one stated.
    'withdrawal twice': async email => {
      const order = String(guests.get(email) ?? first)
      await client.post('/api/withdrawals', { name: 'Ada', email, order })
      return client.post('/api/withdrawals', { name: 'Ada', email, order })
    },
    'claim of orders': async email => {
      await db.updateTable('users').set({ email }).where('id', '=', account.id).execute()
      return client.post('/api/users/me/guest-orders', {}, { token: account.token })
    },
  }
}

/** Samples in one play, which has a time limit. */
const SLICE = 50

type Sample = { email: string; isKnown: boolean; answer: string; time: number; wake: number }
type Request = (email: string) => ReturnType<Client['post']>

async function take(client: Client, sample: Sample, request: Request): Promise<void> {
  const start = performance.now()
  const { status, text, headers } = await request(sample.email)
  sample.time = performance.now() - start
  const body = text.replaceAll(/"(requestId|instance|receivedAt)":"[^"]*"/g, '').replaceAll(sample.email, '')
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
      await createUser(tx, { email, userName: 'Someone' }, passwordHash, new Date())
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
