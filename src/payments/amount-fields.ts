import type { Field } from '../pages/field.ts'
import type { Text } from '../words/text.ts'

/** The fields of an amount that staff type as on a price tag. Its currency is that of the order. */
export function amountFields(): Field<Text>[] {
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
