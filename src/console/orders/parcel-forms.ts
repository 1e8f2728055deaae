/** The parcels of an order: where they are, what is odd about their numbers, and the forms that send a part or take it back. */
import type { Db } from '../../database/schema.ts'
import { type Html, html } from '../../html/html.ts'
import { rich } from '../../html/rich.ts'
import { trackingFacts } from '../../orders/components.ts'
import { type ShownParcel, showParcels } from '../../orders/parcels/parcel.ts'
import { findOthersWithNumber } from '../../orders/parcels/queries.ts'
import type { findOrder } from '../../orders/queries.ts'
import { isCollected } from '../../orders/states.ts'
import type { Field } from '../../pages/field.ts'
import type { Form, FormStates } from '../../pages/form.ts'
import { step } from '../../pages/form-kinds.ts'
import { formsOf, rowFormsOf } from '../../pages/forms-of.ts'
import type { Visitor } from '../../pages/visitor.ts'
import { MOST_LINES } from '../../returns/components.ts'
import { type OwnCarrier, ownCarriersOf } from '../../shop/own-carriers.ts'
import type { PlainText, Text } from '../../words/text.ts'
import { t } from '../../words/words.ts'
import { CARRIERS } from '../../world/parcels/carriers.ts'
import { type ParcelWarning, readParcelNumber } from '../../world/parcels/read-number.ts'
import { UNDOABLE } from '../undo.ts'

type Order = NonNullable<Awaited<ReturnType<typeof findOrder>>>

export const TRACKING_NUMBER: Field<PlainText> = { name: 'trackingNumber', label: 'Tracking number', type: 'text' }

const UNSAID = { value: '', label: 'As the delivery method or the number says' }

export const CARRIER: Field<PlainText> = {
  name: 'carrier',
  label: 'Carrier',
  type: 'select',
  width: 'medium',
  options: [UNSAID, ...CARRIERS.map(({ code, name }) => ({ value: code, label: name }))],
}

/** Adds the carriers of the shop to the choice. */
export function withCarriers(form: Form, own: readonly OwnCarrier[] | null): Form {
  const more = (own ?? []).map(({ code, name }) => ({ value: code, label: name }))
  const withMore = (field: Field): Field =>
    field.name === CARRIER.name ? { ...field, options: [...field.options!, ...more] } : field
  return more.length === 0 ? form : { ...form, fields: form.fields.map(withMore) }
}

const sendPart = step<string>({
  id: 'send-part',
  at: '/admin/orders/:id/parcels',
  api: '/api/orders/:id/parcels',
  fields: lineFields(Array.from({ length: MOST_LINES }, () => 'Pieces')),
  button: 'Send this part',
  done: 'This part is on its way. The customer gets an email about it.',
  outdatedBy: ['wrong_order_state', 'order_refunded'],
  look: 'quiet',
})

const undoPart = step<Text>({
  id: 'undo-part',
  at: '/admin/orders/:id/parcels/:parcel/undo',
  api: '/api/orders/:id/parcels/:parcel/undo',
  button: 'Take it back',
  once: true,
  done: 'The parcel was taken back.',
  go: '/admin/orders/{orderId}',
  outdatedBy: ['wrong_order_state'],
  look: 'text',
})

export const PARCEL_FORMS: readonly Form[] = [sendPart, undoPart]

function lineFields(labels: readonly string[]): Field[] {
  return [
    ...labels.flatMap((label, index): Field[] => [
      { name: `items.${index}.line`, label: 'Line', type: 'hidden', value: 'integer' },
      { name: `items.${index}.quantity`, label, type: 'number', value: 'integer', required: true, width: 'short' },
    ]),
    TRACKING_NUMBER,
    CARRIER,
    UNDOABLE,
  ]
}

/** Folded, because most orders leave at once. Nothing can be split that is one piece. */
export function partSection(visitor: Visitor, order: Order, states: FormStates): Html | undefined {
  if (isCollected(order)) return undefined
  const isRefused = states[sendPart.id]?.problem !== undefined
  const left = order.items.map(({ quantity, shipped }) => quantity - shipped)
  const isPossible = order.status === 'processing' && left.reduce((sum, quantity) => sum + quantity, 0) > 1
  const sent = order.status === 'processing' ? order.parts : []
  if (!isPossible && !isRefused && sent.length === 0) return undefined
  const values = order.items.flatMap(({ line }, index) => [
    [`items.${index}.line`, String(line)],
    [`items.${index}.quantity`, '0'],
  ])
  const labels = order.items.map(({ name }, index) =>
    t('{name}: how many of {left}?', { name, left: left[index] ?? 0 }),
  )
  const id = String(order.id)
  const form = withCarriers({ ...sendPart, fields: lineFields(labels) }, order.ownCarriers)
  const undo = ({ number }: Pick<ShownParcel, 'number'>) =>
    html`<p>${t('Parcel {number} has left.', { number })} ${rowFormsOf(visitor, states, { id, parcel: String(number) })(undoPart)}</p>`
  return html`<details class="card"${(isRefused || sent.length > 0) && html` open`}><summary>${t('Send a part of it')}</summary>
    ${sent.map(undo)}
    ${
      (isPossible || isRefused) &&
      formsOf(visitor, states, { id })(form, { ...Object.fromEntries(values), undoable: 'true' })
    }</details>`
}

export type ParcelNotes = Map<string, number[]>

/** Other orders that have the same number, by number. */
export async function findParcelNotes(db: Db, order: Order): Promise<ParcelNotes> {
  const numbers = [...order.parts, order].flatMap(({ trackingNumber }) => trackingNumber ?? [])
  return findOthersWithNumber(db, order.id, numbers)
}

/** The number of each parcel with what looks wrong about it. Nothing is refused for it. */
export function parcelFacts(order: Order, others: ParcelNotes): (readonly [string, Html])[] {
  const parcels = showParcels(order)
  const notes = parcels.flatMap(parcel => notesOf(parcel, order, others.get(parcel.trackingNumber ?? '') ?? []))
  return [
    ...trackingFacts(parcels, order.items),
    ...(notes.length > 0
      ? [['Please look', html`${notes.map(note => html`<span class="notice warning">${note}</span>`)}`] as const]
      : []),
  ]
}

function notesOf(parcel: ShownParcel, order: Order, others: readonly number[]): Html[] {
  const { trackingNumber, carrier, warnings } = parcel
  if (!trackingNumber) return []
  const own = ownCarriersOf({ carriers: order.ownCarriers ?? [] })
  const { meant } = readParcelNumber(trackingNumber, { chosen: carrier?.code, own })
  const name = carrier?.name ?? t('the carrier')
  return [
    ...warnings.map(
      warning =>
        html`${WARNING_TEXT[warning](name)}${meant && html` ${rich('Did it mean {meant}?', { meant: html`<code>${meant}</code>` })}`}`,
    ),
    ...others.map(id =>
      rich('{order} has the number {number} too.', {
        order: html`<a href="/admin/orders/${id}">${t('Order #{id}', { id })}</a>`,
        number: trackingNumber,
      }),
    ),
  ]
}

const WARNING_TEXT: Record<ParcelWarning, (carrier: string) => string> = {
  check_digit: carrier => t('The last digit does not fit {carrier}. Compare the number with the label.', { carrier }),
  other_carrier: carrier => t('This looks like a number of another carrier than {carrier}.', { carrier }),
  carrier_unclear: () =>
    t('Several carriers have numbers like this. Choose the carrier, so that the customer gets a link.'),
  several: () => t('There is more than one number. Send the pieces in parcels of their own, each with its number.'),
  keyboard: () => t('This looks like a scanner that is set to another keyboard than this computer.'),
}
