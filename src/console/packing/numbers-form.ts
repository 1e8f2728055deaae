/** The table of parcel numbers: a field for each order, made for a scanner. */
import { nameOf } from '../../accounts/users/user.ts'
import { MOST_NUMBERS } from '../../orders/batches/routes.ts'
import { placeOf } from '../../orders/delivery-address.ts'
import type { Field } from '../../pages/field.ts'
import type { Form, FormState } from '../../pages/form.ts'
import { step } from '../../pages/form-kinds.ts'
import { CARRIER, withCarriers } from '../orders/parcel-forms.ts'
import { UNDOABLE } from '../undo.ts'
import type { ChosenOrder } from './chosen-orders.ts'

export const NUMBERS_PAGE = '/admin/orders/parcel-numbers'

export const numbersForm = step({
  id: 'parcel-numbers',
  at: `${NUMBERS_PAGE}/ship`,
  api: '/api/order-batches',
  // A form with the most orders, from which the routes are made.
  fields: fieldsFor(Array.from({ length: MOST_NUMBERS }, () => 'Order')),
  button: 'Ship these orders',
  once: true,
  scans: true,
  look: 'primary',
  success: { go: '/admin/orders/batches/{id}', done: false },
})

function fieldsFor(labels: readonly string[]): Field[] {
  return [
    { name: 'step', label: 'Step', type: 'hidden' },
    UNDOABLE,
    CARRIER,
    ...labels.flatMap((label, index): Field[] => [
      { name: `numbers.${index}.orderId`, label: 'Order', type: 'hidden', value: 'integer' },
      { name: `numbers.${index}.trackingNumber`, label, type: 'text', autocomplete: 'off', width: 'medium' },
    ]),
  ]
}

type Shown = {
  /** Numbers that were refused, by the ids of their orders. */
  typed?: ReadonlyMap<number, string>
  /** The page is for this form, so a scanner can begin at once. */
  focused?: boolean
}

export function formFor(
  orders: readonly ChosenOrder[],
  { typed = new Map(), focused = false }: Shown,
): { form: Form; values: NonNullable<FormState['values']> } {
  const shown = orders.slice(0, MOST_NUMBERS)
  const fields = fieldsFor(shown.map(labelOf))
  const first = fields.find(({ type }) => type === 'text')
  const form = { ...numbersForm, fields: fields.map(field => (field === first ? { ...field, focused } : field)) }
  const values = shown.flatMap(({ id }, index) => [
    [`numbers.${index}.orderId`, String(id)],
    [`numbers.${index}.trackingNumber`, typed.get(id) ?? ''],
  ])
  return {
    form: withCarriers(form, shown[0]?.ownCarriers ?? null),
    values: { ...Object.fromEntries(values), step: 'ship', undoable: 'true' },
  }
}

/** Says what is on the label of the parcel, so that nobody scans it into the field of another one. */
function labelOf({ id, owner, deliveryAddress }: ChosenOrder): string {
  const where = deliveryAddress ? [deliveryAddress.name, placeOf(deliveryAddress)] : [nameOf(owner)]
  return `#${id} · ${where.filter(Boolean).join(', ')}`
}
