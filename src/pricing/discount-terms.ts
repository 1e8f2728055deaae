/** Checks the terms of a discount code, beyond the types of their fields. */
import { type FieldError, invalidInput } from '../problems.ts'

type DiscountKind = 'percent' | 'amount' | 'free_delivery'

type Terms = {
  code: string
  kind: DiscountKind
  value: number
  currency: string | null
  minTotal: number | null
  maxUses: number | null
  used: number
  validFrom: string | null
  validUntil: string | null
}

/** @throws Problem with each mistake */
export function requireValidTerms({
  code,
  kind,
  value,
  currency,
  minTotal,
  maxUses,
  used,
  validFrom,
  validUntil,
}: Terms): void {
  const mistakes: FieldError[] = []
  const refuse = (field: string, reason: string, why: string) => mistakes.push({ field, reason, code: why })
  if (!/^[\p{L}\p{N}_-]{3,40}$/u.test(code))
    refuse('code', 'must be 3 to 40 letters, digits, hyphens and underscores', 'invalid_format')
  const wrongValue = mistakeOfValue(kind, value)
  if (wrongValue) mistakes.push({ field: 'value', ...wrongValue })
  if ((kind === 'amount' || minTotal !== null) && currency === null)
    refuse('currency', 'is required with an amount', 'required')
  if (maxUses !== null && maxUses < used)
    refuse('maxUses', `must be at least ${used}, because so many orders use it already`, 'too_small')
  if (validFrom !== null && validUntil !== null && Date.parse(validFrom) >= Date.parse(validUntil))
    refuse('validUntil', 'must be after validFrom', 'too_small')
  if (mistakes.length > 0) throw invalidInput(...mistakes)
}

function mistakeOfValue(kind: DiscountKind, value: number): Omit<FieldError, 'field'> | undefined {
  if (kind === 'percent' && (value < 1 || value > 100))
    return { reason: 'must be from 1 to 100 percent', code: 'out_of_range' }
  if (kind === 'percent' && Number(value.toFixed(2)) !== value)
    return { reason: 'must have two decimals at most', code: 'out_of_range' }
  if (kind !== 'percent' && !Number.isInteger(value)) return { reason: 'must be an integer', code: 'invalid_type' }
  return kind === 'amount' && value < 1 ? { reason: 'must be at least 1', code: 'too_small' } : undefined
}
