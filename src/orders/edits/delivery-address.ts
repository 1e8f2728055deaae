/** Staff change the address of an order before it is shipped. */
import { sql } from 'kysely'
import type { Tx } from '../../database/schema.ts'
import { invalidInput } from '../../problems.ts'
import { territoryOf } from '../../world/territories.ts'
import { type NewDeliveryAddress, tidyAddress } from '../delivery-address.ts'
import { type Order, showOrder } from '../order.ts'
import { findOrder } from '../queries.ts'
import { isCollected } from '../states.ts'
import { type Actor, lockOpen, notChanged } from './locked.ts'
import { recordEdit } from './record.ts'

/** VAT and delivery depend on the country, so that stays. @throws Problem */
export async function changeAddress(
  tx: Tx,
  orderId: number,
  address: NewDeliveryAddress,
  actor: Actor,
): Promise<Order> {
  const { total, owner, order } = await lockOpen(tx, orderId, actor)
  if (isCollected(order)) throw notChanged(order, 'The customer collects this order, so it has no delivery address.')
  const { country, postcode } = order.deliveryAddress ?? { country: order.taxCountry }
  if (country && address.country !== country) {
    const reason = `must stay ${country}, because VAT and delivery depend on it`
    throw invalidInput({ field: 'deliveryAddress.country', reason, code: 'invalid' })
  }
  const isElsewhere = country && territoryOf(country, postcode) !== territoryOf(address.country, address.postcode)
  if (isElsewhere) {
    const reason = 'is of a place with another VAT. Cancel the order, and place it anew'
    throw invalidInput({ field: 'deliveryAddress.postcode', reason, code: 'invalid' })
  }
  const tidy = JSON.stringify(tidyAddress(address))
  const { numAffectedRows } = await sql`
    update orders set delivery_address = ${tidy}::jsonb where id = ${orderId} and delivery_address is distinct from ${tidy}::jsonb
  `.execute(tx)
  if (numAffectedRows) {
    await recordEdit(tx, {
      orderId,
      owner,
      kind: 'address',
      total,
      after: total,
      items: null,
      takenOut: null,
      refundId: null,
      ...actor,
    })
  }
  return showOrder((await findOrder(tx, orderId))!)
}
