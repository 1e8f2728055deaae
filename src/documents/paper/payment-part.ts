/** Says on the paper how it is paid: the account and the code for banking apps while it is open, then the day and the way. */
import { decimal } from '../../pages/format.ts'
import { titleOf } from '../../payments/providers/table.ts'
import { transferCode } from '../../payments/transfers-in/transfer-code.ts'
import { groupedIban } from '../../shop/setting-rules.ts'
import { t } from '../../words/words.ts'
import type { DocumentContent, PaymentFacts } from '../content.ts'

export type PaymentPart = {
  texts: string[]
  rows: [label: string, value: string][]
  /** Content of the code that banking apps read (EPC069-12), which is for euros alone. */
  code: string | undefined
}

type Say = { amount: (value: number) => string; day: (day: string) => string }

/** Documents before form 3 say nothing of it. */
export function paymentPart({ payment, kind, currency }: DocumentContent, say: Say): PaymentPart {
  if (!payment || payment.due < 0) return { texts: [], rows: [], code: undefined }
  const moved = payment.received.map(part => sayMoved(kind, part, say))
  const { due, dueOn, account, reference } = payment
  if (kind === 'credit_note')
    return { texts: [...moved, ...sayRest(payment, say.amount(due))], rows: [], code: undefined }
  if (due === 0) return { texts: moved, rows: [], code: undefined }
  const values = { amount: say.amount(due), day: dueOn === null ? '' : say.day(dueOn) }
  if (!account) return { texts: [...moved, t('To be paid by {day}: {amount}', values)], rows: [], code: undefined }
  const { holder, iban, bic, bank } = account
  const code = currency === 'EUR' && transferCode({ holder, iban, bic, reference, amount: decimal(due, currency) })
  return {
    texts: [...moved, t('Please transfer {amount} by {day}:', values)],
    rows: [
      [t('Recipient'), holder],
      [t('IBAN'), groupedIban(iban)],
      ...(bic ? [['BIC', bic] as [string, string]] : []),
      ...(bank ? [[t('Bank'), bank] as [string, string]] : []),
      [t('Reference'), reference],
    ],
    code: code || undefined,
  }
}

/** A credit note can be written before the money has gone back, and never says that it has. */
function sayRest({ rest }: PaymentFacts, amount: string): string[] {
  if (!rest) return []
  return [
    rest === 'to_transfer'
      ? t('We will pay this back by bank transfer: {amount}', { amount })
      : t('This is taken off what is to be paid: {amount}', { amount }),
  ]
}

type Part = PaymentFacts['received'][number]

function sayMoved(kind: DocumentContent['kind'], { on, amount, means, provider }: Part, say: Say): string {
  const values = { day: say.day(on), amount: say.amount(amount), provider: titleOf(provider) }
  if (kind === 'invoice')
    return means === 'transfer'
      ? t('Paid on {day} by bank transfer: {amount}', values)
      : t('Paid on {day} online ({provider}): {amount}', values)
  return means === 'transfer'
    ? t('Paid back on {day} by bank transfer: {amount}', values)
    : t('Paid back on {day} online ({provider}): {amount}', values)
}
