import type { Field } from '../../pages/field.ts'
import type { PaymentMethod } from '../states.ts'

const METHOD_LABELS: Record<PaymentMethod, string> = { online: 'Online, now', invoice: 'By invoice' }

/** The choice among the ways of the shop, for the checkout; none where there is one way. */
export function methodFields(ways: readonly PaymentMethod[]): Field[] {
  if (ways.length < 2) return []
  const options = ways.toReversed().map(value => ({ value, label: METHOD_LABELS[value] }))
  return [{ name: 'payment.method', label: 'Payment', type: 'radio', required: true, options }]
}
