import { setTimeout as sleep } from 'node:timers/promises'
import { openDatabase } from '../../src/database/open.ts'
import { announce } from '../../src/events/announce.ts'
import { SECOND } from '../../src/time.ts'
import { cloneDatabase } from '../../test/support/database.ts'
import { spawnSemel, spawnServe } from '../../test/support/process.ts'
import { openTestRelay } from '../../test/support/relay.ts'
import { openProxy } from '../../test/support/tcp-proxy.ts'
import { newRecipient } from '../testbed.ts'
import { type Drill, isGood, percentile, underLoad } from './load.ts'

/*
 * The machine of the primary freezes: its connections stay open and swallow everything, and new ones get no answer. Then
 * its address belongs to another machine. Nobody cuts the old connections, so Semel has to give them up by itself.
 */
const FROZEN = 20 * SECOND
const WRITES_ARE_BACK = 25 * SECOND
/** A request is answered within this, whatever the database does. */
const ANSWERED = 12.5 * SECOND
const USUAL = 3 * SECOND

export async function replaceFrozen(): Promise<Drill> {
  await using stack = new AsyncDisposableStack()
  const { url } = stack.use(await cloneDatabase())
  const proxy = stack.use(await openProxy(process.env.TEST_DATABASE_URL!))
  const { db } = stack.use(openDatabase(url))
  const reader = await newRecipient({ db })
  const relay = stack.use(await openTestRelay())
  const secret = 'test '.repeat(8)
  const env = { DATABASE_URL: proxy.through(url), SMTP_URL: relay.url, SECRET_KEY: secret, LOG_LEVEL: 'fatal' }
  const worker = stack.use(spawnSemel(['work'], env))
  await worker.printed(/worker is running/)
  const server = stack.use(await spawnServe(proxy.through(url), { LOG_LEVEL: 'fatal' }))

  let [replacedAt, sentAfter] = [0, Infinity]
  const answers = await underLoad(server.origin, url, async () => {
    await sleep(USUAL)
    proxy.swallow()
    proxy.swallowNew()
    await sleep(FROZEN)
    proxy.heal()
    replacedAt = performance.now()
    await db.transaction().execute(tx =>
      announce(tx, {
        type: 'user.registered',
        payload: { userId: reader.id },
        to: [{ userId: reader.id }],
        at: new Date(),
      }),
    )
    while (sentAfter === Infinity && performance.now() - replacedAt < 2 * WRITES_ARE_BACK) {
      await sleep(50)
      const sent = await db.selectFrom('deliveries').select('id').where('state', '=', 'sent').execute()
      if (sent.length > 0) sentAfter = performance.now() - replacedAt
    }
    await sleep(WRITES_ARE_BACK - Math.min(WRITES_ARE_BACK, performance.now() - replacedAt) + USUAL)
  })

  const endOf = ({ sentAt, took }: { sentAt: number; took: number }) => sentAt + took
  const orders = answers.filter(({ isOrder }) => isOrder)
  const firstWrite =
    Math.min(
      ...orders
        .filter(isGood)
        .map(endOf)
        .filter(end => end > replacedAt),
    ) - replacedAt
  const lastFailure = Math.max(replacedAt, ...answers.filter(answer => !isGood(answer)).map(endOf)) - replacedAt
  const slowest = percentile(answers, 1)
  const refused = answers.filter(({ status }) => status === 503).length
  const strange = answers.filter(answer => !isGood(answer) && answer.status !== 503)
  const late = Object.entries({ 'the first order': firstWrite, 'the last 503': lastFailure, 'an email': sentAfter })
  return {
    figures: {
      requests: answers.length,
      '503': refused,
      'slowest in ms': slowest,
      ...Object.fromEntries(late.map(([name, after]) => [`${name} after, in ms`, Math.round(after)])),
    },
    violations: [
      ...strange.map(({ status }) => `answered ${status}`),
      ...(slowest > ANSWERED ? [`a request took ${slowest} ms`] : []),
      ...late
        .filter(([, after]) => after > WRITES_ARE_BACK)
        .map(([name, after]) => `${name} came ${Math.round(after)} ms after the replacement`),
    ],
  }
}
