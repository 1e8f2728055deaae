import { Agent } from 'node:http'
import { hashPassword, verifyPassword } from '../src/accounts/passwords/hashing.ts'
import { addAuthenticator, confirmFactor } from '../src/accounts/second-factors/factors.ts'
import { codeOf, stepAt } from '../src/accounts/second-factors/totp.ts'
import { createUser } from '../src/accounts/users/registration.ts'
import { loadConfig } from '../src/config.ts'
import type { AppContext } from '../src/context.ts'
import { openDatabase } from '../src/database/open.ts'
import { openServiceKey } from '../src/database/service-key.ts'
import { systemClock } from '../src/time.ts'
import { PASSWORD } from '../test/support/accounts.ts'
import { cloneDatabase } from '../test/support/database.ts'
import { COMMAND, spawnServe } from '../test/support/process.ts'
import { type Bench, perSecond } from './bench.ts'
import { post } from './post.ts'

/*
 * Sign-ins over HTTP: password, code, session. A sign-in costs at least one argon2id hash; the floor is the number of
 * hashes that the same machine computes per second and nothing else.
 */
export const bench: Bench = {
  title: 'Sign-ins (password, one-time code and session, over HTTP)',
  async run({ seconds, small }) {
    await using database = await cloneDatabase()
    await using opened = openDatabase(database.url)
    const SECRET_KEY = 'bench '.repeat(8)
    const serviceKey = await openServiceKey(opened.db, loadConfig({ SECRET_KEY }).secretKey!)
    const passwordHash = await hashPassword(PASSWORD)
    // A code signs in once, so each account signs in once.
    const people = await signUp(
      { db: opened.db, clock: systemClock, serviceKey } as AppContext,
      passwordHash,
      (seconds + 1) * 300,
    )
    await using semel = await spawnServe(database.url, { SECRET_KEY }, COMMAND)
    const concurrency = small ? 1 : 8
    const agent = new Agent({ keepAlive: true })
    let next = 0
    const signIn = async () => {
      const { email, seed } = people[next++ % people.length]!
      const opened = await post(agent, `${semel.origin}/api/auth/login`, { email, password: PASSWORD })
      const code = codeOf(seed, stepAt(new Date()))
      await post(agent, `${semel.origin}/api/auth/mfa`, { code }, JSON.parse(opened).partialToken)
    }
    let floor = 0
    let measured = 0
    const turns = small ? 1 : 3
    // Both are warmed up, so that the compilation of the first seconds is not measured.
    const warmUp = small ? 0 : 3
    await perSecond(warmUp, concurrency, () => verifyPassword(passwordHash, PASSWORD))
    await perSecond(warmUp, concurrency, signIn)
    for (let turn = 0; turn < turns; turn++) {
      floor += (await perSecond(seconds, concurrency, () => verifyPassword(passwordHash, PASSWORD))) / turns
      measured += (await perSecond(seconds, concurrency, signIn)) / turns
    }
    agent.destroy()
    return [{ what: `${concurrency} people at once`, measured, unit: '/s', floor, target: 0.8 }]
  },
}

function signUp(context: AppContext, passwordHash: string, count: number) {
  return context.db.transaction().execute(async tx => {
    const people: { email: string; seed: Buffer }[] = []
    for (let n = 0; n < count; n++) {
      const email = `person-${n}@example.com`
      const input = { email, userName: 'Someone', password: PASSWORD }
      const userId = await createUser(tx, input, passwordHash, new Date())
      const { id, seed } = await addAuthenticator(tx, context, { userId })
      await confirmFactor(tx, id, new Date())
      people.push({ email, seed })
    }
    return people
  })
}
