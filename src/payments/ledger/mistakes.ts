/** Explains to the shop what cannot be right in the answer of a provider about a payment. */
import { money } from '../../pages/format.ts'
import type { Standing } from '../providers/provider.ts'

type Asked = { id: string; amount: number; currency: string; isBooked: boolean }

/** Money that is not what was asked never makes an order paid. */
export function mistakeIn({ id, amount, currency, isBooked }: Asked, standing: Standing): string | undefined {
  const asked = money(amount, currency)
  if (standing.paymentId !== id)
    return `The provider says that this is payment ${standing.paymentId ?? 'of somebody else'}.`
  // The amount of a payment that was booked as it is is what came.
  if ((standing.amount !== amount && !isBooked) || standing.currency !== currency)
    return `The provider asks for ${money(standing.amount, standing.currency)}, and the order is ${asked}.`
  if (standing.state === 'captured' && standing.captured !== amount)
    return `The provider has captured ${money(standing.captured, standing.currency)}, and the order is ${asked}.`
  return undefined
}

/** A refund that was made anew because it seemed to be absent, and had been made. */
export function doubleIn({ refunds, currency }: Standing): string | null {
  const own = refunds.filter(({ operation, state }) => operation !== undefined && state !== 'failed')
  const double = own.find((refund, n) => own.some((other, m) => m < n && other.operation === refund.operation))
  return double
    ? `The provider has made one refund of ${money(double.amount, currency)} twice. The second one is booked as made at the provider.`
    : null
}
