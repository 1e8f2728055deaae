import { Type } from 'typebox'
import { INT_MAX } from '../../database/schema.ts'
import { type FieldError, invalidInput } from '../../problems.ts'

/** Fields about the stock that a change may have beside its new value. */
export const stockMove = {
  expectedStock: Type.Optional(
    Type.Integer({
      minimum: 0,
      description:
        'The stock that you have seen. If the stock is to change and is another one by then, nothing changes: `stock_changed`.',
    }),
  ),
  stockChange: Type.Optional(
    Type.Integer({
      minimum: -INT_MAX,
      maximum: INT_MAX,
      description:
        'Pieces that came in, or went out if negative, in place of `stock`. Sales in between are not lost. It ' +
        'needs an `Idempotency-Key`, so that a repeated request does not count twice.',
    }),
  ),
}

export const BOTH: FieldError = { field: 'stockChange', reason: 'cannot be sent with stock', code: 'contradiction' }

export const NOT_COUNTED: Omit<FieldError, 'field'> = {
  reason: 'cannot be noted, because the stock of this product is not counted',
  code: 'contradiction',
}

export function reasonOfMove(stock: number, code: 'too_small' | 'too_large'): Omit<FieldError, 'field'> {
  const bound = code === 'too_small' ? `at least ${-stock}` : `at most ${INT_MAX - stock}`
  return { reason: `must be ${bound}, because the stock is ${stock}`, code }
}

/** Without the key, a repeat would count twice. @throws Problem 422 */
export function requireKey(body: { stockChange?: number } | { products: object[] }, key: unknown): void {
  const changes: { stockChange?: unknown }[] = 'products' in body ? body.products : [body]
  if (key !== undefined || !changes.some(({ stockChange }) => stockChange !== undefined)) return
  const reason = 'needs an Idempotency-Key, so that a repeated request does not count twice'
  throw invalidInput({ field: 'stockChange', reason, code: 'idempotency_key_required' })
}
