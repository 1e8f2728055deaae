/** Every text in German. */
import { accounts } from './accounts.ts'
import { catalogue } from './catalogue.ts'
import { checkout } from './checkout.ts'
import { common } from './common.ts'
import { documents } from './documents.ts'
import { emails } from './emails.ts'
import { forms } from './forms.ts'
import { guests } from './guests.ts'
import { moneyAtBanks } from './money-at-banks.ts'
import { orders } from './orders.ts'
import { payments } from './payments.ts'
import { recovery } from './recovery.ts'
import { refusals } from './refusals.ts'
import { returns } from './returns.ts'
import { withdrawals } from './withdrawals.ts'

export const dictionary = {
  ...common,
  ...checkout,
  ...forms,
  ...catalogue,
  ...guests,
  ...orders,
  ...accounts,
  ...emails,
  ...payments,
  ...moneyAtBanks,
  ...documents,
  ...recovery,
  ...refusals,
  ...returns,
  ...withdrawals,
}
