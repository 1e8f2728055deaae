/** Semel before a real relay that hands all emails to the development inbox. A person settles doubts by the log of the relay. */
import { writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { SECOND } from '../../src/time.ts'
import { callSemel } from '../../test/support/commands.ts'
import { type RelayProgramName, startRelayProgram, whyNoRelay } from '../../test/support/relay-programs.ts'
import type { Semel } from '../../test/support/semel.ts'
import { openSemel, Testbed } from '../testbed.ts'
import { openDoor } from './relay-door.ts'

/** A relay may need as long as an email may be underway in all. */
const ARRIVES_WITHIN = 30 * SECOND
/** Time in which a relay writes its log, and in which a second email would arrive. */
const SETTLES_DOWN = 2 * SECOND

export type SemelBehindRelay = Semel & { settle: () => Promise<void>; arrivals: () => Promise<string[]> }

/** @throws when the program is not installed */
export async function openBehind(name: RelayProgramName): Promise<SemelBehindRelay> {
  const missing = whyNoRelay(name)
  if (missing) throw new Error(missing)
  const stack = new AsyncDisposableStack()
  const open = stack.use(await openSemel())
  const relay = stack.use(await startRelayProgram(name, { next: open.inbox.port }))
  const door = stack.use(await openDoor(relay.port))
  const semel: SemelBehindRelay = {
    ...open,
    config: { ...open.config, smtpUrl: door.url },
    inbox: { ...open.inbox, faults: door.faults },
    settle: () => settle(semel, relay.log),
    arrivals: () => arrivals(semel),
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
  // A log without any email of Semel is taken for another file.
  await using testbed = await Testbed.open(semel)
  testbed.startHealthyWorker()
  await testbed.announce(1)
  await testbed.allFinished()
  return semel
}

/** Acts as an operator ten minutes after a doubt. OpenSMTPD logs no Message-ID, so there the next server is asked. */
async function settle(semel: Semel, log: () => string): Promise<void> {
  const { rows } = await sql<{ waits: boolean }>`
    select bool_and(state = 'in_doubt') as waits from deliveries where state not in ('sent', 'failed', 'skipped')
  `.execute(semel.db)
  if (!rows[0]!.waits) return
  await sleep(SETTLES_DOWN)
  await sql`update deliveries set reply_awaited_until = statement_timestamp() where state = 'in_doubt'`.execute(
    semel.db,
  )
  const file = join(tmpdir(), `semel-relay-${process.pid}.log`)
  const text = log()
  const kept = await semel.db.selectFrom('dev_mail').select('message_id').execute()
  await writeFile(file, text.includes('msgid=') ? kept.map(mail => mail.message_id).join('\n') : text)
  const env = { DATABASE_URL: semel.databaseUrl, SECRET_KEY: 'test '.repeat(8) }
  for (const what of ['arrived', 'send-again'])
    await callSemel(['deliveries', 'settle', what, '--relay-log', file], env)
}

/** Waits until the relay has handed on what it took. @returns violations: what took too long */
async function arrivals({ db }: Semel): Promise<string[]> {
  const deadline = performance.now() + ARRIVES_WITHIN
  const missing = sql<{ count: number }>`
    select count(*)::int as count from deliveries d join users u on u.id = d.user_id
    where d.state = 'sent' and not exists (select from dev_mail m where m.recipient = u.email)
  `
  while ((await missing.execute(db)).rows[0]!.count > 0 && performance.now() < deadline) await sleep(50)
  await sleep(SETTLES_DOWN)
  const { rows } = await sql<{ email: string; seconds: number }>`
    select u.email, extract(epoch from min(m.received_at) - d.ended_at)::int as seconds
    from deliveries d join users u on u.id = d.user_id join dev_mail m on m.recipient = u.email
    group by u.email, d.ended_at
    having min(m.received_at) - d.ended_at > make_interval(secs => ${sql.lit(ARRIVES_WITHIN / SECOND)})
  `.execute(db)
  return rows.map(({ email, seconds }) => `${email}: the relay kept the email for ${seconds} s`)
}
