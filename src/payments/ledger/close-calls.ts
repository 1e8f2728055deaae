import { sql } from 'kysely'
import type { Tx } from '../../database/schema.ts'
import '../tables.ts'

/** Once a payment has ended, what was not answered needs no repeat, also of a process that was killed: its end is the answer. */
export async function closeCalls(tx: Tx, id: string): Promise<void> {
  await sql`
    update payment_calls c
    set state = case when c.kind = 'capture' and p.state = 'captured' then 'done' else 'failed' end, ended_at = now(),
      reply = 'The payment had ended.'
    from payments p
    where p.id = ${id} and c.payment_id = p.id and c.kind in ('capture', 'cancel')
      and c.state in ('pending', 'sending', 'in_doubt')
      and p.state in ('captured', 'cancelled', 'expired', 'failed')
  `.execute(tx)
}
