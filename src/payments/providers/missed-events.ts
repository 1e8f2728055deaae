/**
 * The second way in for events: the provider's own list of them, read every few minutes. An event that never came, because the
 * secret or the address was wrong or the shop was away for days, is a reason to look all the same, and is counted as missed.
 */
import { sql } from 'kysely'
import type { AppContext } from '../../context.ts'
import type { Db } from '../../database/schema.ts'
import { DAY, MINUTE, SECOND } from '../../time.ts'
import { receiveEvent } from './events-in.ts'
import { type Provider, ProviderError } from './provider.ts'
import '../tables.ts'

const PERIOD = 3 * MINUTE
/** An event may come a moment after it was made, and may be listed late. */
const GRACE = 2 * MINUTE
const OVERLAP = 10 * MINUTE
/** The list begins with the newest, so much is read in pieces that are noted one by one. */
const PIECE = DAY

/** Reads what is new in the list, if nobody else does. @returns how many events had not come; undefined when it was not due */
export async function readMissedEvents(context: AppContext, provider: Provider): Promise<number | undefined> {
  const { db, log } = context
  const { name } = provider
  let missed = 0
  for (let readUntil = await claimCursor(db, provider); readUntil; ) {
    const end = Math.min(readUntil.getTime() + PIECE, Date.now() - GRACE)
    try {
      missed += await readPiece(db, provider, { from: new Date(readUntil.getTime() - OVERLAP), until: new Date(end) })
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error
      log.warn({ provider: name, reason: error.message }, 'the events of the provider cannot be listed')
      await noteFailure(db, name, error.message)
      return missed
    }
    const isDone = end < readUntil.getTime() + PIECE
    await moveCursor(db, name, new Date(end))
    if (isDone) {
      if (missed > 0)
        log.warn({ provider: name, missed }, 'events of the provider did not come, and were found in its list')
      return missed
    }
    readUntil = new Date(end)
  }
  return undefined
}

/** @returns until when the list was read, for the only one who may read on */
async function claimCursor(db: Db, { name, eventsKept }: Provider): Promise<Date | undefined> {
  const { rows } = await sql<{ readUntil: Date }>`
    insert into provider_cursors as c (provider, read_until, due_at)
    values (
      ${name},
      -- Before the first payment there was nothing to miss.
      greatest(now() - make_interval(secs => ${(eventsKept - DAY) / SECOND}),
        coalesce((select min(created_at) from payments where provider = ${name}), now())),
      now() + make_interval(secs => ${PERIOD / SECOND})
    )
    on conflict (provider) do update set due_at = excluded.due_at where c.due_at <= now()
    returning read_until as "readUntil"
  `.execute(db)
  return rows[0]?.readUntil
}

async function moveCursor(db: Db, name: string, until: Date): Promise<void> {
  await sql`
    update provider_cursors set read_until = greatest(read_until, ${until}::timestamptz), failing_since = null, reply = null
    where provider = ${name}
  `.execute(db)
}

async function noteFailure(db: Db, name: string, reply: string): Promise<void> {
  await sql`
    update provider_cursors set failing_since = coalesce(failing_since, now()), reply = ${reply.slice(0, 500)} where provider = ${name}
  `.execute(db)
}

async function readPiece(db: Db, provider: Provider, span: { from: Date; until: Date }): Promise<number> {
  const events = await provider.listEvents(span)
  const { rows } = await sql<{ id: string }>`
    select event_id as id from provider_events
    where provider = ${provider.name} and event_id = any(${events.map(({ id }) => id)}::text[])
  `.execute(db)
  const known = new Set(rows.map(({ id }) => id))
  let missed = 0
  // The oldest first, as they would have come.
  for (const event of events.toReversed()) {
    if (known.has(event.id)) continue
    await receiveEvent(db, provider.name, event, { isFound: true })
    missed++
  }
  return missed
}
