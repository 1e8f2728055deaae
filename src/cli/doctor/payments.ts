import type { Config } from '../../config.ts'
import { findPaymentFindings } from '../../payments/findings/findings.ts'
import { findProviderFindings } from '../../payments/findings/provider-findings.ts'
import { titleOf } from '../../payments/providers/table.ts'
import { readShop } from '../../shop/settings.ts'
import type { Foundation } from '../open.ts'

/** Findings about payments; without any, the providers that take and finish them. */
export async function examinePayments(foundation: Foundation) {
  const { config, db } = foundation
  const { currency } = await readShop(db)
  const findings = await findPaymentFindings(db, new Date())
  findings.push(...(await findProviderFindings(foundation, currency)))
  return findings.length > 0 ? findings : [{ level: 'good' as const, text: describeProviders(config.payments) }]
}

function describeProviders({ accounts, offered = [...accounts.keys()] }: Config['payments']): string {
  const others = [...accounts.keys()].filter(name => !offered.includes(name))
  const finishes = others.length > 0 ? `, ${others.map(titleOf).join(', ')} only finishes` : ''
  const online = offered.length > 0 ? `online by ${offered.map(titleOf).join(', ')}` : 'by invoice'
  return accounts.size === 0 ? 'by invoice' : `${online}${finishes}, nothing is in doubt`
}
