/** The objects as the API shows them: without what only the bank knows, and with what was asked to be expanded. */
import type { Bank } from './bank.ts'
import type { Intent, Refund, Session } from './objects.ts'
import type { Params } from './parameters.ts'

/** @param seen turns a payment into what the reader sees of it */
export function showSession(
  bank: Bank,
  session: Session,
  params: Params,
  seen: (intent: Intent) => Intent = intent => intent,
): unknown {
  const { capturesLater: _, intentMetadata: __, ...shown } = session
  const isExpanded = Object.entries(params).some(
    ([name, value]) => name.startsWith('expand') && String(value).endsWith('payment_intent'),
  )
  const intent =
    session.payment_intent && isExpanded
      ? showIntent(seen(bank.intent(session.payment_intent)))
      : session.payment_intent
  return { ...shown, livemode: false, mode: 'payment', payment_intent: intent }
}

export function showIntent({ captures: _, ...shown }: Intent): unknown {
  return { ...shown, livemode: false }
}

export function showRefund(refund: Refund): unknown {
  return refund
}

/** Shows it as an event does. */
export function shownInEvent(bank: Bank, object: { object: string }): object {
  if (object.object === 'checkout.session') return showSession(bank, object as Session, {}) as object
  return object.object === 'payment_intent' ? (showIntent(object as Intent) as object) : { ...object }
}
