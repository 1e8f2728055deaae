import { sql } from 'kysely'
import type { Db } from '../database/schema.ts'
import { fanOut } from './announcements/fan-out.ts'

/**
 * For a database that was set back in time, by a backup or by a standby that lacked the last commits: it has forgotten
 * what was sent since, so whatever it holds for unsent may have been sent. All of that is put into doubt, and an attempt
 * that is under way is overtaken; one whose last dot was released stays the attempt that the inbox is asked about.
 * Announcements are first written down to their last recipient, for the same reason.
 * @returns how many deliveries that were
 */
export async function doubtWhatIsOpen(db: Db): Promise<number> {
  while (await fanOut(db));
  // When it was sent is not known, only not before its cause: a relay may have forgotten it since (doubt.ts).
  const { numAffectedRows } = await sql`
    update deliveries d
    set state = 'in_doubt', attempts = attempts + (state <> 'finishing')::int, worker = null, claimed_at = null,
      marked_at = e.created_at, reply = 'The database was set back: this may have been sent before.'
    from events e
    where e.id = d.event_id and state in ('pending', 'claimed', 'finishing')
  `.execute(db)
  return Number(numAffectedRows)
}
