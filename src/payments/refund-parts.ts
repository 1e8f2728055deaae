/** Says how one refund is divided between the payments of an order, and how its rows belong together. */
import { type RawBuilder, sql } from 'kysely'

/**
 * The id of the refund that has the return or the edit for which a row of `refunds` gives money: itself, unless it is a further part.
 * @param refund the name of the row in its statement
 */
export const FIRST_OF = (refund: RawBuilder<unknown>) => sql<string>`coalesce(${refund}.part_of, ${refund}.id)`

/**
 * Tests whether a row of `refunds` is money that was never the price of the order, or is not anymore: it was too much, a partly paid order
 * costs so much less, or an edit has made the order smaller. So it is no part of what has paid the order.
 */
export const IS_NO_PRICE = (
  refund: RawBuilder<unknown>,
  orderId: RawBuilder<unknown>,
) => sql<boolean>`${refund}.state <> 'failed' and (
  ${refund}.taken_off or ${refund}.source = 'surplus' or exists (
    select from order_edits e where e.order_id = ${orderId} and e.refund_id = ${FIRST_OF(refund)}
  )
)`

/**
 * Takes each payment whole before the next one. With the largest first, so few payments give money back as can be, and the same order is
 * divided the same way each time.
 * @param amount in minor units; undefined: all that is left
 * @returns none when less is left
 */
export function divideRefund<Source extends { left: number }>(
  sources: readonly Source[],
  amount: number | undefined,
): { source: Source; part: number }[] {
  const parts: { source: Source; part: number }[] = []
  let wanted = amount ?? Number.POSITIVE_INFINITY
  for (const source of sources) {
    const part = Math.min(source.left, wanted)
    if (part <= 0) continue
    parts.push({ source, part })
    wanted -= part
  }
  return amount !== undefined && wanted > 0 ? [] : parts
}
