/**
 * Takes the last step of an order back: a shipment, or a delivery that was marked too early. Its email is stopped as long as no
 * worker has committed to send it (events/take-back.ts); if it has gone, the order goes back all the same, and the answer says so.
 */
import { sql } from 'kysely'
import type { Tx } from '../../database/schema.ts'
import { publishToFeed } from '../../events/publish.ts'
import { type TakenBack, takeBack } from '../../events/take-back.ts'
import { Problem } from '../../problems.ts'
import { STEPS, type UndoneStep } from '../states.ts'
import { noSuchOrder } from '../transition.ts'
import './tables.ts'

type Details = { by: string; now: Date }

/** `none`: the step has no email. */
export type Undone = { orderId: number; status: 'processing' | 'shipped'; emailOutcome: TakenBack | 'none' }

/** @throws Problem `not_found`, `wrong_order_state` */
export async function undoStep(tx: Tx, orderId: number, step: UndoneStep, { by, now }: Details): Promise<Undone> {
  const {
    to: from,
    from: [to],
  } = STEPS[step]
  const { rows } = await sql<{ eventId: string | null }>`
    with back as (
      -- Goods that are on their way back were sent.
      update orders set status = ${to}, tracking_number = case when ${step} = 'ship' then null else tracking_number end,
        carrier = case when ${step} = 'ship' then null else carrier end
      where id = ${orderId} and status = ${from}
        and not exists (select from returns r where r.order_id = orders.id and r.state <> 'declined')
      returning id
    ), step as (
      delete from order_steps s using back where s.order_id = back.id and s.status = ${from}
      returning s.order_id, s.status, s.by_user, s.at, s.event_id
    ), kept as (
      insert into order_undone_steps (order_id, status, by_user, at, undone_by, undone_at)
      select order_id, status, by_user, at, ${by}::uuid, ${now}::timestamptz from step
    )
    select step.event_id as "eventId" from back left join step on step.order_id = back.id
  `.execute(tx)
  const [row] = rows
  if (!row) throw await explainUndo(tx, orderId, step)
  const emailOutcome = row.eventId === null ? 'none' : await takeBack(tx, row.eventId)
  await publishToFeed(tx, now, { type: 'order.step_undone', data: { orderId, status: to, undone: from } })
  return { orderId, status: to, emailOutcome }
}

async function explainUndo(tx: Tx, orderId: number, step: UndoneStep): Promise<Problem> {
  const {
    to: from,
    from: [to],
  } = STEPS[step]
  const order = await tx.selectFrom('orders').select('status').where('id', '=', orderId).executeTakeFirst()
  if (!order) return noSuchOrder()
  const why =
    order.status === from
      ? 'A return of this order has begun, so it stays as it is.'
      : `The order is ${order.status}; only an order that is ${from} can go back to ${to}.`
  return new Problem('wrong_order_state', why, { members: { from: order.status, to } })
}
