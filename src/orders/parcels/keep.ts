/** Keeps a typed number and its carrier apart. */
import { sql } from 'kysely'
import type { Tx } from '../../database/schema.ts'
import { requireCarrier } from '../../shop/known-carriers.ts'
import { type OwnCarrier, ownCarriersOf } from '../../shop/own-carriers.ts'
import type { Carrier } from '../../world/parcels/carriers.ts'
import { readParcelNumber } from '../../world/parcels/read-number.ts'

export type TypedParcel = { trackingNumber?: string | undefined; carrier?: string | undefined }
export type KeptParcel = { trackingNumber: string | null; carrier: string | null }

/** The carrier is the one that was chosen, or that the number names; else that of the delivery method. @throws Problem */
export async function keptParcel(
  tx: Tx,
  orderId: number,
  { trackingNumber, carrier }: TypedParcel,
): Promise<KeptParcel> {
  const { usual, own } = await readCarriers(tx, orderId)
  const chosen = carrier ? requireCarrier(carrier, own).code : undefined
  if (trackingNumber === undefined) return { trackingNumber: null, carrier: chosen ?? usual }
  const read = readParcelNumber(trackingNumber, { chosen, usual, own })
  return { trackingNumber: read.number, carrier: read.carrier?.code ?? null }
}

async function readCarriers(tx: Tx, orderId: number): Promise<{ usual: string | null; own: Carrier[] }> {
  const { rows } = await sql<{ usual: string | null; carriers: OwnCarrier[] | null }>`
    select m.carrier as usual, (select settings -> 'carriers' from shop_settings) as carriers
    from orders o left join delivery_methods m on m.id::text = o.delivery ->> 'method' where o.id = ${orderId}
  `.execute(tx)
  return { usual: rows[0]?.usual ?? null, own: ownCarriersOf({ carriers: rows[0]?.carriers ?? [] }) }
}
