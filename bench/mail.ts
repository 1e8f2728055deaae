import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { createTransport } from 'nodemailer'
import { openDatabase } from '../src/database/open.ts'
import type { Db } from '../src/database/schema.ts'
import { announce } from '../src/events/announce.ts'
import { publishAnnouncement } from '../src/notifications/announcements/announcements.ts'
import { announcement } from '../src/notifications/messages/announcement.ts'
import { renderHtml } from '../src/notifications/messages/html.ts'
import { renderText } from '../src/notifications/messages/text.ts'
import { UNSET } from '../src/shop/settings.ts'
import { systemClock } from '../src/time.ts'
import { cloneDatabase } from '../test/support/database.ts'
import { person } from '../test/support/people.ts'
import { COMMAND, spawnSemel } from '../test/support/process.ts'
import { type Bench, perSecond } from './bench.ts'

const RELAY_CONNECTIONS = 16

/*
 * An announcement to thousands of users. Each delivery is written to the ledger, claimed, addressed, composed, committed to
 * before its final dot, and recorded. The floor is nodemailer's own pool with as many connections to the same sink. It
 * composes the same email and has no ledger.
 */
export const bench: Bench = {
  title: 'Emails (one worker process, fsync on)',
  async run({ seconds, small, recipients = 100_000 }) {
    await using database = await cloneDatabase()
    await using opened = openDatabase(database.url)
    const { db } = opened
    const staff = await person({ db, clock: systemClock }, 'staff')
    const count = small ? 50 : Math.round(seconds * 2000)
    await addCustomers(db, count)
    const many = small ? 500 : recipients

    const sink = spawn(process.execPath, [fileURLToPath(new URL('./floors/sink.ts', import.meta.url))], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const [line] = await once(sink.stdout, 'data')
    const port = Number(line)
    await using semel = spawnSemel(
      ['work'],
      {
        DATABASE_URL: database.url,
        SMTP_URL: `smtp://127.0.0.1:${port}`,
        SECRET_KEY: 'bench '.repeat(8),
        LOG_LEVEL: 'error',
      },
      COMMAND,
    )
    await semel.printed(/worker is running/)
    try {
      // The first emails of a process are slow in both, because the code is still being compiled.
      await barePool(port, seconds / 5)
      await throughLedger(db)
      const floor = await barePool(port, seconds)
      const measured = await throughLedger(db)
      await addCustomers(db, many - count)
      const reset = await resetDuringAnnouncement(db, staff.id, small ? 2 : 20)
      return [
        { what: `announcement to ${count} users`, measured, unit: '/s', floor, target: 0.5 },
        {
          what: `slowest of urgent emails beside one to ${many}, limit 5 s`,
          measured: reset,
          unit: 'ms',
          floor: 5000,
          target: 1,
        },
      ]
    } finally {
      sink.kill()
    }
  },
}

/** Rows of one statement, which must not meet its time limit. */
const ROWS_A_STATEMENT = 50_000

async function addCustomers(db: Db, count: number): Promise<void> {
  for (let n = 0; n < count; n += ROWS_A_STATEMENT) {
    await sql`
      insert into users (id, email, email_verified_at, user_name, role, password_hash, created_at, confirmed_at)
      select id, id || '@example.test', '1970-01-01', 'Ada Lovelace', 'customer', '', '1970-01-01', '1970-01-01'
      from (select gen_random_uuid() as id from generate_series(1, ${Math.min(ROWS_A_STATEMENT, count - n)}::int)) as ids
    `.execute(db)
  }
  await sql`vacuum analyze users`.execute(db)
}

const NEWS = { subject: 'Summer hours', message: 'In July we close at four.\n\nHave a good summer!' }

async function barePool(port: number, seconds: number): Promise<number> {
  const pool = createTransport({
    host: '127.0.0.1',
    port,
    pool: true,
    maxConnections: RELAY_CONNECTIONS,
    maxMessages: Infinity,
  })
  const shop = { ...UNSET, url: 'http://localhost:3000', name: 'Shop', deliveryPromise: '', legal: '' }
  const letter = announcement(NEWS, 'Ada Lovelace', `${shop.url}/unsubscribe`)
  const message = { subject: NEWS.subject, text: renderText(letter, shop), html: renderHtml(letter, shop) }
  const rate = await perSecond(seconds, RELAY_CONNECTIONS * 4, n =>
    pool.sendMail({ from: 'Semel <hello@semel.example>', to: `Ada Lovelace <${n}@example.test>`, ...message }),
  )
  pool.close()
  return rate
}

/** Milliseconds from the event of an urgent email to its record, the longest of some beside an announcement. */
async function resetDuringAnnouncement(db: Db, userId: string, times: number): Promise<number> {
  await db.transaction().execute(tx => publishAnnouncement(tx, NEWS, null, new Date()))
  let longest = 0
  for (let n = 0; n < times; n++) {
    // The announcement has begun, and each email meets another moment of it.
    await sleep(500)
    const started = performance.now()
    const to = [{ userId }]
    const eventId = await db
      .transaction()
      .execute(tx => announce(tx, { type: 'user.factors_reset', payload: { userId }, to, at: new Date() }))
    for (;;) {
      const { rows } = await sql`select from deliveries where event_id = ${eventId} and state = 'sent'`.execute(db)
      if (rows.length > 0) break
      await sleep(5)
    }
    longest = Math.max(longest, performance.now() - started)
  }
  return longest
}

/** Emails per second, from the publication to the last record. */
async function throughLedger(db: Db): Promise<number> {
  const started = performance.now()
  const id = await db.transaction().execute(tx => publishAnnouncement(tx, NEWS, null, new Date()))
  for (;;) {
    const { rows } = await sql<{ done: boolean }>`
      select fanned_out_at is not null
        and not exists (select from deliveries where state = 'pending')
        and not exists (select from deliveries where state in ('claimed', 'finishing')) as done
      from announcements where id = ${id}
    `.execute(db)
    if (rows[0]!.done) break
    await sleep(100)
  }
  const seconds = (performance.now() - started) / 1000
  const { rows } = await sql<{ sent: number }>`
    select count(*)::int as sent from deliveries d join announcements a using (event_id) where a.id = ${id} and state = 'sent'
  `.execute(db)
  return rows[0]!.sent / seconds
}
