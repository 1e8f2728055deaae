/** The forms of bank statements: the upload, and what a person says that a transfer is for. */
import type { Field } from '../../pages/field.ts'
import type { Form } from '../../pages/form.ts'
import { step } from '../../pages/form-kinds.ts'
import type { PlainText, Text } from '../../words/text.ts'
import { t } from '../../words/words.ts'

export const LIST = '/admin/bank'
const API = '/api/incoming-transfers'
const outdatedBy = ['wrong_transfer_state', 'wrong_payment_state']

export const upload = step<Text>({
  id: 'statement',
  at: `${LIST}/upload`,
  api: '/api/bank-statements',
  fields: [
    {
      name: 'data',
      label: 'File of your bank',
      type: 'file',
      accept: '.xml,.camt,.sta,.mt940,.940,.txt,text/xml,application/xml',
      required: true,
      hint: 'camt.053, camt.054 or MT940, up to 8 MB. Most banks call it “electronic statement”. The same file twice does no harm.',
    },
  ],
  button: 'Read the statement',
  once: true,
  success: { go: `${LIST}?added={added}&known={known}&left_out={leftOut}`, done: false },
})

const PARTS = 3

/** The order of a proposal, and how much of the transfer it gets. */
export const confirmForm = (parts: number): Form =>
  step({
    id: 'confirm',
    at: `${LIST}/:transfer/confirm`,
    api: `${API}/:transfer/book`,
    fields: Array.from({ length: parts }, (_, n): Field[] => [
      { name: `parts.${n}.orderId`, label: 'Order', type: 'hidden', value: 'integer' },
      { name: `parts.${n}.amount`, label: 'Amount', type: 'hidden', value: 'integer' },
    ]).flat(),
    button: 'Confirm',
    once: true,
    done: 'Booked.',
    go: LIST,
    outdatedBy,
    look: 'primary',
  })

/** Assigns a transfer by hand: to one order, or to several with their amounts. */
export const assign = step({
  id: 'assign',
  at: `${LIST}/:transfer/assign`,
  api: `${API}/:transfer/book`,
  fields: [
    { name: 'currency', label: 'Currency', type: 'hidden' },
    ...Array.from({ length: PARTS }, (_, n): Field[] => [
      {
        name: `parts.${n}.orderId`,
        label: n === 0 ? 'Order number' : 'Another order',
        type: 'text',
        value: 'integer',
        inputmode: 'numeric',
        width: 'short',
      },
      {
        name: `parts.${n}.amount`,
        label: 'Amount',
        type: 'text',
        value: 'price',
        inputmode: 'decimal',
        width: 'short',
      },
    ]).flat(),
  ],
  button: 'Book to these orders',
  once: true,
  done: 'Booked.',
  go: LIST,
  outdatedBy,
  look: 'quiet',
})

export const setAside = step<Text>({
  id: 'set-aside',
  at: `${LIST}/:transfer/set-aside`,
  api: `${API}/:transfer/set-aside`,
  fields: [{ name: 'note', label: 'What it is', type: 'text' }],
  button: 'Set aside',
  once: true,
  done: 'Set aside.',
  go: LIST,
  outdatedBy,
  look: 'quiet',
})

export const sameAs = step<Text>({
  id: 'same-as',
  at: `${LIST}/:transfer/same-as`,
  api: `${API}/:transfer/same-as`,
  fields: [{ name: 'transferId', label: 'Transfer', type: 'hidden' }],
  button: 'Yes, it is the same',
  once: true,
  done: 'Nothing was booked again.',
  go: LIST,
  outdatedBy,
  look: 'primary',
})

const back = (name: 'reopen' | 'undo', button: PlainText, done: PlainText) =>
  step<Text>({
    id: name,
    at: `${LIST}/:transfer/${name}`,
    api: `${API}/:transfer/${name}`,
    button,
    once: true,
    done,
    go: LIST,
    outdatedBy,
    look: 'text',
  })
export const reopen = back('reopen', 'Look at it again', 'It waits again.')
export const undo: Form<Text> = {
  ...back('undo', 'Take back', 'The transfer was taken back.'),
  confirm: 'Take this transfer back? Its orders are due again.',
}

export const MOST_SURE = 100
export const confirmMany = (count: number): Form =>
  step({
    id: 'confirm-many',
    at: `${LIST}/confirm`,
    api: `${API}/book`,
    fields: Array.from(
      { length: count },
      (_, n): Field => ({ name: `transfers.${n}`, label: 'Transfer', type: 'hidden' }),
    ),
    button: t('Confirm the {total} sure ones', { total: count }),
    once: true,
    success: { go: `${LIST}?confirmed=yes&refused={refused}`, done: 'The sure transfers were booked.' },
    confirm: 'Book all transfers whose reference and amount agree with an order?',
    look: 'primary',
  })
