import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import fc from 'fast-check'
import { deleteExpiredAccountData } from '../../src/accounts/delete-expired.ts'
import { addAuthenticator, confirmFactor } from '../../src/accounts/second-factors/factors.ts'
import { codeAlreadyUsed, useUp } from '../../src/accounts/second-factors/one-time-codes.ts'
import { acceptSmsCode, sendSmsCode } from '../../src/accounts/second-factors/sms-codes.ts'
import { acceptedSteps, codeOf, STEP, stepAt } from '../../src/accounts/second-factors/totp.ts'
import { openPartialSession } from '../../src/accounts/sign-in/partial-session.ts'
import type { Tx } from '../../src/database/schema.ts'
import { createWeb } from '../../src/web.ts'
import { lastSms, newPerson, type Person } from '../support/accounts.ts'
import { Client } from '../support/client.ts'
import { lockedOut } from '../support/locks.ts'
import { type Semel, startSemel } from '../support/semel.ts'
import { runs } from '../support/thorough.ts'
import { times } from '../support/times.ts'

/*
 * R1 checked against a model: codes of steps around now, in any spelling, in new and old attempts, at a sign-in or a
 * step-up, on either of two servers, alone or many at once, while time passes. The model is one set of used steps.
 */
let semel: Semel
let servers: string[]
before(async () => {
  semel = await startSemel({}, { worker: false })
  const other = await createWeb(semel)
  servers = [semel.origin, await other.listen({ host: '127.0.0.1', port: 0 })]
  stop = () => other.close()
})
let stop: () => Promise<unknown>
after(async () => {
  await stop()
  await semel[Symbol.asyncDispose]()
})

const SPELLINGS: ((code: string) => string)[] = [
  code => code,
  code => `${code.slice(0, 3)} ${code.slice(3)}`,
  code => `\t${[...code].join('-')}\n`,
  code => [...code].map(digit => String.fromCodePoint(0xff10 + Number(digit))).join(''),
  code => `${code.slice(0, 2)}\u00a0${code.slice(2)}`,
]

type Act = {
  wait: number
  skew: number
  spelling: number
  server: number
  times: number
  at: 'new' | 'old' | 'step-up'
}

const act: fc.Arbitrary<Act> = fc.record({
  // Time moves in thirds of a step, to hit windows at their edges and in the middle.
  wait: fc.constantFrom(0, 0, 1, 2, 3, 4, 9),
  skew: fc.constantFrom(0, 0, 0, -1, -1, -2, 1),
  spelling: fc.nat(SPELLINGS.length - 1),
  server: fc.nat(1),
  times: fc.constantFrom(1, 1, 1, 2, 5),
  at: fc.constantFrom('new', 'new', 'old', 'step-up'),
})

test('any random sequence of attempts → a code is accepted at most once', async () => {
  const person = await newPerson(semel)
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 1, maxLength: 12 }), async acts => {
      await semel.db.deleteFrom('budgets').execute()
      const used = new Set((await semel.db.selectFrom('used_codes').select('step').execute()).map(({ step }) => step))
      let old = await attempt(person)
      let { token } = person
      for (const { wait, skew, spelling, server, times, at } of acts) {
        semel.clock.advance(wait * 10_000)
        // The cleanup must not delete codes that could still match.
        await deleteExpiredAccountData(semel.db)
        const step = stepAt(semel.clock.now()) + skew
        const code = SPELLINGS[spelling]!(codeOf(person.seed, step))
        const may = acceptedSteps(semel.clock.now()).includes(step) && !used.has(step)
        const send = (index: number, bearer: string) =>
          new Client(servers[(server + index) % 2]!).post(
            at === 'step-up' ? '/api/auth/reauthenticate' : '/api/auth/mfa',
            { code },
            { token: bearer },
          )
        const bearers = await Promise.all(
          Array.from({ length: times }, () => (at === 'new' ? attempt(person) : at === 'old' ? old : token)),
        )
        const answers = await Promise.all(bearers.map((bearer, index) => send(index, bearer)))
        const accepted = answers.filter(({ status }) => status === 200)
        const fits = acceptedSteps(semel.clock.now()).includes(step)
        for (const { status, body } of answers) {
          if (status === 200) continue
          assert.ok(status === 401 || status === 429, `${status}`)
          if (fits && at !== 'step-up') assert.match(body.code, /code_already_used|sign_in_ended|rate_limited/)
        }
        assert.ok(accepted.length <= 1, 'at most once')
        // An old attempt may be over, or wrong codes may have reached the limit; nothing else refuses a good code.
        if (accepted.length === 1) assert.ok(may, 'only when good and unused')
        else if (may && at === 'new') assert.ok(answers.every(({ body }) => body.code === 'rate_limited'))
        if (accepted.length === 1) {
          used.add(step)
          if (at === 'step-up') token = accepted[0]!.body.token
          if (at === 'old') old = await attempt(person)
        }
      }
      person.token = token
    }),
    { numRuns: times(runs(60, 25)) },
  )
})

for (const kind of ['an authenticator', 'a text message'] as const) {
  test(`two concurrent transactions use up one code of ${kind} → one succeeds`, async () => {
    const phone = '+4915112345678'
    const { id: userId } = await newPerson(semel, { phone })
    const sent = { userId, purpose: 'this test', now: semel.clock.now() }
    await sendSmsCode(semel, { ...sent, visit: { ip: '::1', userAgent: undefined } })
    const { code } = await lastSms(semel, phone)
    const take = async (tx: Tx) => {
      if (kind === 'an authenticator') await useUp(tx, userId, code, [1], sent.now)
      else if ((await acceptSmsCode(tx, semel, { ...sent, code })) === 'used') throw codeAlreadyUsed()
    }
    const [taken, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const first = semel.db.transaction().execute(async tx => {
      await take(tx)
      taken.resolve()
      await held.promise
    })
    await taken.promise
    const second = semel.db.transaction().execute(take)
    const refused = assert.rejects(second, { code: 'code_already_used' })
    await lockedOut(semel.db)
    held.resolve()
    await first
    await refused
  })
}

test('sign-in ended → a code another user used is no used code', async () => {
  const [one, other] = [await newPerson(semel), await newPerson(semel)]
  const enter = (code: string, token: string) => semel.client().post('/api/auth/mfa', { code }, { token })
  assert.equal((await enter(one.code(), await attempt(one))).status, 200)
  const over = await attempt(other)
  assert.equal((await enter(other.code(), over)).status, 200)
  assert.equal((await enter(other.code(), over)).body.code, 'code_already_used')
  assert.equal((await enter(one.code(), over)).body.code, 'sign_in_ended')
})

test('a code that two consecutive steps share by chance is accepted once', async () => {
  // The seed of RFC 6238, appendix B, makes 963181 in both steps, at nine o'clock on 23 February 2026.
  const [seed, second] = [Buffer.from('12345678901234567890'), 59_061_241]
  assert.equal(codeOf(seed, second), codeOf(seed, second - 1))
  semel.clock.set(new Date((second - 1) * STEP))
  const person = await newPerson(semel)
  await semel.db.transaction().execute(async tx => {
    const { id } = await addAuthenticator(tx, semel, { userId: person.id, seed })
    await confirmFactor(tx, id, semel.clock.now())
  })
  const code = codeOf(seed, second)
  const enter = async () => semel.client().post('/api/auth/mfa', { code }, { token: await attempt(person) })
  assert.equal((await enter()).status, 200)
  for (const wait of [0, STEP]) {
    semel.clock.advance(wait)
    assert.equal((await enter()).body.code, 'code_already_used')
  }
})

const attempt = (person: Person) =>
  semel.db
    .transaction()
    .execute(
      async tx => (await openPartialSession(tx, semel, { userId: person.id, now: semel.clock.now() })).partialToken,
    )
