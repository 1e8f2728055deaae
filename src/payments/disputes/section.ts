/** Shows a dispute to the shop: what it means, what to do until when, and the decision about money that is gone. */
import { type Html, html, type Renderable } from '../../html/html.ts'
import { rich } from '../../html/rich.ts'
import { stateBadge } from '../../pages/components.ts'
import { step } from '../../pages/form-kinds.ts'
import { money, time } from '../../pages/format.ts'
import type { PlainText } from '../../words/text.ts'
import { t } from '../../words/words.ts'
import type { Dispute } from './queries.ts'
import { type Decision, DISPUTE_LABELS } from './states.ts'
import { disputeReason } from './words.ts'

const decide = (decision: Decision, form: { button: PlainText; confirm: PlainText; done: PlainText }) =>
  step({
    id: `dispute-${decision}`,
    at: `/admin/orders/:id/disputes/:dispute/${decision}`,
    api: '/api/admin/disputes/:dispute/decision',
    fields: [{ name: 'decision', label: 'Decision', type: 'hidden' }],
    go: '/admin/orders/{orderId}',
    outdatedBy: ['wrong_payment_state'],
    ...form,
  })

export const creditDispute = decide('credited', {
  button: 'Write a credit note',
  confirm: "Write a credit note? The customer owes nothing anymore, and gets the credit note. You can't undo this.",
  done: 'The credit note is being written.',
})
export const claimDispute = decide('claimed', {
  button: 'The customer still owes it',
  confirm: 'Keep the claim? No credit note is written.',
  done: 'Noted. The customer can pay on the page of the order.',
})

/** @param decisionForms the forms with which a person decides */
export function disputeLine(dispute: Dispute, decisionForms: (dispute: Dispute) => Html): Html {
  const { amount, currency, state, reason, openedAt } = dispute
  const isToDecide = mayBeCredited(dispute)
  return html`<li>${money(amount, currency)} ${stateBadge(DISPUTE_LABELS[state])} ${disputeReason(reason)}
    <span class="soft">${time(openedAt)}</span><br>${meaningOf(dispute)}
    ${dispute.decision === 'claimed' && t('You have kept the claim.')} ${
      dispute.decision === 'credited' && t('A credit note corrects the sale.')
    }
    ${isToDecide && decisionForms(dispute)}</li>`
}

/** Money that is gone, and that the books still count. */
function mayBeCredited({ state, takesMoney, decision }: Dispute): boolean {
  return takesMoney && (state === 'lost' || state === 'prevented' || state === 'unknown') && decision !== 'credited'
}

function meaningOf({ state, providerState, takesMoney, respondBy }: Dispute): Renderable {
  const deadline = respondBy
    ? rich('Answer at the provider by {time}.', { time: html`<strong>${time(respondBy)}</strong>` })
    : t('The bank has your answer, or takes none.')
  switch (state) {
    case 'inquiry':
      return rich(
        'The bank of the customer asks about this payment, and no money has moved. {deadline} A good answer prevents a chargeback.',
        { deadline },
      )
    case 'open':
      return rich(
        'The bank of the customer wants this money back. {deadline} Stop the parcel if you can, and do not refund it as well: the customer would get it twice.',
        { deadline },
      )
    case 'won':
      return t('The bank has decided for you. The money is yours again.')
    case 'lost':
      return t(takesMoney ? GONE : 'The bank has decided for the customer, who has the money already.')
    case 'prevented':
      return takesMoney
        ? `${t('The provider has paid the customer back by a rule of yours, before a chargeback began.')} ${t(GONE)}`
        : t('The provider has stopped it before it began. No money has moved.')
    case 'closed':
      return t('The bank has closed its inquiry. No money has moved.')
    case 'unknown':
      return t(
        takesMoney
          ? 'The provider says “{state}”, which Semel does not know. The money is gone. Look there what it means.'
          : 'The provider says “{state}”, which Semel does not know. No money is gone. Look there what it means.',
        { state: providerState },
      )
  }
}

const GONE =
  'The money is gone. The customer owes it again, and can pay on the page of the order. No credit note was written: decide what your books say.'
