import type { Field } from '../pages/field.ts'

/** The fields of an amount that staff type as on a price tag. Its currency is that of the order. */
export function amountFields(): Field[] {
  return [
    {
      name: 'amount',
      label: 'Amount',
      type: 'number',
      value: 'price',
      required: true,
      empty: 'keep',
      inputmode: 'decimal',
      width: 'short',
    },
    { name: 'currency', label: 'Currency', type: 'hidden' },
  ]
}
