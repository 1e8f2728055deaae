import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { openDatabase } from '../../src/database/open.ts'
import type { Db } from '../../src/database/schema.ts'
import { announce } from '../../src/events.ts'
import { publish } from '../../src/notifications/announcements/announcements.ts'
import { systemClock } from '../../src/time.ts'
import { cloneDatabase } from '../support/database.ts'
import { type Person, person } from '../support/people.ts'
import { spawnSemel } from '../support/process.ts'

/* The commands that an operator runs after a restore, on a database without a worker. */
const stack = new AsyncDisposableStack()
let url: string
let db: Db
before(async () => {
  url = stack.use(await cloneDatabase()).url
  db = stack.use(openDatabase(url)).db
})
after(() => stack.disposeAsync())

async function run(...args: string[]) {
  const command = spawnSemel(['deliveries', ...args], { DATABASE_URL: url, SECRET_KEY: 'test '.repeat(8) })
  const code = await new Promise(resolve => command.child.once('close', resolve))
  return { code, output: command.output() }
}

const tell = ({ id }: Person) =>
  db
    .transaction()
    .execute(tx =>
      announce(tx, { type: 'user.email_changed', payload: { userId: id }, to: [{ userId: id }], at: new Date() }),
    )
const statesOf = async ({ id }: Person) => {
  const rows = await db.selectFrom('deliveries').select('state').where('user_id', '=', id).orderBy('id').execute()
  return rows.map(({ state }) => state)
}

test('after a restore every unsent delivery is in doubt until the operator resolves it', async () => {
  const context = { db, clock: systemClock }
  const [ada, bob] = [await person(context), await person(context)]
  const staff = await person(context, 'staff')
  await tell(ada)
  await tell(bob)
  // The worker that was sending it at the time of the backup no longer exists.
  await db
    .updateTable('deliveries')
    .set({ state: 'claimed', worker: 7, attempts: 1 })
    .where('user_id', '=', bob.id)
    .execute()
  const news = { subject: 'Sale', message: 'On Monday.' }
  await db.transaction().execute(tx => publish(tx, news, staff.id, new Date()))

  const doubt = await run('doubt')
  assert.equal(doubt.code, 0, doubt.output)
  assert.match(doubt.output, /In doubt now: 4\./)
  assert.deepEqual([await statesOf(ada), await statesOf(bob)], [Array(2).fill('in_doubt'), Array(2).fill('in_doubt')])

  const arrived = await run('settle', 'arrived', '--kind', 'announcement.published')
  assert.match(arrived.output, /Settled: 2/)
  const again = await run('settle', 'send-again', '--user', bob.email)
  assert.match(again.output, /Settled: 1/)
  assert.deepEqual(
    [await statesOf(ada), await statesOf(bob)],
    [
      ['in_doubt', 'sent'],
      ['pending', 'sent'],
    ],
  )
  assert.match((await run('settle', 'arrived')).output, /Settled: 1/)
  assert.match((await run('settle', 'arrived')).output, /Settled: 0/)
  assert.match((await run('list', '--user', ada.email)).output, /sent .*\(Arrived, says .* by command\.\)/)
})

test('invalid options give a one-line message', async () => {
  for (const [args, words] of [
    [['settle'], /missing required argument 'what'/],
    [['settle', 'perhaps'], /Allowed choices are arrived, send-again/],
    [
      ['settle', 'arrived', '--user', 'nobody@example.com'],
      /There is no user with the id or email address nobody@example\.com\./,
    ],
  ] as const) {
    const { code, output } = await run(...args)
    assert.equal(code, 1, output)
    assert.match(output, words)
    assert.doesNotMatch(output, /\n\s+at /)
  }
})
