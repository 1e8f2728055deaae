import { sql } from 'kysely'
import { one } from '../database/rows.ts'
import type { Tx } from '../database/schema.ts'

/** The outcome for the emails of an event. `sent`: at least one has left, or leaves in this moment. */
export type TakenBack = 'stopped' | 'sent'

/**
 * Stops the emails of an event that was announced by mistake. One conditional UPDATE decides the race with the workers: a delivery
 * that is claimed has certainly not been sent, because its final dot waits for `commitToSend`, which is an UPDATE of the same row
 * under the condition that it is still claimed. The later of the two finds no row. So an email is stopped or sent, and never both.
 */
export async function takeBack(tx: Tx, eventId: string): Promise<TakenBack> {
  await sql`
    with stopped as (
      update deliveries set state = 'skipped', ended_at = statement_timestamp(), reply = 'What it was about was taken back.'
      where event_id = ${eventId} and state in ('pending', 'claimed')
      returning id, event_id
    )
    insert into event_outbox (type, data, at)
    select 'delivery.skipped', jsonb_strip_nulls(jsonb_build_object(
      'deliveryId', stopped.id, 'kind', e.type, 'orderId', e.payload -> 'orderId')), statement_timestamp()
    from stopped join events e on e.id = stopped.event_id
  `.execute(tx)
  // A statement of its own sees what a worker has committed while the first one waited for its lock.
  const { rows } = await sql<{ isGone: boolean }>`
    select coalesce(bool_or(state not in ('skipped', 'failed')), true) as "isGone" from deliveries where event_id = ${eventId}
  `.execute(tx)
  return one(rows).isGone ? 'sent' : 'stopped'
}
