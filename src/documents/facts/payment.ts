/** Composes how a document is paid, from what has come and gone back until it is written. */
import { TRANSFER } from '../../payments/ledger/wishes.ts'
import { payableUntil, referenceFor, transferOf } from '../../shop/bank-transfer.ts'
import { dayOf } from '../../shop/days.ts'
import type { Shop } from '../../shop/settings.ts'
import { termsForBusinesses } from '../../world/seller-facts.ts'
import type { PaymentFacts } from '../content.ts'

/** Money that came for an order or went back, as the database has it. */
export type Moved = { at: string; day: string | null; amount: number; provider: string }

type Billed = { id: number; total: number; placedAt: Date; paymentMethod: string; received: Moved[] }
type Kept = { kept: number; isBusiness: boolean }

/**
 * Has to be called in the language of the document.
 * @param order with the sum of what came and is not on its way back
 */
export function paymentOfInvoice(order: Billed & Kept, shop: Shop): PaymentFacts {
  const received = partsOf(order.received, Math.min(order.total, order.kept), shop)
  const paid = received.reduce((sum, { amount }) => sum + amount, 0)
  const due = order.total - paid
  const means = due === 0 && received.length > 0 ? received.at(-1)!.means : meansOf(order.paymentMethod)
  const { daysToPay: days, timeZone, country, transferReference: reference } = shop
  const transfer = transferOf(shop)
  const terms = order.isBusiness ? termsForBusinesses(country) : []
  return {
    means,
    account:
      means === 'transfer' && transfer
        ? { iban: transfer.iban, bic: transfer.bic, holder: transfer.holder, bank: transfer.bank }
        : null,
    reference: referenceFor({ reference }, order.id),
    dueOn: due > 0 ? payableUntil({ days, timeZone, country }, order.placedAt) : null,
    paid,
    due,
    ...(terms.length > 0 && { terms }),
    received,
  }
}

/** Money of a credit note: what has gone back, and whether a transfer of the rest is still to be made. */
export type Sent = { moved: Moved[]; isOwed: boolean }

export function paymentOfCreditNote(total: number, method: string, { moved, isOwed }: Sent, shop: Shop): PaymentFacts {
  const received = partsOf(moved, total, shop)
  const paid = received.reduce((sum, { amount }) => sum + amount, 0)
  const due = total - paid
  const means = received.at(-1)?.means ?? (isOwed ? 'transfer' : meansOf(method))
  const rest = due > 0 && ({ rest: isOwed ? 'to_transfer' : 'taken_off' } as const)
  return { means, account: null, reference: '', dueOn: null, paid, due, ...rest, received }
}

function meansOf(method: string): PaymentFacts['means'] {
  return method === 'online' ? 'online' : 'transfer'
}

/** Oldest first, up to an amount: what came besides goes back. */
function partsOf(moved: readonly Moved[], limit: number, { timeZone }: Shop): PaymentFacts['received'] {
  let left = limit
  return moved.flatMap(({ at, day, amount: whole, provider }) => {
    const amount = Math.min(whole, left)
    if (amount <= 0) return []
    left -= amount
    const on = day ?? dayOf(new Date(at), timeZone)
    return [{ on, amount, means: provider === TRANSFER ? ('transfer' as const) : ('online' as const), provider }]
  })
}
