/** The testbed of the email proofs: a worker that will fail, and an inbox that counts. */

import { randomUUID, randomUUIDv7 } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Stage } from '../src/dev/inbox-faults.ts'
import { announce } from '../src/events/announce.ts'
import type { AttemptOutcome } from '../src/notifications/states.ts'
import { startWorker } from '../src/worker.ts'
import { type SemelProcess, spawnSemel } from '../test/support/process.ts'
import { type Semel, startSemel } from '../test/support/semel.ts'

/** Number of emails, at most as many as a worker has connections, so that one kill hits all of them at the same point. */
export const DELIVERIES = 8

export type Recipient = { id: string; email: string }

/** `settle` and `arrivals`: Semel is before a real relay (`emails/behind-relay.ts`). */
type TestbedSemel = Semel & { settle?: () => Promise<void>; arrivals?: () => Promise<string[]> }

/** One worker process that will fail, one inbox that may misbehave, and eight emails in flight. */
export class Testbed {
  readonly semel: TestbedSemel
  readonly recipients: Recipient[] = []
  #stack = new AsyncDisposableStack()
  #victim: SemelProcess | undefined

  private constructor(semel: TestbedSemel) {
    this.semel = semel
  }

  static async open(semel: TestbedSemel): Promise<Testbed> {
    const testbed = new Testbed(semel)
    testbed.#stack.defer(() => semel.inbox.faults.clear())
    return testbed
  }

  get db() {
    return this.semel.db
  }

  get faults() {
    return this.semel.inbox.faults
  }

  get victim(): SemelProcess {
    return this.#victim!
  }

  /** A worker process, ready to deliver. @param extra further environment */
  async startVictim(extra: Record<string, string> = {}): Promise<void> {
    const { smtpUrl } = this.semel.config
    const env = {
      DATABASE_URL: this.semel.databaseUrl,
      SECRET_KEY: 'test '.repeat(8),
      LOG_LEVEL: 'error',
      ...(smtpUrl && { SMTP_URL: smtpUrl }),
      ...extra,
    }
    this.#victim = this.#stack.use(spawnSemel(['work'], env))
    await this.#victim.printed(/worker is running/)
  }

  /** Starts another worker, in this process, that never fails. */
  startHealthyWorker(): void {
    this.#stack.use(startWorker(this.semel, { databaseUrl: this.semel.databaseUrl }))
  }

  /** Announces one event to each of `count` new recipients. @returns these */
  async announce(count = DELIVERIES): Promise<Recipient[]> {
    for (let n = 0; n < count; n++) this.recipients.push(await newRecipient(this.semel))
    const recipients = this.recipients.slice(-count)
    await this.db.transaction().execute(async tx => {
      for (const { id } of recipients) {
        await announce(tx, { type: 'user.registered', payload: { userId: id }, to: [{ userId: id }], at: new Date() })
      }
    })
    return recipients
  }

  /** Holds every dialogue of these deliveries at a stage. @returns once all are there, a function that releases them */
  async holdAll(stage: Stage, count = DELIVERIES): Promise<() => void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    this.faults.add({ at: stage, times: count, until: promise })
    const there = this.faults.reached(stage, count)
    await this.announce(count)
    await there
    return resolve
  }

  /**
   * Locks the rows of all open deliveries, so that every write to them waits.
   * @returns a wait for `writers` statements to be stuck, and the release
   */
  async lockRows() {
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    const { promise: locked, resolve: haveLocked } = Promise.withResolvers<void>()
    const done = this.db.transaction().execute(async tx => {
      await sql`select id from deliveries where state in ('claimed', 'finishing') for update`.execute(tx)
      haveLocked()
      await released
    })
    await locked
    return {
      stuck: () => this.until(async () => (await this.stuckBackends()).length > 0),
      release: async () => {
        release()
        await done
      },
    }
  }

  async stuckBackends(statement = 'update deliveries'): Promise<number[]> {
    if (process.env.TEST_CITUS_URL) {
      // The session waits for a machine, where another session waits for the lock.
      const { rows } = await sql<{ pid: number }>`
        select distinct waiting_gpid as pid from citus_lock_waits where blocked_statement like ${`%${statement}%`}
      `.execute(this.db)
      return rows.map(({ pid }) => pid)
    }
    const { rows } = await sql<{ pid: number }>`
      select pid from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and query like ${`%${statement}%`}
    `.execute(this.db)
    return rows.map(({ pid }) => pid)
  }

  async terminateStuck(statement?: string): Promise<void> {
    for (const pid of await this.stuckBackends(statement)) {
      // The ids that Citus gives are bigint.
      await sql`select pg_terminate_backend(${sql.lit(pid)})`.execute(this.db)
    }
  }

  async until(condition: () => Promise<boolean>, timeout = 60_000): Promise<void> {
    const deadline = Date.now() + timeout
    // The database may be down for a moment, because that is one of the faults.
    while (!(await condition().catch(() => false))) {
      if (Date.now() > deadline) throw new Error('The condition was not met in time.')
      await sleep(20)
    }
  }

  /** Waits until every delivery is finished. Behind a real relay, a person settles doubts. */
  async allFinished(timeout?: number): Promise<void> {
    await this.until(async () => {
      await this.semel.settle?.()
      const { rows } = await sql<{ open: number }>`
        select count(*)::int as open from deliveries where state not in ('sent', 'failed', 'skipped')
      `.execute(this.db)
      return rows[0]!.open === 0
    }, timeout)
  }

  /** Waits until every announcement is fanned out. */
  async fannedOut(): Promise<void> {
    await this.until(async () => {
      const open = await this.db.selectFrom('announcements').select('id').where('fanned_out_at', 'is', null).execute()
      return open.length === 0
    })
  }

  /** The number of attempts that ended in one of these ways, with a reply like this SQL pattern. */
  async attempts(outcomes: AttemptOutcome[], reply?: string): Promise<number> {
    const rows = await this.db
      .selectFrom('delivery_attempts')
      .innerJoin('deliveries', 'deliveries.id', 'delivery_attempts.delivery_id')
      .select('number')
      .where('delivery_attempts.outcome', 'in', outcomes)
      .$if(reply !== undefined, query => query.where('delivery_attempts.reply', 'like', reply!))
      .where('deliveries.user_id', 'in', idsOf(this.recipients))
      .execute()
    return rows.length
  }

  /** Counts the deliveries to these recipients that were sent. */
  async finished(recipients: Recipient[]): Promise<number> {
    const sent = this.db.selectFrom('deliveries').select('id').where('state', '=', 'sent')
    return (await sent.where('user_id', 'in', idsOf(recipients)).execute()).length
  }

  /**
   * A text for every reader who did not get exactly one email at the current address.
   * @param fault when it is certain that the relay accepted nothing, also one about deliveries that came in doubt
   */
  async violations({ isCertain }: { isCertain?: true } = {}): Promise<string[]> {
    const late = (await this.semel.arrivals?.()) ?? []
    const doubts = isCertain ? await this.attempts(['in_doubt', 'arrived', 'not_arrived']) : 0
    const { rows } = await sql<{ email: string; mails: number; state: string; attempts: string }>`
      select u.email, (select count(*)::int from dev_mail m where m.recipient = u.email) as mails, d.state, (
        select string_agg(a.outcome || ' (' || a.reply || ')', ', ' order by a.number)
        from delivery_attempts a where a.delivery_id = d.id
      ) as attempts
      from deliveries d join users u on u.id = d.user_id
      where d.user_id = any(${idsOf(this.recipients)})
    `.execute(this.db)
    return [
      ...late,
      ...rows
        .filter(({ mails, state }) => mails !== 1 || state !== 'sent')
        .map(
          ({ email, mails, state, attempts }) =>
            `${email} got ${mails} emails, and the ledger says ${state} after these attempts: ${attempts}`,
        ),
      ...(doubts > 0 ? [`${doubts} deliveries came in doubt`] : []),
    ]
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#stack.disposeAsync()
  }
}

function idsOf(recipients: Recipient[]): string[] {
  return recipients.map(({ id }) => id)
}

export async function newRecipient({ db }: Pick<Semel, 'db'>): Promise<Recipient> {
  const id = randomUUIDv7()
  const email = `${randomUUID()}@example.test`
  await db
    .insertInto('users')
    .values({
      id,
      email,
      user_name: 'Someone',
      role: 'customer',
      password_hash: '',
      created_at: new Date(),
      confirmed_at: new Date(),
    })
    .execute()
  return { id, email }
}

/** Semel without a worker, on a database of its own. */
export async function openSemel(): Promise<Semel> {
  return startSemel({}, { worker: false })
}
