/** Findings about the choice of providers: work is left for one that is not configured, or none takes the currency of the shop. */
import type { AppContext } from '../../context.ts'
import type { Finding } from '../../words/text.ts'
import { t } from '../../words/words.ts'
import { countAbandoned } from '../ledger/stranded.ts'
import { namesOfConfigured, namesOfOffered } from '../providers/find-provider.ts'
import { isPayableCurrency } from '../providers/payable.ts'
import { titleOf } from '../providers/table.ts'

type Needed = Pick<AppContext, 'config' | 'db' | 'development'>

export async function findProviderFindings(context: Needed, currency: string): Promise<Finding[]> {
  const abandoned = await countAbandoned(context.db, await namesOfConfigured(context))
  const offered = await namesOfOffered(context)
  return [
    ...abandoned.map(({ provider, payments, orderId }): Finding => {
      return {
        level: 'bad',
        text: t(
          '{count} payments wait for {provider}, which is not configured anymore, the first one of order #{id}. Set its settings again, and leave it out of PAYMENT_PROVIDERS: then it finishes them and takes no new ones. Or look there, and say on the pages of the orders how they ended.',
          { count: payments, provider: titleOf(provider), id: orderId },
        ),
        see: { href: '/admin/payments?state=to_look_at', label: 'Payments to look at' },
      }
    }),
    ...findCurrencyFindings(offered, currency),
  ]
}

/** A currency that no provider takes cannot be paid online. */
function findCurrencyFindings(offered: readonly string[], currency: string): Finding[] {
  if (offered.length === 0 || isPayableCurrency(currency, offered)) return []
  const provider = offered.map(titleOf).join(', ')
  const text = t(
    'Amounts in {currency}, the currency of the shop, cannot be paid online: the payment provider {provider} does not take it.',
    { currency, provider },
  )
  return [{ level: 'warn', text }]
}
