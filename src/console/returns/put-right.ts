/** Forms by which staff add a line to an order, or give a discount, before it is shipped. */
import type { Form } from '../../pages/form.ts'
import { edit } from '../../pages/form-kinds.ts'

/** Problems after which the page shows the order anew. */
export const EDIT_OUTDATED = ['wrong_order_state', 'wrong_payment_state', 'refund_too_large', 'invoice_written']

const CURRENCY_FIELD = { name: 'currency', label: 'Currency', type: 'hidden' } as const

export const addLine: Form = edit({
  id: 'add-line',
  at: '/admin/orders/:id/lines',
  api: '/api/orders/:id/items',
  fields: [
    { name: 'added.0.sku', label: 'SKU', type: 'text', required: true, width: 'medium' },
    { name: 'added.0.quantity', label: 'Pieces', type: 'number', value: 'integer', required: true, width: 'short' },
    {
      name: 'added.0.unitPrice',
      label: 'Price of a piece',
      type: 'text',
      value: 'price',
      inputmode: 'decimal',
      width: 'short',
      hint: 'Empty: that of today.',
    },
    CURRENCY_FIELD,
  ],
  button: 'Add the line',
  confirm: 'Add this line? The customer has to pay for it, and we email the customer.',
  done: 'Line added. We email the customer.',
  go: '/admin/orders/{id}',
  outdatedBy: EDIT_OUTDATED,
  look: 'quiet',
})

export const lessForAll: Form = edit({
  id: 'give-discount',
  at: '/admin/orders/:id/discount',
  api: '/api/orders/:id/items',
  fields: [
    {
      name: 'discount',
      label: 'Discount on all goods',
      type: 'text',
      value: 'price',
      inputmode: 'decimal',
      required: true,
      width: 'short',
      hint: 'It comes on top of what they are reduced by already.',
    },
    CURRENCY_FIELD,
  ],
  button: 'Give the discount',
  confirm: 'Give this discount? What was paid too much goes back, and we email the customer.',
  done: 'Discount given. We email the customer.',
  go: '/admin/orders/{id}',
  outdatedBy: EDIT_OUTDATED,
  look: 'quiet',
})
