/*
 * Idempotency as Stripe documents it (docs.stripe.com/api/idempotent_requests, docs.stripe.com/error-low-level): the answer of
 * the first request is kept under its key for a day, failures and 500s too, and given again with `idempotent-replayed`. Not
 * kept: refused parameters, conflicts with a request in progress, and rate limits. Another request with the same key is refused.
 */
import { DAY } from '../../time.ts'

export type Reply = { status: number; body: unknown; isKept: boolean }

export class IdempotencyKeys {
  #kept = new Map<string, { fingerprint: string; at: number; answer?: Reply }>()

  /**
   * Claims a key. @returns what its request was answered or why it cannot be used; undefined for the first request
   */
  take(key: string, fingerprint: string): { reply: Reply; isReplay: boolean } | undefined {
    if (key.length > 255)
      return { reply: failure(400, 'Idempotency keys can be up to 255 characters long.'), isReplay: false }
    const kept = this.#kept.get(key)
    if (!kept || kept.at < Date.now() - DAY) {
      this.#kept.set(key, { fingerprint, at: Date.now() })
      return undefined
    }
    if (kept.fingerprint !== fingerprint) return { reply: OTHER_REQUEST, isReplay: false }
    return kept.answer ? { reply: kept.answer, isReplay: true } : { reply: IN_USE, isReplay: false }
  }

  /** The request has ended. */
  keep(key: string, answer: Reply): void {
    const kept = this.#kept.get(key)
    if (!kept) return
    if (answer.isKept) kept.answer = answer
    else this.#kept.delete(key)
  }

  clear(): void {
    this.#kept.clear()
  }
}

export function failure(
  status: number,
  message: string,
  {
    code,
    type = 'invalid_request_error',
    isKept = false,
  }: { code?: string | undefined; type?: string; isKept?: boolean } = {},
): Reply {
  return { status, body: { error: { type, ...(code && { code }), message } }, isKept }
}

export const IN_USE = failure(409, 'There is currently another in-progress request using this Idempotent Key.', {
  code: 'idempotency_key_in_use',
})
export const OTHER_REQUEST = failure(
  400,
  'Keys for idempotent requests can only be used with the same parameters they were first used with.',
  { type: 'idempotency_error' },
)
