/**
 * Judges the number of a parcel beside the order for which a table or a file names it, before anything is changed: a number on the wrong
 * order would send customers to somebody else's parcel.
 */
import type { Carrier } from '../../world/parcels/carriers.ts'
import { readParcelNumber } from '../../world/parcels/read-number.ts'
import { showParcels } from '../parcels/parcel.ts'
import { type NumberOwner, plain } from '../parcels/queries.ts'
import type { findOrder } from '../queries.ts'
import { explainRefusal, isCollected, isGivenBack, isOut } from '../states.ts'
import type { Outcome } from './tables.ts'

type Order = NonNullable<Awaited<ReturnType<typeof findOrder>>>

export type NumberRow = {
  row: number
  trackingNumber: string
  carrier: string | null
  postcode: string | null
}

/** Another row of the same batch. */
export type Twin = { row: number; orderId: number | null; ownerId: string | null; trackingNumber: string }

export type Judged = { outcome: Outcome; code?: string; explanation?: string }

export type Known = {
  /** Carriers that the shop has added. */
  own: readonly Carrier[]
  /** Orders that have these numbers already. */
  owners: readonly NumberOwner[]
  twins: readonly Twin[]
}

/** @returns `moved` for an order that leaves with this number, `numbered` for one that has left without a number */
export function judgeNumber(order: Order, row: NumberRow, known: Known): Judged {
  const { number, warnings, meant } = readParcelNumber(row.trackingNumber, { chosen: row.carrier, own: known.own })
  const parcels = showParcels(order)
  const isSame = (other: string | null) => other !== null && plain(other) === plain(number)
  if (parcels.some(({ trackingNumber }) => isSame(trackingNumber))) return { outcome: 'known' }
  if (warnings.includes('keyboard')) {
    const hint = meant ? ` Did it mean ${meant}?` : ''
    return refused('wrong_keyboard', `This looks like a scanner that is set to another keyboard.${hint}`)
  }
  if (warnings.includes('several')) return refused('several_numbers', 'There is more than one number in this field.')
  const mistaken = mistakenFor(order, { ...row, number }, known)
  if (mistaken) return mistaken
  return judgeState(order, parcels.at(-1)?.trackingNumber ?? null)
}

/** A parcel goes to one customer, at the postcode on its label. */
function mistakenFor(order: Order, row: NumberRow & { number: string }, { owners, twins }: Known): Judged | undefined {
  const postcode = order.deliveryAddress?.postcode
  if (row.postcode && postcode && plain(row.postcode) !== plain(postcode)) {
    return refused('wrong_order', 'The parcel goes to another postcode than the order.')
  }
  const earlier = twins.find(twin => twin.orderId === order.id && twin.row < row.row)
  if (earlier) {
    return plain(earlier.trackingNumber) === plain(row.trackingNumber)
      ? { outcome: 'known' }
      : refused('repeated_order', 'The order has another number further up. Send its parcels one by one on its page.')
  }
  const isOther = (one: { orderId: number | null; ownerId: string | null }) =>
    one.orderId !== order.id && one.ownerId !== order.owner.id
  const owner =
    owners.find(one => plain(one.number) === plain(row.number) && isOther(one)) ??
    twins.find(one => one.orderId !== null && plain(one.trackingNumber) === plain(row.trackingNumber) && isOther(one))
  return owner && refused('number_in_use', `Order #${owner.orderId}, of another customer, has this number too.`)
}

function judgeState(order: Order, last: string | null): Judged {
  const { status } = order
  if (isCollected(order)) {
    return refused('wrong_order_state', 'The customer collects this order, so it has no parcels.')
  }
  if (status === 'processing' && isGivenBack(order)) {
    return refused('order_refunded', 'All the money for this order goes back to the customer.')
  }
  if (status === 'processing') return { outcome: 'moved' }
  if (!isOut(status)) return refused('wrong_order_state', explainRefusal('ship', status, 'staff'))
  if (last === null) return { outcome: 'numbered' }
  return refused('has_number', `The order has left with the number ${last}. Correct it on the page of the order.`)
}

export function refused(code: string, explanation: string): Judged {
  return { outcome: 'refused', code, explanation }
}
