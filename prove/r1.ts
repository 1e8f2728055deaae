/** The proof of R1: a code that is sent many times at once opens exactly one session. */
import { codeOf, fromBase32, STEP, stepAt } from '../src/accounts/second-factors/totp.ts'
import { openDatabase } from '../src/database/open.ts'
import type { Db } from '../src/database/schema.ts'
import { enterPassword, newPerson, PASSWORD } from '../test/support/accounts.ts'
import { type Answer, Client } from '../test/support/client.ts'
import { cloneDatabase } from '../test/support/database.ts'
import { cleanUpInTwoDays, spawnServe } from '../test/support/process.ts'
import { type Semel, startSemel } from '../test/support/semel.ts'
import type { Proof } from './proof.ts'

const ATTEMPTS = 6
/** Each attempt has five tries. One is left for the check afterwards. */
const CODE_TRIES = 3
/** Every fourth run kills a process while the codes are in flight. */
const KILL_EVERY = 4

/** Users type one code in several spellings. */
const SPELLINGS = [
  (code: string) => code,
  (code: string) => `${code.slice(0, 3)} ${code.slice(3)}`,
  (code: string) => code.replace(/\d/g, digit => String.fromCharCode(0xff10 + Number(digit))),
]

/**
 * Sends one code at once: in several spellings, from several sign-ins, over two processes. A run is one account and its
 * code. Afterwards the code is sent once more, also for clients that got no response. There must be exactly one session.
 */
export const proof: Proof = {
  rule: 'R1',
  promise: 'A one-time login code opens one session',
  defaultRuns: 100,
  async run({ runs, plays }) {
    await plays.run('a code of the step before, shown in the next one', shownInNextStep)
    await using database = await cloneDatabase()
    await using opened = openDatabase(database.url)
    const servers = await Promise.all([spawnServe(database.url), spawnServe(database.url)])
    const counts = { cases: 0, faults: 0 }
    try {
      await plays.run('a worker whose clock is two days ahead', () => withWrongClock(opened.db, database.url, servers))
      for (let run = 1; run <= runs; run++) {
        const name = `one code at once, run ${run}`
        if (!plays.includes(name)) continue
        const kill = run % KILL_EVERY === 0
        counts.cases += ATTEMPTS * CODE_TRIES
        const doomed = kill ? servers[run % 2]! : undefined
        await plays.run(name, () => oneCode(opened.db, servers, `run-${run}@example.com`, doomed))
        if (doomed) {
          counts.faults++
          servers[servers.indexOf(doomed)] = await spawnServe(database.url)
        }
      }
    } finally {
      await Promise.all(servers.map(server => server.kill()))
    }
    return counts
  },
}

type Server = Awaited<ReturnType<typeof spawnServe>>

async function oneCode(db: Db, servers: Server[], email: string, doomed: Server | undefined): Promise<string[]> {
  const clients = Array.from({ length: ATTEMPTS }, (_, i) => new Client(servers[i % servers.length]!.origin))
  const { seed, userId } = await register(clients[0]!, email)
  // Real processes have no fake clock, so this simulates the next time step.
  await db.deleteFrom('sessions').where('user_id', '=', userId).execute()
  await db.deleteFrom('used_codes').where('user_id', '=', userId).execute()

  const tokens = await Promise.all(clients.map(client => enterPassword(client, email)))
  const code = codeOf(seed, stepAt(new Date()))
  const submissions = clients.flatMap((client, i) =>
    SPELLINGS.slice(0, CODE_TRIES).map(spell => submit(client, spell(code), tokens[i]!)),
  )
  if (doomed) {
    // The first response shows that the race has begun; the kill then hits the others at any point.
    await Promise.race(submissions)
    await doomed.kill()
  }
  const answers = (await Promise.all(submissions)).filter(answer => answer !== undefined)
  const survivor = servers.find(server => server !== doomed)!
  const again = (await submit(new Client(survivor.origin), code, tokens.at(-1)!))!

  const sessions = await db.selectFrom('sessions').select('id').where('user_id', '=', userId).execute()
  const opened = [...answers, again].filter(({ status }) => status === 200).length
  const other = [...answers, again].find(({ status }) => ![200, 401].includes(status))
  return [
    ...(sessions.length === 1 ? [] : [`${sessions.length} sessions`]),
    ...(opened > 1 ? [`${opened} answers with a session`] : []),
    ...(other ? [`an answer ${other.status} ${other.body?.code}`] : []),
  ]
}

/** A code fits for two time steps. Once it was used in the first of them, it opens nothing in the second. */
async function shownInNextStep(): Promise<string[]> {
  await using semel = await startSemel({}, { worker: false })
  const reader = await newPerson(semel)
  semel.clock.advance(STEP)
  const code = reader.code()
  const first = await enterInThreeAttempts(semel, reader.email, code)
  semel.clock.advance(STEP)
  const second = await enterInThreeAttempts(semel, reader.email, code)
  return [...expectStatuses(first, [200, 401, 401]), ...expectStatuses(second, [401, 401, 401])]
}

async function enterInThreeAttempts(semel: Semel, email: string, code: string): Promise<number[]> {
  const tokens = await Promise.all([1, 2, 3].map(() => enterPassword(semel.client(), email)))
  const answers = await Promise.all(tokens.map(token => semel.client().post('/api/auth/mfa', { code }, { token })))
  return answers.map(({ status }) => status).sort()
}

/** A process with a wrong clock deletes what is expired. It must not forget the codes and sessions of the present. */
async function withWrongClock(db: Db, databaseUrl: string, servers: Server[]): Promise<string[]> {
  const clients = servers.map(server => new Client(server.origin))
  const { seed, userId } = await register(clients[0]!, 'wrong-clock@example.com')
  await db.deleteFrom('used_codes').where('user_id', '=', userId).execute()
  const code = codeOf(seed, stepAt(new Date()))
  const enter = async (client: Client) => {
    const token = await enterPassword(client, 'wrong-clock@example.com')
    return (await client.post('/api/auth/mfa', { code }, { token })).status
  }
  const statuses = [await enter(clients[0]!)]
  await cleanUpInTwoDays(databaseUrl)
  statuses.push(await enter(clients[1]!))
  const sessions = await db.selectFrom('sessions').select('id').where('user_id', '=', userId).execute()
  // The first session is the one of the registration.
  return [...expectStatuses(statuses, [200, 401]), ...(sessions.length === 2 ? [] : [`${sessions.length} sessions`])]
}

function expectStatuses(found: number[], expected: number[]): string[] {
  return String(found) === String(expected) ? [] : [`answered ${found} instead of ${expected}`]
}

async function register(client: Client, email: string) {
  const { body } = await client.post('/api/auth/register', { email, password: PASSWORD, userName: 'Prover' })
  const seed = fromBase32(body.totp.secret)!
  await client.post('/api/auth/mfa', { code: codeOf(seed, stepAt(new Date())) }, { token: body.partialToken })
  return { seed, userId: body.user.id as string }
}

/** @returns undefined when the process died before it responded */
async function submit(client: Client, code: string, token: string): Promise<Answer | undefined> {
  try {
    return await client.post('/api/auth/mfa', { code }, { token })
  } catch {
    return undefined
  }
}
