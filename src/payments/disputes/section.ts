/** Shows a dispute to the shop: what it means, what to do until when, and the decision about money that is gone. */
import { type Html, html } from '../../html/html.ts'
import { stateBadge } from '../../pages/components.ts'
import { step } from '../../pages/form-kinds.ts'
import { money, time } from '../../pages/format.ts'
import type { Dispute } from './queries.ts'
import { type Decision, DISPUTE_LABELS } from './states.ts'
import { disputeReason } from './words.ts'

const decide = (decision: Decision, form: { button: string; confirm: string; done: string }) =>
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
    ${dispute.decision === 'claimed' && 'You have kept the claim.'} ${dispute.decision === 'credited' && 'A credit note corrects the sale.'}
    ${isToDecide && decisionForms(dispute)}</li>`
}

/** Money that is gone, and that the books still count. */
function mayBeCredited({ state, takesMoney, decision }: Dispute): boolean {
  return takesMoney && (state === 'lost' || state === 'prevented' || state === 'unknown') && decision !== 'credited'
}

function meaningOf({ state, providerState, takesMoney, respondBy }: Dispute): Html {
  const deadline = respondBy
    ? html`Answer at the provider by <strong>${time(respondBy)}</strong>.`
    : html`The bank has your answer, or takes none.`
  switch (state) {
    case 'inquiry':
      return html`The bank of the customer asks about this payment, and no money has moved. ${deadline} A good answer
        prevents a chargeback.`
    case 'open':
      return html`The bank of the customer wants this money back. ${deadline} Stop the parcel if you can, and do not
        refund it as well: the customer would get it twice.`
    case 'won':
      return html`The bank has decided for you. The money is yours again.`
    case 'lost':
      return takesMoney ? GONE : html`The bank has decided for the customer, who has the money already.`
    case 'prevented':
      return takesMoney
        ? html`The provider has paid the customer back by a rule of yours, before a chargeback began. ${GONE}`
        : html`The provider has stopped it before it began. No money has moved.`
    case 'closed':
      return html`The bank has closed its inquiry. No money has moved.`
    case 'unknown':
      return html`The provider says “${providerState}”, which Semel does not know. ${
        takesMoney ? 'The money is gone.' : 'No money is gone.'
      } Look there what it means.`
  }
}

const GONE = html`The money is gone. The customer owes it again, and can pay on the page of the order. No credit note
  was written: decide what your books say.`
