/**
 * Checks which amounts a provider can take and give back, before anything is asked of it. Amounts are in the shop's
 * units.
 */
import { money } from '../../pages/format.ts'
import { invalidInput, type Problem } from '../../problems.ts'
import { t } from '../../words/words.ts'
import { entryOf, PROVIDERS } from './table.ts'

export type NotPayable = {
  code: 'currency_not_payable' | 'amount_too_small' | 'amount_too_large' | 'amount_not_payable'
  amount: number
  currency: string
  /** The least or largest amount, or what it has to be a multiple of. */
  limit: number
}

/** Explains why a provider cannot charge an amount; undefined if it can. Nothing has to be paid of 0. */
export function whyNotPayable(provider: string, amount: number, currency: string): NotPayable | undefined {
  const rules = entryOf(provider)
  if (!rules || amount === 0) return undefined
  const refused = (code: NotPayable['code'], limit: number) => ({ code, amount, currency, limit })
  if (!rules.takes(currency)) return refused('currency_not_payable', 0)
  const { least, most } = rules.limits(currency)
  if (amount < least) return refused('amount_too_small', least)
  if (amount > most) return refused('amount_too_large', most)
  const step = rules.step(currency)
  return amount % step === 0 ? undefined : refused('amount_not_payable', step)
}

/** The provider for an amount: the first of those that can take it; or why the first one cannot. */
export function choosePayable(
  offered: readonly string[],
  amount: number,
  currency: string,
): { provider?: string | undefined; notOnline?: NotPayable | undefined } {
  const provider = offered.find(name => whyNotPayable(name, amount, currency) === undefined)
  const [first] = offered
  return provider === undefined && first !== undefined
    ? { notOnline: whyNotPayable(first, amount, currency) }
    : { provider }
}

/** Tells for these providers, by default all that there are, if one can take this currency at all. */
export function isPayableCurrency(
  currency: string,
  providers: readonly string[] = PROVIDERS.map(({ name }) => name),
): boolean {
  return providers.some(provider => entryOf(provider)?.takes(currency) ?? true)
}

/** Says so in the words of a page. */
export function sayNotPayable({ code, amount, currency, limit }: NotPayable): string {
  switch (code) {
    case 'currency_not_payable':
      return t('Amounts in {currency} cannot be paid online.', { currency })
    case 'amount_too_small':
      return t('Online payments begin at {least}.', { least: money(limit, currency) })
    case 'amount_too_large':
      return t('Online payments end at {most}.', { most: money(limit, currency) })
    case 'amount_not_payable':
      return t('{total} cannot be paid online, only multiples of {step}.', {
        total: money(amount, currency),
        step: money(limit, currency),
      })
  }
}

/** The same as a refusal of the field that chose to pay online. */
export function notPayableOnline(why: NotPayable, field: string): Problem {
  const { code, amount, currency, limit } = why
  const limited = money(limit, currency)
  const reasons = {
    currency_not_payable: `must be invoice. Amounts in ${currency} cannot be paid online`,
    amount_too_small: `must be invoice. Online payments begin at ${limited}`,
    amount_too_large: `must be invoice. Online payments end at ${limited}`,
    amount_not_payable: `must be invoice. ${money(amount, currency)} cannot be paid online, only multiples of ${limited}`,
  }
  return invalidInput({ field, reason: reasons[code], code })
}

/** @throws Problem for an amount that the provider cannot give back. It has no least amount for that. */
export function requireRefundable(provider: string, amount: number, currency: string): void {
  const step = entryOf(provider)?.step(currency) ?? 1
  if (amount % step === 0) return
  const reason = `must be a multiple of ${money(step, currency)}. The payment provider sends nothing else back`
  throw invalidInput({ field: 'amount', reason, code: 'amount_not_refundable' })
}
