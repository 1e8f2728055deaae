/** Answers that staff can give to a finding, so that each finding can be closed. */
import { type Html, html } from '../../html/html.ts'
import { section } from '../../pages/components.ts'
import type { FormStates } from '../../pages/form.ts'
import { step } from '../../pages/form-kinds.ts'
import { rowFormsOf } from '../../pages/forms-of.ts'
import type { Visitor } from '../../pages/visitor.ts'
import type { Payment } from '../../payments/queries.ts'
import type { PlainText } from '../../words/text.ts'
import { translated } from '../../words/words.ts'

type FindingEnd = 'booked' | 'closed' | 'known'
type Look = { button: PlainText; confirm: PlainText; done: PlainText }

const end = (as: FindingEnd, { button, confirm, done }: Look) =>
  step({
    id: `finding-${as}`,
    at: `/admin/orders/:id/payments/:payment/${as}`,
    api: '/api/admin/payments/:payment/end-finding',
    fields: [{ name: 'as', label: 'As', type: 'hidden' }],
    button,
    confirm,
    done,
    once: true,
    go: '/admin/orders/{orderId}',
    outdatedBy: ['wrong_payment_state'],
  })

const booked = end('booked', {
  button: 'Book the money as it is',
  confirm: 'Book what the provider has taken? You can refund it, and what is missing stays due.',
  done: 'The money is booked.',
})
const closed = end('closed', {
  button: 'It is closed at the provider',
  confirm: 'Have you seen at the provider that no money came, and none can come?',
  done: 'The payment has ended.',
})
const known = end('known', {
  button: 'Known',
  confirm: 'Is nothing to be done about it?',
  done: 'Noted. It is no longer among the payments to look at.',
})
export const FINDING_FORMS = [booked, closed, known]

/** The payments of an order that have something to be said about; undefined if there are none. */
export function findingSection(
  visitor: Visitor,
  id: string,
  payments: Payment[],
  states: FormStates,
): Html | undefined {
  const shown = payments.flatMap(payment => {
    const { state, finding, unread_since: unread, refunds } = payment
    const isUnderWay = !['captured', 'cancelled', 'expired', 'failed'].includes(state)
    const isToSee = refunds.some(
      refund => !refund.isKnown && (refund.state === 'failed' || refund.source === 'external'),
    )
    const forms = [
      ...(finding && isUnderWay ? [booked] : []),
      ...(isUnderWay && (finding || unread) ? [closed] : []),
      ...(finding || isToSee ? [known] : []),
    ]
    const show = rowFormsOf(visitor, states, { id, payment: payment.id })
    return forms.length === 0
      ? []
      : [
          html`<div class="notice warning"><p>${translated(
            finding ?? payment.unread_reason ?? 'A refund failed, or was made at the provider.',
          )}</p>
          ${forms.map(form => show(form, { as: form.id!.slice('finding-'.length) }))}</div>`,
        ]
  })
  return shown.length === 0 ? undefined : section('findings', 'To decide', shown, { look: 'card' })
}
