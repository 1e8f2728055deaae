/** One call to a provider: sent, or asked about. */
import type { AppContext } from '../../context.ts'
import { type AtProvider, type Provider, ProviderError } from '../providers/provider.ts'
import type { CancelIfUnpaid } from '../standing.ts'
import { type CallEnding, type ClaimedCall, recordCall } from './calls.ts'

/** Makes a claimed call, or asks about it, and records how that ended. */
export async function makeCall(
  context: AppContext,
  provider: Provider,
  claim: ClaimedCall,
  cancelIfUnpaid: CancelIfUnpaid,
): Promise<void> {
  const ending = await endingOf(context, provider, claim)
  const { id: call, kind, paymentId: payment, attempt } = claim
  const isRecorded = await recordCall(context.db, claim, ending, cancelIfUnpaid)
  if (ending.outcome === 'done') return
  const level = ending.outcome === 'later' || ending.outcome === 'absent' ? 'info' : 'warn'
  context.log[level]({ call, kind, payment, attempt, ...ending, isRecorded }, 'a call to the provider is not done')
}

async function endingOf(context: AppContext, provider: Provider, claim: ClaimedCall): Promise<CallEnding> {
  try {
    return claim.asksFirst ? await ask(provider, claim) : await send(context, provider, claim)
  } catch (error) {
    if (!(error instanceof ProviderError)) return { outcome: 'later', reply: (error as Error).message }
    const { message: reply, kind, retryAfter } = error
    if (kind === 'key_spent') return { outcome: 'key_spent', reply }
    if (kind === 'unknown') return { outcome: 'in_doubt', reply }
    return kind === 'refused' ? { outcome: 'failed', reply } : { outcome: 'later', reply, retryAfter }
  }
}

async function send(context: AppContext, provider: Provider, claim: ClaimedCall): Promise<CallEnding> {
  const { kind, paymentId, orderId, amount, currency, expiresAt } = claim
  if (kind === 'create') {
    const made = await provider.create(claim, {
      paymentId,
      orderId,
      amount,
      currency,
      expiresAt,
      paidAddress: `${context.baseUrl()}/orders/${orderId}/paid`,
      backAddress: `${context.baseUrl()}/orders/${orderId}`,
    })
    return { outcome: 'done', made }
  }
  await provider[kind](claim, atProvider(claim))
  return { outcome: 'done' }
}

/** Asks whether an earlier attempt had its effect, which nobody here knows. */
async function ask(provider: Provider, claim: ClaimedCall): Promise<CallEnding> {
  if (claim.kind === 'create') {
    const made = await provider.findPayment(claim.id, claim.createdAt)
    return made ? { outcome: 'done', made } : { outcome: 'absent' }
  }
  const { state, refunds } = await provider.read(atProvider(claim))
  const isDone =
    claim.kind === 'refund'
      ? refunds.some(({ operation }) => operation === claim.id)
      : claim.kind === 'capture'
        ? state === 'captured'
        : state !== 'pending' && state !== 'authorized'
  return isDone ? { outcome: 'done' } : { outcome: 'absent' }
}

function atProvider({ providerId, transactionId }: ClaimedCall): AtProvider {
  return { id: providerId!, transactionId }
}
