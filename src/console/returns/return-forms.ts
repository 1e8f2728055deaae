/** The steps that staff take with a return, as forms. */
import type { Field } from '../../pages/field.ts'
import type { Form } from '../../pages/form.ts'
import { step } from '../../pages/form-kinds.ts'
import { MOST_LINES } from '../../returns/components.ts'
import type { ReturnRow } from '../../returns/queries.ts'
import type { Text } from '../../words/text.ts'
import { t } from '../../words/words.ts'

const outdatedBy = ['wrong_return_state']

const ANSWER: Field<Text> = { name: 'answer', label: 'Words to the customer', type: 'textarea', rows: 3 }

export const approve = step<Text>({
  at: '/admin/returns/:id/approve',
  api: '/api/admin/returns/:id/approve',
  fields: [
    {
      name: 'label',
      label: 'Address of the label',
      type: 'text',
      required: true,
      hint: 'https://…, from your carrier.',
    },
    ANSWER,
  ],
  button: 'Approve',
  done: 'Approved. We email the customer where to send it.',
  outdatedBy,
  look: 'primary',
})
export const withoutLabel: Form<Text> = { ...approve, fields: [ANSWER] }

export const decline = step<Text>({
  at: '/admin/returns/:id/decline',
  api: '/api/admin/returns/:id/decline',
  fields: [ANSWER],
  button: 'Decline',
  confirm: "Decline this return? You can't undo this, and we email the customer.",
  done: 'Declined. We email the customer.',
  outdatedBy,
  look: 'danger',
})

export const RECEIVE = step<Text>({
  at: '/admin/returns/:id/receive',
  api: '/api/admin/returns/:id/receive',
  button: 'Goods received',
  done: 'Received. What can be sold is in stock again.',
  outdatedBy,
  look: 'primary',
})

/** Asks how many pieces of each line can be sold again. The route knows the form with the most lines. */
export function receiveForm(items: ReturnRow['items']): Form {
  const rows =
    items.length > 0
      ? items.map(({ name, quantity }) => t('{name}: sellable of {quantity}', { name, quantity }))
      : ANY_LINES
  return {
    ...RECEIVE,
    fields: rows.flatMap((label, index): Field[] => [
      { name: `items.${index}.line`, label: 'Line', type: 'hidden', value: 'integer' },
      { name: `items.${index}.restocked`, label, type: 'number', value: 'integer', required: true, width: 'short' },
    ]),
  }
}
const ANY_LINES = Array.from({ length: MOST_LINES }, () => 'Sellable')

const AMOUNT: Field<Text>[] = [
  {
    name: 'amount',
    label: 'Amount',
    type: 'text',
    value: 'price',
    inputmode: 'decimal',
    required: true,
    width: 'short',
  },
  { name: 'currency', label: 'Currency', type: 'hidden' },
]

export const refund = step<Text>({
  at: '/admin/returns/:id/refund',
  api: '/api/admin/returns/:id/refund',
  fields: [...AMOUNT, { name: 'reason', label: 'Note for your books', type: 'text' }],
  button: 'Refund and close',
  confirm:
    "Give this money back? What came by bank transfer goes into your list of transfers to make. You can't undo this.",
  once: true,
  success: { go: '/admin/returns/{returnId}', done: 'The refund is noted, and the return is closed.' },
  outdatedBy: ['wrong_return_state', 'refund_too_large', 'wrong_payment_state'],
  look: 'primary',
})

export const credit = step<Text>({
  at: '/admin/returns/:id/credit',
  api: '/api/admin/returns/:id/credit',
  fields: AMOUNT,
  button: 'Take off what is due, and close',
  confirm: "Take this off what the customer has to pay? You can't undo this, and we email the customer.",
  done: 'Closed. The customer has to pay less.',
  outdatedBy: ['wrong_return_state', 'refund_too_large', 'wrong_payment_state'],
  look: 'primary',
})

export const close = step<Text>({
  at: '/admin/returns/:id/close',
  api: '/api/admin/returns/:id/close',
  button: 'Close without a refund',
  confirm: "Close this return without a refund? You can't undo this, and we email the customer.",
  done: 'Closed.',
  outdatedBy,
})
