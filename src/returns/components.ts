/** Shows returns to the customer on the page of the order. */
import { type Html, html } from '../html/html.ts'
import { link, rich } from '../html/rich.ts'
import { section, stateBadge } from '../pages/components.ts'
import type { Field } from '../pages/field.ts'
import type { Form } from '../pages/form.ts'
import { step } from '../pages/form-kinds.ts'
import { money, time } from '../pages/format.ts'
import type { ShowForm } from '../pages/forms-of.ts'
import { t } from '../words/words.ts'
import type { ReturnRow } from './queries.ts'
import { RETURN_LABELS } from './states.ts'

type Line = { line: number; name: string; quantity: number; returned: number }
type Returnable = { id: number; status: string; items: readonly Line[]; payment: { method: string } }

/** Lists by line what can still be sent back of an order. */
function leftOf({ status, items }: Returnable): Line[] {
  if (status !== 'shipped' && status !== 'delivered') return []
  return items.filter(({ quantity, returned }) => quantity > returned)
}

const declared = step({
  id: 'return',
  at: '/orders/:id/return',
  api: '/api/orders/:id/returns',
  button: 'Ask for a return',
  once: true,
  done: 'We have received your return request.',
  go: '/orders/{orderId}',
  outdatedBy: ['too_many_returned', 'wrong_order_state'],
})

/** The money goes back by transfer, and an order does not know from which account it came. */
const ACCOUNT: Field = {
  name: 'refundIban',
  label: 'IBAN for the refund',
  type: 'text',
  hint: 'The account to which we send the money.',
}

/** Words for staff in place of those for the customer. */
const FOR_STAFF: Record<string, { label: string; hint?: string }> = {
  reason: { label: 'Why it comes back' },
  refundIban: { label: 'IBAN for the refund', hint: 'The account of the customer.' },
}

/** Declares the form for the routes, with the most lines of an order. Pages show the form of their order. */
export const MOST_LINES = 100
export const askReturn: Form = {
  ...declared,
  fields: [...fieldsFor(Array.from({ length: MOST_LINES }, () => 'Pieces')), ACCOUNT],
}
/** Staff enter what a customer has asked for by telephone. */
export const askReturnByShop: Form = {
  ...askReturn,
  id: 'return',
  action: '/admin/orders/:id/return',
  button: 'Enter the return',
  success: { go: '/admin/returns/{id}', done: 'Return entered. Approve it when the customer may send it.' },
}

/** A field for each line: how many of it? */
function fieldsFor(names: readonly string[]): Form['fields'] {
  return [
    ...names.flatMap((label, index): Form['fields'] => [
      { name: `items.${index}.line`, label: 'Line', type: 'hidden', value: 'integer' },
      { name: `items.${index}.quantity`, label, type: 'number', value: 'integer', required: true, width: 'short' },
    ]),
    { name: 'reason', label: 'Why do you send it back?', type: 'textarea', rows: 3 },
  ]
}

/** The form with the lines of an order that can still come back. */
export function returnForm(form: Form, order: Returnable, show: ShowForm): Html | undefined {
  const lines = leftOf(order)
  if (lines.length === 0) return undefined
  const names = lines.map(({ name, quantity, returned }) =>
    t('{name}: how many of {left}?', { name, left: quantity - returned }),
  )
  const isOnlyPiece = lines.length === 1 && lines[0]!.quantity - lines[0]!.returned === 1
  const values = lines.flatMap(({ line }, index) => [
    [`items.${index}.line`, String(line)],
    [`items.${index}.quantity`, isOnlyPiece ? '1' : '0'],
  ])
  const account = order.payment.method === 'invoice' ? [ACCOUNT] : []
  const fields = [...fieldsFor(names), ...account]
  const asked = form === askReturnByShop ? fields.map(field => ({ ...field, ...FOR_STAFF[field.name] })) : fields
  return show({ ...form, fields: asked }, Object.fromEntries(values))
}

/** Shows the customer the status of each return, and the form for another one. */
export function returnSection(
  order: Returnable,
  returns: readonly ReturnRow[],
  show: ShowForm,
  { isRefused, address }: { isRefused: boolean; address: string },
): Html | undefined {
  const form = returnForm(askReturn, order, show)
  if (!form && returns.length === 0) return undefined
  return section(
    'returns',
    'Returns',
    html`${returns.map(one => returnPart(one, address))}
      ${form && html`<details${isRefused && html` open`}><summary>${t('Send something back')}</summary>${form}</details>`}`,
    { look: 'card' },
  )
}

function returnPart(
  { state, items, answer, label, refunded, credited, currency, steps }: ReturnRow,
  address: string,
): Html {
  const last = steps.at(-1)!
  return html`<div><p>${stateBadge(RETURN_LABELS[state])} <span class="soft">${time(last.at)}</span></p>
    <ul>${items.map(({ name, quantity }) => html`<li>${quantity} × ${name}</li>`)}</ul>
    ${
      state === 'approved' &&
      (label
        ? html`<p>${rich('Print <a>the label</a> and put it on the parcel.', { a: link(label) })}</p>`
        : address && html`<p>${t('Please send it to:')}</p><p class="as-written">${address}</p>`)
    }
    ${answer && html`<p class="as-written">${answer}</p>`}
    ${
      state === 'closed' &&
      refunded !== null &&
      html`<p>${t('{amount} goes back to you for it.', { amount: money(refunded, currency) })}</p>`
    }
    ${credited !== null && html`<p>${t('You pay {amount} less for it.', { amount: money(credited, currency) })}</p>`}</div>`
}
