/** The parcels of an order, as the API, pages and emails show them. */
import { type Static, Type } from 'typebox'
import { CHECK, TRIM } from '../../http/input/keywords.ts'
import { orNull, Time } from '../../http/schemas.ts'
import { type OwnCarrier, ownCarriersOf } from '../../shop/own-carriers.ts'
import { CARRIERS, carrierOf } from '../../world/parcels/carriers.ts'
import { PARCEL_WARNINGS, parcelLink, readParcelNumber } from '../../world/parcels/read-number.ts'
import { isOut, type OrderStatus } from '../states.ts'

export const TrackingNumber = Type.String({
  minLength: 1,
  maxLength: 100,
  pattern: '\\S',
  [TRIM]: 'typed',
  description:
    'As people type it or a scanner sends it: with the name of the carrier before it, blanks, the identifier of a ' +
    'symbology, or `420` and a ZIP code. The number alone is kept. What cannot be read stays as it is.',
})

export const CarrierCode = Type.String({
  maxLength: 40,
  [TRIM]: 'words',
  [CHECK]: (code: string) =>
    /^[\p{L}\p{N} ._-]+$/u.test(code) ? undefined : { reason: 'is no carrier', code: 'unknown_carrier' },
  examples: ['dhl'],
  description:
    `The carrier: ${CARRIERS.map(({ code }) => `\`${code}\``).join(', ')}, or one of the settings of the shop. ` +
    'Default: the one that the number names, else that of the delivery method.',
})

export const ShownCarrier = Type.Object({ code: Type.String(), name: Type.String() }, { title: 'Carrier' })

export const ShownParcel = Type.Object(
  {
    number: Type.Integer({ description: 'Counts the parcels of the order.' }),
    carrier: orNull(ShownCarrier),
    trackingNumber: orNull(Type.String()),
    trackingUrl: orNull(Type.String(), { description: 'Where the parcel can be followed.' }),
    warnings: Type.Array(Type.Enum([...PARCEL_WARNINGS]), {
      description:
        '`check_digit`: the last digit does not fit. `other_carrier`: the number looks like one of another carrier. ' +
        '`carrier_unclear`: several carriers have such numbers. `several`: there is more than one number. ' +
        '`keyboard`: it looks like a scan that was typed on another keyboard.',
    }),
    shippedAt: Time,
    items: Type.Array(Type.Object({ line: Type.Integer(), quantity: Type.Integer() }), {
      description: 'What is in it. Empty if its pieces were taken out of the order before it left.',
    }),
  },
  { title: 'Parcel' },
)
export type ShownParcel = Static<typeof ShownParcel>

/** A parcel that left before the last one. */
export type PartParcel = {
  number: number
  carrier: string | null
  trackingNumber: string | null
  at: string | Date
  items: { line: number; quantity: number }[]
}

export type ParcelRow = {
  status: OrderStatus
  carrier: string | null
  trackingNumber: string | null
  deliveryAddress: { postcode?: string | undefined; country?: string | undefined } | null
  ownCarriers: readonly OwnCarrier[] | null
  parts: PartParcel[]
  items: { line: number; quantity: number; shipped: number }[]
  steps?: { status: OrderStatus; at: string | Date }[]
  placedAt: Date
}

/** The last parcel is the rest of the order. An order that left at once has one parcel, also from before parcels were kept. */
export function showParcels(order: ParcelRow): ShownParcel[] {
  const { status, parts, items, steps = [] } = order
  const rest = items.flatMap(({ line, quantity, shipped }) =>
    quantity > shipped ? [{ line, quantity: quantity - shipped }] : [],
  )
  const at = steps.find(step => step.status === 'shipped')?.at ?? order.placedAt
  const last = {
    number: (parts.at(-1)?.number ?? 0) + 1,
    carrier: order.carrier,
    trackingNumber: order.trackingNumber,
    at,
  }
  // A number that was entered for the last parcel shows that there is one, even if all its pieces were taken out of the order.
  const isParcel = rest.length > 0 || parts.length === 0 || order.trackingNumber !== null
  return [...parts, ...(isOut(status) && isParcel ? [{ ...last, items: rest }] : [])].map(parcel =>
    showParcel(parcel, order),
  )
}

function showParcel({ number, at, items, ...parcel }: PartParcel, order: ParcelRow): ShownParcel {
  return { number, ...followed(parcel, order), shippedAt: new Date(at).toISOString(), items }
}

/** Numbers of a time before carriers were kept may name theirs. */
export function followed(
  { carrier: code, trackingNumber }: { carrier: string | null; trackingNumber: string | null },
  { deliveryAddress, ownCarriers }: Pick<ParcelRow, 'deliveryAddress' | 'ownCarriers'>,
): Pick<ShownParcel, 'carrier' | 'trackingNumber' | 'trackingUrl' | 'warnings'> {
  const own = ownCarriersOf({ carriers: ownCarriers ?? [] })
  const read = trackingNumber === null ? undefined : readParcelNumber(trackingNumber, { chosen: code, own })
  const carrier = read?.carrier ?? carrierOf(code, own)
  return {
    carrier: carrier ? { code: carrier.code, name: carrier.name } : code === null ? null : { code, name: code },
    trackingNumber,
    trackingUrl: (read && parcelLink(read, deliveryAddress)) ?? null,
    warnings: read?.warnings ?? [],
  }
}

/** The newest parcel, which old clients know as the order's own. */
export function newestOf(
  parcels: readonly ShownParcel[],
): Pick<ShownParcel, 'carrier' | 'trackingNumber' | 'trackingUrl'> {
  const { carrier = null, trackingNumber = null, trackingUrl = null } = parcels.at(-1) ?? {}
  return { carrier, trackingNumber, trackingUrl }
}
