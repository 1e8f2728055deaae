/**
 * Reads two of the three ends of an order: the provider and the bank, each with its own list. The documents are the
 * third.
 */
import type { Dispute, Refund } from '../../src/dev/payments/objects.ts'
import { PRICE, type Storm } from './storm-world.ts'

export type Outside = {
  captured: number
  refunded: number
  lost: number
  held: number
  /** Money that is there in the end. */
  left: number
  /** Refunds at the provider. */
  refunds: Refund[]
}

/** A prevented dispute that is no block has given the money back. */
const isTaken = ({ status }: Dispute) => status === 'lost' || status === 'prevented'
const isHeld = ({ status }: Dispute) => !isTaken({ status } as Dispute) && /^(needs|under|appeal)_/.test(status)

/**
 * Sums the transfers by order: customers meant one with those that came in, and the text names it on those that went
 * out.
 */
function readBank({ bank, meant }: Storm, orderId: number): { captured: number; refunded: number } {
  const sums = { captured: 0, refunded: 0 }
  for (const { number, sign, amount, text } of bank.entries) {
    const [first, ...others] = meant.get(number) ?? []
    if (first === orderId) sums.captured += amount - others.length * PRICE
    if (others.includes(orderId)) sums.captured += PRICE
    if (sign === 'DBIT' && Number(/^Refund order (\d+)/.exec(text)?.[1]) === orderId) sums.refunded += amount
  }
  return sums
}

export function readOutside(storm: Storm, orderId: number): Outside {
  const { bank } = storm.provider
  const transfers = readBank(storm, orderId)
  const intents = bank.sessionsOf(orderId).flatMap(({ payment_intent: id }) => (id ? [bank.intent(id)] : []))
  const all = intents.map(({ id, amount_received: captured }) => {
    const refunded = bank.refundedOf(id)
    const disputes = bank.disputesOf(id)
    const sum = (of: Dispute[]) => of.reduce((sum, { amount }) => sum + amount, 0)
    const lost = Math.min(captured - refunded, sum(disputes.filter(isTaken)))
    const held = Math.min(captured - refunded - lost, sum(disputes.filter(isHeld)))
    return { captured, refunded, lost, held, left: captured - refunded - lost }
  })
  const total = (name: keyof (typeof all)[number]) => all.reduce((sum, one) => sum + one[name], 0)
  return {
    captured: total('captured') + transfers.captured,
    refunded: total('refunded') + transfers.refunded,
    lost: total('lost'),
    held: total('held'),
    left: total('left') + transfers.captured - transfers.refunded,
    refunds: intents.flatMap(({ id }) => bank.refundsOf(id)),
  }
}

/** No two transfers that went out have one name. */
export function judgeBank({ bank: { entries } }: Storm): string[] {
  const names = entries.filter(({ sign }) => sign === 'DBIT').map(({ endToEndId }) => endToEndId)
  return new Set(names).size < names.length
    ? [`no transfer is sent twice: ${names.length} of ${new Set(names).size}`]
    : []
}

export function judgeProvider({ provider: { bank, seen }, failures }: Storm): string[] {
  const intents = [...bank.intents.values()]
  return [
    ...intents.filter(({ captures }) => captures > 1).map(({ id }) => `a payment is captured once: ${id}`),
    ...intents
      .filter(({ status }) => status === 'requires_capture')
      .map(({ id }) => `no authorization is left at the provider: ${id}`),
    ...(seen.withoutKey > 0 ? [`each write has a key: ${seen.withoutKey} have none`] : []),
    ...(seen.otherRequest > 0 ? [`no key comes with other parameters: ${seen.otherRequest} did`] : []),
    ...(seen.unknownParameter > 0 ? [`no parameter is unknown: ${seen.unknownParameter} were`] : []),
    ...failures.map(failure => `no answer is a 5xx but a busy 503: ${failure}`),
  ]
}
