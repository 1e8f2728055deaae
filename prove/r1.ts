import { codeOf, fromBase32, stepAt } from '../src/accounts/second-factors/totp.ts'
import { openDatabase } from '../src/database/open.ts'
import type { Db } from '../src/database/schema.ts'
import { enterPassword, PASSWORD } from '../test/support/accounts.ts'
import { type Answer, Client } from '../test/support/client.ts'
import { cloneDatabase } from '../test/support/database.ts'
import { spawnServe } from '../test/support/process.ts'
import type { Proof } from './proof.ts'

const ATTEMPTS = 6
/** Each attempt has five tries. One is left for the check afterwards. */
const TRIES = 3
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
  async run({ runs }) {
    await using database = await cloneDatabase()
    await using opened = openDatabase(database.url)
    const servers = await Promise.all([spawnServe(database.url), spawnServe(database.url)])
    const found = { cases: 0, faults: 0, violations: [] as string[] }
    try {
      for (let run = 1; run <= runs; run++) {
        const kill = run % KILL_EVERY === 0
        found.cases += ATTEMPTS * TRIES
        const doomed = kill ? servers[run % 2]! : undefined
        const violation = await oneCode(opened.db, servers, `run-${run}@example.com`, doomed)
        if (violation) found.violations.push(`run ${run}: ${violation}`)
        if (doomed) {
          found.faults++
          servers[servers.indexOf(doomed)] = await spawnServe(database.url)
        }
        if (process.stdout.isTTY) process.stdout.write(`\r${run}/${runs} `)
      }
    } finally {
      await Promise.all(servers.map(server => server.kill()))
    }
    return found
  },
}

type Server = Awaited<ReturnType<typeof spawnServe>>

/** @returns the violation, if there is one */
async function oneCode(
  db: Db,
  servers: Server[],
  email: string,
  doomed: Server | undefined,
): Promise<string | undefined> {
  const clients = Array.from({ length: ATTEMPTS }, (_, i) => new Client(servers[i % servers.length]!.origin))
  const { seed, userId } = await register(clients[0]!, email)
  // Real processes have no fake clock, so this simulates the next time step.
  await db.deleteFrom('sessions').where('user_id', '=', userId).execute()
  await db.deleteFrom('used_codes').where('user_id', '=', userId).execute()

  const tokens = await Promise.all(clients.map(client => enterPassword(client, email)))
  const code = codeOf(seed, stepAt(new Date()))
  const submissions = clients.flatMap((client, i) =>
    SPELLINGS.slice(0, TRIES).map(spell => submit(client, spell(code), tokens[i]!)),
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
  if (sessions.length !== 1) return `${sessions.length} sessions`
  if (opened > 1) return `${opened} answers with a session`
  if (other) return `an answer ${other.status} ${other.body?.code}`
  return undefined
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
