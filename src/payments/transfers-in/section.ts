/** The transfers of an order on its page in the console, and the form that notes another one. */
import { type Html, html } from '../../html/html.ts'
import { rich } from '../../html/rich.ts'
import { section } from '../../pages/components.ts'
import { step } from '../../pages/form-kinds.ts'
import { calendarDay, money, typedAmount } from '../../pages/format.ts'
import type { ShowForm } from '../../pages/forms-of.ts'
import type { Text } from '../../words/text.ts'
import { t } from '../../words/words.ts'
import { amountFields } from '../amount-fields.ts'
import type { IncomingRow } from './queries.ts'

const outdatedBy = ['wrong_payment_state', 'wrong_transfer_state']

export const noteTransferForm = step<Text>({
  id: 'note-transfer',
  at: '/admin/orders/:id/note-transfer',
  api: '/api/orders/:id/mark-paid',
  once: true,
  fields: [
    ...amountFields(),
    { name: 'receivedOn', label: 'Booked by the bank on', type: 'date' },
    { name: 'payer', label: 'Payer', type: 'text' },
    { name: 'reference', label: 'Reference', type: 'text' },
  ],
  button: 'Note this transfer',
  done: 'Transfer noted.',
  go: '/admin/orders/{id}',
  outdatedBy,
  look: 'quiet',
})

export const undoTransfer = step<Text>({
  id: 'undo-transfer',
  at: '/admin/orders/:id/transfers/:transfer/undo',
  api: '/api/incoming-transfers/:transfer/undo',
  once: true,
  button: 'Take back',
  confirm: 'Did this transfer not come, or not for this order? The order is due again.',
  done: 'The transfer was taken back.',
  outdatedBy,
  look: 'text',
})

type Order = { id: number; due: number; currency: string }

/** @param undo the form of one transfer; `isSent`: the form was just sent, so it is open with its error */
export function transfersSection(
  order: Order,
  transfers: readonly IncomingRow[],
  show: ShowForm,
  { undo, isSent }: { undo: (transfer: IncomingRow) => Html; isSent: boolean },
): Html {
  const { due, currency } = order
  const list =
    transfers.length > 0 &&
    html`<ul class="lines">${transfers.map(one => html`<li>${lineOf(one, order)} ${undo(one)}</li>`)}</ul>`
  const values = { amount: due > 0 ? typedAmount(due, currency) : '', currency }
  // Most transfers pay exactly what is due, and the button above notes them.
  const form = html`<details${isSent && html` open`}><summary>${t('Note a transfer')}</summary><p class="soft">${t(
    'Write what came. If it is less, the rest stays due. If it is more, the surplus goes back.',
  )}</p>${show(noteTransferForm, values)}</details>`
  return section('transfers', 'Bank transfers', html`${list}${form}`, { look: 'card' })
}

function lineOf({ amount, currency, bookedOn, payer, reference, parts }: IncomingRow, { id }: Order): Html {
  const own = parts.filter(({ orderId }) => orderId === id)
  const surplus = own.reduce((sum, part) => sum + (part.surplus ? part.amount : 0), 0)
  const others = [...new Set(parts.flatMap(({ orderId }) => (orderId === id ? [] : orderId)))]
  return html`<strong>${money(amount, currency)}</strong> ${bookedOn && html`<span class="soft">${calendarDay(bookedOn)}</span>`}
    ${payer && html`<bdi>${payer}</bdi>`} ${reference && html`<span class="soft"><bdi>${reference}</bdi></span>`}
    ${surplus > 0 && html`<br>${t('{sum} of it is more than was due, and goes back.', { sum: money(surplus, currency) })}`}
    ${
      others.length > 0 &&
      html`<br>${rich('It also pays {orders}.', {
        orders: html`${others.map(
          (other, index) => html`${index > 0 && ', '}<a href="/admin/orders/${other}">#${other}</a>`,
        )}`,
      })}`
    }`
}
